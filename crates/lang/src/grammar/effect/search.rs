//! Searching: "search your deck for a Jedi unit card, show it to your opponent, put it into your hand, and shuffle".

use super::destination::{read_destination, write_destination};
use crate::grammar::place::{read_place_name, write_place_name};
use crate::grammar::selector::{read_choice, write_choice};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{CardAction, Choice, Destination, Noun, Place, Player, Shown};

/// The whole search, over its sentences: finding, showing, putting, shuffling.
pub fn read(p: &mut Parser) -> Option<CardAction> {
    super::verb(p, "search", "searches").then_some(())?;
    let first = read_place_name(p)?;
    matches!(first, Place::Hand(_) | Place::Deck(_) | Place::DiscardPile(_) | Place::Supply(_))
        .then_some(())?;
    let mut places = vec![first];
    if p.words("and discard pile") || p.words("and / or discard pile") || p.words("or discard pile") {
        places.push(Place::DiscardPile(p.actor));
    }
    // The wording of the first sets: "Search your deck. You may take ... from your deck."
    if !p.words(". you may take") {
        p.words("for").then_some(())?;
    }
    let mut find = read_choice(p)?;
    if find.of.place == places.first().copied() {
        find.of.place = None;
    }
    // A Pilot is a card while it pilots (rule 902.1); nothing in a deck does.
    (!find.of.classes.iter().any(|class| class.noun == Noun::Pilot)).then_some(())?;
    let mut shown = Shown::ToNobody;
    read_joint(p)?;
    if p.attempt(read_shown).is_some() {
        shown = Shown::ToOpponent;
        read_joint(p)?;
    }
    p.words("put").then_some(())?;
    read_found(p)?;
    let to = read_destination(p)?;
    let _ = p.attempt(|p| {
        p.one_of(&[". then ,", ". then", ".", ", and", ", then", "and then", "and", ","])?;
        p.one_of(&["shuffle your deck", "shuffles their deck", "shuffle it"])
    });
    Some(CardAction::Search { places, find, shown, to })
}

/// What stands between the parts; "If you do," says no more than that nothing found is nothing shown.
fn read_joint(p: &mut Parser) -> Option<()> {
    p.one_of(&[". if you do ,", ", and", "and", ",", ". then ,", "."]).map(|_| ())
}

fn read_shown(p: &mut Parser) -> Option<()> {
    let show = p.words("show");
    if !show {
        p.words("reveal").then_some(())?;
    }
    read_found(p)?;
    let told = p.words("to your opponent");
    (told || !show).then_some(())
}

/// The cards that were found.
fn read_found(p: &mut Parser) -> Option<()> {
    p.one_of(&["it", "them", "that card", "those cards", "that unit", "that unit card"]).map(|_| ())
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, places: &[Place], find: &Choice, shown: Shown, to: &Destination) -> Written {
    super::imperative(w)?;
    w.say("search");
    match places {
        [one] => write_place_name(w, *one)?,
        [Place::Deck(Player::You), Place::DiscardPile(Player::You)] => w.say("your deck and discard pile"),
        _ => return Err(Unwritable("a search of these places")),
    }
    w.say("for");
    write_choice(w, find)?;
    if shown == Shown::ToOpponent {
        w.say(", show it to your opponent");
    }
    w.say(", put it");
    write_destination(w, to)?;
    w.say(", and shuffle your deck");
    Ok(())
}
