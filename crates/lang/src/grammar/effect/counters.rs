//! Counters put, removed and moved.

use super::{imperative, say_verb, verb};
use crate::grammar::amount::{read_for_each, read_value, read_where_x, write_for_each, write_value};
use crate::grammar::counter::{read_counter_kind, write_counter_kind};
use crate::grammar::selector::{read_selector, write_selector};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Amount, CounterAction, Quantity, Selector, Share};

/// "put 1 damage counter on this unit", "remove up to 2 counters from it", "add 1 counter to this Resource".
pub fn read(p: &mut Parser) -> Option<CounterAction> {
    if verb(p, "put", "puts") || verb(p, "add", "adds") {
        let amount = if p.words("a") || p.words("an") || p.words("another") {
            Amount::Number(1)
        } else {
            read_value(p)?
        };
        // In addition to those that were put before.
        p.one_of(&["more", "additional", "extra"]);
        let kind = read_counter_kind(p)?;
        let share = read_share(p);
        (p.words("on")
            || p.words("to")
            || (share == Share::Divided && p.one_of(&["between", "among"]).is_some()))
        .then_some(())?;
        let on = read_selector(p)?;
        let amount = read_for_each(p, amount);
        read_where_x(p);
        return Some(CounterAction::Put { kind, amount, on, share });
    }
    if verb(p, "remove", "removes") {
        let quantity = read_quantity(p)?;
        p.one_of(&["more", "additional"]);
        let kind = read_counter_kind(p)?;
        let share = read_share(p);
        p.words("from").then_some(())?;
        let from = read_selector(p)?;
        read_where_x(p);
        return Some(CounterAction::Remove { kind, quantity, from, share });
    }
    verb(p, "move", "moves").then_some(())?;
    let quantity = read_quantity(p)?;
    let kind = read_counter_kind(p)?;
    p.words("from").then_some(())?;
    let from = read_selector(p)?;
    p.words("to").then_some(())?;
    Some(CounterAction::Move { kind, quantity, from, to: read_selector(p)? })
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
        CounterAction::Put { kind, amount, on, share } => {
            say_verb(w, "put", "puts");
            let (number, each) = match amount {
                Amount::Times(n, each) => (Amount::Number(*n), Some(each)),
                other => (other.clone(), None),
            };
            write_value(w, &number)?;
            write_counter_kind(w, kind, number != Amount::Number(1))?;
            w.say(if *share == Share::Divided { "divided as you choose on" } else { "on" });
            write_selector(w, on)?;
            each.map_or(Ok(()), |each| write_for_each(w, each))
        }
        CounterAction::Remove { kind, quantity, from, share } => {
            say_verb(w, "remove", "removes");
            write_counters_from(w, kind, quantity, *share, from)
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
    kind: &vocab::ability::CounterKind,
    quantity: &Quantity,
    share: Share,
    from: &Selector,
) -> Written {
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
    )?;
    w.say(if share == Share::Divided { "divided as you choose from" } else { "from" });
    write_selector(w, from)
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
            "Remove up to 6 damage counters divided as you choose from each of your units",
        ] {
            both(text, read, write);
        }
    }
}
