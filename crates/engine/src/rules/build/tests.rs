//! What effects do with cards through this part: putting, retreating, leaving.

use super::{Frame, class, leave, put, retreat};
use crate::facts::game::Game;
use crate::position::Position;
use crate::records::decision::Spot;
use crate::records::event::What;
use crate::rules::change::By;
use crate::rules::check;
use crate::state::{Mark, Options, Slot, Where};
use vocab::ability::{Class, Noun, Uniqueness};
use vocab::{
    Arena, Arenas, CardType, Completeness, Cost, Counter, Definition, EquipmentFit, Role, Side, Stat,
};

const GROUND: Where = Where::Arena(Arena::Ground);
const BY: By = By::rule(1602, 2);

fn card(name: &str, version: Option<&str>, card_type: CardType) -> Definition {
    Definition {
        name: name.into(),
        version: version.and_then(|letter| letter.parse().ok()),
        uniqueness: if version.is_some() { Uniqueness::Unique } else { Uniqueness::NonUnique },
        side: Side::Neutral,
        card_type,
        subtypes: "".into(),
        cost: Cost::Points(4),
        speed: Stat::Value(30),
        power: Stat::Value(2),
        health: Stat::Value(2),
        abilities: Vec::new(),
        expansion: Box::default(),
        words: "".into(),
        completeness: Completeness::Exact,
    }
}

/// A table outside of every step, with these cards of the Dark Side.
fn game<const N: usize>(cards: [(&str, Where); N]) -> (Game, [Slot; N]) {
    let ground = Arenas::one(Arena::Ground);
    let plate = CardType::Equipment(Some(EquipmentFit::Units(ground)));
    let definitions = vec![
        card("Mara", Some("A"), CardType::Unit(ground)),
        card("Mara", Some("B"), CardType::Unit(ground)),
        card("Tank", None, CardType::Unit(ground)),
        card("Plate", None, plate),
    ];
    let mut table = Position::new(definitions, 1.into(), Options::default()).unwrap();
    let slots = cards.map(|(name, place)| table.put(Role::Dark, name, place).unwrap());
    let mut game = table.play(Frame::Ended(Role::Dark));
    game.take_events();
    (game, slots)
}

#[test]
fn t032_putting_is_not_deploying() {
    let (mut game, [tank]) = game([("Tank", Where::Hand)]);
    put(&mut game, tank, Spot::Arena(Arena::Ground), Role::Dark, BY);
    let events = game.take_events();
    assert!(!events.iter().any(|event| matches!(event.what, What::Deployed { .. })));
    assert!(events.iter().any(|event| matches!(event.what, What::Entered { unit, .. } if unit == tank)));
}

#[test]
fn t064_a_second_copy_that_is_put_does_not_join_the_stack() {
    let (mut game, [first, second]) = game([("Mara (A)", GROUND), ("Mara (B)", Where::Hand)]);
    put(&mut game, second, Spot::Arena(Arena::Ground), Role::Dark, BY);
    check::settle(&mut game);
    assert_eq!([first, second].map(|card| game.state.card(card).place), [GROUND, Where::DiscardPile]);
    let settled = game.state;
    game.settled = None;
    check::settle(&mut game);
    assert_eq!(game.state, settled, "nothing is left to put right");
}

#[test]
fn t044_a_retreat_by_an_effect_does_not_tap() {
    let (mut game, [tapped, untapped]) = game([("Tank", GROUND), ("Tank", GROUND)]);
    game.mark(tapped, Mark::Tapped);
    for unit in [tapped, untapped] {
        retreat(&mut game, unit, BY);
    }
    let state = |unit: Slot| (game.state.card(unit).place, game.state.card(unit).is_tapped());
    assert_eq!([tapped, untapped].map(state), [(Where::BuildZone, true), (Where::BuildZone, false)]);
}

