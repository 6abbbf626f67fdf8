//! Conditions: "you have 3 or more Diplomats in any arena", "this unit is tapped", "you control an arena".

use super::amount::{read_expression, read_measure, write_expression, write_measure};
use super::class::{read_class, write_class};
use super::counter::read_counter_kind;
use super::filter::{as_pilots, read_filter, write_filter};
use super::having::{read_had_by, read_has, read_there};
use super::history::{read_history, write_history};
use super::place::{read_arena, read_place, write_arena, write_place};
use super::player::{read_owner, read_player, write_player};
use super::range::{read_range, write_range};
use super::reference::{read_owner_reference, read_reference, write_owner_reference, write_reference};
use super::selector::{read_pattern, write_pattern};
use super::with::{is_with, read_item, write_with, write_with_article};
use crate::parser::Parser;
use crate::referents::Word;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Amount, ArenaRef, Condition, Filter, Noun, Pattern, Place, Player, Quality, Range, Reference, Relation,
};

/// A condition; several are joined by "and" or by "or".
pub fn read_condition(p: &mut Parser) -> Option<Condition> {
    let first = read_one(p)?;
    let mut all = vec![first];
    for (joint, build) in [
        ("and", Condition::All as fn(Vec<Condition>) -> Condition),
        ("or", Condition::Any as fn(Vec<Condition>) -> Condition),
    ] {
        while let Some(next) = p.attempt(|p| {
            p.words(",");
            p.words(if joint == "and" { "and" } else { "or" }).then_some(())?;
            let _ = p.words("if") || p.words("as long as");
            let last = all.last()?;
            p.attempt(read_one).or_else(|| read_elided(p, last))
        }) {
            share_place(all.last_mut()?, &next);
            all.push(next);
        }
        if all.len() > 1 {
            let whole = |part: Condition| match part {
                Condition::All(parts) if joint == "and" => parts,
                one => vec![one],
            };
            let all: Vec<Condition> = all.into_iter().flat_map(whole).collect();
            // "A and B or C" could mean two things.
            let mixed = |part: &Condition| matches!(part, Condition::All(_) | Condition::Any(_));
            return (!all.iter().any(mixed)).then(|| build(all));
        }
    }
    all.pop()
}

/// "..., and have a Jedi in any arena", "... and has a Pilot": about the same player or card as the last condition.
fn read_elided(p: &mut Parser, before: &Condition) -> Option<Condition> {
    match before {
        Condition::Is(what, _) => read_known_is(p, *what),
        Condition::Controls(who, _) | Condition::Compare(Amount::ForceTotal(who), _) => read_has(p, *who),
        Condition::Compare(Amount::Count(filter), _) => {
            let who = filter.control.filter(|who| matches!(who, Player::You | Player::Opponent))?;
            p.attempt(|p| read_has(p, who)).or_else(|| read_had_by(p, who)).filter(is_clear)
        }
        _ => None,
    }
}

/// "in the Space and Ground arena" could mean in each of them or in either.
fn is_clear(condition: &Condition) -> bool {
    let several = |filter: &Filter| matches!(filter.place, Some(Place::Arena(ArenaRef::Named(arenas))) if arenas.is_multi());
    !matches!(condition, Condition::Compare(Amount::Count(filter), _) if several(filter))
}

/// "a Slave or another Jedi in the Character arena": both there.
fn share_place(before: &mut Condition, next: &Condition) {
    if let (Condition::Compare(Amount::Count(first), _), Condition::Compare(Amount::Count(second), _)) =
        (before, next)
        && first.control.is_some()
        && first.control == second.control
        && first.place.is_none()
    {
        first.place = second.place;
    }
}

