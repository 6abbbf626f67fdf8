//! Last Stand: the player gets an effect when the unit is discarded out of an arena.

use super::{Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::LastStand,
    name: "Last Stand",
    section: 1737,
    class: None,
    nature: Nature::Triggered,
    parameter: Parameter::Effect,
    step: Step::Discard,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "The player who controlled this unit gets the effect when it is discarded out of an arena, \
        whichever arena it is and whatever the cause. A discard from the build zone gives nothing, nor does \
        a unit that is returned, retreats or is saved by a replacement. Several Last Stand texts each give \
        their effect.",
    sheets: None,
};
