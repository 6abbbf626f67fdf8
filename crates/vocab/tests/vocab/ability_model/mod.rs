//! Made-up cards, written down by hand in the ability model: the proof that card English fits the types.

mod abilities;
mod effects;

use dejarik_vocab::ability::{
    Ability, Amount, CardAction, Filter, KeywordAbility, Place, Player, Selector, Slot,
};
use dejarik_vocab::{Definition, Keyword};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

const FIRST: Slot = Slot(0);
const SECOND: Slot = Slot(1);

fn plain(keyword: Keyword) -> KeywordAbility {
    KeywordAbility::plain(keyword).expect("a keyword without a number")
}

fn number(keyword: Keyword, n: impl Into<Amount>) -> KeywordAbility {
    KeywordAbility::number(keyword, n).expect("a keyword with a number")
}

/// "your units".
fn yours() -> Filter {
    Filter::units().of(Player::You)
}

/// "your X".
fn your(subtype: &str) -> Filter {
    yours().subtype(subtype)
}

/// "your opponent's units".
fn theirs() -> Filter {
    Filter::units().of(Player::Opponent)
}

fn discard_from_hand() -> CardAction {
    CardAction::Discard(Selector::one(Filter::cards().at(Place::Hand(Player::You))))
}

/// A name and the clauses of its text.
type Card = (&'static str, Vec<Ability>);

/// The texts of the made-up cards, each clause with its English.
fn cards() -> Vec<Card> {
    [
        abilities::keyword_cards(),
        abilities::static_cards(),
        abilities::activated_cards(),
        abilities::triggered_cards(),
        effects::built_cards(),
        effects::battle_cards(),
    ]
    .concat()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The numbers that follow a mark in the debug form: `Named(Slot(` or `Result(Slot(`.
fn slots(ability: &impl Debug, marks: &[&str]) -> BTreeSet<String> {
    let text = format!("{ability:?}");
    let numbers = |mark: &str| -> Vec<String> {
        text.split(mark).skip(1).map(|rest| rest.split(')').next().unwrap_or_default().to_string()).collect()
    };
    marks.iter().flat_map(|mark| numbers(mark)).collect()
}

#[test]
fn different_texts_are_different_values_with_different_hashes() {
    let abilities: Vec<Ability> = cards().into_iter().flat_map(|(_, abilities)| abilities).collect();
    for (i, ability) in abilities.iter().enumerate() {
        assert_eq!(hash(ability), hash(&ability.clone()));
        for other in &abilities[..i] {
            assert_ne!(ability, other);
            assert_ne!(hash(ability), hash(other));
        }
    }
}

#[test]
fn every_slot_that_is_read_is_written() {
    for (name, abilities) in cards() {
        for ability in &abilities {
            let written = slots(ability, &["Named(Slot("]);
            let read = slots(ability, &["Result(Slot(", "Chosen(Slot("]);
            assert_eq!(written, read, "{name}");
        }
    }
}

#[test]
fn abilities_are_plain_data() {
    fn plain_data<T: Clone + Debug + Eq + Hash + serde::Serialize + Send + Sync + 'static>() {}
    plain_data::<Ability>();
    plain_data::<Definition>();
}
