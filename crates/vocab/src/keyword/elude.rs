//! Elude: the former name of Precision.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Elude,
    name: "Elude",
    section: 1721,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::AttackPop,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "The old name of Precision: nobody can change the target of this unit's attack.",
    example: "Their bodyguard can't jump in.",
    definition: "Elude is the old name for Precision and works exactly the same: the target chosen for this \
        unit's attack stays the defending unit, whatever Intercept, Redirect or other effect is played. A \
        unit with both has Precision once.",
    sheets: Some(Sheets {
        definition: Some(
            "Elude is the old name for Precision and works exactly the same: when this unit attacks, \
                Intercept can't make another unit the defender. Other effects that change the target still \
                work. A unit with both has Precision once.",
        ),
        differences: &[
            Difference {
                rule: rule(1802, 9),
                sheets: "The unit cannot be intercepted.",
                current: "The target cannot be changed by Intercept, Redirect or anything else.",
                in_play: "Older: Redirect and other changes of target still work. Current: none does.",
            },
            Difference {
                rule: rule(1802, 10),
                sheets: "Listed under its own name, with the remark that it is now called Precision.",
                current: "The entry repeats that of Precision.",
                in_play: "Nothing: one keyword in both editions.",
            },
        ],
    }),
};
