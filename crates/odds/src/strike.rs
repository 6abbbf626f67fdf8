//! The dice of one attack from the first roll to the final dice (section 1107).

use crate::damage::place;
use crate::dice::{Faces, Naturals};
use crate::first_roll::{Trigger, first_roll};
use crate::lattice::Lattice;
use crate::mass::Mass;
use crate::plan::{Plan, Player, Worth};
use crate::reroll::Number;
use crate::unit::{Aim, Attacker, Defender, Reroll, Roller};
use vocab::Keyword;

/// The triggers of the first roll that were set off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetOff(u8);

impl SetOff {
    /// Whether this one was.
    pub const fn contains(self, trigger: Trigger) -> bool {
        self.0 & 1 << trigger as u8 != 0
    }
}

/// The chances (or numbers of rolls) of the final dice after a first roll of one kind.
pub struct Rolled<M> {
    /// What the first roll set off.
    pub set_off: SetOff,
    /// By [`place`].
    pub results: Vec<M>,
}

/// What final dice are worth to the players.
pub enum Stakes<'a> {
    /// The first roll has no bearing on it.
    Plain(Worth),
    /// It depends on what the first roll set off.
    ByFirstRoll(&'a dyn Fn(SetOff) -> Worth),
}

/// The dice of an attack and the players at them.
pub struct Dice {
    faces: Faces,
    dice: usize,
    fury: usize,
    triggers: Vec<Trigger>,
    players: [Player; 2],
    secrecy: Secrecy,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Secrecy {
    /// All see the dice.
    Open,
    /// 1715.1: the opponent of an attacker with Cunning does not.
    Hidden,
}

/// One of the two ways on from the first roll: with Fury's dice, or without them.
struct Way {
    lattice: Lattice,
    added: usize,
    /// The first rolls that lead here: index and what they set off.
    sets: Vec<(usize, SetOff)>,
    /// One plan for all of them, or one for each.
    plans: Vec<Plan>,
}

/// The ways on from the first roll with what the players will do.
pub struct Ways<'a> {
    dice: &'a Dice,
    ways: Vec<Way>,
}

impl Dice {
    /// So many dice; `watched` are the triggers whose consequences matter beside Fury.
    pub fn new(
        attacker: &Attacker,
        defender: &Defender,
        first: Roller,
        dice: usize,
        watched: &[Trigger],
    ) -> Dice {
        let player =
            |roller, reroll, lucky: u32| Player { roller, reroll, number: Number::UpTo(lucky as usize) };
        let attacking = player(Roller::Attacker, attacker.reroll, attacker.lucky);
        let defending = player(Roller::Defender, defender.reroll, defender.lucky);
        let secrecy = if attacker.has(Keyword::Cunning) { Secrecy::Hidden } else { Secrecy::Open };
        // 1715.5: under Cunning the defender chooses dice when they are shown, after the attacker.
        let players = match (secrecy, first) {
            (Secrecy::Hidden, _) | (Secrecy::Open, Roller::Attacker) => [attacking, defending],
            (Secrecy::Open, Roller::Defender) => [defending, attacking],
        };
        let mut triggers = watched.to_vec();
        if attacker.fury > 0 {
            triggers.push(Trigger::Fury);
        }
        let faces = Faces::of(attacker, defender);
        Dice { faces, dice, fury: attacker.fury as usize, triggers, players, secrecy }
    }

    /// The most dice that there can be in the end.
    pub fn most(&self) -> usize {
        self.dice + self.fury
    }

    /// The most dice that can be rolled, with those that are rolled again.
    pub fn most_rolls(&self) -> usize {
        self.most() + self.players.iter().map(|player| player.number.most().min(self.most())).sum::<usize>()
    }

    /// All that the first roll can set off.
    pub fn sets(&self) -> Vec<SetOff> {
        (0..1 << self.triggers.len()).map(|set| self.set_off(set)).collect()
    }

