//! Starting a damage sequence: fixed damage, dice of damage, an attack's damage.

use super::{Frame, Instance, Kind, Preventability, blind};
use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::attack::Fact;
use crate::records::event::What;
use crate::records::state::Slot;
use crate::records::trigger::Depth;
use crate::rules::keywords::{critical_hit, ferocity};
use vocab::{Keyword, RuleNumber};

/// Damage to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// To which unit.
    pub to: Slot,
    /// By which unit or card.
    pub from: Slot,
    /// How much.
    pub amount: u8,
    /// Whether it can be prevented.
    pub preventable: Preventability,
}

impl Game {
    /// An instance of damage as things are now.
    pub(super) fn instance(&self, hit: Hit, kind: Kind) -> Instance {
        let Hit { to, from, amount, preventable } = hit;
        let card = self.state.card(to);
        let preventable = if ferocity::applies(self, from) {
            Preventability::NO
        } else {
            preventable.and(source::preventability(self, from))
        };
        Instance {
            to,
            from,
            amount,
            kind,
            preventable,
            at: card.place,
            who: card.controller,
            ..Instance::default()
        }
    }

    fn start(&mut self, instances: &[Instance], attack: Option<u16>) {
        if self.state.begin_sequence(instances, attack).is_err() {
            self.stop();
        }
    }
}

/// Starts a damage sequence for several instances together (rule 1202.2).
pub(crate) fn deal(game: &mut Game, hits: &[Hit]) -> crate::records::frame::Frame {
    deal_by(game, hits, None)
}

/// The same, by a keyword.
pub(crate) fn deal_by(game: &mut Game, hits: &[Hit], using: Option<Keyword>) -> crate::records::frame::Frame {
    let instance = |hit: &Hit| Instance { using, ..game.instance(*hit, Kind::Other) };
    let instances: Vec<Instance> = hits.iter().map(instance).collect();
    game.start(&instances, None);
    Frame::Start.into()
}

/// Rolls dice of damage for each unit, then starts a sequence for all of them (rules 1203.1, 1203.4).
pub(crate) fn dice(
    game: &mut Game,
    from: Slot,
    to: &[Slot],
    dice: u8,
    preventable: Preventability,
) -> crate::records::frame::Frame {
    dice_by(game, from, to, dice, preventable, None)
}

/// The same, by a keyword.
pub(crate) fn dice_by(
    game: &mut Game,
    from: Slot,
    to: &[Slot],
    dice: u8,
    preventable: Preventability,
    using: Option<Keyword>,
) -> crate::records::frame::Frame {
    let instance = |to: &Slot| {
        let hit = Hit { to: *to, from, amount: 0, preventable };
        Instance { dice, using, ..game.instance(hit, Kind::Other) }
    };
    let instances: Vec<Instance> = to.iter().map(instance).collect();
    game.start(&instances, None);
    Frame::RollNext.into()
}

/// The damage of the attack that is going on (rule 1108); none if nothing is pending and the dice are open (1108.5).
pub(crate) fn of_attack(game: &mut Game) -> Option<crate::records::frame::Frame> {
    let attack = game.state.attack().copied()?;
    let from = attack.attacker;
    let (defender, second) = parts(game)?;
    let preventable = Preventability::YES;
    let own = Hit { to: attack.defender, from, amount: defender, preventable };
    let using = attack.mode.keyword();
    let mut instances = vec![Instance { using, ..game.instance(own, Kind::Attack) }];
    if let Some((to, amount)) = second {
        let moved = game.instance(Hit { to, from, amount, preventable }, Kind::Overkill);
        instances.push(Instance { using: Some(Keyword::Overkill), ..moved });
    }
    if defender == 0 && second.is_none() && !attack.facts.has(Fact::Hidden) {
        return None;
    }
    if game.state.attacks.len() == 1 {
        game.state.declared.clear();
    }
    game.start(&instances, Some(attack.number));
    Some(Frame::Start.into())
}

/// What an attack does to its defending unit and to the second unit of Overkill (rules 1108.1, 1108.2, 1740.8).
pub(super) fn parts(game: &Game) -> Option<(u8, Option<(Slot, u8)>)> {
    let attack = game.state.attack()?;
    let second = attack.overkill.filter(|(_, moved)| *moved > 0);
    let moved = second.map_or(0, |(_, moved)| moved);
    let own = attack.hits.saturating_sub(moved).saturating_add(critical_hit::damage(attack));
    // 1108.6, 1603.3: what is added to an attack that does damage is the defending unit's.
    let own = if own > 0 { own.saturating_add(attack.more) } else { own };
    Some((own, second))
}

/// What is pending while dice are hidden: as much as anybody may want to prevent (rule 1715.3).
const UNKNOWN: u8 = 100;

/// The damage that is pending in the current sequence. While dice are hidden it lists the units for which prevention
/// may be declared, and nobody knows how much it is (rule 1715.7).
pub(crate) fn pending(game: &Game) -> Vec<Instance> {
    let Some(sequence) = game.state.sequences.last() else { return Vec::new() };
    if blind::is_on(game) {
        return blind::units(game)
            .into_iter()
            .map(|to| {
                let from = game.state.attack().map_or(to, |attack| attack.attacker);
                game.instance(
                    Hit { to, from, amount: UNKNOWN, preventable: Preventability::YES },
                    Kind::Attack,
                )
            })
            .collect();
    }
    let open = game.state.instances().iter().skip(usize::from(sequence.closed));
    open.filter(|instance| instance.amount > 0).copied().collect()
}

/// The instances that the prevention being played is aimed at, one bit each (rule 1204.4).
pub(crate) fn aimed_at(game: &Game) -> u32 {
    game.state.sequences.last().map_or(0, |sequence| sequence.aimed.bits())
}

/// The open ones of these instances, one bit each; of some all damage may have been prevented.
pub(crate) fn pending_in(game: &Game, instances: u32) -> Vec<Instance> {
    if blind::is_on(game) {
        return pending(game);
    }
    let Some(sequence) = game.state.sequences.last() else { return Vec::new() };
    let all = game.state.instances().iter().enumerate().skip(usize::from(sequence.closed));
    let open = all.filter(|(index, _)| instances & (1 << index) != 0);
    open.map(|(_, instance)| *instance).collect()
}

/// The sequence is over; how much damage was done in it.
pub(super) fn over(game: &mut Game) -> u8 {
    let level = game.state.sequences.len().saturating_sub(1) as u8;
    // What it triggered does not belong to a sequence that comes later.
    for waiting in game.state.waiting.iter_mut() {
        waiting.depth = Depth::new(waiting.depth.level().min(level), waiting.depth.chain());
    }
    game.state.end_sequence().iter().fold(0, |sum, instance| instance.amount.saturating_add(sum))
}

/// Tells what is pending (rule 1202.1).
pub(super) fn note_pending(game: &mut Game) {
    for Instance { to, from, amount, .. } in game.state.instances().to_vec() {
        if amount > 0 {
            game.note(What::Pending { to, from, amount }, RuleNumber::new(1202, 1), Some(from));
        }
    }
}

/// The attack with this number ends before its time: what it would do is not done any more (rule 1114.3). Counters that
/// have been put stay.
pub(crate) fn drop_attack(game: &mut Game, number: u16) {
    for instance in game.state.instances_of_attack(number) {
        if matches!(instance.kind, Kind::Attack | Kind::Overkill) {
            instance.amount = 0;
        }
    }
}
