//! Numbers of card text (rule 1313).

use crate::facts::attack;
use crate::facts::game::Game;
use crate::facts::now::reach;
use crate::facts::text::filter;
use crate::facts::text::scope::{Scope, is_in_play};
use crate::records::state::{Slot, State, Where};
use vocab::Counter;
use vocab::ability::{
    Amount, ArenaRef, CounterKind, Measure, Pattern, Place, Quality, Range, Reading, Reference, Rounding,
    Statistic, X,
};

/// What an amount comes to now.
pub(crate) fn amount(scope: Scope, of: &Amount) -> i16 {
    match of {
        Amount::Number(number) => *number,
        Amount::X => match scope.context.map(|context| &scope.game.catalog.ability(context.ability).x) {
            // What an earlier step came to, and the card that the effect is at, are not known before.
            Some(X::Is(of)) if looks_at(of, &is_step) => amount(scope, of),
            _ => scope.x,
        },
        Amount::Count(filter) => clamp(filter::matching(scope, filter).len()),
        Amount::Counters(kind, pattern) => sum(filter::cards_of(scope, pattern)
            .into_iter()
            .map(|card| i16::from(counters_on(&scope.game.state, card, kind)))),
        // 804.4: of a unit that has just left with its stack, what it cost while it was there.
        Amount::Measure(what @ Measure::BuildCost(Reading::Bare | Reading::Total), pattern)
            if points_back(pattern) =>
        {
            sum(filter::cards_of(scope, pattern)
                .into_iter()
                .map(|card| measure(scope, *what, card) + clamp(left_from(scope.game, card))))
        }
        Amount::Measure(what, pattern) => {
            sum(filter::cards_of(scope, pattern).into_iter().map(|card| measure(scope, *what, card)))
        }
        Amount::NaturalDice(natural) => attack::natural_dice(scope.game, *natural),
        Amount::ForceTotal(player) => {
            sum(scope.players(*player).map(|role| clamp(usize::from(scope.game.state.players[role].force))))
        }
        Amount::ThatMuch => scope.that_much,
        Amount::Paid(place) => scope
            .context
            .and_then(|context| context.paid.get(usize::from(*place)))
            .map_or(0, |bound| bound.number),
        Amount::Result(slot) => match scope.context {
            Some(context) => context.results.get(usize::from(slot.0)).map_or(0, |bound| bound.number),
            None => scope.numbers.get(usize::from(slot.0)).copied().map_or(0, i16::from),
        },
        Amount::Sum(parts) => sum(parts.iter().map(|part| amount(scope, part))),
        Amount::Minus(from, what) => amount(scope, from).saturating_sub(amount(scope, what)),
        Amount::Difference(one, other) => {
            amount(scope, one).saturating_sub(amount(scope, other)).saturating_abs()
        }
        Amount::Times(factor, what) => amount(scope, what).saturating_mul(*factor),
        // 1313.5: towards the higher or the lower number, also below 0.
        Amount::Half(what, Rounding::Up) => amount(scope, what).saturating_add(1).div_euclid(2),
        Amount::Half(what, Rounding::Down) => amount(scope, what).div_euclid(2),
        Amount::AtMost(what, bound) => amount(scope, what).min(*bound),
    }
}

/// What the steps of an effect leave, and the card that they are at.
fn is_step(reference: Reference) -> bool {
    matches!(reference, Reference::Result(_) | Reference::Each)
}

/// Whether an amount is read off a card that a part of the cost was paid with; `None` means any part.
pub(crate) fn is_of_price(of: &Amount, part: Option<u8>) -> bool {
    looks_at(of, &|reference| match reference {
        Reference::Paid(place) => part.is_none_or(|part| part == place),
        _ => false,
    })
}

/// Whether an amount is read off the card whose text it stands in.
pub(crate) fn is_of_this(of: &Amount) -> bool {
    looks_at(of, &|reference| matches!(reference, Reference::This | Reference::Giver))
}

/// Whether an amount depends on something that such a reference means.
fn looks_at(of: &Amount, is: &dyn Fn(Reference) -> bool) -> bool {
    // Only steps choose arenas and words, and only they have results.
    let chosen = |slot| is(Reference::Result(slot));
    match of {
        Amount::Result(slot) => chosen(*slot),
        Amount::Counters(_, pattern) | Amount::Measure(_, pattern) => {
            matches!(**pattern, Pattern::Known(reference) if is(reference))
        }
        Amount::Count(filter) => {
            let place = match filter.place {
                Some(
                    Place::Stack(reference)
                    | Place::Beneath(reference)
                    | Place::Arena(ArenaRef::Of(reference)),
                ) => is(reference),
                Some(Place::Arena(ArenaRef::Chosen(slot))) => chosen(slot),
                _ => false,
            };
            let has = |quality: &Quality| match quality {
                Quality::Among(reference) => is(*reference),
                Quality::Chosen(slot) => chosen(*slot),
                Quality::On(_, on) => matches!(**on, Pattern::Known(reference) if is(reference)),
                _ => false,
            };
            place || filter.with.iter().any(has)
        }
        Amount::Sum(parts) => parts.iter().any(|part| looks_at(part, is)),
        Amount::Minus(a, b) | Amount::Difference(a, b) => looks_at(a, is) || looks_at(b, is),
        Amount::Times(_, of) | Amount::Half(of, _) | Amount::AtMost(of, _) => looks_at(of, is),
        Amount::Number(_)
        | Amount::X
        | Amount::NaturalDice(_)
        | Amount::ForceTotal(_)
        | Amount::ThatMuch
        | Amount::Paid(_) => false,
    }
}

