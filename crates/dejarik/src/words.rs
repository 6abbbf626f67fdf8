//! Abilities in the words of their card, for whoever is asked about them.

use crate::open::Cards;
use engine::{AbilityId, Catalog};
use lang::Setting;
use vocab::ability::Ability;
use vocab::{Definition, DefinitionId};

impl Cards {
    /// An ability of a card in card English, or in the words of the print where its player carries it out by hand.
    pub fn ability_in_words(
        &self,
        card: DefinitionId,
        ability: AbilityId,
        catalog: &Catalog,
    ) -> Option<String> {
        if catalog.is_by_hand(ability) {
            return self.text_by_hand(card, ability, catalog);
        }
        let list = std::slice::from_ref(catalog.ability(ability));
        self.abilities_in_words(catalog.definition(card), list)
    }

    /// Abilities of a card in card English.
    pub fn abilities_in_words(&self, definition: &Definition, list: &[Ability]) -> Option<String> {
        let setting = self.printing_of(definition).map_or_else(
            || Setting::new(definition.card_type, &definition.name, self.lexicon()),
            |printing| Setting::of(printing, self.lexicon()),
        );
        lang::render(list, &setting, self.lexicon()).ok()
    }

    /// The words of a text that is carried out by hand; of several that can't be told apart all of them.
    pub fn text_by_hand(&self, card: DefinitionId, ability: AbilityId, catalog: &Catalog) -> Option<String> {
        if !catalog.is_by_hand(ability) {
            return None;
        }
        let texts = self.texts_of_card_by_hand(card, catalog);
        let own = &catalog.facts(card).abilities;
        let mut by_hand = own.iter().filter(|id| catalog.is_by_hand(**id));
        let place = by_hand.clone().position(|id| *id == ability);
        let chosen =
            place.filter(|_| by_hand.by_ref().count() == texts.len()).and_then(|place| texts.get(place));
        let words = match chosen {
            Some(text) => text.clause.clone(),
            None => texts.iter().map(|text| text.clause.as_str()).collect::<Vec<_>>().join(" | "),
        };
        Some(words).filter(|words| !words.is_empty())
    }
}
