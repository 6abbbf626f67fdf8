//! Equipment (chapter 10).

use crate::table::{Dark, build_step, card, lay, offers, place, table, take, take_all, unit, with};
use dejarik_engine::state::{Mark, Options, Slot, Where};
use dejarik_engine::{Begin, Choice, Game, Position, Spot};
use vocab::ability::{Ability, Costs, Effect, KeywordAbility};
use vocab::{Arena, Arenas, CardType, Definition, Edition, EquipmentFit, Keyword};

const CHARACTER: Where = Where::Arena(Arena::Character);

fn equip(cost: i16) -> Ability {
    Ability::activated(Costs::force(cost), Effect::keyword(KeywordAbility::plain(Keyword::Equip).unwrap()))
}

fn gear(name: &str, fit: EquipmentFit, cost: i16) -> Definition {
    with(equip(cost), card(name, CardType::Equipment(Some(fit)), 1))
}

fn definitions() -> Vec<Definition> {
    let fit = |arenas: &str| EquipmentFit::Units(Arenas::parse(arenas).unwrap());
    vec![
        gear("Blade", fit("Character"), 1),
        gear("Crown (A)", fit("Character"), 1),
        gear("Engine", fit("Space"), 1),
        gear("Armour", fit("Ground/Character"), 1),
        gear("Banner", EquipmentFit::Location, 1),
        unit("Guard", "30/2/2", "Character", 2),
        unit("Rider", "30/2/2", "Ground/Character", 2),
        unit("Ship", "30/2/2", "Space", 2),
        card("Valley", CardType::Location(Arenas::parse("Ground")), 2),
    ]
}

fn position<const N: usize>(cards: [(&str, Where); N]) -> (Position, [Slot; N]) {
    let mut table = table(definitions());
    let slots = lay(&mut table, Dark, cards);
    table.pools(Dark, 5, 1);
    lay(&mut table, Dark, [("Guard", Where::Hand)]);
    (table, slots)
}

/// The hosts that an Equipment is offered, after its Equip has been chosen; empty if it is not offered.
fn hosts(game: &mut Game, equipment: Slot) -> Vec<Slot> {
    let uses = |choice: &&Choice| matches!(choice, Choice::Use(card, _) if *card == equipment);
    let Some(choice) = game.choices().iter().find(uses).copied() else { return Vec::new() };
    take(game, choice);
    let host = |choice: &Choice| match choice {
        Choice::Put(_, Spot::Attach(host)) => Some(*host),
        _ => None,
    };
    game.choices().iter().filter_map(host).collect()
}

#[test]
fn t074_t075_equipping_is_paid_once_per_turn() {
    let (table, [blade, guard, other]) =
        position([("Blade", Where::BuildZone), ("Guard", CHARACTER), ("Guard", CHARACTER)]);
    let mut game = build_step(table, Dark);
    assert_eq!(hosts(&mut game, blade), [guard, other]);
    take(&mut game, Choice::Back);
    assert_eq!(game.whole().players[Dark].force, 5, "nothing was paid before the choice");
    hosts(&mut game, blade);
    take(&mut game, Choice::Put(blade, Spot::Attach(guard)));
    assert_eq!((game.whole().players[Dark].force, place(&game, blade)), (4, Where::Attached(guard)));
    assert!(hosts(&mut game, blade).is_empty());
}

#[test]
fn t076_t191_the_type_must_match() {
    let (table, [engine, armour, guard, rider]) = position([
        ("Engine", Where::BuildZone),
        ("Armour", Where::BuildZone),
        ("Guard", CHARACTER),
        ("Rider", Where::Arena(Arena::Ground)),
    ]);
    let mut game = build_step(table, Dark);
    assert!(hosts(&mut game.clone(), engine).is_empty());
    assert_eq!(hosts(&mut game, armour), [guard, rider]);
}

