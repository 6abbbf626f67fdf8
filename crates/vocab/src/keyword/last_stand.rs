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
    plain: "When this unit is discarded from an arena, you get this effect.",
    example: "The mine blows up: 2 damage to a ship.",
    definition: "The player who controlled this unit gets the effect when it's discarded from an arena, \
        whichever arena that is and whatever the reason. Being discarded from the build zone gives \
        nothing, and neither does being returned, retreating or being saved by a replacement. If there are \
        several Last Stand texts, you get the effect of each.",
    sheets: None,
};
