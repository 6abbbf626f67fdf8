//! A deck matched with a collection (FORMATS.md section 3): printings, notices, unknown cards.

use super::list::is_set_code;
use super::{Deck, Entry, ZoneName, shown};
use crate::bytes::fold;
use crate::collection::{CardId, Collection, PrintingId, Resolved};
use crate::name::spoken;
use std::collections::HashMap;
use vocab::KeywordSet;

/// Suggestions take a look at every card: a deck full of unknown names gets them for the first few.
const MOST_SUGGESTED: usize = 40;

/// Copies of one printing in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copies {
    /// The printing.
    pub printing: PrintingId,
    /// How many.
    pub count: u32,
}

/// A zone whose cards are printings from the collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedZone {
    /// Which zone.
    pub name: ZoneName,
    /// The printings, in the order of their first copies.
    pub cards: Vec<Copies>,
}

/// An entry that doesn't name a card in the collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Where it is.
    pub zone: ZoneName,
    /// As written.
    pub entry: Entry,
    /// How many.
    pub count: u32,
    /// Cards that may be meant, best first, at most 5; none is chosen.
    pub near: Vec<PrintingId>,
}

/// Why an entry was matched although it isn't written the way the card is today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeReason {
    /// The name is written in another case.
    OtherCase,
    /// The card was renamed on this day (perhaps not known).
    Renamed(String),
    /// The card of this name is in another set.
    OtherSet,
}

/// Something to tell about an entry that was matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// As written.
    pub entry: Entry,
    /// The printing it was matched with.
    pub printing: PrintingId,
    /// Why that needs telling.
    pub reason: NoticeReason,
}

impl Notice {
    /// The notice in words.
    pub fn message(&self, collection: &Collection) -> String {
        let card = collection.get(self.printing);
        let (written, today) = (shown(&self.entry.name), card.name.full());
        match &self.reason {
            NoticeReason::OtherCase => format!("`{written}` is read as `{today}`"),
            NoticeReason::Renamed(date) if date.is_empty() => format!("`{written}` is now called `{today}`"),
            NoticeReason::Renamed(date) => format!("`{written}` has been called `{today}` since {date}"),
            NoticeReason::OtherSet => {
                format!("`{written}` is in the set {}, not in {}", card.set, shown(&self.entry.set))
            }
        }
    }
}

impl Unknown {
    /// What to do about it, in words.
    pub fn cure(&self, collection: &Collection) -> String {
        let names: Vec<String> =
            self.near.iter().map(|id| format!("`{}`", collection.get(*id).name.full())).collect();
        match &names[..] {
            [] => "check the spelling, or load the set of this card".into(),
            names => format!("did you mean {}?", names.join(" or ")),
        }
    }
}

/// A deck matched with a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedDeck {
    /// The name of the deck.
    pub name: String,
    /// The zones in order.
    pub zones: Vec<ResolvedZone>,
    /// What was matched with a notice, once per entry.
    pub notices: Vec<Notice>,
    /// What wasn't matched.
    pub unknown: Vec<Unknown>,
}

impl ResolvedDeck {
    /// The cards of the deck itself.
    pub fn main(&self) -> impl Iterator<Item = Copies> {
        self.in_zones(|zone| *zone == ZoneName::Deck)
    }

    /// The cards outside the deck, in any zone (rule 302.5).
    pub fn outside(&self) -> impl Iterator<Item = Copies> {
        self.in_zones(|zone| *zone != ZoneName::Deck)
    }

    fn in_zones(&self, wanted: impl Fn(&ZoneName) -> bool) -> impl Iterator<Item = Copies> {
        self.zones.iter().filter(move |zone| wanted(&zone.name)).flat_map(|zone| zone.cards.iter().copied())
    }

    /// The number of cards that were matched, in all zones.
    pub fn len(&self) -> u32 {
        self.main().chain(self.outside()).map(|copies| copies.count).sum()
    }

    /// Whether no card was matched.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The different cards of the deck itself, in order.
    pub fn cards(&self, collection: &Collection) -> Vec<CardId> {
        let mut cards: Vec<CardId> = Vec::new();
        for copies in self.main() {
            let card = collection.card_of(copies.printing);
            if !cards.contains(&card) {
                cards.push(card);
            }
        }
        cards
    }

    /// The keywords of all cards in all zones.
    pub fn keywords(&self, collection: &Collection) -> KeywordSet {
        let all = self.main().chain(self.outside());
        all.fold(KeywordSet::EMPTY, |set, copies| set.union(collection.get(copies.printing).keywords))
    }
}

/// What an entry names.
enum Match {
    Known(PrintingId, Option<NoticeReason>),
    Unknown(Vec<PrintingId>),
}

/// Whether unknown names get suggestions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suggest {
    Yes,
    No,
}

