//! Counters put, removed and moved.

use super::{imperative, say_verb, verb};
use crate::grammar::amount::{
    is_value, read_for_each, read_value, read_where_x, write_for_each, write_value,
};
use crate::grammar::counter::{read_counter_kind, write_counter_kind};
use crate::grammar::selector::{read_selector, write_selector};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Counter;
use vocab::ability::{
    Action, Amount, Class, CounterAction, CounterKind, Noun, Place, Quality, Quantity, Selector, Share, Way,
};

/// "put 1 damage counter on this unit", "remove up to 2 counters from it", "add 1 counter to this Resource".
pub fn read(p: &mut Parser) -> Option<CounterAction> {
    if let Some(action) = p.attempt(read_until) {
        return Some(action);
    }
    if verb(p, "put", "puts") || verb(p, "add", "adds") {
        let quantity = if p.words("another") {
            // "Whenever a counter is put on a unit, put another": one for each of them (rule 1305.8).
            p.refs.has_event().then_some(Quantity::Exactly(Amount::ThatMuch))?
        } else {
            read_quantity(p).filter(|quantity| *quantity != Quantity::All)?
        };
        // On top of the ones put before.
        p.one_of(&["more", "additional", "extra", "total"]);
        // "... put 2 counters of that type on it instead": rather than one of any type, so all alike.
        let same = p.attempt(|p| {
            p.one_of(&["counters of that type", "counter of that type"])?;
            (p.refs.this_way(crate::referents::Done::CountersPut).is_some()).then_some(CounterKind::AnyOne)
        });
        let in_place = same.is_some();
        let kind = match same {
            Some(kind) => kind,
            None => read_counter_kind(p)?,
        };
        let share = read_share(p);
        (p.words("on")
            || p.words("to")
            || (share == Share::Divided && p.one_of(&["between", "among"]).is_some()))
        .then_some(())?;
        let on = being_built(&kind, read_bearer(p)?);
        let kind = kind_on(kind, &on);
        let quantity = match quantity {
            Quantity::Exactly(amount) => Quantity::Exactly(read_for_each(p, amount)),
            other => other,
        };
        read_where_x(p);
        (!in_place || p.sees(|p| p.words("instead"))).then_some(())?;
        return Some(CounterAction::Put { kind, quantity, on, share });
    }
    if let Some(action) = p.attempt(read_all_but) {
        return Some(action);
    }
    if verb(p, "remove", "removes") {
        let quantity = read_quantity(p)?;
        p.one_of(&["more", "additional"]);
        let kind = read_counter_kind(p)?;
        let share = read_share(p);
        p.words("from").then_some(())?;
        let from = being_built(&kind, read_bearer(p)?);
        let kind = kind_on(kind, &from);
        read_where_x(p);
        // "Remove 4 counters from any number of units": 4 in all.
        let freely = matches!(&from, Selector::Choose(choice) if choice.quantity == Quantity::AnyNumber);
        let several = matches!(&quantity, Quantity::Exactly(Amount::Number(n)) if *n > 1);
        let share = if freely && several { Share::Divided } else { share };
        return Some(CounterAction::Remove { kind, quantity, from, share });
    }
    if let Some(action) = p.attempt(read_taken) {
        return Some(action);
    }
    let (quantity, kind, from) = read_moved_from(p)?;
    p.words("to").then_some(())?;
    Some(CounterAction::Move { kind, quantity, from, to: read_selector(p)? })
}

/// "Put 1 counter of any type on a card": on one in play, for nothing else has counters (rule 1401.5).
fn read_bearer(p: &mut Parser) -> Option<Selector> {
    let mut of = read_selector(p)?;
    if let Selector::Choose(choice) = &mut of
        && choice.of.place.is_none()
        && choice.of.with.is_empty()
        && choice.of.classes.iter().all(|class| class.noun == Noun::Card && class.adjectives.is_empty())
    {
        choice.of.place = Some(Place::InPlay);
    }
    Some(of)
}

