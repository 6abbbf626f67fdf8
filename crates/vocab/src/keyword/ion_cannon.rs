//! Ion Cannon X: the unit may attack into the Space arena.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::IonCannon,
    name: "Ion Cannon",
    section: 1736,
    class: Some(Combination::Cumulative),
    nature: Nature::Static,
    parameter: Parameter::Number,
    step: Step::Declaration,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "When it attacks, this unit can choose its target in the Space arena in place of its own \
        arena. For that attack its base power is X, and all power changes are added, the bonus of a stack \
        included. It works from whatever other arena the unit is in, when the unit acts there, and a normal \
        attack is always possible instead. Targets outside the Space arena cannot be chosen with it. Several \
        Ion Cannon values add up. Retaliate cannot be used against such an attack; Intercept can, by another \
        unit in the Space arena.",
    sheets: Some(Sheets {
        definition: Some(
            "When it attacks from the Ground arena, this unit can choose its target in the Space arena \
                instead. For that attack its base power is X, and power changes are added; whether the bonus \
                of a stack is one of them is left open. Attacking normally in Ground is always possible \
                instead, and Ion Cannon cannot be used for a target there. Several Ion Cannon values add up. \
                Retaliate cannot be used against such an attack; Intercept can, by another unit in the Space \
                arena.",
        ),
        differences: &[
            Difference {
                rule: rule(1802, 4),
                sheets: "It replaces an attack in Ground.",
                current: "It replaces an attack in whatever arena the unit is in.",
                in_play: "Older: only a unit in Ground can use it. Current: a unit in any arena other than \
                    Space can.",
            },
            Difference {
                rule: rule(1802, 5),
                sheets: "Power changes count; nothing is said of stacks.",
                current: "Power changes count, those of a stack too.",
                in_play: "The older text left the stack bonus open; now +1 for each card under the top card \
                    counts.",
            },
            Difference {
                rule: rule(1802, 31),
                sheets: "The other choice is a normal attack in Ground.",
                current: "The other choice is a normal attack where the unit is.",
                in_play: "Follows from 1802.4: the choice is the same wherever the unit may be.",
            },
        ],
    }),
};
