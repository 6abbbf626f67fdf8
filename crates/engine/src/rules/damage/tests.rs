//! Damage by effects, whose interpreter is not needed for it (chapter 12).

use super::prevent::prevent;
use super::{Hit, Preventability, deal, deal_divided, dice_divided, pending};
use crate::common::{Laid, Talk, ds, has, ls, position, x};
use crate::state::Slot;
use crate::{Choice, Game};
use vocab::{Keyword, Role};

fn table<const N: usize>(units: [Laid; N], dice: &[u8]) -> (Game, [Slot; N]) {
    let (position, slots) = position(units, dice);
    (position.game, slots)
}

fn run(game: &mut Game, frame: crate::records::frame::Frame) {
    game.push(frame);
    game.run();
}

#[test]
fn divided_dice_are_rolled_first() {
    let units = || {
        [ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![has(Keyword::Armor)]), ls("E", "40/1/9", vec![])]
    };
    let (mut game, [a, d, e]) = table(units(), &[4, 4, 5]);
    let frame = dice_divided(&mut game, a, &[d, e], 3, Preventability::YES);
    run(&mut game, frame);
    assert_eq!(game.question().choices, [0, 1, 2, 3].map(Choice::Number), "one unit has no Armor");
    game.choose(Choice::Number(2));
    assert_eq!((game.counters(d), game.counters(e)), (2, 1));
}

#[test]
fn divided_damage_may_be_divided_again_before_it_is_settled() {
    let units = ["D", "E", "F"].map(|name| ls(name, "40/1/9", vec![]));
    let (mut game, [d, e, f]) = table(units, &[]);
    let frame = deal_divided(&mut game, d, &[d, e, f], 4, Preventability::YES);
    run(&mut game, frame);
    game.choose(Choice::Number(1));
    game.choose(Choice::Back);
    game.choose(Choice::Number(0));
    game.choose(Choice::Number(3));
    assert_eq!([d, e, f].map(|unit| game.counters(unit)), [0, 3, 1]);
}

#[test]
fn a_card_prevents_what_is_pending() {
    let (mut game, [a, d]) =
        table([ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Evade, 1)])], &[]);
    let hit = Hit { to: d, from: a, amount: 3, preventable: Preventability::YES };
    let frame = deal(&mut game, &[hit]);
    run(&mut game, frame);
    assert_eq!(pending(&game).iter().map(|instance| instance.amount).collect::<Vec<_>>(), [3]);
    assert_eq!(prevent(&mut game, d, 2, a, &[d], u32::MAX), 0, "from another source");
    assert_eq!(prevent(&mut game, d, 2, a, &[a], u32::MAX), 2);
    assert_eq!(prevent(&mut game, d, 5, a, &[a], u32::MAX), 1, "never below 0");
    game.pass();
    assert_eq!((game.counters(d), prevent(&mut game, d, 1, a, &[a], u32::MAX)), (0, 0));
}

#[test]
fn damage_that_only_evade_prevents() {
    let abilities = vec![x(Keyword::Absorb, 2), x(Keyword::Evade, 1)];
    let (mut game, [a, d]) = table([ds("A", "40/1/9", vec![]), ls("D", "40/1/9", abilities)], &[]);
    let only = vocab::ability::Preventable::OnlyBy(vec![Keyword::Evade]);
    let preventable = Preventability::of(&game.catalog, &only);
    let frame = deal(&mut game, &[Hit { to: d, from: a, amount: 3, preventable }]);
    run(&mut game, frame);
    game.play(d);
    game.play(d);
    game.choose(Choice::Number(1));
    assert_eq!(game.counters(d), 2);
}

