//! Looking back on what has happened: what is written down, and how far a text looks (rules 1601.6, 1601.10).

use crate::text::*;
use dejarik_engine::state::Slot;
use dejarik_engine::{Begin, What};
use vocab::ability::{
    Ability, Condition, CounterChange, Event, Grant, Pattern, Range, Reference, Rule, Span, Statistic,
};
use vocab::{Counter, Definition};

/// "... if corruption counters were put on (removed from) this unit ...".
fn corrupted(change: CounterChange) -> Event {
    Event::Counters { change, who: None, kind: Counter::Corruption.into(), on: Pattern::THIS, amount: None }
}

fn if_it_happened(event: Event, span: Span, grant: Grant) -> Ability {
    let condition = Condition::Happened(Box::new(event), span, Range::SOME);
    Ability::static_rule(Rule::gets(Reference::This, [grant]).when(condition))
}

fn witness(change: CounterChange, span: Span) -> Definition {
    unit("Witness", "40/1/9", "", vec![if_it_happened(corrupted(change), span, Grant::power(1))])
}

const fn put(card: Slot, kind: Counter) -> What {
    What::PutCounters { card, kind, amount: 1, who: Dark }
}

const fn removed(card: Slot, kind: Counter) -> What {
    What::RemovedCounters { card, kind, amount: 1, who: Dark }
}

#[test]
fn only_what_a_text_asks_about_is_written_down() {
    for change in [CounterChange::Put, CounterChange::Removed] {
        let mut table = table(vec![witness(change, Span::ThisTurn)]);
        let card = lay(&mut table, Dark, "Witness", GROUND);
        let (asked, other) = match change {
            CounterChange::Put => (put(card, Counter::Corruption), removed(card, Counter::Corruption)),
            CounterChange::Removed => (removed(card, Counter::Corruption), put(card, Counter::Corruption)),
        };
        let other_kind = match change {
            CounterChange::Put => put(card, Counter::Damage),
            CounterChange::Removed => removed(card, Counter::Damage),
        };
        for what in [other, other_kind, What::Tapped(card)] {
            table.happens(what);
            assert!(table.state_mut().history.is_empty(), "nobody asks about {what:?}");
        }
        table.happens(asked);
        assert_eq!(table.state_mut().history.iter().map(|past| past.what).collect::<Vec<_>>(), [asked]);
        let game = table.offer(dejarik_engine::Chance::General);
        assert_eq!(game.now(card).power, 2, "{change:?}");
    }
}

#[test]
fn what_happens_twice_is_counted_twice() {
    let twice =
        Condition::Happened(Box::new(corrupted(CounterChange::Put)), Span::ThisTurn, Range::at_least(2));
    let text = Ability::static_rule(Rule::gets(Reference::This, [Grant::power(1)]).when(twice));
    for (times, power) in [(1, 1), (2, 2), (3, 2)] {
        let mut table = table(vec![unit("Witness", "40/1/9", "", vec![text.clone()])]);
        let card = lay(&mut table, Dark, "Witness", GROUND);
        (0..times).for_each(|_| table.happens(put(card, Counter::Corruption)));
        assert_eq!(table.offer(dejarik_engine::Chance::General).now(card).power, power, "{times} times");
    }
}

#[test]
fn a_text_looks_back_as_far_as_it_says() {
    // 1601.6: this turn, last turn, this game.
    let text = |span: Span, statistic: Statistic| {
        let grant = Grant::Bonus(statistic, 1.into());
        if_it_happened(corrupted(CounterChange::Put), span, grant)
    };
    let abilities = vec![
        text(Span::ThisTurn, Statistic::Power),
        text(Span::LastTurn, Statistic::Health),
        text(Span::ThisGame, Statistic::Speed),
    ];
    for (later, expected) in [(0, (41, 2, 9)), (1, (41, 1, 10)), (2, (41, 1, 9))] {
        let mut table = table(vec![unit("Witness", "40/1/9", "", abilities.clone())]);
        let card = lay(&mut table, Dark, "Witness", GROUND);
        table.state_mut().turn = 4;
        table.happens(put(card, Counter::Corruption));
        table.state_mut().turn += later;
        let now = table.offer(dejarik_engine::Chance::General).now(card);
        assert_eq!((now.speed, now.power, now.health), expected, "{later} turns later");
    }
}