/// Bare counters of a card that is being built are build counters (rule 704.1), of others a Resource's.
fn kind_on(kind: CounterKind, of: &Selector) -> CounterKind {
    let is_built = |class: &Class| class.adjectives.contains(&Quality::PartiallyBuilt);
    match of {
        Selector::Choose(choice)
            if kind == CounterKind::One(Counter::Resource)
                && !choice.of.classes.is_empty()
                && choice.of.classes.iter().all(is_built) =>
        {
            CounterKind::One(Counter::Build)
        }
        _ => kind,
    }
}

/// "Put 1 build counter on one of your Jedi in your build zone": on a card that is being built, which isn't a unit yet
/// (rule 702.1).
fn being_built(kind: &CounterKind, mut on: Selector) -> Selector {
    let filter = match &mut on {
        Selector::Each(filter) => filter,
        Selector::Choose(choice) => &mut choice.of,
        Selector::Known(_) | Selector::Together(_) => return on,
    };
    if *kind == CounterKind::One(Counter::Build) && matches!(filter.place, Some(Place::BuildZone(_))) {
        for class in filter.classes.iter_mut().filter(|class| class.noun == Noun::Unit) {
            class.noun = Noun::UnitCard;
            if !class.adjectives.contains(&Quality::PartiallyBuilt) {
                class.adjectives.insert(0, Quality::PartiallyBuilt);
            }
        }
    }
    on
}

/// Two kinds on the same card, or the same from one card or another.
pub fn read_either(p: &mut Parser) -> Option<Vec<CounterAction>> {
    let put = verb(p, "put", "puts");
    if !put {
        verb(p, "remove", "removes").then_some(())?;
    }
    let counted = |p: &mut Parser| {
        let quantity = read_quantity(p).filter(|quantity| !put || *quantity != Quantity::All)?;
        Some((quantity, read_counter_kind(p)?))
    };
    let onto = |p: &mut Parser| p.words(if put { "on" } else { "from" }).then_some(());
    let make = |(quantity, kind): (Quantity, CounterKind), on: Selector| match put {
        true => CounterAction::Put { kind, quantity, on, share: Share::Each },
        false => CounterAction::Remove { kind, quantity, from: on, share: Share::Each },
    };
    let first = counted(p)?;
    let kinds = p.attempt(|p| {
        p.words("or").then_some(())?;
        let second = counted(p)?;
        onto(p)?;
        Some((second, read_selector(p)?))
    });
    if let Some((second, on)) = kinds {
        return Some(vec![make(first, on.clone()), make(second, on)]);
    }
    onto(p)?;
    let mut modes = vec![make(first.clone(), read_one(p)?)];
    let mut or = false;
    while let Some((last, next)) = p.attempt(|p| {
        let last = p.choice(&[(", or", true), ("or", true), (",", false)])?;
        // "..., or this unit gets +2 power": something else.
        (!p.sees(crate::grammar::selector::is_subject)).then_some(())?;
        let elided = p.attempt(|p| {
            let other = counted(p)?;
            onto(p)?;
            Some(make(other, read_one(p)?))
        });
        let next = match elided {
            Some(next) => next,
            None => make(first.clone(), read_one(p)?),
        };
        Some((last, next))
    }) {
        or |= last;
        modes.push(next);
    }
    (or && modes.len() > 1).then_some(modes)
}

/// One of the cards that are named.
fn read_one(p: &mut Parser) -> Option<Selector> {
    match read_bearer(p)? {
        Selector::Each(filter) => {
            let named = filter.classes.iter().all(crate::grammar::class::is_name);
            (named && filter.with.is_empty()).then(|| match filter.classes.len() {
                1 => Selector::Each(filter),
                _ => Selector::one(filter),
            })
        }
        Selector::Together(_) => None,
        one => Some(one),
    }
}

/// "take 1 build counter from one card and put it on another": moved.
fn read_taken(p: &mut Parser) -> Option<CounterAction> {
    verb(p, "take", "takes").then_some(())?;
    let quantity = read_quantity(p)?;
    let kind = read_counter_kind(p)?;
    p.words("from").then_some(())?;
    let from = read_selector(p)?;
    p.one_of(&["and put it on", "and put them on"])?;
    Some(CounterAction::Move { kind, quantity, from, to: read_selector(p)? })
}

