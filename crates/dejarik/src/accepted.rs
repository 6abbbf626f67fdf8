//! What a game accepts: how many cards are enforced, carried out by hand or refused, by format and by decks (rule 1316.1).

use crate::open::{Cards, CompileError};
use cards::format::legality;
use cards::{CardId, Deck, Legality};
use engine::Catalog;
use engine::state::ByHand;
use lang::corrections::Corrections;
use vocab::CardType;

/// How far a game carries a card out, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Enforced as printed, by the grammar alone.
    Printed,
    /// Enforced with a reading of ours in place of the print.
    Corrected,
    /// Players carry a text of it out.
    ByHand,
    /// It can't be brought to a table.
    Refused,
}

/// Counts of cards, or of decks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Enforced as printed.
    pub printed: usize,
    /// Enforced with a correction.
    pub corrected: usize,
    /// With a text by hand.
    pub by_hand: usize,
    /// Refused.
    pub refused: usize,
}

impl Accepted {
    /// All of them.
    pub const fn all(&self) -> usize {
        self.printed + self.corrected + self.by_hand + self.refused
    }

    fn add(&mut self, standing: Standing) {
        *match standing {
            Standing::Printed => &mut self.printed,
            Standing::Corrected => &mut self.corrected,
            Standing::ByHand => &mut self.by_hand,
            Standing::Refused => &mut self.refused,
        } += 1;
    }
}

/// What a game accepts of the open cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Acceptance {
    /// All cards; Reminder cards are not part of a game (rule 217.1).
    pub cards: Accepted,
    /// The cards that each format allows, by its name.
    pub formats: Vec<(String, Accepted)>,
    /// The decks that come with the cards: a deck stands as its worst card does.
    pub decks: Accepted,
}

impl Cards {
    /// How a game takes a card.
    pub fn standing(&self, card: CardId, catalog: &Catalog) -> Standing {
        let printing = self.collection().get(self.collection().shown(card));
        let Some(id) = self.definition_id(printing.name.full(), catalog) else { return Standing::Refused };
        let is_corrected = || Corrections::shipped().of(&printing.set, &printing.image).is_some();
        match (catalog.check(id), catalog.check_for(id, ByHand::Used)) {
            (Ok(()), _) if is_corrected() => Standing::Corrected,
            (Ok(()), _) => Standing::Printed,
            (Err(_), Ok(())) => Standing::ByHand,
            (Err(_), Err(_)) => Standing::Refused,
        }
    }

    fn standing_of_deck(&self, list: &Deck, catalog: &Catalog) -> Standing {
        let resolved = list.resolve(self.collection());
        let cards = resolved.cards(self.collection());
        let worst = cards.into_iter().map(|card| self.standing(card, catalog)).max();
        match worst {
            Some(worst) if resolved.unknown.is_empty() => worst,
            Some(_) | None => Standing::Refused,
        }
    }

    /// What a game accepts: compiles the cards if nobody has yet.
    pub fn acceptance(&self) -> Result<Acceptance, CompileError> {
        let catalog = self.catalog()?;
        let collection = self.collection();
        let mut found = Acceptance::default();
        let formats: Vec<_> = self.formats().iter().collect();
        found.formats = formats.iter().map(|format| (format.name.clone(), Accepted::default())).collect();
        for card in collection.cards() {
            if collection.get(collection.shown(card)).card_type == CardType::Reminder {
                continue;
            }
            let standing = self.standing(card, &catalog);
            found.cards.add(standing);
            for (format, (_, counts)) in formats.iter().zip(&mut found.formats) {
                match legality(collection, card, format) {
                    Legality::Legal(_) | Legality::Restricted(..) => counts.add(standing),
                    Legality::NotInFormat | Legality::Banned(_) => {}
                }
            }
        }
        for deck in self.decks().iter().filter_map(|known| known.read().ok()) {
            found.decks.add(self.standing_of_deck(&deck.deck, &catalog));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::Accepted;
    use crate::Cards;

    #[test]
    fn everything_of_the_core_set_is_enforced_as_printed() {
        let found = Cards::core().acceptance().expect("the CORE set");
        let cards = found.cards.printed;
        assert_eq!(found.cards, Accepted { printed: cards, ..Accepted::default() });
        assert!(cards > 200 && found.cards.all() == cards);
        assert_eq!(found.decks, Accepted { printed: 8, ..Accepted::default() });
        assert!(found.formats.iter().any(|(name, counts)| name == "Open" && counts.printed == cards));
    }
}
