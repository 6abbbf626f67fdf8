//! Cards made by hand from the ability model, small tables, answers by meaning.
#![allow(dead_code, reason = "each test file uses its own part")]

use dejarik_engine::state::{Options, Slot, Where};
use dejarik_engine::{Choice, Game, Position};
use vocab::ability::{Ability, Amount, Costs, Effect, Filter, KeywordAbility, Player, Uniqueness};
use vocab::{Arena, Arenas, CardType, Completeness, Cost, Definition, Keyword, Side, Stat};

pub use vocab::Role::{Dark, Light};

pub const GROUND: Where = Where::Arena(Arena::Ground);
pub const SPACE: Where = Where::Arena(Arena::Space);

/// A card of any type.
pub fn card(name: &str, card_type: CardType, abilities: Vec<Ability>) -> Definition {
    Definition {
        name: name.into(),
        version: None,
        uniqueness: Uniqueness::NonUnique,
        side: Side::Neutral,
        card_type,
        subtypes: "".into(),
        cost: Cost::Points(2),
        speed: Stat::None,
        power: Stat::None,
        health: Stat::None,
        abilities,
        expansion: Box::default(),
        words: "".into(),
        completeness: Completeness::Exact,
    }
}

/// A Ground unit: "Trooper", "40/3/4", subtypes, abilities.
pub fn unit(name: &str, values: &str, subtypes: &str, abilities: Vec<Ability>) -> Definition {
    let mut values = values.split('/').map(|value| Stat::Value(value.parse().expect("a number")));
    let mut next = || values.next().expect("three numbers");
    let (speed, power, health) = (next(), next(), next());
    let kind = CardType::Unit(Arenas::one(Arena::Ground));
    Definition { speed, power, health, subtypes: subtypes.into(), ..card(name, kind, abilities) }
}

/// A Battle card.
pub fn battle(name: &str, abilities: Vec<Ability>) -> Definition {
    card(name, CardType::Battle, abilities)
}

/// The same card as a version of a unique unit.
pub fn version(letter: char, definition: Definition) -> Definition {
    Definition { version: letter.to_string().parse().ok(), ..unique(definition) }
}

/// The same card, unique.
pub fn unique(mut definition: Definition) -> Definition {
    definition.uniqueness = Uniqueness::Unique;
    definition.version = "A".parse().ok();
    definition
}

/// An Equipment for Ground units.
pub fn equipment(name: &str, abilities: Vec<Ability>) -> Definition {
    let fit = vocab::EquipmentFit::Units(Arenas::one(Arena::Ground));
    card(name, CardType::Equipment(Some(fit)), abilities)
}

pub fn plain(keyword: Keyword) -> KeywordAbility {
    KeywordAbility::plain(keyword).expect("a keyword without a number")
}

pub fn number(keyword: Keyword, n: impl Into<Amount>) -> KeywordAbility {
    KeywordAbility::number(keyword, n).expect("a keyword with a number")
}

pub fn has(keyword: Keyword) -> Ability {
    Ability::keyword(plain(keyword))
}

/// "your units".
pub fn yours() -> Filter {
    Filter::units().of(Player::You)
}

/// "your opponent's units".
pub fn theirs() -> Filter {
    Filter::units().of(Player::Opponent)
}

/// "Pay n Force -> ...".
pub fn pay(force: i16, effect: impl Into<Effect>) -> Ability {
    Ability::activated(Costs::force(force), effect)
}

/// A table with these cards in the library, 10 Force and 5 build points for both.
pub fn table(definitions: Vec<Definition>) -> Position {
    let mut position =
        Position::new(definitions, 1.into(), Options::default()).expect("cards that are played");
    position.pools(Dark, 10, 5);
    position.pools(Light, 10, 5);
    position
}

/// Lays a card down.
pub fn lay(position: &mut Position, who: vocab::Role, name: &str, place: Where) -> Slot {
    position.put(who, name, place).expect("a card of this name")
}

pub fn offers(game: &Game, choice: Choice) -> bool {
    game.choices().contains(&choice)
}

/// Takes a choice that must be offered.
pub fn take(game: &mut Game, choice: Choice) {
    let index = game.choices().iter().position(|offered| *offered == choice);
    let index = index.unwrap_or_else(|| panic!("{choice:?} is not among {:?}", game.decision()));
    game.answer(index).expect("an offered choice");
}

/// Passes until somebody is asked something else or nothing is asked.
pub fn pass(game: &mut Game) {
    while offers(game, Choice::Pass) {
        take(game, Choice::Pass);
    }
}

/// The ability of a unit that is offered.
pub fn use_of(game: &Game, card: Slot) -> Option<Choice> {
    game.choices().iter().copied().find(|choice| matches!(choice, Choice::Use(unit, _) if *unit == card))
}

/// Uses the first ability of a unit that is offered.
pub fn using(game: &mut Game, card: Slot) {
    let choice = use_of(game, card).unwrap_or_else(|| panic!("nothing of {card:?} in {:?}", game.decision()));
    take(game, choice);
}

/// The Force of a player.
pub fn force(game: &Game, who: vocab::Role) -> u16 {
    game.whole().players[who].force
}

/// How many cards a player has in the hand.
pub fn hand(game: &Game, who: vocab::Role) -> usize {
    game.whole().zone(who, Where::Hand).count()
}
