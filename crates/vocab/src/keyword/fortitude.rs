//! Fortitude: the unit's own prevention works on unpreventable damage.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Fortitude,
    name: "Fortitude",
    section: 1729,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::Prevention,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "Its own prevention works for itself even against damage that can't be prevented.",
    example: "It may evade a unit with Ferocity.",
    definition: "This unit's own prevention, with Parry, Evade, Deflect or anything else it has, also works \
        on damage to it that can't be prevented, such as damage from a unit with Ferocity. It doesn't \
        cover damage to other units, and abilities of other units, such as Protect, get no help from it. \
        It doesn't stop damage counters put directly on the unit.",
    sheets: None,
};
