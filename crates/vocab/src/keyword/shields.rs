//! Shields X: whoever attacks the unit rolls fewer dice.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Shields,
    name: "Shields",
    section: 1753,
    class: Some(Combination::Cumulative),
    nature: Nature::Static,
    parameter: Parameter::Number,
    step: Step::Roll,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "A unit that attacks this unit has X less power for that roll; there are never fewer than 0 \
        dice. It matters only at the moment when the attack dice are rolled, so gained later it is too late. \
        It is no help against dice of damage, fixed damage or Overkill. All values add up. An effect by \
        which the unit loses Shields removes all of it, however gained, and none can be gained as long as \
        that effect lasts.",
    sheets: Some(Sheets::SAME),
};
