//! Exact answers: whole numbers of rolls, as fractions.

use crate::back::results;
use crate::damage::{Fate, Outcomes, Resolved, place};
use crate::fraction::Fraction;
use crate::mass::{EXACT_DICE, Rolls};
use crate::strike::{Dice, Ways};

/// The main answers as fractions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The chance of 0, 1, 2... hits.
    pub hits: Vec<Fraction>,
    /// The mean number of hits.
    pub mean_hits: Fraction,
    /// The chance of 0, 1, 2... damage that gets through.
    pub damage: Vec<Fraction>,
    /// The mean damage that gets through.
    pub mean: Fraction,
    /// The chance that the defending unit is discarded.
    pub destroyed: Option<Fraction>,
}

impl Exact {
    /// `None` if there are too many dice for whole numbers.
    pub(crate) fn of(
        dice: &Dice,
        ways: &Ways<'_>,
        outcomes: &Outcomes,
        health: Option<u32>,
    ) -> Option<Exact> {
        if dice.most_rolls() > EXACT_DICE as usize {
            return None;
        }
        let (mut hits, mut damage) = (Vec::new(), Vec::new());
        let mut destroyed = 0;
        for rolled in ways.roll::<Rolls>() {
            for (hit, naturals) in results(rolled.results.len()) {
                let weight = rolled.results[place(hit, naturals)].0;
                let resolved: &Resolved = outcomes.of(hit, naturals);
                add(&mut hits, hit, weight);
                add(&mut damage, resolved.damage as usize, weight);
                if resolved.fate == Fate::Discarded {
                    destroyed += weight;
                }
            }
        }
        Some(Exact {
            mean_hits: mean(&hits)?,
            mean: mean(&damage)?,
            hits: hits.into_iter().map(share).collect::<Option<_>>()?,
            damage: damage.into_iter().map(share).collect::<Option<_>>()?,
            destroyed: health.and_then(|_| share(destroyed)),
        })
    }
}

fn share(rolls: u128) -> Option<Fraction> {
    Fraction::new(rolls, 6_u128.pow(EXACT_DICE))
}

fn mean(rolls: &[u128]) -> Option<Fraction> {
    let sum = rolls
        .iter()
        .zip(0..)
        .try_fold(0_u128, |sum, (rolls, number)| sum.checked_add(rolls.checked_mul(number)?));
    share(sum?)
}

fn add(counted: &mut Vec<u128>, number: usize, weight: u128) {
    if weight == 0 {
        return;
    }
    if counted.len() <= number {
        counted.resize(number + 1, 0);
    }
    counted[number] += weight;
}
