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
    plain: "Pay this to play the card from your discard pile; next time it leaves for good.",
    example: "Pay 2 Force and use Stillness of Mind again.",
    definition: "While this card is in your discard pile, you may play it for its Meditate cost instead of \
        the build, Force or alternate cost printed on it; it needs no build counters. You can do this with \
        a Battle card only when you could play it anyway, with a Trap only when its condition comes up, \
        and with any other card only in your build step; a unit played this way is deployed. You may add \
        Enhance at its own cost, but reductions of the normal cost don't apply. A card played this way is \
        removed from the game when it would be discarded, even if it's disrupted. A single-card unit that \
        is removed wasn't discarded, and nothing that looks for a discard sees it; in a stack only such \
        cards are removed, and the unit is discarded. Activating and playing are one play with one disrupt \
        POP.",
    sheets: None,
};
