//! A collection: all printings that were loaded, grouped into cards and indexed by name.

use crate::alias::{Alias, Aliases};
use crate::bytes::fold;
use crate::finding::{Finding, Place};
use crate::name::{SpokenName, spoken};
use crate::printing::Printing;
use crate::reading::Readings;
use crate::set_file::SetFile;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;
use vocab::CardType;

/// A printing in the collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PrintingId(pub(crate) u32);

/// A card in the collection: all printings that count as one (rules 401.5, 401.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardId(u32);

/// All printings, grouped and indexed.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    printings: Vec<Printing>,
    card_of: Vec<CardId>,
    /// Printings of each card; the first is the one to show.
    cards: Vec<Vec<PrintingId>>,
    /// The base name of each card, the way people say it.
    pub(crate) spoken_bases: Vec<SpokenName>,
    by_identity: HashMap<String, CardId>,
    by_name: HashMap<String, PrintingId>,
    by_image: HashMap<Box<str>, PrintingId>,
    pub(crate) by_spoken: HashMap<String, Vec<PrintingId>>,
    aliases: Aliases,
    readings: Readings,
    /// The cards with texts that their players carry out by hand.
    by_hand: OnceLock<HashSet<CardId>>,
}

/// How a name in a deck was matched (FORMATS.md section 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolved<'a> {
    /// The name as it is, after trimming.
    Exact(PrintingId),
    /// The name in another case.
    OtherCase(PrintingId),
    /// A renamed card.
    Renamed(PrintingId, &'a Alias),
    /// No such card; these come close, best first.
    Unknown(Vec<PrintingId>),
}

impl Resolved<'_> {
    /// The printing, if the name is known.
    pub fn printing(&self) -> Option<PrintingId> {
        match self {
            Resolved::Exact(id) | Resolved::OtherCase(id) | Resolved::Renamed(id, _) => Some(*id),
            Resolved::Unknown(_) => None,
        }
    }
}

