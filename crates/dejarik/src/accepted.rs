//! What a game accepts: how many cards are enforced, carried out by hand or refused, by format and by decks (rule 1316.1).

use crate::open::{Cards, CompileError};
use cards::format::legality;
use cards::{CardId, Deck, Legality};
use engine::Catalog;
use engine::state::ByHand;
use lang::reading_of;
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
    /// Enforced with a reading in place of the print.
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
        match (catalog.check(id), catalog.check_for(id, ByHand::Used)) {
            (Ok(()), _) if reading_of(printing).is_some() => Standing::Corrected,
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
    use super::{Accepted, Standing};
    use crate::Cards;

    /// How a game takes a card that takes a Guard, if these Guards are in its set.
    fn standing_of_a_card_that_takes_a_guard(guards: &[&str]) -> (Standing, Vec<String>) {
        let folder = tempfile::tempdir().expect("a folder");
        let sets = folder.path().join("sets");
        std::fs::create_dir_all(&sets).expect("a folder");
        let columns = "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\t\
                       Usage\tText\tScript\tClassification\n";
        let text = "When you deploy this unit, take one 40/2/2 Gate Guard Subordinate and put it into the Ground arena.";
        let mut rows =
            format!("{columns}Captain\tGRD\tGRD001\tL\tGround\tRebel\t3\t30\t2\t4\tC\t1\t\t{text}\t\tGRD\n");
        for (place, guard) in (2..).zip(guards) {
            let [speed, power, health] = guard.split('/').collect::<Vec<_>>()[..] else { panic!("{guard}") };
            rows.push_str(&format!(
                "Gate Guard\tGRD\tGRD00{place}\tL\tSubordinate\tGround - Guard\t\t{speed}\t{power}\t{health}\tC\t{place}\t\t\t\tGRD\n"
            ));
        }
        std::fs::write(sets.join("GRD.txt"), rows).expect("written");
        let cards = Cards::folder(folder.path()).expect("a folder of cards");
        let catalog = cards.catalog().expect("a catalog");
        let captain = cards.collection().card("captain").expect("the card");
        let id = cards.definition_id("Captain", &catalog).expect("the card");
        let texts = cards.texts_of_card_by_hand(id, &catalog).into_iter().map(|text| text.clause);
        (cards.standing(captain, &catalog), texts.collect())
    }

    #[test]
    fn a_card_that_takes_a_subordinate_is_enforced_if_that_is_there_and_by_hand_if_not() {
        assert_eq!(standing_of_a_card_that_takes_a_guard(&["40/2/2"]), (Standing::Printed, Vec::new()));
        for guards in [&[][..], &["40/2/9"]] {
            let (standing, texts) = standing_of_a_card_that_takes_a_guard(guards);
            assert_eq!(standing, Standing::ByHand, "215.2: {guards:?}");
            assert!(matches!(&texts[..], [text] if text.contains("Gate Guard")), "{texts:?}");
        }
    }

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
