//! Answers that need no thought: nothing else that could be answered would be better, and nothing hidden decides it.
//!
//! A table gives them for its players. They are cheap: no more than a few answers are looked at.

use crate::dear;
use crate::gain;
use crate::likeness;
use crate::quick::best;
use crate::strike;
use crate::value;
use crate::waste;
use engine::state::{Slot, Where};
use engine::{Ask, Choice, Game, Mode, Seat, Viewer, Why};
use vocab::Keyword;
use vocab::ability::{AbilityKind, Effect, Payment};

/// Why an answer needs no thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obvious {
    /// There's one unit to attack, and nothing to fear from it, or less than is to be had.
    Attack,
    /// Every unit is safe where it is.
    Stay,
    /// Dice that missed are rolled again, those that hit aren't.
    Reroll,
    /// Nothing that could be done would bring anything beyond its cost.
    Nothing,
    /// Nothing that could be played in the fight is worth its cost.
    Dear,
    /// Of units that are equally fast it doesn't matter which acts first.
    Order,
    /// What may be done only brings, and costs nothing.
    Free,
}

/// So likely is likely.
const LIKELY: f32 = 0.75;
/// How many answers are looked at for what a choice brings.
const ANSWERS: usize = 60;

/// The answer of the question that waits for a seat that needs no thought, if there's one.
pub fn obvious(seat: Seat<'_>) -> Option<(usize, Obvious)> {
    let ask = seat.asked()?;
    let choices = seat.choices();
    match ask.why {
        Why::Act => attack(seat, &ask, choices).map(|place| (place, Obvious::Attack)),
        Why::Retreat => stay(seat, &ask, choices).map(|place| (place, Obvious::Stay)),
        Why::Keyword(Keyword::Lucky) => reroll(seat, choices).map(|place| (place, Obvious::Reroll)),
        Why::Optional => free(seat, choices).or_else(|| nothing(seat, &ask, choices)),
        Why::PlayOrPass | Why::PayOrNot | Why::Keyword(_) => nothing(seat, &ask, choices),
        Why::NextUnit => order(seat, choices).map(|place| (place, Obvious::Order)),
        // What is paid for and what is moved is up to the player.
        Why::Build if choices.iter().all(|choice| matches!(choice, Choice::Done | Choice::Use(..))) => {
            nothing(seat, &ask, choices)
        }
        Why::PlayEvent
        | Why::PullResource
        | Why::Mulligan
        | Why::SetupBuild
        | Why::SetupPartial
        | Why::BuildCounters
        | Why::BuildStepStart
        | Why::Build
        | Why::Destination
        | Why::Bid
        | Why::Order
        | Why::Choose
        | Why::Mode
        | Why::X
        | Why::Pay
        | Why::Prevent
        | Why::Divide
        | Why::Equip
        | Why::Untap
        | Why::ByHand
        | Why::Agree => None,
    }
}

/// For each choice, whether it's known to bring nothing beyond its cost.
pub fn known_useless(seat: Seat<'_>) -> Vec<bool> {
    gain::useless_within(seat, ANSWERS)
}

/// Passing, where everything else is useless or not worth its cost.
fn nothing(seat: Seat<'_>, ask: &Ask, choices: &[Choice]) -> Option<(usize, Obvious)> {
    if !gain::can_be_left(ask, choices) {
        return None;
    }
    let pass = choices.iter().position(|choice| gain::is_passing(*choice))?;
    let useless = known_useless(seat);
    let is_left = |place: &usize| !gain::is_passing(choices[*place]) && useless.get(*place) != Some(&true);
    let plays: Vec<usize> = (0..choices.len()).filter(is_left).collect();
    if plays.is_empty() {
        return Some((pass, Obvious::Nothing));
    }
    let view = seat.view();
    let is_fight = view.attack.is_some() || !view.pending.is_empty();
    let is_dear = ask.why == Why::PlayOrPass && is_fight && dear::are_dear(seat, pass, &plays);
    is_dear.then_some((pass, Obvious::Dear))
}

/// Yes, where that only brings.
fn free(seat: Seat<'_>, choices: &[Choice]) -> Option<(usize, Obvious)> {
    let yes = choices.iter().position(|choice| *choice == Choice::Yes)?;
    let is_plain = choices.iter().all(|choice| matches!(choice, Choice::Yes | Choice::No));
    (is_plain && gain::only_brings(seat, yes)).then_some((yes, Obvious::Free))
}

/// The strongest of units that are equally fast, if no text and no keyword of theirs makes a difference: the same player acts
/// with all of them, one after another.
fn order(seat: Seat<'_>, choices: &[Choice]) -> Option<usize> {
    let game = seat.determinise(engine::state::Seed([5, 6]));
    let mut worth = Vec::with_capacity(choices.len());
    for choice in choices {
        let unit = choice.card().filter(|unit| is_plain(&game, *unit))?;
        worth.push(value::worth(&game, unit));
    }
    Some(best(&worth))
}

/// Whether a unit does nothing in an attack but roll its dice, and what lies on it does nothing else.
fn is_plain(game: &Game, unit: Slot) -> bool {
    let state = game.whole();
    let is_still = |card: Slot| {
        let texts = &game.catalog().facts(state.card(card).definition).abilities;
        texts.iter().all(|id| match &game.catalog().ability(*id).kind {
            AbilityKind::Static(_) | AbilityKind::Keyword(_) => true,
            AbilityKind::Activated(_)
            | AbilityKind::Triggered(_)
            | AbilityKind::Replacement(_)
            | AbilityKind::Equipped(_)
            | AbilityKind::OneShot(_)
            | AbilityKind::Trap(_)
            | AbilityKind::ToComplete(_)
            | AbilityKind::Wrapper(_) => false,
        })
    };
    is_still(unit) && state.on(unit).all(is_still)
}

