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
    plain: "Stop X damage to this unit, then you may do as much to any unit here.",
    example: "Deflect 2: their 2 hits land on their friend.",
    definition: "Play it in the damage prevention POP when damage is pending to this unit. It prevents as \
        much as possible, up to X; you can't choose less. Then the unit may deal the same amount to any \
        unit in its own arena, even itself, wherever the attack came from. This unit is the source of the \
        new damage, which is pending along with the rest: it can be prevented or deflected again, and \
        counters are placed only when all of that is done. In a damage sequence, each Deflect can be used \
        once against each source. Armor, Parry and Shields don't affect the new damage, because no dice \
        are rolled.",
    sheets: Some(Sheets {
        definition: Some(
            "Play it in the damage prevention POP when damage is pending to this unit. It prevents as much \
                as possible, up to X; you can't choose less. Then the unit may deal the same amount to a \
                unit in the arena, even itself; the sheets don't say which arena that is if the attack \
                came from another one. This unit is the source of the new damage, which is pending along \
                with the rest: it can be prevented or deflected again, and counters are placed only when \
                all of that is done. In a damage sequence, each Deflect can be used once against each \
                source. Armor, Parry and Shields don't affect the new damage, because no dice are rolled.",
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
