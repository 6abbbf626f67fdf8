//! The discard step: all units at once, then what that triggers (rules 1111, 1207).

use super::{Fate, Frame, Instance, Kind, start};
use crate::facts::game::Game;
use crate::records::event::DiscardCause;
use crate::records::frame::{self, Flow};
use crate::records::state::Slot;
use crate::rules::change::By;
use crate::rules::keywords::{area_damage, avenge, bounty, consume, meditate};
use crate::rules::trigger;

/// Settles who is going to be discarded, before texts step in: whoever is not spared goes (rules 1111.3, 1310.5).
pub(super) fn doom(game: &mut Game) {
    for unit in super::doomed(game) {
        let (at, who) = (game.state.card(unit).place, game.state.card(unit).controller);
        let mut is_damaged = false;
        for instance in game.state.instances_mut().iter_mut().filter(|one| one.to == unit && one.amount > 0) {
            instance.fate = Fate::Doomed;
            is_damaged = true;
        }
        // 1207.5: its health fell.
        let fell = Instance { to: unit, from: unit, at, who, fate: Fate::Doomed, ..Instance::default() };
        if !is_damaged && game.state.add_instance(fell).is_err() {
            game.stop();
        }
    }
}

/// Whether a unit is going to be discarded in this sequence.
pub(super) fn is_doomed(game: &Game, unit: Slot) -> bool {
    let is_it = |instance: &Instance| instance.to == unit && instance.fate == Fate::Doomed;
    game.is_unit(unit) && game.state.instances().iter().any(is_it)
}

/// Discards all of them at the same time (rule 1111.1).
pub(super) fn discard(game: &mut Game) -> Flow {
    let units: Vec<Slot> = game.state.laid_out().iter().filter(|unit| is_doomed(game, *unit)).collect();
    let is_lone = |unit: &Slot| meditate::is_removed_instead(&game.state, *unit);
    let lone: Vec<Slot> = units.iter().copied().filter(is_lone).collect();
    for instance in game.state.instances_mut().iter_mut().filter(|instance| instance.fate == Fate::Doomed) {
        // 1739.8: a unit that is removed instead was not discarded.
        let counts = instance.amount > 0 && units.contains(&instance.to) && !lone.contains(&instance.to);
        instance.fate = if counts { Fate::Discarded } else { Fate::Standing };
    }
    let fallen = fallen(game);
    // Abilities are looked up while the units are still there, for all of them leave together.
    avenge::check(game, &fallen);
    bounty::check(game, &fallen);
    area_damage::check(game, &fallen);
    consume::check(game, &fallen);
    for unit in &units {
        game.remember(*unit);
    }
    for unit in units {
        let cause = cause(game, unit);
        game.discard(unit, cause, By::rule(1111, 1));
    }
    game.forget_who_stayed();
    // The sequence is over before what it triggered resolves: what that does are sequences of their own (1202.3).
    let total = start::over(game);
    // 1305.3: what an effect triggers waits until the whole of it is done.
    if matches!(game.state.frames.last(), Some(frame::Frame::Effect(_))) {
        return Flow::next(Frame::Report(total));
    }
    Flow::push(Frame::Report(total), trigger::Frame::Resolve)
}

/// The instances that got their unit discarded; a unit may be there for several sources (rule 1207.3).
fn fallen(game: &Game) -> Vec<Instance> {
    game.state.instances().iter().filter(|instance| instance.fate == Fate::Discarded).copied().collect()
}

/// Why a unit is discarded; damage of the attack itself goes before other damage (rules 1207.2, 1207.5).
pub(super) fn cause(game: &Game, unit: Slot) -> DiscardCause {
    cause_if(game, unit, |fate| matches!(fate, Fate::Doomed | Fate::Discarded))
}

/// Why a unit would be discarded, before that is settled.
pub(crate) fn cause_of_discard(game: &Game, unit: Slot) -> DiscardCause {
    cause_if(game, unit, |_| true)
}

fn cause_if(game: &Game, unit: Slot, is_of: fn(Fate) -> bool) -> DiscardCause {
    let instances = game.state.instances();
    let counts = |one: &&Instance| one.to == unit && one.amount > 0 && is_of(one.fate);
    let own = || instances.iter().filter(counts);
    let of_attack = own().find(|instance| matches!(instance.kind, Kind::Attack | Kind::Overkill));
    match (of_attack, own().next()) {
        (Some(instance), _) => DiscardCause::AttackDamage(instance.from),
        (None, Some(instance)) => DiscardCause::Damage(instance.from),
        (None, None) => DiscardCause::Health,
    }
}
