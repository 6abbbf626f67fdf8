//! Surge X: damage to the unit gives a unit in its arena power for the turn.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Surge,
    name: "Surge",
    section: 1757,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::Placement,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "Each time a different unit damages this unit and at least one counter is placed for it, its \
        controller may raise the power of one unit in this arena by X until end of turn, of any unit there: \
        itself, another of yours or an opposing one. Any damage by a unit counts, in attacks and elsewhere; \
        damage from other cards does not. It resolves at placement, so it happens although this unit may \
        then be discarded.",
    sheets: None,
};
