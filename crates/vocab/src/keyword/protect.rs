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
    definition: "Played in the damage prevention POP when damage is pending to a different unit of yours in \
        this unit's arena: lower it by any amount, at most X. Each Protect can be used once against each \
        instance of damage, never for this unit itself. A unit that leaves the arena as a cost of its \
        Protect counts as still there until Protect resolves.",
    sheets: None,
};
