//! Cards and tables made by hand, and answers by meaning.
#![allow(dead_code, unused_imports, reason = "every test file uses a part of it")]

use dejarik_engine::state::{Options, Slot, Where};
use dejarik_engine::{Begin, Choice, Game, Position, Why};
use vocab::ability::{Ability, Uniqueness};
use vocab::{Arenas, CardType, Completeness, Cost, Definition, Role, Side, Stat};

pub use vocab::Role::{Dark, Light};

/// A card of any type: "Mara (B)" is unique, "Trooper" is not.
pub fn card(name: &str, card_type: CardType, cost: u8) -> Definition {
    let (name, version) = match name.split_once(" (") {
        Some((name, rest)) => (name, rest.trim_end_matches(')').parse().ok()),
        None => (name, None),
    };
    Definition {
        name: name.into(),
        version,
        uniqueness: if version.is_some() { Uniqueness::Unique } else { Uniqueness::NonUnique },
        side: Side::Neutral,
        card_type,
        subtypes: "".into(),
        cost: Cost::Points(cost),
        speed: Stat::None,
        power: Stat::None,
        health: Stat::None,
        abilities: Vec::new(),
        expansion: Box::default(),
        words: "".into(),
        completeness: Completeness::Exact,
    }
}

/// A unit: name, "speed/power/health", "Space/Ground", build cost.
pub fn unit(name: &str, stats: &str, arenas: &str, cost: u8) -> Definition {
    let mut values = stats.split('/').map(|value| Stat::Value(value.parse().unwrap()));
    let mut next = || values.next().unwrap();
    let (speed, power, health) = (next(), next(), next());
    let card_type = CardType::Unit(Arenas::parse(arenas).unwrap());
    Definition { speed, power, health, ..card(name, card_type, cost) }
}

/// The same card with other subtypes.
pub fn of(subtypes: &str, definition: Definition) -> Definition {
    Definition { subtypes: subtypes.into(), ..definition }
}

/// The same card with one more ability.
pub fn with(ability: impl Into<Ability>, mut definition: Definition) -> Definition {
    definition.abilities.push(ability.into());
    definition
}

/// An empty table with these cards in the library.
pub fn table(definitions: Vec<Definition>) -> Position {
    Position::new(definitions, 1.into(), Options::default()).unwrap()
}

/// Lays several cards down.
pub fn lay<const N: usize>(table: &mut Position, who: Role, cards: [(&str, Where); N]) -> [Slot; N] {
    cards.map(|(name, place)| table.put(who, name, place).unwrap())
}

/// Whether a choice is offered.
pub fn offers(game: &Game, choice: Choice) -> bool {
    game.choices().contains(&choice)
}

/// Takes a choice that must be offered.
pub fn take(game: &mut Game, choice: Choice) {
    let index = game.choices().iter().position(|offered| *offered == choice);
    let index = index.unwrap_or_else(|| panic!("{choice:?} is not among {:?}", game.decision()));
    game.answer(index).unwrap();
}

/// Takes several choices, one after another.
pub fn take_all<const N: usize>(game: &mut Game, choices: [Choice; N]) {
    choices.into_iter().for_each(|choice| take(game, choice));
}

/// What the waiting question is for.
pub fn why(game: &Game) -> Option<Why> {
    game.decision().map(|decision| decision.why)
}

/// Who is asked.
pub fn who(game: &Game) -> Option<Role> {
    game.decision().map(|decision| decision.who)
}

/// Where a card is.
pub fn place(game: &Game, card: Slot) -> Where {
    game.whole().card(card).place
}

/// A player's build step in a position.
pub fn build_step(table: Position, who: Role) -> Game {
    table.play(Begin::BuildStep(who))
}
