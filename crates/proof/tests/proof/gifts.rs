//! Plays that bring nothing are found, and plays that bring something are not called gifts.

use dejarik::Cards;
use engine::Game;

/// A position, as a scenario without expectations leads to it.
fn position(text: &str) -> Game {
    let scenario = judge::parse(text).expect("a scenario");
    let verdict = Cards::core().judge_scenario(&scenario);
    Cards::core().reach(&scenario).unwrap_or_else(|| panic!("{verdict}"))
}

/// The choices that the asked player would have nothing from, in words.
fn useless(text: &str) -> Vec<String> {
    let game = position(text);
    let ask = game.asked().expect("a question");
    let seat = game.seat(ask.who);
    let useless = ai::useless(seat);
    assert_eq!(useless.len(), seat.choices().len());
    let found = seat.choices().iter().zip(useless).filter(|(_, useless)| *useless);
    found.map(|(choice, _)| seat.label(*choice).expect("an own choice")).collect()
}

fn expect_gift(words: &str, text: &str) {
    let found = useless(text);
    assert!(found.iter().any(|label| label.contains(words)), "`{words}` is a gift, found {found:?}");
}

fn expect_none(text: &str) {
    let (game, found) = (position(text), useless(text));
    let offered: Vec<String> = game.choices().iter().map(|choice| game.label(*choice)).collect();
    assert!(offered.len() > 1, "something is offered beside passing: {offered:?}");
    assert_eq!(found, Vec::<String>::new(), "of {offered:?}");
}

#[test]
fn a_sacrifice_that_harms_nobody_is_a_gift() {
    let position = |enemy: &str| {
        format!(
            "G1 A sacrifice\n\ndark ground: Saboteur 60/1/2 \"Discard this unit -> Tap each of your opponent's units in the \
             Space arena.\"; Guard 50/1/9\nlight ground: Walker 20/1/9\n{enemy}start battle ground\n"
        )
    };
    expect_gift("Saboteur", &position(""));
    expect_none(&position("light space: Fighter 20/1/9\n"));
}

#[test]
fn becoming_slower_is_a_gift() {
    let text = "G2 Velocity\nrules 1761.1\n\ndark space: Raider 90/1/9\nlight space: Racer 30/1/9 \"Velocity 20\"\nstart battle space\n\n\
                offered option 1\n";
    let game = position(text);
    let options = game.choices().len();
    assert_eq!(useless(text).len(), 1, "one of {options} options makes it slower");
}

#[test]
fn what_is_completed_stays_and_is_no_gift() {
    expect_none(
        "G3 A Campaign\n\nlight character: Envoy 30/2/4\nlight building: campaign Talks cost 1 \"When your build step starts, \
         gain 1 Force.\" counters 1\ndark character: Guard 20/1/9\nlight build 1\nstart build light\n",
    );
}

#[test]
fn another_hand_of_the_same_size_is_no_gift() {
    expect_none(
        "G4 Exchange\n\ndark ground: Clerk 60/1/9 \"[Tap] -> Discard a card from your hand. Draw a card.\"; Guard 50/1/9\n\
         dark hand: character Spare 30/1/1\ndark deck: character Better 30/3/3\nlight ground: Walker 20/1/9\n\
         start battle ground\n",
    );
}

#[test]
fn damage_done_to_an_own_unit_is_a_gift() {
    let text = "G5 Deflect\n\ndark space: Raider 60/4/9\nlight space: Prey 20/1/9 \"Pay 0 Force -> Deflect 2\"; Wall 15/1/9\n\
                start battle space\n\nRaider attacks Prey\ndice 4 4 4 4\nPrey uses Deflect 2\n";
    let found = useless(text);
    assert!(!found.is_empty() && !found.iter().any(|label| label.contains("Raider")), "{found:?}");
}
