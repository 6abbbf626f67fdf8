//! Searching: "search your deck for a Jedi unit card, show it to your opponent, put it into your hand, and shuffle".

use super::destination::{read_destination_from, write_destination_of};
use crate::grammar::place::{read_place_name, write_place_name};
use crate::grammar::player::{read_owner, read_player};
use crate::grammar::selector::{read_choice, read_selector, write_choice, write_selector};
use crate::parser::Parser;
use crate::referents::owner_of_place;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Keyword;
use vocab::ability::{CardAction, Choice, Destination, Noun, Place, Player, Quality, Shown};

/// The whole search, over its sentences: finding, showing, putting, shuffling.
pub fn read(p: &mut Parser) -> Option<CardAction> {
    super::verb(p, "search", "searches").then_some(())?;
    let places = read_places(p)?;
    // The wording of the first sets: "Search your deck. You may take ... from your deck."
    if !p.words(". you may take") {
        p.words("for").then_some(())?;
    }
    let mut find = read_choice(p)?;
    if find.of.place == places.first().copied() {
        find.of.place = None;
    }
    // There are no units in a deck: "a Joker or Equipment card" is a Joker card.
    let mixed = find.of.classes.iter().any(|class| class.noun != Noun::Unit);
    for class in find.of.classes.iter_mut().filter(|class| class.noun == Noun::Unit) {
        class.noun = if mixed { Noun::Card } else { Noun::UnitCard };
    }
    // A Pilot is a card while it pilots (rule 902.1); in a deck the keyword is meant.
    for class in find.of.classes.iter_mut().filter(|class| class.noun == Noun::Pilot) {
        class.noun = Noun::UnitCard;
        class.adjectives.push(Quality::Keyword(Keyword::Pilot, None));
    }
    read_found_in(p, places, find)
}

/// What happens to the cards searched for in these places, after their description.
pub fn read_found_in(p: &mut Parser, places: Vec<Place>, find: Choice) -> Option<CardAction> {
    let mut shown = Shown::ToNobody;
    read_joint(p)?;
    if p.attempt(read_shown).is_some() {
        shown = Shown::ToOpponent;
        read_joint(p)?;
    }
    let to = read_fate(p, &places)?;
    let _ = p.attempt(read_shuffled);
    Some(CardAction::Search { places, find, shown, to })
}

/// "search your deck for a Space unit card, a Ground unit card and a Character unit card ...": a search for each.
pub fn read_several(p: &mut Parser) -> Option<Vec<CardAction>> {
    super::verb(p, "search", "searches").then_some(())?;
    let places = read_places(p)?;
    p.words("for").then_some(())?;
    let mut finds = vec![read_choice(p)?];
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", and", "and / or", "and", ","])?;
        p.sees(|p| p.words("a") || p.words("an") || p.words("up to")).then_some(())?;
        read_choice(p)
    }) {
        finds.push(next);
    }
    (finds.len() > 1).then_some(())?;
    read_joint(p)?;
    let shown = if p.attempt(read_shown).is_some() {
        read_joint(p)?;
        Shown::ToOpponent
    } else {
        Shown::ToNobody
    };
    let to = read_fate(p, &places)?;
    let _ = p.attempt(read_shuffled);
    let search = |find| CardAction::Search { places: places.clone(), find, shown, to: to.clone() };
    Some(finds.into_iter().map(search).collect())
}

/// "your deck", "your deck and discard pile", "your hand, deck or discard pile".
fn read_places(p: &mut Parser) -> Option<Vec<Place>> {
    let first = read_place_name(p)?;
    let who = owner(first)?;
    let mut places = vec![first];
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", and / or", "and / or", ", or", ", and", "or", "and", ","])?;
        let _ = p.attempt(|p| read_owner(p).filter(|owner| *owner == who));
        p.choice(&[
            ("discard pile", Place::DiscardPile(who)),
            ("hand", Place::Hand(who)),
            ("deck", Place::Deck(who)),
        ])
    }) {
        places.push(next);
    }
    Some(places)
}

const fn owner(place: Place) -> Option<Player> {
    match place {
        Place::Deck(who) | Place::Hand(who) | Place::DiscardPile(who) | Place::Supply(who) => Some(who),
        _ => None,
    }
}

/// What happens to the cards that were found.
fn read_fate(p: &mut Parser, places: &[Place]) -> Option<Destination> {
    if super::verb(p, "discard", "discards") {
        read_found(p)?;
        return Some(Destination::Discarded);
    }
    if super::verb(p, "remove", "removes") {
        read_found(p)?;
        return p.words("from the game").then_some(Destination::RemovedFromGame);
    }
    if p.words("attach") {
        read_found(p)?;
        p.words("to").then_some(())?;
        let to = read_selector(p)?;
        super::cards::read_free(p);
        return Some(Destination::AttachedTo(to));
    }
    super::verb(p, "put", "puts").then_some(())?;
    read_found(p)?;
    read_destination_from(p, whose_cards(places) == OTHERS)
}

