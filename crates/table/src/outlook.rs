//! What a choice comes to, tried out: which damage lands where, and how an attack stands once it has happened.
//!
//! It's tried on a deal of the hidden cards, and nobody steps in. Where dice or the player's own aim would decide,
//! nothing is said.

use crate::Seen;
use crate::seen::meant_by;
use engine::state::{Seed, Slot, Where};
use engine::{Chance, Choice, Event, Game, Seat, Viewer, What, Why};
use vocab::Role;
use vocab::ability::{Flow, Pool};

/// What a choice comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outlook {
    /// The player's units that damage was about to land on, or lands on now.
    pub units: Vec<Fate>,
    /// How the attack that goes on stands then, before its dice.
    pub attack: Option<Stand>,
    /// The Force that it costs.
    pub force: u16,
}

/// What becomes of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fate {
    /// The unit.
    pub unit: Slot,
    /// The damage that it takes.
    pub takes: i16,
    /// The health that it has left; none if it's destroyed.
    pub left: Option<i16>,
    /// The chance to survive the same attack once more, if it's left.
    pub again: Option<f64>,
}

/// An attack before its dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// The unit that is attacked.
    pub defender: Slot,
    /// The chance that it's destroyed.
    pub destroyed: f64,
    /// The chance that the attacker is.
    pub attacker_destroyed: f64,
}

/// How many answers are followed.
const STEPS: usize = 40;

impl Seen<'_> {
    /// The Force and the build points that the choice at this place of the view's question takes at once.
    pub fn spends(self, place: usize) -> Option<(u16, u16)> {
        let Viewer::Seat(who) = self.viewer() else { return None };
        let before = dealt(self.seat(who)?);
        let mut game = before.clone();
        game.answer(meant_by(self, place)).ok()?;
        // Whatever else happens by then may bring or take some, too.
        let events = game.take_events();
        let paid = |wanted: Pool| {
            let of = |event: &Event| match event.what {
                What::Pool { who: payer, flow: Flow::Pay, pool, amount }
                    if payer == who && pool == wanted =>
                {
                    amount
                }
                _ => 0,
            };
            events.iter().map(of).sum()
        };
        Some((paid(Pool::Force), paid(Pool::BuildPoints)))
    }

    /// What the choice at this place of the view's question comes to, where that can be said.
    pub fn outlook(self, place: usize) -> Option<Outlook> {
        let Viewer::Seat(who) = self.viewer() else { return None };
        let sight = self.sight();
        let chance = sight.chance()?;
        let place = meant_by(self, place);
        let seat = self.seat(who)?;
        match chance {
            Chance::Prevention => landed(seat, place),
            Chance::Attack => before_dice(seat, place),
            Chance::General
            | Chance::AddDice
            | Chance::Reroll
            | Chance::ChangeDice
            | Chance::WouldBeDiscarded
            | Chance::AttackEnd
            | Chance::Disrupt
            | Chance::Entered
            | Chance::BuildStep
            | Chance::WouldAttack(_)
            | Chance::At(..)
            | Chance::Just => None,
        }
    }
}

/// A deal, and the units of the player that damage is about to land on.
fn dealt(seat: Seat<'_>) -> Game {
    let mut game = seat.determinise(Seed([u64::from(seat.turn()), 0x0DD5]));
    game.forget_events();
    game
}

fn health_left(game: &Game, unit: Slot) -> Option<i16> {
    let card = game.whole().card(unit);
    let is_there = matches!(card.place, Where::Arena(_)) && game.is_unit(unit);
    is_there.then(|| game.now(unit).health - i16::from(card.damage))
}

/// Answers by others and further chances are passed; a number is the highest. `None` where the player has to aim.
fn next(game: &Game, who: Role) -> Option<usize> {
    let ask = game.asked()?;
    let choices = game.choices();
    if ask.why == Why::PlayOrPass || ask.who != who {
        let passes = |choice: &Choice| matches!(choice, Choice::Pass | Choice::Done | Choice::No);
        return choices.iter().position(passes);
    }
    let number = |(_, choice): &(usize, &Choice)| match choice {
        Choice::Number(number) => Some(*number),
        _ => None,
    };
    let open: Vec<(usize, &Choice)> =
        choices.iter().enumerate().filter(|(_, choice)| **choice != Choice::Back).collect();
    match open[..] {
        [(only, _)] => Some(only),
        _ if open.iter().all(|one| number(one).is_some()) => {
            open.iter().max_by_key(|one| number(one)).map(|(place, _)| *place)
        }
        _ => None,
    }
}

