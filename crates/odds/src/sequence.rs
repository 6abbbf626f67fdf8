//! Several attacks on one unit: attackers in the order of their speed, Tenacity, Double Strike.
//!
//! Damage counters and spent Force stay from one attack to the next. Players who play as well as possible play for
//! the end of the whole sequence and know what can still come.

use crate::attack::check_aim;
use crate::distribution::Distribution;
use crate::moment::{Key, Moment};
use crate::node::Tree;
use crate::refusal::Refusal;
use crate::unit::{Attacker, Defender, Roller};
use std::collections::BTreeMap;

/// The most attackers.
const MAX_ATTACKERS: u32 = 8;

/// Attacks on one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// The attacking units; they attack in the order of their speed, equal ones as they stand here.
    pub attackers: Vec<Attacker>,
    /// The defending unit; its Force is shared by all attacks.
    pub defender: Defender,
    /// Whose Lucky is used first.
    pub first: Roller,
}

/// Why a unit attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StrikeKind {
    /// It is its turn.
    Turn,
    /// 1759.1: it did less damage than its Tenacity.
    Tenacity,
    /// 1720.1: Double Strike.
    DoubleStrike,
}

/// One possible attack of a sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    /// Which attacker, in the order of the description.
    pub attacker: usize,
    /// Why it attacks.
    pub kind: StrikeKind,
    /// The chance that this attack takes place.
    pub chance: f64,
    /// The mean damage that gets through in it, counting 0 when it does not take place.
    pub damage: f64,
    /// The chance that it discards the defending unit.
    pub destroys: f64,
}

/// The answers for a sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct SequenceOdds {
    /// Damage that gets through to the defending unit in all attacks.
    pub damage: Distribution,
    /// Damage counters put on it.
    pub counters: Distribution,
    /// The chance that it is discarded, if its health is known.
    pub destroyed: Option<f64>,
    /// The mean Force that the defender spends.
    pub force: f64,
    /// The mean damage to each attacker, in the order of the description.
    pub back: Vec<f64>,
    /// The chance that each attacker is discarded by it, if its health is known.
    pub attackers_destroyed: Vec<Option<f64>>,
    /// The attacks that may take place, in their order.
    pub strikes: Vec<Strike>,
}

impl Sequence {
    /// Refuses what cannot be.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.attackers.is_empty() {
            return Err(Refusal::NoAttacker);
        }
        Refusal::at_most(
            "attackers",
            u32::try_from(self.attackers.len()).unwrap_or(u32::MAX),
            MAX_ATTACKERS,
        )?;
        self.defender.check()?;
        self.attackers.iter().try_for_each(|attacker| {
            attacker.check()?;
            check_aim(attacker, &self.defender)
        })
    }

    /// The order in which the units attack (rule 1103.1).
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.attackers.len()).collect();
        order.sort_by_key(|i| std::cmp::Reverse(self.attackers[*i].speed));
        order
    }

    /// The odds.
    pub fn odds(&self) -> Result<SequenceOdds, Refusal> {
        self.check()?;
        let order = self.order();
        let attackers: Vec<&Attacker> = order.iter().map(|i| &self.attackers[*i]).collect();
        let mut tree = Tree::new(&attackers, &self.defender, self.first);
        let start = tree.start();
        tree.solve(start)?;
        let mut walk = Walk::new(&tree, attackers.len());
        walk.run(start);
        Ok(walk.answers(self, &order))
    }
}

/// What is reached with which chance: the next attack (or the end), damage and counters so far.
type Front = BTreeMap<(Option<Key>, u32, u32), f64>;

/// Goes through the solved attacks with their chances.
struct Walk<'a> {
    tree: &'a Tree<'a>,
    damage: Distribution,
    counters: Distribution,
    destroyed: f64,
    force: f64,
    back: Vec<f64>,
    attackers_destroyed: Vec<f64>,
    strikes: BTreeMap<Moment, Strike>,
}

impl<'a> Walk<'a> {
    fn new(tree: &'a Tree<'a>, attackers: usize) -> Walk<'a> {
        Walk {
            tree,
            damage: Distribution::none_yet(),
            counters: Distribution::none_yet(),
            destroyed: 0.0,
            force: 0.0,
            back: vec![0.0; attackers],
            attackers_destroyed: vec![0.0; attackers],
            strikes: BTreeMap::new(),
        }
    }

    fn run(&mut self, start: Key) {
        let mut front = Front::from([((Some(start), 0, 0), 1.0)]);
        // Keys are in the order of play, so that everything that leads to the first one has been added to it.
        while let Some(((key, damage, counters), chance)) = front.pop_first() {
            let Some(node) = key.and_then(|key| self.tree.solved(key)) else {
                self.damage.add(damage as usize, chance);
                self.counters.add(counters as usize, chance);
                continue;
            };
            let moment = node.moment;
            let strike = self.strikes.entry(moment).or_insert(Strike {
                attacker: moment.attacker,
                kind: moment.kind,
                chance: 0.0,
                damage: 0.0,
                destroys: 0.0,
            });
            strike.chance += chance;
            strike.destroys += chance * node.destroys;
            self.destroyed += chance * node.destroys;
            self.force += chance * node.force;
            self.back[moment.attacker] += chance * node.back;
            self.attackers_destroyed[moment.attacker] += chance * node.attacker_destroyed;
            for (step, share) in &node.steps {
                strike.damage += chance * share * f64::from(step.damage);
                let next = (step.next, damage + step.damage, counters + step.counters);
                *front.entry(next).or_insert(0.0) += chance * share;
            }
        }
    }

    fn answers(self, sequence: &Sequence, order: &[usize]) -> SequenceOdds {
        let mut back = vec![0.0; order.len()];
        let mut attackers_destroyed = vec![None; order.len()];
        for (place, original) in order.iter().enumerate() {
            back[*original] = self.back[place];
            attackers_destroyed[*original] =
                sequence.attackers[*original].health.map(|_| self.attackers_destroyed[place]);
        }
        let strikes = self.strikes.into_values();
        SequenceOdds {
            damage: self.damage,
            counters: self.counters,
            destroyed: sequence.defender.health.map(|_| self.destroyed),
            force: self.force,
            back,
            attackers_destroyed,
            strikes: strikes.map(|strike| Strike { attacker: order[strike.attacker], ..strike }).collect(),
        }
    }
}
