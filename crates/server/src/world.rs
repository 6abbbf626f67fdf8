//! What all games share: the cards, the card language, the decks on offer.

use crate::pages::encoded;
use crate::pictures::Pictures;
use crate::table::setup::GameSetup;
use cards::deck::{ReadDeck, ZoneName};
use cards::format::Formats;
use cards::plugin::Plugin;
use cards::{Collection, Printing, deck};
use engine::{Catalog, Deck};
use lang::{Lexicon, Setting, compile_text};
use std::path::PathBuf;
use std::sync::Arc;
use vocab::ability::Uniqueness;
use vocab::{Completeness, Cost, Definition, DefinitionId, Library, Side, Stat};

/// Everything that does not change while the server runs.
pub struct World {
    /// All cards.
    pub collection: Collection,
    /// All formats.
    pub formats: Formats,
    /// The words of the cards.
    pub lexicon: Lexicon,
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
    /// Prepares the cards and decks.
    pub fn new(plugin: Plugin, decks: Vec<ReadDeck>, folders: &[PathBuf]) -> Result<World, String> {
        let lexicon = Lexicon::new(&plugin.collection);
        let library = lang::build_library(&plugin.collection).map_err(|error| error.to_string())?;
        let catalog = Arc::new(Catalog::new(library).map_err(|error| error.to_string())?);
        let (collection, formats) = (plugin.collection, plugin.formats);
        let pictures = Pictures::of(folders);
        let mut world = World { collection, formats, lexicon, catalog, decks: Vec::new(), pictures };
        for read in decks {
            let offer = world.offer(read.deck);
            world.decks.push(offer);
        }
        Ok(world)
    }

    /// A list as a deck on offer.
    pub fn offer(&self, list: cards::Deck) -> Offer {
        let report = deck::check(&list.resolve(&self.collection), &self.collection, &cards::Format::open());
        let playable = self.deck(&list);
        Offer { slug: slug(&list.name), name: list.name.clone(), side: report.side, list, playable }
    }

    /// The deck with this name in addresses.
    pub fn known(&self, slug: &str) -> Option<&Offer> {
        self.decks.iter().find(|offer| offer.slug == slug)
    }

    /// A list as a deck of the engine, or the first card that cannot be played and why.
    pub fn deck(&self, list: &cards::Deck) -> Result<Deck, String> {
        let zone = |zone: &ZoneName| -> Result<Vec<DefinitionId>, String> {
            list.zone(zone).iter().map(|entry| self.playable_card(&entry.name)).collect()
        };
        let deck = Deck { cards: zone(&ZoneName::Deck)?, supply: zone(&ZoneName::Supply)? };
        if deck.cards.is_empty() {
            return Err("the list has no cards".into());
        }
        Ok(deck)
    }

    fn playable_card(&self, name: &str) -> Result<DefinitionId, String> {
        let id = self.definition(name).ok_or_else(|| format!("there is no card called `{name}` here"))?;
        self.catalog.check(id).map_err(|error| error.to_string())?;
        Ok(id)
    }

    /// The definition of a card by the name of any of its printings.
    pub fn definition(&self, name: &str) -> Option<DefinitionId> {
        lang::find_card(name, &self.collection, self.catalog.library())
    }

    /// The cards of a game: everybody's, and the card of the lab if it has one.
    pub fn catalog_of(&self, setup: &GameSetup) -> Result<Arc<Catalog>, String> {
        let Some(scratch) = &setup.scratch else { return Ok(self.catalog.clone()) };
        let card_type = crate::pages::lab::card_type(&scratch.card_type);
        let setting = Setting::new(card_type, &scratch.name, &self.lexicon);
        let compiled = compile_text(&scratch.text, &setting, &self.lexicon);
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
        let id = self.collection.resolve(&definition.to_string()).printing()?;
        Some(self.collection.get(id))
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
