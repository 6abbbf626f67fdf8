//! Bounty: a unit discarded by this unit's damage pays a bonus in the next build step.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Bounty,
    name: "Bounty",
    section: 1712,
    class: Some(Combination::Layered),
    nature: Nature::Triggered,
    parameter: Parameter::Effect,
    step: Step::Discard,
    resolves: Some(Step::BuildStepStart),
    works_in: Places::ARENA.and(Places::BUILD_ZONE),
    limits: &[],
    definition: "When damage by this unit gets a different unit discarded, its controller receives the bonus \
        at the start of his or her next build step. Any damage of this unit counts, from attacks as from \
        Retaliate, Deflect and the like, and even a unit of your own may be the victim; but the unit earns \
        nothing for itself, nor for a unit discarded without damage. Each unit discarded pays once for each \
        Bounty. It works from the build zone, and the bonus is not lost when this unit has left play; it \
        goes to the player who controlled this unit at the time of the discard.",
    sheets: Some(Sheets::SAME),
};
