//! What a scenario expects, checked against the game.

use crate::names::Names;
use crate::place::{place_in_words, spot_in_words};
use crate::scenario::{Expect, Spot, Statistic};
use crate::verdict::role;
use engine::state::{Outcome, Slot, Where};
use engine::{Face, Game, Viewer};

/// Checks an expectation; the error says what is the case.
pub(crate) fn check(game: &Game, names: &Names, expect: &Expect) -> Result<(), String> {
    let state = game.whole();
    let slot = |name: &str| slot(names, name);
    match expect {
        Expect::Counters(name, kind, n) => {
            let found = state.counters(slot(name)?, *kind);
            same(&format!("{} counters on {name}", kind.name()), found, *n)
        }
        Expect::Tapped(name) => is(state.card(slot(name)?).is_tapped(), || format!("{name} is untapped")),
        Expect::Untapped(name) => is(!state.card(slot(name)?).is_tapped(), || format!("{name} is tapped")),
        Expect::In(name, spot) => {
            let place = state.card(slot(name)?).place;
            let fits = match (spot, place) {
                (Spot::Arena(arena), Where::Arena(own)) => *arena == own,
                (Spot::BuildZone | Spot::Building, Where::BuildZone)
                | (Spot::Hand, Where::Hand)
                | (Spot::Deck, Where::Deck)
                | (Spot::DiscardPile, Where::DiscardPile)
                | (Spot::Removed, Where::Removed)
                | (Spot::EventZone, Where::EventZone)
                | (Spot::Supply, Where::Supply) => true,
                (Spot::Under(host), Where::Stacked(own))
                | (Spot::Pilot(host), Where::Piloting(own))
                | (Spot::On(host), Where::Attached(own))
                | (Spot::Beneath(host), Where::Beneath(own)) => slot(host)? == own,
                (_, _) => false,
            };
            is(fits, || {
                format!("{name} is {}, expected {}", place_in_words(game, place), spot_in_words(spot))
            })
        }
        Expect::Force(who, n) => same(&format!("{}'s Force", role(*who)), state.players[*who].force, *n),
        Expect::BuildPoints(who, n) => {
            same(&format!("{}'s build points", role(*who)), state.players[*who].build, *n)
        }
        Expect::HandSize(who, n) => {
            let found = state.zone(*who, Where::Hand).count();
            same(&format!("cards in {}'s hand", role(*who)), found, usize::from(*n))
        }
        Expect::DeckSize(who, n) => {
            let found = state.zone(*who, Where::Deck).count();
            same(&format!("cards in {}'s deck", role(*who)), found, usize::from(*n))
        }
        Expect::Asked(who) => match game.asked() {
            Some(ask) if ask.who == *who => Ok(()),
            Some(ask) => Err(format!("{} is asked to {}", role(ask.who), ask.why.words())),
            None => Err("nobody is asked: the game is over".into()),
        },
        Expect::FaceDown(name) => {
            is(state.card(slot(name)?).is_face_down(), || format!("{name} isn't face-down"))
        }
        Expect::Sees(who, sees, name) => {
            let face = game.face_of(slot(name)?, Viewer::Seat(*who));
            seen(*who, name, matches!(face, Some(Face::Known(_))), *sees)
        }
        Expect::SeesDice(who, sees) => match game.sees_dice(Viewer::Seat(*who)) {
            Some(found) => seen(*who, "the dice", found, *sees),
            None => Err("no attack dice have been rolled".into()),
        },
        Expect::DeckFaults(..) | Expect::Rolled(_) => Err("this isn't about the table".into()),
        Expect::Value(name, statistic, n) => {
            let now = game.now(slot(name)?);
            let (word, found) = match statistic {
                Statistic::Speed => ("speed", now.speed),
                Statistic::Power => ("power", now.power),
                Statistic::Health => ("health", now.health),
            };
            same(&format!("{word} of {name}"), found, *n)
        }
        Expect::Turn(n) => same("turn", state.turn, *n),
        Expect::NoWinner => is(game.outcome().is_none(), || ended(game)),
        Expect::Draw => is(matches!(game.outcome(), Some(Outcome::Draw(_))), || ended(game)),
        Expect::Winner(who) => {
            let has_won = matches!(game.outcome(), Some(Outcome::Won(winner, _)) if winner == *who);
            is(has_won, || ended(game))
        }
    }
}

/// The card of this name; the first of several copies.
fn slot(names: &Names, name: &str) -> Result<Slot, String> {
    let slots = names.find(name).map_err(|unclear| unclear.says(name))?;
    slots.first().copied().ok_or_else(|| format!("no card here is called `{name}`"))
}

/// How the game stands.
fn ended(game: &Game) -> String {
    match game.outcome() {
        None => "the game goes on".into(),
        Some(Outcome::Won(who, rule)) => format!("{} has won [{rule}]", role(who)),
        Some(Outcome::Draw(rule)) => format!("the game is a draw [{rule}]"),
        Some(Outcome::Stopped) => "the game was stopped: it grew too large".into(),
    }
}

fn seen(who: vocab::Role, what: &str, found: bool, expected: bool) -> Result<(), String> {
    let verb = if found { "sees" } else { "doesn't see" };
    is(found == expected, || format!("{} {verb} {what}", role(who)))
}

fn is(fact: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if fact { Ok(()) } else { Err(otherwise()) }
}

/// Two values are the same.
pub(crate) fn same<T: Copy + PartialEq + std::fmt::Display>(
    what: &str,
    found: T,
    expected: T,
) -> Result<(), String> {
    is(found == expected, || format!("{what}: {found}, expected {expected}"))
}
