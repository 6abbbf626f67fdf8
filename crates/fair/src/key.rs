//! The key of a game, and the streams of draws that follow from it.

use crate::hash::Digest;
use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use engine::state::{Sealed, Stream};
use hkdf::Hkdf;
use sha2::Sha256;
use std::fmt;
use vocab::Role;

/// The key of one stream.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(Digest);

impl Key {
    /// The key as bytes.
    pub const fn bytes(&self) -> &Digest {
        &self.0
    }

    /// Draw number `draw` under a fate: a number below `n`. A draw is a block of ChaCha20 (RFC 8439) with the draw as
    /// counter and (fate, attempt, 0) as nonce, read as sixteen little-endian words; the first word under the largest
    /// multiple of `n` counts, so that every number is equally likely.
    pub fn below(&self, fate: u32, draw: u32, n: u32) -> u32 {
        let n = u64::from(n.max(1));
        let limit = (1_u64 << 32) / n * n;
        for attempt in 0_u32.. {
            let words = self.block(fate, attempt, draw);
            if let Some(word) = words.into_iter().map(u64::from).find(|word| *word < limit) {
                return (word % n) as u32;
            }
        }
        0
    }

    fn block(&self, fate: u32, attempt: u32, draw: u32) -> [u32; 16] {
        let mut nonce = [0; 12];
        nonce[..4].copy_from_slice(&fate.to_le_bytes());
        nonce[4..8].copy_from_slice(&attempt.to_le_bytes());
        let mut cipher = ChaCha20::new(&self.0.into(), &nonce.into());
        cipher.seek(u64::from(draw) * 64);
        let mut block = [0_u8; 64];
        cipher.apply_keystream(&mut block);
        let mut words = [0; 16];
        for (word, bytes) in words.iter_mut().zip(block.chunks(4)) {
            *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        words
    }
}

/// The keys of a game's streams. They stay secret until the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Keys {
    main: Digest,
    roles: Key,
    shuffles: [Key; 2],
    dice: Key,
    choice: Key,
    computer: Key,
}

impl fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Keys")
    }
}

impl Keys {
    /// The keys that follow from the server's secret, those of the seats, and what was locked.
    pub fn new(secret: &Digest, entropy: &[Digest; 2], transcript: &Digest) -> Keys {
        let all = [secret.as_slice(), &entropy[0], &entropy[1]].concat();
        let hkdf = Hkdf::<Sha256>::new(Some(transcript), &all);
        Keys::from_main(expanded(&hkdf, "dejarik/2 key"))
    }

    /// The keys that follow from the main key of a game that is over.
    pub fn from_main(main: Digest) -> Keys {
        let key = |purpose: &str| {
            // A key of 32 bytes is as long as the hash, which is all that is asked of it.
            let hkdf = Hkdf::<Sha256>::from_prk(&main).unwrap_or_else(|_| Hkdf::new(None, &main));
            Key(expanded(&hkdf, &format!("dejarik/2 {purpose}")))
        };
        Keys {
            main,
            roles: key("roles"),
            shuffles: [key("shuffle dark"), key("shuffle light")],
            dice: key("dice"),
            choice: key("choice"),
            computer: key("computer"),
        }
    }

    /// The main key, from which the others follow.
    pub const fn main(&self) -> &Digest {
        &self.main
    }

    /// Who has which role between equals (rule 103.4).
    pub const fn roles(&self) -> &Key {
        &self.roles
    }

    /// The dice.
    pub const fn dice(&self) -> &Key {
        &self.dice
    }

    /// The computer's own randomness, if its level uses any.
    pub const fn computer(&self) -> &Key {
        &self.computer
    }

    /// The shuffles of a player's deck.
    pub const fn shuffle(&self, who: Role) -> &Key {
        &self.shuffles[who as usize]
    }
}

/// 32 bytes of HKDF-Expand.
fn expanded(hkdf: &Hkdf<Sha256>, info: &str) -> Digest {
    let mut bytes = [0; 32];
    // Asking for one block of the hash is never too much.
    let _ = hkdf.expand(info.as_bytes(), &mut bytes);
    bytes
}

impl Sealed for Keys {
    fn below(&self, stream: Stream, fate: u32, draw: u32, n: u32) -> u32 {
        let key = match stream {
            Stream::Shuffle(who) => self.shuffle(who),
            Stream::Dice => &self.dice,
            Stream::Choice => &self.choice,
        };
        key.below(fate, draw, n)
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Keys};
    use crate::hash::hex;
    use engine::state::Chance;
    use vocab::Role;

    fn keys() -> Keys {
        Keys::new(&[1; 32], &[[2; 32], [3; 32]], &[4; 32])
    }

    #[test]
    fn the_vectors_of_the_documentation_hold() {
        let keys = keys();
        assert_eq!(hex(keys.main()), "c40e90ff62e8eaf3072429f465ae7bd0f93b0cc6181e25c0b05b1f2f51c0069e");
        assert_eq!(
            hex(keys.dice().bytes()),
            "ac51eee1a9ec900a28f2294d5e48da2ae8f6725af764b65428239f2c06564a2e"
        );
        let dice = |fate| -> Vec<u32> { (0..12).map(|draw| keys.dice().below(fate, draw, 6) + 1).collect() };
        assert_eq!(dice(0), [2, 1, 1, 2, 5, 1, 2, 3, 5, 3, 2, 6]);
        assert_eq!(dice(1), [4, 1, 6, 3, 3, 5, 3, 3, 4, 3, 5, 1]);
        let mut cards: Vec<u8> = (0..10).collect();
        Chance::new(0.into()).shuffle_of(Some(&keys), Role::Dark, &mut cards);
        assert_eq!(cards, [7, 3, 0, 2, 8, 4, 6, 5, 1, 9]);
    }

    #[test]
    fn a_block_is_the_one_of_the_standard() {
        // RFC 8439, section 2.3.2, with the nonce that fits ours: (0x09000000, 0x4a000000, 0) and counter 1.
        let mut key = [0; 32];
        (0_u8..).zip(key.iter_mut()).for_each(|(number, byte)| *byte = number);
        let words = Key(key).block(0x0900_0000, 0x4a00_0000, 1);
        assert_eq!(words[..4], [0xe4e7_f110, 0x1559_3bd1, 0x1fdd_0f50, 0xc471_20a3]);
    }

    #[test]
    fn dice_are_fair_and_streams_differ() {
        let keys = keys();
        let mut counts = [0_u32; 6];
        (0..60_000).for_each(|draw| counts[keys.dice().below(0, draw, 6) as usize] += 1);
        // 60,000 rolls: the standard deviation of a count is 91; five of them are allowed.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 460), "{counts:?}");
        let many = |key: &Key| -> Vec<u32> { (0..8).map(|draw| key.below(0, draw, 1 << 30)).collect() };
        assert_ne!(many(keys.shuffle(Role::Dark)), many(keys.shuffle(Role::Light)));
        assert_ne!(many(keys.roles()), many(keys.computer()));
        assert_eq!(keys.dice().below(0, 0, 1), 0);
        assert!(format!("{keys:?}").len() < 8, "keys aren't written into logs");
    }
}
