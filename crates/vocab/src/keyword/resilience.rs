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
    definition: "While this unit carries X or more damage counters, its power is X higher, or X lower where \
        the value is negative. All values are added with their signs first; the sum, taken without its sign, \
        is the number of counters needed, and with it the change of power. A sum of 0 does nothing, and a \
        value printed without a sign is positive. It is checked whenever power is needed.",
    sheets: None,
};
