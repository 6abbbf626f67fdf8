//! What comes back to the attacker: Riposte, Deflect, Retaliate, Backfire, Overload (section 1112).

use crate::damage::{Outcomes, place};
use crate::dice::{Natural, Naturals, roll_damage};
use crate::distribution::Distribution;
use crate::first_roll::Trigger;
use crate::strike::{Rolled, SetOff};
use crate::unit::{Attacker, Defender, DeflectAt};

/// The Retaliates that are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retaliation {
    /// Dice of damage.
    pub dice: u32,
    /// Force paid.
    pub force: u32,
}

impl Retaliation {
    /// Each Retaliate in order, while the Force lasts; they are played before the dice are rolled (rule 1751.1).
    pub fn of(defender: &Defender, force: Option<u32>) -> Retaliation {
        let mut played = Retaliation::default();
        for retaliate in &defender.retaliates {
            if force.is_none_or(|force| played.force + retaliate.force <= force) {
                played.dice += retaliate.dice;
                played.force += retaliate.force;
            }
        }
        played
    }
}

/// The damage that an attack brings back to the attacker.
pub struct Back<'a> {
    pub attacker: &'a Attacker,
    pub defender: &'a Defender,
    pub retaliation: Retaliation,
}

impl Back<'_> {
    /// The dice of damage at the attack end.
    pub fn dice(&self, set_off: SetOff) -> Distribution {
        // 1709.1: a 3 in the first roll; 1741.1: the price of Overload.
        let backfire = if set_off.contains(Trigger::Backfire) { self.attacker.backfire } else { 0 };
        roll_damage(self.retaliation.dice + backfire + self.attacker.overload, self.attacker.keywords)
    }

    /// The damage without dice.
    pub fn fixed(&self, naturals: Naturals, deflected: u32) -> u32 {
        // 1752.1: a natural 2 among the final dice; 1752.6: also when the unit has been discarded.
        let riposte = if naturals.contains(Natural::Two) { self.defender.riposte } else { 0 };
        riposte
            + match self.defender.deflect_at {
                DeflectAt::Attacker => deflected,
                DeflectAt::Elsewhere => 0,
            }
    }

    /// All of it.
    pub fn distribution(&self, all: &[Rolled<f64>], outcomes: &Outcomes) -> Distribution {
        let mut total = Distribution::none_yet();
        for rolled in all {
            let mut fixed = Distribution::none_yet();
            for (hits, naturals) in results(rolled.results.len()) {
                let deflected = outcomes.of(hits, naturals).done.deflected;
                let chance = rolled.results[place(hits, naturals)];
                fixed.add(self.fixed(naturals, deflected) as usize, chance);
            }
            let sum = fixed.plus(&self.dice(rolled.set_off));
            for (damage, chance) in sum.chances().iter().enumerate() {
                total.add(damage, *chance);
            }
        }
        total
    }
}

/// All results of the final dice, in the order of their places.
pub fn results(places: usize) -> impl Iterator<Item = (usize, Naturals)> {
    (0..places / Naturals::SETS).flat_map(|hits| Naturals::all().map(move |naturals| (hits, naturals)))
}
