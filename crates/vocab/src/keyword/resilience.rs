//! Resilience X: the unit's power changes once it has enough damage counters.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Resilience,
    name: "Resilience",
    section: 1750,
    class: Some(Combination::Cumulative),
    nature: Nature::Static,
    parameter: Parameter::SignedNumber,
    step: Step::Always,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "With X or more damage on it, this unit has X more power (−X: less).",
    example: "Resilience 2, 2 damage: 5 dice become 7.",
    definition: "While this unit has X or more damage counters, its power is X higher, or X lower if the \
        value is negative. All values are first added up, signs included; the total without its sign is \
        the number of counters needed, and the total is the change in power. A total of 0 does nothing, \
        and a value printed without a sign is positive. It's checked whenever power matters.",
    sheets: None,
};