fn read_one(p: &mut Parser) -> Option<Condition> {
    if p.words("no unit is attacking") {
        return Some(Condition::UnitAttacking.negated());
    }
    if p.words("a unit is attacking") {
        return Some(Condition::UnitAttacking);
    }
    // "this is the only card in this unit's stack".
    let alone = p.attempt(|p| {
        p.words("this is the only card in").then_some(())?;
        let of = read_owner_reference(p)?;
        p.words("stack").then_some(Place::Stack(of))
    });
    if let Some(stack) = alone {
        let cards = Amount::count(Filter::cards().at(stack));
        return Some(Condition::Compare(cards, Range::Exactly(1.into())));
    }
    if let Some(stage) = p.attempt(|p| {
        p.words("it is").then_some(())?;
        super::timing::read_stage(p)
    }) {
        return Some(Condition::During(stage));
    }
    // "Roll a die -> If you roll a 5 or 6, ...": what the roll for the cost came to.
    if let Some(paid) = p.refs.rolled()
        && (p.words("you roll") || p.words("you rolled") || p.words("the roll is"))
    {
        let _ = p.words("a") || p.words("an");
        return read_range(p).map(|range| Condition::Compare(Amount::Paid(paid), range));
    }
    p.attempt(read_history)
        .or_else(|| p.attempt(read_player_has))
        .or_else(|| p.attempt(read_there_is))
        .or_else(|| p.attempt(read_measured))
        .or_else(|| p.attempt(read_known))
        .or_else(|| p.attempt(read_fallen_was))
        .or_else(|| p.attempt(read_named_is))
        .or_else(|| p.attempt(read_one_is))
}

/// "one of your Jedi has a Lightsaber attached", "one of your opponent's units is tapped": there is at least one.
fn read_one_is(p: &mut Parser) -> Option<Condition> {
    p.sees(|p| p.words("one of")).then_some(())?;
    let Pattern::Any(filter) = read_pattern(p)? else { return None };
    if p.words("has") || p.words("have") {
        return Some(Condition::exists(filter.with(read_had(p)?)));
    }
    p.words("is").then_some(())?;
    if filter.place.is_none()
        && let Some(place) = p.attempt(read_place)
    {
        return Some(Condition::exists(filter.at(place)));
    }
    let being = read_being(p)?;
    let state = being.with.first().cloned().filter(|state| being == Filter::cards().with(state.clone()))?;
    // Only what can follow the noun of a description.
    matches!(state, Quality::Attacking(_) | Quality::Defending(Some(_))).then_some(())?;
    Some(Condition::exists(filter.with(state)))
}

/// "you have a Jedi in any arena", "your opponent controls an arena", "you have more Force than your opponent".
fn read_player_has(p: &mut Parser) -> Option<Condition> {
    let who = read_player(p)?;
    // Whoever it is, what is said of that player cannot be told of both.
    if who == Player::Any && p.third == Player::Opponent {
        p.third = Player::Any;
    }
    read_has(p, who)
}

/// "... you must have 2 or more Jedi": what follows "have".
pub fn read_you_have(p: &mut Parser) -> Option<Condition> {
    let (range, filter) = read_so_many(p)?;
    filter.control.is_none().then(|| Condition::Compare(Amount::count(filter.of(Player::You)), range))
}

/// Writes what `read_you_have` reads, with its verb.
pub fn write_you_have(w: &mut Writer, condition: &Condition) -> Written {
    match condition {
        Condition::Compare(Amount::Count(filter), range) if filter.control == Some(Player::You) => {
            let mut rest = (**filter).clone();
            rest.control = None;
            w.say("have");
            write_so_many(w, &rest, range)
        }
        _ => Err(Unwritable("this condition of completion")),
    }
}

