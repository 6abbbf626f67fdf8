//! Texts that are carried out by hand: how far one is, and what the players have settled about it (rule 1316).

use crate::records::state::ByRole;
use std::hash::{Hash, Hasher};
use vocab::ability::Group;

/// A text that is carried out by hand, and how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// It begins.
    Begin,
    /// What to do next is chosen, after so many actions.
    Next(u8),
    /// Which action of a group is chosen.
    Of(Group, u8),
    /// The opponent agrees to so many actions, or has them taken back.
    Agree(u8),
}

/// What a player makes of texts that aren't enforced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ByHand {
    /// Cards with such texts are refused.
    #[default]
    Refused,
    /// They are brought, and nobody carries these texts out: a computer player's (rule 1316.9).
    Unused,
    /// The player carries them out by hand.
    Used,
}

/// What both players make of texts that aren't enforced. Games without such cards have the hash that they have always
/// had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement(pub ByRole<ByHand>);

impl Agreement {
    /// Both the same.
    pub fn both(of: ByHand) -> Agreement {
        Agreement(ByRole::from_fn(|_| of))
    }
}

impl Hash for Agreement {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        if *self != Agreement::default() {
            self.0.hash(hasher);
        }
    }
}

/// What has come of it so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// Who agrees without being asked (rule 1316.5).
    pub agrees: ByRole<bool>,
    /// How often each player has carried a text out this turn (rule 1316.7).
    pub plays: ByRole<u8>,
}

impl Hash for Hands {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        if *self != Hands::default() {
            self.agrees.hash(hasher);
            self.plays.hash(hasher);
        }
    }
}
