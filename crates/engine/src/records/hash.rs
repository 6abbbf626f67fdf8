//! A stable 64-bit hash of the state: the same in every process, for replays and search.

use crate::records::state::State;
use std::hash::{Hash, Hasher};

impl State {
    /// The hash of everything that is true of the game. Unused card records do not count.
    pub fn stable_hash(&self) -> u64 {
        stable(self)
    }
}

/// The hash of a value.
pub(crate) fn stable(value: &impl Hash) -> u64 {
    let mut hasher = Fold(0x9E37_79B9_7F4A_7C15);
    value.hash(&mut hasher);
    hasher.finish()
}

/// Folded multiplication, word by word; written here so that no library changes it under us.
struct Fold(u64);

impl Fold {
    fn word(&mut self, word: u64) {
        let product =
            u128::from(self.0 ^ word) * u128::from(0xA076_1D64_78BD_642F_u64 ^ word.rotate_left(32));
        self.0 = (product as u64) ^ ((product >> 64) as u64) ^ 0xE703_7ED1_A0B4_28DB;
    }
}

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.word(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.word(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.word(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }

    // Lengths and discriminants: the same on every platform.
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.word(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
