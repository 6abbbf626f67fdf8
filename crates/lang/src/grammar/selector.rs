//! Who or what: "each of your Jedi", "one of your opponent's units", "up to 2 cards", "this unit".

use super::amount::{read_statistic, read_value, write_measure, write_value};
use super::class::article;
use super::filter::{is_other, read_filter, write_kind, write_said_of_all};
use super::first::SELECTOR;
use super::player::write_owner;
use super::range::{read_range, write_range};
use super::reference::{read_reference, write_reference};
use super::with::write_with_article;
use crate::parser::{Parser, Scope};
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Amount, ArenaRef, Choice, Chooser, Filter, Measure, Noun, Pattern, Place, Player, Quality, Quantity,
    Reading, Reference, Selector, Together,
};

/// The objects of an effect or cost.
pub fn read_selector(p: &mut Parser) -> Option<Selector> {
    p.may_begin(SELECTOR).then_some(())?;
    if let Some(both) = p.attempt(read_both) {
        return Some(both);
    }
    let first = read_single(p)?;
    let second = p.attempt(|p| {
        (p.words("and") || p.words(", and")).then_some(())?;
        // "untap this unit, and it gets +2 power": a sentence of its own.
        (!p.sees(is_subject)).then_some(())?;
        let second = read_single(p)?;
        // "this unit and one of your Jedi": never two descriptions that could be one list.
        (matches!(first, Selector::Known(_)) || matches!(second, Selector::Known(_))).then_some(second)
    });
    Some(match second {
        Some(second) => Selector::Together(vec![first, second]),
        None => first,
    })
}

/// Whether a pronoun or a name that starts a statement comes next.
pub fn is_subject(p: &mut Parser) -> bool {
    read_reference(p).is_some()
        && p.one_of(&["gets", "gains", "loses", "does", "doesn't", "can", "can't", "may", "has"]).is_some()
}

/// "both units", "each of the chosen units": two that were chosen one after the other.
fn read_both(p: &mut Parser) -> Option<Selector> {
    let (first, second) = p.refs.both_chosen()?;
    p.one_of(&["each of the chosen", "each chosen", "the chosen", "both of those", "both", "each of those"])?;
    let class = super::class::read_class(p)?;
    (!p.is_after_singular()).then_some(())?;
    p.refs.called(&class, true, true).is_none().then_some(())?;
    for known in [first, second] {
        if let Reference::Result(slot) = known {
            p.uses(slot);
        }
    }
    Some(Selector::Together(vec![Selector::Known(first), Selector::Known(second)]))
}

/// "each of those units with Armor": some of them.
fn read_some_of_those(p: &mut Parser) -> Option<Selector> {
    p.sees(|p| p.words("each of those")).then_some(())?;
    let those = read_reference(p)?;
    let such = super::with::read_with(p)?;
    let mut filter = Filter::units().with(Quality::Among(those));
    filter.with.splice(0..0, such);
    Some(Selector::Each(filter))
}

fn read_single(p: &mut Parser) -> Option<Selector> {
    p.may_begin(SELECTOR).then_some(())?;
    p.attempt(read_some_of_those)
        .or_else(|| p.attempt(read_such_fighter))
        .or_else(|| p.attempt(|p| read_reference(p).map(Selector::Known)))
        .or_else(|| p.attempt(read_each))
        .or_else(|| p.attempt(|p| read_choice(p).map(Selector::from)))
        .or_else(|| p.attempt(read_location))
        .or_else(|| p.attempt(read_bare))
}

/// "the attacking Sith", "the defending unique unit": the one fighting now, if it's such a unit.
fn read_such_fighter(p: &mut Parser) -> Option<Selector> {
    let fights = p.choice(&[
        ("the attacking", Quality::Attacking(None)),
        ("the defending", Quality::Defending(None)),
    ])?;
    let mut class = super::class::read_class(p)?;
    (class.noun == Noun::Unit && !class.adjectives.is_empty() && p.lower() != "'s").then_some(())?;
    class.adjectives.insert(0, fights);
    Some(Selector::one(Filter::class(class)))
}

