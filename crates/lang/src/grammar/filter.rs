//! Descriptions of cards: a list of classes, and what applies to the whole list.

use super::class::{is_name, read_class, write_class};
use super::class_list::{ClassList, read_class_list, write_classes};
use super::place::{read_place, write_place};
use super::selector::{read_pattern, write_pattern};
use super::with::{is_with, read_with, write_with};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Class, Filter, Noun, Pattern, Place, Player, Quality, Reference, Relation};

/// "other Rebel Starfighters or Jedi in this arena with ...".
pub fn read_filter(p: &mut Parser) -> Option<Filter> {
    p.attempt(|p| {
        let other = p.words("other");
        let ClassList { classes, another, apart, .. } = read_class_list(p)?;
        let mut filter = Filter { classes, control: None, place: None, with: Vec::new() };
        // "a Jedi or another Rebel": this card isn't the Jedi.
        let others = (other || another).then(|| p.others_of(&filter.classes));
        filter.with.extend(others.map(Quality::OtherThan));
        let said = filter.with.len();
        let directly = p.sees(|p| p.one_of(&["with", "without", "that has", "piloted by"]).is_some());
        read_said_of_all(p, &mut filter);
        // "a Spy or a unit with Stealth": what follows a bare "unit" applies to it alone.
        let of_units = |class: &Class| matches!(class.noun, Noun::Unit | Noun::Subordinate);
        let is_list = directly && filter.classes.len() > 1 && filter.classes.iter().all(of_units);
        let with = filter.with[said..].iter().all(is_with);
        // "Dark Side Characters and Characters with Stealth": only the second description needs it.
        let is_wider = |last: &Class, before: &[Class]| {
            last.adjectives.is_empty()
                || before.iter().any(|class| {
                    class.adjectives.ends_with(&last.adjectives)
                        || class.adjectives.starts_with(&last.adjectives)
                })
        };
        if let Some((last, before)) = filter.classes.split_last_mut()
            && is_list
            && with
            && is_wider(last, before)
        {
            last.adjectives.extend(filter.with.drain(said..));
        }
        // "a Starfighter or Pilot piloting a unit": every Pilot pilots one (rule 902.1).
        let pilot_last = filter.classes.len() > 1
            && filter.classes.last().is_some_and(|last| last.noun == Noun::Pilot)
            && filter.classes.iter().any(|class| class.noun != Noun::Pilot);
        if pilot_last {
            let any = Quality::On(Relation::Piloting, Box::new(Filter::units().into()));
            filter.with.retain(|quality| *quality != any);
        }
        // "a Droid unit card or a non-unit card with ...": applies to the last one alone.
        (!apart || filter.with.len() == said).then_some(filter)
    })
}

/// "a Wolf or unit with "Wolf" in its name": what follows a bare "unit" applies to it alone, anything else to all.
pub fn say_with(filter: &mut Filter, with: Vec<Quality>) {
    match filter.classes.split_last_mut() {
        Some((last, before)) if !before.is_empty() && *last == Class::new(Noun::Unit) => {
            last.adjectives.extend(with);
        }
        _ => filter.with.extend(with),
    }
}

/// "Rebel Starfighters or Jedi", "Ground units and Characters".
pub fn read_classes(p: &mut Parser) -> Option<Vec<Class>> {
    p.attempt(|p| read_class_list(p).filter(|list| !list.another)).map(|list| list.classes)
}

/// "a Battle card, Mission card": cards that are played or completed, with one article for all.
pub fn read_filter_of_plays(p: &mut Parser) -> Option<Filter> {
    let play =
        |class: &Class| matches!(class.noun, Noun::BattleCard | Noun::Mission | Noun::Trap | Noun::Campaign);
    (p.words("a") || p.words("an")).then_some(())?;
    let mut classes = vec![read_class(p).filter(play)?];
    while let Some(next) = p.attempt(|p| {
        p.words(",").then_some(())?;
        read_class(p).filter(play)
    }) {
        classes.push(next);
    }
    Some(Filter { classes, control: None, place: None, with: Vec::new() })
}

/// Narrows a description to the cards that don't fit the other one; returns whether the other only adds one thing.
pub fn except(all: &mut Filter, some: &Filter) -> bool {
    let [same @ .., more] = &some.with[..] else { return false };
    let wider = Filter { with: same.to_vec(), ..some.clone() };
    if wider != *all {
        return false;
    }
    all.with.push(more.clone().negated());
    true
}

