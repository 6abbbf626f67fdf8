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
    plain: "When this unit's damage destroys another unit, collect the reward at your next build step.",
    example: "Destroy one, gain 2 build points.",
    definition: "When damage from this unit gets another unit discarded, its controller gets the bonus at \
        the start of their next build step. Any damage from this unit counts, from attacks as well as \
        Retaliate, Deflect and so on, and the victim can even be one of your own; but the unit earns \
        nothing for itself, or for a unit discarded without damage. Each discarded unit pays once for each \
        Bounty. It works from the build zone. The bonus isn't lost if this unit has left play; it goes to \
        the player who controlled the unit when the discard happened.",
    sheets: Some(Sheets::SAME),
};