/// "the Location in the Ground arena": an arena holds one at most (rule 208.2).
fn read_location(p: &mut Parser) -> Option<Selector> {
    p.words("the").then_some(())?;
    p.sees(|p| p.words("location")).then_some(())?;
    let filter = read_filter(p)?;
    // "the Location in the Ground or Character arena": that of one of them.
    let of_several = matches!(filter.place?, Place::Arena(ArenaRef::Any))
        || matches!(filter.place?, Place::Arena(ArenaRef::Named(arenas)) if arenas.is_multi());
    Some(if of_several { Selector::one(filter) } else { Selector::Each(filter) })
}

fn owned(mut filter: Filter, owner: Option<Player>) -> Option<Filter> {
    if owner.is_some() && filter.control.is_some() {
        return None;
    }
    filter.control = filter.control.or(owner);
    Some(filter)
}

const OF_WHOM: [(&str, Player); 3] =
    [("of your opponent's", Player::Opponent), ("of your", Player::You), ("of each player's", Player::Each)];

/// "of your", "of your opponent's", and "of their" if somebody else acts.
fn read_of_whom(p: &mut Parser) -> Option<Player> {
    p.choice(&OF_WHOM).or_else(|| (p.words("of his or her") || p.words("of their")).then(|| p.other()))
}

/// "your", "your opponent's", "their" before what somebody has.
fn read_whose(p: &mut Parser) -> Option<Player> {
    p.choice(&[("your opponent's", Player::Opponent), ("your", Player::You)])
        .or_else(|| (p.words("his or her") || p.words("their")).then(|| p.other()))
}

/// "each of your Jedi", "each unit", "all damaged units".
fn read_each(p: &mut Parser) -> Option<Selector> {
    // "each revealed Jedi card": among the cards that were revealed.
    let revealed = p.attempt(|p| {
        let any = p.choice(&[("each revealed", false), ("any revealed", true), ("all revealed", false)])?;
        let filter = read_filter(p)?;
        let slot = p.refs.seen().filter(|_| filter.place.is_none() && filter.control.is_none())?;
        p.uses(slot);
        let of = filter.with(Quality::Among(Reference::Result(slot)));
        // "you may put any revealed Jedi cards ...": as many as you like.
        Some(if any && p.bare { Selector::some(Quantity::AnyNumber, of) } else { Selector::Each(of) })
    });
    if revealed.is_some() {
        return revealed;
    }
    // "any cards stacked with it": all of them.
    let any = p.sees(|p| p.words("any cards stacked")) && p.words("any");
    let all = if any { false } else { p.choice(&[("each", false), ("all", true)])? };
    if all && p.sees(|p| p.words("the cards stacked")) {
        p.words("the");
    }
    let owner = read_of_whom(p).or_else(|| {
        if all { p.choice(&[("your opponent's", Player::Opponent), ("your", Player::You)]) } else { None }
    });
    p.words("of the");
    let mut filter = read_filter(p)?;
    // For all of them, "in each arena" means in any arena.
    if filter.place.is_none() && p.one_of(&["in each arena", "in every arena"]).is_some() {
        filter.place = Some(Place::Arena(ArenaRef::Any));
    }
    Some(Selector::Each(owned(filter, owner)?))
}