/// Everything after the list, as far as it can be read.
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
        if filter.place.is_none()
            && filter.classes.iter().all(|class| class.noun == Noun::Equipment || is_name(class))
            && let Some(on) = p.attempt(read_worn)
        {
            for class in &mut filter.classes {
                class.noun = Noun::Equipment;
            }
            filter.with.push(Quality::On(Relation::Attached, Box::new(Pattern::Known(on))));
            continue;
        }
        if filter.place.is_none()
            && filter.classes.iter().all(|class| class.noun == Noun::Pilot)
            && let Some(on) = p.attempt(|p| {
                p.words("on").then_some(())?;
                read_pattern(p)
            })
        {
            filter.with.push(Quality::On(Relation::Piloting, Box::new(on)));
            continue;
        }
        if filter.place.is_none()
            && let Some(on) = p.attempt(read_stacked_beneath)
        {
            filter.with.push(Quality::On(Relation::InStack, Box::new(on)));
            continue;
        }
        if filter.place.is_none()
            && let Some((top, is_with)) = p.attempt(read_stacked)
        {
            if is_with {
                filter.place = Some(Place::StackedWith(top));
            } else {
                filter.place = Some(Place::Stack(top));
                filter.with.push(Quality::OtherThan(top));
            }
            continue;
        }
        if let Some(qualities) = p.attempt(read_with).or_else(|| p.attempt(read_relative).map(|q| vec![q])) {
            filter.with.extend(qualities);
            continue;
        }
        if p.words("( yours and your opponent's )")
            || p.words("( yours or your opponent's )")
            || p.words("( if any )")
        {
            continue;
        }
        return;
    }
}

/// "Discard an Ion Grenade from this unit": one attached to it.
fn read_worn(p: &mut Parser) -> Option<Reference> {
    (p.words("from") || p.words("attached to")).then_some(())?;
    let on = super::reference::read_reference(p)?;
    (p.lower() != "'s").then_some(on)
}

/// "stacked beneath one of your opponent's units": beneath any of them.
fn read_stacked_beneath(p: &mut Parser) -> Option<Pattern> {
    p.one_of(&["stacked beneath", "stacked under"])?;
    read_pattern(p).filter(|on| matches!(on, Pattern::Any(_)))
}

/// "stacked beneath it": in its stack but not on top; "stacked with it" (`true`) includes Equipment (rule 1004.2).
fn read_stacked(p: &mut Parser) -> Option<(Reference, bool)> {
    p.words("stacked").then_some(())?;
    let is_with = p.choice(&[("beneath", false), ("under", false), ("with", true)])?;
    let top = super::reference::read_reference(p)?;
    // A card that was just discarded or drawn has no stack: something else is meant.
    let is_unit = |class: &Class| class.noun != Noun::Card && class.noun != Noun::UnitCard;
    let fits = p
        .refs
        .find(top)
        .is_none_or(|referent| !matches!(top, Reference::Result(_)) || referent.classes.iter().all(is_unit));
    fits.then_some((top, is_with))
}

/// The ones that pilot: while it pilots, a card is a Pilot and not a unit (rule 902.1).
pub fn as_pilots(pattern: Pattern) -> Pattern {
    match pattern {
        Pattern::Any(mut filter) => {
            for class in filter.classes.iter_mut().filter(|class| class.noun == Noun::Unit) {
                class.noun = Noun::Pilot;
            }
            Pattern::Any(filter)
        }
        Pattern::Known(_) | Pattern::OneOf(_) => pattern,
    }
}

