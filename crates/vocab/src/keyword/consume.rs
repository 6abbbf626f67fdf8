//! Consume: the unit takes the cards of its victims beneath it and grows with each.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Consume,
    name: "Consume",
    section: 1713,
    class: Some(Combination::Isolated),
    nature: Nature::StaticWithTrigger,
    parameter: Parameter::None,
    step: Step::Discard,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "Units its damage destroys go under it: +10 speed, +1 power, +1 health each.",
    example: "Eats two: 30/5/5 becomes 50/7/7.",
    definition: "Every face-down card beneath this unit gives it 10 more speed, 1 more power and 1 more \
        health. Each time its damage gets another unit discarded, take that unit's top card from the \
        discard pile and put it face-down beneath this one; the other cards of the stack stay in the pile. \
        The victim was still discarded, so everything its discard triggers happens. A Subordinate can be \
        consumed too. Nothing happens if the card has left the discard pile by then, or if this unit was \
        discarded in the same step. When this unit is discarded, the cards beneath it go to their owners' \
        discard piles.",
    sheets: None,
};
