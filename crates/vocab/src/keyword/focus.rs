//! Focus X: a natural 5 in the first roll gives the unit power for its next attack.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Focus,
    name: "Focus",
    section: 1726,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::Roll,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "If the first roll in an attack by this unit has a natural 5, the unit has X more power in \
        its next attack, which may be one by Double Strike or Tenacity. It is earned once per attack, \
        however many 5s there are; a 5 from a reroll or on dice added by Fury does not count, Accuracy \
        cannot make one, and dice of damage are not looked at. The bonus is for one attack only, but each \
        attack can earn it anew.",
    sheets: None,
};
