//! The battle phase: order of acting, contested units, Velocity and Adapt (rules 806 and 1101 to 1104).

use crate::table::{Dark, Light, lay, offers, place, table, take, take_all, unit, who, why, with};
use dejarik_engine::state::{Mark, Moment, Slot, Where};
use dejarik_engine::{Begin, Choice, Game, Mode, Position, Spot, What, Why};
use vocab::ability::{Ability, Amount, Filter, Grant, KeywordAbility, Wrapper, X};
use vocab::{Arena, CardType, Definition, Keyword};

const GROUND: Where = Where::Arena(Arena::Ground);

fn definitions() -> Vec<Definition> {
    let velocity = || Ability::keyword(KeywordAbility::number(Keyword::Velocity, 20).unwrap());
    let plain = |keyword| KeywordAbility::plain(keyword).unwrap();
    let stealth = Ability::keyword(plain(Keyword::Stealth));
    let adapt = Wrapper::Adapt(vec![vec![plain(Keyword::Armor).into()], vec![Grant::power(1)]]);
    vec![
        unit("Slow", "40/2/9", "Ground", 2),
        unit("Even", "50/2/9", "Ground", 2),
        unit("Fast", "60/2/9", "Ground", 2),
        unit("Mara (A)", "40/2/9", "Ground", 5),
        unit("Mara (B)", "40/2/9", "Ground", 6),
        unit("Mara (C)", "40/2/9", "Ground", 7),
        unit("Jix (A)", "40/2/9", "Ground", 3),
        with(velocity(), unit("Racer", "40/2/9", "Ground", 2)),
        with(velocity(), unit("Snail", "10/2/9", "Ground", 2)),
        with(stealth, with(velocity(), unit("Shadow", "40/2/9", "Ground", 2))),
        with(Ability::new(adapt), unit("Changer", "40/2/9", "Ground", 2)),
    ]
}

fn battle(table: Position) -> Game {
    table.play(Begin::BattlePhase)
}

/// The unit that acts now.
fn acting(game: &Game) -> Option<Slot> {
    game.decision().filter(|decision| decision.why == Why::Act).and_then(|decision| decision.source)
}

#[test]
fn t082_t085_the_fastest_acts_first_and_doing_nothing_taps() {
    let mut table = table(definitions());
    let [slow] = lay(&mut table, Dark, [("Slow", GROUND)]);
    let [fast] = lay(&mut table, Light, [("Fast", GROUND)]);
    let mut game = battle(table);
    assert_eq!((acting(&game), who(&game)), (Some(fast), Some(Light)));
    take(&mut game, Choice::Pass);
    assert!(game.whole().card(fast).is_tapped());
    let attacked = |what: What| matches!(what, What::Attacks { .. });
    assert!(!game.take_events().into_iter().any(|event| attacked(event.what)));
    assert_eq!(acting(&game), Some(slow));
    take(&mut game, Choice::Attack(fast, Mode::Normal));
    assert!(game.whole().card(slow).is_tapped());
    assert_eq!(game.decision(), None, "the phase is over");
}

#[test]
fn t083_ties_go_to_dark_and_its_player_orders_them() {
    let mut table = table(definitions());
    let [first, second] = lay(&mut table, Dark, [("Even", GROUND), ("Even", GROUND)]);
    let [light] = lay(&mut table, Light, [("Even", GROUND)]);
    let mut game = battle(table);
    assert_eq!((why(&game), who(&game)), (Some(Why::NextUnit), Some(Dark)));
    assert_eq!(game.choices(), [first, second].map(Choice::Card));
    take_all(&mut game, [Choice::Card(second), Choice::Pass]);
    assert_eq!(acting(&game), Some(first));
    take(&mut game, Choice::Pass);
    assert_eq!(acting(&game), Some(light));
}

#[test]
fn t087_without_a_target_the_unit_taps() {
    let mut table = table(definitions());
    let [alone] = lay(&mut table, Dark, [("Slow", GROUND)]);
    let game = battle(table);
    assert!(game.decision().is_none() && game.whole().card(alone).is_tapped());
}

#[test]
fn tapped_units_do_not_act() {
    // 1103.6.
    let mut table = table(definitions());
    let [slow] = lay(&mut table, Dark, [("Slow", GROUND)]);
    let [fast] = lay(&mut table, Light, [("Fast", GROUND)]);
    table.mark(fast, Mark::Tapped);
    assert_eq!(acting(&battle(table)), Some(slow));
}

/// A battle phase with a unit of the same name on both sides.
fn contest(dark: &str, light: &str, force: u16) -> (Game, Slot, Slot) {
    let mut table = table(definitions());
    let [dark] = lay(&mut table, Dark, [(dark, GROUND)]);
    let [light] = lay(&mut table, Light, [(light, GROUND)]);
    [Dark, Light].into_iter().for_each(|role| table.pools(role, force, 0));
    (battle(table), dark, light)
}