/// The attack, if all that can be attacked are equal and neither a text nor the dice can turn against the attacker, or if it's
/// better than none whatever the other player does.
fn attack(seat: Seat<'_>, ask: &Ask, choices: &[Choice]) -> Option<usize> {
    let unit = ask.source?;
    let mut only: Option<(usize, Slot)> = None;
    // The units are open to everybody; a deal shows them as they are.
    let game = seat.determinise(engine::state::Seed([1, 2]));
    for (place, choice) in choices.iter().enumerate() {
        match (choice, only) {
            (Choice::Pass, _) => {}
            (Choice::Attack(target, Mode::Normal), None) => only = Some((place, *target)),
            (Choice::Attack(_, Mode::Normal), Some((first, _)))
                if likeness::are_alike(&game, ask.who, choices[first], *choice) => {}
            _ => return None,
        }
    }
    let (place, target) = only?;
    let sight = game.sight(Viewer::Public);
    let own = |slot: Slot| sight.controller(slot) == ask.who;
    let is_harmless = |(slot, place, _): &(Slot, usize, _)| own(*slot) || only_prevents(&game, *slot, *place);
    let is_plain =
        strike::left_out(sight, unit, target).iter().all(is_harmless) && !can_strike_back(&game, target);
    let is_wanted_elsewhere = taps(&game, unit);
    let safe = strike::exact(&game, unit, target, Mode::Normal).dies == 0.0;
    let pass = choices.iter().position(|choice| *choice == Choice::Pass);
    let is_better = || is_plain && safe || pass.is_some_and(|pass| dear::is_worth_it(seat, place, pass));
    (!is_wanted_elsewhere && is_better()).then_some(place)
}

/// Whether a unit, or what lies on it, can play anything that does more than keep it from harm: the odds of an attack have no
/// part in what happens when it is over.
fn can_strike_back(game: &Game, unit: Slot) -> bool {
    let state = game.whole();
    let plays = |card: Slot| {
        let texts = &game.catalog().definition(state.card(card).definition).abilities;
        (0..texts.len()).any(|place| match texts[place].kind {
            AbilityKind::Activated(_) => !only_prevents(game, card, place),
            _ => false,
        })
    };
    plays(unit) || state.on(unit).any(plays)
}

/// Whether a printed text does no more than keep its unit from harm.
fn only_prevents(game: &Game, unit: Slot, place: usize) -> bool {
    let definition = game.catalog().definition(game.whole().card(unit).definition);
    let keyword = match definition.abilities.get(place).map(|ability| &ability.kind) {
        Some(AbilityKind::Activated(play)) => match &play.effect {
            Effect::Keyword(keyword, _) => keyword.keyword(),
            _ => return false,
        },
        _ => return false,
    };
    matches!(keyword, Keyword::Evade | Keyword::Intercept | Keyword::Redirect | Keyword::Protect)
}

/// Whether a unit has something else to tap for.
fn taps(game: &Game, unit: Slot) -> bool {
    let facts = game.catalog().facts(game.whole().card(unit).definition);
    facts.abilities.iter().any(|id| match &game.catalog().ability(*id).kind {
        AbilityKind::Activated(play) => play.costs.0.contains(&Payment::TapThis),
        _ => false,
    })
}

/// Nobody retreats, if every unit that could is safe.
fn stay(seat: Seat<'_>, ask: &Ask, choices: &[Choice]) -> Option<usize> {
    let done = choices.iter().position(|choice| *choice == Choice::Done)?;
    let game = seat.determinise(engine::state::Seed([3, 4]));
    let stays = |choice: &Choice| match choice {
        Choice::Card(unit) => waste::of(&game, ask, *choice).is_some() || !is_in_danger(&game, *unit),
        _ => true,
    };
    choices.iter().all(stays).then_some(done)
}

/// A unit is in danger if it's hurt or tapped, or if somebody faster is likely to destroy it before it acts.
fn is_in_danger(game: &Game, unit: Slot) -> bool {
    let state = game.whole();
    let card = state.card(unit);
    let Where::Arena(arena) = card.place else { return true };
    let speed = game.now(unit).speed;
    let strikes_first = |enemy: Slot| {
        !state.card(enemy).is_tapped()
            && game.now(enemy).speed >= speed
            && strike::near(game, enemy, unit, Mode::Normal).destroys >= LIKELY
    };
    card.damage > 0 || card.is_tapped() || game.units_of(card.controller.other(), arena).any(strikes_first)
}

/// The next die that is better rolled again; when there's none, no more. The number that a die needs is open.
fn reroll(seat: Seat<'_>, choices: &[Choice]) -> Option<usize> {
    let view = seat.view();
    let attack = view.attack.as_ref()?;
    let dice = attack.dice.as_ref()?;
    let (own, other, _) = seat.in_attack(attack.attacker, attack.defender, Mode::Normal)?;
    // A six can do more than hit, and a one more than miss: whoever has such a text chooses alone.
    let special = [Keyword::CriticalHit, Keyword::Fury, Keyword::Backfire, Keyword::Overload];
    if special.into_iter().any(|keyword| own.has(keyword) || other.has(keyword)) {
        return None;
    }
    let hits = |natural: u8| i16::from(natural) > 6 - strike::sixths(&own, &other);
    let mine = seat.controller(attack.attacker) == seat.who();
    let is_better = |place: &usize| match choices[*place] {
        Choice::Die(die) => dice.get(usize::from(die)).is_some_and(|natural| hits(*natural) != mine),
        _ => false,
    };
    let done = || choices.iter().position(|choice| *choice == Choice::Done);
    (0..choices.len()).find(is_better).or_else(done)
}