/// "a Jedi", "no units", "another Droid", "3 or more Diplomats".
pub fn read_so_many(p: &mut Parser) -> Option<(Range, Filter)> {
    if p.words("another") {
        let other = p.others();
        let mut filter = read_filter(p)?;
        filter.with.insert(0, Quality::OtherThan(other));
        return Some((Range::SOME, filter));
    }
    if p.words("only") {
        let n = p.number()?;
        return Some((Range::Exactly(n.into()), read_filter(p)?));
    }
    let range = if !p.sees(|p| p.words("no more than")) && p.words("no") {
        Range::NONE
    } else if p.words("a") || p.words("an") || p.words("any") {
        Range::SOME
    } else {
        match p.attempt(read_range) {
            Some(range) => range,
            None => {
                // "you have Ilara Venn in any arena".
                let filter = read_filter(p)?;
                return is_named(&filter).then_some((Range::SOME, filter));
            }
        }
    };
    Some((range, read_filter(p)?))
}

/// "there is a Jedi in this arena", "there are no units in the Space arena".
fn read_there_is(p: &mut Parser) -> Option<Condition> {
    p.one_of(&["there is", "there are", "there 's"])?;
    let counters = p.attempt(|p| {
        let range = if p.words("no") { Range::NONE } else { read_range(p)? };
        let kind = read_counter_kind(p)?;
        p.words("on").then_some(())?;
        Some(Condition::is(read_reference(p)?, Quality::Counters(kind, range)))
    });
    if counters.is_some() {
        return counters;
    }
    let (range, filter) = read_so_many(p)?;
    let there = if filter.place.is_none() { p.attempt(|p| read_there(p, &filter)) } else { None };
    Some(Condition::Compare(Amount::count(there.unwrap_or(filter)), range))
}

/// "this unit's power is 5 or more".
fn read_measured(p: &mut Parser) -> Option<Condition> {
    if let Some(condition) = p.attempt(read_force_total) {
        return Some(condition);
    }
    let amount = p
        .attempt(|p| {
            let of = read_owner_reference(p)?;
            let measure = read_measure(p)?;
            Some(Amount::Measure(measure, Box::new(Pattern::Known(of))))
        })
        .or_else(|| {
            p.attempt(|p| {
                p.sees(|p| p.words("the number of")).then_some(())?;
                read_expression(p)
            })
        })?;
    p.words("is").then_some(())?;
    Some(Condition::Compare(amount, read_range(p)?))
}

/// "your Force total is higher than your opponent's".
fn read_force_total(p: &mut Parser) -> Option<Condition> {
    let who = read_owner(p)?;
    p.words("force total is").then_some(())?;
    let more = p.choice(&[
        ("higher than", true),
        ("more than", true),
        ("greater than", true),
        ("lower than", false),
    ]);
    let Some(more) = more else {
        return Some(Condition::Compare(Amount::ForceTotal(who), read_range(p)?));
    };
    let other = Amount::ForceTotal(read_owner(p)?);
    p.words("force total");
    let range = if more { Range::MoreThan(other) } else { Range::LessThan(other) };
    Some(Condition::Compare(Amount::ForceTotal(who), range))
}

/// What is true of something known: "it is a Jedi", "this unit is in the Ground arena", "it has Stealth".
fn read_known(p: &mut Parser) -> Option<Condition> {
    let what = read_reference(p)?;
    read_known_is(p, what)
}

