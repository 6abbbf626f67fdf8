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
    plain: "May attack into the Space arena, using X instead of its printed power.",
    example: "A ground battery rolls 5 dice at a cruiser.",
    definition: "When this unit attacks, it may choose a target in the Space arena instead of its own. For \
        that attack its base power is X, plus or minus everything that changes its power, including the \
        bonus of a stack. It works from any other arena when the unit acts there, and a normal attack is \
        always possible instead. It can't be used on targets outside the Space arena. Several Ion Cannon \
        values add up. Retaliate can't answer such an attack; another unit in the Space arena can \
        intercept it.",
    sheets: Some(Sheets {
        definition: Some(
            "When this unit attacks from the Ground arena, it may choose a target in the Space arena \
                instead. For that attack its base power is X, plus or minus what changes its power; the \
                sheets don't say whether the bonus of a stack is included. A normal attack in Ground is \
                always possible instead, and Ion Cannon can't be used on a target there. Several Ion \
                Cannon values add up. Retaliate can't answer such an attack; another unit in the Space \
                arena can intercept it.",
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
                sheets: "Power changes count; the text says nothing about stacks.",
                current: "Power changes count, including those from a stack.",
                in_play: "The older text left the stack bonus open; now +1 for each card beneath the top card \
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
