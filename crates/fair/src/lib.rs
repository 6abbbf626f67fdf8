//! Fair dice: nobody chooses them alone, and anybody can check them afterwards.
//!
//! The server promises a secret before anybody sits down, each seat commits to its own secret, decks and rules are
//! locked, and only then are the seats' secrets revealed. All of them together are the key of every shuffle and die.
//! Nothing here reads a clock, a file or the network, and nothing draws random numbers: secrets come from outside.
//!
//! ```
//! use dejarik_fair::{Keys, Terms, commitment, promise};
//!
//! let (game, secret, entropy) = ("abcdefghij", [1; 32], [[2; 32], [3; 32]]);
//! let terms = Terms {
//!     game: game.into(),
//!     promise: promise(game, &secret),
//!     commitments: [commitment(game, 0, &entropy[0]), commitment(game, 1, &entropy[1])],
//!     decks: ["one".into(), "other".into()],
//!     pocket: String::new(),
//!     rules: 1,
//!     options: "current".into(),
//! };
//! let keys = Keys::new(&secret, &entropy, &terms.transcript(&secret));
//! assert!((1..=6).contains(&(1 + keys.dice().below(0, 0, 6))));
//! ```
//!
//! # Where to go next
//!
//! - docs/FAIR.md: the protocol, with test vectors
//! - [`promise()`], [`commitment`], [`Terms`]: what is fixed before a game; [`Keys`]: what every shuffle and die comes from
//! - [`receipt()`]: the chain over all steps; [`Proof`]: what is published, and whether it holds

mod hash;
mod key;
mod promise;
mod proof;
mod receipt;

pub use hash::{Digest, Hex, hash, hex, unhex};
pub use key::{Key, Keys};
pub use promise::{Terms, commitment, entropy_of_words, promise, server_entropy};
pub use proof::{Fault, Kept, Proof};
pub use receipt::{Entry, first_receipt, receipt};