/// "move 1 damage counter from one of your units": how many, which, from what.
pub fn read_moved_from(p: &mut Parser) -> Option<(Quantity, CounterKind, Selector)> {
    verb(p, "move", "moves").then_some(())?;
    let quantity = read_quantity(p)?;
    let kind = read_counter_kind(p)?;
    p.words("from").then_some(())?;
    Some((quantity, kind, read_selector(p)?))
}

/// "put 1 damage counter and 1 corruption counter on this unit": both actions, on the same card.
pub fn read_two(p: &mut Parser) -> Option<(Action, CounterAction)> {
    let put = verb(p, "put", "puts");
    if !put {
        verb(p, "remove", "removes").then_some(())?;
    }
    let read = |p: &mut Parser| {
        let quantity = read_quantity(p).filter(|quantity| !put || *quantity != Quantity::All)?;
        Some((quantity, read_counter_kind(p)?))
    };
    let (quantity, kind) = read(p)?;
    p.words("and").then_some(())?;
    let (second, other) = read(p)?;
    p.words(if put { "on" } else { "from" }).then_some(())?;
    let on = read_selector(p)?;
    let make = |kind, quantity, on| match put {
        true => CounterAction::Put { kind, quantity, on, share: Share::Each },
        false => CounterAction::Remove { kind, quantity, from: on, share: Share::Each },
    };
    Some((make(kind, quantity, on.clone()).into(), make(other, second, on)))
}

/// "... and 1 damage counter on this unit" after counters were put on something else.
pub fn read_second(p: &mut Parser, first: &Action) -> Option<Action> {
    let Action::Counters(CounterAction::Put { .. }) = first else { return None };
    (p.words(", and") || p.words("and")).then_some(())?;
    let quantity = read_quantity(p).filter(|quantity| *quantity != Quantity::All)?;
    p.one_of(&["more", "additional", "extra"]);
    let kind = read_counter_kind(p)?;
    p.words("on").then_some(())?;
    let on = read_selector(p)?;
    read_where_x(p);
    Some(CounterAction::Put { kind, quantity, on, share: Share::Each }.into())
}

/// "remove all but 1 damage counter from it".
fn read_all_but(p: &mut Parser) -> Option<CounterAction> {
    verb(p, "remove", "removes").then_some(())?;
    p.words("all but").then_some(())?;
    let left = u8::try_from(p.number()?).ok()?;
    let kind = read_counter_kind(p)?;
    p.words("from").then_some(())?;
    Some(CounterAction::AllBut { kind, from: read_selector(p)?, left })
}

/// The same with other cards.
pub fn onto(action: CounterAction, cards: Selector) -> CounterAction {
    match action {
        CounterAction::Put { kind, quantity, share, .. } => {
            CounterAction::Put { kind, quantity, on: cards, share }
        }
        CounterAction::Remove { kind, quantity, share, .. } => {
            CounterAction::Remove { kind, quantity, from: cards, share }
        }
        CounterAction::AllBut { kind, left, .. } => CounterAction::AllBut { kind, from: cards, left },
        other @ (CounterAction::Move { .. } | CounterAction::Until { .. }) => other,
    }
}

/// "put or remove damage counters from it until it has 1 remaining health".
fn read_until(p: &mut Parser) -> Option<CounterAction> {
    let way = if p.one_of(&["put or remove", "add or remove", "remove or put", "remove or add"]).is_some() {
        Way::Either
    } else if verb(p, "put", "puts") {
        Way::Put
    } else {
        verb(p, "remove", "removes").then_some(Way::Remove)?
    };
    p.words("damage counters").then_some(())?;
    (p.words("on") || p.words("from")).then_some(())?;
    let on = read_selector(p)?;
    p.words("until").then_some(())?;
    const LEFT: [&str; 9] = [
        "it has",
        "he has",
        "she has",
        "that unit has",
        "this unit has",
        "that character has",
        "it is at",
        "he is at",
        "she is at",
    ];
    p.one_of(&LEFT)?;
    let health = u8::try_from(p.number()?).ok()?;
    p.words("remaining health").then_some(CounterAction::Until { way, on, health })
}

