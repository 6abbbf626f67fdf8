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
    plain: "May attack into the Ground arena, using X instead of its printed power.",
    example: "A bomber: 2 dice in Space or 4 at Ground.",
    definition: "When this unit attacks, it may choose a target in the Ground arena instead of its own. For \
        that attack its base power is X, plus or minus everything that changes its power, including the \
        bonus of a stack. It works from any other arena when the unit acts there, and a normal attack is \
        always possible instead. It can't be used on targets outside the Ground arena. Several Bombard \
        values add up. Retaliate can't answer such an attack; another unit in the Ground arena can \
        intercept it.",
    sheets: Some(Sheets {
        definition: Some(
            "When this unit attacks from the Space arena, it may choose a target in the Ground arena \
                instead. For that attack its base power is X, plus or minus what changes its power; the \
                sheets don't say whether the bonus of a stack is included. A normal attack in Space is \
                always possible instead, and Bombard can't be used on a target there. Several Bombard \
                values add up. Retaliate can't answer such an attack; another unit in the Ground arena can \
                intercept it.",
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
                sheets: "Power changes count; the text says nothing about stacks.",
                current: "Power changes count, including those from a stack.",
                in_play: "The older text left the stack bonus open; now +1 for each card beneath the top card \
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
