//! Descriptions of cards: a list of classes and what is said of the whole list.

use super::class::{read_class, write_class};
use super::place::{read_place, write_place};
use super::selector::{read_pattern, write_pattern};
use super::with::{is_with, read_with, write_with};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Class, Filter, Noun, Player, Quality, Reference, Relation};

/// "other Rebel Starfighters or Jedi in this arena with ...".
pub fn read_filter(p: &mut Parser) -> Option<Filter> {
    p.attempt(|p| {
        let other = p.words("other");
        let mut filter = Filter { classes: read_classes(p)?, control: None, place: None, with: Vec::new() };
        if other {
            filter.with.push(Quality::OtherThan(Reference::This));
        }
        read_said_of_all(p, &mut filter);
        Some(filter)
    })
}

/// "Rebel Starfighters or Jedi", "Ground units and Characters".
pub fn read_classes(p: &mut Parser) -> Option<Vec<Class>> {
    let mut classes = vec![read_class(p)?];
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", or", ", and", "or", "and", ","])?;
        read_class(p)
    }) {
        classes.push(next);
    }
    share_noun(&mut classes);
    Some(classes)
}

/// "Clone or Droid unit cards" are cards, both of them: the noun at the end is that of the whole list.
fn share_noun(classes: &mut [Class]) {
    let Some((last, before)) = classes.split_last_mut() else { return };
    if matches!(last.noun, Noun::UnitCard | Noun::Card | Noun::Subordinate | Noun::Pilot) {
        let nounless = |class: &&mut Class| class.noun == Noun::Unit && !class.adjectives.is_empty();
        for class in before.iter_mut().filter(nounless) {
            class.noun = last.noun;
        }
    }
}

/// Everything behind the list, as far as it goes.
fn read_said_of_all(p: &mut Parser, filter: &mut Filter) {
    loop {
        if filter.control.is_none()
            && let Some(who) = p.choice(&[
                ("you have", Player::You),
                ("you control", Player::You),
                ("your opponent has", Player::Opponent),
                ("your opponent controls", Player::Opponent),
            ])
        {
            filter.control = Some(who);
            continue;
        }
        if filter.place.is_none()
            && let Some(place) = p.attempt(read_place)
        {
            filter.place = Some(place);
            continue;
        }
        if let Some(qualities) = p.attempt(read_with).or_else(|| p.attempt(read_relative).map(|q| vec![q])) {
            filter.with.extend(qualities);
            continue;
        }
        if p.words("( yours and your opponent's )") || p.words("( yours or your opponent's )") {
            continue;
        }
        return;
    }
}

/// "attached to this unit", "attacking a Jedi", "other than this unit", "stacked beneath it".
fn read_relative(p: &mut Parser) -> Option<Quality> {
    if p.words("attached to") {
        return read_pattern(p).map(|on| Quality::On(Relation::Attached, Box::new(on)));
    }
    if p.words("piloting") {
        return read_pattern(p).map(|on| Quality::On(Relation::Piloting, Box::new(on)));
    }
    if p.words("attacking") {
        return read_pattern(p).map(|whom| Quality::Attacking(Some(Box::new(whom))));
    }
    if p.words("other than") {
        return super::reference::read_reference(p).map(Quality::OtherThan);
    }
    if p.words("that this unit can attack") {
        return Some(Quality::AttackableBy(Reference::This));
    }
    None
}

/// Writes what `read_filter` reads; `control` is written by the selector, or here as "you have".
pub fn write_filter(w: &mut Writer, filter: &Filter, plural: bool) -> Written {
    write_kind(w, filter, plural)?;
    match filter.control {
        Some(Player::You) => w.say("you have"),
        Some(Player::Opponent) => w.say("your opponent has"),
        Some(_) => return Err(Unwritable("cards of this player in a description")),
        None => {}
    }
    write_said_of_all(w, filter)
}

/// "other", and the classes.
pub fn write_kind(w: &mut Writer, filter: &Filter, plural: bool) -> Written {
    if is_other(filter) {
        w.say("other");
    }
    w.list(&filter.classes, "or", |w, class| write_class(w, class, plural))
}

/// Whether "other" stands before the classes.
pub fn is_other(filter: &Filter) -> bool {
    filter.with.first() == Some(&Quality::OtherThan(Reference::This))
}

/// Place and qualities.
pub fn write_said_of_all(w: &mut Writer, filter: &Filter) -> Written {
    if let Some(place) = filter.place {
        write_place(w, place)?;
    }
    let skip = usize::from(is_other(filter));
    let mut previous = false;
    for quality in &filter.with[skip..] {
        match quality {
            Quality::On(Relation::Attached, on) => {
                w.say("attached to");
                write_pattern(w, on, false)?;
            }
            Quality::On(Relation::Piloting, on) => {
                w.say("piloting");
                write_pattern(w, on, false)?;
            }
            Quality::Attacking(Some(whom)) => {
                w.say("attacking");
                write_pattern(w, whom, false)?;
            }
            Quality::OtherThan(reference) => {
                w.say("other than");
                super::reference::write_reference(w, *reference)?;
            }
            Quality::AttackableBy(Reference::This) => w.say("that this unit can attack"),
            quality if is_with(quality) => {
                write_with(w, quality, previous)?;
                previous = true;
                continue;
            }
            _ => return Err(Unwritable("this quality behind a noun")),
        }
        previous = false;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_filter, write_filter};
    use crate::testing::{both, reads};

    #[test]
    fn filters() {
        for text in [
            "Rebel Starfighter or Jedi",
            "other Droid Squad you have in the Ground arena",
            "unit with power 5 or more",
            "Character with 2 or more corruption counters on it",
            "card in your hand",
            "unit in any arena with Stealth",
            "Equipment attached to this unit",
            "unit your opponent has in this arena with a Pilot",
        ] {
            both(text, read_filter, |w, filter| write_filter(w, filter, false));
        }
    }

    #[test]
    fn the_last_noun_is_that_of_the_list() {
        let short = reads("Droid or Jedi unit card", read_filter);
        assert_eq!(short, reads("Droid unit card or Jedi unit card", read_filter));
        assert!(short.is_some());
    }
}
