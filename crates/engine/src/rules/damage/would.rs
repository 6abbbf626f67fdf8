//! Damage and discards that would happen: what texts that step in see and change (rules 1108.3, 1109.1, 1111.3).

use super::{Fate, Instance, Kind, discard, prevent};
use crate::facts::game::Game;
use crate::records::event::What;
use crate::records::state::Slot;
use crate::records::trigger::About;

/// The damage that would be done, each instance with its number: what has joined the sequence last (rule 1202.4).
pub(crate) fn would_be_done(game: &Game) -> Vec<(u8, What)> {
    let Some(sequence) = game.state.sequences.last() else { return Vec::new() };
    let new = game.state.instances().iter().enumerate().skip(usize::from(sequence.joined));
    let all = new.filter(|(_, instance)| instance.amount > 0);
    all.map(|(index, instance)| {
        let Instance { to, from, amount, using, .. } = *instance;
        (index as u8, What::Damaged { unit: to, from, amount, using })
    })
    .collect()
}

/// The units that damage would get discarded, by the numbers of their slots.
pub(crate) fn would_be_discarded(game: &Game) -> Vec<(u8, What)> {
    let units = game.state.laid_out().iter().filter(|unit| discard::is_doomed(game, *unit));
    units
        .map(|card| {
            let (from, cause) = (game.state.card(card).place, discard::cause(game, card));
            (card.index() as u8, What::Discarded { card, from, cause })
        })
        .collect()
}

/// Something else took the place of an instance of damage (rule 1310.1).
pub(crate) fn undo(game: &mut Game, index: u8) {
    if let Some(instance) = game.state.instances_mut().get_mut(usize::from(index)) {
        instance.amount = 0;
    }
}

/// Something else took the place of the discard of a unit: it was not discarded (rule 1111.3).
pub(crate) fn spare(game: &mut Game, number: u8) {
    for instance in game.state.instances_mut() {
        if instance.to.index() == usize::from(number) && instance.fate == Fate::Doomed {
            instance.fate = Fate::Spared;
        }
    }
}

/// The instance that "that damage" means: the one that a text has stepped in before.
fn that(game: &Game) -> Option<usize> {
    let would = game.state.would.last()?;
    matches!(would.about, About::Damage | About::Pending).then_some(usize::from(would.at))
}

/// How much "that damage" is now.
pub(crate) fn that_much(game: &Game) -> u8 {
    let instance = that(game).and_then(|index| game.state.instances().get(index));
    instance.map_or(0, |instance| instance.amount)
}

/// Prevents some of "that damage"; how much it was (rule 1204.1).
pub(crate) fn prevent_that(game: &mut Game, amount: u8, by: Slot) -> u8 {
    that(game).map_or(0, |index| prevent::prevent_instance(game, index, amount, by, None))
}

/// Changes "that damage" in the same instance (rules 1603.3, 1603.4); whether there is any.
pub(crate) fn change_that(game: &mut Game, change: impl Fn(&mut Instance)) -> bool {
    let instance = that(game).and_then(|index| game.state.instances_mut().get_mut(index));
    instance.is_some_and(|instance| {
        change(instance);
        true
    })
}

/// "That damage" is done to another unit (rule 1310.1): it is not damage to the defending unit any more.
pub(crate) fn do_that_to(game: &mut Game, unit: Slot) -> bool {
    let card = *game.state.card(unit);
    let did = change_that(game, |instance| {
        (instance.to, instance.at, instance.who) = (unit, card.place, card.controller);
        if instance.kind == Kind::Attack {
            instance.kind = Kind::Overkill;
        }
    });
    // It goes on as it is now: nothing is left that another thing could take the place of.
    if let (true, Some(would)) = (did, game.state.would.last_mut()) {
        would.changed = true;
    }
    did
}
