//! Dice: which faces hit, and which natural numbers rules look at.

use crate::distribution::Distribution;
use crate::refusal::Refusal;
use crate::unit::{Attacker, Defender};
use vocab::Keyword;

/// A natural number that a rule looks for among the final dice (rule 1107.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Natural {
    /// Parry.
    One,
    /// Riposte.
    Two,
    /// Critical Hit.
    Six,
}

impl Natural {
    const fn face(self) -> i32 {
        match self {
            Natural::One => 1,
            Natural::Two => 2,
            Natural::Six => 6,
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Natural::One => 1,
            Natural::Two => 2,
            Natural::Six => 4,
        }
    }
}

/// Which of the natural numbers are among the final dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Naturals(pub(crate) u8);

impl Naturals {
    /// How many sets there are.
    pub(crate) const SETS: usize = 8;

    /// All sets.
    pub(crate) fn all() -> impl Iterator<Item = Naturals> {
        (0..Naturals::SETS as u8).map(Naturals)
    }

    /// Whether the number is there.
    pub const fn contains(self, natural: Natural) -> bool {
        self.0 & natural.bit() != 0
    }

    pub(crate) fn insert(&mut self, natural: Natural) {
        self.0 |= natural.bit();
    }
}

/// What a die does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DieResult {
    /// It hits.
    Hit,
    /// It does not.
    Miss,
}

/// A face that is followed by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The natural number.
    pub natural: Natural,
    /// What it does.
    pub result: DieResult,
}

/// The six faces, lumped: natural numbers that matter by themselves, all others by what they do.
#[derive(Clone, Debug)]
pub struct Faces {
    pub marked: Vec<Marked>,
    needed: i32,
}

/// The faces that no rule looks at in the final dice (the natural 2 joins them without Riposte).
const PLAIN: [i32; 4] = [2, 3, 4, 5];

impl Faces {
    /// The faces for an attack.
    pub fn of(attacker: &Attacker, defender: &Defender) -> Faces {
        // 1107.9: face and Accuracy are 4 or more, 5 or more against Armor.
        let needed = if defender.has(Keyword::Armor) { 5 } else { 4 } - attacker.accuracy;
        let mut naturals = vec![Natural::One, Natural::Six];
        if defender.riposte > 0 {
            naturals.push(Natural::Two);
        }
        let result = |face: i32| if face >= needed { DieResult::Hit } else { DieResult::Miss };
        let marked =
            naturals.into_iter().map(|natural| Marked { natural, result: result(natural.face()) }).collect();
        Faces { marked, needed }
    }

    /// How many unmarked faces do this.
    pub fn plain(&self, result: DieResult) -> u32 {
        self.plain_without(result, |_| false)
    }

    /// How many unmarked faces do this, when some faces may not fall.
    pub fn plain_without(&self, result: DieResult, forbidden: impl Fn(i32) -> bool) -> u32 {
        let is_marked = |face: i32| self.marked.iter().any(|marked| marked.natural.face() == face);
        let does = |face: i32| (face >= self.needed) == (result == DieResult::Hit);
        PLAIN.into_iter().filter(|face| !is_marked(*face) && does(*face) && !forbidden(*face)).count() as u32
    }
}

/// The damage of dice of damage, against a unit with these keywords (rule 1203.1).
pub fn damage_dice(dice: u32, keywords: vocab::KeywordSet) -> Result<Distribution, Refusal> {
    Refusal::at_most("dice of damage", dice, crate::refusal::MAX_DAMAGE_DICE)?;
    Ok(roll_damage(dice, keywords))
}

pub(crate) fn roll_damage(dice: u32, keywords: vocab::KeywordSet) -> Distribution {
    // 1203.1: 4 or more, 5 or more against Armor. 1203.2: nothing of attack dice applies.
    let chance = if keywords.contains(Keyword::Armor) { 1.0 / 3.0 } else { 0.5 };
    Distribution::of_trials(dice, chance)
}