/// Whether dice were rolled before the last damage landed: then nobody knows what follows. What is rolled afterwards
/// belongs to something else.
fn is_rolled(game: &mut Game) -> bool {
    let events = game.take_events();
    let lands = |what: &What| matches!(what, What::Damaged { .. } | What::Prevented { .. });
    let end = events.iter().rposition(|event| lands(&event.what)).unwrap_or(events.len());
    events[..end].iter().any(|event| matches!(event.what, What::Rolled { .. }))
}

fn is_pending(game: &Game) -> bool {
    game.whole().instances().iter().any(|instance| instance.amount > 0)
}

/// Follows a choice until all damage has landed.
fn landed(seat: Seat<'_>, place: usize) -> Option<Outlook> {
    let before = dealt(seat);
    let who = seat.who();
    let attack = before.whole().attack().map(|attack| (attack.attacker, attack.mode));
    let mut game = before.clone();
    game.answer(place).ok()?;
    for _ in 0..STEPS {
        if !is_pending(&game) || game.outcome().is_some() {
            break;
        }
        let answer = next(&game, who)?;
        game.answer(answer).ok()?;
    }
    if is_pending(&game) || is_rolled(&mut game) {
        return None;
    }
    let mut units: Vec<Slot> = Vec::new();
    for instance in before.whole().instances() {
        if instance.amount > 0 && !units.contains(&instance.to) {
            units.push(instance.to);
        }
    }
    for slot in before.whole().slots() {
        let other =
            health_left(&before, slot).is_some() && health_left(&before, slot) != health_left(&game, slot);
        if other && !units.contains(&slot) {
            units.push(slot);
        }
    }
    let fates = units.into_iter().filter_map(|unit| {
        let had = health_left(&before, unit)?;
        // A unit of which no card is left in the arena is gone, whatever its values would be.
        let left = health_left(&game, unit).filter(|left| *left > 0);
        let again = attack.filter(|_| left.is_some()).and_then(|(attacker, mode)| {
            let odds = ai::attack(game.sight(Viewer::Public), attacker, unit, mode)?.odds().ok()?;
            odds.destroyed.map(|chance| 1.0 - chance)
        });
        Some(Fate { unit, takes: had - left.unwrap_or(0), left, again })
    });
    let units = fates.collect();
    let force = |game: &Game| game.whole().players[who].force;
    Some(Outlook { units, attack: None, force: force(&before).saturating_sub(force(&game)) })
}

/// Follows a choice in the chance before the dice until it has happened.
fn before_dice(seat: Seat<'_>, place: usize) -> Option<Outlook> {
    let before = dealt(seat);
    let who = seat.who();
    let frames = before.whole().frames.len();
    let mut game = before.clone();
    if before.choices().get(place) != Some(&Choice::Pass) {
        game.answer(place).ok()?;
        for _ in 0..STEPS {
            let ask = game.asked()?;
            if ask.why == Why::PlayOrPass && game.whole().frames.len() <= frames {
                break;
            }
            let answer = next(&game, who)?;
            game.answer(answer).ok()?;
        }
        if is_rolled(&mut game) {
            return None;
        }
    }
    let attack = game.whole().attack().map(|attack| (attack.attacker, attack.defender, attack.mode));
    let stand = attack.and_then(|(attacker, defender, mode)| {
        let odds = ai::attack(game.sight(Viewer::Public), attacker, defender, mode)?.odds().ok()?;
        Some(Stand {
            defender,
            destroyed: odds.destroyed?,
            attacker_destroyed: odds.attacker_destroyed.unwrap_or(0.0),
        })
    });
    let force = |game: &Game| game.whole().players[who].force;
    Some(Outlook { units: Vec::new(), attack: stand, force: force(&before).saturating_sub(force(&game)) })
}
