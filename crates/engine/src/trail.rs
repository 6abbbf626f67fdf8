//! The trail: a running hash over what happened, in canonical form.
//!
//! It tells whether a recorded game still goes the way it went, years later and under another program. The names of
//! questions and events are its words, and the numbers of rules; how a state lies in memory is not part of it, so that a
//! new field changes no trail. ([`State::stable_hash`](crate::state::State::stable_hash) is for search.)

use crate::facts::game::Game;
use crate::records::event::{Event, What};
use std::fmt::{self, Debug, Write};

/// A running hash (FNV-1a, 64 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trail(u64);

impl Default for Trail {
    fn default() -> Trail {
        Trail(0xcbf2_9ce4_8422_2325)
    }
}

impl Trail {
    /// The hash so far.
    pub const fn hash(self) -> u64 {
        self.0
    }

    /// Adds bytes, with their number before them.
    pub fn add(&mut self, bytes: &[u8]) {
        let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes();
        for byte in length.iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds the question that waits and the answer that is about to be given.
    pub fn answer(&mut self, game: &Game, answer: usize) {
        if let Some(ask) = game.asked() {
            self.add(&[ask.who as u8]);
            self.add(name_of(&ask.why).as_bytes());
            self.add(ask.rule.to_string().as_bytes());
        }
        let numbers = [game.choices().len() as u64, answer as u64];
        numbers.iter().for_each(|number| self.add(&number.to_le_bytes()));
    }

    /// Adds what happened.
    pub fn take(&mut self, event: &Event) {
        self.add(name_of(&event.what).as_bytes());
        self.add(event.rule.to_string().as_bytes());
        if let What::Die { natural } = event.what {
            self.add(&[natural]);
        }
    }
}

/// The name of a variant, without what is in it.
fn name_of(value: &impl Debug) -> String {
    /// Takes letters until something else comes.
    struct Name(String);

    impl Write for Name {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let letters = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
            self.0.push_str(&text[..letters]);
            if letters < text.len() { Err(fmt::Error) } else { Ok(()) }
        }
    }

    let mut name = Name(String::new());
    // It stops on purpose after the name.
    let _ = write!(name, "{value:?}");
    name.0
}

#[cfg(test)]
mod tests {
    use super::{Trail, name_of};
    use crate::records::event::{Event, What};
    use vocab::{Role, RuleNumber};

    #[test]
    fn a_trail_depends_on_names_rules_and_order_and_stays_what_it_is() {
        assert_eq!(name_of(&What::Rolled { who: Role::Dark, dice: 3 }), "Rolled");
        assert_eq!(name_of(&What::Shuffled(Role::Dark)), "Shuffled");
        let event = |what, rule| Event { what, rule: RuleNumber::new(rule, 1), cause: None };
        let trail = |events: &[Event]| {
            let mut trail = Trail::default();
            events.iter().for_each(|event| trail.take(event));
            trail.hash()
        };
        let (one, other) = (event(What::Shuffled(Role::Dark), 502), event(What::Die { natural: 4 }, 1107));
        assert_ne!(trail(&[one, other]), trail(&[other, one]));
        assert_ne!(trail(&[one]), trail(&[event(What::Shuffled(Role::Dark), 503)]));
        assert_ne!(trail(&[other]), trail(&[event(What::Die { natural: 5 }, 1107)]));
        // A public format: trails of stored games must come out the same in every later version.
        let mut words = Trail::default();
        words.add(b"dejarik");
        assert_eq!(words.hash(), 0x7a94_c6b8_f252_e6ee);
    }
}
