//! What the words of a text stand for: its card, its controller, its trigger.

use super::state::Slot0;
use super::word::Words;
use vocab::{Arena, Role};

/// What a text knows besides the table. Effects that resolve, wait or last carry it on, and whoever reads a text reads it
/// through this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bindings {
    /// The card that has the ability.
    pub this: Slot0,
    /// The card that gives it.
    pub giver: Slot0,
    /// Who controls the effect (rule 1305.6: also after its card has gone).
    pub you: Role,
    /// What the triggering event happened to.
    pub subject: Slot0,
    /// The other party of the triggering event.
    pub object: Slot0,
    /// Who did what triggered it.
    pub that: Option<Role>,
    /// The number of the triggering event.
    pub that_much: i16,
    /// The value of X (rule 1313.6).
    pub x: i16,
    /// The arena that a step chose, where its result is not at hand.
    pub arena: Option<Arena>,
    /// The words that a step chose, where its result is not at hand.
    pub words: Words,
}

impl Default for Bindings {
    fn default() -> Bindings {
        Bindings::of(None, Role::Dark)
    }
}

impl Bindings {
    /// Those of a card's own text before anything has happened.
    pub const fn of(this: Slot0, you: Role) -> Bindings {
        Bindings {
            this,
            giver: this,
            you,
            subject: None,
            object: None,
            that: None,
            that_much: 0,
            x: 0,
            arena: None,
            words: Words::NONE,
        }
    }
}

/// Lets what carries bindings be read as if they were its own.
macro_rules! carries_bindings {
    ($($carrier:ty),*) => {$(
        impl std::ops::Deref for $carrier {
            type Target = crate::records::bindings::Bindings;
            fn deref(&self) -> &crate::records::bindings::Bindings {
                &self.bindings
            }
        }

        impl std::ops::DerefMut for $carrier {
            fn deref_mut(&mut self) -> &mut crate::records::bindings::Bindings {
                &mut self.bindings
            }
        }
    )*};
}

pub(crate) use carries_bindings;
