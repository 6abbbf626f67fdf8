//! The choices of a question in words: what they do, what they cost, and which of two equal cards is meant.

use super::seat::Seat;
use crate::output::count;
use engine::state::{Slot, Where};
use engine::{Choice, Decision, Meaning, Why};
use vocab::{CardType, Counter};

/// One line for each choice, in the order of their numbers.
pub fn lines(seat: &Seat, decision: &Decision) -> Vec<String> {
    let mut lines: Vec<String> =
        decision.choices.iter().map(|choice| capital(&words(seat, decision, *choice))).collect();
    tell_apart(seat, decision, &mut lines);
    for (line, choice) in lines.iter_mut().zip(&decision.choices) {
        if let Some(more) = consequence(seat, decision, *choice) {
            line.push_str(&more);
        }
    }
    lines
}

/// What a choice is called.
fn words(seat: &Seat, decision: &Decision, choice: Choice) -> String {
    let label = || seat.label(choice);
    match choice {
        Choice::Use(card, ability) => {
            let words = seat.ability(card, ability);
            words.map_or_else(label, |words| format!("{}: {}", seat.name(card), words.replace("->", "→")))
        }
        Choice::Ability(card, ability) => {
            let words = seat.ability(card, ability);
            words.map_or_else(label, |words| format!("{}: {words}", seat.name(card)))
        }
        Choice::Number(number) => decision.why.number(number),
        Choice::Option(number) => match seat.sight().option(number) {
            Some(Meaning::Words(words)) => words,
            Some(Meaning::Ability(ability)) => seat.clause(decision, *ability).unwrap_or_else(label),
            None => label(),
        },
        Choice::Die(die) => {
            let dice = seat.view.attack.as_ref().and_then(|attack| attack.dice.as_ref());
            match dice.and_then(|dice| dice.get(usize::from(die))) {
                Some(natural) => format!("die {}: a {natural}", die + 1),
                None => label(),
            }
        }
        Choice::Done if decision.why == Why::Build => match seat.view.players[decision.who].build {
            0 => "done building".into(),
            left => format!("done: lose {}", count(left.into(), "build point", "build points")),
        },
        Choice::Yes if decision.why == Why::PayOrNot => "pay".into(),
        Choice::No if decision.why == Why::PayOrNot => "don’t pay".into(),
        Choice::Yes | Choice::No => match decision.why {
            Why::Keyword(keyword) if choice == Choice::Yes => format!("use {keyword}"),
            Why::Keyword(keyword) => format!("don’t use {keyword}"),
            _ => label(),
        },
        Choice::Pass
        | Choice::Done
        | Choice::Back
        | Choice::Card(_)
        | Choice::Put(..)
        | Choice::Play(_)
        | Choice::PlayBy(..)
        | Choice::Keyword(..)
        | Choice::Attack(..)
        | Choice::Arena(_)
        | Choice::Counter(_)
        | Choice::Word(_) => label(),
    }
}

/// What comes of a choice, as far as it can be said: the odds of an attack, the price of a card, the text of one that is
/// played.
fn consequence(seat: &Seat, decision: &Decision, choice: Choice) -> Option<String> {
    match choice {
        Choice::Attack(target, mode) => {
            let odds = ai::attack(seat.sight(), decision.source?, target, mode)?.odds().ok()?;
            let damage = odds.damage.mean();
            Some(match odds.destroyed {
                Some(chance) => {
                    format!(" ({:.0} % to destroy it, {damage:.1} damage on average)", 100.0 * chance)
                }
                None => format!(" ({damage:.1} damage on average)"),
            })
        }
        Choice::Put(card, _) | Choice::Card(card) if matches!(decision.why, Why::SetupBuild | Why::Build) => {
            let definition = seat.definition(card)?;
            let paid = seat.counters(card, Counter::Build);
            Some(match paid {
                0 => format!(" (cost {})", definition.cost),
                paid => format!(" (cost {}, {paid} paid)", definition.cost),
            })
        }
        Choice::Play(card) => {
            let definition = seat.definition(card)?;
            let is_unit = matches!(definition.card_type, CardType::Unit(_));
            let printing = seat.source.printing_of(definition).filter(|_| !is_unit)?;
            Some(format!(": {}", printing.text.replace("->", "→")))
        }
        _ => None,
    }
}

/// What sets a card apart from others of its name.
fn apart(seat: &Seat, card: Slot) -> Vec<String> {
    let Some(seen) = seat.card(card) else { return Vec::new() };
    let mut words = Vec::new();
    if seen.controller != seat.who {
        words.push("your opponent’s".into());
    }
    match seen.place {
        Where::Arena(arena) => words.push(format!("in {}", arena.name())),
        Where::BuildZone => words.push("in the build zone".into()),
        Where::Hand => words.push("in hand".into()),
        Where::DiscardPile => words.push("discarded".into()),
        Where::Stacked(host) | Where::Piloting(host) | Where::Attached(host) | Where::Beneath(host) => {
            words.push(format!("on {}", seat.name(host)));
        }
        Where::Nowhere | Where::Deck | Where::Removed | Where::Supply | Where::EventZone => {}
    }
    for (counter, number) in &seen.counters {
        words.push(format!("{number} {}", counter.name()));
    }
    if seen.tapped {
        words.push("tapped".into());
    }
    words
}

/// Lines that read the same say which card is meant; where nothing sets the cards apart, which of them.
fn tell_apart(seat: &Seat, decision: &Decision, lines: &mut [String]) {
    let plain = lines.to_vec();
    for place in 0..lines.len() {
        let all: Vec<usize> = (0..plain.len()).filter(|other| plain[*other] == plain[place]).collect();
        let Some(card) = decision.choices[place].card().filter(|_| all.len() > 1) else { continue };
        let own = apart(seat, card);
        let others = all.iter().filter(|other| **other != place);
        let others: Vec<Vec<String>> = others
            .filter_map(|other| decision.choices[*other].card())
            .map(|other| apart(seat, other))
            .collect();
        let mut words: Vec<String> =
            own.iter().filter(|word| !others.iter().all(|other| other.contains(word))).cloned().collect();
        if others.contains(&own) {
            let nth = all.iter().filter(|other| **other <= place).count();
            words.push(format!("{nth} of {}", all.len()));
        }
        if !words.is_empty() {
            lines[place] = format!("{} ({})", plain[place], words.join(", "));
        }
    }
}

/// The text with a capital first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
