//! What all games share: the cards, the card language, the decks on offer.

use crate::pages::encoded;
use crate::pictures::Pictures;
use cards::Printing;
use dejarik::{Cards, KnownDeck};
use engine::{Catalog, Deck};
use lang::{Setting, compile_text};
use std::path::PathBuf;
use std::sync::Arc;
use table::GameSetup;
use vocab::ability::Uniqueness;
use vocab::{Completeness, Cost, Definition, DefinitionId, Library, Side, Stat};

/// Everything that does not change while the server runs.
pub struct World {
    /// All cards, formats and words.
    pub cards: Cards,
    /// The cards as the engine plays them.
    pub catalog: Arc<Catalog>,
    /// The decks on offer.
    pub decks: Vec<Offer>,
    /// Pictures of cards, where the players' folders have them.
    pub pictures: Pictures,
}

/// A deck on offer.
pub struct Offer {
    /// Its name.
    pub name: String,
    /// Its name in addresses.
    pub slug: String,
    /// The list.
    pub list: cards::Deck,
    /// Its side.
    pub side: Side,
    /// The deck for a game, or why it cannot be played.
    pub playable: Result<Deck, String>,
}

impl World {
    /// Prepares the cards and their decks; a deck that can't be read is skipped, and the log says so.
    pub fn new(cards: Cards, folders: &[PathBuf]) -> Result<World, String> {
        let catalog = cards.catalog().map_err(|error| error.to_string())?;
        // The first visitor doesn't wait for the words.
        cards.lexicon();
        let read: Vec<_> = cards.decks().iter().map(KnownDeck::read).collect();
        let mut world = World { cards, catalog, decks: Vec::new(), pictures: Pictures::of(folders) };
        for read in read {
            match read {
                Ok(read) => {
                    let offer = world.offer(read.deck);
                    world.decks.push(offer);
                }
                Err(reason) => tracing::warn!("skipped: {reason}"),
            }
        }
        Ok(world)
    }

    /// A list as a deck on offer.
    pub fn offer(&self, list: cards::Deck) -> Offer {
        let report = self.cards.check(&list, &cards::Format::open());
        let playable = self.cards.playable(&list, &self.catalog).map_err(|unplayable| unplayable.reason());
        Offer { slug: slug(&list.name), name: list.name.clone(), side: report.side, list, playable }
    }

    /// The deck with this name in addresses.
    pub fn known(&self, slug: &str) -> Option<&Offer> {
        self.decks.iter().find(|offer| offer.slug == slug)
    }

    /// The definition of a card by the name of any of its printings.
    pub fn definition(&self, name: &str) -> Option<DefinitionId> {
        self.cards.definition_id(name, &self.catalog)
    }

    /// The cards of a game: everybody's, and the card of the lab if it has one.
    pub fn catalog_of(&self, setup: &GameSetup) -> Result<Arc<Catalog>, String> {
        let Some(scratch) = &setup.scratch else { return Ok(self.catalog.clone()) };
        let card_type = crate::pages::lab::card_type(&scratch.card_type);
        let setting = Setting::new(card_type, &scratch.name, self.cards.lexicon());
        let compiled = compile_text(&scratch.text, &setting, self.cards.lexicon());
        let unread = compiled.unread().map(|(clause, _)| clause.text.as_str().into()).collect();
        let [cost, speed, power, health] = scratch.numbers;
        let stat = |number: u8| if card_type.is_unit() { Stat::Value(number.into()) } else { Stat::None };
        let card = Definition {
            name: scratch.name.as_str().into(),
            version: None,
            uniqueness: Uniqueness::NonUnique,
            side: Side::Neutral,
            card_type,
            subtypes: "".into(),
            cost: if card_type.is_built() { Cost::Points(cost) } else { Cost::None },
            speed: stat(speed),
            power: stat(power),
            health: stat(health),
            expansion: Box::default(),
            words: scratch.text.to_lowercase().into(),
            abilities: compiled.abilities(),
            completeness: Completeness::of(unread),
        };
        let all = self.catalog.library().iter().map(|(_, definition)| definition.clone());
        let library = Library::new(all.chain([card]).collect()).map_err(|error| error.to_string())?;
        Catalog::new(library).map(Arc::new).map_err(|error| error.to_string())
    }

    /// The printing that is shown for a definition.
    pub fn printing(&self, definition: &Definition) -> Option<&Printing> {
        let id = self.cards.collection().resolve(&definition.to_string()).printing()?;
        Some(self.cards.collection().get(id))
    }

    /// The address of a printing's picture, if there is one.
    pub fn picture(&self, printing: &Printing) -> Option<String> {
        self.pictures.find(&printing.set, &printing.image)?;
        Some(format!("/picture/{}/{}", encoded(&printing.set), encoded(&printing.image)))
    }

    /// The two decks that are played when nobody chooses: of different sides, both playable.
    pub fn suggested(&self) -> Option<(&Offer, &Offer)> {
        let playable: Vec<&Offer> = self.decks.iter().filter(|offer| offer.playable.is_ok()).collect();
        let mine = playable.iter().find(|offer| offer.side == Side::Light).or(playable.first())?;
        let theirs = playable
            .iter()
            .find(|offer| offer.side == Side::Dark)
            .or_else(|| playable.iter().find(|offer| offer.slug != mine.slug))
            .unwrap_or(mine);
        Some((mine, theirs))
    }
}

/// A name in addresses: small letters, digits and hyphens.
pub fn slug(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn a_slug_is_safe_in_an_address() {
        assert_eq!(slug("Brask's <Skiff> (B) / 2"), "brask-s-skiff-b-2");
    }
}
