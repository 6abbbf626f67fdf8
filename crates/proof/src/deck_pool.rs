//! Decks at a table: the CORE decks or those of a folder, and which games there are, by number.

use crate::numbers::Temper;
use dejarik::{Cards, KnownDeck, Playtest, Unplayable, UnplayableCard};
use engine::state::{Options, Seed};
use engine::{Catalog, Deck, Setup};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use vocab::Edition;

/// Cards, compiled, and decks of them: the CORE set, if nothing else is said.
#[derive(Clone, Debug)]
pub struct DeckPool {
    /// The definitions.
    pub catalog: Arc<Catalog>,
    decks: Vec<(String, Deck)>,
    editions: Vec<Edition>,
}

/// A game to be played: two decks, an edition, a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The number of the deck in the Dark Side role.
    pub dark: usize,
    /// The number of the deck in the Light Side role.
    pub light: usize,
    /// Whose keyword wordings are played.
    pub edition: Edition,
    /// What chance and the players' answers come from.
    pub seed: u64,
}

impl Match {
    /// The game of the CORE decks with this number: all pairs in both editions, then all again with other seeds.
    pub fn number(n: u64, seed: u64) -> Match {
        Match::among(cards::core_set::DECKS.len(), &Edition::ALL, n, seed)
    }

    /// The game with this number: all pairs of this many decks in each edition, then all again with other seeds.
    fn among(decks: usize, editions: &[Edition], n: u64, seed: u64) -> Match {
        let round = n as usize % (decks * decks * editions.len());
        Match {
            dark: round % decks,
            light: round / decks % decks,
            edition: editions[round / (decks * decks)],
            seed: seed.wrapping_add(n),
        }
    }

    /// How the players answer: busy in every other game.
    pub const fn temper(&self) -> Temper {
        if self.seed.is_multiple_of(2) { Temper::Even } else { Temper::Busy }
    }
}

impl DeckPool {
    /// Compiles the CORE set and its six decks, without those for beginners.
    pub fn load() -> Result<DeckPool, String> {
        let cards = Cards::core();
        let six = cards.decks().iter().take(cards::core_set::DECKS.len());
        let read = six.map(KnownDeck::read).collect::<Result<Vec<_>, _>>();
        let lists = read.map_err(|error| error.to_string())?.into_iter().map(|read| read.deck);
        DeckPool::of(&cards, lists, &Edition::ALL)
    }

