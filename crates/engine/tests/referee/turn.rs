//! The order of the turn (chapter 6).

use crate::table::{Dark, Light, lay, offers, table, take, take_all, unit, who, why};
use dejarik_engine::state::{Mark, Moment, Where};
use dejarik_engine::{Begin, Choice, Event, Game, Position, Spot, What, Why};
use vocab::ability::{Ability, Costs, Flow, KeywordAbility, Pool, Upkeep, Wrapper};
use vocab::{Arena, Keyword, Role};

fn whats(game: &mut Game) -> Vec<What> {
    game.take_events().into_iter().map(|Event { what, .. }| what).collect()
}

fn small_table() -> Position {
    table(vec![
        unit("Ship", "30/2/2", "Space", 2),
        unit("Tank", "30/2/2", "Ground", 2),
        unit("Scout", "30/2/2", "Character", 6),
    ])
}

#[test]
fn t014_the_ready_phase_untaps_gives_force_and_rolls() {
    let mut table = small_table();
    let [tank] = lay(&mut table, Dark, [("Tank", Where::Arena(Arena::Ground))]);
    let [ship, scout] =
        lay(&mut table, Light, [("Ship", Where::Arena(Arena::Space)), ("Scout", Where::BuildZone)]);
    [tank, ship, scout].into_iter().for_each(|unit| table.mark(unit, Mark::Tapped));
    lay(&mut table, Dark, [("Tank", Where::Deck); 2]);
    table.dice(&[5]);
    let mut game = table.play(Begin::Turn);
    let events = whats(&mut game);
    let found = |what: What| events.iter().position(|other| *other == what).expect("it happened");
    let gain = |who, pool, amount| What::Pool { who, flow: Flow::Gain, pool, amount };
    let order = [
        found(What::Started(Moment::Ready)),
        found(What::Untapped(tank)),
        found(What::Untapped(ship)),
        found(What::Untapped(scout)),
        found(gain(Dark, Pool::Force, 4)),
        found(gain(Light, Pool::Force, 4)),
        found(What::Rolled { who: Light, dice: 1 }),
        found(gain(Dark, Pool::BuildPoints, 5)),
        found(gain(Light, Pool::BuildPoints, 5)),
        found(What::BuildRoll(5)),
        found(What::Started(Moment::BuildStep(Dark))),
    ];
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn t015_units_in_all_three_arenas_give_one_more() {
    let mut table = small_table();
    let everywhere = [("Ship", Arena::Space), ("Tank", Arena::Ground), ("Scout", Arena::Character)];
    lay(&mut table, Dark, everywhere.map(|(name, arena)| (name, Where::Arena(arena))));
    lay(
        &mut table,
        Light,
        [("Tank", Where::Arena(Arena::Ground)), ("Scout", Where::Arena(Arena::Character))],
    );
    lay(&mut table, Dark, [("Tank", Where::Hand)]);
    table.dice(&[3]);
    let game = table.play(Begin::Turn);
    assert_eq!((game.whole().players[Dark].build, game.whole().players[Light].build), (4, 3));
}

#[test]
fn t018_the_draw_comes_first() {
    let mut table = small_table();
    lay(&mut table, Dark, [("Tank", Where::Deck)]);
    table.pools(Dark, 0, 3);
    let game = table.play(Begin::BuildStep(Dark));
    // The draw was the only thing to do, so it has been done before the first question.
    assert_eq!(why(&game), Some(Why::Build));
    assert_eq!(game.whole().zone(Dark, Where::Hand).count(), 1);
}

#[test]
fn t019_a_second_build_step_has_no_second_start() {
    // 603.3.
    let mut table = small_table();
    lay(&mut table, Dark, [("Tank", Where::Deck); 3]);
    table.pools(Dark, 0, 3);
    table.state_mut().players[Dark].steps.build_started = true;
    let game = table.play(Begin::BuildStep(Dark));
    assert_eq!(game.whole().zone(Dark, Where::Hand).count(), 0);
}

#[test]
fn t033_unspent_points_are_lost_when_the_step_ends() {
    let mut table = small_table();
    lay(&mut table, Dark, [("Tank", Where::Hand)]);
    table.pools(Dark, 0, 2);
    table.pools(Light, 0, 2);
    let mut game = table.play(Begin::BuildStep(Dark));
    take(&mut game, Choice::Done);
    assert_eq!((game.whole().players[Dark].build, game.whole().players[Light].build), (0, 2));
}

fn upkeep(costs: Vec<Costs>) -> Ability {
    Ability::new(Wrapper::Upkeep(Upkeep::Costs(costs)))
}

/// A table with a unit that has these Upkeeps.
fn kept(upkeeps: Vec<Ability>) -> (Position, dejarik_engine::state::Slot) {
    let mut definition = unit("Debtor", "30/2/2", "Ground", 2);
    definition.abilities = upkeeps;
    let mut table = table(vec![definition, unit("Tank", "30/2/2", "Ground", 2)]);
    let [debtor] = lay(&mut table, Dark, [("Debtor", Where::Arena(Arena::Ground))]);
    lay(&mut table, Dark, [("Tank", Where::Hand)]);
    (table, debtor)
}

#[test]
fn t274_upkeep_must_be_paid_by_one_of_its_costs() {
    let (mut table, debtor) = kept(vec![upkeep(vec![Costs::force(1), Costs::tap()])]);
    table.pools(Dark, 5, 1);
    let mut game = table.play(Begin::BuildStep(Dark));
    assert_eq!(why(&game), Some(Why::BuildStepStart));
    take(&mut game, Choice::Option(1));
    assert_eq!(game.choices(), [Choice::Option(0), Choice::Option(1)], "there is no way around it");
    take(&mut game, Choice::Option(0));
    assert_eq!(game.whole().players[Dark].force, 4);
    assert!(!game.whole().card(debtor).is_tapped());
}

#[test]
fn t275_upkeep_that_cannot_be_paid_is_ignored() {
    let (mut table, debtor) = kept(vec![upkeep(vec![Costs::build_points(2), Costs::tap()])]);
    table.mark(debtor, Mark::Tapped);
    table.pools(Dark, 0, 1);
    let mut game = table.play(Begin::BuildStep(Dark));
    take(&mut game, Choice::Option(1));
    assert_eq!((why(&game), game.whole().players[Dark].build), (Some(Why::Build), 1));
}

#[test]
fn t276_each_upkeep_is_paid_separately() {
    let two = || upkeep(vec![Costs::build_points(2), Costs::tap()]);
    let (mut table, debtor) = kept(vec![two(), two()]);
    table.pools(Dark, 0, 1);
    let mut game = table.play(Begin::BuildStep(Dark));
    take(&mut game, Choice::Option(1));
    assert!(game.whole().card(debtor).is_tapped(), "tapping was the only cost that could be paid");
    take(&mut game, Choice::Option(1));
    assert_eq!(why(&game), Some(Why::Build), "the second is ignored, the draw was the last item");
}

#[test]
fn t017_the_player_orders_what_happens_at_the_start() {
    let (mut table, _) = kept(vec![upkeep(vec![Costs::build_points(1), Costs::tap()])]);
    lay(&mut table, Dark, [("Tank", Where::Deck)]);
    table.pools(Dark, 0, 1);
    let game = table.play(Begin::BuildStep(Dark));
    // Draw and Upkeep, in any order.
    assert_eq!(game.choices(), [Choice::Option(0), Choice::Option(1)]);
}

#[test]
fn t176_t177_damage_control_works_in_arenas_alone() {
    let repair = Ability::keyword(KeywordAbility::number(Keyword::DamageControl, 2).unwrap());
    let mut table = table(vec![crate::table::with(repair, unit("Cruiser", "30/2/5", "Space", 2))]);
    let [there, _] =
        lay(&mut table, Dark, [("Cruiser", Where::Arena(Arena::Space)), ("Cruiser", Where::BuildZone)]).map(
            |unit| {
                table.damage(unit, 3);
                unit
            },
        );
    table.pools(Dark, 0, 1);
    let mut game = table.play(Begin::BuildStep(Dark));
    assert_eq!(game.choices().len(), 2, "the draw and one Damage Control");
    take(&mut game, Choice::Option(1));
    assert_eq!(game.choices(), [0, 1, 2].map(Choice::Number));
    take(&mut game, Choice::Number(2));
    assert_eq!(game.whole().card(there).damage, 1);
}

#[test]
fn t042_t043_untapped_units_retreat_with_everything_on_them() {
    let mut table = small_table();
    let places = [("Tank", Where::Arena(Arena::Ground)), ("Ship", Where::Arena(Arena::Space))];
    let [tank, ship] = lay(&mut table, Dark, places);
    table.damage(tank, 1);
    table.mark(ship, Mark::Tapped);
    let mut game = table.play(Begin::RetreatStep(Dark));
    assert!(!offers(&game, Choice::Card(ship)), "tapped units stay");
    take(&mut game, Choice::Card(tank));
    let card = game.whole().card(tank);
    assert!(card.place == Where::BuildZone && card.is_tapped() && card.damage == 1);
}

#[test]
fn t046_dark_retreats_before_light_decides() {
    let mut table = small_table();
    for role in Role::ALL {
        lay(&mut table, role, [("Tank", Where::Arena(Arena::Ground)), ("Ship", Where::Arena(Arena::Space))]);
    }
    table.dice(&[1]);
    let mut game = table.play(Begin::Turn);
    while why(&game) != Some(Why::Retreat) {
        take(&mut game, Choice::Done);
    }
    assert_eq!(who(&game), Some(Dark));
    let first = game.choices()[1];
    take_all(&mut game, [first, Choice::Done]);
    assert_eq!((who(&game), why(&game)), (Some(Light), Some(Why::Retreat)));
}

#[test]
fn t025_t026_units_return_from_the_build_zone_and_do_not_go_back() {
    let mut table = small_table();
    let places = [("Tank", Where::BuildZone), ("Ship", Where::Arena(Arena::Space))];
    let [tank, ship] = lay(&mut table, Dark, places);
    table.mark(tank, Mark::Tapped);
    let mut game = table.play(Begin::BuildStep(Dark));
    assert!(!offers(&game, Choice::Put(ship, Spot::BuildZone)));
    take(&mut game, Choice::Put(tank, Spot::Arena(Arena::Ground)));
    assert!(game.whole().card(tank).is_tapped());
    assert_eq!(game.whole().card(tank).place, Where::Arena(Arena::Ground));
}

#[test]
fn the_steps_of_a_turn_come_in_their_order_and_nothing_is_asked_on_an_empty_table() {
    // 601.1, 601.2, 1102.8: every step takes place; 602.8, 1307.9: the ready phase has no chance to play.
    let mut game = table(Vec::new()).play(Begin::Turn);
    let started: Vec<Moment> = game
        .take_events()
        .into_iter()
        .filter_map(|event| match event.what {
            What::Started(moment) => Some(moment),
            _ => None,
        })
        .collect();
    let turn = [
        Moment::Ready,
        Moment::BuildStep(Dark),
        Moment::BuildStep(Light),
        Moment::RetreatStep(Dark),
        Moment::RetreatStep(Light),
        Moment::BattlePhase,
        Moment::BattleStep(Arena::Space),
        Moment::BattleStep(Arena::Ground),
        Moment::BattleStep(Arena::Character),
        Moment::TurnEnd,
    ];
    // 605.4: nobody has won, and a new turn starts.
    assert_eq!(started[..20], [turn, turn].concat());
}
