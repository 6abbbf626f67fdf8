//! Damage Control X: the unit is repaired at the start of the build step.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::DamageControl,
    name: "Damage Control",
    section: 1716,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::BuildStepStart,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "Repairs itself: take up to X damage off at the start of your build step.",
    example: "3 damage, Damage Control 2: 1 is left.",
    definition: "At the start of its controller's build step, up to X damage counters may be removed from \
        this unit. It works only at the first such start in a turn, and not in the build zone.",
    sheets: None,
};
