//! Stun X: units that the unit damages lose power for the battle.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Stun,
    name: "Stun",
    section: 1756,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::Placement,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "A unit damaged by this one has X less power until the end of battle.",
    example: "Stun 1: 4 dice become 3.",
    definition: "Another unit that this unit damages has X less power until the end of battle. The damage \
        must have placed at least one counter; counters put on a unit directly don't stun. Any damage from \
        this unit counts, in attacks or otherwise, once each time whatever the amount; several times add \
        up. When damage is deflected, only the deflecting unit's own Stun works. A unit never stuns \
        itself.",
    sheets: Some(Sheets::SAME),
};