/// "attached to this unit", "attacking a Jedi", "other than this unit", "stacked beneath it".
fn read_relative(p: &mut Parser) -> Option<Quality> {
    if p.words("attached to") {
        return read_pattern(p).map(|on| Quality::On(Relation::Attached, Box::new(on)));
    }
    if p.words("piloting") || p.words("as a pilot on") {
        return read_pattern(p).map(|on| Quality::On(Relation::Piloting, Box::new(on)));
    }
    if p.words("piloted by") {
        return read_pattern(p)
            .map(|by| Quality::Has(Relation::Piloting, Box::new(as_pilots(by))))
            .filter(|has| matches!(has, Quality::Has(_, by) if matches!(**by, Pattern::Any(_))));
    }
    if p.words("that is attacking") || p.words("that are attacking") {
        return Some(Quality::Attacking(p.attempt(read_attacked).map(Box::new)));
    }
    if p.words("attacking") {
        return read_attacked(p).map(|whom| Quality::Attacking(Some(Box::new(whom))));
    }
    if p.words("being attacked by") {
        return read_pattern(p).map(|by| Quality::Defending(Some(Box::new(by))));
    }
    let denied = p.attempt(|p| {
        p.one_of(&["that is not", "that isn't", "that are not", "that aren't"])?;
        let _ = p.words("a") || p.words("an");
        let none = Quality::subtype(p.subtype(0)?).negated();
        // What follows would have to be negated as well.
        (!p.sees(|p| p.one_of(&["or", "and", ","]).is_some())).then_some(none)
    });
    if denied.is_some() {
        return denied;
    }
    if p.words("of the chosen type") {
        let slot = p.refs.word(crate::referents::Word::CardType)?;
        p.uses(slot);
        return Some(Quality::Chosen(slot));
    }
    if p.words("among") {
        return super::reference::read_reference(p).map(Quality::Among);
    }
    if p.words("that can pilot") {
        p.words("a");
        return read_class(p).map(|class| Quality::CanPilot(Box::new(class)));
    }
    if p.words("other than") {
        return super::reference::read_reference(p).map(Quality::OtherThan);
    }
    let attackable = |p: &mut Parser, that: bool| {
        (!that || p.words("that")).then_some(())?;
        let by = super::reference::read_reference(p)?;
        p.one_of(&["can attack", "could attack"])?;
        Some(Quality::AttackableBy(by))
    };
    p.attempt(|p| attackable(p, true)).or_else(|| p.attempt(|p| attackable(p, false)))
}

/// Who is attacked: "with lower speed" compares with the attacking unit.
pub fn read_attacked(p: &mut Parser) -> Option<Pattern> {
    let before = p.versus.replace(Reference::Attacker);
    let whom = read_pattern(p);
    p.versus = before;
    whom
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
    write_classes(w, &filter.classes, plural)
}

/// Whether "other" comes before the classes.
pub fn is_other(filter: &Filter) -> bool {
    let of_equipment = filter.classes.iter().all(|class| class.noun == Noun::Equipment);
    match filter.with.first() {
        Some(Quality::OtherThan(Reference::This)) => true,
        // "another Equipment", in what an Equipment gives.
        Some(Quality::OtherThan(Reference::Giver)) => of_equipment,
        _ => false,
    }
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
            Quality::Attacking(whom) => {
                w.say("that is attacking");
                if let Some(whom) = whom {
                    write_pattern(w, whom, false)?;
                }
            }
            Quality::Defending(Some(by)) => {
                w.say("being attacked by");
                write_pattern(w, by, false)?;
            }
            Quality::On(Relation::InStack, on) => {
                w.say("stacked beneath");
                write_pattern(w, on, false)?;
            }
            Quality::Chosen(slot) if w.refs.word_of(*slot) == Some(crate::referents::Word::CardType) => {
                w.say("of the chosen type");
            }
            Quality::Among(reference) => {
                w.say("among");
                super::reference::write_reference(w, *reference)?;
            }
            Quality::CanPilot(class) => {
                w.say("that can pilot a");
                write_class(w, class, false)?;
            }
            Quality::OtherThan(reference) => {
                w.say("other than");
                super::reference::write_reference(w, *reference)?;
            }
            Quality::AttackableBy(by) => {
                w.say("that");
                super::reference::write_reference(w, *by)?;
                w.say("can attack");
            }
            quality if is_with(quality) => {
                write_with(w, quality, previous)?;
                previous = true;
                continue;
            }
            _ => return Err(Unwritable("this quality after a noun")),
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
            "unit in any arena or your build zone",
            "unit being attacked by a Jedi",
            "unit with a Jedi Pilot",
            "other card in this unit's stack",
            "Jedi or unit with Stealth",
        ] {
            both(text, read_filter, |w, filter| write_filter(w, filter, false));
        }
    }

    #[test]
    fn the_last_noun_is_that_of_the_list() {
        let short = reads("Droid or Jedi unit card", read_filter);
        assert_eq!(short, reads("Droid unit card or Jedi unit card", read_filter));
        assert!(short.is_some());
        let side = reads("Neutral or Jedi Character", read_filter);
        assert_eq!(side, reads("Neutral Character or Jedi Character", read_filter));
        assert!(side.is_some());
        assert!(reads("unit piloted by a Jedi", read_filter).is_some());
        assert!(reads("card stacked beneath this unit", read_filter).is_some());
    }
}
