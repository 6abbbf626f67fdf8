//! What the table answers for its players: where it may, and where it has to ask.

use ai::Obvious;
use dejarik::Cards;
use engine::{Choice, Game, Why};

/// A position, as a scenario without expectations leads to it.
fn position(text: &str) -> Game {
    let scenario = judge::parse(text).expect("a scenario");
    let verdict = Cards::core().judge_scenario(&scenario);
    Cards::core().reach(&scenario).unwrap_or_else(|| panic!("{verdict}"))
}

/// The question of a position, and what is answered for the player without asking.
fn answered(text: &str) -> (Why, Option<(Choice, Obvious)>) {
    let game = position(text);
    let ask = game.asked().expect("a question");
    let found = ai::obvious(game.seat(ask.who));
    (ask.why, found.map(|(place, why)| (game.choices()[place], why)))
}

#[test]
fn a_play_is_passed_that_costs_more_than_it_brings_in_an_attack_and_no_other() {
    let attack = |power: &str, health: &str| {
        format!(
            "O1 Strength\n\ndark ground: Brawler 60/{power}/9 \"Pay 3 Force -> This unit gets +2 power for this attack.\"\n\
             light ground: Wall 20/1/{health}; Moat 15/1/9\ndark ground: Guard 50/2/6\ndark force 3\nlight force 4\nstart battle ground\n\nBrawler attacks Wall\n"
        )
    };
    assert_eq!(answered(&attack("12", "1")), (Why::PlayOrPass, Some((Choice::Pass, Obvious::Dear))));
    assert_eq!(answered(&attack("1", "3")), (Why::PlayOrPass, None));
}

#[test]
fn what_a_play_brings_besides_the_fight_is_its_players_business() {
    let drawn = "O2 A card\n\ndark ground: Clerk 60/12/9 \"Pay 3 Force -> Draw a card. Play only when this unit is attacking.\"\n\
                 dark deck: 12 ground Spare 30/1/1\nlight ground: Wall 20/1/1\ndark force 6\nlight force 4\nstart battle ground\n\n\
                 Clerk attacks Wall\n";
    assert_eq!(answered(drawn), (Why::PlayOrPass, None));
}

#[test]
fn the_only_target_is_attacked_unless_that_may_turn_out_badly() {
    let target = |text: &str| {
        format!(
            "O3 A target\n\ndark ground: Brawler 60/4/5\nlight ground: Wall 20/3/6 \"{text}\"\nlight force 6\nstart battle ground\n"
        )
    };
    let (why, found) = answered(&target("Pay 1 Force -> Evade 1"));
    assert!(why == Why::Act && matches!(found, Some((Choice::Attack(..), Obvious::Attack))), "{found:?}");
    let (why, found) = answered(&target("Pay 1 Force -> Retaliate 5"));
    assert_eq!((why, found), (Why::Act, None), "it may cost the attacker");
}

#[test]
fn of_plain_units_that_are_equally_fast_the_strongest_is_first() {
    let two = |text: &str| {
        format!(
            "O4 Two\n\ndark ground: Page 60/1/2; Knight 60/5/9{text}\nlight ground: Wall 20/3/6; Moat 20/2/8\nstart battle ground\n"
        )
    };
    let game = position(&two(""));
    let who = game.asked().expect("a question").who;
    assert_eq!(game.asked().map(|ask| ask.why), Some(Why::NextUnit));
    let (place, why) = ai::obvious(game.seat(who)).expect("an answer");
    assert_eq!((game.label(game.choices()[place]).as_str(), why), ("Knight", Obvious::Order));
    assert_eq!(answered(&two(" \"Pay 1 Force -> Intercept\"")), (Why::NextUnit, None));
}

#[test]
fn what_only_brings_is_done_and_what_costs_is_asked() {
    let may = |text: &str| {
        format!(
            "O5 May\n\ndark ground: Clerk 60/1/9 \"When this unit attacks, you may {text}\"\ndark deck: 14 ground Spare 30/1/1\n\
             dark hand: ground Spare 30/1/1\nlight ground: Wall 20/3/6\nstart battle ground\n\nClerk attacks Wall\n"
        )
    };
    assert_eq!(answered(&may("gain 1 Force.")), (Why::Optional, Some((Choice::Yes, Obvious::Free))));
    let discards = answered(&may("discard a card from your hand."));
    assert!(
        discards.0 == Why::Optional && discards.1.is_none_or(|(choice, _)| choice == Choice::No),
        "{discards:?}"
    );
    assert_eq!(answered(&may("discard a card from your hand to gain 1 Force.")), (Why::Optional, None));
    let last = may("draw a card.").replace("14 ground Spare", "3 ground Spare");
    assert_eq!(answered(&last), (Why::Optional, None), "the last cards of a deck aren't drawn unasked");
}
