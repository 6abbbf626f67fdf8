//! Where a card is put: "into your hand", "on the bottom of your deck", "into your build zone with 2 build counters on it".

use crate::grammar::amount::{read_value, write_value};
use crate::grammar::place::{read_arena, write_arena};
use crate::grammar::player::read_owner;
use crate::grammar::selector::{read_selector, write_selector};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Amount, ArenaRef, Destination, End, Face, Filter, Place, Player, Quality, Reference, Selector, TapState,
};

/// A destination with its preposition.
pub fn read_destination(p: &mut Parser) -> Option<Destination> {
    if p.words("beneath") || p.words("under") {
        return read_selector(p).map(|on| Destination::Beneath(on, Face::Up));
    }
    if let Some(face) = p.choice(&[("face-down", Face::Down), ("face-up", Face::Up)]) {
        if p.words("beneath") || p.words("under") {
            return read_selector(p).map(|on| Destination::Beneath(on, face));
        }
        return p.attempt(|p| read_build_zone(p, Some(face)));
    }
    let piloting = p.attempt(|p| {
        p.words("onto").then_some(())?;
        let on = read_selector(p)?;
        p.words("as a pilot").then_some(Destination::Piloting(on))
    });
    if piloting.is_some() {
        return piloting;
    }
    if p.words("into the stack of") {
        return read_selector(p).map(Destination::Stack);
    }
    p.attempt(|p| read_build_zone(p, None))
        .or_else(|| p.attempt(read_deck))
        .or_else(|| p.attempt(read_pile))
        .or_else(|| p.attempt(read_arena_side))
}

/// Where these cards are put. Cards go to their owner's piles (rule 105.3), and into another hand where a text says so (rule
/// 105.7); into other piles than a hand nobody gets somebody else's cards, so that isn't read.
pub fn read_destination_of(p: &mut Parser, cards: &Selector) -> Option<Destination> {
    let is_others = match cards {
        Selector::Known(known) => p
            .refs
            .find(*known)
            .is_some_and(|referent| is_maybe_others(referent.owner) && referent.control.is_none()),
        Selector::Each(filter) => is_in_others_pile(filter),
        Selector::Choose(choice) => is_in_others_pile(&choice.of),
        Selector::Together(_) => false,
    };
    read_destination_from(p, is_others)
}

/// The same for cards that lie in the opponent's piles or not.
pub fn read_destination_from(p: &mut Parser, is_others: bool) -> Option<Destination> {
    let start = p.place();
    let to = read_destination(p)?;
    let is_pile = matches!(
        to,
        Destination::Hand | Destination::Deck(_) | Destination::DiscardPile | Destination::Supply
    );
    let is_yours = p.has_said(start, &["your"]) && !p.has_said(start, &["your", "opponent"]);
    match to {
        Destination::Hand if is_others && is_yours => Some(Destination::HandOf(Player::You)),
        to => (!(is_others && is_pile && is_yours)).then_some(to),
    }
}

fn is_in_others_pile(filter: &Filter) -> bool {
    let owner = filter.place.and_then(crate::referents::owner_of_place);
    is_maybe_others(owner) && !matches!(filter.place, Some(Place::BuildZone(_)))
}

/// Whether what belongs to this player may be the opponent's: "a card from any discard pile".
const fn is_maybe_others(owner: Option<Player>) -> bool {
    matches!(owner, Some(Player::Opponent | Player::Any))
}

/// "into your build zone with 2 build counters on it". A card with counters is partially built, so face-down.
fn read_build_zone(p: &mut Parser, face: Option<Face>) -> Option<Destination> {
    (p.words("into") || p.words("in")).then_some(())?;
    let _ = p.words("the") || p.attempt(read_owner).is_some();
    p.words("build zone").then_some(())?;
    let face = face.or_else(|| p.choice(&[("face-down", Face::Down), ("face-up", Face::Up)]));
    let counters = p.attempt(|p| {
        p.words("with").then_some(())?;
        let counters = if p.words("a") { 1.into() } else { read_value(p)? };
        (p.words("build counters on") || p.words("build counter on")).then_some(())?;
        p.words("each of");
        (p.words("it") || p.words("them") || p.words("each")).then_some(counters)
    });
    let face = face.unwrap_or(if counters.is_some() { Face::Down } else { Face::Up });
    Some(Destination::BuildZone { face, counters: counters.unwrap_or(Amount::Number(0)) })
}

fn read_deck(p: &mut Parser) -> Option<Destination> {
    // "back on top in any order": where they were looked at.
    if p.words("back in any order") {
        return Some(Destination::Deck(End::Top));
    }
    let back = p.words("back");
    let end = p.choice(&[
        ("on the bottom of", End::Bottom),
        ("on the top of", End::Top),
        ("on top of", End::Top),
        ("to the top of", End::Top),
        ("to the bottom of", End::Bottom),
    ]);
    match end {
        None => {
            (back && p.words("on top")).then_some(())?;
            let _ = p.words("in any order");
            return Some(Destination::Deck(End::Top));
        }
        Some(_) => {
            read_whose(p)?;
            p.words("deck").then_some(())?;
        }
    }
    let end = end?;
    let _ = p.words("in any order") || p.words(", in any order");
    Some(Destination::Deck(end))
}

/// Whose pile the text names: a card goes to its owner's whatever the text says (rule 105.3).
pub fn read_whose(p: &mut Parser) -> Option<()> {
    p.one_of(&["its owner's", "their owner's"]).map(|_| ()).or_else(|| read_owner(p).map(|_| ()))
}

