//! Texts that are carried out by hand: computer players leave them alone, also where they sit in for somebody who
//! carries them out, as in hints and analyses (rule 1316.9).

use engine::state::{Chance, Slot, Stream};
use engine::{Choice, Sight, Why};
use vocab::CardType;

/// Whether a choice does something by hand, begins to, or has it taken back.
pub(crate) fn is_left_alone(sight: Sight<'_>, why: Why, choice: Choice) -> bool {
    match why {
        Why::ByHand => !matches!(choice, Choice::Done | Choice::Back),
        Why::Agree => choice != Choice::Yes,
        // What is put in order resolves in any case.
        Why::Order => false,
        _ => begins(sight, choice),
    }
}

/// Whether nothing comes of a choice but a text by hand.
fn begins(sight: Sight<'_>, choice: Choice) -> bool {
    let catalog = sight.catalog();
    let is_played_by_hand = |card: Slot| {
        sight.card(card).is_some_and(|id| {
            catalog.card_type(id) == CardType::Battle
                && catalog.facts(id).abilities.iter().any(|own| catalog.is_by_hand(*own))
        })
    };
    match choice {
        Choice::Use(_, id) => catalog.is_by_hand(id),
        Choice::Play(card) | Choice::PlayBy(card, _) => is_played_by_hand(card),
        _ => false,
    }
}

/// Any choice of the question that waits but those.
pub(crate) fn any(sight: Sight<'_>, chance: &mut Chance) -> usize {
    let (choices, why) = (sight.choices(), sight.asked().map(|ask| ask.why));
    let is_open = |index: &usize| !why.is_some_and(|why| is_left_alone(sight, why, choices[*index]));
    let open: Vec<usize> = (0..choices.len()).filter(is_open).collect();
    match open.len() {
        0 => 0,
        many => open[chance.below(Stream::Choice, many)],
    }
}
