//! One attack of a sequence in one state of the game, solved with a view to everything that can follow.

use crate::attack::attack_dice;
use crate::back::{Back, Retaliation, results};
use crate::damage::{Fate, Outcomes, Resolved, Standing, place};
use crate::dice::Naturals;
use crate::distribution::Distribution;
use crate::first_roll::Trigger;
use crate::moment::{Key, Moment, Step};
use crate::plan::Worth;
use crate::refusal::Refusal;
use crate::sequence::StrikeKind;
use crate::strike::{Dice, Rolled, SetOff, Stakes};
use crate::unit::{Attacker, Defender, Roller};
use std::collections::{BTreeMap, HashMap};
use vocab::Keyword;

/// A solved attack.
pub struct Node {
    pub moment: Moment,
    /// The mean damage from here to the end of the sequence.
    damage: f64,
    /// The chance that the unit is discarded from here on.
    destruction: f64,
    /// The chance that it is discarded by this attack.
    pub destroys: f64,
    /// The mean Force spent in this attack.
    pub force: f64,
    /// The mean damage to the attacker.
    pub back: f64,
    /// The chance that this discards the attacker.
    pub attacker_destroyed: f64,
    /// The ways on, with their chances.
    pub steps: Vec<(Step, f64)>,
}

impl Node {
    fn at(moment: Moment) -> Node {
        Node {
            moment,
            damage: 0.0,
            destruction: 0.0,
            destroys: 0.0,
            force: 0.0,
            back: 0.0,
            attacker_destroyed: 0.0,
            steps: Vec::new(),
        }
    }
}

/// All attacks that can happen.
pub struct Tree<'a> {
    attackers: &'a [&'a Attacker],
    defender: &'a Defender,
    first: Roller,
    solved: HashMap<Key, Node>,
    work: usize,
}

/// What a sequence may cost to work out, in the measure of [`Dice::work`]: some seconds.
const MOST_WORK: usize = 500_000_000;

impl<'a> Tree<'a> {
    pub fn new(attackers: &'a [&'a Attacker], defender: &'a Defender, first: Roller) -> Tree<'a> {
        Tree { attackers, defender, first, solved: HashMap::new(), work: 0 }
    }

    /// The first attack.
    pub fn start(&self) -> Key {
        self.turn_of(0, self.defender.counters, self.defender.force)
    }

    pub fn solved(&self, key: Key) -> Option<&Node> {
        self.solved.get(&key)
    }

    fn turn_of(&self, attacker: usize, counters: u32, force: Option<u32>) -> Key {
        let moment = Moment { attacker, kind: StrikeKind::Turn };
        Key { moment, counters, force, own_counters: self.attackers[attacker].counters, change: 0 }
    }

    /// What further attacks of this unit could depend on, if there can be any.
    fn may_go_on(&self, key: Key) -> bool {
        let attacker = self.attackers[key.moment.attacker];
        match key.moment.kind {
            StrikeKind::Turn => attacker.tenacity > 0 || attacker.has(Keyword::DoubleStrike),
            // 1759.2, 1720.3, 1902.11: neither follows an attack for which the unit did not tap.
            StrikeKind::Tenacity | StrikeKind::DoubleStrike => false,
        }
    }