#[test]
fn t059_dark_wins_a_tied_contest_and_pays() {
    let (mut game, dark, light) = contest("Mara (A)", "Mara (B)", 3);
    assert_eq!((why(&game), who(&game)), (Some(Why::Bid), Some(Dark)));
    take_all(&mut game, [Choice::Number(1), Choice::Number(0), Choice::Pass, Choice::Pass]);
    assert_eq!([dark, light].map(|unit| place(&game, unit)), [GROUND, Where::BuildZone]);
    assert!(!game.whole().card(light).is_tapped());
    assert_eq!((game.whole().players[Dark].force, game.whole().players[Light].force), (2, 3));
}

#[test]
fn t060_without_force_the_dearer_unit_stays() {
    let (game, dark, light) = contest("Mara (A)", "Mara (C)", 0);
    assert_eq!([dark, light].map(|unit| place(&game, unit)), [Where::BuildZone, GROUND]);
}

#[test]
fn t057_cards_under_the_top_count_for_the_total_cost() {
    let mut table = table(definitions());
    let [dark] = lay(&mut table, Dark, [("Mara (A)", GROUND)]);
    lay(&mut table, Dark, [("Mara (B)", Where::Stacked(dark)), ("Mara (C)", Where::Stacked(dark))]);
    let [light] = lay(&mut table, Light, [("Mara (C)", GROUND)]);
    // 5 and 2 for the cards under it against 7: DS wins the tie.
    let game = battle(table);
    assert_eq!([dark, light].map(|unit| place(&game, unit)), [GROUND, Where::BuildZone]);
}

#[test]
fn bids_are_raised_until_both_decline_in_succession() {
    let (mut game, dark, light) = contest("Mara (A)", "Mara (A)", 3);
    take_all(&mut game, [Choice::Number(0), Choice::Number(1), Choice::Pass]);
    assert!(!offers(&game, Choice::Number(1)), "a bid is only raised");
    take_all(&mut game, [Choice::Number(2), Choice::Pass, Choice::Pass]);
    assert_eq!([dark, light].map(|unit| place(&game, unit)), [Where::BuildZone, GROUND]);
    assert_eq!((game.whole().players[Dark].force, game.whole().players[Light].force), (3, 1));
}

#[test]
fn dark_chooses_the_order_of_contests() {
    let mut table = table(definitions());
    let dark = lay(&mut table, Dark, [("Mara (A)", GROUND), ("Jix (A)", GROUND)]);
    lay(&mut table, Light, [("Mara (A)", GROUND), ("Jix (A)", GROUND)]);
    let game = battle(table);
    assert_eq!((why(&game), who(&game)), (Some(Why::Order), Some(Dark)));
    assert_eq!(game.choices(), dark.map(Choice::Card));
}

#[test]
fn t061_nothing_is_contested_outside_of_the_battle_phase() {
    let mut table = table(definitions());
    let [dark] = lay(&mut table, Dark, [("Mara (A)", GROUND)]);
    let [light] = lay(&mut table, Light, [("Mara (A)", GROUND)]);
    lay(&mut table, Dark, [("Slow", Where::Hand)]);
    table.pools(Dark, 2, 2);
    let game = table.play(Begin::BuildStep(Dark));
    assert_eq!(why(&game), Some(Why::Build));
    assert_eq!([dark, light].map(|unit| place(&game, unit)), [GROUND; 2]);
}

#[test]
fn t277_t278_t279_velocity_is_chosen_when_the_step_starts() {
    for (name, choice, speed) in [("Racer", 1, 20), ("Racer", 0, 60), ("Snail", 1, 0), ("Shadow", 0, 60)] {
        let mut table = table(definitions());
        let [unit] = lay(&mut table, Dark, [(name, GROUND)]);
        lay(&mut table, Light, [("Slow", GROUND)]);
        let mut game = battle(table);
        assert_eq!(why(&game), Some(Why::Keyword(Keyword::Velocity)));
        assert_eq!(offers(&game, Choice::Option(1)), name != "Shadow", "slower only without Stealth");
        take(&mut game, Choice::Option(choice));
        assert_eq!(game.now(unit).speed, speed);
    }
}

#[test]
fn t150_t151_adapt_is_chosen_by_units_that_are_there() {
    let mut table = table(definitions());
    let [there, elsewhere] = lay(&mut table, Dark, [("Changer", GROUND), ("Changer", Where::BuildZone)]);
    lay(&mut table, Light, [("Slow", GROUND)]);
    let mut game = battle(table);
    assert_eq!(why(&game), Some(Why::Keyword(Keyword::Adapt)));
    take(&mut game, Choice::Option(0));
    assert_eq!([there, elsewhere].map(|unit| game.whole().adapted(unit)), [1, 0]);
    assert_eq!(why(&game), Some(Why::Act), "a choice is compulsory and made once");
}

