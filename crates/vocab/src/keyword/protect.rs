//! Protect X: the unit prevents damage to a friend in its arena.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Protect,
    name: "Protect",
    section: 1746,
    class: Some(Combination::Layered),
    nature: Nature::Activated,
    parameter: Parameter::Number,
    step: Step::Prevention,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "Stop up to X damage to another of your units here.",
    example: "The rampart takes 3 off the hit on your tank.",
    definition: "Play it in the damage prevention POP when damage is pending to another of your units in \
        this unit's arena: lower it by any amount, up to X. Each Protect can be used once against each \
        instance of damage, and never for this unit itself. A unit that leaves the arena to pay for its \
        Protect counts as still there until Protect resolves.",
    sheets: None,
};
