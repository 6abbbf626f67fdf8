//! The Star Wars Trading Card Game as a library: every rule enforced, every card read from its own text.
//!
//! Everything starts with [`Cards`]: the built-in set, or a folder of your own. From there you get decks, games,
//! odds and rulings.
//!
//! ```
//! use dejarik::{Cards, Level, Player, Role};
//!
//! let cards = Cards::core();
//! let (dark, light) = (cards.deck("Droid Army")?, cards.deck("Rebel Scum")?);
//! assert!(dark.is_legal() && light.is_legal());
//!
//! let mut game = cards.game(&dark, &light).seed(7).start()?;
//! let mut computer = Player::new(Level::Skilled, 7);
//! while let Some(question) = game.question() {
//!     match question.who {
//!         Role::Dark => game.answer(0)?,
//!         Role::Light => game.answer_as(&mut computer)?,
//!     }
//! }
//! println!("{}", game.outcome().expect("nobody is asked any more"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What to read next
//!
//! | you want to | start at |
//! |---|---|
//! | open cards, look one up, see what's wrong with a folder | [`Cards`] |
//! | load a deck and check it by the deck rules | [`Cards::deck`], [`Deck`] |
//! | play a game: ask, answer, watch what happens | [`Cards::game`], [`Game`], [`Question`] |
//! | know what an attack does | [`Cards::matchup`], [`Attack`] |
//! | let a computer play, or ask it for a hint | [`Player`], [`Level`], [`Game::hints`] |
//! | settle a rules question | [`Cards::judge`] |
//! | play a thousand games | [`dejarik_sim`](../dejarik_sim/index.html) |
//!
//! The folder `examples` has a short program for each of them; `cargo run --example random_game -p dejarik` runs one.
//!
//! If you need more, the layers below are all here, each as a module:
//!
//! | module | crate | has |
//! |---|---|---|
//! | `vocab` | [`dejarik_vocab`](../dejarik_vocab/index.html) | the words of the game: keywords, rules, abilities |
//! | `cards` | [`dejarik_cards`](../dejarik_cards/index.html) | printings, sets, decks, formats, search |
//! | `lang` | [`dejarik_lang`](../dejarik_lang/index.html) | card English to abilities and back |
//! | `engine` | [`dejarik_engine`](../dejarik_engine/index.html) | the referee |
//! | `judge` | [`dejarik_judge`](../dejarik_judge/index.html) | scenarios |
//! | `odds` | [`dejarik_odds`](../dejarik_odds/index.html) | the exact odds of attacks |
//! | `ai` | [`dejarik_ai`](../dejarik_ai/index.html) | computer players, hints, analysis |
//! | `sim` | [`dejarik_sim`](../dejarik_sim/index.html) | many games at once |

mod accepted;
mod deck;
mod game;
mod matchup;
mod open;
mod pocket;
mod ruling;
mod words;

pub use accepted::{Acceptance, Accepted, Standing};
pub use deck::{Deck, DeckError, HandText, Unplayable, UnplayableCard, read_deck_file};
pub use game::{Game, Happened, NoSuchAnswer, Question, Setup, StartError};
pub use matchup::{LeftOut, Matchup, MatchupError, Met, Uncounted};
pub use open::{Cards, CompileError, KnownDeck, UnknownCard};
pub use pocket::{BadPocket, Pocket};

pub use ::ai::{Budget, Hint, Level, Player};
pub use ::cards::deck::Report;
pub use ::cards::plugin::{LoadError, Playtest};
pub use ::cards::{Collection, Finding, Printing};
pub use ::engine::state::{DeckOut, Options, Outcome, Passes, Seed};
pub use ::engine::{Catalog, Event, Refused, SetupError, View, Viewer};
pub use ::judge::{ParseError, Scenario, Verdict};
pub use ::odds::{Attack, Odds, Refusal};
pub use ::vocab::{Edition, Role, RuleNumber, Side};

pub use ::{ai, cards, engine, judge, lang, odds, sim, vocab};
