//! What the texts that can speak at the moment are about at all, worked out once for as long as the same texts can speak:
//! most questions need not be asked of anybody. Lasting effects are not among them; who asks looks at those.

use super::gather;
use crate::game::Game;
use crate::play::Chances;
use crate::state::{ByRole, Slot, SlotSet, Text, Where};
use vocab::{KeywordSet, Role};

/// What was found, and for which texts; not part of the state, from which it follows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Heard {
    said: Option<(u32, Said)>,
    plays: ByRole<Option<(u32, SlotSet, Chances)>>,
}

/// What the texts of the cards on the table, and of those that work elsewhere, are about; quoted ones included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// The kinds of events that they wait for.
    pub events: u32,
    /// The kinds of events before which they step in.
    pub would: u32,
    /// The keywords that they have or give.
    pub keywords: KeywordSet,
    /// Whether one may make a health smaller than what is printed.
    pub shrinks: bool,
}

impl Said {
    fn of(game: &Game) -> Said {
        let state = &game.state;
        let may_speak = gather::audible(game, None);
        let shrinks = !state.places.with(Text::Shrinks).and(may_speak).is_empty();
        may_speak.iter().fold(Said { shrinks, ..Said::default() }, |all, card| {
            let facts = game.catalog.facts(state.card(card).definition);
            Said {
                events: all.events | facts.said.events,
                would: all.would | facts.said.would,
                keywords: all.keywords.union(facts.mentions),
                shrinks,
            }
        })
    }
}

/// What the texts that can speak are about.
#[inline]
pub(crate) fn said(game: &Game) -> Said {
    match game.heard.said {
        Some((voices, said)) if voices == game.state.places.voices() => {
            debug_assert_eq!(said, Said::of(game), "other texts speak and nobody noted it");
            said
        }
        Some(_) | None => Said::of(game),
    }
}

/// Listens to the texts that can speak, if they are others than before.
#[inline]
pub(crate) fn listen(game: &mut Game) {
    let voices = game.state.places.voices();
    if game.heard.said.is_none_or(|(known, _)| known != voices) {
        game.heard.said = Some((voices, Said::of(game)));
    }
}

/// The kinds of chances into which something that a player has can fit: cards of the hand, abilities on the table.
#[inline]
pub(crate) fn plays(game: &Game, who: Role) -> Chances {
    let hand = hand(game, who);
    match game.heard.plays[who] {
        Some((layout, known, plays)) if layout == game.state.places.layout() && known == hand => {
            debug_assert_eq!(plays, plays_of(game, who), "something else can be played and nobody noted it");
            plays
        }
        Some(_) | None => plays_of(game, who),
    }
}

/// The same; kept for as long as the cards lie in this way.
#[inline]
pub(crate) fn look_at_plays(game: &mut Game, who: Role) -> Chances {
    let (layout, hand) = (game.state.places.layout(), hand(game, who));
    match game.heard.plays[who] {
        Some((known, cards, plays)) if known == layout && cards == hand => plays,
        Some(_) | None => {
            let plays = plays_of(game, who);
            game.heard.plays[who] = Some((layout, hand, plays));
            plays
        }
    }
}

fn plays_of(game: &Game, who: Role) -> Chances {
    let state = &game.state;
    let speaking = gather::audible(game, Some(who)).and(state.places.with(Text::Plays));
    let plays = |card: Slot| game.catalog.facts(state.card(card).definition).said.plays;
    speaking.or(hand(game, who)).iter().map(plays).fold(Chances::default(), Chances::or)
}

/// The cards of a player's hand that can be played.
fn hand(game: &Game, who: Role) -> SlotSet {
    let state = &game.state;
    state.everywhere_like(Where::Hand).and(state.places.with(Text::Plays)).and(state.controlled_by(who))
}
