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
    plain: "Nobody can prevent the damage this unit does (only Fortitude can, for itself).",
    example: "Evade and Parry do nothing against it.",
    definition: "Nobody can prevent damage from this unit, whether it comes from its attacks or from \
        Ambush, Deflect or Retaliate. That includes damage it does to itself. Only a unit with Fortitude \
        can prevent it, and only for itself. Anything that lowers damage without preventing it, such as \
        Armor, Shields, less power or a reroll, still works.",
    sheets: None,
};
