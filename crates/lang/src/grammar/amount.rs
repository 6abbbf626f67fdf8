//! Numbers: "2", "X+1", "the number of Jedi you have in any arena", "its power", "for each ...".

use super::counter::{read_counter_kind, write_counter_kind};
use super::filter::{read_filter, write_filter};
use super::player::{read_owner, write_owner};
use super::reference::{read_owner_reference, write_owner_reference};
use super::selector::{read_pattern, write_pattern};
use crate::parser::Parser;
use crate::referents::Done;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Amount, Measure, Pattern, Player, Reading, Rounding, Statistic, X};

/// "2", "X", "X+1", "X-1", "that much", "that many".
pub fn read_value(p: &mut Parser) -> Option<Amount> {
    if p.words("that much") || p.words("that many") {
        return read_that_much(p);
    }
    if !(p.written() == "X" && p.words("x")) {
        let number = p.number()?;
        let times = p.attempt(|p| {
            p.words("times").then_some(())?;
            (p.written() == "X" && p.words("x")).then_some(())
        });
        if times.is_some() {
            p.saw_x = true;
            return Some(Amount::Times(number, Box::new(Amount::X)));
        }
        return Some(Amount::Number(number));
    }
    p.saw_x = true;
    let times = p.attempt(|p| {
        p.words("times").then_some(())?;
        p.number()
    });
    if let Some(times) = times {
        return Some(Amount::Times(times, Box::new(Amount::X)));
    }
    let sign = p.choice(&[("+", 1), ("-", -1)]);
    match sign {
        None => Some(Amount::X),
        Some(sign) => p.number().map(|n| Amount::Sum(vec![Amount::X, Amount::Number(sign * n)])),
    }
}

/// "that much": what a step before came to, which stands nearest; without one the number of what the text waits for, and
/// without an event what was paid.
fn read_that_much(p: &mut Parser) -> Option<Amount> {
    // "Pay any number of build points -> ... that many ...".
    if p.paid_x {
        return Some(Amount::X);
    }
    match p.refs.counted() {
        Some(Ok(slot)) => {
            p.uses(slot);
            Some(Amount::Result(slot))
        }
        _ if p.refs.has_event() => Some(Amount::ThatMuch),
        Some(Err(item)) => Some(Amount::Paid(item)),
        None => None,
    }
}

/// Writes what `read_value` reads.
pub fn write_value(w: &mut Writer, amount: &Amount) -> Written {
    match amount {
        Amount::Number(n) if *n >= 0 => w.say(n.to_string()),
        Amount::X => w.say("X"),
        // A step that came to a number stands nearer than the event.
        Amount::ThatMuch if !matches!(w.refs.counted(), Some(Ok(_))) => w.say("that much"),
        Amount::Result(slot) if w.refs.counted() == Some(Ok(*slot)) => w.say("that much"),
        Amount::Sum(parts) => match parts[..] {
            [Amount::X, Amount::Number(n)] => w.say(format!("X{n:+}")),
            _ => return Err(Unwritable("this sum")),
        },
        Amount::Times(n @ 0.., of) if **of == Amount::X => w.say(format!("{n} times X")),
        _ => return Err(Unwritable("this amount as a bare number")),
    }
    Ok(())
}

/// Whether the amount is written before its noun ("2 Force") or after it ("Force equal to ...").
pub fn is_value(amount: &Amount) -> bool {
    match amount {
        Amount::Number(n) => *n >= 0,
        Amount::X | Amount::ThatMuch => true,
        Amount::Sum(parts) => matches!(parts[..], [Amount::X, Amount::Number(_)]),
        Amount::Times(n, of) => *n >= 0 && **of == Amount::X,
        Amount::Count(_)
        | Amount::Counters(..)
        | Amount::Measure(..)
        | Amount::ForceTotal(_)
        | Amount::Paid(_)
        | Amount::Result(_)
        | Amount::Minus(..)
        | Amount::Difference(..)
        | Amount::Half(..)
        | Amount::AtMost(..)
        | Amount::NaturalDice(_) => false,
    }
}

