//! Deploy: the player gets an effect on deploying the unit.

use super::{Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Deploy,
    name: "Deploy",
    section: 1718,
    class: None,
    nature: Nature::Triggered,
    parameter: Parameter::Effect,
    step: Step::Deployment,
    resolves: None,
    // A card deployed into a stack has its Deploy effect too, so it may lie under the top card (rule 1718.2).
    works_in: Places::ARENA.and(Places::BUILD_ZONE).and(Places::UNDER_TOP),
    limits: &[],
    plain: "When you deploy this unit, this happens. Not in setup.",
    example: "Deploy: Draw a card.",
    definition: "You get the effect for deploying this unit, whether you deploy it to an arena, to your \
        build zone, onto a stack or with Hidden Cost. Putting it into play, moving it or returning it \
        isn't deploying, and units placed in setup get nothing. If there are several Deploy texts, you get \
        the effect of each.",
    sheets: None,
};
