//! Places: "the Ground arena", "this arena", "your hand", "your opponent's build zone", "this unit's stack".

use super::player::{read_owner, write_owner};
use super::reference::{read_owner_reference, write_owner_reference, write_reference};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{ArenaRef, Place, Player, Reference};
use vocab::{Arena, Arenas};

/// An arena: "the Space or Ground arena", "any arena", "this arena", "that arena", "the chosen arena".
pub fn read_arena(p: &mut Parser) -> Option<ArenaRef> {
    if p.one_of(&["any arena", "an arena", "all arenas", "any arenas"]).is_some() {
        return Some(ArenaRef::Any);
    }
    let beside = p.attempt(|p| {
        p.words("the same arena as").then_some(())?;
        super::reference::read_reference(p).map(ArenaRef::Of)
    });
    if beside.is_some() {
        return beside;
    }
    if p.words("this arena") {
        return Some(ArenaRef::THIS);
    }
    // The same as the last thing mentioned, or as this unit.
    if p.words("the same arena") {
        return chosen(p, false).or_else(|| p.is_on_unit().then_some(ArenaRef::THIS));
    }
    let here = p.attempt(|p| {
        p.words("the arena").then_some(())?;
        let this = super::reference::read_reference(p)? == Reference::This;
        (this && p.words("is in")).then_some(ArenaRef::THIS)
    });
    if here.is_some() {
        return here;
    }
    if p.words("the chosen arena") {
        return chosen(p, true);
    }
    if p.words("that arena") {
        return chosen(p, false).or_else(|| p.refs.named_arena());
    }
    if p.words("the arena") {
        return chosen(p, false).or_else(|| p.is_on_unit().then_some(ArenaRef::THIS));
    }
    p.attempt(|p| {
        // Some cards forget the article.
        let capital = p.written().starts_with(|c: char| c.is_ascii_uppercase());
        (p.words("the") || capital).then_some(())?;
        let arenas = read_arenas(p)?;
        (p.words("arena") || p.words("arenas")).then_some(())?;
        if !arenas.is_multi() {
            p.refs.name_arena(ArenaRef::Named(arenas));
        }
        Some(ArenaRef::Named(arenas))
    })
    .or_else(|| {
        p.attempt(|p| {
            let of = read_owner_reference(p)?;
            p.words("arena").then_some(ArenaRef::Of(of))
        })
    })
}

fn chosen(p: &mut Parser, chosen: bool) -> Option<ArenaRef> {
    let arena = p.refs.arena(chosen)?;
    match arena {
        ArenaRef::Chosen(slot) | ArenaRef::Of(Reference::Result(slot)) => p.uses(slot),
        ArenaRef::Any | ArenaRef::Named(_) | ArenaRef::Of(_) => {}
    }
    Some(arena)
}

/// "Space", "Space or Ground", "Space, Ground or Character".
pub fn read_arenas(p: &mut Parser) -> Option<Arenas> {
    const NAMES: [(&str, &str); 3] = [("space", "Space"), ("ground", "Ground"), ("character", "Character")];
    let mut words = p.choice(&NAMES)?.to_string();
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", and / or", "and / or", ", or", ", and", "or", "and", ","])?;
        p.choice(&NAMES)
    }) {
        words.push('/');
        words.push_str(next);
    }
    Arenas::parse(&words)
}

/// Writes what `read_arena` reads.
pub fn write_arena(w: &mut Writer, arena: ArenaRef) -> Written {
    match arena {
        ArenaRef::Any => w.say("any arena"),
        ArenaRef::Named(arenas) => {
            w.say("the");
            w.list(arenas.as_slice(), "or", |w, arena: &Arena| {
                w.say(arena.name());
                Ok(())
            })?;
            w.say("arena");
        }
        ArenaRef::Of(Reference::This) => w.say("this arena"),
        ArenaRef::Of(_) if w.refs.arena(false) == Some(arena) => w.say("that arena"),
        ArenaRef::Of(of) => {
            write_owner_reference(w, of)?;
            w.say("arena");
        }
        ArenaRef::Chosen(_) if w.refs.arena(true) == Some(arena) => w.say("the chosen arena"),
        ArenaRef::Chosen(_) => return Err(Unwritable("an arena chosen before the last one")),
    }
    Ok(())
}

