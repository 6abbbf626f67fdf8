//! Stack: cards of the listed kinds may be laid beneath the unit.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Stack,
    name: "Stack",
    section: 1754,
    class: Some(Combination::Layered),
    nature: Nature::Static,
    parameter: Parameter::CardList,
    step: Step::Stacking,
    resolves: None,
    works_in: Places::ARENA.and(Places::BUILD_ZONE),
    limits: &[],
    definition: "Cards of the listed kinds may be added beneath this unit and belong to its stack; adding \
        one costs 1, as beneath any unit, and the limit of 4 cards holds. A listed card is never on top. \
        This card does not count as the listed cards, nor does it contest with them. A name in the list lets \
        in that name only, apart from names for the same unit and cards that fit another entry. Of a listed \
        unique unit the stack holds a single version, of listed non-unique cards any number; versions of \
        this unit itself are stacked as usual. If the ability is lost or this card is not on top any more, \
        cards that do not fit the present top card go to their owners' discard piles at once; that is not a \
        discard from an arena.",
    sheets: Some(Sheets {
        definition: Some(
            "Cards of the listed kinds may be added beneath this unit and belong to its stack; adding one \
                costs 1, as beneath any unit, and the limit of 4 cards holds. A listed card is never on top. \
                This card does not count as the listed cards, nor does it contest with them. A name in the \
                list lets in that name only, apart from names for the same unit and cards that fit another \
                entry. Of a listed unique unit the stack holds a single version, of listed non-unique cards \
                any number; versions of this unit itself are stacked as usual. If another version of this \
                unit becomes the top card, cards that do not fit it are discarded.",
        ),
        differences: &[Difference {
            rule: rule(1802, 25),
            sheets: "When another version of itself becomes the top card, cards that do not fit the new top \
                are discarded.",
            current: "When the Stack ability is lost or its card is not on top any more, cards that do not \
                fit are put into their owners' discard piles at once.",
            in_play: "Current: losing the ability counts too (for example by an effect that removes text); \
                the cards are put and not discarded, and go to their owners' piles.",
        }],
    }),
};
