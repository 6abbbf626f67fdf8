//! Every card of a folder that is carried out, in random games built around it: do its abilities come up?

mod company;
mod game;
mod report;

pub use report::report;

use crate::hands::Tally;
use company::Company;
use dejarik::{Cards, Playtest};
use engine::state::{Agreement, ByHand, Options};
use engine::{AbilityId, Catalog};
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use vocab::{CardType, DefinitionId};

/// The cards of a folder.
#[derive(Debug)]
pub struct Texts {
    catalog: Arc<Catalog>,
    company: Company,
    /// The cards that can be brought to a table.
    pub playable: Vec<DefinitionId>,
    /// The rules of the games.
    options: Options,
}

/// What came of the games of all cards.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Cards that were looked at.
    pub cards: usize,
    /// Games that were played.
    pub games: u64,
    /// Questions that were answered.
    pub answers: u64,
    /// Abilities that came up, and all.
    pub abilities: (usize, usize),
    /// Abilities that never came up: the card, the place in its text counted from 1, the sort of ability.
    pub unseen: Vec<(String, usize, &'static str)>,
    /// What became of the texts by hand of the cards, each in its own games.
    pub tally: Tally,
    /// Cards with a text by hand of which none was ever begun.
    pub silent: Vec<DefinitionId>,
    /// What does not hold: the card, the number of its game, what is wrong.
    pub broken: Vec<(String, u64, String)>,
}

impl Texts {
    /// Reads a folder of cards and compiles it.
    pub fn load(folder: &Path) -> Result<Texts, String> {
        let cards = Cards::folder_with(folder, Playtest::Load).map_err(|error| error.to_string())?;
        Texts::of(&cards)
    }

    /// The open cards.
    pub fn of(cards: &Cards) -> Result<Texts, String> {
        // The catalog is our own: it notes which abilities come up.
        let catalog = cards.compile().map_err(|error| error.to_string())?.watched();
        let is_playable = |id: &DefinitionId| {
            catalog.check(*id).is_ok() && catalog.definition(*id).card_type != CardType::Reminder
        };
        let playable: Vec<DefinitionId> =
            catalog.library().iter().map(|(id, _)| id).filter(is_playable).collect();
        let company = Company::of(cards.collection(), &catalog, &playable);
        Ok(Texts { catalog: Arc::new(catalog), company, playable, options: Options::default() })
    }

    /// The open cards with a text that isn't enforced, among those that are: their players carry it out (rule 1316).
    pub fn by_hand(cards: &Cards) -> Result<Texts, String> {
        let Texts { catalog, company, playable, .. } = Texts::of(cards)?;
        let is_by_hand = |id: &DefinitionId| {
            !playable.contains(id) && catalog.definition(*id).card_type != CardType::Reminder
        };
        let playable = catalog.library().iter().map(|(id, _)| id).filter(is_by_hand).collect();
        let options = Options { by_hand: Agreement::both(ByHand::Used), ..Options::default() };
        Ok(Texts { catalog, company, playable, options })
    }

    /// The playable cards whose name begins with these words.
    pub fn named(&self, words: &str) -> Vec<DefinitionId> {
        let is_it = |id: &DefinitionId| self.catalog.definition(*id).to_string().starts_with(words);
        self.playable.iter().copied().filter(is_it).collect()
    }

    /// Plays this many games around each of these cards, on all cores.
    pub fn soak(
        &self,
        cards: &[DefinitionId],
        games: u64,
        seed: u64,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Found {
        let (next, answers) = (AtomicUsize::new(0), AtomicU64::new(0));
        let (broken, tally) = (Mutex::new(Vec::new()), Mutex::new(Tally::default()));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(card) = cards.get(place) else { return };
                        for number in 0..games {
                            let one = game::Around { card: *card, number, seed, options: self.options };
                            match game::play(&self.catalog, &self.company, one) {
                                Ok((played, own)) => {
                                    answers.fetch_add(played, Ordering::Relaxed);
                                    tally.lock().unwrap_or_else(PoisonError::into_inner).add(&own);
                                }
                                Err(what) => {
                                    let name = self.catalog.definition(*card).to_string();
                                    let mut broken = broken.lock().unwrap_or_else(PoisonError::into_inner);
                                    broken.push((name, number, what));
                                }
                            }
                        }
                        progress(place + 1);
                    }
                });
            }
        });
        let mut found = self.count(cards);
        found.games = games * cards.len() as u64;
        found.answers = answers.into_inner();
        found.tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let by_hand = cards.iter().filter(|card| !self.catalog.by_hand(**card).is_empty());
        if self.options.by_hand != Agreement::default() {
            found.silent = found.tally.unseen(by_hand);
        }
        found.broken = broken.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.broken.sort();
        found
    }

    /// Which abilities of these cards have come up.
    fn count(&self, cards: &[DefinitionId]) -> Found {
        let mut found = Found { cards: cards.len(), ..Found::default() };
        for card in cards {
            for (place, id) in (1..).zip(&self.catalog.facts(*card).abilities) {
                found.abilities.1 += 1;
                if self.catalog.has_seen(*id) {
                    found.abilities.0 += 1;
                } else {
                    found.unseen.push((self.catalog.definition(*card).to_string(), place, self.sort(*id)));
                }
            }
        }
        found
    }

    fn sort(&self, id: AbilityId) -> &'static str {
        report::sort_of(&self.catalog.ability(id).kind)
    }
}

/// What sorts of abilities stand for the texts by hand of a card.
pub(crate) fn sorts_by_hand(catalog: &Catalog, card: DefinitionId) -> Vec<&'static str> {
    let by_hand = catalog.facts(card).abilities.iter().filter(|id| catalog.is_by_hand(**id));
    by_hand.map(|id| report::sort_of(&catalog.ability(*id).kind)).collect()
}
