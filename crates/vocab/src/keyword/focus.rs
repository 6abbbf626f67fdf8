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
    plain: "If the first roll of its attack shows a 5, its next attack gets +X power.",
    example: "Rolled a 5: next time 3 dice become 5.",
    definition: "If the first roll of this unit's attack has a natural 5, the unit gets X more power in its \
        next attack, which may be one from Double Strike or Tenacity. It earns this once per attack, \
        however many 5s there are. A 5 from a reroll or on Fury's extra dice doesn't count, Accuracy can't \
        make one, and neither can dice of damage. The bonus lasts for one attack only, but every attack \
        can earn it again.",
    sheets: None,
};