#[test]
fn the_older_sheet_asks_for_no_type() {
    let options = Options { edition: Edition::Sheets, ..Options::default() };
    let mut table = Position::new(definitions(), 1.into(), options).unwrap();
    let [engine, guard] = lay(&mut table, Dark, [("Engine", Where::BuildZone), ("Guard", CHARACTER)]);
    table.pools(Dark, 5, 1);
    lay(&mut table, Dark, [("Guard", Where::Hand)]);
    assert_eq!(hosts(&mut build_step(table, Dark), engine), [guard]);
}

#[test]
fn t077_equipment_survives_its_unit() {
    let (mut table, [guard]) = position([("Guard", CHARACTER)]);
    let [blade] = lay(&mut table, Dark, [("Blade", Where::Attached(guard))]);
    table.damage(guard, 2);
    let game = build_step(table, Dark);
    assert_eq!([guard, blade].map(|card| place(&game, card)), [Where::DiscardPile, Where::BuildZone]);
    assert!(!game.whole().card(blade).is_face_down());
}

#[test]
fn equipment_goes_along_when_the_unit_retreats() {
    let (mut table, [guard]) = position([("Guard", CHARACTER)]);
    let [blade] = lay(&mut table, Dark, [("Blade", Where::Attached(guard))]);
    let mut game = table.play(Begin::RetreatStep(Dark));
    take(&mut game, Choice::Card(guard));
    assert_eq!(place(&game, blade), Where::Attached(guard), "1004.6");
}

#[test]
fn t280_equipment_for_a_location() {
    let (table, [banner, valley, _]) = position([
        ("Banner", Where::BuildZone),
        ("Valley", Where::Arena(Arena::Ground)),
        ("Rider", Where::Arena(Arena::Ground)),
    ]);
    let mut game = build_step(table, Dark);
    assert_eq!(hosts(&mut game, banner), [valley]);
    take(&mut game, Choice::Put(banner, Spot::Attach(valley)));
    assert_eq!(place(&game, banner), Where::Attached(valley));
}

#[test]
fn a_second_unique_equipment_is_discarded_on_completion() {
    let (mut table, [_, second]) =
        position([("Crown (A)", Where::BuildZone), ("Crown (A)", Where::BuildZone)]);
    table.mark(second, Mark::FaceDown);
    table.build(second, 1);
    let mut game = build_step(table, Dark);
    take_all(&mut game, [Choice::Play(second)]);
    assert_eq!(place(&game, second), Where::DiscardPile, "801.5");
}

#[test]
fn equipment_moves_between_own_units() {
    let (mut table, [first, second]) = position([("Guard", CHARACTER), ("Guard", Where::BuildZone)]);
    let [blade] = lay(&mut table, Dark, [("Blade", Where::Attached(first))]);
    let mut game = build_step(table, Dark);
    assert_eq!(hosts(&mut game, blade), [second], "1002.3, and not where it is");
    take(&mut game, Choice::Put(blade, Spot::Attach(second)));
    assert_eq!(place(&game, blade), Where::Attached(second));
    assert!(!offers(&game, Choice::Back));
}

#[test]
fn equipment_leaves_a_unit_that_becomes_a_pilot() {
    // 902.1, 1004.5: a piloting card isn't a Character.
    use vocab::ability::{Class, Noun, Pilot, Quality, Wrapper};
    let ships = Class::new(Noun::Unit).adjective(Quality::Name("Ship".into()));
    let pilot = Ability::new(Wrapper::Pilot(Pilot { of: vec![ships], gets: Vec::new() }));
    let mut cards = definitions();
    cards.push(with(pilot, unit("Ace", "30/2/2", "Character", 2)));
    let mut table = table(cards);
    let [ship, ace] = lay(&mut table, Dark, [("Ship", Where::Arena(Arena::Space)), ("Ace", CHARACTER)]);
    let [blade] = lay(&mut table, Dark, [("Blade", Where::Attached(ace))]);
    let mut game = build_step(table, Dark);
    take(&mut game, Choice::Put(ace, Spot::Pilot(ship)));
    assert_eq!([ace, blade].map(|card| place(&game, card)), [Where::Piloting(ship), Where::BuildZone]);
}