/// "your Jedi", "your opponent's units", "units with ...": all of them; "Ilara Venn".
fn read_bare(p: &mut Parser) -> Option<Selector> {
    let start = p.place();
    let owner = read_whose(p);
    // "your opponent's unit" is one that was mentioned, not all of them.
    let single = owner.is_some() && p.sees(|p| p.words("unit") || p.words("character"));
    let starts_single = p.sees(|p| p.words("unit") || p.words("card") || p.words("unit card"));
    let is_extreme =
        |filter: &Filter| filter.with.iter().any(|quality| matches!(quality, Quality::Extreme(..)));
    let filter = read_filter(p).filter(|filter| !single || is_extreme(filter))?;
    // "Tap unit with Stealth": a word is missing, and nobody knows which.
    let is_bare = owner.is_none() && filter.classes.iter().any(|class| class.adjectives.is_empty());
    (!is_bare || !starts_single).then_some(())?;
    let filter = owned(filter, owner)?;
    // 1311.9: one for each player; whoever carries it out chooses between equals.
    if single && p.actor == Player::Each && owner == Some(Player::That) {
        return Some(Choice::new(Quantity::Exactly(1.into()), filter).by(Chooser::By(Player::Each)).into());
    }
    // "Ilara Venn or Jessa Korr": one of them.
    if are_names(&filter) && p.has_said(start, &["or"]) && !p.has_said(start, &["and"]) {
        let chooser = Chooser::By(p.actor);
        return Some(Choice::new(Quantity::Exactly(1.into()), filter).by(chooser).into());
    }
    Some(Selector::Each(filter))
}

/// Whether cards are given by several names and nothing else.
fn are_names(filter: &Filter) -> bool {
    filter.classes.len() > 1
        && filter.control.is_none()
        && filter.with.is_empty()
        && filter.classes.iter().all(super::class::is_name)
}

/// "one of your Jedi", "a card from your hand at random", "up to 2 of your opponent's units".
pub fn read_choice(p: &mut Parser) -> Option<Choice> {
    // "an opponent's unit" is one of your opponent's units.
    let opponents = p.attempt(|p| p.words("an opponent's").then_some(()));
    let (quantity, another) = match opponents {
        Some(()) => (Quantity::Exactly(1.into()), false),
        None => read_quantity(p)?,
    };
    let owner = opponents.map(|()| Player::Opponent).or_else(|| read_of_whom(p)).or_else(|| {
        if quantity == Quantity::AnyNumber {
            p.choice(&[("your opponent's", Player::Opponent), ("your", Player::You)])
        } else {
            None
        }
    });
    let any = quantity == Quantity::AnyNumber;
    let several = quantity != Quantity::Exactly(1.into()) && p.refs.arena(false).is_none();
    let those = if owner.is_none() { p.attempt(|p| read_among(p, any)) } else { None };
    let mut chooser = Chooser::By(p.actor);
    let mut filter = match those {
        Some(filter) => filter,
        None => {
            // "one of your opponent's units from his or her build zone": the opponent's.
            let before = p.actor;
            if (before, owner) == (Player::You, Some(Player::Opponent)) {
                p.actor = Player::Opponent;
            }
            let read = read_filter(p);
            p.actor = before;
            let mut filter = owned(read?, owner)?;
            if p.words("at random") {
                chooser = Chooser::Random;
                if filter.place.is_none() {
                    filter.place = p.attempt(super::place::read_place);
                }
            }
            filter
        }
    };
    if another {
        // "Discard another Equipment": another one than the Equipment that gives this.
        let equipment = filter.classes.iter().all(|class| class.noun == Noun::Equipment);
        let is_given =
            p.scope == Scope::Given && matches!(p.setting.card_type, vocab::CardType::Equipment(_));
        let others = if equipment && is_given { Reference::Giver } else { p.others_of(&filter.classes) };
        filter.with.insert(0, Quality::OtherThan(others));
    }
    if p.words("of your opponent's choice") {
        chooser = Chooser::By(Player::Opponent);
    } else if p.words("of your choice") {
        chooser = Chooser::By(Player::You);
    } else if p.words("of that player's choice") {
        chooser = Chooser::By(Player::That);
    }
    if filter.place.is_none() {
        filter.place = p.attempt(super::place::read_place);
    }
    let together = p.attempt(read_together);
    let same_arena = together.is_none() && several && filter.place.is_none();
    let together =
        if same_arena && p.words("in the same arena") { Some(Together::SameArena) } else { together };
    if filter.place.is_none() && together.is_some() {
        filter.place = p.attempt(super::place::read_place);
    }
    Some(Choice { chooser, quantity, of: filter, together })
}

