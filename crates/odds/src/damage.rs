//! From hits to counters: Critical Hit, Overkill, Parry, prevention, placement (sections 1108 to 1111).

use crate::dice::{Natural, Naturals};
use crate::prevention::{Means, Preventable, Use};
use crate::unit::{Aim, Attacker, Defender, Neighbour, Reroll};
use vocab::Keyword;

/// What happens to the defending unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It stays in play (or its health is not known).
    #[default]
    Stays,
    /// 1111.1: it is discarded.
    Discarded,
}

/// What becomes of certain final dice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resolved {
    /// Pending damage to the defending unit.
    pub pending: u32,
    /// Damage that gets through to it.
    pub damage: u32,
    /// Damage counters put on it.
    pub counters: u32,
    /// What becomes of it.
    pub fate: Fate,
    /// Hits moved by Overkill.
    pub moved: u32,
    /// What becomes of the neighbour.
    pub neighbour: Fate,
    /// What prevention did.
    pub done: Use,
}

/// What every result of the final dice becomes, in a given state of the game.
pub struct Outcomes(Vec<Resolved>);

/// The state of the defending unit when it is attacked.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Remaining health, if known.
    pub remaining: Option<u32>,
    /// The Force left for prevention; `None` is enough for everything.
    pub force: Option<u32>,
}

/// The place of a result of the final dice in a table.
pub const fn place(hits: usize, naturals: Naturals) -> usize {
    hits * Naturals::SETS + naturals.0 as usize
}

impl Outcomes {
    /// For up to this many dice.
    pub fn new(
        attacker: &Attacker,
        defender: &Defender,
        neighbour: Option<Neighbour>,
        standing: Standing,
        dice: usize,
    ) -> Outcomes {
        let preventable = Preventable::of(attacker.keywords, defender);
        // 1719.1: a second counter for every damage that got through.
        let per_damage = if attacker.has(Keyword::DoubleDamage) { 2 } else { 1 };
        let worst = dice as u32 + attacker.critical_hit;
        let means = Means::new(defender, preventable, standing.force, standing.remaining, per_damage);
        let uses: Vec<Use> = if attacker.has(Keyword::Cunning) {
            (0..=worst).map(means.unseen(worst)).collect()
        } else {
            (0..=worst).map(|pending| means.seen(pending)).collect()
        };
        let table = Table { attacker, defender, neighbour, standing, preventable, per_damage, uses };
        let all = (0..=dice).flat_map(|hits| Naturals::all().map(move |naturals| (hits, naturals)));
        Outcomes(all.map(|(hits, naturals)| table.resolve(hits as u32, naturals)).collect())
    }

    /// What becomes of these final dice.
    pub fn of(&self, hits: usize, naturals: Naturals) -> &Resolved {
        &self.0[place(hits, naturals)]
    }

    /// All, in the order of their places.
    pub fn all(&self) -> &[Resolved] {
        &self.0
    }
}

struct Table<'a> {
    attacker: &'a Attacker,
    defender: &'a Defender,
    neighbour: Option<Neighbour>,
    standing: Standing,
    preventable: Preventable,
    per_damage: u32,
    uses: Vec<Use>,
}

impl Table<'_> {
    fn resolve(&self, hits: u32, naturals: Naturals) -> Resolved {
        let Some(neighbour) = self.neighbour else { return self.divided(hits, 0, None, naturals) };
        // 1740.3: hits equal to the remaining health stay; 1740.2: the attacker divides the others, once.
        let beyond = hits.saturating_sub(self.standing.remaining.unwrap_or(hits));
        (0..=beyond)
            .map(|moved| self.divided(hits, moved, Some(neighbour), naturals))
            .max_by_key(|resolved| {
                let damage = resolved.damage + resolved.moved;
                let fates = (resolved.fate, resolved.neighbour);
                match self.attacker.reroll {
                    Reroll::Best(Aim::Damage) => (damage, fates, 0),
                    Reroll::None | Reroll::Simple | Reroll::Best(Aim::Destruction) => (0, fates, damage),
                }
            })
            .unwrap_or_default()
    }

    fn divided(&self, hits: u32, moved: u32, neighbour: Option<Neighbour>, naturals: Naturals) -> Resolved {
        // 1714.1: once, however many 6s; 1740.8: it stays on the defender.
        let critical = if naturals.contains(Natural::Six) { self.attacker.critical_hit } else { 0 };
        let pending = hits - moved + critical;
        // 1742.1, 1742.5: Parry comes first and cannot touch what cannot be prevented.
        let parry = match self.preventable {
            Preventable::Yes | Preventable::ByItself if naturals.contains(Natural::One) => {
                self.defender.parry
            }
            Preventable::Yes | Preventable::ByItself | Preventable::No => 0,
        };
        let parried = pending.saturating_sub(parry);
        let done = self.uses[parried as usize];
        let damage = parried - done.prevented;
        let counters = damage * self.per_damage;
        let falls = |remaining: Option<u32>, counters: u32| match remaining {
            Some(remaining) if counters >= remaining => Fate::Discarded,
            Some(_) | None => Fate::Stays,
        };
        Resolved {
            pending,
            damage,
            counters,
            fate: falls(self.standing.remaining, counters),
            moved,
            // 1719.6: moved damage is not doubled.
            neighbour: falls(neighbour.and_then(|unit| unit.remaining), moved),
            done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcomes, Standing};
    use crate::dice::{Natural, Naturals};
    use crate::unit::{Aim, Attacker, Defender, Neighbour, Reroll};

    #[test]
    fn hits_are_divided_so_that_most_damage_is_done_to_both_together() {
        // 1740.2, 1742.1: of 5 hits 4 may be moved; Parry 3 prevents what stays, so all of them are.
        let attacker = Attacker { reroll: Reroll::Best(Aim::Damage), ..Attacker::default() };
        let defender = Defender { parry: 3, ..Defender::default() };
        let neighbour = Some(Neighbour { remaining: None });
        let standing = Standing { remaining: Some(1), force: None };
        let outcomes = Outcomes::new(&attacker, &defender, neighbour, standing, 6);
        let mut one = Naturals::default();
        one.insert(Natural::One);
        let resolved = outcomes.of(5, one);
        assert_eq!((resolved.damage, resolved.moved), (0, 4));
        let resolved = outcomes.of(5, Naturals::default());
        assert_eq!(resolved.damage + resolved.moved, 5, "without a 1 nothing is parried");
    }
}
