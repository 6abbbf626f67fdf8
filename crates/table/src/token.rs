//! Tokens: what pages call cards. A slot would tell more than a card does: its number is a place in the deck, and it stays
//! the same when the card goes back into a hand.
//!
//! A token is 32 bits from the game's secret for a viewer, a slot, and how often that viewer has lost sight of the card.
//! Whoever doesn't know a card after it moved gets a new token for it, and so does everybody when it goes into a deck or is
//! shuffled. All of that follows from the log, so every server calls a card the same.

use engine::state::{SLOTS, Seed, Slot, Where};
use engine::{Game, Told, Viewer, What};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// What a viewer's pages call a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(u32);

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl Token {
    /// Its number, for orders that tell nothing.
    pub(crate) const fn number(self) -> u32 {
        self.0
    }
}

/// A text that isn't a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a card is eight hexadecimal digits")]
pub struct NoToken;

impl FromStr for Token {
    type Err = NoToken;

    fn from_str(text: &str) -> Result<Token, NoToken> {
        let is_plain =
            text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if !is_plain {
            return Err(NoToken);
        }
        u32::from_str_radix(text, 16).map(Token).map_err(|_| NoToken)
    }
}

/// The tokens of a game.
#[derive(Clone)]
pub struct Tokens {
    key: [u8; 32],
    /// How often each viewer has lost sight of each card.
    lost: [[u16; SLOTS]; 3],
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The key stays secret in logs, too.
        f.write_str("Tokens")
    }
}

impl Tokens {
    /// The tokens of a game that begins.
    pub fn new(seed: Seed) -> Tokens {
        let mut hasher = Sha256::new();
        hasher.update(b"dejarik tokens");
        seed.0.iter().for_each(|word| hasher.update(word.to_le_bytes()));
        Tokens { key: hasher.finalize().into(), lost: [[0; SLOTS]; 3] }
    }

    /// Takes an event in: who has lost sight of which cards?
    pub fn take(&mut self, game: &Game, told: &Told) {
        match told.event.what {
            What::Moved { card, to, .. } => {
                let knowers = told.cards[0].map(|card| card.knowers).unwrap_or_default();
                for viewer in Viewer::ALL {
                    // Whoever saw it go into a deck doesn't see which of the cards there it is.
                    if to == Where::Deck || !knowers.has(viewer.place()) {
                        self.lose(viewer, card);
                    }
                }
            }
            What::Shuffled(who) => {
                for card in game.whole().zone(who, Where::Deck) {
                    Viewer::ALL.into_iter().for_each(|viewer| self.lose(viewer, card));
                }
            }
            // What is taken back lies where it lay, without a move: nobody finds a card again that is out of sight.
            What::TakenBack { .. } => {
                for viewer in Viewer::ALL {
                    let sight = game.sight(viewer);
                    let hidden = (0..SLOTS).filter_map(Slot::new).filter(|card| sight.card(*card).is_none());
                    hidden.for_each(|card| self.lose(viewer, card));
                }
            }
            _ => {}
        }
    }

    fn lose(&mut self, viewer: Viewer, card: Slot) {
        let lost = &mut self.lost[viewer.place()][card.index()];
        *lost = lost.wrapping_add(1);
    }

    /// What a viewer's pages call a card now.
    pub fn of(&self, viewer: Viewer, card: Slot) -> Token {
        let mut hasher = Sha256::new();
        hasher.update(self.key);
        hasher.update([viewer.place() as u8, card.index() as u8]);
        hasher.update(self.lost[viewer.place()][card.index()].to_le_bytes());
        let [a, b, c, d, ..] = <[u8; 32]>::from(hasher.finalize());
        Token(u32::from_le_bytes([a, b, c, d]))
    }
}

#[cfg(test)]
mod tests {
    use super::{NoToken, Token, Tokens};
    use engine::state::{Options, Seed, Slot, Where};
    use engine::{Catalog, Event, Game, Knowers, Told, Viewer, What, Witnessed};
    use std::sync::Arc;
    use vocab::{Arena, DefinitionId, Library, Role, RuleNumber};

    #[test]
    fn a_token_is_eight_digits_and_nothing_else() {
        let token: Token = "00c0ffee".parse().unwrap();
        assert_eq!(token.to_string(), "00c0ffee");
        for text in ["", "0", "c0ffee", "00C0FFEE", "+0c0ffee", "00c0ffee0", "00c0ffeg"] {
            assert_eq!(text.parse::<Token>(), Err(NoToken), "{text}");
        }
    }

    #[test]
    fn viewers_slots_and_losses_have_tokens_of_their_own() {
        let mut tokens = Tokens::new(Seed::from(7));
        let (card, other) = (Slot::new(3).unwrap(), Slot::new(4).unwrap());
        let dark = Viewer::Seat(Role::Dark);
        let first = tokens.of(dark, card);
        assert_eq!(tokens.of(dark, card), first);
        assert_ne!(tokens.of(dark, other), first);
        assert_ne!(tokens.of(Viewer::Public, card), first);
        assert_ne!(Tokens::new(Seed::from(8)).of(dark, card), first);
        tokens.lose(dark, card);
        assert_ne!(tokens.of(dark, card), first);
    }

    #[test]
    fn a_card_that_goes_back_into_a_hand_is_called_something_else_by_those_who_cant_see_it() {
        let catalog = Catalog::new(Library::new(Vec::new()).unwrap()).unwrap();
        let game = Game::table(Arc::new(catalog), Seed::from(1), Options::default());
        let mut tokens = Tokens::new(Seed::from(7));
        let card = Slot::new(3).unwrap();
        let moved = |from: Where, to: Where, knowers: Knowers| {
            let event =
                Event { what: What::Moved { card, from, to }, rule: RuleNumber::new(106, 2), cause: None };
            let witnessed = Witnessed { slot: card, definition: DefinitionId(0), knowers };
            Told {
                event,
                cards: [Some(witnessed), None, None, None],
                knew: Knowers::ALL,
                pools: [[0; 2]; 2],
                counters: [0; 2],
            }
        };
        let called = |tokens: &Tokens| Viewer::ALL.map(|viewer| tokens.of(viewer, card));
        let in_play = called(&tokens);
        let hidden = Knowers::only(Role::Dark);
        // A move that everybody sees changes nothing.
        let (arena, other) = (Where::Arena(Arena::Space), Where::Arena(Arena::Ground));
        tokens.take(&game, &moved(arena, other, Knowers::ALL));
        assert_eq!(called(&tokens), in_play);
        tokens.take(&game, &moved(other, Where::Hand, hidden));
        let in_hand = called(&tokens);
        assert_eq!(in_hand[0], in_play[0], "Dark has seen it all the time");
        assert!(in_hand[1] != in_play[1] && in_hand[2] != in_play[2]);
        tokens.take(&game, &moved(Where::Hand, Where::BuildZone, hidden));
        let face_down = called(&tokens);
        assert!(face_down[0] == in_play[0] && face_down[1] != in_hand[1] && face_down[1] != in_play[1]);
        tokens.take(&game, &moved(Where::BuildZone, Where::Deck, Knowers::ALL));
        let in_deck = called(&tokens);
        assert!((0..3).all(|viewer| in_deck[viewer] != face_down[viewer]), "a deck is a deck to everybody");
    }
}
