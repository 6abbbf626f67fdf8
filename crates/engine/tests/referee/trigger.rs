//! Triggered effects: noticing, waiting, order, conditions, delayed effects, Traps, Traits (1305, 210, 212).

use crate::text::*;
use dejarik_engine::state::{Mark, Moment, Where};
use dejarik_engine::{Chance, Choice, Mode, Spot, What, Why};
use vocab::ability::{
    Ability, Action, Amount, CardAction, Cause, Class, Condition, CounterAction, CounterChange, Destination,
    Duration, Edge, Effect, Event, Filter, Flow, Frequency, Noun, Outcome, Pattern, Place, Player, Pool,
    Quality, Range, Reference, Relation, Replacement, Selector, Stage, Tense, Trap, Trigger, Triggered,
    UnitAction, Wrapper,
};
use vocab::{Arena, CardType, Counter};

fn gain(n: i16) -> Effect {
    Effect::gain_force(n)
}

fn when(event: Event, effect: impl Into<Effect>) -> Ability {
    Ability::triggered(event, effect)
}

#[test]
fn t123_the_dark_side_players_triggers_resolve_first() {
    let ability = when(
        Event::Stage(Edge::Start, Stage::BattlePhase),
        Effect::If {
            condition: Condition::Compare(Amount::ForceTotal(Player::Opponent), Range::at_most(10)),
            then: Box::new(gain(1)),
            otherwise: None,
        },
    );
    let mut table = table(vec![unit("Eager", "1/1/1", "", vec![ability])]);
    lay(&mut table, Dark, "Eager", GROUND);
    lay(&mut table, Light, "Eager", GROUND);
    table.happens(What::Started(Moment::BattlePhase));
    let game = table.resolve();
    assert_eq!((force(&game, Dark), force(&game, Light)), (11, 10));
}

#[test]
fn a_player_chooses_the_order_of_his_or_her_own() {
    // 1305.4.
    let start = || Event::Stage(Edge::Start, Stage::BattlePhase);
    let double = when(start(), Action::Gain(Player::You, Pool::Force, Amount::ForceTotal(Player::You)));
    let mut table = table(vec![
        unit("Adds", "1/1/1", "", vec![when(start(), gain(1))]),
        unit("Doubles", "1/1/1", "", vec![double]),
    ]);
    lay(&mut table, Dark, "Adds", GROUND);
    let doubles = lay(&mut table, Dark, "Doubles", GROUND);
    table.happens(What::Started(Moment::BattlePhase));
    let mut game = table.resolve();
    assert_eq!(game.decision().map(|decision| decision.why), Some(Why::Order));
    using(&mut game, doubles);
    assert_eq!(force(&game, Dark), 21);
}

#[test]
fn t122_triggers_wait_for_the_whole_effect() {
    let heals = when(Event::Draws(Player::You), CounterAction::remove(1, Counter::Damage, Selector::THIS));
    let hand = || Filter::cards().at(Place::Hand(Player::You));
    let card = Ability::one_shot(Effect::steps([
        CardAction::you_draw(2).into(),
        CardAction::Discard(Selector::some(vocab::ability::Quantity::Exactly(2.into()), hand())).into(),
    ]));
    let mut table = table(vec![unit("Healer", "1/1/9", "", vec![heals]), battle("Sift", vec![card])]);
    let healer = lay(&mut table, Dark, "Healer", GROUND);
    table.damage(healer, 5);
    let sift = lay(&mut table, Dark, "Sift", Where::Hand);
    for _ in 0..3 {
        lay(&mut table, Dark, "Healer", Where::Deck);
    }
    let mut game = table.offer(Chance::General);
    game.take_events();
    take(&mut game, Choice::Play(sift));
    assert_eq!(game.whole().card(healer).damage, 3);
    let events = game.take_events();
    let last_discard = events.iter().rposition(|event| matches!(event.what, What::Discarded { .. }));
    let first_heal = events.iter().position(|event| matches!(event.what, What::RemovedCounters { .. }));
    assert!(last_discard < first_heal, "1305.3");
}