    /// Decides what the players do.
    pub fn plan(&self, stakes: &Stakes<'_>) -> Ways<'_> {
        match (self.secrecy, self.players[1].reroll) {
            (Secrecy::Open, _) | (Secrecy::Hidden, Reroll::None) => self.plan_for(stakes, self.players),
            (Secrecy::Hidden, Reroll::Simple) => {
                self.plan_for(stakes, self.declaring(self.players[1].number.most()))
            }
            (Secrecy::Hidden, Reroll::Best(aim)) => {
                let most = self.players[1].number.most().min(self.most());
                let ways = (0..=most).map(|number| self.plan_for(stakes, self.declaring(number)));
                let valued = ways.map(|ways| (ways.value(stakes, aim), ways));
                // The number that leaves the attacker least; of equals the smallest.
                let least = valued.reduce(|best, next| if next.0 < best.0 - 1e-13 { next } else { best });
                least.map_or_else(|| self.plan_for(stakes, self.players), |(_, ways)| ways)
            }
        }
    }

    fn declaring(&self, number: usize) -> [Player; 2] {
        let [attacker, defender] = self.players;
        [attacker, Player { number: Number::Exactly(number), ..defender }]
    }

    fn plan_for(&self, stakes: &Stakes<'_>, players: [Player; 2]) -> Ways<'_> {
        let sets: Vec<(usize, SetOff)> =
            (0..1 << self.triggers.len()).map(|set| (set, self.set_off(set))).collect();
        let (with, without): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|(_, set_off)| set_off.contains(Trigger::Fury));
        let ways = [(without, 0), (with, self.fury)].into_iter().filter(|(sets, _)| !sets.is_empty());
        let ways = ways.map(|(sets, added)| {
            let dice = self.dice + added;
            // 1738.4: not more dice than were rolled.
            let players = players.map(|player| Player { number: at_most(player.number, dice), ..player });
            let rerolls = players.iter().map(|player| player.number.most()).sum();
            let lattice = Lattice::new(dice, rerolls, self.faces.clone());
            let plans = match stakes {
                Stakes::Plain(worth) => vec![Plan::new(&lattice, players, worth)],
                Stakes::ByFirstRoll(worth) => {
                    sets.iter().map(|(_, set_off)| Plan::new(&lattice, players, &worth(*set_off))).collect()
                }
            };
            Way { lattice, added, sets, plans }
        });
        Ways { dice: self, ways: ways.collect() }
    }

    fn set_off(&self, set: usize) -> SetOff {
        let bits = self.triggers.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        SetOff(bits.fold(0, |bits, (_, trigger)| bits | 1 << *trigger as u8))
    }
}

fn at_most(number: Number, dice: usize) -> Number {
    match number {
        Number::UpTo(number) => Number::UpTo(number.min(dice)),
        Number::Exactly(number) => Number::Exactly(number.min(dice)),
    }
}

impl Ways<'_> {
    /// Rolls: the weights of all final dice.
    pub fn roll<M: Mass>(&self) -> Vec<Rolled<M>> {
        let mut all = Vec::new();
        for way in &self.ways {
            let mut firsts = first_roll::<M>(&way.lattice, way.added, &self.dice.triggers);
            for (i, (set, set_off)) in way.sets.iter().enumerate() {
                let mut weights = std::mem::take(&mut firsts[*set]);
                // 1730.1: Fury's dice are rolled once, after the first roll and before any reroll.
                for taken in (1..=way.added).rev() {
                    let mut next = vec![M::ZERO; way.lattice.len()];
                    way.lattice.roll_on(taken, &weights, &mut next);
                    weights = next;
                }
                let plan = &way.plans[i.min(way.plans.len() - 1)];
                let mut results = vec![M::ZERO; place(self.dice.most() + 1, Naturals::default())];
                plan.play(&way.lattice, weights, &mut results);
                all.push(Rolled { set_off: *set_off, results });
            }
        }
        all
    }

    fn value(&self, stakes: &Stakes<'_>, aim: Aim) -> f64 {
        let mean = |results: &[f64], worth: &Worth| -> f64 {
            results.iter().zip(worth.of(aim)).map(|(chance, value)| chance * value).sum()
        };
        let value = |rolled: &Rolled<f64>| match stakes {
            Stakes::Plain(worth) => mean(&rolled.results, worth),
            Stakes::ByFirstRoll(worth) => mean(&rolled.results, &worth(rolled.set_off)),
        };
        self.roll::<f64>().iter().map(value).sum()
    }
}
