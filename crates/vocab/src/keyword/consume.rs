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
    definition: "Every face-down card beneath this unit gives it 10 more speed, 1 more power and 1 more \
        health. Each time its damage gets a different unit discarded, the top card of that unit is taken out \
        of the discard pile and laid face-down beneath this one; other cards of the stack stay there. The \
        victim was discarded all the same, so whatever its discard triggers happens. A Subordinate can be \
        consumed too. Nothing is laid down if the card has left the discard pile before that, or if this \
        unit was discarded in the same step. When it is discarded itself, the cards beneath go to their \
        owners' discard piles.",
    sheets: None,
};
