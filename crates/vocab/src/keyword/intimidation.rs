//! Intimidation: the unit grows with the number of opposing units in its arena.

use super::{Combination, Keyword, Limit, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Intimidation,
    name: "Intimidation",
    section: 1735,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::Always,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[Limit::UniqueOnly],
    definition: "For every opposing unit in its arena this unit has 10 more speed, 1 more power and 1 more \
        health. That changes at once when opposing units come or go, and a fall in health can get the unit \
        discarded. Only unique units can have Intimidation, whether it is printed or gained; a second \
        instance adds nothing.",
    sheets: None,
};
