//! Tenacity X: if its first attack of the turn does little damage, the unit may attack that target again.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Tenacity,
    name: "Tenacity",
    section: 1759,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::Placement,
    resolves: Some(Step::AfterAttack),
    works_in: Places::ARENA,
    limits: &[],
    definition: "If the damage that gets through in this unit's first attack of a turn is below X, the unit \
        may make another attack on that target and does not tap for it. All damage by the attack, to \
        whichever units, is counted together, as damage and not as counters; an attack with no dice did 0, \
        while a disrupted attack is none. It triggers once damage has been placed; the new attack is made \
        after the attack end, provided that the last defending unit is still in the arena and can be \
        attacked, and no Double Strike follows it.",
    sheets: None,
};
