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
    plain: "If its first attack this turn does under X damage, it may attack that target again.",
    example: "Tenacity 2: did 1? Roll again.",
    definition: "If less than X damage gets through in this unit's first attack of a turn, it may go after \
        the same target once more, without tapping. All damage from the attack is counted together, to any \
        unit, as damage and not as counters. An attack with no dice did 0; a disrupted attack doesn't \
        count. It triggers once damage has been placed. The new attack comes after the end of the first, \
        if the last defending unit is still in the arena and can be attacked, and no Double Strike follows \
        it.",
    sheets: None,
};
