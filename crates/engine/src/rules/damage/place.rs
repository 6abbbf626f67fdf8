//! Placement: counters for what was not prevented, and what that triggers (rules 1110, 1206).

use super::{Frame, Instance};
use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::pop::Chance;
use crate::rules::change::By;
use crate::rules::keywords::{double_damage, stun, surge};
use crate::rules::{pop, trigger};
use vocab::{Counter, RuleNumber};

/// Puts the counters (rules 1110.1, 1206.1), all of the sequence before anything triggers.
pub(super) fn place(game: &mut Game) -> Flow {
    let Some(sequence) = game.state.sequences.last_mut() else { return Flow::Done };
    sequence.placed = true;
    let attack = sequence.attack;
    for (index, instance) in game.state.instances().to_vec().iter().enumerate() {
        place_one(game, index, instance, attack);
    }
    let placed = placed(game);
    stun::check(game, &placed);
    for instance in placed {
        surge::damaged(game, &instance);
    }
    // 1110.3: in the order of 1305.4.
    Flow::push(Frame::WouldBeDiscarded, trigger::Frame::Resolve)
}

fn place_one(game: &mut Game, index: usize, instance: &Instance, attack: Option<u16>) {
    let Instance { to, from, amount, kind, using, .. } = *instance;
    // 1114.2: damage to a unit that has left play is gone; it goes along with one that has retreated.
    let is_there = game.is_unit(to);
    if amount == 0 || !is_there {
        game.state.instances_mut()[index].amount = 0;
        return;
    }
    game.state.instances_mut()[index].at = game.state.card(to).place;
    let counters = amount.saturating_add(double_damage::extra(game, instance, attack));
    let who = source::controller(game, from);
    game.put_counters(to, Counter::Damage, counters, who, By::card(from, 1110, 1));
    // 1110.2: the damage done is the unprevented damage, not the counters.
    game.note(What::Damaged { unit: to, from, amount, using }, RuleNumber::new(1110, 2), Some(from));
    let is_of_attack = matches!(kind, super::Kind::Attack | super::Kind::Overkill);
    if let Some(attack) = game.state.attacks.iter_mut().find(|own| is_of_attack && Some(own.number) == attack)
    {
        attack.damage_done = attack.damage_done.saturating_add(amount);
    }
}

/// The instances that put counters.
fn placed(game: &Game) -> Vec<Instance> {
    game.state.instances().iter().filter(|instance| instance.amount > 0).copied().collect()
}

/// The chance for effects played on a unit that would be discarded (rule 1110.4).
pub(super) fn would_be_discarded(game: &Game) -> Flow {
    if super::doomed(game).is_empty() {
        return Flow::next(Frame::Discard);
    }
    Flow::push(Frame::Replace, pop::Frame::new(Chance::WouldBeDiscarded))
}
