//! Preparation and setup (chapter 5).

use crate::table::{Dark, Light, card, lay, offers, place, table, take, take_all, unit, who, why};
use dejarik_engine::state::{Slot, Where};
use dejarik_engine::{Begin, Choice, Game, Position, Spot, Why};
use vocab::ability::{Ability, Effect, Wrapper};
use vocab::{Arena, CardType, Role};

/// A table in setup with these cards in the hands of both and five cards in each deck.
fn in_setup(dark: &[&str], light: &[&str]) -> (Position, Vec<Slot>, Vec<Slot>) {
    let deploy = Ability::new(Wrapper::Deploy(Effect::gain_force(1)));
    let mut table = table(vec![
        unit("Two", "30/2/2", "Ground", 2),
        unit("Four", "30/2/2", "Ground", 4),
        unit("Five", "30/2/2", "Space/Ground", 5),
        unit("Twenty", "30/2/2", "Space", 20),
        unit("Mara (A)", "30/2/2", "Character", 4),
        unit("Mara (B)", "30/2/2", "Character", 7),
        crate::table::with(deploy, unit("Herald", "30/2/2", "Character", 1)),
        card("Errand", CardType::Mission, 1),
        card("Mine", CardType::Resource, 3),
    ]);
    for role in Role::ALL {
        lay(&mut table, role, [("Two", Where::Deck); 5]);
        table.pools(role, 0, 30);
    }
    let hand = |table: &mut Position, role: Role, names: &[&str]| -> Vec<Slot> {
        names.iter().map(|name| table.put(role, name, Where::Hand).unwrap()).collect()
    };
    let dark = hand(&mut table, Dark, dark);
    let light = hand(&mut table, Light, light);
    (table, dark, light)
}

fn ground(card: Slot) -> Choice {
    Choice::Put(card, Spot::Arena(Arena::Ground))
}

fn hand(game: &Game, who: Role) -> usize {
    game.whole().zone(who, Where::Hand).count()
}

#[test]
fn t001_a_pulled_resource_counts_for_the_opening_hand() {
    let mut table = table(vec![unit("Two", "30/2/2", "Ground", 2), card("Mine", CardType::Resource, 3)]);
    let [mine] = lay(&mut table, Dark, [("Mine", Where::Deck)]);
    lay(&mut table, Dark, [("Two", Where::Deck); 10]);
    lay(&mut table, Light, [("Two", Where::Deck); 10]);
    let mut game = table.play(Begin::Preparation);
    assert_eq!(why(&game), Some(Why::PullResource));
    take(&mut game, Choice::Card(mine));
    assert_eq!((hand(&game, Dark), hand(&game, Light)), (7, 7));
    assert_eq!(place(&game, mine), Where::Hand);
}

#[test]
fn t002_the_mulligan_exchanges_non_units_once() {
    let mut table = table(vec![
        unit("Two", "30/2/2", "Ground", 2),
        card("Trick", CardType::Battle, 0),
        card("Errand", CardType::Mission, 1),
    ]);
    let units = lay(&mut table, Dark, [("Two", Where::Hand); 4]);
    let others =
        lay(&mut table, Dark, [("Trick", Where::Hand), ("Trick", Where::Hand), ("Errand", Where::Hand)]);
    for role in Role::ALL {
        lay(&mut table, role, [("Two", Where::Deck); 10]);
    }
    let mut game = table.play(Begin::Preparation);
    assert_eq!((who(&game), why(&game)), (Some(Dark), Some(Why::Mulligan)));
    assert!(units.iter().all(|unit| !offers(&game, Choice::Card(*unit))), "units are not exchanged");
    take_all(&mut game, others.map(Choice::Card));
    assert!(others.iter().all(|card| place(&game, *card) == Where::DiscardPile));
    // Nothing was left to exchange, the new cards were drawn, and nobody is asked again.
    assert_eq!(hand(&game, Dark), 7);
    assert_ne!(why(&game), Some(Why::Mulligan));
}

#[test]
fn t003_dark_puts_one_card_first() {
    let (table, dark, light) = in_setup(&["Five", "Two"], &["Two", "Four"]);
    let mut game = table.play(Begin::Setup);
    take(&mut game, ground(dark[0]));
    assert_eq!(who(&game), Some(Light));
    let player = game.whole().players[Dark];
    assert_eq!((player.spent, player.build), (5, 25));
    assert_eq!(hand(&game, Dark), 2, "one put, one drawn");
    assert!(offers(&game, ground(light[0])));
}

#[test]
fn t004_t005_light_goes_on_until_it_has_spent_more() {
    let (table, dark, light) = in_setup(&["Five"], &["Five", "Two"]);
    let mut game = table.play(Begin::Setup);
    take_all(&mut game, [ground(dark[0]), ground(light[0])]);
    assert_eq!(who(&game), Some(Light), "equal totals: the same player goes on");
    take(&mut game, ground(light[1]));
    assert_eq!(game.whole().players[Light].spent, 7);
    assert_eq!((who(&game), hand(&game, Light)), (Some(Dark), 2));
}

#[test]
fn t006_a_mission_is_not_built_in_setup() {
    let (table, dark, _) = in_setup(&["Errand", "Two"], &["Two"]);
    let mut game = table.play(Begin::Setup);
    assert!(!game.choices().iter().any(|choice| matches!(choice, Choice::Put(card, _) if *card == dark[0])));
    take(&mut game, Choice::Done);
    assert_eq!(why(&game), Some(Why::SetupPartial));
    assert!(!offers(&game, Choice::Card(dark[0])) && offers(&game, Choice::Card(dark[1])));
}

