//! Upkeep: a cost is due when the player's build step starts.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Upkeep,
    name: "Upkeep",
    section: 1760,
    class: Some(Combination::Layered),
    nature: Nature::Triggered,
    parameter: Parameter::Cost,
    step: Step::BuildStepStart,
    resolves: None,
    works_in: Places::ARENA.and(Places::BUILD_ZONE).and(Places::PILOTING),
    limits: &[],
    definition: "At the start of your build step the cost is due. If several are listed, choose each turn \
        one of those you can pay; you have to pay if you can, but if none can be paid in full nothing \
        happens. It is due in the build zone too, on top of a stack and while piloting, yet not for a card \
        under the top card unless INSERT gives it. Each Upkeep is paid separately; you choose the order, \
        even one by which a later cost cannot be paid any more. An Upkeep that gives something happens in \
        the same way.",
    sheets: Some(Sheets {
        definition: None,
        differences: &[Difference {
            rule: rule(1802, 28),
            sheets: "It speaks of several Upkeep abilities.",
            current: "It speaks of several instances of Upkeep abilities.",
            in_play: "Nothing; instances given by effects are counted clearly.",
        }],
    }),
};