/// "divided as you choose", or "each".
fn read_share(p: &mut Parser) -> Share {
    if p.words("divided as you choose") || p.words(", divided as you choose ,") {
        return Share::Divided;
    }
    p.words("each");
    Share::Each
}

fn read_quantity(p: &mut Parser) -> Option<Quantity> {
    if p.words("all") {
        return Some(Quantity::All);
    }
    if p.words("any number of") {
        return Some(Quantity::AnyNumber);
    }
    if p.words("up to") {
        return read_value(p).map(Quantity::UpTo);
    }
    if p.words("a") || p.words("an") {
        return Some(Quantity::Exactly(1.into()));
    }
    read_value(p).map(Quantity::Exactly)
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, action: &CounterAction) -> Written {
    match action {
        CounterAction::Until { way, on, health } => {
            match way {
                Way::Either => {
                    imperative(w)?;
                    w.say("put or remove");
                }
                Way::Put => say_verb(w, "put", "puts"),
                Way::Remove => say_verb(w, "remove", "removes"),
            }
            w.say(if *way == Way::Put { "damage counters on" } else { "damage counters from" });
            write_selector(w, on)?;
            w.say(format!("until it has {health} remaining health"));
            Ok(())
        }
        CounterAction::Put { kind, quantity, on, share } => {
            say_verb(w, "put", "puts");
            let (number, each) = match quantity {
                Quantity::Exactly(amount @ Amount::Times(n, each)) if !is_value(amount) => {
                    (Quantity::Exactly(Amount::Number(*n)), Some(each))
                }
                Quantity::All => return Err(Unwritable("all counters put")),
                other => (other.clone(), None),
            };
            write_quantity(w, kind, &number)?;
            w.say(if *share == Share::Divided { "divided as you choose on" } else { "on" });
            write_selector(w, on)?;
            each.map_or(Ok(()), |each| write_for_each(w, each))
        }
        CounterAction::Remove { kind, quantity, from, share } => {
            say_verb(w, "remove", "removes");
            write_counters_from(w, kind, quantity, *share, from)
        }
        CounterAction::AllBut { kind, from, left } => {
            say_verb(w, "remove", "removes");
            w.say(format!("all but {left}"));
            write_counter_kind(w, kind, *left != 1)?;
            w.say("from");
            write_selector(w, from)
        }
        CounterAction::Move { kind, quantity, from, to } => {
            imperative(w)?;
            w.say("move");
            write_counters_from(w, kind, quantity, Share::Each, from)?;
            w.say("to");
            write_selector(w, to)
        }
    }
}

fn write_counters_from(
    w: &mut Writer,
    kind: &CounterKind,
    quantity: &Quantity,
    share: Share,
    from: &Selector,
) -> Written {
    write_quantity(w, kind, quantity)?;
    w.say(if share == Share::Divided { "divided as you choose from" } else { "from" });
    write_selector(w, from)
}

/// "up to 2 damage counters".
fn write_quantity(w: &mut Writer, kind: &CounterKind, quantity: &Quantity) -> Written {
    match quantity {
        Quantity::All => w.say("all"),
        Quantity::AnyNumber => w.say("any number of"),
        Quantity::UpTo(amount) => {
            w.say("up to");
            write_value(w, amount)?;
        }
        Quantity::Exactly(amount) => write_value(w, amount)?,
        Quantity::Between(..) => return Err(Unwritable("so many counters")),
    }
    write_counter_kind(
        w,
        kind,
        *quantity != Quantity::Exactly(1.into()) && *quantity != Quantity::UpTo(1.into()),
    )
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::testing::both;

    #[test]
    fn counters() {
        for text in [
            "Put 1 damage counter on this unit",
            "Remove up to 2 damage counters from one of your Characters",
            "Remove all damage counters from this unit",
            "Move 1 damage counter from this unit to one of your opponent's units",
            "Put 2 counters of any type on one of your units",
            "Put 1 counter of any type on a card in play",
            "Put up to 2 damage counters on this unit",
            "Put any number of damage counters on this unit",
            "Remove all but 1 damage counter from one of your Starfighters",
            "Put or remove damage counters from this unit until it has 1 remaining health",
            "Remove up to 6 damage counters divided as you choose from each of your units",
        ] {
            both(text, read, write);
        }
    }
}