/// "of those cards", "of them": among what was mentioned.
fn read_among(p: &mut Parser, any: bool) -> Option<Filter> {
    let there = p.refs.there().cloned();
    if there.is_some() && (p.words("of them") || p.words("of those cards")) {
        return there;
    }
    // "any number of" already includes the "of".
    if !p.words("of") {
        any.then_some(())?;
        p.sees(|p| p.words("them") || p.words("those")).then_some(())?;
    }
    let among = read_reference(p)?;
    Some(Filter::cards().with(Quality::Among(among)))
}

/// How many, and whether "another".
fn read_quantity(p: &mut Parser) -> Option<(Quantity, bool)> {
    // "a different unit card": different from this one, if nothing else was mentioned.
    let unit = matches!(p.setting.card_type, vocab::CardType::Unit(_) | vocab::CardType::Subordinate(_));
    if p.words("another") || (unit && p.refs.is_empty() && p.words("a different")) {
        p.words("one");
        return Some((Quantity::Exactly(1.into()), true));
    }
    if p.words("any number of") {
        return Some((Quantity::AnyNumber, false));
    }
    // "any unit" is one that you choose.
    if p.words("any one") || p.words("any") {
        // "any cards stacked with it" means all of them.
        (!p.sees(|p| p.words("cards") || p.words("units"))).then_some(())?;
        return Some((Quantity::Exactly(1.into()), false));
    }
    if p.words("up to") {
        return read_value(p).map(|n| (Quantity::UpTo(n), false));
    }
    if p.words("a") || p.words("an") {
        return Some((Quantity::Exactly(1.into()), false));
    }
    let between = p.attempt(|p| {
        let between = p.words("between");
        let least = p.number()?;
        let all = if between { p.words("and") } else { p.words("to") };
        (all || (!between && p.words("or"))).then_some(())?;
        let most = p.number()?;
        (least < most && (all || least + 1 == most)).then_some(Quantity::Between(least, most))
    });
    let quantity = match between {
        Some(between) => between,
        None => Quantity::Exactly(read_value(p)?),
    };
    Some((quantity, p.words("other")))
}

/// "with different names", "with combined total build cost 6 or less".
fn read_together(p: &mut Parser) -> Option<Together> {
    p.words("with").then_some(())?;
    if p.words("different names") {
        return Some(Together::DifferentNames);
    }
    p.words("combined").then_some(())?;
    let reading =
        p.choice(&[("total", Reading::Total), ("printed", Reading::Printed)]).unwrap_or(Reading::Bare);
    let measure = if p.words("build cost") {
        Measure::BuildCost(reading)
    } else if reading == Reading::Bare && p.words("remaining health") {
        Measure::RemainingHealth
    } else {
        Measure::Statistic(read_statistic(p)?, reading)
    };
    p.words("of");
    Some(Together::Total(measure, read_range(p)?))
}

/// A pattern: "a Jedi", "one of your units", "each of your Jedi", "this unit", "this unit or one of your Pilots".
pub fn read_pattern(p: &mut Parser) -> Option<Pattern> {
    let first = read_one_pattern(p)?;
    let second = p.attempt(|p| {
        p.words("or").then_some(())?;
        read_one_pattern(p)
    });
    Some(match second {
        Some(second) => Pattern::OneOf(vec![first, second]),
        None => first,
    })
}

fn read_one_pattern(p: &mut Parser) -> Option<Pattern> {
    match read_single(p)? {
        Selector::Known(reference) => Some(Pattern::Known(reference)),
        Selector::Each(filter) => Some(Pattern::Any(filter)),
        Selector::Choose(choice) => {
            let plain = choice.quantity == Quantity::Exactly(1.into())
                && choice.together.is_none()
                && choice.chooser == Chooser::By(p.actor);
            let among = choice.of.with.iter().any(|quality| matches!(quality, Quality::Among(_)));
            (plain && !among).then_some(Pattern::Any(choice.of))
        }
        Selector::Together(_) => None,
    }
}

