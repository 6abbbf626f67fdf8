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
    plain: "When another unit damages it, you may give any unit here +X power this turn.",
    example: "It gets hurt, its friend gets angry: 3 dice become 5.",
    definition: "Each time another unit damages this unit and at least one counter is placed, its \
        controller may raise the power of one unit in this arena by X until end of turn: this one, another \
        of yours or an opposing one. Any damage from a unit counts, in attacks or otherwise; damage from \
        other cards doesn't. It happens when the damage is placed, so it works even if this unit is then \
        discarded.",
    sheets: None,
};
