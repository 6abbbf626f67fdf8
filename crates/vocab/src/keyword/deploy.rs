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
    definition: "Deploying this unit earns you the effect. It counts whether you deploy it to an arena, to \
        your build zone, into a stack or by Hidden Cost. Being put into play, moved or returned is not \
        deploying, and units of the setup earn nothing. Several Deploy texts each give their effect.",
    sheets: None,
};
