//! Luck: what the dice of a round gave beyond what they give in the mean.
//!
//! How a round ends depends on how its dice fell, which says nothing about the choice that began it. What dice do in the
//! mean is known, so luck can be counted, and what it was worth is taken off the result: the rounds of a choice then
//! differ less, and fewer of them are enough. Nothing is distorted by it, for in the mean luck is nothing, whatever was
//! chosen.

use crate::dice;
use crate::strike;
use crate::value::worth;
use engine::state::Slot;
use engine::{Ask, Choice, Game, What};
use vocab::Role;

/// An attack of a round, as it stood when it was declared.
#[derive(Clone, Copy, Debug)]
struct Declared {
    attacker: Slot,
    defender: Slot,
    /// How many faces of a die hit.
    sixths: i16,
    /// What the defender could still take.
    left: i16,
    /// What the defender was worth.
    worth: f32,
}

/// The attacks of a round, in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attacks(Vec<Declared>);

impl Attacks {
    /// Begins another round.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Notes an attack, if that's what is about to be answered.
    pub(crate) fn note(&mut self, game: &Game, ask: &Ask, index: usize) {
        let (Some(Choice::Attack(defender, _)), Some(attacker)) = (game.choices().get(index), ask.source)
        else {
            return;
        };
        let (own, other) = (game.now(attacker), game.now(*defender));
        self.0.push(Declared {
            attacker,
            defender: *defender,
            sixths: strike::sixths(&own, &other),
            left: (other.health - i16::from(game.whole().card(*defender).damage)).max(1),
            worth: worth(game, *defender),
        });
    }

    /// The Dark Side's luck in what happened, less the Light Side's.
    pub(crate) fn luck(&self, events: impl Iterator<Item = What>) -> f32 {
        let mut declared = self.0.iter();
        let mut attack: Option<&Declared> = None;
        let mut roll = Roll::default();
        let mut total = 0.0;
        for what in events {
            match what {
                What::Attacks { attacker, defender, .. } => {
                    total += roll.end(attack);
                    // An attack that nobody chose has not been noted: its dice are left out.
                    let mut rest = declared.clone();
                    attack = rest.find(|one| (one.attacker, one.defender) == (attacker, defender));
                    if attack.is_some() {
                        declared = rest;
                    }
                }
                What::AttackEnded { .. } => {
                    total += roll.end(attack);
                    attack = None;
                }
                What::Rolled { who, dice } => {
                    total += roll.end(attack);
                    roll = Roll { who: Some(who), dice: i16::from(dice), hits: 0 };
                }
                What::Die { natural } => {
                    roll.hits += i16::from(attack.is_some_and(|one| i16::from(natural) > 6 - one.sixths));
                }
                _ => {}
            }
        }
        total + roll.end(attack)
    }
}

/// A roll that goes on.
#[derive(Clone, Copy, Debug, Default)]
struct Roll {
    who: Option<Role>,
    dice: i16,
    hits: i16,
}

impl Roll {
    /// Ends it: the luck in it. Half of it is damage as a part of what the defender could take, half whether that was all.
    fn end(&mut self, attack: Option<&Declared>) -> f32 {
        let Roll { who, dice, hits } = std::mem::take(self);
        let (Some(who), Some(attack)) = (who, attack) else { return 0.0 };
        let Declared { sixths, left, worth, .. } = *attack;
        let at_least = |number: i16| dice::at_least(dice, sixths, number);
        let mean: f32 = (1..=left).map(at_least).sum();
        let part = (f32::from(hits.min(left)) - mean) / f32::from(left);
        let all = f32::from(u8::from(hits >= left)) - at_least(left);
        let sign = if who == Role::Dark { 1.0 } else { -1.0 };
        sign * worth * 0.5 * (part + all)
    }
}

/// What luck is worth, learnt from the rounds of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Price {
    rounds: f32,
    luck: f32,
    chance: f32,
    square: f32,
    product: f32,
}