/// What separates the parts; "If you do," only says that finding nothing means showing nothing.
fn read_joint(p: &mut Parser) -> Option<()> {
    p.one_of(&[
        ". if you do ,",
        ". if you do",
        ", and then",
        ", and",
        "and then",
        "and",
        ",",
        ". then ,",
        ".",
    ])
    .map(|_| ())
}

/// A searched deck is shuffled, whoever the text tells to do it (rule 106.5).
fn read_shuffled(p: &mut Parser) -> Option<()> {
    p.one_of(&[
        ". then ,",
        ". then",
        ". if you do ,",
        ".",
        ", and then",
        ", and",
        ", then",
        "and then",
        "and",
        ",",
    ])?;
    let _ = p.attempt(read_player);
    p.words("then");
    p.one_of(&["shuffle", "shuffles"])?;
    p.attempt(|p| {
        read_owner(p)?;
        p.words("deck").then_some(())
    })
    .or_else(|| p.words("it").then_some(()))
    .or_else(|| p.sees(|p| p.words(".") || p.at_end()).then_some(()))
}

fn read_shown(p: &mut Parser) -> Option<()> {
    let show = super::verb(p, "show", "shows");
    if !show {
        super::verb(p, "reveal", "reveals").then_some(())?;
    }
    read_found(p)?;
    let told =
        p.one_of(&["to your opponent", "to you", "to his or her opponent", "to their opponent"]).is_some();
    (told || !show).then_some(())
}

/// The cards that were found.
fn read_found(p: &mut Parser) -> Option<()> {
    p.one_of(&["it", "them", "that card", "those cards", "that unit card", "those unit cards", "that unit"])
        .map(|_| ())
}

const OTHERS: &str = "your opponent's";

/// Whose cards are found in these places.
fn whose_cards(places: &[Place]) -> &'static str {
    let whose = |player: Player| places.iter().all(|place| owner_of_place(*place) == Some(player));
    if whose(Player::You) {
        "your"
    } else if whose(Player::Opponent) {
        OTHERS
    } else {
        "its owner's"
    }
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, places: &[Place], find: &Choice, shown: Shown, to: &Destination) -> Written {
    super::say_verb(w, "search", "searches");
    let (first, others) = places.split_first().ok_or(Unwritable("a search of nothing"))?;
    write_place_name(w, *first)?;
    for (i, place) in others.iter().enumerate() {
        w.say(if i + 1 == others.len() { "or" } else { "," });
        w.say(match place {
            Place::DiscardPile(_) => "discard pile",
            Place::Hand(_) => "hand",
            Place::Deck(_) => "deck",
            _ => return Err(Unwritable("a search of these places")),
        });
    }
    w.say("for");
    write_choice(w, find)?;
    if shown == Shown::ToOpponent {
        w.say(",");
        super::say_verb(w, "reveal", "reveals");
        w.say("it");
    }
    w.say(",");
    match to {
        Destination::Discarded => {
            super::say_verb(w, "discard", "discards");
            w.say("it");
        }
        Destination::RemovedFromGame => {
            super::say_verb(w, "remove", "removes");
            w.say("it from the game");
        }
        Destination::AttachedTo(to) => {
            w.say("attach it to");
            write_selector(w, to)?;
        }
        to => {
            super::say_verb(w, "put", "puts");
            w.say("it");
            write_destination_of(w, to, whose_cards(places))?;
        }
    }
    if places.iter().any(|place| matches!(place, Place::Deck(_))) {
        w.say(", and");
        super::say_verb(w, "shuffle", "shuffles");
        w.say("it");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::cards::write;
    use super::read;
    use crate::testing::{both, reads};

    #[test]
    fn searches() {
        for text in [
            "Search your deck for a Jedi unit card, reveal it, put it into your hand, and shuffle it",
            "Search your hand, deck or discard pile for a Lightsaber, attach it to this unit, and shuffle it",
            "Search your opponent's deck for a Location, discard it, and shuffle it",
            "Search your opponent's deck for up to 2 Locations, remove it from the game, and shuffle it",
        ] {
            both(text, read, write);
        }
        let told = "Search your opponent's deck for a Location card and discard it. Your opponent shuffles his or her deck";
        assert_eq!(reads(told, read), reads("Search your opponent's deck for a Location, discard it", read));
        assert!(reads(told, read).is_some());
    }
}
