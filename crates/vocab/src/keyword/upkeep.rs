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
    plain: "At the start of your build step you must pay this, if you can.",
    example: "1 Force, or it taps.",
    definition: "The cost is due at the start of your build step. If several are listed, choose one that \
        you can pay each turn; you must pay if you can, but if you can't pay any of them in full, nothing \
        happens. It's due in the build zone as well, on top of a stack and while piloting, but not for a \
        card beneath the top one, unless INSERT gives it. Each Upkeep is paid separately; you choose the \
        order, even one that leaves a later cost unpaid. An Upkeep that gives something works the same \
        way.",
    sheets: Some(Sheets {
        definition: None,
        differences: &[Difference {
            rule: rule(1802, 28),
            sheets: "It mentions several Upkeep abilities.",
            current: "It mentions several instances of Upkeep abilities.",
            in_play: "Nothing; instances given by effects are counted clearly.",
        }],
    }),
};
