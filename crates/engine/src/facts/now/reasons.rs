//! Why a value is what it is: the parts that add up to a unit's speed, power and health (rule 1313.1).

use super::gather::{Given, Query};
use crate::facts::attack;
use crate::facts::game::Game;
use crate::facts::text::amount;
use crate::records::state::Slot;
use crate::records::topics::Topics;
use vocab::Keyword;
use vocab::ability::{Grant, Statistic};

/// Where a part of a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Printed on the card.
    Printed,
    /// Set by the text of this card instead of what is printed.
    Set(Slot),
    /// The cards under it (rule 804.2).
    Stack,
    /// The text of this card: an Equipment, a Pilot, a Location, a lasting effect.
    Card(Slot),
    /// A keyword of its own.
    Keyword(Keyword),
    /// What Stun and Surge did until the end of the battle phase.
    Battle,
    /// Other units there: Inspiration and Intimidation (rules 1733.1, 1735.1).
    Company,
}

/// One part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Which value.
    pub statistic: Statistic,
    /// How much.
    pub amount: i16,
    /// Where it comes from.
    pub part: Part,
}

impl Game {
    /// The parts of a unit's values now. For each statistic they add up to what [`Game::now`] says, before the
    /// speed is kept from falling below 0.
    pub fn reasons(&self, unit: Slot) -> Vec<Reason> {
        let now = self.now(unit);
        let record = self.state.card(unit);
        let facts = self.catalog.facts(record.definition);
        let mut base =
            [(facts.speed, Part::Printed), (facts.power, Part::Printed), (facts.health, Part::Printed)];
        let mut added: Vec<Reason> = Vec::new();
        Query::new(self, Topics::VALUES).everything(unit, &mut |given| {
            if let Given::Grant(grant, scope, fixed) = given {
                let read = |of| fixed.unwrap_or_else(|| amount::amount(scope, of));
                let giver = scope.giver.unwrap_or(unit);
                if let Grant::Bonus(statistic, of) = grant {
                    added.push(Reason { statistic: *statistic, amount: read(of), part: Part::Card(giver) });
                } else if let Grant::Set(statistic, of) = grant {
                    base[*statistic as usize] = (read(of), Part::Set(giver));
                }
            }
        });
        let under = self.under(unit);
        let resilience = now.value(Keyword::Resilience);
        let resilience = if i16::from(record.damage) >= resilience.abs() { resilience } else { 0 };
        let mut reasons = Vec::new();
        for (statistic, value, step) in [
            (Statistic::Speed, now.speed, 10),
            (Statistic::Power, now.power, 1),
            (Statistic::Health, now.health, 1),
        ] {
            let (amount, part) = base[statistic as usize];
            // What is set and can't be gained or lost is no sum.
            if matches!(part, Part::Set(_)) && value == amount {
                reasons.push(Reason { statistic, amount, part });
                continue;
            }
            let own = [
                (amount, part),
                (under * step, Part::Stack),
                match statistic {
                    Statistic::Speed => {
                        (i16::from(self.state.velocity(unit)), Part::Keyword(Keyword::Velocity))
                    }
                    Statistic::Power => (resilience, Part::Keyword(Keyword::Resilience)),
                    Statistic::Health => (0, Part::Stack),
                },
                match statistic {
                    Statistic::Power => (attack::battle_power(self, unit), Part::Battle),
                    Statistic::Speed | Statistic::Health => (0, Part::Battle),
                },
            ];
            let given = added.iter().filter(|reason| reason.statistic == statistic);
            let sum: i16 =
                own.iter().map(|(amount, _)| *amount).chain(given.clone().map(|reason| reason.amount)).sum();
            let is_base = |part: Part| matches!(part, Part::Printed | Part::Set(_));
            let own = own.into_iter().filter(|(amount, part)| *amount != 0 || is_base(*part));
            reasons.extend(own.map(|(amount, part)| Reason { statistic, amount, part }));
            reasons.extend(given.filter(|reason| reason.amount != 0));
            // What is left is a whole number of companions; a speed that would be below 0 has none.
            let rest = value - sum;
            if rest > 0 && (statistic != Statistic::Speed || value > 0) {
                reasons.push(Reason { statistic, amount: rest, part: Part::Company });
            }
        }
        reasons
    }
}
