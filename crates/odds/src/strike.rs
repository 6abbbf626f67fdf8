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
}

/// What the players do on one way: one plan for all first rolls, or one for each.
type Plans = Vec<Plan>;

/// The ways on from the first roll with what the players will do.
pub struct Ways<'a> {
    dice: &'a Dice,
    ways: Vec<(Way, Plans)>,
}

impl Dice {
    /// This many dice; `watched` are the triggers whose consequences matter beside Fury.
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

    /// How much there is to work out: the states of the dice, once for each die that is rolled after the first roll.
    pub fn work(&self) -> usize {
        let dice = self.most();
        let rerolls = self.players.map(|player| player.number.most().min(dice));
        let counted = rerolls.iter().sum::<usize>() + 2;
        let states = counted.pow(self.faces.marked.len() as u32) * (dice + 1);
        let declared = match self.secrecy {
            Secrecy::Open => 1,
            Secrecy::Hidden => rerolls[1] + 1,
        };
        (states * (counted + self.fury) * declared) << self.triggers.len()
    }

    /// All that the first roll can set off.
    pub fn sets(&self) -> Vec<SetOff> {
        (0..1 << self.triggers.len()).map(|set| self.set_off(set)).collect()
    }

    /// Decides what the players do.
    pub fn plan(&self, stakes: &Stakes<'_>) -> Ways<'_> {
        let ways = self.ways();
        let plans = match (self.secrecy, self.players[1].reroll) {
            (Secrecy::Open, _) | (Secrecy::Hidden, Reroll::None) => plans(&ways, stakes, self.players),
            (Secrecy::Hidden, Reroll::Simple) => {
                plans(&ways, stakes, self.declaring(self.players[1].number.most()))
            }
            (Secrecy::Hidden, Reroll::Best(aim)) => self.best_declared(&ways, stakes, aim),
        };
        Ways { dice: self, ways: ways.into_iter().zip(plans).collect() }
    }

    fn declaring(&self, number: usize) -> [Player; 2] {
        let [attacker, defender] = self.players;
        [attacker, Player { number: Number::Exactly(number), ..defender }]
    }

    /// The plans for the number of rerolls that leaves the attacker least on average; of equals the smallest.
    fn best_declared(&self, ways: &[Way], stakes: &Stakes<'_>, aim: Aim) -> Vec<Plans> {
        let rolled: Vec<Vec<Vec<f64>>> = ways.iter().map(|way| way.rolled(&self.triggers)).collect();
        let valued = |number: usize| -> (f64, Vec<Plans>) {
            let mut total = 0.0;
            let plans = ways.iter().zip(&rolled).map(|(way, rolled)| {
                let plans = way.plans(stakes, self.declaring(number), Some(aim));
                for (i, weights) in rolled.iter().enumerate() {
                    let value = plans[i.min(plans.len() - 1)].1.iter().flatten();
                    total += weights.iter().zip(value).map(|(weight, value)| weight * value).sum::<f64>();
                }
                plans.into_iter().map(|(plan, _)| plan).collect()
            });
            let plans = plans.collect();
            (total, plans)
        };
        let most = self.players[1].number.most().min(self.most());
        (1..=most)
            .map(valued)
            .fold(valued(0), |best, next| if next.0 < best.0 - 1e-13 { next } else { best })
            .1
    }

    fn ways(&self) -> Vec<Way> {
        let sets: Vec<(usize, SetOff)> =
            (0..1 << self.triggers.len()).map(|set| (set, self.set_off(set))).collect();
        let (with, without): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|(_, set_off)| set_off.contains(Trigger::Fury));
        let ways = [(without, 0), (with, self.fury)].into_iter().filter(|(sets, _)| !sets.is_empty());
        let ways = ways.map(|(sets, added)| {
            let dice = self.dice + added;
            let rerolls = self.players.iter().map(|player| player.number.most().min(dice)).sum();
            Way { lattice: Lattice::new(dice, rerolls, self.faces.clone()), added, sets }
        });
        ways.collect()
    }

    fn set_off(&self, set: usize) -> SetOff {
        let bits = self.triggers.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        SetOff(bits.fold(0, |bits, (_, trigger)| bits | 1 << *trigger as u8))
    }
}

/// What the players do on every way.
fn plans(ways: &[Way], stakes: &Stakes<'_>, players: [Player; 2]) -> Vec<Plans> {
    let plans = |way: &Way| way.plans(stakes, players, None).into_iter().map(|(plan, _)| plan).collect();
    ways.iter().map(plans).collect()
}

fn at_most(number: Number, dice: usize) -> Number {
    match number {
        Number::UpTo(number) => Number::UpTo(number.min(dice)),
        Number::Exactly(number) => Number::Exactly(number.min(dice)),
    }
}

impl Way {
    fn plans(
        &self,
        stakes: &Stakes<'_>,
        players: [Player; 2],
        valued: Option<Aim>,
    ) -> Vec<(Plan, Option<Vec<f64>>)> {
        // 1738.4: not more dice than were rolled.
        let players =
            players.map(|player| Player { number: at_most(player.number, self.lattice.dice), ..player });
        let plan = |worth: &Worth| Plan::new(&self.lattice, players, worth, valued);
        match stakes {
            Stakes::Plain(worth) => vec![plan(worth)],
            Stakes::ByFirstRoll(worth) => {
                self.sets.iter().map(|(_, set_off)| plan(&worth(*set_off))).collect()
            }
        }
    }

    /// The weights of all dice before any reroll, for each first roll that leads here.
    fn rolled<M: Mass>(&self, triggers: &[Trigger]) -> Vec<Vec<M>> {
        // Fury is the last of the triggers: without its dice, it was not set off.
        let (watched, absent) = match triggers {
            [watched @ .., Trigger::Fury] if self.added == 0 => (watched, Some(Trigger::Fury)),
            all => (all, None),
        };
        let mut firsts = first_roll::<M>(&self.lattice, self.added, watched, absent);
        let rolled = self.sets.iter().map(|(set, _)| {
            let mut weights = std::mem::take(&mut firsts[*set]);
            // 1730.1: Fury's dice are rolled once, after the first roll and before any reroll.
            for taken in (1..=self.added).rev() {
                let mut next = vec![M::ZERO; self.lattice.len()];
                self.lattice.roll_on(taken, &weights, &mut next);
                weights = next;
            }
            weights
        });
        rolled.collect()
    }
}

impl Ways<'_> {
    /// Rolls: the weights of all final dice.
    pub fn roll<M: Mass>(&self) -> Vec<Rolled<M>> {
        let mut all = Vec::new();
        for (way, plans) in &self.ways {
            let rolled = way.rolled::<M>(&self.dice.triggers);
            for (i, (weights, (_, set_off))) in rolled.into_iter().zip(&way.sets).enumerate() {
                let mut results = vec![M::ZERO; place(self.dice.most() + 1, Naturals::default())];
                plans[i.min(plans.len() - 1)].play(&way.lattice, weights, &mut results);
                all.push(Rolled { set_off: *set_off, results });
            }
        }
        all
    }
}
