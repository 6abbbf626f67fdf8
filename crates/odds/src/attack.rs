//! One attack and all that is asked about it.

use crate::back::{Back, Retaliation, results};
use crate::damage::{Fate, Outcomes, Resolved, Standing, place};
use crate::dice::{Natural, Naturals};
use crate::distribution::Distribution;
use crate::exact::Exact;
use crate::first_roll::Trigger;
use crate::plan::Worth;
use crate::refusal::Refusal;
use crate::strike::{Dice, Rolled, Stakes};
use crate::unit::{Aim, Attacker, Defender, Neighbour, Reroll, Roller};
use std::fmt;
use vocab::Keyword;

/// An attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    /// The attacking unit.
    pub attacker: Attacker,
    /// The defending unit.
    pub defender: Defender,
    /// The unit that Overkill moves hits to.
    pub neighbour: Option<Neighbour>,
    /// Whose Lucky is used first: the Dark Side player's (rule 1738.5).
    pub first: Roller,
}

/// The answers for one attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// The attack dice of the first roll.
    pub dice: u32,
    /// Hits.
    pub hits: Distribution,
    /// Pending damage: before Parry and all other prevention.
    pub pending: Distribution,
    /// Damage that gets through to the defending unit.
    pub damage: Distribution,
    /// Damage counters put on it.
    pub counters: Distribution,
    /// The chance that it is discarded, if its health is known.
    pub destroyed: Option<f64>,
    /// The chance that it is damaged, which is when Stun works (rule 1756.2).
    pub damaged: f64,
    /// The mean Force that the defender spends.
    pub force: f64,
    /// Damage to the attacker.
    pub back: Distribution,
    /// The chance that the attacker is discarded by it, if its health is known.
    pub attacker_destroyed: Option<f64>,
    /// The chance of a natural 6 among the final dice.
    pub six: f64,
    /// The chance of a natural 1 among the final dice.
    pub one: f64,
    /// The chance that Focus works (rule 1726.1).
    pub focused: f64,
    /// The mean power that the attacker's next attack loses by Persuade.
    pub persuaded: f64,
    /// The mean power that the defender's next attack gains by Absorb.
    pub absorbed: f64,
    /// The unit that Overkill moves hits to.
    pub neighbour: Option<NeighbourOdds>,
}

/// The answers for the unit that Overkill moves hits to.
#[derive(Clone, Debug, PartialEq)]
pub struct NeighbourOdds {
    /// Damage to it.
    pub damage: Distribution,
    /// The chance that it is discarded, if its remaining health is known.
    pub destroyed: Option<f64>,
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dice = if self.dice == 1 { "die" } else { "dice" };
        write!(f, "{} {dice}: {:.2} damage on average", self.dice, self.damage.mean())?;
        if let Some(chance) = self.destroyed {
            write!(f, ", destroyed {:.2} % of the time", 100.0 * chance)?;
        }
        if self.back.mean() > 0.0 {
            write!(f, "; {:.2} damage comes back", self.back.mean())?;
            if let Some(chance) = self.attacker_destroyed {
                write!(f, ", the attacker destroyed {:.2} % of the time", 100.0 * chance)?;
            }
        }
        f.write_str(".")
    }
}

impl Attack {
    /// An attack with this power and nothing else.
    pub fn of_power(power: i32) -> Attack {
        Attack { attacker: Attacker { power, ..Attacker::default() }, ..Attack::default() }
    }

    /// Refuses what cannot be.
    pub fn check(&self) -> Result<(), Refusal> {
        self.attacker.check()?;
        self.defender.check()?;
        check_aim(&self.attacker, &self.defender)?;
        match (self.neighbour, self.attacker.has(Keyword::Overkill), self.defender.health) {
            (Some(_), false, _) => Err(Refusal::NeighbourWithoutOverkill),
            (Some(_), true, None) => Err(Refusal::OverkillWithoutHealth),
            (Some(_), true, Some(_)) | (None, _, _) => Ok(()),
        }
    }

    /// The odds.
    pub fn odds(&self) -> Result<Odds, Refusal> {
        let Setup { number, dice, outcomes, retaliation } = self.set_up()?;
        let (attacker, defender) = (&self.attacker, &self.defender);
        let rolled = dice.plan(&Stakes::Plain(worth(&outcomes))).roll::<f64>();
        let back = Back { attacker, defender, retaliation };
        let mut odds = collect(&rolled, &outcomes);
        odds.dice = number as u32;
        odds.force += f64::from(retaliation.force);
        odds.back = back.distribution(&rolled, &outcomes);
        odds.attacker_destroyed =
            attacker.health.map(|health| odds.back.at_least((health - attacker.counters) as usize));
        odds.destroyed = odds.destroyed.filter(|_| defender.health.is_some());
        // 1726.1: a 5 in the first roll.
        odds.focused = if attacker.focus > 0 { 1.0 - (5.0_f64 / 6.0).powi(number as i32) } else { 0.0 };
        odds.neighbour = odds.neighbour.filter(|_| self.neighbour.is_some()).map(|neighbour| NeighbourOdds {
            destroyed: self.neighbour.and_then(|unit| unit.remaining).and(neighbour.destroyed),
            ..neighbour
        });
        Ok(odds)
    }