/// "NOUN equal to ...", or "N NOUN [for each ...]".
pub fn read_amount_of<T: Clone>(p: &mut Parser, nouns: &[(&'static str, T)]) -> Option<(Amount, T)> {
    p.attempt(|p| {
        p.words("a number of");
        let noun = p.choice(nouns)?;
        p.words("equal to").then_some(())?;
        Some((read_expression(p)?, noun))
    })
    .or_else(|| {
        p.attempt(|p| {
            let value = read_value(p)?;
            // "1 more Force" is 1 Force on top of what was gained before.
            p.one_of(&["more", "additional", "extra"]);
            let noun = p.choice(nouns)?;
            Some((read_for_each(p, value), noun))
        })
    })
}

/// Writes what `read_amount_of` reads; the noun may depend on the number.
pub fn write_amount_of(w: &mut Writer, amount: &Amount, one: &str, many: &str) -> Written {
    if let Amount::Times(n, each) = amount
        && !is_value(amount)
    {
        w.say(n.to_string());
        w.say(if *n == 1 { one } else { many });
        return write_for_each(w, each);
    }
    if is_value(amount) {
        write_value(w, amount)?;
        w.say(if *amount == Amount::Number(1) { one } else { many });
        return Ok(());
    }
    w.say(many);
    w.say("equal to");
    write_expression(w, amount)
}

/// "... for each Jedi you have in any arena": multiplies the number before it.
pub fn read_for_each(p: &mut Parser, value: Amount) -> Amount {
    let Amount::Number(n) = value else { return value };
    p.attempt(|p| {
        (p.words("for each") || p.words("for every")).then_some(())?;
        // "for every 2 counters on it": half as many, rounded down.
        let pairs = p.attempt(|p| {
            (p.number()? == 2).then_some(())?;
            read_each(p)
        });
        if let Some(pairs) = pairs {
            return Some(Amount::Half(Box::new(pairs), Rounding::Down).for_each(n));
        }
        let first = read_each(p)?;
        // "for each Weapon attached to it and for each Jedi your opponent has".
        let second = p.attempt(|p| {
            p.words("and for each").then_some(())?;
            read_each(p)
        });
        let all = match second {
            Some(second) => Amount::Sum(vec![first, second]),
            None => first,
        };
        Some(all.for_each(n))
    })
    .unwrap_or(value)
}

fn read_each(p: &mut Parser) -> Option<Amount> {
    if let Some(who) = p.choice(&[("of your opponent's", Player::Opponent), ("of your", Player::You)]) {
        let filter = read_filter(p)?;
        return filter.control.is_none().then(|| Amount::count(filter.of(who)));
    }
    if p.words("natural") {
        let natural = u8::try_from(p.number()?).ok().filter(|natural| (1..=6).contains(natural))?;
        return p.words("among the attack dice").then_some(Amount::NaturalDice(natural));
    }
    read_this_way(p)
        .or_else(|| p.attempt(read_counters_on))
        .or_else(|| p.attempt(|p| read_filter(p).map(|filter| Amount::count(worn_by_this(p, filter)))))
}

/// "for each Weapon attached": to this unit.
fn worn_by_this(p: &mut Parser, filter: vocab::ability::Filter) -> vocab::ability::Filter {
    use vocab::ability::{Noun, Quality, Relation};
    let worn = p.scope == crate::parser::Scope::Given
        && filter.place.is_none()
        && filter.classes.iter().all(|class| class.noun == Noun::Equipment)
        && p.words("attached");
    if worn { filter.with(Quality::On(Relation::Attached, Box::new(Pattern::THIS))) } else { filter }
}

/// The phrase after "1 Force".
pub fn write_for_each(w: &mut Writer, each: &Amount) -> Written {
    if let Amount::Half(pairs, Rounding::Down) = each {
        w.say("for every 2");
        return write_each(w, pairs);
    }
    w.say("for each");
    write_each(w, each)
}

fn write_each(w: &mut Writer, each: &Amount) -> Written {
    match each {
        Amount::Count(filter) => write_filter(w, filter, false),
        Amount::Sum(parts) => match &parts[..] {
            [first, second] => {
                write_each(w, first)?;
                w.say("and for each");
                write_each(w, second)
            }
            _ => Err(Unwritable("more than two after `for each`")),
        },
        Amount::NaturalDice(natural) => {
            w.say(format!("natural {natural} among the attack dice"));
            Ok(())
        }
        Amount::Counters(kind, on) => {
            write_counter_kind(w, kind, false)?;
            w.say("on");
            write_pattern(w, on, true)
        }
        Amount::Result(_) | Amount::Paid(_) => {
            let words = done_of(w, each)?;
            w.say(words.0);
            w.say(words.1);
            w.say("this way");
            Ok(())
        }
        _ => Err(Unwritable("this amount after `for each`")),
    }
}

/// The noun and the participle for what a step or the cost did.
fn done_of(w: &Writer, amount: &Amount) -> Result<(&'static str, &'static str), Unwritable> {
    let done = match amount {
        Amount::Result(slot) => w.refs.done(*slot),
        Amount::Paid(item) => w.refs.paid_done(*item),
        _ => None,
    };
    done.and_then(Done::words).ok_or(Unwritable("what was done"))
}

/// "counter removed this way", "damage prevented this way".
fn read_this_way(p: &mut Parser) -> Option<Amount> {
    const KINDS: [Done; 9] = [
        Done::CountersRemoved,
        Done::CountersPut,
        Done::DamagePrevented,
        Done::DamageDealt,
        Done::CardsDiscarded,
        Done::UnitsTapped,
        Done::UnitsRetreated,
        Done::CardsRemoved,
        Done::CardsRevealed,
    ];
    p.attempt(|p| {
        let counters = p.attempt(|p| read_counter_kind(p).map(|_| ())).is_some();
        const CARDS: &[Done] = &[Done::CardsDiscarded, Done::CardsRemoved, Done::CardsRevealed];
        const UNITS: &[Done] =
            &[Done::UnitsTapped, Done::UnitsRetreated, Done::CardsDiscarded, Done::CardsRemoved];
        const COUNTERS: &[Done] = &[Done::CountersRemoved, Done::CountersPut];
        const DAMAGE: &[Done] = &[Done::DamagePrevented, Done::DamageDealt];
        let nouns: [(&'static str, &[Done]); 6] = [
            ("point of damage", DAMAGE),
            ("damage", DAMAGE),
            ("card", CARDS),
            ("cards", CARDS),
            ("unit", UNITS),
            ("units", UNITS),
        ];
        let allowed = if counters {
            COUNTERS
        } else {
            match p.choice(&nouns) {
                Some(allowed) => allowed,
                None if p.sees(|p| p.words("discarded this way")) => CARDS,
                // "Location discarded this way": the step was about such cards.
                None => {
                    super::class::read_class(p)?;
                    UNITS
                }
            }
        };
        p.words("you");
        let kind = KINDS
            .into_iter()
            .filter(|kind| allowed.contains(kind))
            .find(|kind| kind.words().is_some_and(|(_, participle)| p.words(participle)))?;
        (p.words("this way") || p.words("in this way")).then_some(())?;
        // What was done to pay for it, if no step did that.
        let Some(slot) = p.refs.this_way(kind) else { return p.refs.paid_way(kind).map(Amount::Paid) };
        p.uses(slot);
        Some(Amount::Result(slot))
    })
}

/// "damage counters on it", "captivity counters on your opponent's Characters": all of them.
fn read_counters_on(p: &mut Parser) -> Option<Amount> {
    let kind = read_counter_kind(p)?;
    p.words("already");
    p.words("on").then_some(())?;
    // "On one of your units" would have to be chosen first: an amount can't choose.
    let chosen = p.sees(|p| p.one_of(&["one of", "a", "an", "any", "another"]).is_some());
    (!chosen).then_some(())?;
    let on = read_pattern(p)?;
    Some(Amount::Counters(kind, Box::new(on)))
}

/// What follows "equal to" and "where X is".
pub fn read_expression(p: &mut Parser) -> Option<Amount> {
    let first = read_term(p)?;
    let minus = p.attempt(|p| {
        p.words("minus").then_some(())?;
        read_term(p)
    });
    if let Some(other) = minus {
        return Some(Amount::Minus(Box::new(first), Box::new(other)));
    }
    let plus = p.attempt(|p| {
        p.words("plus").then_some(())?;
        read_term(p)
    });
    let sum = match plus {
        Some(other) => Amount::Sum(vec![first, other]),
        None => first,
    };
    let bound = p.attempt(|p| {
        (p.words(", up to") || p.words("up to")).then_some(())?;
        p.number()
    });
    Some(match bound {
        Some(most) => Amount::AtMost(Box::new(sum), most),
        None => sum,
    })
}

fn read_term(p: &mut Parser) -> Option<Amount> {
    const ROLLED: [&str; 7] = [
        "the number you rolled",
        "the number rolled",
        "the number you roll",
        "the value rolled",
        "the combined total of both dice",
        "the combined total of those dice",
        "the total rolled",
    ];
    if p.one_of(&ROLLED).is_some() {
        p.words("this way");
        let Some(slot) = p.refs.this_way(Done::DiceRolled) else {
            return p.refs.rolled().map(Amount::Paid);
        };
        p.uses(slot);
        return Some(Amount::Result(slot));
    }
    if p.words("the number of") || p.words("the total number of") {
        return read_this_way(p)
            .or_else(|| p.attempt(read_counters_on))
            .or_else(|| p.attempt(read_bounded_count))
            .or_else(|| p.attempt(|p| read_filter(p).map(Amount::count)));
    }
    if p.words("the difference between") {
        let first = read_term(p)?;
        p.words("and").then_some(())?;
        return Some(Amount::Difference(Box::new(first), Box::new(read_term(p)?)));
    }
    if p.words("twice") || p.words("double") || p.words("2 times") {
        return Some(Amount::Times(2, Box::new(read_term(p)?)));
    }
    if p.words("half of") || p.words("half") {
        let whole = read_term(p)?;
        p.words(",");
        let rounding = p.choice(&[
            ("rounded up", Rounding::Up),
            ("rounded down", Rounding::Down),
            ("( rounded up )", Rounding::Up),
            ("( rounded down )", Rounding::Down),
        ]);
        // "half the number of Droid unit cards (rounded up) in your discard pile".
        let whole = match whole {
            Amount::Count(mut filter) if filter.place.is_none() => {
                filter.place = p.attempt(super::place::read_place);
                Amount::Count(filter)
            }
            other => other,
        };
        return Some(Amount::Half(Box::new(whole), rounding.unwrap_or(Rounding::Down)));
    }
    let times = p.attempt(|p| {
        let factor = p.number()?;
        p.words("times").then_some(())?;
        Some(Amount::Times(factor, Box::new(read_term(p)?)))
    });
    if times.is_some() {
        return times;
    }
    p.attempt(read_measure_of)
        .or_else(|| {
            p.attempt(|p| {
                let who = read_owner(p)?;
                p.words("force total").then_some(Amount::ForceTotal(who))
            })
        })
        .or_else(|| p.attempt(read_value))
}

/// "Rebels, up to 6, in this arena": the limit comes before the place.
fn read_bounded_count(p: &mut Parser) -> Option<Amount> {
    let mut filter = read_filter(p)?;
    p.words(", up to").then_some(())?;
    let most = p.number()?;
    p.words(",").then_some(())?;
    filter.place = Some(super::place::read_place(p).filter(|_| filter.place.is_none())?);
    Some(Amount::AtMost(Box::new(Amount::count(filter)), most))
}

/// "its power", "that unit's printed build cost", "the total build cost of that unit".
fn read_measure_of(p: &mut Parser) -> Option<Amount> {
    let of_pattern = p.attempt(|p| {
        p.words("the").then_some(())?;
        p.words("combined");
        let measure = read_measure(p)?;
        p.words("of").then_some(())?;
        Some(Amount::Measure(measure, Box::new(read_pattern(p)?)))
    });
    if of_pattern.is_some() {
        return of_pattern;
    }
    let of = read_owner_reference(p)?;
    let measure = read_measure(p)?;
    Some(Amount::Measure(measure, Box::new(Pattern::Known(of))))
}

/// "power", "printed health", "total build cost", "remaining health", "Accuracy".
pub fn read_measure(p: &mut Parser) -> Option<Measure> {
    if p.words("remaining health") {
        return Some(Measure::RemainingHealth);
    }
    let reading =
        p.choice(&[("printed", Reading::Printed), ("total", Reading::Total)]).unwrap_or(Reading::Bare);
    if p.words("build cost") || p.words("cost") {
        return Some(Measure::BuildCost(reading));
    }
    if let Some(statistic) = read_statistic(p) {
        return Some(Measure::Statistic(statistic, reading));
    }
    (reading == Reading::Bare).then_some(())?;
    p.keyword().map(Measure::Keyword)
}

/// Writes what `read_measure` reads.
pub fn write_measure(w: &mut Writer, measure: Measure) {
    let reading = |reading: Reading| match reading {
        Reading::Bare => "",
        Reading::Printed => "printed",
        Reading::Total => "total",
    };
    match measure {
        Measure::Statistic(statistic, how) => {
            w.say(reading(how));
            w.say(statistic_name(statistic));
        }
        Measure::RemainingHealth => w.say("remaining health"),
        Measure::CardsInStack => w.say("number of cards in its stack"),
        Measure::BuildCost(how) => {
            w.say(reading(how));
            w.say("build cost");
        }
        Measure::Keyword(keyword) => w.say(keyword.name()),
    }
}

/// "speed", "power", "health".
pub fn read_statistic(p: &mut Parser) -> Option<Statistic> {
    p.choice(&[("speed", Statistic::Speed), ("power", Statistic::Power), ("health", Statistic::Health)])
}

/// The word for a statistic.
pub const fn statistic_name(statistic: Statistic) -> &'static str {
    match statistic {
        Statistic::Speed => "speed",
        Statistic::Power => "power",
        Statistic::Health => "health",
    }
}

/// Writes what `read_expression` reads.
pub fn write_expression(w: &mut Writer, amount: &Amount) -> Written {
    match amount {
        Amount::Count(filter) => {
            w.say("the number of");
            write_filter(w, filter, true)
        }
        Amount::Counters(kind, on) => {
            w.say("the number of");
            write_counter_kind(w, kind, true)?;
            w.say("on");
            write_pattern(w, on, true)
        }
        Amount::Measure(measure, of) => match &**of {
            Pattern::Known(reference) => {
                write_owner_reference(w, *reference)?;
                write_measure(w, *measure);
                Ok(())
            }
            other => {
                w.say("the");
                write_measure(w, *measure);
                w.say("of");
                write_pattern(w, other, false)
            }
        },
        Amount::ForceTotal(who) => {
            write_owner(w, *who)?;
            w.say("Force total");
            Ok(())
        }
        Amount::Paid(paid)
            if w.refs.rolled() == Some(*paid) && w.refs.this_way(Done::DiceRolled).is_none() =>
        {
            w.say("the number rolled");
            Ok(())
        }
        Amount::Result(slot) if w.refs.done(*slot) == Some(Done::DiceRolled) => {
            w.say("the number rolled");
            Ok(())
        }
        Amount::Result(_) | Amount::Paid(_) => {
            let words = done_of(w, amount)?;
            w.say("the number of");
            w.say(if words.0 == "damage" { words.0.to_string() } else { format!("{}s", words.0) });
            w.say(words.1);
            w.say("this way");
            Ok(())
        }
        Amount::Sum(parts) => match &parts[..] {
            [Amount::X, Amount::Number(_)] => write_value(w, amount),
            [first, second] => {
                write_expression(w, first)?;
                w.say("plus");
                write_expression(w, second)
            }
            _ => Err(Unwritable("a sum of more than two")),
        },
        Amount::Minus(first, second) => {
            write_expression(w, first)?;
            w.say("minus");
            write_expression(w, second)
        }
        Amount::Difference(first, second) => {
            w.say("the difference between");
            write_expression(w, first)?;
            w.say("and");
            write_expression(w, second)
        }
        Amount::Times(2, of) if **of != Amount::X => {
            w.say("twice");
            write_expression(w, of)
        }
        Amount::Half(of, rounding) => {
            w.say("half");
            write_expression(w, of)?;
            w.say(match rounding {
                Rounding::Up => ", rounded up",
                Rounding::Down => ", rounded down",
            });
            Ok(())
        }
        Amount::AtMost(of, most) => {
            write_expression(w, of)?;
            w.say(format!(", up to {most}"));
            Ok(())
        }
        Amount::Number(_) | Amount::X | Amount::ThatMuch => write_value(w, amount),
        Amount::Times(..) if is_value(amount) => write_value(w, amount),
        Amount::Times(n @ 0.., of) => {
            w.say(format!("{n} times"));
            write_expression(w, of)
        }
        Amount::NaturalDice(_) | Amount::Times(..) => Err(Unwritable("this amount")),
    }
}

/// ", where X is ...": binds X in the whole ability.
pub fn read_where_x(p: &mut Parser) -> bool {
    // "Pay up to 3 Force -> ... X ..., where X is the amount of Force paid for this ability": X is what was chosen.
    let paid = p.attempt(|p| {
        (p.paid_x && p.saw_x && *p.x() != X::Chosen).then_some(())?;
        p.words(",");
        p.words("where x is the amount of force paid").then_some(())?;
        p.one_of(&["for this ability", "this way"]);
        Some(())
    });
    if paid.is_some() {
        return true;
    }
    let found = p.attempt(|p| {
        (*p.x() == X::Chosen && p.saw_x).then_some(())?;
        // "X, up to 4, where X is ...": never more than that.
        let most = p.attempt(|p| {
            (p.words(", up to") || p.words(". up to")).then_some(())?;
            p.number()
        });
        p.words(",");
        p.one_of(&["where x is", "where x equals", "when x is"])?;
        p.words("equal to");
        let amount = read_expression(p)?;
        Some(match most {
            Some(most) => Amount::AtMost(Box::new(amount), most),
            None => amount,
        })
    });
    let explained = found.is_some();
    if let Some(amount) = found {
        p.explain_x(X::Is(amount));
    }
    explained
}

/// Writes what `read_where_x` reads, if X hasn't been explained yet.
pub fn write_pending_x(w: &mut Writer) -> Written {
    match w.x.take() {
        Some(x) => write_where_x(w, &x),
        None => Ok(()),
    }
}

fn write_where_x(w: &mut Writer, x: &X) -> Written {
    match x {
        X::Is(amount) => {
            w.say(", where X is");
            write_expression(w, amount)
        }
        X::Chosen | X::ChosenUpTo(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{read_expression, read_value, write_expression, write_value};
    use crate::testing::{both, reads};
    use vocab::ability::{Amount, Slot};

    #[test]
    fn values() {
        assert_eq!(both("2", read_value, write_value), Amount::Number(2));
        assert_eq!(both("X+1", read_value, write_value), Amount::Sum(vec![Amount::X, 1.into()]));
    }

    #[test]
    fn that_much_is_known_from_an_event_or_a_step_before() {
        assert_eq!(reads("that much", read_value), None);
        let counted = |p: &mut crate::parser::Parser| {
            let removed = crate::grammar::effect::read_action(p)?;
            p.step(removed.into());
            p.words(".").then_some(())?;
            read_value(p)
        };
        let removed = "remove all damage counters from this unit. that many";
        assert_eq!(reads(removed, counted), Some(Amount::Result(Slot(0))));
        let event = |p: &mut crate::parser::Parser| {
            crate::grammar::trigger::read_trigger(p)?;
            p.words(",").then_some(())?;
            read_value(p)
        };
        assert_eq!(reads("whenever this unit is damaged, that much", event), Some(Amount::ThatMuch));
        let nearest = |p: &mut crate::parser::Parser| {
            crate::grammar::trigger::read_trigger(p)?;
            p.words(",").then_some(())?;
            counted(p)
        };
        let after = "when the battle phase ends, remove all damage counters from this unit. that much";
        assert_eq!(reads(after, nearest), Some(Amount::Result(Slot(0))));
    }

    #[test]
    fn expressions() {
        for text in [
            "the number of Jedi you have in any arena",
            "the number of damage counters on this unit",
            "this unit's total power",
            "your Force total",
            "half this unit's power, rounded up",
            "twice the number of cards in your hand",
            "6 minus the number of units your opponent has in the Space arena",
            "10 times the number of Jedi you have in any arena",
            "the difference between this unit's power and this unit's health",
        ] {
            both(text, read_expression, write_expression);
        }
    }

    #[test]
    fn counters_are_counted_on_all_that_fit_and_never_on_one_of_them() {
        both(
            "the number of captivity counters on each of your opponent's Characters",
            read_expression,
            write_expression,
        );
        for one in ["one of your opponent's Characters", "a Character", "another Character"] {
            let words = format!("the number of captivity counters on {one}");
            assert_eq!(reads(&words, read_expression), None, "{words}");
        }
    }
}
