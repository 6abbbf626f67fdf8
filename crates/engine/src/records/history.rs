//! What has happened, as far as texts look back on it (rules 1601.6, 1601.10).

use super::event::What;
use super::kind::EventKinds;
use vocab::{Arena, Role};

/// As many of them as a state holds.
pub const PASTS: usize = 19;

/// Something that has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Past {
    /// What.
    pub what: What,
    /// In which turn.
    pub turn: u16,
    /// In which attack, by its number; 0 outside of attacks.
    pub attack: u16,
    /// Where the card that it happened to was.
    pub arena: Option<Arena>,
    /// How often.
    pub times: u8,
}

impl Default for Past {
    fn default() -> Past {
        let what = What::Shuffled(Role::Dark);
        Past { what, turn: 0, attack: 0, arena: None, times: 0 }
    }
}

/// The kinds of events that are asked about: this turn, last turn, this game.
pub type Asked = [EventKinds; 3];
