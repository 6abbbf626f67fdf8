//! Chance: a counter-based generator with one stream per purpose, whose position is part of the state.

use crate::records::list::{Full, List};
use serde::{Deserialize, Serialize};

/// What the game's chance comes from; kept secret until the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seed(pub [u64; 2]);

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        Seed([number, !number])
    }
}

/// A purpose of chance; one more shuffle does not shift later dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Shuffling decks.
    Shuffle,
    /// Dice of all kinds.
    Dice,
    /// Random choices (rule 1311.6), roles (rule 103.4).
    Choice,
}

/// The generator: a seed, and how often each stream was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chance {
    seed: Seed,
    asked: [u32; 3],
    /// Rolls to come before the generator is asked again: for scenarios and tables with real dice.
    script: List<u8, 64>,
}

impl Chance {
    /// A generator at its start.
    pub fn new(seed: Seed) -> Chance {
        Chance { seed, asked: [0; 3], script: List::default() }
    }

    /// Sets the next rolls of dice, in order.
    pub fn script(&mut self, rolls: &[u8]) -> Result<(), Full> {
        // The list is read from its end.
        let mut script = List::default();
        let waiting: Vec<u8> = self.script.iter().rev().copied().chain(rolls.iter().copied()).collect();
        waiting.iter().rev().try_for_each(|roll| script.push(*roll))?;
        self.script = script;
        Ok(())
    }

    /// How many rolls are set and still to come.
    pub fn waiting(&self) -> usize {
        self.script.len()
    }

    /// How many dice the generator has rolled.
    pub const fn rolled(&self) -> u32 {
        self.asked[Stream::Dice as usize]
    }

    /// One die: 1 to 6.
    pub fn die(&mut self) -> u8 {
        match self.script.pop() {
            Some(roll) => roll.clamp(1, 6),
            None => self.below(Stream::Dice, 6) as u8 + 1,
        }
    }

    /// A number below `n`.
    pub fn below(&mut self, stream: Stream, n: usize) -> usize {
        let counter = &mut self.asked[stream as usize];
        let drawn = mix(self.seed, stream as u64, u64::from(*counter));
        *counter += 1;
        // The high part of the product: the bias is below one in 2^58.
        ((u128::from(drawn) * n as u128) >> 64) as usize
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(Stream::Shuffle, last + 1));
        }
    }
}

/// A number that depends on all of its inputs: two rounds of folded multiplication.
fn mix(seed: Seed, stream: u64, counter: u64) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        (product as u64) ^ ((product >> 64) as u64)
    };
    let position = (stream << 32) | counter;
    let first = fold(seed.0[0] ^ 0x9E37_79B9_7F4A_7C15, position ^ 0xD1B5_4A32_D192_ED03);
    let second = fold(first ^ seed.0[1], 0x8CB9_2BA7_2F3D_8DD7 ^ position.rotate_left(29));
    fold(second ^ 0xAAAA_AAAA_5555_5555, seed.0[0].rotate_left(17) ^ 0xA076_1D64_78BD_642F)
}

#[cfg(test)]
mod tests {
    use super::{Chance, Stream};

    #[test]
    fn one_more_shuffle_does_not_shift_later_dice() {
        let (mut a, mut b) = (Chance::new(7.into()), Chance::new(7.into()));
        b.shuffle(&mut [1, 2, 3, 4]);
        let dice = |chance: &mut Chance| (0..20).map(|_| chance.die()).collect::<Vec<_>>();
        assert_eq!(dice(&mut a), dice(&mut b));
    }

    #[test]
    fn dice_are_fair_and_seeds_differ() {
        let mut counts = [0_u32; 6];
        let mut chance = Chance::new(42.into());
        (0..60_000).for_each(|_| counts[usize::from(chance.die() - 1)] += 1);
        // 60,000 rolls: the standard deviation of a count is 91; five of them are allowed.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 460), "{counts:?}");
        let first = |seed: u64| Chance::new(seed.into()).below(Stream::Choice, 1 << 30);
        assert_ne!(first(1), first(2));
    }

    #[test]
    fn scripted_rolls_come_first_and_in_order() {
        let mut chance = Chance::new(1.into());
        chance.script(&[1, 2]).unwrap();
        chance.script(&[3]).unwrap();
        assert_eq!([chance.die(), chance.die(), chance.die()], [1, 2, 3]);
        assert!((1..=6).contains(&chance.die()));
    }
}
