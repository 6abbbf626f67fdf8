//! Pilots (chapter 9).

use crate::table::{Dark, build_step, lay, of, offers, place, table, take, take_all, unit, with};
use dejarik_engine::state::{Mark, Slot, Where};
use dejarik_engine::{Begin, Choice, Game, Position, Spot};
use vocab::ability::{Ability, Class, Costs, KeywordAbility, Noun, Pilot, Quality, Upkeep, Wrapper};
use vocab::{Arena, Definition, Keyword};

const SPACE: Where = Where::Arena(Arena::Space);
const CHARACTER: Where = Where::Arena(Arena::Character);

fn definitions() -> Vec<Definition> {
    let fighters = Class::new(Noun::Unit).adjective(Quality::subtype("Starfighter"));
    let pilot = || Ability::new(Wrapper::Pilot(Pilot { of: vec![fighters.clone()], gets: Vec::new() }));
    let hidden = Ability::keyword(KeywordAbility::number(Keyword::HiddenCost, 2).unwrap());
    let upkeep = Ability::new(Wrapper::Upkeep(Upkeep::Costs(vec![Costs::force(1)])));
    vec![
        of("Rebel Starfighter", unit("Fighter", "50/3/3", "Space", 4)),
        of("Droid Starfighter", unit("Drone", "50/3/3", "Space", 4)),
        with(pilot(), unit("Ace", "30/2/2", "Character", 3)),
        with(pilot(), unit("Wedge (A)", "30/2/2", "Character", 3)),
        with(hidden, with(pilot(), unit("Sneak", "30/2/2", "Character", 4))),
        with(upkeep, with(pilot(), unit("Debtor", "30/2/2", "Character", 4))),
        unit("Mechanic", "30/2/2", "Character", 3),
    ]
}

/// A build step with these cards of the Dark Side.
fn step<const N: usize>(cards: [(&str, Where); N]) -> (Game, [Slot; N]) {
    let (table, slots) = position(cards);
    (build_step(table, Dark), slots)
}

fn position<const N: usize>(cards: [(&str, Where); N]) -> (Position, [Slot; N]) {
    let mut table = table(definitions());
    let slots = lay(&mut table, Dark, cards);
    // Something to spend, so that the build step asks.
    lay(&mut table, Dark, [("Mechanic", Where::Hand)]);
    table.pools(Dark, 5, 1);
    (table, slots)
}

#[test]
fn t065_a_pilot_moves_once_per_step() {
    let (mut game, [fighter, ace]) = step([("Fighter", SPACE), ("Ace", CHARACTER)]);
    take(&mut game, Choice::Put(ace, Spot::Pilot(fighter)));
    assert_eq!(place(&game, ace), Where::Piloting(fighter));
    assert!(!game.is_unit(ace), "902.1");
    let moves = |choice: &Choice| matches!(choice, Choice::Put(card, _) if *card == ace);
    assert!(!game.choices().iter().any(moves));
}

#[test]
fn a_pilot_moves_off_or_to_another_unit() {
    let (mut table, [fighter, other]) = position([("Fighter", SPACE), ("Fighter", Where::BuildZone)]);
    let [ace] = lay(&mut table, Dark, [("Ace", Where::Piloting(fighter))]);
    let game = build_step(table, Dark);
    for spot in [Spot::Arena(Arena::Character), Spot::BuildZone, Spot::Pilot(other)] {
        let mut game = game.clone();
        take(&mut game, Choice::Put(ace, spot));
        assert!(game.whole().card(ace).marks.has(Mark::Moved), "903.1");
    }
}

#[test]
fn t066_t239_a_droid_is_not_piloted() {
    let (game, [drone, ace]) = step([("Drone", SPACE), ("Ace", CHARACTER)]);
    assert!(!offers(&game, Choice::Put(ace, Spot::Pilot(drone))));
}

#[test]
fn t067_a_unit_carries_one_pilot() {
    let (mut table, [fighter]) = position([("Fighter", SPACE)]);
    let [_, second] = lay(&mut table, Dark, [("Ace", Where::Piloting(fighter)), ("Ace", CHARACTER)]);
    let game = build_step(table, Dark);
    assert!(!offers(&game, Choice::Put(second, Spot::Pilot(fighter))));
}

#[test]
fn a_pilot_is_deployed_onto_a_unit_and_others_are_not() {
    let (mut table, [fighter]) = position([("Fighter", SPACE)]);
    let [ace, mechanic] = lay(&mut table, Dark, [("Ace", Where::BuildZone), ("Mechanic", Where::BuildZone)]);
    for card in [ace, mechanic] {
        table.mark(card, Mark::FaceDown);
        table.build(card, 3);
    }
    let mut game = build_step(table, Dark);
    take(&mut game, Choice::Play(mechanic));
    assert!(!offers(&game, Choice::Put(mechanic, Spot::Pilot(fighter))));
    take_all(&mut game, [Choice::Back, Choice::Play(ace), Choice::Put(ace, Spot::Pilot(fighter))]);
    assert_eq!(place(&game, ace), Where::Piloting(fighter));
}

#[test]
fn t072_hidden_cost_puts_no_pilot_onto_a_unit() {
    let (mut table, [fighter]) = position([("Fighter", SPACE)]);
    let [sneak] = lay(&mut table, Dark, [("Sneak", Where::BuildZone)]);
    table.mark(sneak, Mark::FaceDown);
    table.build(sneak, 2);
    let mut game = build_step(table, Dark);
    take(&mut game, Choice::PlayBy(sneak, Keyword::HiddenCost));
    assert!(!offers(&game, Choice::Put(sneak, Spot::Pilot(fighter))));
    assert!(offers(&game, Choice::Put(sneak, Spot::Arena(Arena::Character))));
    assert!(offers(&game, Choice::Put(sneak, Spot::BuildZone)));
}

#[test]
fn t070_t071_pilots_stay_on_their_unit_and_leave_with_it() {
    let (mut table, [fighter]) = position([("Fighter", SPACE)]);
    let [ace] = lay(&mut table, Dark, [("Ace", Where::Piloting(fighter))]);
    let mut game = table.clone().play(Begin::RetreatStep(Dark));
    take(&mut game, Choice::Card(fighter));
    assert_eq!([fighter, ace].map(|card| place(&game, card)), [Where::BuildZone, Where::Piloting(fighter)]);

    table.damage(fighter, 3);
    let game = build_step(table, Dark);
    assert_eq!([fighter, ace].map(|card| place(&game, card)), [Where::DiscardPile; 2]);
}

#[test]
fn t073_a_pilot_pays_its_upkeep() {
    let (mut table, [fighter]) = position([("Fighter", SPACE)]);
    lay(&mut table, Dark, [("Debtor", Where::Piloting(fighter))]);
    let mut game = build_step(table, Dark);
    take(&mut game, Choice::Option(1));
    assert_eq!(game.whole().players[Dark].force, 4);
}

#[test]
fn a_unique_pilot_counts_for_uniqueness() {
    let (mut table, [fighter]) = position([("Fighter", SPACE)]);
    let [pilot, second] =
        lay(&mut table, Dark, [("Wedge (A)", Where::Piloting(fighter)), ("Wedge (A)", Where::BuildZone)]);
    table.mark(second, Mark::FaceDown);
    table.build(second, 3);
    let mut game = build_step(table, Dark);
    take_all(&mut game, [Choice::Play(second), Choice::Put(second, Spot::Arena(Arena::Character))]);
    assert_eq!(
        [pilot, second].map(|card| place(&game, card)),
        [Where::Piloting(fighter), Where::DiscardPile]
    );
}