/// A table with a card of the Dark Side that is partially built and has Hidden Cost.
fn with_hidden(card: Definition, counters: u8, force: u16) -> (Position, Slot) {
    let mut cards = definitions();
    let name = card.name.clone();
    cards.push(card);
    let mut table = table(cards);
    let [card] = lay(&mut table, Dark, [(&*name, Where::BuildZone)]);
    table.mark(card, Mark::FaceDown);
    table.build(card, counters);
    table.pools(Dark, force, 0);
    (table, card)
}

fn hidden(n: i16) -> Ability {
    Ability::keyword(KeywordAbility::number(Keyword::HiddenCost, n).unwrap())
}

#[test]
fn t091_a_unit_deployed_by_hidden_cost_still_acts() {
    let (mut table, sneak) = with_hidden(with(hidden(4), unit("Sneak", "30/2/2", "Ground", 7)), 4, 3);
    let [slow] = lay(&mut table, Light, [("Slow", GROUND)]);
    table.mark(slow, Mark::Tapped);
    let mut game = battle(table);
    // The Space and Ground steps begin; every unit in Ground is tapped.
    while game.whole().moment != Moment::BattleStep(Arena::Ground) {
        take(&mut game, Choice::Pass);
    }
    take(&mut game, Choice::PlayBy(sneak, Keyword::HiddenCost));
    assert!(!offers(&game, Choice::Back), "it has been announced");
    take(&mut game, Choice::Put(sneak, Spot::Arena(Arena::Ground)));
    assert_eq!(game.whole().players[Dark].force, 0);
    assert_eq!(acting(&game), Some(sneak));
    take(&mut game, Choice::Attack(slow, Mode::Normal));
}

#[test]
fn a_hidden_cost_may_be_worked_out() {
    // 1731.1: as many counters as there are units in play, of both players.
    let mut worked_out = Ability::keyword(KeywordAbility::new(Keyword::HiddenCost, Some(Amount::X)).unwrap());
    worked_out.x = X::Is(Amount::count(Filter::units()));
    let sneak = with(worked_out, unit("Sneak", "30/2/2", "Ground", 7));
    for (counters, enough) in [(1, false), (2, true)] {
        let (mut table, sneak) = with_hidden(sneak.clone(), counters, 9);
        lay(&mut table, Light, [("Slow", GROUND), ("Slow", GROUND)]);
        assert_eq!(offers(&battle(table), Choice::PlayBy(sneak, Keyword::HiddenCost)), enough);
    }
}

#[test]
fn t316_a_mission_is_completed_by_hidden_cost_in_a_chance() {
    let plot = with(hidden(2), crate::table::card("Plot", CardType::Mission, 4));
    let (table, plot) = with_hidden(plot, 2, 2);
    let mut game = battle(table);
    assert_eq!((why(&game), who(&game)), (Some(Why::PlayOrPass), Some(Dark)));
    take(&mut game, Choice::PlayBy(plot, Keyword::HiddenCost));
    assert_eq!((place(&game, plot), game.whole().players[Dark].force), (Where::DiscardPile, 0));
}

#[test]
fn t090_a_unit_that_comes_after_the_step_does_not_attack() {
    let (mut table, sneak) = with_hidden(with(hidden(4), unit("Sneak", "30/2/2", "Ground", 7)), 4, 3);
    lay(&mut table, Light, [("Slow", GROUND)]);
    let mut game = battle(table);
    while game.whole().moment != Moment::BattleStep(Arena::Character) {
        take(&mut game, Choice::Pass);
    }
    take_all(
        &mut game,
        [Choice::PlayBy(sneak, Keyword::HiddenCost), Choice::Put(sneak, Spot::Arena(Arena::Ground))],
    );
    assert_eq!(game.decision(), None, "the phase is over");
    assert!(!game.whole().card(sneak).is_tapped());
}

#[test]
fn a_unit_deployed_in_battle_may_be_contested_at_once() {
    let (mut table, mara) = with_hidden(with(hidden(1), unit("Talon (A)", "30/2/2", "Ground", 1)), 1, 0);
    let [rival] = lay(&mut table, Light, [("Talon (A)", GROUND)]);
    table.pools(Light, 2, 0);
    let mut game = battle(table);
    take_all(
        &mut game,
        [Choice::PlayBy(mara, Keyword::HiddenCost), Choice::Put(mara, Spot::Arena(Arena::Ground))],
    );
    assert_eq!((why(&game), who(&game)), (Some(Why::Bid), Some(Light)), "DS has nothing to bid");
    take(&mut game, Choice::Number(1));
    while why(&game) == Some(Why::Bid) {
        take(&mut game, Choice::Pass);
    }
    assert_eq!([mara, rival].map(|unit| place(&game, unit)), [Where::BuildZone, GROUND]);
}