/// Whether a number passes a test.
pub(crate) fn in_range(scope: Scope, number: i16, range: &Range) -> bool {
    match range {
        Range::Exactly(other) => number == amount(scope, other),
        Range::AtLeast(other) => number >= amount(scope, other),
        Range::AtMost(other) => number <= amount(scope, other),
        Range::MoreThan(other) => number > amount(scope, other),
        Range::LessThan(other) => number < amount(scope, other),
        Range::OneOf(numbers) => numbers.contains(&number),
        Range::Odd => number.rem_euclid(2) == 1,
        Range::Even => number.rem_euclid(2) == 0,
    }
}

/// What is printed on a card; a "*" is what its text says that it is (rule 201.4).
fn printed_value(scope: Scope, statistic: Statistic, card: Slot) -> i16 {
    let game = scope.game;
    let facts = game.catalog.facts(game.state.card(card).definition);
    let number = match statistic {
        Statistic::Speed => facts.speed,
        Statistic::Power => facts.power,
        Statistic::Health => facts.health,
    };
    let defined = || {
        let mut own = facts.abilities.iter().map(|id| &game.catalog.ability(*id).kind);
        own.find_map(|kind| reach::defined(kind, statistic))
    };
    match if number == 0 { defined() } else { None } {
        Some(of) => amount(Scope::of_card(game, card, scope.depth + 1), of),
        None => number,
    }
}

/// A number that is read off a card (rules 1313.3, 1313.4).
pub(crate) fn measure(scope: Scope, what: Measure, card: Slot) -> i16 {
    let game = scope.game;
    let facts = game.catalog.facts(game.state.card(card).definition);
    let totals = is_in_play(game, card);
    let now = || game.now_at(card, scope.depth + 1);
    match what {
        Measure::Statistic(statistic, reading) => {
            let printed = reading == Reading::Printed || (reading == Reading::Bare && !totals);
            match statistic {
                _ if printed => printed_value(scope, statistic, card),
                Statistic::Speed => now().speed,
                Statistic::Power => now().power,
                Statistic::Health => now().health,
            }
        }
        Measure::RemainingHealth => now().health - i16::from(game.state.card(card).damage),
        Measure::BuildCost(Reading::Printed) => i16::from(facts.cost),
        // 804.4: one more for each card under the top card.
        Measure::BuildCost(Reading::Bare | Reading::Total) => {
            i16::from(facts.cost) + clamp(game.state.at(Where::Stacked(card)).count())
        }
        Measure::CardsInStack => 1 + clamp(game.state.at(Where::Stacked(card)).count()),
        Measure::Keyword(keyword) => now().value(keyword),
    }
}

/// Whether a text points at a card that it has had to do with before.
const fn points_back(pattern: &Pattern) -> bool {
    matches!(
        pattern,
        Pattern::Known(
            Reference::This
                | Reference::Subject
                | Reference::Object
                | Reference::Paid(_)
                | Reference::Result(_)
        )
    )
}

/// How many cards lay under a unit that has left play this turn, as long as they lie there together (rule 807.3).
fn left_from(game: &Game, unit: Slot) -> usize {
    let place = game.state.card(unit).place;
    if !matches!(place, Where::DiscardPile | Where::Removed | Where::Supply)
        || game.state.left(unit).is_none()
    {
        return 0;
    }
    let is_of_it = |card: &Slot| {
        let record = game.state.card(*card);
        record.left_with == Some(unit) && record.place == place
    };
    game.state.slots().filter(is_of_it).count()
}

/// The kinds of counters that a text means.
pub(crate) fn kinds(kind: &CounterKind) -> Vec<Counter> {
    match kind {
        CounterKind::One(counter) => vec![*counter],
        CounterKind::Any | CounterKind::AnyOne => Counter::ALL.to_vec(),
        CounterKind::OneOf(counters) => counters.clone(),
        CounterKind::AllBut(counter) => Counter::ALL.into_iter().filter(|other| other != counter).collect(),
    }
}

/// How many counters of these kinds are on a card.
pub(crate) fn counters_on(state: &State, card: Slot, kind: &CounterKind) -> u8 {
    kinds(kind).into_iter().fold(0, |total: u8, counter| total.saturating_add(state.counters(card, counter)))
}

fn sum(numbers: impl Iterator<Item = i16>) -> i16 {
    numbers.fold(0, i16::saturating_add)
}

fn clamp(count: usize) -> i16 {
    i16::try_from(count).unwrap_or(i16::MAX)
}
