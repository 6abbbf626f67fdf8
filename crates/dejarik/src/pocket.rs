//! A pocket: some cards with everything that is needed to read them again as they were read, as text. Whoever keeps it
//! keeps the cards, whatever becomes of the files that they came from.

use crate::open::Cards;
use cards::plugin::Plugin;
use cards::set_file::{Column, HEADER};
use cards::{Collection, Printing, Reading, Readings, SetFile};
use engine::Catalog;
use lang::{Lexicon, Setting, render};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;
use vocab::{Definition, DefinitionId};

/// Some cards as their set files have them, and the words of other cards that their texts use.
///
/// ```
/// let cards = dejarik::Cards::core();
/// let catalog = cards.catalog()?;
/// let id = cards.definition_id("Ilara Venn (A)", &catalog).expect("a card");
/// let pocket = cards.pocket([id], &catalog, None);
///
/// let again = dejarik::Pocket::read(pocket.text())?.open();
/// let own = again.catalog()?;
/// let same = again.definition_id("Ilara Venn (A)", &own).expect("the same card");
/// assert_eq!(own.definition(same), catalog.definition(id));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pocket {
    text: String,
}

/// A text that isn't a pocket.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {0} of the stored cards can't be read")]
pub struct BadPocket(usize);

const FIRST: &str = "pocket 1";

impl Pocket {
    /// Reads a pocket.
    pub fn read(text: &str) -> Result<Pocket, BadPocket> {
        let pocket = Pocket { text: text.to_string() };
        let mut lines = text.lines();
        if lines.next() != Some(FIRST) {
            return Err(BadPocket(1));
        }
        let mut has_set = false;
        for (place, line) in lines.enumerate() {
            let is_good = match line.split_once(' ') {
                Some(("set", code)) => {
                    has_set = true;
                    cards::plugin::is_set_code(code)
                }
                Some(("card", _)) => has_set,
                Some(("reading", fields)) => reading(fields).is_some(),
                Some(("word", word)) => Lexicon::from_lines([word]).is_some(),
                _ => false,
            };
            if !is_good {
                return Err(BadPocket(place + 2));
            }
        }
        Ok(pocket)
    }

    /// The pocket as text: the same for the same cards.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn lines(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.text.lines().filter_map(move |line| line.strip_prefix(kind)?.strip_prefix(' '))
    }

    /// The rows of the set files, by the names in their first column.
    pub fn rows(&self) -> BTreeMap<&str, &str> {
        self.lines("card").map(|row| (row.split('\t').next().unwrap_or_default(), row)).collect()
    }

    /// The cards, as they were.
    pub fn open(&self) -> Cards {
        let (mut sets, mut findings): (Vec<(&str, String)>, Vec<_>) = (Vec::new(), Vec::new());
        for line in self.text.lines().skip(1) {
            match line.split_once(' ') {
                Some(("set", code)) => sets.push((code, format!("{HEADER}\n"))),
                Some(("card", row)) => {
                    if let Some((_, text)) = sets.last_mut() {
                        text.extend([row, "\n"]);
                    }
                }
                _ => {}
            }
        }
        let sets: Vec<SetFile> =
            sets.iter().map(|(code, text)| SetFile::read(code, text.as_bytes()).0).collect();
        let mut collection = Collection::default();
        sets.iter().for_each(|set| collection.add_set(set, &mut findings));
        let readings: Vec<String> = self.lines("reading").filter_map(reading).collect();
        collection.add_readings(Readings::read(&readings.concat()).0);
        let lexicon = Lexicon::from_lines(self.lines("word")).unwrap_or_default();
        Cards::kept(Plugin { sets, collection, findings, ..Plugin::default() }, lexicon)
    }
}

/// A reading of the players' own as one line: card, reason and text.
fn line(reading: &Reading, printing: &Printing) -> String {
    [&*printing.name.identity(), &reading.why, &reading.text].map(|field| field.replace('\t', " ")).join("\t")
}

/// The block of such a line, if it is one.
fn reading(line: &str) -> Option<String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [name, why, text] = fields[..] else { return None };
    let block = format!("@ {name}\nwhy {why}\ntext {text}\n");
    Readings::read(&block).1.is_empty().then_some(block)
}