impl Collection {
    /// Indexes set files. Rows that can't be cards are left out and reported.
    pub fn new<'a>(sets: impl IntoIterator<Item = &'a SetFile>) -> (Collection, Vec<Finding>) {
        let (mut collection, mut findings) = (Collection::default(), Vec::new());
        for set in sets {
            collection.add_set(set, &mut findings);
        }
        (collection, findings)
    }

    /// Adds the cards of a set file.
    pub fn add_set(&mut self, set: &SetFile, findings: &mut Vec<Finding>) {
        for row in set.rows() {
            if let Some(printing) = Printing::read(row, &set.code, findings) {
                self.add(printing, findings);
            }
        }
    }

    /// Adds a printing; one whose name is taken can only be reached through its card, and is reported.
    pub fn add(&mut self, mut printing: Printing, findings: &mut Vec<Finding>) -> PrintingId {
        printing.reading = self.readings.of(&printing).cloned().map(Box::new);
        let id = PrintingId(self.printings.len() as u32);
        match self.by_name.entry(printing.name.full().to_lowercase()) {
            Entry::Vacant(free) => drop(free.insert(id)),
            Entry::Occupied(taken) => {
                let other = &self.printings[taken.get().0 as usize];
                findings.push(duplicate(&printing, other, "duplicate-name", "name", printing.name.full()));
            }
        }
        match self.by_image.entry(printing.image.clone()) {
            Entry::Vacant(free) => drop(free.insert(id)),
            Entry::Occupied(taken) => {
                let other = &self.printings[taken.get().0 as usize];
                findings.push(duplicate(&printing, other, "duplicate-image", "image file", &printing.image));
            }
        }
        self.by_spoken.entry(spoken(printing.name.full())).or_default().push(id);
        let fresh = CardId(self.cards.len() as u32);
        let card = *self.by_identity.entry(printing.name.identity()).or_insert(fresh);
        if card == fresh {
            self.cards.push(Vec::new());
            self.spoken_bases.push(SpokenName::new(printing.name.base()));
        }
        let group = &mut self.cards[card.0 as usize];
        // The plain printing is the one to show.
        let is_plain = printing.name.printing.is_none();
        let first_is_plain =
            group.first().is_some_and(|first| self.printings[first.0 as usize].name.printing.is_none());
        group.insert(if is_plain && !first_is_plain { 0 } else { group.len() }, id);
        self.card_of.push(card);
        self.printings.push(printing);
        id
    }

    /// Adds renamings.
    pub fn add_aliases(&mut self, aliases: Aliases) {
        self.aliases.extend(aliases);
    }

    /// Adds readings of the players' own, for the cards that are here and those that come.
    pub fn add_readings(&mut self, readings: Readings) {
        self.readings.extend(readings);
        for printing in &mut self.printings {
            printing.reading = self.readings.of(printing).cloned().map(Box::new);
        }
    }

    /// The number of printings.
    pub fn len(&self) -> usize {
        self.printings.len()
    }

    /// Whether there are no printings at all.
    pub fn is_empty(&self) -> bool {
        self.printings.is_empty()
    }

    /// All printings in the order of loading.
    pub fn printings(&self) -> impl ExactSizeIterator<Item = (PrintingId, &Printing)> {
        self.printings.iter().enumerate().map(|(i, printing)| (PrintingId(i as u32), printing))
    }

    /// A printing.
    pub fn get(&self, id: PrintingId) -> &Printing {
        &self.printings[id.0 as usize]
    }

    /// All cards in the order of loading.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = CardId> {
        (0..self.cards.len() as u32).map(CardId)
    }

    /// The card of a printing.
    pub fn card_of(&self, id: PrintingId) -> CardId {
        self.card_of[id.0 as usize]
    }

    /// The card of an identity (`CardName::identity`).
    pub fn card(&self, identity: &str) -> Option<CardId> {
        self.by_identity.get(identity).copied()
    }

    /// The printings of a card; the first is the one to show.
    pub fn printings_of(&self, card: CardId) -> &[PrintingId] {
        &self.cards[card.0 as usize]
    }

    /// The printing of a card that is shown unless another is asked for.
    pub fn shown(&self, card: CardId) -> PrintingId {
        self.cards[card.0 as usize][0]
    }

    /// Says which cards have texts that their players carry out by hand (rule 1316.1): who compiles the cards knows. It is
    /// said once.
    pub fn leave_to_players(&self, cards: impl IntoIterator<Item = CardId>) {
        self.by_hand.get_or_init(|| cards.into_iter().collect());
    }

    /// Whether a card has such a text; `None` if nobody has said so, and for Reminder cards.
    pub fn is_by_hand(&self, id: PrintingId) -> Option<bool> {
        let cards = self.by_hand.get()?;
        let is_played = self.get(id).card_type != CardType::Reminder;
        is_played.then(|| cards.contains(&self.card_of(id)))
    }

    /// The readings of the players' own.
    pub fn readings(&self) -> &Readings {
        &self.readings
    }

    /// The renamings.
    pub fn aliases(&self) -> &Aliases {
        &self.aliases
    }

    /// The printing with this image name.
    pub fn by_image(&self, image: &str) -> Option<PrintingId> {
        self.by_image.get(image).copied()
    }

    /// Matches a name in a deck: exactly, in another case, renamed, or not at all; never by guessing.
    pub fn resolve(&self, name: &str) -> Resolved<'_> {
        let name = fold(name);
        if let Some(id) = self.by_name.get(&name.to_lowercase()) {
            let exact = self.get(*id).name.full() == name;
            return if exact { Resolved::Exact(*id) } else { Resolved::OtherCase(*id) };
        }
        if let Some(alias) = self.aliases.get(&name)
            && let Some(id) = self.by_name.get(&alias.new.to_lowercase())
        {
            return Resolved::Renamed(*id, alias);
        }
        Resolved::Unknown(self.suggestions(&name, 5))
    }
}

fn duplicate(printing: &Printing, other: &Printing, code: &'static str, what: &str, value: &str) -> Finding {
    Finding::error(
        Place::line(format!("sets/{}.txt", printing.set), printing.line),
        code,
        format!("the {what} `{value}` is taken by sets/{}.txt:{}", other.set, other.line),
        format!("give one of the two another {what}"),
    )
}
