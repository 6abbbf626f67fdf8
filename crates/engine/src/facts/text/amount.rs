//! Numbers of card text (rule 1313).

use crate::facts::attack;
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
            // What an earlier step came to is not known before.
            Some(X::Is(of)) if points_back(of) => amount(scope, of),
            _ => scope.x,
        },
        Amount::Count(filter) => clamp(filter::matching(scope, filter).len()),
        Amount::Counters(kind, pattern) => sum(filter::cards_of(scope, pattern)
            .into_iter()
            .map(|card| i16::from(counters_on(&scope.game.state, card, kind)))),
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

/// Whether an amount depends on what an earlier step had to do with.
fn points_back(of: &Amount) -> bool {
    match of {
        Amount::Result(_) => true,
        Amount::Counters(_, pattern) | Amount::Measure(_, pattern) => {
            matches!(**pattern, Pattern::Known(Reference::Result(_)))
        }
        Amount::Count(filter) => {
            let place = matches!(
                filter.place,
                Some(
                    Place::Stack(Reference::Result(_))
                        | Place::Arena(ArenaRef::Of(Reference::Result(_)) | ArenaRef::Chosen(_))
                )
            );
            let is_result = |quality: &Quality| match quality {
                Quality::Among(Reference::Result(_)) | Quality::Chosen(_) => true,
                Quality::On(_, on) => matches!(**on, Pattern::Known(Reference::Result(_))),
                _ => false,
            };
            place || filter.with.iter().any(is_result)
        }
        Amount::Sum(parts) => parts.iter().any(points_back),
        Amount::Minus(a, b) | Amount::Difference(a, b) => points_back(a) || points_back(b),
        Amount::Times(_, of) | Amount::Half(of, _) | Amount::AtMost(of, _) => points_back(of),
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

/// A number that is read off a card (rules 1313.3, 1313.4).
pub(crate) fn measure(scope: Scope, what: Measure, card: Slot) -> i16 {
    let game = scope.game;
    let facts = game.catalog.facts(game.state.card(card).definition);
    let totals = is_in_play(game, card);
    let now = || game.now_at(card, scope.depth + 1);
    match what {
        Measure::Statistic(statistic, reading) => {
            let printed = reading == Reading::Printed || (reading == Reading::Bare && !totals);
            match (statistic, printed) {
                (Statistic::Speed, true) => facts.speed,
                (Statistic::Power, true) => facts.power,
                (Statistic::Health, true) => facts.health,
                (Statistic::Speed, false) => now().speed,
                (Statistic::Power, false) => now().power,
                (Statistic::Health, false) => now().health,
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