/// What a search believes of luck before its first round, and how firmly.
const USUAL: f32 = 0.02;
const FIRMLY: f32 = 2.0;

impl Price {
    /// Adds a round: its luck, and the chance to win at its end.
    pub(crate) fn add(&mut self, luck: f32, chance: f32) {
        self.rounds += 1.0;
        self.luck += luck;
        self.chance += chance;
        self.square += luck * luck;
        self.product += luck * chance;
    }

    /// How much a unit of luck changes the chance to win.
    pub(crate) fn slope(&self) -> f32 {
        let rounds = self.rounds.max(1.0);
        let together = self.product - self.luck * self.chance / rounds;
        let spread = (self.square - self.luck * self.luck / rounds).max(0.0);
        (together + FIRMLY * USUAL) / (spread + FIRMLY)
    }
}

#[cfg(test)]
mod tests {
    use super::{Attacks, Declared, Price};
    use engine::state::Slot;
    use engine::{Mode, What};
    use vocab::Role;

    /// The attacking and the defending unit.
    fn units() -> (Slot, Slot) {
        (Slot::default(), Slot::new(7).expect("a slot"))
    }

    fn attack(who: Role, naturals: &[u8]) -> Vec<What> {
        let (attacker, defender) = units();
        let dice = naturals.len() as u8;
        let mode = Mode::Normal;
        let mut events = vec![What::Attacks { attacker, defender, mode }, What::Rolled { who, dice }];
        events.extend(naturals.iter().map(|natural| What::Die { natural: *natural }));
        events.push(What::AttackEnded { attacker, defender });
        events
    }

    fn declared(sixths: i16, left: i16) -> Attacks {
        let (attacker, defender) = units();
        Attacks(vec![Declared { attacker, defender, sixths, left, worth: 4.0 }])
    }

    #[test]
    fn luck_is_nothing_in_the_mean() {
        for (sixths, left) in [(3, 1), (3, 2), (4, 3), (2, 9)] {
            let attacks = declared(sixths, left);
            let mut total = 0.0;
            for one in 1..=6 {
                for two in 1..=6 {
                    for three in 1..=6 {
                        total += attacks.luck(attack(Role::Dark, &[one, two, three]).into_iter());
                    }
                }
            }
            assert!((total / 216.0).abs() < 1e-4, "{sixths} {left}: {total}");
        }
    }

    #[test]
    fn hits_are_luck_for_whoever_rolls() {
        let attacks = declared(3, 2);
        let luck = |who: Role, naturals: &[u8]| attacks.luck(attack(who, naturals).into_iter());
        // Two dice destroy the unit in a quarter of the rolls, and do 3/4 of 2 points in the mean.
        let expected = 4.0 * 0.5 * ((2.0 - 1.0) / 2.0 + (1.0 - 0.25));
        assert!((luck(Role::Dark, &[4, 6]) - expected).abs() < 1e-5);
        assert!((luck(Role::Light, &[4, 6]) + expected).abs() < 1e-5);
        assert!(luck(Role::Dark, &[1, 2]) < 0.0);
        // Dice outside an attack are no luck of this sort.
        let build = [What::Rolled { who: Role::Light, dice: 1 }, What::Die { natural: 6 }];
        assert_eq!(attacks.luck(build.into_iter()), 0.0);
    }

    #[test]
    fn its_price_is_learnt() {
        let mut price = Price::default();
        assert!((price.slope() - 0.02).abs() < 1e-6);
        for round in 0..400 {
            let luck = f32::from(i8::try_from(round % 7).unwrap_or(0)) - 3.0;
            let noise = if round % 2 == 0 { 0.05 } else { -0.05 };
            price.add(luck, 0.5 + 0.06 * luck + noise);
        }
        assert!((price.slope() - 0.06).abs() < 0.005, "{}", price.slope());
    }
}