fn read_known_is(p: &mut Parser, what: Reference) -> Option<Condition> {
    if p.words("doesn't have") || p.words("don't have") {
        let quality = read_had(p)?;
        return Some(Condition::is(what, quality).negated());
    }
    if p.words("is the only") || p.words("is still the only") {
        return read_only(p, what);
    }
    if p.words("is piloted by") {
        let by = as_pilots(read_pattern(p)?);
        matches!(by, Pattern::Any(_)).then_some(())?;
        return Some(Condition::is(what, Quality::Has(Relation::Piloting, Box::new(by))));
    }
    if p.words("has") || p.words("have") {
        let worn = p.attempt(|p| {
            let range = read_range(p)?;
            let mut filter = read_filter(p)?;
            p.words("attached").then_some(())?;
            let _ = p.words("to it") || p.words("to him") || p.words("to her");
            (filter.place.is_none() && filter.control.is_none()).then_some(())?;
            for class in &mut filter.classes {
                class.noun = Noun::Equipment;
            }
            let on = Quality::On(Relation::Attached, Box::new(Pattern::Known(what)));
            (range != Range::at_least(1)).then_some(Condition::Compare(Amount::count(filter.with(on)), range))
        });
        if worn.is_some() {
            return worn;
        }
        let stack = p.attempt(|p| {
            let range = read_range(p)?;
            p.one_of(&[
                "cards in its stack",
                "cards in his stack",
                "cards in her stack",
                "cards in their stack",
            ])?;
            Some(Condition::Compare(Amount::count(Filter::cards().at(Place::Stack(what))), range))
        });
        if stack.is_some() {
            return stack;
        }
        let quality = read_had(p)?;
        return Some(Condition::is(what, quality));
    }
    let (is, not) = read_is(p)?;
    is.then_some(())?;
    p.words("still");
    let mut filter = read_being(p)?;
    if p.refs.is_card(what) {
        filter.classes.iter_mut().for_each(super::class::as_card);
    }
    if let [Quality::Attacking(Some(whom))] = &filter.with[..] {
        // Nobody attacks itself.
        (**whom != Pattern::Known(what)).then_some(())?;
    }
    let condition = Condition::Is(what, Box::new(filter));
    Some(if not { condition.negated() } else { condition })
}

/// "is the only unit you have in the Character arena": it's there, and nothing else of yours is.
fn read_only(p: &mut Parser, what: Reference) -> Option<Condition> {
    let filter = read_filter(p)?;
    let place = filter.place?;
    filter.control?;
    Some(Condition::All(vec![
        Condition::at(what, place),
        Condition::Compare(Amount::count(filter), Range::Exactly(1.into())),
    ]))
}

/// "is", "isn't", "'s": whether there was one, and whether it's negative.
fn read_is(p: &mut Parser) -> Option<(bool, bool)> {
    if p.words("isn't") || p.words("is not") || p.words("'s not") || p.words("aren't") {
        return Some((true, true));
    }
    let is = p.words("is") || p.words("are") || p.words("'s") || p.words("remains");
    is.then_some((true, false))
}

fn read_had(p: &mut Parser) -> Option<Quality> {
    // What follows "has" is the same as what follows "with".
    p.attempt(read_item).filter(is_with)
}

/// "tapped", "in the Ground arena", "a Jedi", "attacking a Sith", "piloted by a Droid".
fn read_being(p: &mut Parser) -> Option<Filter> {
    if p.words("attacking") {
        let whom = p.attempt(super::filter::read_attacked).map(Box::new);
        return Some(Filter::cards().with(Quality::Attacking(whom)));
    }
    if p.words("being attacked by") {
        let by = Some(Box::new(read_pattern(p)?));
        return Some(Filter::cards().with(Quality::Defending(by)));
    }
    if p.words("being attacked") {
        return Some(Filter::cards().with(Quality::Defending(None)));
    }
    if let Some(quality) = p.choice(&[
        ("tapped", Quality::Tapped),
        ("untapped", Quality::Untapped),
        ("damaged", Quality::Damaged),
        ("undamaged", Quality::Undamaged),
        ("defending", Quality::Defending(None)),
        ("piloted", Quality::Piloted),
        ("stacked", Quality::Stacked),
        ("unique", Quality::Uniqueness(vocab::ability::Uniqueness::Unique)),
    ]) {
        return Some(Filter::cards().with(quality));
    }
    if let Some(place) = p.attempt(read_place) {
        return Some(Filter::cards().at(place));
    }
    if p.words("the named card") || p.words("the one you named") {
        let slot = p.refs.word(Word::Name)?;
        p.uses(slot);
        return Some(Filter::cards().with(Quality::Chosen(slot)));
    }
    if p.words("of the chosen type") {
        let slot = p.refs.word(Word::CardType)?;
        p.uses(slot);
        return Some(Filter::cards().with(Quality::Chosen(slot)));
    }
    if p.one_of(&["a", "an"]).is_none() {
        // "that unit is Ilara Venn".
        p.sees(|p| p.words("the") || p.card_name().is_some()).then_some(())?;
        let class = read_class(p)?;
        return super::class::is_name(&class).then_some(Filter::class(class));
    }
    let classes = super::filter::read_classes(p)?;
    Some(Filter { classes, control: None, place: None, with: Vec::new() })
}

