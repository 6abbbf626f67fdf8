//! Alternative Cost: the card may be completed at the listed price instead of its build cost.

use super::{Combination, Keyword, Limit, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::AlternativeCost,
    name: "Alternative Cost",
    section: 1704,
    class: Some(Combination::Selective),
    nature: Nature::Static,
    parameter: Parameter::Cost,
    step: Step::Completion,
    resolves: None,
    works_in: Places::HAND.and(Places::BUILD_ZONE),
    limits: &[Limit::BuiltCardsOnly],
    plain: "Instead of this card's build cost you may pay this other price, in full.",
    example: "Pay 4 Force and discard a card: it's finished.",
    definition: "In your build step you may complete this card for the listed cost instead of its build \
        cost, from your hand or when it's partially built; any build counters on it are lost. Pay the \
        whole cost in the printed order, or you can't complete the card this way. Reductions don't lower \
        it unless they say so, and a card that goes onto a stack costs the full amount too. It can't be \
        combined with Hidden Cost or Reduced Cost. If there are several Alternative Costs, choose one, \
        never parts of two. The card counts as completed, and a unit as deployed.",
    sheets: None,
};
