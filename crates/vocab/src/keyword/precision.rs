//! Precision: nothing can change the target of the unit's attack.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Precision,
    name: "Precision",
    section: 1745,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::AttackPop,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "When this unit attacks, nobody can change its target.",
    example: "Intercept and Redirect don't work.",
    definition: "The target chosen for this unit's attack stays the defending unit: Intercept, Redirect and \
        anything else that would change it does nothing. Gained in the attack POP, it stops later changes \
        but not earlier ones. The target may still leave the arena; then no dice are rolled and the attack \
        goes on to its end.",
    sheets: Some(Sheets {
        definition: Some(
            "When this unit attacks, Intercept can't make another unit the defender. Other effects that \
                change the target still work. Gained in the attack POP, it stops later interceptions but \
                not earlier ones.",
        ),
        differences: &[Difference {
            rule: rule(1802, 9),
            sheets: "The unit cannot be intercepted.",
            current: "The target cannot be changed by Intercept, Redirect or anything else.",
            in_play: "Older: Redirect and other changes of target still work. Current: none does.",
        }],
    }),
};