#[test]
fn t269_damage_by_a_card_that_is_no_unit_stuns_and_surges_nobody() {
    let mut card = ds("Card", "0/0/0", vec![x(Keyword::Stun, 1)]);
    card.1.card_type = vocab::CardType::Battle;
    let definitions = vec![card.1, ls("D", "40/1/9", vec![x(Keyword::Surge, 2)]).1];
    let mut position =
        crate::Position::new(definitions, 1.into(), crate::state::Options::default()).expect("a position");
    let card = position.put(Role::Dark, "Card", crate::state::Where::DiscardPile).expect("room");
    let arena = crate::state::Where::Arena(vocab::Arena::Ground);
    let d = position.put(Role::Light, "D", arena).expect("room");
    let game = position.deal(card, d, 1);
    assert!(game.decision().is_none());
    assert_eq!((game.counters(d), game.now(d).power), (1, 1));
}

#[test]
fn t171_cards_beneath_a_discarded_unit_go_to_the_discard_pile() {
    let units = [ds("A", "40/2/2", vec![has(Keyword::Consume)]), ls("D", "40/1/1", vec![])];
    let (mut game, [a, d]) = table(units, &[]);
    for (from, to) in [(a, d), (d, a)] {
        let frame = deal(&mut game, &[Hit { to, from, amount: 9, preventable: Preventability::YES }]);
        run(&mut game, frame);
    }
    assert!([a, d].into_iter().all(|card| game.state.card(card).place == crate::state::Where::DiscardPile));
}

#[test]
fn r1739_8_a_meditated_unit_of_one_card_is_removed_and_earns_nothing() {
    let units = [ds("A", "40/2/2", vec![has(Keyword::Consume)]), ls("D", "40/1/1", vec![])];
    let (mut game, [a, d]) = table(units, &[]);
    game.state.card_mut(d).marks.set(crate::state::Mark::Meditated);
    let frame = deal(&mut game, &[Hit { to: d, from: a, amount: 1, preventable: Preventability::YES }]);
    run(&mut game, frame);
    assert_eq!(game.state.card(d).place, crate::state::Where::Removed);
}

#[test]
fn t302_a_unit_that_comes_again_can_be_ambushed_again() {
    let units = [ls("M", "40/1/9", vec![x(Keyword::Ambush, 1)]), ds("U", "40/1/9", vec![])];
    let (mut game, [m, u]) = table(units, &[4, 4]);
    for entering in 1..=2 {
        crate::rules::keywords::ambush::wait_for(&mut game, u, Role::Dark);
        run(&mut game, crate::rules::trigger::Frame::Resolve.into());
        game.play(m);
        assert!(game.decision().is_none(), "once for each entering");
        assert_eq!(game.counters(u), entering);
    }
}

#[test]
fn t244_a_unit_that_left_as_the_cost_protects_all_the_same() {
    let units =
        [ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Evade, 1)]), ls("B", "40/1/9", vec![])];
    let (mut game, [a, d, b]) = table(units, &[]);
    let frame = deal(&mut game, &[Hit { to: d, from: a, amount: 4, preventable: Preventability::YES }]);
    run(&mut game, frame);
    let by = crate::rules::change::By::card(b, 1746, 4);
    game.discard(b, crate::DiscardCause::Player(Role::Light), by);
    let protect =
        crate::rules::keywords::begin(&mut game, b, Keyword::Protect, 3, crate::AbilityId::default())
            .expect("there is damage");
    run(&mut game, protect);
    game.choose(Choice::Number(3));
    game.pass();
    assert_eq!(game.counters(d), 1);
}

#[test]
fn what_was_done_is_left_for_the_effect_that_did_it() {
    let (mut game, [a, d]) =
        table([ds("A", "40/1/9", vec![]), ls("D", "40/1/9", vec![x(Keyword::Evade, 1)])], &[]);
    let frame = deal(&mut game, &[Hit { to: d, from: a, amount: 3, preventable: Preventability::YES }]);
    run(&mut game, frame);
    game.play(d);
    game.choose(Choice::Number(1));
    assert_eq!(game.state.report, crate::state::Report::Damage(2));
}