/// "the discarded unit was a Jedi": the card, for it's no longer a unit (rule 204.2).
fn read_fallen_was(p: &mut Parser) -> Option<Condition> {
    (p.in_bounty && read_reference(p)? == Reference::Subject).then_some(())?;
    (p.words("was") || p.words("is")).then_some(())?;
    p.one_of(&["a", "an"])?;
    let mut classes = super::filter::read_classes(p)?;
    for class in &mut classes {
        (class.noun == Noun::Unit).then_some(())?;
        class.noun = Noun::UnitCard;
    }
    let filter = Filter { classes, control: None, place: None, with: Vec::new() };
    Some(Condition::Is(Reference::Subject, Box::new(filter)))
}

/// "Ilara Venn is in any arena", "a Jedi is in this arena": there is one.
fn read_named_is(p: &mut Parser) -> Option<Condition> {
    let another = p.words("another");
    let article = another || p.words("a") || p.words("an");
    let list = super::class_list::read_class_list(p)?;
    let second = list.another;
    let mut filter = Filter { classes: list.classes, control: None, place: None, with: vec![] };
    if another || second {
        filter.with.push(Quality::OtherThan(p.others()));
    }
    let with = p.attempt(super::with::read_with).unwrap_or_default();
    super::filter::say_with(&mut filter, with);
    let named = filter
        .classes
        .iter()
        .all(|class| class.adjectives.iter().any(|quality| matches!(quality, Quality::Name(_))));
    (article || named).then_some(())?;
    if filter.classes.len() == 1 && p.words("is piloting") {
        let on = read_reference(p)?;
        let pilot = as_pilots(Pattern::Any(filter));
        return Some(Condition::is(on, Quality::Has(Relation::Piloting, Box::new(pilot))));
    }
    if p.words("has") || p.words("have") {
        return Some(Condition::exists(filter.with(read_had(p)?)));
    }
    // "Ilara Venn and Ulesse Dral are in any arena": both of them.
    let both =
        list.together && filter.classes.len() > 1 && filter.with.is_empty() && p.sees(|p| p.words("are"));
    let (_, not) = read_is(p)?;
    p.words("still");
    let range = if not { Range::NONE } else { Range::SOME };
    // "a Sith is attacking": one of them is.
    if article && !not && filter.with.is_empty() && p.words("attacking") {
        let whom = p.attempt(super::filter::read_attacked).map(Box::new);
        return Some(Condition::exists(filter.with(Quality::Attacking(whom))));
    }
    let place = p.attempt(read_place).map(|place| (place, None)).or_else(|| p.attempt(read_stacked))?;
    let there = |(place, top): (Place, Option<Reference>)| {
        let mut there = filter.clone().at(place);
        // 804.5: the top card is in the stack, and not beneath itself.
        there.with.extend(top.map(Quality::OtherThan));
        // A card in a pile isn't a unit (rule 204.2).
        if matches!(place, Place::DiscardPile(_)) {
            there.classes.iter_mut().for_each(super::class::as_card);
        }
        Condition::Compare(Amount::count(there), range.clone())
    };
    if both {
        let each = filter.classes.iter().map(|class| Filter::class(class.clone()).at(place.0));
        return Some(Condition::All(each.map(Condition::exists).collect()));
    }
    let first = there(place);
    // "is in any arena or stacked beneath this unit".
    let other = p.attempt(|p| {
        p.words("or").then_some(())?;
        p.attempt(read_stacked).or_else(|| {
            let place = p.attempt(read_place).or_else(|| p.attempt(read_arena).map(Place::Arena));
            let pile = |p: &mut Parser| {
                let pile = p.words("discard pile") || p.words("any discard pile");
                pile.then_some(Place::DiscardPile(Player::Any))
            };
            place.or_else(|| p.attempt(pile)).map(|place| (place, None))
        })
    });
    Some(match (other.map(there), not) {
        (Some(other), false) => Condition::Any(vec![first, other]),
        (Some(other), true) => Condition::All(vec![first, other]),
        (None, _) => first,
    })
}

