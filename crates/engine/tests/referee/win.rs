//! Control and winning (chapter 15).

use crate::table::{Dark, Light, lay, table, take, unit};
use dejarik_engine::state::{DeckOut, Ending, Options, Outcome, Where};
use dejarik_engine::{Begin, Choice, Position, What, control};
use vocab::{Arena, Definition, RuleNumber};

const SPACE: Where = Where::Arena(Arena::Space);
const GROUND: Where = Where::Arena(Arena::Ground);

fn definitions() -> Vec<Definition> {
    vec![unit("Ship", "30/2/2", "Space", 2), unit("Tank", "30/2/2", "Ground", 2)]
}

#[test]
fn t134_who_controls_two_arenas_wins() {
    let mut table = table(definitions());
    lay(&mut table, Light, [("Ship", SPACE), ("Tank", GROUND)]);
    let game = table.play(Begin::TurnEnd);
    assert_eq!(game.outcome(), Some(Outcome::Won(Light, RuleNumber::new(1502, 2))));
    assert_eq!(game.decision(), None);
}

#[test]
fn t137_units_in_the_build_zone_do_not_count() {
    let mut table = table(definitions());
    lay(&mut table, Light, [("Tank", Where::BuildZone), ("Ship", SPACE)]);
    lay(&mut table, Dark, [("Tank", GROUND)]);
    let mut game = table.play(Begin::RetreatStep(Dark));
    assert_eq!(control(&game, Arena::Ground), Some(Dark));
    assert_eq!(control(&game, Arena::Space), Some(Light));
    assert_eq!(control(&game, Arena::Character), None);
    take(&mut game, Choice::Done);
}

#[test]
fn gaining_control_is_noted_once() {
    // 1501.4.
    let mut table = table(definitions());
    let [tank] = lay(&mut table, Dark, [("Tank", Where::BuildZone)]);
    let mut game = table.play(Begin::BuildStep(Dark));
    take(&mut game, Choice::Put(tank, dejarik_engine::Spot::Arena(Arena::Ground)));
    let gained = What::GainedArena { who: Dark, arena: Arena::Ground };
    assert_eq!(game.take_events().into_iter().filter(|event| event.what == gained).count(), 1);
}

#[test]
fn t140_an_empty_deck_is_harmless_unless_the_setup_says_otherwise() {
    // 1502.10.
    for (deck_out, over) in [(DeckOut::Harmless, false), (DeckOut::Loses, true)] {
        let options = Options { deck_out, ..Options::default() };
        let mut table = Position::new(definitions(), 1.into(), options).unwrap();
        lay(&mut table, Dark, [("Tank", Where::Hand)]);
        table.pools(Dark, 0, 1);
        let game = table.play(Begin::BuildStep(Dark));
        assert_eq!(game.outcome().is_some(), over);
    }
}

#[test]
fn a_game_in_which_nothing_happens_is_a_draw_after_ten_turns() {
    // 1502.11.
    let game = table(definitions()).play(Begin::Turn);
    assert_eq!(game.outcome(), Some(Outcome::Draw(RuleNumber::new(1502, 11))));
    assert_eq!(game.whole().turn, 10);
}

#[test]
fn a_game_ends_after_two_hundred_turns() {
    // 1502.11.
    let mut table = table(definitions());
    table.state_mut().turn = 199;
    let game = table.play(Begin::Turn);
    assert_eq!((game.outcome(), game.whole().turn), (Some(Outcome::Draw(RuleNumber::new(1502, 11))), 200));
}

#[test]
fn players_end_a_game_whatever_is_going_on() {
    let ends = [
        // 1502.8.
        (Ending::Concession(Dark), Outcome::Won(Light, RuleNumber::new(1502, 8))),
        (Ending::Concession(Light), Outcome::Won(Dark, RuleNumber::new(1502, 8))),
        // 1502.12.
        (Ending::Agreement, Outcome::Draw(RuleNumber::new(1502, 12))),
        // 1502.13.
        (Ending::Time(Dark), Outcome::Won(Light, RuleNumber::new(1502, 13))),
        // 1502.14.
        (Ending::Absence(Light), Outcome::Won(Dark, RuleNumber::new(1502, 14))),
    ];
    for (ending, outcome) in ends {
        let mut table = table(definitions());
        lay(&mut table, Light, [("Tank", GROUND)]);
        lay(&mut table, Dark, [("Tank", GROUND)]);
        let mut game = table.play(Begin::BattlePhase);
        assert!(game.decision().is_some());
        game.take_events();
        game.end(ending);
        assert_eq!((game.outcome(), game.decision()), (Some(outcome), None));
        assert_eq!(outcome.ending(), Some(ending));
        let told: Vec<What> = game.take_events().into_iter().map(|event| event.what).collect();
        assert_eq!(told, [What::Over(outcome)]);
        assert!(game.answer(0).is_err() && game.choices().is_empty());
        // What is over stays as it is.
        game.end(Ending::Agreement);
        assert_eq!(game.outcome(), Some(outcome));
    }
}