#[test]
fn a_condition_is_checked_again_when_the_effect_resolves() {
    // 1305.5.
    let start = || Event::Stage(Edge::Start, Stage::Turn);
    let few = Condition::Compare(Amount::ForceTotal(Player::You), Range::at_most(10));
    let ability = Ability::new(Triggered { trigger: start().into(), condition: Some(few), effect: gain(1) });
    let mut table = table(vec![unit("Poor", "1/1/1", "", vec![ability])]);
    lay(&mut table, Dark, "Poor", GROUND);
    lay(&mut table, Dark, "Poor", GROUND);
    table.happens(What::Started(Moment::Ready));
    let mut game = table.resolve();
    let first = game.choices()[0];
    take(&mut game, first);
    assert_eq!(force(&game, Dark), 11);
}

#[test]
fn last_stand_and_discards_are_noticed_while_the_card_is_there() {
    // 1737.1, 1737.2, 1305.6.
    let stand = Ability::new(Wrapper::LastStand(gain(2)));
    let mourns = when(
        Event::Discarded {
            what: yours().other().into(),
            from: Some(Place::Arena(vocab::ability::ArenaRef::Any)),
            cause: Cause::By(Player::You),
        },
        gain(10),
    );
    let kill = pay(
        0,
        CardAction::Discard(Selector::some(
            vocab::ability::Quantity::Exactly(2.into()),
            yours().subtype("Droid"),
        )),
    );
    let mut table = table(vec![
        unit("Brave", "1/1/1", "Droid", vec![stand]),
        unit("Friend", "1/1/1", "", vec![mourns, kill]),
    ]);
    lay(&mut table, Dark, "Brave", GROUND);
    lay(&mut table, Dark, "Brave", Where::BuildZone);
    let friend = lay(&mut table, Dark, "Friend", GROUND);
    let mut game = table.offer(Chance::General);
    using(&mut game, friend);
    while let Some(choice) =
        game.choices().first().copied().filter(|_| game.decision().is_some_and(|it| it.why == Why::Order))
    {
        take(&mut game, choice);
    }
    assert_eq!(force(&game, Dark), 22);
}

#[test]
fn deploy_texts_wait_for_deployments_only() {
    // 1718.1, 1718.3.
    let mut table = table(vec![unit("Bringer", "1/1/1", "", vec![Ability::new(Wrapper::Deploy(gain(2)))])]);
    let bringer = lay(&mut table, Dark, "Bringer", GROUND);
    table.happens(What::Entered {
        who: Dark,
        unit: bringer,
        arena: Arena::Ground,
        by: vocab::ability::Entry::Put,
    });
    let spot = Spot::Arena(Arena::Ground);
    table.happens(What::Deployed { who: Dark, card: bringer, spot, using: None });
    assert_eq!(force(&table.resolve(), Dark), 12);
}

#[test]
fn events_name_their_parties_and_numbers() {
    // "Whenever this unit damages a unit, gain that much Force and put that many corruption counters on it."
    let ability = when(
        Event::damages(Reference::This, Filter::units()),
        Effect::steps([
            Effect::gain_force(Amount::ThatMuch),
            CounterAction::put(Amount::ThatMuch, Counter::Corruption, Selector::Known(Reference::Subject))
                .into(),
        ]),
    );
    let mut table = table(vec![unit("Vampire", "1/1/1", "", vec![ability])]);
    let vampire = lay(&mut table, Dark, "Vampire", GROUND);
    let victim = lay(&mut table, Light, "Vampire", GROUND);
    table.happens(What::Damaged { unit: victim, from: vampire, amount: 3, using: None });
    let game = table.resolve();
    assert_eq!(force(&game, Dark), 13);
    assert_eq!(game.whole().counters(victim, Counter::Corruption), 3);
}