fn read_pile(p: &mut Parser) -> Option<Destination> {
    (p.words("into") || p.words("in") || p.words("to")).then_some(())?;
    if p.words("the discard pile") {
        return Some(Destination::DiscardPile);
    }
    read_whose(p)?;
    // "into your deck. Shuffle your deck."
    let shuffled = p.attempt(|p| {
        p.words("deck").then_some(())?;
        let shuffles = p.sees(|p| {
            p.one_of(&[". if you do ,", ". then", ".", ", then", "and"]).is_some()
                && (p.words("shuffle") || p.words("shuffles"))
        });
        shuffles.then_some(Destination::Deck(End::Shuffled))
    });
    if shuffled.is_some() {
        return shuffled;
    }
    p.choice(&[
        ("hand", Destination::Hand),
        ("hands", Destination::Hand),
        ("discard pile", Destination::DiscardPile),
        ("supply", Destination::Supply),
    ])
}

fn read_arena_side(p: &mut Parser) -> Option<Destination> {
    (p.words("into") || p.words("in") || p.words("to")).then_some(())?;
    let own = p
        .one_of(&[
            "one of its arenas",
            "any of its arenas",
            "one of their arenas",
            "its arena",
            "its arenas",
            "their arena",
            "their arenas",
            "play",
        ])
        .is_some();
    let arena = if own { ArenaRef::Any } else { read_arena(p)? };
    let state = p.choice(&[("untapped", TapState::Untapped), ("tapped", TapState::Tapped)]);
    Some(Destination::Arena(arena, state.unwrap_or_default()))
}

/// Writes what `read_destination` reads, for your own cards.
pub fn write_destination(w: &mut Writer, to: &Destination) -> Written {
    write_destination_of(w, to, "your")
}

/// Whose pile these cards end up in: always their owner's (rule 105.3).
pub fn owner_of(w: &Writer, cards: &Selector) -> &'static str {
    let whose = match cards {
        Selector::Known(Reference::This | Reference::Giver) => Some(Player::You),
        Selector::Known(known) => w.refs.find(*known).and_then(|referent| referent.owner),
        Selector::Each(filter) => owner_in(w, filter),
        Selector::Choose(choice) => owner_in(w, &choice.of),
        Selector::Together(parts) => {
            let owners: Vec<&str> = parts.iter().map(|part| owner_of(w, part)).collect();
            return owners
                .first()
                .filter(|first| owners.iter().all(|own| own == *first))
                .map_or(OWNER, |one| one);
        }
    };
    match whose {
        Some(Player::You) => "your",
        Some(Player::Opponent) => "your opponent's",
        _ => OWNER,
    }
}

const OWNER: &str = "its owner's";

fn owner_in(w: &Writer, filter: &Filter) -> Option<Player> {
    let among = filter.with.iter().find_map(|quality| match quality {
        Quality::Among(Reference::This | Reference::Giver) => Some(Player::You),
        Quality::Among(known) => w.refs.find(*known)?.owner,
        _ => None,
    });
    crate::referents::owner_of(filter).or(among)
}

/// The same for anybody's cards.
pub fn write_destination_of(w: &mut Writer, to: &Destination, owner: &str) -> Written {
    match to {
        Destination::Hand => w.say(format!("into {owner} hand")),
        Destination::HandOf(Player::You) => w.say("into your hand"),
        Destination::HandOf(_) => return Err(Unwritable("this player's hand")),
        Destination::DiscardPile => w.say(format!("into {owner} discard pile")),
        Destination::Supply => w.say(format!("into {owner} supply")),
        Destination::Deck(End::Top) => w.say(format!("on the top of {owner} deck")),
        Destination::Deck(End::Bottom) => w.say(format!("on the bottom of {owner} deck")),
        Destination::Deck(End::Shuffled) => w.say(format!("into {owner} deck")),
        Destination::Piloting(on) => {
            w.say("onto");
            write_selector(w, on)?;
            w.say("as a Pilot");
        }
        Destination::Stack(on) => {
            w.say("into the stack of");
            write_selector(w, on)?;
        }
        Destination::BuildZone { face, counters } => {
            let none = *counters == Amount::Number(0);
            let usual = if none { Face::Up } else { Face::Down };
            w.say("into your build zone");
            if *face != usual {
                w.say(if *face == Face::Up { "face-up" } else { "face-down" });
            }
            if !none {
                w.say("with");
                write_value(w, counters)?;
                w.say(if *counters == Amount::Number(1) {
                    "build counter on it"
                } else {
                    "build counters on it"
                });
            }
        }
        Destination::Arena(arena, state) => {
            w.say("into");
            write_arena(w, *arena)?;
            w.say(match state {
                TapState::Unstated => "",
                TapState::Tapped => "tapped",
                TapState::Untapped => "untapped",
            });
        }
        Destination::Beneath(on, face) => {
            w.say(if *face == Face::Up { "beneath" } else { "face-down beneath" });
            write_selector(w, on)?;
        }
        Destination::RemovedFromGame | Destination::Discarded | Destination::AttachedTo(_) => {
            return Err(Unwritable("this destination here"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_destination, write_destination};
    use crate::testing::both;

    #[test]
    fn destinations() {
        for text in [
            "into your hand",
            "on the bottom of your deck",
            "into your build zone with 2 build counters on it",
            "into the Ground arena tapped",
            "face-down beneath this unit",
        ] {
            both(text, read_destination, write_destination);
        }
    }
}
