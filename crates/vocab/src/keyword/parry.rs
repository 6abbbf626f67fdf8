//! Parry X: a natural 1 among the attack dice lets the unit prevent damage.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Parry,
    name: "Parry",
    section: 1742,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::Prevention,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "If the final attack dice against it show a 1, prevent up to X of that damage.",
    example: "Parry 2: 6 5 1 does nothing.",
    definition: "If the final attack dice against this unit show a natural 1, its controller may prevent up \
        to X of the attack's damage to it; once per attack, however many 1s there are. It happens before \
        the damage prevention POP. Only the dice left after all rerolls count; Accuracy can't make a \
        natural 1, dice of damage don't count, and Parry gained after the roll is too late. It doesn't \
        work on unpreventable damage, unless the unit has Fortitude, or on damage that Overkill moved to \
        this unit. It never lowers damage that this unit does, except when the unit attacks itself.",
    sheets: Some(Sheets {
        definition: Some(
            "If the final attack dice against this unit show a natural 1, X of the attack's damage to it is \
                prevented, or all of it if that's less; once per attack, however many 1s there are. It \
                happens before the damage prevention POP. Only the dice left after all rerolls count; \
                Accuracy can't make a natural 1, dice of damage don't count, and Parry gained after the \
                roll is too late. It doesn't work on unpreventable damage or on damage that Overkill moved \
                to this unit. It never lowers damage that this unit does, except when the unit attacks \
                itself.",
        ),
        differences: &[Difference {
            rule: rule(1802, 21),
            sheets: "It prevents X damage.",
            current: "It prevents up to X damage.",
            in_play: "Older: it must prevent X, or all damage if that is less. Current: the controller may \
                prevent less.",
        }],
    }),
};
