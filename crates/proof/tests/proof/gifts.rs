//! Plays that bring nothing are found, and plays that bring something are not called gifts.

use ai::{Level, Player};
use dejarik::Cards;
use dejarik_proof::{DeckPool, Match};
use engine::state::{ByRole, Seed, Where};
use engine::{Choice, Game, Lists, Why};
use vocab::{CardType, Role};

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

#[test]
fn giving_up_a_unit_where_nobody_is_hurt_by_it_is_a_gift() {
    let text = "G7 What is given up\n\ndark ground: Saboteur 60/1/2 \"Discard one of your units from any arena -> Do 4 damage to \
                one of your opponent's units in that arena.\"; Guard 50/1/9\ndark space: Scout 50/1/3\n\
                light ground: Walker 20/1/9\nstart battle ground\n\nSaboteur uses its ability\n";
    let found = useless(text);
    assert_eq!(found, ["Scout"], "there is nobody in Space to be damaged");
}

#[test]
fn a_face_down_card_is_none_that_its_counters_have_paid_for() {
    let game = position(
        "G6 Face down\n\ndark ground: Guard 30/2/4\nlight ground: Scout 30/2/3\n\
         light building: ground Colossus 20/7/7 cost 7 counters 4\n\
         light hand: 5 ground Recruit 30/1/1 cost 2\nlight deck: ground Fortress 10/3/9 cost 6; 5 ground Recruit 30/1/1 cost 2\n\
         start build dark\n",
    );
    let down = |game: &Game| {
        let state = game.whole();
        let slot = state.zone(Role::Light, Where::BuildZone).find(|slot| state.card(*slot).is_face_down());
        let card = state.card(slot.expect("a card that is being built"));
        game.catalog().definition(card.definition).to_string()
    };
    let dealt: Vec<String> =
        (0..40).map(|seed| down(&game.seat(Role::Dark).determinise(Seed::from(seed)))).collect();
    assert!(dealt.iter().all(|name| name != "Recruit"), "four counters are more than it costs: {dealt:?}");
    assert!(dealt.iter().any(|name| name == "Fortress"), "nobody knows which of the two it is: {dealt:?}");
}

/// What a player of a level answers in a position, in words.
fn answer(level: Level, text: &str) -> String {
    let game = position(text);
    let ask = game.asked().expect("a question");
    let index = Player::new(level, 7).choose(game.seat(ask.who));
    game.label(game.choices()[index])
}

#[test]
fn a_unit_that_holds_an_arena_does_not_become_a_pilot() {
    let position = |others: &str| {
        format!(
            "G8 A pilot\nrules 902.1\n\n\
             light character: Ace 40/3/4 \"[pilot] Starfighter Pilot. The Starfighter gets: * +1 power\"\n{others}\
             light space: Wing 50/3/3 Starfighter\nlight ground: Walker 20/3/5\n\
             dark character: Guard 30/3/3\ndark space: Raider 50/3/3\ndark ground: Tank 20/3/5\nstart build light\n\n\
             offered Ace as Pilot onto Wing\n"
        )
    };
    for level in [Level::Skilled, Level::Strong] {
        assert_eq!(
            answer(level, &position("")),
            "done",
            "{level}: nobody else fights in the Character arena"
        );
    }
}

#[test]
fn a_unit_that_would_be_lost_before_it_acts_retreats_where_the_turn_ends_better_for_it() {
    let position = |enemy: &str| {
        format!(
            "G9 A retreat\nrules 706.1\n\n\
             dark character: Knight 30/4/5 damage 4; Wall 20/3/9\ndark space: Raider 50/3/4\ndark ground: Tank 20/3/5\n\
             light character: {enemy}\nlight space: Wing 50/3/4\nlight ground: Walker 20/3/5\nstart retreat dark\n\n\
             offered Knight\n"
        )
    };
    for level in [Level::Skilled, Level::Strong] {
        assert_eq!(answer(level, &position("Hunter 60/6/2")), "Knight", "{level}");
        assert_eq!(answer(level, &position("Cripple 10/1/2")), "done", "{level}: it acts first");
    }
}

