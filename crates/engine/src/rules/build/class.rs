//! Whether a card fits a class of a Pilot, Stack or Equip text, wherever it is: by what is printed on it and what it is
//! treated as (rules 202.8, 203.2, 204.2).

use crate::facts::attack;
use crate::facts::catalog::name::is_same_name;
use crate::facts::catalog::spelling;
use crate::facts::game::Game;
use crate::facts::keywords::pilot;
use crate::facts::now::identity;
use crate::records::state::Slot;
use vocab::CardType;
use vocab::ability::{Class, Filter, Noun, Quality};

/// Whether a card fits one of the classes.
pub(crate) fn fits_any(game: &Game, card: Slot, classes: &[Class]) -> bool {
    classes.iter().any(|class| fits(game, card, class))
}

/// Whether a card fits a description, as far as it is about printed facts.
pub(crate) fn fits_filter(game: &Game, card: Slot, filter: &Filter) -> bool {
    let classes = filter.classes.is_empty() || fits_any(game, card, &filter.classes);
    classes && filter.with.iter().all(|quality| is(game, card, quality))
}

/// Whether a card has a subtype now.
pub(crate) fn has_subtype(game: &Game, card: Slot, wanted: &str) -> bool {
    identity::has_subtype(game, card, wanted, 0)
}

/// Whether a card fits a class.
fn fits(game: &Game, card: Slot, class: &Class) -> bool {
    is_noun(game, card, class.noun) && class.adjectives.iter().all(|quality| is(game, card, quality))
}

/// Whether a card is of a noun, by what is printed on it.
fn is_noun(game: &Game, card: Slot, noun: Noun) -> bool {
    let kind = game.catalog.card_type(game.state.card(card).definition);
    match noun {
        Noun::Card => true,
        Noun::Unit | Noun::UnitCard => kind.is_unit(),
        Noun::Subordinate => matches!(kind, CardType::Subordinate(_)),
        Noun::Equipment => matches!(kind, CardType::Equipment(_)),
        Noun::Location => matches!(kind, CardType::Location(_)),
        Noun::Mission => kind.is_mission(),
        Noun::Campaign => kind == CardType::Campaign,
        Noun::Trap => kind == CardType::Trap,
        Noun::BattleCard => kind == CardType::Battle,
        Noun::Resource => kind == CardType::Resource,
        Noun::Event => kind == CardType::Event,
        Noun::Pilot => pilot::is_pilot(game, card),
    }
}

/// Whether something that a card is, wherever it is, is true of it. What else depends on the table is never true here.
fn is(game: &Game, card: Slot, quality: &Quality) -> bool {
    let id = game.state.card(card).definition;
    let definition = game.catalog.definition(id);
    let arenas = game.catalog.arenas(id);
    match quality {
        Quality::Subtype(word) => identity::has_subtype(game, card, word, 0),
        Quality::Type(arena) => identity::arenas(game, card, 0).has(*arena),
        Quality::MultiArena => arenas.is_some_and(|arenas| arenas.is_multi()),
        Quality::Name(name) => {
            is_same_name(&definition.name, name) || identity::has_name(game, card, name, 0)
        }
        Quality::NameContains(part) => spelling::contains(&definition.name, part),
        Quality::Side(side) => identity::has_side(game, card, *side, 0),
        Quality::Kind(noun) => is_noun(game, card, *noun),
        Quality::Uniqueness(uniqueness) => definition.uniqueness == *uniqueness,
        Quality::Not(quality) => !is(game, card, quality),
        Quality::AnyOf(qualities) => qualities.iter().any(|quality| is(game, card, quality)),
        Quality::TextContains(word) => definition.words.contains(&*word.to_lowercase()),
        Quality::CanPilot(class) => pilot::names(game, card, class),
        // "Equip to a defending Jedi", in an attack.
        Quality::Defending(None) => attack::parties(game).is_some_and(|(_, defender)| defender == card),
        Quality::SameName(_)
        | Quality::SameExpansion(_)
        | Quality::Chosen(_)
        | Quality::Tapped
        | Quality::Untapped
        | Quality::Damaged
        | Quality::Undamaged
        | Quality::Attacking(_)
        | Quality::Using(_)
        | Quality::Defending(Some(_))
        | Quality::PartiallyBuilt
        | Quality::FaceUp
        | Quality::FaceDown
        | Quality::Piloted
        | Quality::Stacked
        | Quality::Cornered
        | Quality::Keyword(..)
        | Quality::Measure(..)
        | Quality::Extreme(..)
        | Quality::Counters(..)
        | Quality::Has(..)
        | Quality::On(..)
        | Quality::AttackableBy(_)
        | Quality::OtherThan(_)
        | Quality::Among(_) => false,
    }
}