#[test]
fn this_attack_is_the_one_that_is_going_on() {
    for (number, power) in [(7, 2), (8, 1)] {
        let mut table = table(vec![witness(CounterChange::Put, Span::ThisAttack)]);
        let card = lay(&mut table, Dark, "Witness", GROUND);
        let other = lay(&mut table, Light, "Witness", GROUND);
        table.attack(card, other);
        let attack = |table: &mut dejarik_engine::Position, number| {
            table.state_mut().attacks.last_mut().expect("the attack").number = number;
        };
        attack(&mut table, 7);
        table.happens(put(card, Counter::Corruption));
        attack(&mut table, number);
        assert_eq!(table.offer(dejarik_engine::Chance::General).now(card).power, power, "attack {number}");
    }
}

#[test]
fn what_nobody_asks_about_any_more_is_forgotten_when_a_turn_starts() {
    for (span, later, kept) in [
        (Span::ThisTurn, 1, 0),
        (Span::LastTurn, 1, 1),
        (Span::LastTurn, 2, 0),
        (Span::ThisGame, 1, 1),
        (Span::ThisGame, 9, 1),
    ] {
        let mut table = table(vec![witness(CounterChange::Put, span)]);
        let card = lay(&mut table, Dark, "Witness", GROUND);
        table.state_mut().turn = 4;
        table.happens(put(card, Counter::Corruption));
        table.state_mut().turn = 4 + later - 1;
        let game = table.play_on(Begin::Turn);
        assert_eq!(game.whole().turn, 4 + later);
        let is_it = |what: What| what == put(card, Counter::Corruption);
        let found = game.whole().history.iter().filter(|past| is_it(past.what)).count();
        assert_eq!(found, kept, "{span:?}, {later} turns later");
    }
}

#[test]
fn what_happens_very_often_is_counted_to_the_last() {
    // More often than there is room for each by itself.
    const TIMES: u8 = 60;
    for (span, later) in [(Span::ThisTurn, 0), (Span::LastTurn, 1), (Span::ThisGame, 5)] {
        let often = Condition::Happened(
            Box::new(corrupted(CounterChange::Put)),
            span,
            Range::at_least(i16::from(TIMES)),
        );
        let text = Ability::static_rule(Rule::gets(Reference::This, [Grant::power(1)]).when(often));
        for (times, power) in [(TIMES - 1, 1), (TIMES, 2)] {
            let mut table = table(vec![unit("Witness", "40/1/9", "", vec![text.clone()])]);
            let card = lay(&mut table, Dark, "Witness", GROUND);
            let other = lay(&mut table, Light, "Witness", GROUND);
            table.state_mut().turn = 4;
            table.attack(card, other);
            for number in 1..=u16::from(times) {
                table.state_mut().attacks.last_mut().expect("the attack").number = number;
                table.happens(put(card, Counter::Corruption));
            }
            table.state_mut().attacks.pop();
            table.state_mut().turn += later;
            let game = table.offer(dejarik_engine::Chance::General);
            assert_eq!(game.now(card).power, power, "{span:?}, {times} times");
        }
    }
}

#[test]
fn there_is_room_for_what_texts_still_look_back_on() {
    // Of the attacks before this one nothing is asked about any more: it makes room.
    let mut table = table(vec![witness(CounterChange::Put, Span::ThisAttack)]);
    let card = lay(&mut table, Dark, "Witness", GROUND);
    let other = lay(&mut table, Light, "Witness", GROUND);
    table.attack(card, other);
    let mut written = Vec::new();
    for number in 1..40 {
        table.state_mut().attacks.last_mut().expect("the attack").number = number;
        table.happens(put(card, Counter::Corruption));
        written.push(table.state_mut().history.len());
    }
    let most = written.iter().copied().max().unwrap_or(0);
    let full = written.iter().position(|len| *len == most).expect("some were written down");
    assert_eq!(written[full + 1], 1, "all but the last were forgotten: {written:?}");
    assert_eq!(table.offer(dejarik_engine::Chance::General).now(card).power, 2);
}