/// "stacked beneath this unit": in its stack, and not on top.
fn read_stacked(p: &mut Parser) -> Option<(Place, Option<Reference>)> {
    (p.words("stacked beneath") || p.words("stacked under")).then_some(())?;
    let top = read_reference(p)?;
    Some((Place::Stack(top), Some(top)))
}

pub(super) fn is_named(filter: &Filter) -> bool {
    filter.classes.iter().all(super::class::is_name)
}

/// "unless ...": the opposite. The opposite of "A or B" is "neither A nor B".
pub fn opposite(condition: Condition) -> Condition {
    match condition {
        Condition::Not(inner) => *inner,
        Condition::Any(parts) => Condition::All(parts.into_iter().map(opposite).collect()),
        Condition::All(parts) => Condition::Any(parts.into_iter().map(opposite).collect()),
        Condition::Compare(amount, Range::SOME) => Condition::Compare(amount, Range::NONE),
        Condition::Compare(amount, Range::NONE) => Condition::Compare(amount, Range::SOME),
        one => one.negated(),
    }
}

/// Writes what `read_condition` reads.
pub fn write_condition(w: &mut Writer, condition: &Condition) -> Written {
    match condition {
        Condition::All(parts) => {
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    w.say("and");
                }
                write_one(w, part)?;
            }
            Ok(())
        }
        Condition::Any(parts) => {
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    w.say("or");
                }
                write_one(w, part)?;
            }
            Ok(())
        }
        one => write_one(w, one),
    }
}

fn write_one(w: &mut Writer, condition: &Condition) -> Written {
    match condition {
        Condition::UnitAttacking => w.say("a unit is attacking"),
        Condition::Not(inner) => match &**inner {
            Condition::UnitAttacking => w.say("no unit is attacking"),
            Condition::Is(what, filter) => return write_is(w, *what, filter, true),
            _ => return Err(Unwritable("the opposite of this condition")),
        },
        Condition::Is(what, filter) => return write_is(w, *what, filter, false),
        Condition::Controls(who, arena) => {
            write_player(w, *who)?;
            w.say(if *who == Player::You { "control" } else { "controls" });
            write_arena(w, *arena)?;
        }
        Condition::Compare(amount, range) => return write_compare(w, amount, range),
        Condition::Happened(event, span, range) => return write_history(w, event, *span, range),
        Condition::During(stage) => {
            w.say("it is");
            return super::timing::write_stage(w, *stage);
        }
        Condition::All(_) | Condition::Any(_) => {
            return Err(Unwritable("this condition here"));
        }
    }
    Ok(())
}

