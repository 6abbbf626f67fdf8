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
    definition: "The prevention of this unit itself, by Parry, Evade, Deflect or anything else it has, also \
        works on damage to it that cannot be prevented, such as damage from a unit with Ferocity. Damage to \
        other units is not covered, and abilities of other units, such as Protect, gain nothing by it. It \
        does not stop damage counters that are put on the unit directly.",
    sheets: None,
};
