//! Cards that could stand in for another: of its kind, for the same decks, doing much the same.

use crate::collection::{Collection, PrintingId};
use crate::printing::Printing;
use std::collections::HashSet;
use vocab::{CardType, Side, Stat};

/// What a card has in common with another is weighed by these.
const VERSION: i32 = 30;
const KEYWORD: i32 = 12;
const SUBTYPE: i32 = 8;
const WORDS: f64 = 30.0;
const COST: i32 = 12;
const NUMBER: i32 = 5;

/// The cards most like one, the most alike first, of those that are wanted. The card itself isn't among them.
pub fn similar(
    collection: &Collection,
    of: PrintingId,
    most: usize,
    wanted: impl Fn(PrintingId) -> bool,
) -> Vec<PrintingId> {
    let (own, card) = (collection.get(of), collection.card_of(of));
    let words = words(own);
    let mut found: Vec<(i32, PrintingId)> = collection
        .cards()
        .filter(|other| *other != card)
        .filter_map(|other| {
            let id = collection.shown(other);
            likeness(own, &words, collection.get(id)).map(|likeness| (likeness, id))
        })
        .collect();
    found.sort_by_cached_key(|(likeness, id)| (-likeness, collection.get(*id).name.full().to_string()));
    found.into_iter().map(|(_, id)| id).filter(|id| wanted(*id)).take(most).collect()
}

/// Whether both are found in decks of the same side.
fn meet(one: Option<Side>, other: Option<Side>) -> bool {
    one == other || one == Some(Side::Neutral) || other == Some(Side::Neutral)
}

/// Whether one could take the other's place: units that share an arena, other cards of the same type.
fn is_of_its_kind(one: &CardType, other: &CardType) -> bool {
    match (one.unit_arenas(), other.unit_arenas()) {
        (Some(_), Some(_)) => {
            let is_alike = one.is_deck_unit() == other.is_deck_unit();
            is_alike
                && vocab::Arena::ALL.iter().any(|arena| one.is_unit_of(*arena) && other.is_unit_of(*arena))
        }
        (None, None) => one.word() == other.word(),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// The words of a text, without those of one or two letters.
fn words(card: &Printing) -> HashSet<String> {
    let words = card.text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2);
    words.map(str::to_lowercase).collect()
}

/// How alike two cards are; nothing if neither could take the other's place.
fn likeness(own: &Printing, own_words: &HashSet<String>, other: &Printing) -> Option<i32> {
    if !meet(own.side, other.side) || !is_of_its_kind(&own.card_type, &other.card_type) {
        return None;
    }
    let mut sum = if own.name.base() == other.name.base() { VERSION } else { 0 };
    let shared = own.keywords.iter().filter(|keyword| other.keywords.contains(*keyword)).count() as i32;
    let single = own.keywords.len() as i32 + other.keywords.len() as i32 - 2 * shared;
    sum += KEYWORD * shared - single * KEYWORD / 4;
    let alike = own.subtype_list().into_iter().filter(|subtype| other.has_subtype(subtype)).count() as i32;
    sum += SUBTYPE * alike;
    let theirs = words(other);
    let all = own_words.union(&theirs).count();
    if all > 0 {
        sum += (WORDS * own_words.intersection(&theirs).count() as f64 / all as f64) as i32;
    }
    let points = |card: &Printing| card.cost.points().map(i32::from);
    if let (Some(one), Some(two)) = (points(own), points(other)) {
        sum += (COST - 3 * (one - two).abs()).max(-COST);
    }
    // Speeds come in tens.
    for (one, two, unit) in
        [(own.speed, other.speed, 10), (own.power, other.power, 1), (own.health, other.health, 1)]
    {
        if let (Stat::Value(one), Stat::Value(two)) = (one, two) {
            sum += (NUMBER - ((i32::from(one) - i32::from(two)) / unit).abs()).max(-NUMBER);
        }
    }
    Some(sum)
}
