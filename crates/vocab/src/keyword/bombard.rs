//! Bombard X: the unit may attack into the Ground arena.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Bombard,
    name: "Bombard",
    section: 1711,
    class: Some(Combination::Cumulative),
    nature: Nature::Static,
    parameter: Parameter::Number,
    step: Step::Declaration,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "When it attacks, this unit can choose its target in the Ground arena in place of its own \
        arena. For that attack its base power is X, and all power changes are added, the bonus of a stack \
        included. It works from whatever other arena the unit is in, when the unit acts there, and a normal \
        attack is always possible instead. Targets outside the Ground arena cannot be chosen with it. \
        Several Bombard values add up. Retaliate cannot be used against such an attack; Intercept can, by \
        another unit in the Ground arena.",
    sheets: Some(Sheets {
        definition: Some(
            "When it attacks from the Space arena, this unit can choose its target in the Ground arena \
                instead. For that attack its base power is X, and power changes are added; whether the bonus \
                of a stack is one of them is left open. Attacking normally in Space is always possible \
                instead, and Bombard cannot be used for a target there. Several Bombard values add up. \
                Retaliate cannot be used against such an attack; Intercept can, by another unit in the \
                Ground arena.",
        ),
        differences: &[
            Difference {
                rule: rule(1802, 2),
                sheets: "It replaces an attack in Space.",
                current: "It replaces an attack in whatever arena the unit is in.",
                in_play: "Older: only a unit in Space can use it. Current: a unit in any arena other than \
                    Ground can.",
            },
            Difference {
                rule: rule(1802, 3),
                sheets: "Power changes count; nothing is said of stacks.",
                current: "Power changes count, those of a stack too.",
                in_play: "The older text left the stack bonus open; now +1 for each card under the top card \
                    counts.",
            },
            Difference {
                rule: rule(1802, 31),
                sheets: "The other choice is a normal attack in Space.",
                current: "The other choice is a normal attack where the unit is.",
                in_play: "Follows from 1802.2: the choice is the same wherever the unit may be.",
            },
        ],
    }),
};