fn write_is(w: &mut Writer, what: Reference, filter: &Filter, not: bool) -> Written {
    write_reference(w, what)?;
    let is = if not { "isn't" } else { "is" };
    let cards =
        filter.classes.len() == 1 && filter.classes[0].adjectives.is_empty() && filter.control.is_none();
    let bare = cards && filter.classes[0].noun == Noun::Card;
    match (filter.place, &filter.with[..]) {
        (Some(place), []) if bare => {
            w.say(is);
            write_place(w, place)
        }
        (None, [Quality::Chosen(slot)]) if bare && w.refs.word_of(*slot) == Some(Word::CardType) => {
            w.say(is);
            w.say("of the chosen type");
            Ok(())
        }
        (None, [Quality::Chosen(slot)]) if bare && w.refs.word_of(*slot) == Some(Word::Name) => {
            w.say(is);
            w.say("the named card");
            Ok(())
        }
        (None, [quality]) if bare && is_with(quality) => {
            w.say(if not { "doesn't have" } else { "has" });
            let mut inner = Writer::new(w.lexicon, w.setting);
            inner.refs = w.refs.clone();
            write_with(&mut inner, quality, false)?;
            let text = inner.take();
            let words = text.strip_prefix("With ").ok_or(Unwritable("this quality after `has`"))?;
            w.say(words);
            Ok(())
        }
        (None, [quality]) if bare => {
            w.say(is);
            write_state(w, quality)
        }
        (None, []) if filter.control.is_none() && !filter.classes.is_empty() => {
            w.say(is);
            if !is_named(filter) {
                let mut ahead = Writer::new(w.lexicon, w.setting);
                write_class(&mut ahead, &filter.classes[0], false)?;
                w.say(super::class::article(&ahead.text().to_ascii_lowercase()));
            } else if filter.classes.len() > 1 {
                return Err(Unwritable("one of several names"));
            }
            w.list(&filter.classes, "or", |w, class| write_class(w, class, false))
        }
        _ => Err(Unwritable("this description of something known")),
    }
}

fn write_state(w: &mut Writer, quality: &Quality) -> Written {
    match quality {
        Quality::Tapped => w.say("tapped"),
        Quality::Untapped => w.say("untapped"),
        Quality::Damaged => w.say("damaged"),
        Quality::Undamaged => w.say("undamaged"),
        Quality::Attacking(None) => w.say("attacking"),
        Quality::Attacking(Some(whom)) => {
            w.say("attacking");
            write_pattern(w, whom, false)?;
        }
        Quality::Defending(None) => w.say("defending"),
        Quality::Defending(Some(by)) => {
            w.say("being attacked by");
            write_pattern(w, by, false)?;
        }
        Quality::Piloted => w.say("piloted"),
        Quality::Stacked => w.say("stacked"),
        Quality::Uniqueness(vocab::ability::Uniqueness::Unique) => w.say("unique"),
        _ => return Err(Unwritable("this state")),
    }
    Ok(())
}

fn write_compare(w: &mut Writer, amount: &Amount, range: &Range) -> Written {
    match amount {
        Amount::Count(filter) if matches!(filter.place, Some(Place::Stack(_))) => {
            let Some(Place::Stack(of)) = filter.place else { return Err(Unwritable("this stack")) };
            if **filter != Filter::cards().at(Place::Stack(of)) {
                w.say(if *range == Range::SOME { "there is" } else { "there are" });
                return write_so_many(w, filter, range);
            }
            write_reference(w, of)?;
            w.say("has");
            write_range(w, range)?;
            w.say("cards in its stack");
            Ok(())
        }
        Amount::Count(filter) => match filter.control {
            Some(who) => {
                write_player(w, who)?;
                w.say(if who == Player::You { "have" } else { "has" });
                let mut rest = (**filter).clone();
                rest.control = None;
                if let Range::MoreThan(Amount::Count(other)) | Range::LessThan(Amount::Count(other)) = range
                    && let Some(than) = other.control
                {
                    w.say(if matches!(range, Range::MoreThan(_)) { "more" } else { "fewer" });
                    write_filter(w, &rest, true)?;
                    w.say("than");
                    write_player(w, than)?;
                    if **other != rest.clone().of(than) {
                        w.say(if than == Player::You { "have" } else { "has" });
                        let mut unlike = (**other).clone();
                        unlike.control = None;
                        write_filter(w, &unlike, true)?;
                    }
                    return Ok(());
                }
                write_so_many(w, &rest, range)
            }
            None if is_named(filter)
                && filter.with.is_empty()
                && filter.place.is_some()
                && is_some_or_none(range) =>
            {
                w.list(&filter.classes, "or", |w, class| write_class(w, class, false))?;
                w.say(if *range == Range::NONE { "isn't" } else { "is" });
                filter.place.map_or(Ok(()), |place| write_place(w, place))
            }
            None => {
                w.say(if *range == Range::SOME { "there is" } else { "there are" });
                write_so_many(w, filter, range)
            }
        },
        Amount::ForceTotal(who) => {
            write_player(w, *who)?;
            w.say(if *who == Player::You { "have" } else { "has" });
            match range {
                Range::MoreThan(Amount::ForceTotal(other)) => {
                    w.say("more Force than");
                    write_player(w, *other)
                }
                Range::LessThan(Amount::ForceTotal(other)) => {
                    w.say("less Force than");
                    write_player(w, *other)
                }
                other => {
                    if *other == Range::NONE {
                        w.say("no");
                    } else {
                        write_range(w, other)?;
                    }
                    w.say("Force");
                    Ok(())
                }
            }
        }
        Amount::Measure(measure, of) => {
            let Pattern::Known(of) = **of else { return Err(Unwritable("the measure of a description")) };
            write_owner_reference(w, of)?;
            write_measure(w, *measure);
            w.say("is");
            write_range(w, range)
        }
        Amount::Paid(paid) if w.refs.rolled() == Some(*paid) => {
            w.say("you roll");
            write_range(w, range)
        }
        Amount::Counters(..) => {
            write_expression(w, amount)?;
            w.say("is");
            write_range(w, range)
        }
        _ => Err(Unwritable("this comparison")),
    }
}