#[test]
fn the_first_time_each_turn_and_counters() {
    let event = Event::Counters {
        change: CounterChange::Put,
        who: None,
        kind: Counter::Corruption.into(),
        on: Pattern::THIS,
        amount: Some(Range::at_least(2)),
    };
    let ability = Ability::triggered(Trigger::from(event).occurring(Frequency::FirstEachTurn), gain(1));
    let mut table = table(vec![unit("Dark", "1/1/1", "", vec![ability])]);
    let dark = lay(&mut table, Dark, "Dark", GROUND);
    for amount in [1, 2, 2] {
        table.happens(What::PutCounters { card: dark, kind: Counter::Corruption, amount, who: Light });
    }
    assert_eq!(force(&table.resolve(), Dark), 11);
}

#[test]
fn paying_is_not_losing() {
    // 1602.9.
    let ability = when(
        Event::Pool { who: Player::Opponent, flow: Flow::Lose, pool: Pool::Force, amount: None },
        Effect::gain_force(Amount::ThatMuch),
    );
    let drain = pay(2, Action::Lose(Player::You, Pool::Force, 1.into()));
    let mut table =
        table(vec![unit("Thief", "1/1/1", "", vec![ability]), unit("Fool", "1/1/1", "", vec![drain])]);
    lay(&mut table, Light, "Thief", GROUND);
    let fool = lay(&mut table, Dark, "Fool", GROUND);
    let mut game = table.offer(Chance::General);
    using(&mut game, fool);
    assert_eq!((force(&game, Dark), force(&game, Light)), (7, 11));
}

#[test]
fn delayed_effects_happen_once_and_remember_what_was_chosen() {
    // 1112.1: "Choose a unit. When the attack ends, tap it."
    let slot = vocab::ability::Slot(0);
    let text = Effect::steps([
        Effect::from(Action::Choose(vocab::ability::Choosable::Objects(Selector::one(theirs())))).named(slot),
        Effect::delayed(Event::ATTACK_ENDS, UnitAction::Tap(Selector::result(slot))),
    ]);
    let mut table =
        table(vec![unit("Marks", "1/1/1", "", vec![pay(1, text)]), unit("Prey", "1/1/1", "", vec![])]);
    let marks = lay(&mut table, Dark, "Marks", GROUND);
    let prey = lay(&mut table, Light, "Prey", GROUND);
    let other = lay(&mut table, Light, "Prey", GROUND);
    table.attack(marks, other);
    let mut game = table.offer(Chance::Attack);
    using(&mut game, marks);
    take(&mut game, Choice::Card(prey));
    assert!(!game.whole().card(prey).is_tapped());
    assert_eq!(game.whole().delayed.len(), 1);
}

#[test]
fn a_trait_attaches_itself_once() {
    // 210.4, 210.5.
    let no_trait = Quality::Has(
        Relation::Attached,
        Box::new(Filter::class(Class::new(Noun::Equipment).adjective(Quality::subtype("Trait"))).into()),
    );
    let text = when(
        Event::Damage {
            source: None,
            target: Some(yours().with(no_trait.negated()).into()),
            amount: Some(Range::at_least(2)),
            using: None,
        },
        CardAction::Put(Selector::THIS, Destination::AttachedTo(Selector::Known(Reference::Subject))),
    );
    let mut calm = equipment("Calm", vec![text]);
    calm.subtypes = "Trait".into();
    let mut table = table(vec![calm, unit("Knight", "1/1/9", "", vec![])]);
    let calm = lay(&mut table, Dark, "Calm", Where::BuildZone);
    let knight = lay(&mut table, Dark, "Knight", GROUND);
    let other = lay(&mut table, Dark, "Knight", GROUND);
    for (unit, amount) in [(other, 1), (knight, 2)] {
        table.happens(What::Damaged { unit, from: other, amount, using: None });
    }
    let game = table.resolve();
    assert_eq!(game.whole().card(calm).place, Where::Attached(knight));
}

