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
    definition: "A different unit that is damaged by this unit has X less power until the end of battle. At \
        least one damage counter must have been placed for that damage; counters put directly do not stun. \
        Any damage by this unit counts, in attacks and elsewhere, once each time whatever the amount; \
        several times add up. When damage is deflected, only the deflecting unit's own Stun works. The unit \
        never stuns itself.",
    sheets: Some(Sheets::SAME),
};