#[test]
fn t007_a_resource_may_be_put_in_setup() {
    let (table, dark, _) = in_setup(&["Mine", "Two"], &["Two"]);
    let mut game = table.play(Begin::Setup);
    take(&mut game, Choice::Put(dark[0], Spot::BuildZone));
    assert_eq!(place(&game, dark[0]), Where::BuildZone);
    assert!(!game.whole().card(dark[0]).is_face_down());
    assert_eq!((game.whole().players[Dark].spent, hand(&game, Dark)), (3, 2));
}

#[test]
fn t009_deploy_texts_do_nothing_in_setup() {
    let (table, dark, _) = in_setup(&["Herald"], &["Two"]);
    let mut game = table.play(Begin::Setup);
    take(&mut game, Choice::Put(dark[0], Spot::Arena(Arena::Character)));
    assert_eq!(game.whole().players[Dark].force, 0);
}

#[test]
fn t010_a_last_card_may_be_built_partially() {
    let (mut table, dark, light) = in_setup(&["Five", "Four"], &["Two"]);
    table.pools(Dark, 0, 5);
    let mut game = table.play(Begin::Setup);
    take_all(&mut game, [Choice::Done, Choice::Card(dark[0]), Choice::Back]);
    assert_eq!(why(&game), Some(Why::SetupBuild), "nothing was committed");
    take_all(&mut game, [Choice::Done, Choice::Card(dark[0]), Choice::Number(5)]);
    let built = game.whole().card(dark[0]);
    assert!(built.is_face_down() && built.build == 5 && built.place == Where::BuildZone);
    assert_eq!(hand(&game, Dark), 2);
    // 504.5: the other player goes on alone, and DS is asked no more.
    take(&mut game, ground(light[0]));
    assert_eq!((who(&game), why(&game)), (Some(Light), Some(Why::SetupBuild)));
}

#[test]
fn t011_who_cannot_pay_stops_and_the_other_goes_on() {
    let (mut table, dark, light) = in_setup(&["Twenty", "Two", "Four"], &["Four"]);
    table.pools(Light, 0, 1);
    let mut game = table.play(Begin::Setup);
    take(&mut game, Choice::Put(dark[0], Spot::Arena(Arena::Space)));
    assert_eq!((who(&game), why(&game)), (Some(Light), Some(Why::SetupPartial)), "nothing to pay with");
    take_all(&mut game, [Choice::Card(light[0]), Choice::Number(1)]);
    take_all(&mut game, [ground(dark[1]), ground(dark[2])]);
    assert_eq!(game.whole().players[Dark].spent, 26);
    assert_eq!(who(&game), Some(Dark));
}

#[test]
fn t012_nobody_spends_more_than_thirty() {
    let (mut table, dark, _) = in_setup(&["Four", "Five"], &["Two"]);
    table.pools(Dark, 0, 3);
    let mut game = table.play(Begin::Setup);
    assert_eq!(why(&game), Some(Why::SetupPartial), "no unit can be paid for");
    take(&mut game, Choice::Card(dark[0]));
    let numbers = [1, 2, 3].map(Choice::Number);
    assert_eq!(game.choices(), [&[Choice::Back][..], &numbers[..]].concat());
}

#[test]
fn t013_a_second_copy_of_a_unique_unit_cannot_be_put_but_another_version_joins_it() {
    let (table, dark, light) = in_setup(&["Mara (A)", "Mara (A)", "Mara (B)"], &["Five"]);
    let mut game = table.play(Begin::Setup);
    take(&mut game, Choice::Put(dark[0], Spot::Arena(Arena::Character)));
    take(&mut game, ground(light[0]));
    let of = |game: &Game, card: Slot| {
        game.choices().iter().filter(|choice| matches!(choice, Choice::Put(put, _) if *put == card)).count()
    };
    assert_eq!((of(&game, dark[1]), of(&game, dark[2])), (0, 2));
    take(&mut game, Choice::Put(dark[2], Spot::OnTop(dark[0])));
    assert_eq!(game.whole().players[Dark].spent, 7, "4 and the difference of 3");
    assert_eq!(place(&game, dark[0]), Where::Stacked(dark[2]));
    assert_eq!(place(&game, dark[2]), Where::Arena(Arena::Character));
}

#[test]
fn events_come_from_the_supply_dark_first() {
    let mut table = table(vec![
        unit("Two", "30/2/2", "Ground", 2),
        card("Storm", CardType::Event, 0),
        card("Calm", CardType::Event, 0),
    ]);
    let [storm] = lay(&mut table, Dark, [("Storm", Where::Supply)]);
    let [calm] = lay(&mut table, Light, [("Calm", Where::Supply)]);
    for role in Role::ALL {
        lay(&mut table, role, [("Two", Where::Deck); 10]);
    }
    let mut game = table.play(Begin::Preparation);
    assert_eq!((who(&game), why(&game)), (Some(Dark), Some(Why::PlayEvent)));
    take(&mut game, Choice::Card(storm));
    assert_eq!((who(&game), why(&game)), (Some(Light), Some(Why::PlayEvent)));
    take(&mut game, Choice::Pass);
    assert_eq!([storm, calm].map(|event| place(&game, event)), [Where::EventZone, Where::Supply]);
}
