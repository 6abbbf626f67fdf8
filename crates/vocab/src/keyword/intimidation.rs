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
    plain: "The more enemies here, the stronger: +10 speed, +1 power, +1 health for each of them.",
    example: "Three enemies: 50/4/5 becomes 80/7/8.",
    definition: "This unit gets 10 more speed, 1 more power and 1 more health for each opposing unit in its \
        arena. That changes at once when opposing units come or go, and losing health can get the unit \
        discarded. Only unique units can have Intimidation, printed or gained; a second one adds nothing.",
    sheets: None,
};
