//! Chance: a counter-based generator with one stream per purpose, whose position is part of the state.

use crate::records::list::{Full, List};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use vocab::Role;

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
    /// Shuffling a player's deck.
    Shuffle(Role),
    /// Dice of all kinds.
    Dice,
    /// Random choices (rule 1311.6), roles (rule 103.4).
    Choice,
}

impl Stream {
    /// The place of its counter; a seed has one stream for the shuffles of both players.
    const fn place(self) -> usize {
        match self {
            Stream::Shuffle(_) => 0,
            Stream::Dice => 1,
            Stream::Choice => 2,
        }
    }
}

/// The chance of a game that was promised before it began: streams that nobody chose alone, and that can be checked
/// afterwards. What searches and batches use is the seed.
pub trait Sealed: Debug + Send + Sync {
    /// A number below `n`: draw number `draw` of a stream, under a fate.
    fn below(&self, stream: Stream, fate: u32, draw: u32, n: u32) -> u32;
}

/// The generator: a seed, and how often each stream was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    seed: Seed,
    asked: [u32; 3],
    /// How often the Light Side's deck was shuffled, where it has a stream of its own.
    light: u32,
    /// Which of the possible futures is played: with every takeback chance starts anew.
    fate: u32,
    /// Rolls to come before the generator is asked again: for scenarios and tables with real dice.
    script: List<u8, 64>,
}

impl Hash for Chance {
    /// What only sealed games have counts only there, so that the hashes of others stay what they were.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Chance { seed, asked, light, fate, script } = self;
        (seed, asked, script).hash(hasher);
        if (*light, *fate) != (0, 0) {
            (light, fate).hash(hasher);
        }
    }
}

impl Chance {
    /// A generator at its start.
    pub fn new(seed: Seed) -> Chance {
        Chance { seed, asked: [0; 3], light: 0, fate: 0, script: List::default() }
    }

    /// Another future: chance that was sealed starts anew from here.
    pub const fn renew(&mut self, fate: u32) {
        self.fate = fate;
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

    /// Forgets the rolls that are set and still to come.
    pub fn forget_script(&mut self) {
        self.script = List::default();
    }

    /// How often the generator was asked for anything but dice: shuffles, random choices, roles.
    pub const fn asked_besides(&self) -> u32 {
        self.asked[Stream::Shuffle(Role::Dark).place()] + self.light + self.asked[Stream::Choice.place()]
    }

    /// How many dice the generator has rolled.
    pub const fn rolled(&self) -> u32 {
        self.asked[Stream::Dice.place()]
    }

    /// One die: 1 to 6.
    pub fn die(&mut self) -> u8 {
        self.die_of(None)
    }

    /// One die of a game whose chance may be sealed.
    pub fn die_of(&mut self, sealed: Option<&dyn Sealed>) -> u8 {
        match self.script.pop() {
            Some(roll) => roll.clamp(1, 6),
            None => self.draw(sealed, Stream::Dice, 6) as u8 + 1,
        }
    }

    /// A number below `n`.
    pub fn below(&mut self, stream: Stream, n: usize) -> usize {
        let counter = &mut self.asked[stream.place()];
        let drawn = mix(self.seed, stream.place() as u64, u64::from(*counter));
        *counter += 1;
        // The high part of the product: the bias is below one in 2^58.
        ((u128::from(drawn) * n as u128) >> 64) as usize
    }

    /// A number below `n`, of a game whose chance may be sealed.
    pub fn draw(&mut self, sealed: Option<&dyn Sealed>, stream: Stream, n: usize) -> usize {
        let Some(sealed) = sealed else { return self.below(stream, n) };
        let counter = match stream {
            Stream::Shuffle(Role::Light) => &mut self.light,
            Stream::Shuffle(Role::Dark) | Stream::Dice | Stream::Choice => &mut self.asked[stream.place()],
        };
        let draw = *counter;
        *counter += 1;
        // No list of the game is longer than a few hundred.
        sealed.below(stream, self.fate, draw, u32::try_from(n).unwrap_or(u32::MAX)) as usize
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_of(None, Role::Dark, items);
    }

    /// Puts the list of a player into random order, in a game whose chance may be sealed.
    pub fn shuffle_of<T>(&mut self, sealed: Option<&dyn Sealed>, who: Role, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.draw(sealed, Stream::Shuffle(who), last + 1));
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
    use super::{Chance, Sealed, Stream};
    use crate::records::hash::stable;
    use vocab::Role;

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

    #[derive(Debug)]
    struct Told;

    impl Sealed for Told {
        fn below(&self, stream: Stream, fate: u32, draw: u32, n: u32) -> u32 {
            let stream = match stream {
                Stream::Shuffle(who) => who as u32,
                Stream::Dice => 2,
                Stream::Choice => 3,
            };
            (stream * 7 + fate * 5 + draw) % n
        }
    }

    #[test]
    fn sealed_streams_have_counters_of_their_own_and_another_fate_gives_other_dice() {
        let (mut one, mut other) = (Chance::new(1.into()), Chance::new(1.into()));
        let dice = |chance: &mut Chance| [(); 3].map(|()| chance.die_of(Some(&Told)));
        other.shuffle_of(Some(&Told), Role::Light, &mut [1, 2, 3, 4]);
        assert_eq!(
            other.draw(Some(&Told), Stream::Shuffle(Role::Dark), 100),
            0,
            "the first of the Dark Side"
        );
        assert_eq!(dice(&mut one), dice(&mut other));
        let mut again = one;
        again.renew(1);
        assert_ne!(dice(&mut one.clone()), dice(&mut again.clone()));
        assert_ne!(stable(&one), stable(&again), "a fate is part of the state");
        // A seed knows nothing of fates.
        let (mut a, mut b) = (Chance::new(9.into()), Chance::new(9.into()));
        b.renew(3);
        assert_eq!(a.die(), b.die());
    }
}
