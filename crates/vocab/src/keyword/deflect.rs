//! Deflect X: the unit turns damage away from itself and onto another unit.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Deflect,
    name: "Deflect",
    section: 1717,
    class: Some(Combination::Layered),
    nature: Nature::Activated,
    parameter: Parameter::Number,
    step: Step::Prevention,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "Played in the damage prevention POP when damage is pending to this unit. As much of it as \
        possible up to X is prevented; you cannot choose less. Then the unit may deal just as much to any \
        unit in its own arena, itself included, wherever the attack came from. This unit is the source of \
        the new damage, which is pending together with the rest: it can be prevented, and deflected on \
        again, and all counters are placed only when that is finished. In a damage sequence each Deflect can \
        be used once against each source. For the new damage Armor, Parry and Shields do not matter, as no \
        dice are rolled.",
    sheets: Some(Sheets {
        definition: Some(
            "Played in the damage prevention POP when damage is pending to this unit. As much of it as \
                possible up to X is prevented; you cannot choose less. Then the unit may deal just as much \
                to a unit in the arena, itself included; which arena is meant in an attack from elsewhere is \
                left open. This unit is the source of the new damage, which is pending together with the \
                rest: it can be prevented, and deflected on again, and all counters are placed only when \
                that is finished. In a damage sequence each Deflect can be used once against each source. \
                For the new damage Armor, Parry and Shields do not matter, as no dice are rolled.",
        ),
        differences: &[Difference {
            rule: rule(1802, 7),
            sheets: "The damage may go to a unit in the arena; which arena is left open.",
            current: "The arena is that of the deflecting unit.",
            in_play: "It matters for attacks from another arena: the damage can never go to the attacker's \
                arena.",
        }],
    }),
};
