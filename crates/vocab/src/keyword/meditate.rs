//! Meditate: the card is played once more, out of the discard pile.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Meditate,
    name: "Meditate",
    section: 1739,
    class: Some(Combination::Isolated),
    nature: Nature::Activated,
    parameter: Parameter::None,
    step: Step::Play,
    resolves: None,
    works_in: Places::DISCARD_PILE,
    limits: &[],
    definition: "Out of your discard pile you may play this card by paying its Meditate cost in place of the \
        build, Force or alternate cost printed on it; no build counters are needed. A Battle card can be \
        played so only when it could be played anyway, a Trap only when its condition happens, every other \
        card only in your build step; a unit played so is deployed. Enhance may be added at its own price, \
        but reductions of the normal cost do not apply. A card played so is removed from the game when it \
        would be discarded, also when it is disrupted. A unit of one card that is removed was not discarded, \
        and nothing that looks for a discard sees it; in a stack only such cards are removed, and the unit \
        is discarded. Activating and playing are one play with one disrupt POP.",
    sheets: None,
};
