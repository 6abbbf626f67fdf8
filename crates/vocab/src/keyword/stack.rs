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
    plain: "Cards of the listed kinds may be added under this unit and count as part of it.",
    example: "Each one: +10 speed, +1 power, +1 health.",
    definition: "Cards of the listed kinds may be added beneath this unit and belong to its stack; adding \
        one costs 1, as beneath any unit, and the limit of 4 cards applies. A listed card is never on top. \
        This card doesn't count as the listed cards, and doesn't contest with them. A name in the list \
        admits only that name, except for other names of the same unit and cards that fit another entry. \
        The stack holds only one version of a listed unique unit, but any number of listed non-unique \
        cards; versions of this unit itself are stacked as usual. If the ability is lost or this card is \
        no longer on top, cards that don't fit the new top card go to their owners' discard piles at once; \
        that isn't a discard from an arena.",
    sheets: Some(Sheets {
        definition: Some(
            "Cards of the listed kinds may be added beneath this unit and belong to its stack; adding one \
                costs 1, as beneath any unit, and the limit of 4 cards applies. A listed card is never on \
                top. This card doesn't count as the listed cards, and doesn't contest with them. A name in \
                the list admits only that name, except for other names of the same unit and cards that fit \
                another entry. The stack holds only one version of a listed unique unit, but any number of \
                listed non-unique cards; versions of this unit itself are stacked as usual. If another \
                version of this unit becomes the top card, cards that don't fit it are discarded.",
        ),
        differences: &[Difference {
            rule: rule(1802, 25),
            sheets: "When another version of itself becomes the top card, cards that do not fit the new top \
                are discarded.",
            current: "When the Stack ability is lost or its card is no longer on top, cards that do not \
                fit are put into their owners' discard piles at once.",
            in_play: "Current: losing the ability counts too (for example by an effect that removes text); \
                the cards are put and not discarded, and go to their owners' piles.",
        }],
    }),
};
