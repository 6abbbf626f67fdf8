//! Reduced Cost X: the card costs less while a condition is true.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::ReducedCost,
    name: "Reduced Cost",
    section: 1748,
    class: Some(Combination::Selective),
    nature: Nature::Static,
    parameter: Parameter::NumberAndCondition,
    step: Step::Completion,
    resolves: None,
    works_in: Places::HAND.and(Places::BUILD_ZONE),
    limits: &[],
    plain: "This card costs X if the condition is true when you pay.",
    example: "5, but 4 if you have a Diplomat.",
    definition: "If the condition is true when you pay, this card costs X. That means the build cost, or \
        the Force cost of a Battle card; the condition is the part that begins with \"If\". Stacking and \
        other reductions lower the cost further: a card reduced to 6 costs 5 if something else takes off \
        1. It works with Hidden Cost, where the reduced cost is the current one. If there are several \
        Reduced Costs, choose one whose condition is met.",
    sheets: Some(Sheets {
        definition: Some(
            "If the condition is true when you pay, this card costs X. That means the build cost, or the \
                Force cost of a Battle card; the condition is the part that begins with \"If\". The sheets \
                don't say whether other reductions lower it further. If there are several Reduced Costs, \
                choose one whose condition is met.",
        ),
        differences: &[Difference {
            rule: rule(1802, 24),
            sheets: "A condition, and no example.",
            current: "It adds that other reductions and stacking apply on top (6 - 1 = 5).",
            in_play: "Clarified: reductions apply to the reduced cost.",
        }],
    }),
};
