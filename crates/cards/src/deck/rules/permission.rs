//! Texts about deck building: a card that contradicts a rule overrides it (rules 102.2, 103.7).

use crate::collection::{CardId, Collection};
use crate::printing::Printing;
use std::collections::HashSet;
use vocab::{Arena, Side};

/// The cards among these that may be in a Yuuzhan Vong deck (rule 103.7): by their own text, or by a text on a card
/// of the same name about all "cards" of that name.
pub(super) fn vong_cards(collection: &Collection, cards: &[CardId]) -> HashSet<CardId> {
    let says = |printing: &Printing, who: &str| {
        vong_subject(&printing.text).is_some_and(|subject| subject.eq_ignore_ascii_case(who))
    };
    let by_name: HashSet<&str> = collection
        .printings()
        .filter(|(_, printing)| printing.text.contains(VONG_DECK))
        .filter(|(_, printing)| says(printing, &format!("{} cards", printing.name.base())))
        .map(|(_, printing)| printing.name.base())
        .collect();
    let may = |card: &CardId| {
        let mut own = collection.printings_of(*card).iter().map(|id| collection.get(*id));
        own.any(|printing| {
            let base = printing.name.base();
            by_name.contains(base) || says(printing, "this card") || says(printing, base)
        })
    };
    cards.iter().copied().filter(may).collect()
}

/// How such a text ends.
const VONG_DECK: &str = "Yuuzhan Vong deck";

/// Who "can be put in a Yuuzhan Vong deck", by a text.
fn vong_subject(text: &str) -> Option<&str> {
    let phrases = ["can be put in", "may be put in"];
    text.split(['|', '.']).find_map(|sentence| {
        let before = sentence.trim().strip_suffix(VONG_DECK)?.trim_end();
        let before = before.strip_suffix(" a")?;
        let before = before.strip_suffix("to").unwrap_or(before);
        phrases.iter().find_map(|phrase| before.strip_suffix(phrase)).map(str::trim)
    })
}

/// Whether a text allows a card in the supply: "you may put <side> <type> cards with the <word> subtype in your
/// Supply".
pub(super) fn may_be_supplied(card: &Printing, text: &str) -> bool {
    text.split(['|', '.']).any(|sentence| {
        let kind = sentence
            .split_once("you may put ")
            .and_then(|(_, rest)| rest.split_once(" in your Supply"))
            .map(|(kind, _)| kind);
        kind.is_some_and(|kind| is_of_kind(card, kind))
    })
}

/// Whether a card is what `Dark Equipment cards with the Character subtype` means.
fn is_of_kind(card: &Printing, kind: &str) -> bool {
    let (kind, subtype) = match kind.split_once(" with the ") {
        Some((kind, rest)) => (kind, rest.strip_suffix(" subtype")),
        None => (kind, None),
    };
    let Some(kind) = kind.strip_suffix(" cards") else { return false };
    let named = Side::ALL.into_iter().find_map(|side| {
        let rest = kind.strip_prefix(side.name())?;
        Some((side, rest.trim_start_matches(" Side").trim()))
    });
    let Some((side, word)) = named else { return false };
    let of_type = word.is_empty() || card.card_type.word().eq_ignore_ascii_case(word);
    let of_subtype = subtype.is_none_or(|subtype| match Arena::from_name(subtype) {
        Some(arena) => card.card_type.arenas().is_some_and(|arenas| arenas.contains(arena)),
        None => card.has_subtype(subtype),
    });
    card.side == Some(side) && of_type && of_subtype
}

#[cfg(test)]
mod tests {
    use super::vong_subject;

    #[test]
    fn the_subject_of_the_permission_is_found_in_any_sentence() {
        let subject = |text| vong_subject(text);
        assert_eq!(subject("Armor | This card can be put in a Yuuzhan Vong deck."), Some("This card"));
        assert_eq!(subject("Armor | Ruk cards may be put into a Yuuzhan Vong deck"), Some("Ruk cards"));
        assert_eq!(subject("Search a Yuuzhan Vong deck."), None);
        assert_eq!(subject(""), None);
    }
}