    /// Compiles a folder of cards and all decks of a folder. A deck that can't be read, and one with a card that's
    /// missing, is an error that names it; one with a text that players carry out by hand is left out, and that is said.
    pub fn of_folder(cards: &Path, decks: &Path) -> Result<DeckPool, String> {
        let cards = Cards::folder_with(cards, Playtest::Load).map_err(|error| error.to_string())?;
        let place = |error: std::io::Error| format!("{}: {error}", decks.display());
        let mut files = Vec::new();
        for entry in fs::read_dir(decks).map_err(place)? {
            let path = entry.map_err(place)?.path();
            if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("dek")) {
                files.push(path);
            }
        }
        files.sort();
        if files.is_empty() {
            return Err(format!("{} holds no deck (`.dek`)", decks.display()));
        }
        let mut lists = Vec::new();
        for file in &files {
            let mut list = dejarik::read_deck_file(file).map_err(|error| error.to_string())?.deck;
            list.name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            lists.push(list);
        }
        DeckPool::of(&cards, lists.into_iter(), &[Edition::Current])
    }

    fn of(
        cards: &Cards,
        lists: impl Iterator<Item = cards::Deck>,
        editions: &[Edition],
    ) -> Result<DeckPool, String> {
        let catalog = cards.catalog().map_err(|error| error.to_string())?;
        let (mut decks, mut faults) = (Vec::new(), Vec::new());
        for list in lists {
            match cards.playable(&list, &catalog) {
                Ok(deck) => decks.push((list.name, deck)),
                Err(Unplayable { deck, cards }) if cards.is_empty() => {
                    faults.push(format!("deck {deck}: no cards"));
                }
                Err(Unplayable { deck, cards }) if cards.iter().all(is_by_hand) => {
                    eprintln!("proof: left out: deck {deck}: {} by hand", cards.len());
                }
                Err(Unplayable { deck, cards }) => {
                    faults.extend(cards.iter().map(|fault| format!("deck {deck}: {fault}")));
                }
            }
        }
        if decks.is_empty() && faults.is_empty() {
            faults.push("every deck has a text that players carry out by hand".into());
        }
        if !faults.is_empty() {
            return Err(faults.join("\n"));
        }
        Ok(DeckPool { catalog, decks, editions: editions.to_vec() })
    }

    /// The decks by name.
    pub fn decks(&self) -> &[(String, Deck)] {
        &self.decks
    }

    /// The game with this number: all pairs of decks, then all again with other seeds.
    pub fn game(&self, n: u64, seed: u64) -> Match {
        Match::among(self.decks.len(), &self.editions, n, seed)
    }

    /// A game in words.
    pub fn title(&self, game: &Match) -> String {
        let name = |deck: usize| self.decks.get(deck).map_or("?", |(name, _)| name.as_str());
        let (dark, light) = (name(game.dark), name(game.light));
        format!("{dark} against {light}, edition {}, seed {}", game.edition.name(), game.seed)
    }

    /// The setup of a game.
    pub fn setup(&self, game: &Match) -> Setup {
        let deck = |number: usize| self.decks.get(number).map(|(_, deck)| deck.clone()).unwrap_or_default();
        Setup {
            dark: deck(game.dark),
            light: deck(game.light),
            seed: Seed::from(game.seed),
            options: Options { edition: game.edition, ..Options::default() },
        }
    }
}

/// Whether a card is there and only isn't enforced in full (rule 1316.1).
const fn is_by_hand(card: &UnplayableCard) -> bool {
    matches!(card, UnplayableCard::Refused(_))
}

#[cfg(test)]
mod tests {
    use super::DeckPool;

    #[test]
    fn a_deck_with_a_card_that_is_not_there_is_named() {
        let cards = dejarik::Cards::core();
        let text = b"<deck version=\"0.8\"><superzone name=\"Deck\"><card><name id=\"x\">Nobody</name><set>X</set></card></superzone></deck>";
        let list = cards.deck_from("odd.dek", text).expect("a deck").list;
        let error = DeckPool::of(&cards, [list].into_iter(), &[vocab::Edition::Current]).unwrap_err();
        assert_eq!(error, "deck odd: there's no card called `Nobody`");
    }

    #[test]
    fn a_deck_with_a_text_by_hand_plays_neither_ladder_nor_soak() {
        let row = |name: &str, text: &str| {
            format!("card {name}\tHND\t{name}\tD\tGround\tRebel\t3\t30\t2\t6\tC\t1\t\t{text}\t\tHND\t\n")
        };
        let rows = [row("Singer", "Sing a song that the table likes."), row("Guard", "Armor")].concat();
        let pocket = dejarik::Pocket::read(&format!("pocket 1\nset HND\n{rows}")).expect("a pocket");
        let cards = pocket.open();
        let list = |name: &str| {
            let list = format!("60 {name}\n");
            cards.deck_from(&format!("{name}.txt"), list.as_bytes()).expect("a deck").list
        };
        let pool =
            |lists: Vec<cards::Deck>| DeckPool::of(&cards, lists.into_iter(), &[vocab::Edition::Current]);
        let names = |pool: &DeckPool| pool.decks().iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(pool(vec![list("Guard"), list("Singer")]).as_ref().map(names), Ok(vec!["Guard".into()]));
        let refused = pool(vec![list("Singer")]).map(|_| ());
        assert_eq!(refused, Err("every deck has a text that players carry out by hand".into()));
    }
}
