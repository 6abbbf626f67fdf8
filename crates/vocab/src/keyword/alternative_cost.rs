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
    definition: "In your build step this card may be completed at the listed price in place of its build \
        cost, out of your hand or when it is partially built; build counters on it are lost. The whole price \
        has to be paid, in the printed order, or the card cannot be completed like this. Nothing that makes \
        the card cheaper lowers this price unless it says so, and a card that goes into a stack costs the \
        whole of it too. It cannot be combined with Hidden Cost or Reduced Cost. Of several Alternative \
        Costs choose one, never parts of two. The card counts as completed, and a unit as deployed.",
    sheets: None,
};
