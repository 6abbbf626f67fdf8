//! Ferocity: nobody can prevent the unit's damage.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Ferocity,
    name: "Ferocity",
    section: 1725,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::Prevention,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "No damage whose source is this unit can be prevented: not that of its attack, of Ambush, \
        Deflect or Retaliate, nor any other, not even damage that it does to itself. Only a unit with \
        Fortitude can prevent it, to itself. What lowers damage without preventing it, such as Armor, \
        Shields, less power or a reroll, still works.",
    sheets: None,
};
