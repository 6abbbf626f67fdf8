//! A summary of what the active texts are about, worked out once for as long as the same texts are active:
//! most questions then need no look at any card. It leaves out lasting effects, which callers check themselves.

use super::gather::{self, LyingRules};
use crate::facts::chances::Chances;
use crate::facts::game::Game;
use crate::records::kind::EventKinds;
use crate::records::state::{ByRole, Slot, SlotSet, Text, Where};
use vocab::{KeywordSet, Role};

/// What was found, and for which texts; not part of the state, from which it follows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Summaries {
    texts: Option<(u32, Summary)>,
    plays: ByRole<Option<(u32, SlotSet, Chances)>>,
    /// The static rules on the table, and for which layout.
    rules: Option<(u32, Option<LyingRules>)>,
}

/// What the texts of the cards on the table, and of those that work elsewhere, are about; quoted ones included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// The kinds of events that they wait for.
    pub events: EventKinds,
    /// The kinds of events before which they step in.
    pub would: EventKinds,
    /// The keywords that they give to other cards.
    pub keywords: KeywordSet,
    /// Whether one may make a health smaller than what is printed.
    pub shrinks: bool,
}

impl Summary {
    fn of(game: &Game) -> Summary {
        let state = &game.state;
        let active = gather::active_texts(game, None);
        let shrinks = !state.places.with(Text::Shrinks).and(active).is_empty();
        active.iter().fold(Summary { shrinks, ..Summary::default() }, |all, card| {
            let facts = game.catalog.facts(state.card(card).definition);
            Summary {
                events: all.events.or(facts.hooks.events),
                would: all.would.or(facts.hooks.would),
                keywords: all.keywords.union(facts.gives),
                shrinks,
            }
        })
    }
}

/// What the active texts are about.
#[inline]
pub(crate) fn texts(game: &Game) -> Summary {
    match game.summaries.texts {
        Some((text_version, texts)) if text_version == game.state.places.text_version() => {
            debug_assert_eq!(texts, Summary::of(game), "the active texts changed unnoticed");
            texts
        }
        Some(_) | None => Summary::of(game),
    }
}

/// Works everything out again that has changed.
#[inline]
pub(crate) fn refresh(game: &mut Game) {
    refresh_texts(game);
    refresh_rules(game);
}

/// Works the summary out again if other texts are active than before.
#[inline]
pub(crate) fn refresh_texts(game: &mut Game) {
    let text_version = game.state.places.text_version();
    if game.summaries.texts.is_none_or(|(known, _)| known != text_version) {
        game.summaries.texts = Some((text_version, Summary::of(game)));
    }
}

/// Finds the static rules on the table again if something has moved.
#[inline]
pub(crate) fn refresh_rules(game: &mut Game) {
    let layout = game.state.places.layout();
    if game.summaries.rules.is_none_or(|(known, _)| known != layout) {
        game.summaries.rules = Some((layout, LyingRules::of(game)));
    }
}

/// The static rules on the table, if they are known for the present layout.
#[inline]
pub(crate) fn lying_rules(game: &Game) -> Option<&LyingRules> {
    match &game.summaries.rules {
        Some((layout, Some(rules))) if *layout == game.state.places.layout() => {
            debug_assert_eq!(Some(rules), LyingRules::of(game).as_ref(), "a rule moved unnoticed");
            Some(rules)
        }
        Some(_) | None => None,
    }
}

/// The kinds of chances into which something that a player has can fit: cards of the hand, abilities on the table.
#[inline]
pub(crate) fn plays(game: &Game, who: Role) -> Chances {
    let hand = hand(game, who);
    match game.summaries.plays[who] {
        Some((layout, known, plays)) if layout == game.state.places.layout() && known == hand => {
            debug_assert_eq!(plays, plays_of(game, who), "what can be played changed unnoticed");
            plays
        }
        Some(_) | None => plays_of(game, who),
    }
}

/// The same; kept for as long as the cards lie in this way.
#[inline]
pub(crate) fn refresh_plays(game: &mut Game, who: Role) -> Chances {
    let (layout, hand) = (game.state.places.layout(), hand(game, who));
    match game.summaries.plays[who] {
        Some((known, cards, plays)) if known == layout && cards == hand => plays,
        Some(_) | None => {
            let plays = plays_of(game, who);
            game.summaries.plays[who] = Some((layout, hand, plays));
            plays
        }
    }
}

fn plays_of(game: &Game, who: Role) -> Chances {
    let state = &game.state;
    let playable = gather::active_texts(game, Some(who)).and(state.places.with(Text::Plays));
    let plays = |card: Slot| game.catalog.facts(state.card(card).definition).hooks.plays;
    playable.or(hand(game, who)).iter().map(plays).fold(Chances::default(), Chances::or)
}

/// The cards of a player's hand that can be played.
fn hand(game: &Game, who: Role) -> SlotSet {
    let state = &game.state;
    state.everywhere_like(Where::Hand).and(state.places.with(Text::Plays)).and(state.controlled_by(who))
}