impl Deck {
    /// Matches every entry with a card of the collection; never by guessing.
    pub fn resolve(&self, collection: &Collection) -> ResolvedDeck {
        let mut resolved = ResolvedDeck {
            name: self.name.clone(),
            zones: Vec::new(),
            notices: Vec::new(),
            unknown: Vec::new(),
        };
        for zone in &self.zones {
            let mut cards: Vec<Copies> = Vec::new();
            for (entry, count) in zone.counted() {
                let suggest =
                    if resolved.unknown.len() < MOST_SUGGESTED { Suggest::Yes } else { Suggest::No };
                match look_up(entry, collection, suggest) {
                    Match::Known(printing, reason) => {
                        match cards.iter_mut().find(|copies| copies.printing == printing) {
                            Some(copies) => copies.count += count,
                            None => cards.push(Copies { printing, count }),
                        }
                        if let Some(reason) = reason
                            && !resolved.notices.iter().any(|notice| notice.entry == *entry)
                        {
                            resolved.notices.push(Notice { entry: entry.clone(), printing, reason });
                        }
                    }
                    Match::Unknown(near) => {
                        let (zone, entry) = (zone.name.clone(), entry.clone());
                        resolved.unknown.push(Unknown { zone, entry, count, near });
                    }
                }
            }
            resolved.zones.push(ResolvedZone { name: zone.name.clone(), cards });
        }
        resolved
    }

    /// The deck with today's names, sets and ids; what isn't in the collection stays as written.
    #[must_use]
    pub fn filled(&self, collection: &Collection) -> Deck {
        let mut today: HashMap<&Entry, Entry> = HashMap::new();
        let mut deck = self.clone();
        for (zone, old) in deck.zones.iter_mut().zip(&self.zones) {
            for (card, entry) in zone.cards.iter_mut().zip(&old.cards) {
                let fresh =
                    today.entry(entry).or_insert_with(|| match look_up(entry, collection, Suggest::No) {
                        Match::Known(id, _) => of_printing(collection, id),
                        Match::Unknown(_) => entry.clone(),
                    });
                card.clone_from(fresh);
            }
        }
        deck
    }
}

/// A printing as a deck file names it.
fn of_printing(collection: &Collection, id: PrintingId) -> Entry {
    let card = collection.get(id);
    Entry { name: card.name.full().into(), set: card.set.to_string(), id: card.image.to_string() }
}

/// By name first, then set, then id (FORMATS.md 7).
fn look_up(entry: &Entry, collection: &Collection, suggest: Suggest) -> Match {
    let near = match resolve(&entry.name, collection, suggest) {
        Resolved::Exact(id) => return known(id, entry, collection, None),
        Resolved::OtherCase(id) => return known(id, entry, collection, Some(NoticeReason::OtherCase)),
        Resolved::Renamed(id, alias) => {
            return known(id, entry, collection, Some(NoticeReason::Renamed(alias.date.clone())));
        }
        Resolved::Unknown(near) => near,
    };
    if entry.set.is_empty()
        && let Some((name, set)) = name_and_set(&entry.name, collection)
        && let Match::Known(id, reason) =
            look_up(&Entry { set, id: entry.id.clone(), ..Entry::named(name) }, collection, Suggest::No)
    {
        return Match::Known(id, reason);
    }
    // The id is a hint: the card that has it today is the best suggestion, not the answer.
    let mut best: Vec<PrintingId> = collection.by_image(&entry.id).into_iter().collect();
    best.extend(near.into_iter().filter(|id| collection.by_image(&entry.id) != Some(*id)));
    best.truncate(5);
    Match::Unknown(best)
}

fn resolve<'a>(name: &str, collection: &'a Collection, suggest: Suggest) -> Resolved<'a> {
    // A name that is known in any case is also known the way people say it, so this finds unknown ones quickly.
    let folded = fold(name);
    let maybe_known =
        collection.by_spoken.contains_key(&spoken(&folded)) || collection.aliases().get(&folded).is_some();
    match (suggest, maybe_known) {
        (Suggest::No, false) => Resolved::Unknown(Vec::new()),
        (Suggest::Yes, _) | (Suggest::No, true) => collection.resolve(name),
    }
}

/// The printing of this name that set and id ask for, if several have the name.
fn known(id: PrintingId, entry: &Entry, collection: &Collection, reason: Option<NoticeReason>) -> Match {
    let name = collection.get(id).name.full();
    let mut same: Vec<PrintingId> = collection.printings_of(collection.card_of(id)).to_vec();
    same.retain(|other| collection.get(*other).name.full().eq_ignore_ascii_case(name));
    let fits = |other: &&PrintingId| {
        let printing = collection.get(**other);
        (*printing.set == *entry.set, *printing.image == *entry.id)
    };
    let best = same.iter().rev().max_by_key(fits).copied().filter(|_| !entry.set.is_empty()).unwrap_or(id);
    let elsewhere = !entry.set.is_empty() && *collection.get(best).set != *entry.set;
    Match::Known(best, reason.or(elsewhere.then_some(NoticeReason::OtherSet)))
}

/// `Name (SET)` with a set in the collection, if the whole isn't a name.
fn name_and_set(name: &str, collection: &Collection) -> Option<(String, String)> {
    let (before, set) = name.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let is_set = is_set_code(set) && collection.printings().any(|(_, printing)| *printing.set == *set);
    (is_set && !before.trim().is_empty()).then(|| (before.trim_end().to_string(), set.to_string()))
}