#[test]
fn a_gentle_player_is_never_rough() {
    let pool = DeckPool::load().expect("the CORE decks");
    let (mut answers, mut turns) = (0, 0);
    for number in 0..6 {
        let mut game =
            Game::new(pool.catalog.clone(), &pool.setup(&Match::number(number * 7 + 1, 3))).expect("a game");
        let mut players = ByRole::from_fn(|who| Player::new(Level::Gentle, number + who as u64));
        while let Some(ask) = game.asked() {
            let index = players[ask.who].choose(game.seat(ask.who));
            let (state, choice) = (game.whole(), game.choices()[index]);
            let what = || format!("game {number}, turn {}: {}", state.turn, game.label(choice));
            match (ask.why, choice) {
                (Why::Retreat, Choice::Card(unit)) => {
                    let Where::Arena(arena) = state.card(unit).place else { panic!("{}", what()) };
                    assert!(state.card(unit).damage > 0, "a healthy unit retreats: {}", what());
                    assert!(game.units_of(ask.who, arena).count() > 1, "an arena is left empty: {}", what());
                }
                (_, Choice::Play(card)) => {
                    let kind = game.catalog().card_type(state.card(card).definition);
                    assert!(state.turn > 2 || kind != CardType::Battle, "an early Battle card: {}", what());
                }
                _ => {}
            }
            game.answer(index).expect("an offered choice");
            answers += 1;
        }
        turns += game.whole().turn;
    }
    assert!(answers > 300 && turns > 6, "{answers} answers, {turns} turns: too little to see anything");
}

#[test]
fn counters_that_only_texts_count_are_no_gift() {
    let position = |play: &str, more: &str| {
        format!(
            "G8 Counters\n\ndark character: Adept 60/1/9 \"{play}\"; Guard 50/1/9\nlight character: Envoy 20/1/9{more}\n\
             dark force 4\nlight force 4\nstart battle character\n"
        )
    };
    expect_none(&position("Pay 1 Force -> Put 1 mastery counter on this unit.", ""));
    expect_none(&position(
        "Pay 1 Force -> Put 1 corruption counter on one of your opponent's Characters.",
        "",
    ));
    expect_none(&position(
        "Pay 1 Force -> Remove 1 mastery counter from one of your opponent's Characters.",
        " mastery 2",
    ));
}

#[test]
fn without_the_list_a_deal_says_nothing_about_what_the_opponent_brought() {
    let position = |hand: &str| {
        position(&format!(
            "G10 Closed lists\n\n\
             dark discard: @Ridge Trooper; @Cell Saboteur; @Field Surgeon; @Tusker Cavalry; @Talon Fighter\n\
             dark ground: Guard 30/2/4\nlight ground: 3 @Tusker Cavalry\nlight hand: {hand}\nlight deck: 3 @Field Surgeon\n\
             start build dark\n"
        ))
    };
    let hands = |game: &Game, lists: Lists| -> Vec<Vec<String>> {
        let deal = |seed: u64| {
            let dealt = game.seat(Role::Dark).with(lists).determinise(Seed::from(seed));
            let state = dealt.whole();
            let hand = state.zone(Role::Light, Where::Hand).map(|slot| state.card(slot).definition);
            hand.map(|id| dealt.catalog().definition(id).to_string()).collect()
        };
        (0..60).map(deal).collect()
    };
    let (troopers, saboteurs) = (position("2 @Ridge Trooper"), position("2 @Cell Saboteur"));
    assert_ne!(hands(&troopers, Lists::Open), hands(&saboteurs, Lists::Open));
    let closed = hands(&troopers, Lists::Closed);
    assert_eq!(closed, hands(&saboteurs, Lists::Closed));
    let cards: Vec<&String> = closed.iter().flatten().collect();
    assert!(closed.iter().all(|hand| hand.len() == 3), "two and the one that was drawn");
    let count = |name: &str| cards.iter().filter(|card| ***card == name).count();
    assert_eq!(count("Talon Fighter"), 0, "a Light deck has no Dark cards (401.7)");
    assert!(count("Cell Saboteur") > 0, "anything that such a deck may have");
    let copies = closed.iter().map(|hand| hand.iter().filter(|card| *card == "Tusker Cavalry").count());
    assert_eq!(copies.max(), Some(1), "three of four are on the table (401.5)");
}