    /// Solves an attack and all that can follow it.
    pub fn solve(&mut self, key: Key) -> Result<(), Refusal> {
        if self.solved.contains_key(&key) {
            return Ok(());
        }
        let attacker = self.attackers[key.moment.attacker];
        let defender = self.defender;
        let retaliation = Retaliation::of(defender, key.force);
        let standing = Standing {
            remaining: defender.health.map(|health| health - key.counters),
            force: key.force.map(|force| force - retaliation.force),
        };
        let number = attack_dice(attacker, defender, key.own_counters, key.change);
        let mut watched = Vec::new();
        if attacker.backfire > 0 {
            watched.push(Trigger::Backfire);
        }
        if attacker.focus > 0 && self.may_go_on(key) {
            watched.push(Trigger::Focus);
        }
        let dice = Dice::new(attacker, defender, self.first, number, &watched);
        self.work += dice.work();
        let outcomes = Outcomes::new(attacker, defender, None, standing, dice.most());
        let back = Back { attacker, defender, retaliation };
        let here = Here { key, force: standing.force, outcomes, back };
        self.solve_what_follows(&here, &dice)?;
        let worth = |set_off: SetOff| self.worth(&here, set_off);
        let stakes = if self.may_go_on(key) {
            Stakes::ByFirstRoll(&worth)
        } else {
            Stakes::Plain(worth(SetOff::default()))
        };
        let node = self.collect(&here, &dice.plan(&stakes).roll::<f64>());
        self.solved.insert(key, node);
        Ok(())
    }

    /// Puts together what the final dice lead to.
    fn collect(&self, here: &Here<'_>, all: &[Rolled<f64>]) -> Node {
        let mut node = Node { force: f64::from(here.back.retaliation.force), ..Node::at(here.key.moment) };
        let mut steps: BTreeMap<Step, f64> = BTreeMap::new();
        for rolled in all {
            let dice_back = here.back.dice(rolled.set_off);
            for (hits, naturals) in results(rolled.results.len()) {
                let chance = rolled.results[place(hits, naturals)];
                if chance == 0.0 {
                    continue;
                }
                let resolved = here.outcomes.of(hits, naturals);
                node.force += chance * f64::from(resolved.done.force);
                if resolved.fate == Fate::Discarded {
                    node.destroys += chance;
                }
                for (own, share) in here.own_damage(naturals, resolved, &dice_back) {
                    node.back += chance * share * f64::from(own);
                    if here.falls(own) {
                        node.attacker_destroyed += chance * share;
                    }
                    let next = self.next(here, resolved, rolled.set_off, own);
                    let step = Step { damage: resolved.damage, counters: resolved.counters, next };
                    *steps.entry(step).or_insert(0.0) += chance * share;
                }
            }
        }
        node.destruction = node.destroys;
        for (step, share) in &steps {
            let (damage, destruction) = self.values(step.next);
            node.damage += share * (f64::from(step.damage) + damage);
            node.destruction += share * destruction;
        }
        node.steps = steps.into_iter().collect();
        node
    }