#[test]
fn a_trap_is_completed_when_its_moment_comes() {
    // 212.2, 212.3: optional, revealed, resolved, discarded.
    let text = Trap {
        tense: Tense::Happens,
        trigger: Event::Deploys { who: Player::Opponent, what: Filter::units().into(), using: None }.into(),
        condition: None,
        effect: UnitAction::Tap(Reference::Subject.into()).into(),
    };
    let cards = || {
        vec![
            card("Pit", CardType::Trap, vec![Ability::new(text.clone())]),
            unit("Intruder", "1/1/1", "", vec![]),
        ]
    };
    for (counters, used) in [(2, Some(true)), (2, Some(false)), (1, None)] {
        let mut table = table(cards());
        let pit = lay(&mut table, Dark, "Pit", Where::BuildZone);
        table.mark(pit, Mark::FaceDown);
        table.state_mut().cards[pit.index()].build = counters;
        let intruder = lay(&mut table, Light, "Intruder", GROUND);
        let spot = Spot::Arena(Arena::Ground);
        table.happens(What::Deployed { who: Light, card: intruder, spot, using: None });
        let mut game = table.resolve();
        assert_eq!(game.decision().is_some(), used.is_some());
        let answer = |used: bool| if used { Choice::Play(pit) } else { Choice::Pass };
        used.into_iter().for_each(|used| take(&mut game, answer(used)));
        let used = used == Some(true);
        assert_eq!(game.whole().card(intruder).is_tapped(), used);
        let place = if used { Where::DiscardPile } else { Where::BuildZone };
        assert_eq!(game.whole().card(pit).place, place);
    }
}

#[test]
fn meanwhile_and_the_next_time() {
    // "Until end of turn, the next time your opponent draws a card, gain 3 Force."
    let text =
        Ability::triggered(Trigger::from(Event::Draws(Player::Opponent)).occurring(Frequency::Next), gain(3));
    let watch = pay(0, Effect::Meanwhile(Box::new(text), Duration::EndOfTurn));
    let draw = pay(0, CardAction::you_draw(2));
    let mut table =
        table(vec![unit("Watcher", "1/1/1", "", vec![watch]), unit("Drawer", "1/1/1", "", vec![draw])]);
    let watcher = lay(&mut table, Dark, "Watcher", GROUND);
    let drawer = lay(&mut table, Light, "Drawer", GROUND);
    for _ in 0..3 {
        lay(&mut table, Light, "Drawer", Where::Deck);
    }
    let mut game = table.offer(Chance::General);
    using(&mut game, watcher);
    using(&mut game, drawer);
    assert_eq!((force(&game, Dark), hand(&game, Light)), (13, 2));
    assert!(game.whole().lasting.is_empty());
}

#[test]
fn texts_that_work_in_the_discard_pile() {
    // 1314.4.
    let back = when(Event::YOUR_BUILD_STEP_STARTS, CardAction::Put(Selector::THIS, Destination::Hand))
        .working(vocab::ability::Reach::Only(vocab::Zone::DiscardPile));
    let mut table = table(vec![unit("Phoenix", "1/1/1", "", vec![back])]);
    let dead = lay(&mut table, Dark, "Phoenix", Where::DiscardPile);
    let alive = lay(&mut table, Dark, "Phoenix", GROUND);
    let theirs = lay(&mut table, Light, "Phoenix", Where::DiscardPile);
    table.happens(What::Started(Moment::BuildStep(Dark)));
    let game = table.resolve();
    let place = |card| game.whole().card(card).place;
    assert_eq!([place(dead), place(alive), place(theirs)], [Where::Hand, GROUND, Where::DiscardPile]);
}

#[test]
fn r1104_2_what_takes_the_place_of_an_attack_taps_only_who_would_have_tapped() {
    let instead = Ability::new(Replacement {
        trigger: Trigger::any(vec![Event::attacks(Reference::This)]),
        condition: None,
        outcome: Outcome::Instead(gain(1)),
    });
    for taps in [true, false] {
        let mut table = table(vec![unit("Envoy", "40/1/9", "", vec![instead.clone()])]);
        let attacker = lay(&mut table, Dark, "Envoy", GROUND);
        let defender = lay(&mut table, Light, "Envoy", GROUND);
        let game = if taps {
            table.attacks(&[(attacker, defender, Mode::Normal)])
        } else {
            table.attack_untapped(attacker, defender, Mode::Normal)
        };
        assert_eq!(force(&game, Dark), 11, "something else happened");
        assert_eq!(game.whole().card(attacker).is_tapped(), taps);
    }
}