    /// The main answers as fractions; `None` if the dice are too many for whole numbers.
    pub fn exact(&self) -> Result<Option<Exact>, Refusal> {
        let Setup { dice, outcomes, .. } = self.set_up()?;
        let ways = dice.plan(&Stakes::Plain(worth(&outcomes)));
        Ok(Exact::of(&dice, &ways, &outcomes, self.defender.health))
    }

    fn set_up(&self) -> Result<Setup, Refusal> {
        self.check()?;
        let (attacker, defender) = (&self.attacker, &self.defender);
        let retaliation = Retaliation::of(defender, defender.force);
        let standing = Standing {
            remaining: defender.health.map(|health| health - defender.counters),
            force: defender.force.map(|force| force - retaliation.force),
        };
        let number = attack_dice(attacker, defender, attacker.counters, 0);
        // Backfire and Riposte hurt the same unit, so they have to be seen together.
        let watched: &[Trigger] = if attacker.backfire > 0 { &[Trigger::Backfire] } else { &[] };
        let dice = Dice::new(attacker, defender, self.first, number, watched);
        let outcomes = Outcomes::new(attacker, defender, self.neighbour, standing, dice.most());
        Ok(Setup { number, dice, outcomes, retaliation })
    }
}

/// An attack when its dice are about to be rolled.
struct Setup {
    number: usize,
    dice: Dice,
    outcomes: Outcomes,
    retaliation: Retaliation,
}

pub(crate) fn check_aim(attacker: &Attacker, defender: &Defender) -> Result<(), Refusal> {
    match (attacker.reroll, defender.health) {
        (Reroll::Best(Aim::Destruction), None) => {
            Err(Refusal::HealthUnknown { what: "rerolling to destroy" })
        }
        (Reroll::Best(Aim::Destruction), Some(_))
        | (Reroll::None | Reroll::Simple | Reroll::Best(Aim::Damage), _) => Ok(()),
    }
}

/// The attack dice for power changed by this much.
pub(crate) fn attack_dice(attacker: &Attacker, defender: &Defender, counters: u32, change: i32) -> usize {
    // 1107.1: power minus Shields, at least 0.
    let dice = attacker.total_power(counters) + change - defender.shields as i32;
    usize::try_from(dice).unwrap_or(0)
}

/// What the players fight for in a single attack.
fn worth(outcomes: &Outcomes) -> Worth {
    let all = outcomes.all().iter();
    Worth {
        damage: all.clone().map(|resolved| f64::from(resolved.damage + resolved.moved)).collect(),
        destruction: all.map(|resolved| if resolved.fate == Fate::Discarded { 1.0 } else { 0.0 }).collect(),
    }
}

fn collect(all: &[Rolled<f64>], outcomes: &Outcomes) -> Odds {
    let mut results_with_chance: Vec<(usize, Naturals, f64)> = Vec::new();
    for (hits, naturals) in results(outcomes.all().len()) {
        let chance = all.iter().map(|rolled| rolled.results[place(hits, naturals)]).sum();
        results_with_chance.push((hits, naturals, chance));
    }
    let resolved = |of: &dyn Fn(&Resolved) -> u32| {
        let mut distribution = Distribution::none_yet();
        for (hits, naturals, chance) in &results_with_chance {
            distribution.add(of(outcomes.of(*hits, *naturals)) as usize, *chance);
        }
        distribution
    };
    let natural = |natural: Natural| -> f64 {
        results_with_chance
            .iter()
            .filter(|(_, naturals, _)| naturals.contains(natural))
            .map(|(_, _, chance)| chance)
            .sum()
    };
    let mut hit = Distribution::none_yet();
    results_with_chance.iter().for_each(|(hits, _, chance)| hit.add(*hits, *chance));
    let discarded = |fate: Fate| u32::from(fate == Fate::Discarded);
    Odds {
        dice: 0,
        hits: hit,
        pending: resolved(&|resolved| resolved.pending),
        damage: resolved(&|resolved| resolved.damage),
        counters: resolved(&|resolved| resolved.counters),
        destroyed: Some(resolved(&|resolved| discarded(resolved.fate)).chance(1)),
        damaged: resolved(&|resolved| resolved.counters).at_least(1),
        force: resolved(&|resolved| resolved.done.force).mean(),
        back: Distribution::certain(0),
        attacker_destroyed: None,
        six: natural(Natural::Six),
        one: natural(Natural::One),
        focused: 0.0,
        persuaded: resolved(&|resolved| resolved.done.persuaded).mean(),
        absorbed: resolved(&|resolved| resolved.done.absorbed).mean(),
        neighbour: Some(NeighbourOdds {
            damage: resolved(&|resolved| resolved.moved),
            destroyed: Some(resolved(&|resolved| discarded(resolved.neighbour)).chance(1)),
        }),
    }
}