    fn solve_what_follows(&mut self, here: &Here<'_>, dice: &Dice) -> Result<(), Refusal> {
        let mut next: Vec<Key> = Vec::new();
        for set_off in dice.sets() {
            let dice_back = here.back.dice(set_off);
            for (hits, naturals) in results(here.outcomes.all().len()) {
                let resolved = here.outcomes.of(hits, naturals);
                for (own, _) in here.own_damage(naturals, resolved, &dice_back) {
                    next.extend(self.next(here, resolved, set_off, own));
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        if self.work + next.len() * dice.work() > MOST_WORK {
            return Err(Refusal::TooManyWays);
        }
        next.into_iter().try_for_each(|key| self.solve(key))
    }

    /// What final dice are worth: what they do at once and what can follow.
    fn worth(&self, here: &Here<'_>, set_off: SetOff) -> Worth {
        let dice_back = here.back.dice(set_off);
        let (mut damage, mut destruction) = (Vec::new(), Vec::new());
        for (hits, naturals) in results(here.outcomes.all().len()) {
            let resolved = here.outcomes.of(hits, naturals);
            let (mut mean, mut chance) = (f64::from(resolved.damage), 0.0);
            if resolved.fate == Fate::Discarded {
                chance = 1.0;
            }
            for (own, share) in here.own_damage(naturals, resolved, &dice_back) {
                let (later, destroyed) = self.values(self.next(here, resolved, set_off, own));
                mean += share * later;
                chance += share * destroyed;
            }
            damage.push(mean);
            destruction.push(chance);
        }
        Worth { damage, destruction }
    }

    fn values(&self, key: Option<Key>) -> (f64, f64) {
        key.and_then(|key| self.solved(key)).map_or((0.0, 0.0), |node| (node.damage, node.destruction))
    }

    /// The attack that follows.
    fn next(&self, here: &Here<'_>, resolved: &Resolved, set_off: SetOff, own: u32) -> Option<Key> {
        let Key { moment, counters, .. } = here.key;
        if resolved.fate == Fate::Discarded {
            return None;
        }
        // Without health nobody asks for counters, so all states are one.
        let counters = if self.defender.health.is_some() { counters + resolved.counters } else { counters };
        let force = here.force.map(|force| force - resolved.done.force);
        let attacker = self.attackers[moment.attacker];
        if self.may_go_on(here.key) && !here.falls(own) {
            // 1113.1: Tenacity before Double Strike; 1759.5: damage counts, not counters.
            let kind = if resolved.damage < attacker.tenacity {
                Some(StrikeKind::Tenacity)
            } else {
                attacker.has(Keyword::DoubleStrike).then_some(StrikeKind::DoubleStrike)
            };
            if let Some(kind) = kind {
                // 1726.6, 1743.2: the next attack may be this one.
                let focus = if set_off.contains(Trigger::Focus) { attacker.focus as i32 } else { 0 };
                let change = focus - resolved.done.persuaded as i32;
                let matters = attacker.health.is_some() || attacker.resilience != 0;
                let own_counters = here.key.own_counters + if matters { own } else { 0 };
                return Some(Key {
                    moment: Moment { kind, ..moment },
                    counters,
                    force,
                    own_counters,
                    change,
                });
            }
        }
        let next = moment.attacker + 1;
        (next < self.attackers.len()).then(|| self.turn_of(next, counters, force))
    }
}

/// An attack that is being solved.
struct Here<'a> {
    key: Key,
    /// The Force that is left for prevention.
    force: Option<u32>,
    outcomes: Outcomes,
    back: Back<'a>,
}

impl Here<'_> {
    /// The damage to the attacker with its chances.
    fn own_damage<'b>(
        &self,
        naturals: Naturals,
        resolved: &Resolved,
        dice: &'b Distribution,
    ) -> impl Iterator<Item = (u32, f64)> + use<'b> {
        let fixed = self.back.fixed(naturals, resolved.done.deflected);
        dice.chances().iter().zip(fixed..).map(|(chance, damage)| (damage, *chance))
    }

    /// Whether this much damage discards the attacker.
    fn falls(&self, damage: u32) -> bool {
        self.back.attacker.health.is_some_and(|health| self.key.own_counters + damage >= health)
    }
}

#[cfg(test)]
mod tests {
    use super::{Dice, MOST_WORK, Tree};
    use crate::refusal::Refusal;
    use crate::unit::{Attacker, Defender, Roller};

    #[test]
    fn what_would_take_too_long_is_refused_before_the_time_is_spent() {
        // After the first attack the defending unit has 0 to 4 counters: five attacks can follow.
        let attacker = Attacker { power: 4, ..Attacker::default() };
        let defender = Defender { health: Some(9), ..Defender::default() };
        let attackers = [&attacker, &attacker];
        let one = Dice::new(&attacker, &defender, Roller::Attacker, 4, &[]).work();
        let solved_with_room_for = |attacks: usize| {
            let mut tree = Tree::new(&attackers, &defender, Roller::Attacker);
            tree.work = MOST_WORK - attacks * one;
            let result = tree.solve(tree.start());
            (result, tree.solved.len())
        };
        assert_eq!(solved_with_room_for(6), (Ok(()), 6));
        assert_eq!(solved_with_room_for(5), (Err(Refusal::TooManyWays), 0));
        assert_eq!(solved_with_room_for(3), (Err(Refusal::TooManyWays), 0));
    }
}