/// A place with its preposition: "in play", "in any arena", "from your hand", "beneath this unit".
pub fn read_place(p: &mut Parser) -> Option<Place> {
    if p.words("in play") {
        return Some(Place::InPlay);
    }
    if p.words("from outside the game") {
        return Some(Place::Supply(Player::You));
    }
    if p.words("from it") {
        return p.refs.pile();
    }
    p.attempt(|p| {
        (p.words("beneath") || p.words("under")).then_some(())?;
        super::reference::read_reference(p).map(Place::Beneath)
    })
    .or_else(|| {
        p.attempt(|p| {
            (p.words("in") || p.words("from")).then_some(())?;
            let place = read_place_name(p)?;
            let Place::Arena(arena) = place else { return Some(place) };
            let zone = p.attempt(|p| {
                (p.words("or") || p.words("and")).then_some(())?;
                read_build_zone(p)
            });
            Some(zone.map_or(place, |whose| Place::ArenaOrBuildZone(arena, whose)))
        })
    })
}

/// "your build zone", "the build zone": whose.
fn read_build_zone(p: &mut Parser) -> Option<Player> {
    let whose = if p.words("the") { Player::Any } else { p.attempt(read_owner).unwrap_or(Player::Any) };
    p.words("build zone").then_some(whose)
}

/// A place without its preposition: "your hand", "any arena".
pub fn read_place_name(p: &mut Parser) -> Option<Place> {
    if p.one_of(&["all discard piles", "any discard pile", "any player's discard pile"]).is_some() {
        return Some(Place::DiscardPile(Player::Any));
    }
    p.attempt(|p| read_arena(p).map(Place::Arena)).or_else(|| p.attempt(read_zone)).or_else(|| {
        p.attempt(|p| {
            let known = p.sees(|p| p.one_of(&["its stack", "his stack", "her stack"]).is_some());
            if let Some(of) = p.refs.stacked().filter(|_| known) {
                p.advance(2);
                if let Reference::Result(slot) = of {
                    p.uses(slot);
                }
                return Some(Place::Stack(of));
            }
            let of = read_owner_reference(p)?;
            p.words("stack").then_some(Place::Stack(of))
        })
    })
}

/// A zone of a player: "your hand", "your opponent's deck".
fn read_zone(p: &mut Parser) -> Option<Place> {
    if p.one_of(&["any discard pile", "a discard pile", "all discard piles", "any player's discard pile"])
        .is_some()
    {
        return Some(Place::DiscardPile(Player::Any));
    }
    let who = read_owner(p)?;
    p.choice(&[
        ("hand", Place::Hand(who)),
        ("deck", Place::Deck(who)),
        ("discard pile", Place::DiscardPile(who)),
        ("build zone", Place::BuildZone(who)),
        ("supply", Place::Supply(who)),
    ])
}

/// Writes what `read_place` reads; cards come "from" a pile when something is done with them.
pub fn write_place(w: &mut Writer, place: Place) -> Written {
    match place {
        Place::InPlay => w.say("in play"),
        Place::Arena(arena) => {
            w.say("in");
            write_arena(w, arena)?;
        }
        Place::Beneath(of) => {
            w.say("beneath");
            write_reference(w, of)?;
        }
        Place::StackedWith(of) => {
            w.say("stacked with");
            write_reference(w, of)?;
        }
        Place::TopOfDeck(_) => return Err(Unwritable("this place in a description")),
        other => {
            w.say("in");
            write_place_name(w, other)?;
        }
    }
    Ok(())
}

/// Writes what `read_place_name` reads.
pub fn write_place_name(w: &mut Writer, place: Place) -> Written {
    let (who, word) = match place {
        Place::Hand(who) => (who, "hand"),
        Place::Deck(who) => (who, "deck"),
        Place::DiscardPile(who) => (who, "discard pile"),
        Place::BuildZone(who) => (who, "build zone"),
        Place::Supply(who) => (who, "supply"),
        Place::Arena(arena) => return write_arena(w, arena),
        Place::ArenaOrBuildZone(arena, whose) => {
            write_arena(w, arena)?;
            w.say("or");
            match whose {
                Player::Any => w.say("the"),
                whose => write_owner(w, whose)?,
            }
            w.say("build zone");
            return Ok(());
        }
        Place::Stack(of) => {
            write_owner_reference(w, of)?;
            w.say("stack");
            return Ok(());
        }
        Place::InPlay | Place::TopOfDeck(_) | Place::Beneath(_) | Place::StackedWith(_) => {
            return Err(Unwritable("this place by name"));
        }
    };
    write_owner(w, who)?;
    w.say(word);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_place, write_place};
    use crate::testing::both;

    #[test]
    fn places() {
        for text in [
            "in play",
            "in any arena",
            "in the Space or Ground arena",
            "in this arena",
            "in your hand",
            "in your opponent's build zone",
            "in any arena or your build zone",
            "in the Ground arena or the build zone",
            "in this unit's stack",
            "beneath this unit",
        ] {
            both(text, read_place, |w, place| write_place(w, *place));
        }
    }
}