/// Writes a pattern: "a Jedi", "one of your Jedi", or with `each` "each of your Jedi".
pub fn write_pattern(w: &mut Writer, pattern: &Pattern, each: bool) -> Written {
    match pattern {
        Pattern::Known(reference) => write_reference(w, *reference),
        Pattern::Any(filter) if each => write_each(w, filter),
        Pattern::Any(filter) => write_some(w, filter),
        Pattern::OneOf(patterns) => match &patterns[..] {
            [first, second] => {
                write_pattern(w, first, each)?;
                w.say("or");
                write_pattern(w, second, each)
            }
            _ => Err(Unwritable("a list of more than two patterns")),
        },
    }
}

/// "each of your Jedi", "each Jedi".
fn write_each(w: &mut Writer, filter: &Filter) -> Written {
    let named = |filter: &Filter| {
        filter.control.is_none() && !is_other(filter) && filter.classes.iter().all(super::class::is_name)
    };
    // "Ilara Venn or Jessa Korr" would be one of them.
    if !named(filter) || filter.classes.len() > 1 {
        w.say("each");
    }
    if let Some(owner) = filter.control {
        w.say("of");
        write_owner(w, owner)?;
    }
    write_kind(w, filter, filter.control.is_some())?;
    write_said_of_all(w, filter)
}

/// "a Jedi", "one of your Jedi".
fn write_some(w: &mut Writer, filter: &Filter) -> Written {
    match filter.control {
        Some(owner) => {
            w.say("one of");
            write_owner(w, owner)?;
            write_kind(w, filter, true)?;
            write_said_of_all(w, filter)
        }
        None if is_other(filter) => {
            let mut rest = filter.clone();
            rest.with.remove(0);
            w.say("another");
            write_kind(w, &rest, false)?;
            write_said_of_all(w, &rest)
        }
        None => write_with_article(w, filter, false),
    }
}

/// Writes what `read_selector` reads.
pub fn write_selector(w: &mut Writer, selector: &Selector) -> Written {
    match selector {
        Selector::Known(reference) => write_reference(w, *reference),
        Selector::Each(filter) => write_each(w, filter),
        Selector::Choose(choice) => write_choice(w, choice),
        Selector::Together(parts) => match &parts[..] {
            [first, second] => {
                write_selector(w, first)?;
                w.say("and");
                write_selector(w, second)
            }
            _ => Err(Unwritable("more than two objects together")),
        },
    }
}

/// Writes what `read_choice` reads.
pub fn write_choice(w: &mut Writer, choice: &Choice) -> Written {
    let filter = &choice.of;
    let random = choice.chooser == Chooser::Random;
    if let Some(among) = among(filter) {
        write_quantity(w, &choice.quantity)?;
        w.say(if choice.quantity == Quantity::AnyNumber { "" } else { "of" });
        write_reference(w, among)?;
    } else {
        let one = choice.quantity == Quantity::Exactly(1.into());
        let many = filter.control.is_some() || !one;
        match filter.control {
            Some(owner) => {
                if one {
                    w.say("one");
                } else {
                    write_quantity(w, &choice.quantity)?;
                }
                if choice.quantity != Quantity::AnyNumber {
                    w.say("of");
                }
                write_owner(w, owner)?;
                write_kind(w, filter, many)?;
            }
            None if one && !random && are_names(filter) => {
                write_kind(w, filter, false)?;
                write_said_of_all(w, filter)?;
            }
            None if one => return write_one(w, choice, random),
            None => {
                write_quantity(w, &choice.quantity)?;
                write_kind(w, filter, true)?;
            }
        }
        if random {
            w.say("at random");
        }
        write_said_of_all(w, filter)?;
    }
    write_ending(w, choice)
}