#[test]
fn a_unit_that_leaves_play_takes_its_stack_along_and_leaves_its_equipment() {
    let (mut game, [top, under, plate]) =
        game([("Mara (A)", GROUND), ("Mara (B)", Where::Hand), ("Plate", Where::BuildZone)]);
    put(&mut game, under, Spot::Under(top), Role::Dark, BY);
    put(&mut game, plate, Spot::Attach(top), Role::Dark, BY);
    leave(&mut game, top, Where::Hand, BY);
    let places = [top, under, plate].map(|card| game.state.card(card).place);
    assert_eq!(places, [Where::Hand, Where::Hand, Where::BuildZone]);
}

#[test]
fn a_card_put_on_top_takes_over_everything_on_the_unit() {
    let (mut game, [old, new, plate]) =
        game([("Mara (A)", GROUND), ("Mara (B)", Where::Hand), ("Plate", Where::BuildZone)]);
    put(&mut game, plate, Spot::Attach(old), Role::Dark, BY);
    game.mark(old, Mark::Tapped);
    game.state.set_counters(old, Counter::Damage, 1).unwrap();
    put(&mut game, new, Spot::OnTop(old), Role::Dark, BY);
    let places = [old, new, plate].map(|card| game.state.card(card).place);
    assert_eq!(places, [Where::Stacked(new), GROUND, Where::Attached(new)]);
    let top = game.state.card(new);
    assert!(top.is_tapped() && top.damage == 1);
    assert_eq!(game.state.card(old).damage, 0);
}

#[test]
fn a_frame_is_small() {
    assert!(size_of::<Frame>() <= 8, "{} bytes", size_of::<Frame>());
}

#[test]
fn r203_1_a_noun_means_the_cards_of_its_type() {
    let ground = Arenas::one(Arena::Ground);
    let types = [
        ("Tank", CardType::Unit(ground), Some(Noun::UnitCard)),
        ("Drone", CardType::Subordinate(Some(ground)), Some(Noun::Subordinate)),
        ("Plate", CardType::Equipment(Some(EquipmentFit::Units(ground))), Some(Noun::Equipment)),
        ("Base", CardType::Location(Some(ground)), Some(Noun::Location)),
        ("Raid", CardType::Mission, Some(Noun::Mission)),
        ("Siege", CardType::Campaign, Some(Noun::Campaign)),
        ("Snare", CardType::Trap, Some(Noun::Trap)),
        ("Feint", CardType::Battle, Some(Noun::BattleCard)),
        ("Mine", CardType::Resource, Some(Noun::Resource)),
        ("Storm", CardType::Event, Some(Noun::Event)),
    ];
    let definitions = types.iter().map(|(name, kind, _)| card(name, None, *kind)).collect();
    let mut table = Position::new(definitions, 1.into(), Options::default()).unwrap();
    let slots: Vec<Slot> =
        types.iter().map(|(name, ..)| table.put(Role::Dark, name, Where::Hand).unwrap()).collect();
    let game = table.play(Frame::Ended(Role::Dark));
    let nouns = [
        Noun::UnitCard,
        Noun::Subordinate,
        Noun::Equipment,
        Noun::Location,
        Noun::Mission,
        Noun::Campaign,
        Noun::Trap,
        Noun::BattleCard,
        Noun::Resource,
        Noun::Event,
        Noun::Pilot,
    ];
    for ((name, _, own), slot) in types.iter().zip(slots) {
        for noun in nouns {
            // 211.5, 215.1: Campaigns and Traps are Missions, Subordinates are units; none of these can pilot.
            let is_more = match own {
                Some(Noun::Campaign | Noun::Trap) => noun == Noun::Mission,
                Some(Noun::Subordinate) => noun == Noun::UnitCard,
                _ => false,
            };
            let expected = *own == Some(noun) || is_more;
            let found = class::fits_any(&game, slot, &[Class::new(noun)]);
            assert_eq!(found, expected, "{name} as {noun:?}");
        }
        assert!(class::fits_any(&game, slot, &[Class::new(Noun::Card)]), "{name}");
    }
}