/// Whether a number only says that there is something, or nothing at all.
pub fn is_some_or_none(range: &Range) -> bool {
    *range == Range::SOME || *range == Range::NONE
}

/// "a Jedi", "no Jedi", "3 or more Jedi".
pub fn write_so_many(w: &mut Writer, filter: &Filter, range: &Range) -> Written {
    if *range == Range::SOME {
        if super::filter::is_other(filter) {
            let mut rest = filter.clone();
            rest.with.remove(0);
            w.say("another");
            return write_filter(w, &rest, false);
        }
        if is_named(filter) {
            return write_filter(w, filter, false);
        }
        return write_with_article(w, filter, false);
    }
    if *range == Range::NONE {
        w.say("no");
    } else {
        write_range(w, range)?;
    }
    write_filter(w, filter, true)
}

#[cfg(test)]
mod tests {
    use super::{read_condition, write_condition};
    use crate::testing::both;

    #[test]
    fn conditions() {
        for text in [
            "you have a Jedi in any arena",
            "you have 3 or more Diplomats in any arena",
            "you have another Crime Gang in the Character arena",
            "your opponent has no units in the Space arena",
            "there is a Location in this arena",
            "Ilara Venn is in any arena",
            "this unit is untapped",
            "this unit isn't tapped",
            "this unit is in the Ground arena",
            "this unit is a Jedi",
            "this unit is attacking a Capital Ship",
            "this unit has 4 or more redemption counters on it",
            "this unit has a Lightsaber attached",
            "your opponent controls any arena",
            "you have more Force than your opponent",
            "you have 6 or more Force",
            "you deployed 2 or more Droids this turn",
            "this unit attacked last turn",
            "this unit hasn't attacked this turn",
            "this unit did no damage this turn",
            "this unit damaged a Jedi this turn",
            "you have more Diplomats in any arena than your opponent has Jedi in any arena",
            "this unit doesn't have a Pilot",
            "this unit is Ilara Venn",
            "this unit is a Jedi or Diplomat",
            "this unit's power is 5 or more",
            "you control the Space arena and this unit is tapped",
            "it is your retreat step",
            "you retreated 2 or more of your units last turn",
            "you put 2 or more Subordinates into any arena last turn",
            "you discarded a Location in any arena this turn",
            "there is Ilara Venn in this unit's stack",
        ] {
            both(text, read_condition, write_condition);
        }
    }
}