/// "a card at random from your hand", "another unit".
fn write_one(w: &mut Writer, choice: &Choice, random: bool) -> Written {
    if !random {
        write_some(w, &choice.of)?;
        return write_ending(w, choice);
    }
    let mut ahead = Writer::new(w.lexicon, w.setting);
    write_kind(&mut ahead, &choice.of, false)?;
    w.say(article(&ahead.text().to_ascii_lowercase()));
    write_kind(w, &choice.of, false)?;
    w.say("at random");
    write_said_of_all(w, &choice.of)?;
    write_ending(w, choice)
}

fn write_ending(w: &mut Writer, choice: &Choice) -> Written {
    match choice.chooser {
        Chooser::Random => {}
        Chooser::By(who) if who == w.actor => {}
        Chooser::By(Player::Opponent) => w.say("of your opponent's choice"),
        Chooser::By(Player::You) => w.say("of your choice"),
        Chooser::By(Player::That) => w.say("of that player's choice"),
        Chooser::By(_) => return Err(Unwritable("a choice by this player")),
    }
    match &choice.together {
        None => Ok(()),
        Some(Together::SameArena) => {
            w.say("in the same arena");
            Ok(())
        }
        Some(Together::DifferentNames) => {
            w.say("with different names");
            Ok(())
        }
        // Said after where they go.
        Some(Together::InOrder) => Ok(()),
        Some(Together::Total(measure, range)) => {
            w.say("with combined");
            write_measure(w, *measure);
            write_range(w, range)
        }
    }
}

fn among(filter: &Filter) -> Option<Reference> {
    match filter.with[..] {
        [Quality::Among(reference)] if *filter == Filter::cards().with(Quality::Among(reference)) => {
            Some(reference)
        }
        _ => None,
    }
}

fn write_quantity(w: &mut Writer, quantity: &Quantity) -> Written {
    match quantity {
        Quantity::Exactly(Amount::Number(1)) => w.say("1"),
        Quantity::Exactly(amount) => write_value(w, amount)?,
        Quantity::UpTo(amount) => {
            w.say("up to");
            write_value(w, amount)?;
        }
        Quantity::Between(least, most) if least + 1 == *most => w.say(format!("{least} or {most}")),
        Quantity::Between(least, most) => w.say(format!("{least} to {most}")),
        Quantity::AnyNumber => w.say("any number of"),
        Quantity::All => return Err(Unwritable("`all` as a choice")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_pattern, read_selector, write_pattern, write_selector};
    use crate::testing::{both, reads};

    #[test]
    fn selectors() {
        for text in [
            "this unit",
            "each of your Jedi",
            "each Capital Ship",
            "each of your other Rebel Starfighters in this arena",
            "one of your opponent's Characters with printed build cost 4 or less",
            "a card in your hand",
            "a card at random in your hand",
            "up to 2 of your units",
            "up to 2 Diplomat unit cards with different names",
            "any number of your opponent's units in this arena",
            "1 or 2 of your opponent's units in the Space arena",
            "another unit",
            "Ilara Venn",
            "Ilara Venn or Jessa Korr",
            "each Ilara Venn or Jessa Korr",
            "this unit and one of your Jedi",
        ] {
            both(text, read_selector, write_selector);
        }
    }

    #[test]
    fn a_fighter_is_what_it_is_said_to_be() {
        let such = reads("the attacking unique Jedi", read_selector);
        assert_eq!(such, reads("an attacking unique Jedi", read_selector));
        assert!(such.is_some());
        let any = reads("the attacking unit", read_selector);
        assert_eq!(any, Some(vocab::ability::Reference::Attacker.into()));
    }

    #[test]
    fn patterns() {
        for text in ["a Jedi", "one of your Diplomats", "another unit in this arena", "this unit"] {
            both(text, read_pattern, |w, pattern| write_pattern(w, pattern, false));
        }
    }
}