impl Cards {
    /// The printing that a playable card is made from.
    pub fn printing_of(&self, definition: &Definition) -> Option<&Printing> {
        let collection = self.collection();
        Some(collection.get(collection.shown(lang::card_of(definition, collection)?)))
    }

    /// The row of a printing, as its set file has it.
    pub fn row_of(&self, printing: &Printing) -> Option<&str> {
        let set = self.plugin().sets.iter().find(|set| *set.code == *printing.set)?;
        let row = set.rows().find(|row| {
            row.number() == printing.line && row.get(Column::ImageFile).trim() == &*printing.image
        });
        row.map(cards::set_file::Row::line)
    }

    /// A pocket with these cards of a catalog, and with the words of one more text.
    pub fn pocket<'a>(
        &'a self,
        cards: impl IntoIterator<Item = DefinitionId>,
        catalog: &Catalog,
        text: Option<&'a str>,
    ) -> Pocket {
        let mut sets: BTreeMap<&str, BTreeMap<u32, &str>> = BTreeMap::new();
        let mut texts: Vec<&str> = text.into_iter().collect();
        let mut readings: BTreeSet<String> = BTreeSet::new();
        for id in cards {
            let Some(printing) = self.printing_of(catalog.definition(id)) else { continue };
            if let Some(row) = self.row_of(printing) {
                sets.entry(&printing.set).or_default().insert(printing.line, row);
                texts.extend(lang::texts(printing));
                // Our own come with the program.
                readings.extend(printing.reading.as_deref().map(|reading| line(reading, printing)));
            }
        }
        let mut text = format!("{FIRST}\n");
        for (code, rows) in sets {
            text.extend(["set ", code, "\n"]);
            rows.values().for_each(|row| text.extend(["card ", *row, "\n"]));
        }
        for line in readings {
            text.extend(["reading ", &*line, "\n"]);
        }
        for word in self.lexicon().lines_for(texts) {
            text.extend(["word ", &*word, "\n"]);
        }
        Pocket { text }
    }

    /// The cards that games with these can ever touch: these, and whatever their texts name.
    pub fn touched(
        &self,
        cards: impl IntoIterator<Item = DefinitionId>,
        catalog: &Catalog,
    ) -> BTreeSet<DefinitionId> {
        let names: Vec<(DefinitionId, String)> =
            catalog.library().iter().map(|(id, definition)| (id, definition.name.to_lowercase())).collect();
        let mut found: BTreeSet<DefinitionId> = cards.into_iter().collect();
        let mut open: Vec<DefinitionId> = found.iter().copied().collect();
        while let Some(id) = open.pop() {
            let definition = catalog.definition(id);
            let text = format!("{}\n{}", definition.words, self.reading(definition).to_lowercase());
            let named = names.iter().filter(|(_, name)| text.contains(name.as_str()));
            open.extend(named.map(|(id, _)| *id).filter(|id| found.insert(*id)));
        }
        found
    }

    /// How a card of a catalog is read: its abilities as canonical English, and the clauses that aren't understood.
    /// Another layout of the abilities is no other reading.
    pub fn reading(&self, definition: &Definition) -> String {
        let setting = match self.printing_of(definition) {
            Some(printing) => Setting::of(printing, self.lexicon()),
            None => Setting::new(definition.card_type, &definition.name, self.lexicon()),
        };
        let read = render(&definition.abilities, &setting, self.lexicon());
        // What can't be written is told apart by its layout: better one difference too many than one too few.
        let read = read.unwrap_or_else(|_| format!("{:?}", definition.abilities));
        format!("{read}\n{}", definition.completeness.unread().join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::{BadPocket, Pocket};
    use crate::Cards;
    use vocab::DefinitionId;

    /// All cards of a folder in pockets of some sixty, as the two decks of a game have them.
    fn pockets_hold(cards: &Cards) {
        let catalog = cards.catalog().expect("a catalog");
        let ids: Vec<DefinitionId> = catalog.library().iter().map(|(id, _)| id).collect();
        let lost: Vec<String> = ids
            .iter()
            .map(|id| catalog.definition(*id))
            .filter(|card| cards.printing_of(card).and_then(|printing| cards.row_of(printing)).is_none())
            .map(ToString::to_string)
            .collect();
        assert_eq!(lost, [""; 0], "every card has a row of its own");
        for some in ids.chunks(60) {
            let pocket = cards.pocket(some.iter().copied(), &catalog, None);
            let again = Pocket::read(pocket.text()).expect("a pocket").open();
            let own = again.catalog().expect("a catalog");
            assert_eq!(own.library().len(), some.len());
            for id in some {
                let card = catalog.definition(*id);
                let same = own.library().find(&card.name, card.version).expect("the card");
                assert_eq!(own.definition(same), card, "{card}");
                assert_eq!(again.reading(own.definition(same)), cards.reading(card), "{card}");
            }
            let all: Vec<DefinitionId> = own.library().iter().map(|(id, _)| id).collect();
            assert_eq!(again.pocket(all, &own, None), pocket, "what is kept of a pocket is the pocket");
        }
    }

    #[test]
    fn cards_of_the_core_set_are_read_from_a_pocket_as_from_their_files() {
        pockets_hold(&Cards::core());
    }

    #[test]
    fn so_are_all_cards_of_the_players() {
        let Ok(folder) = std::env::var("DEJARIK_CARDS") else {
            return eprintln!("skipped: DEJARIK_CARDS is not set");
        };
        pockets_hold(&Cards::folder(folder).expect("a folder of cards"));
    }

    #[test]
    fn a_reading_of_the_players_own_goes_along_with_its_card() {
        let folder = tempfile::tempdir().expect("a folder");
        let sets = folder.path().join("sets");
        std::fs::create_dir_all(&sets).expect("a folder");
        let row = "Teb (D)\tXMP\tXMP1\tL\tCharacter\tRebel\t1\t30\t2\t2\tC\t1\t\tSing aloud.\t\t\t\n";
        std::fs::write(sets.join("XMP.txt"), format!("{}\n{row}", cards::set_file::HEADER)).expect("written");
        let open = || Cards::folder(folder.path()).expect("a folder of cards");
        let reading = |cards: &Cards| {
            let catalog = cards.catalog().expect("a catalog");
            let id = cards.definition_id("Teb (D)", &catalog).expect("the card");
            cards.reading(catalog.definition(id))
        };
        assert_eq!(reading(&open()), "\nSing aloud.");
        std::fs::write(folder.path().join("readings.txt"), "@ Teb (D)\nwhy a song\ntext Stealth\n")
            .expect("written");
        let cards = open();
        assert_eq!((cards.findings(), &*reading(&cards)), (&[][..], "Stealth\n"));
        let catalog = cards.catalog().expect("a catalog");
        let id = cards.definition_id("Teb (D)", &catalog).expect("the card");
        let pocket = cards.pocket([id], &catalog, None);
        let again = Pocket::read(pocket.text()).expect("a pocket").open();
        assert_eq!(reading(&again), "Stealth\n");
        let (same, id) = (again.catalog().expect("a catalog"), DefinitionId(0));
        assert_eq!(again.pocket([id], &same, None), pocket, "what is kept of a pocket is the pocket");
        assert_eq!(Pocket::read("pocket 1\nset XMP\nreading Teb\twhy"), Err(BadPocket(3)));
    }

    #[test]
    fn a_changed_row_is_another_pocket_and_other_text_is_none() {
        let cards = Cards::core();
        let catalog = cards.catalog().expect("a catalog");
        let pocket = cards.pocket([DefinitionId(0), DefinitionId(1)], &catalog, None);
        assert_eq!(pocket.rows().len(), 2);
        assert_ne!(cards.pocket([DefinitionId(0)], &catalog, None), pocket);
        for (text, line) in
            [("", 1), ("pocket 2", 1), ("pocket 1\ncard x", 2), ("pocket 1\nset CORE\nverse x", 3)]
        {
            assert_eq!(Pocket::read(text), Err(BadPocket(line)), "{text}");
        }
    }
}
