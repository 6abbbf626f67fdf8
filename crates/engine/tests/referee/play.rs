//! Playing cards and abilities: timing, limits, costs, X, modes, Enhance, disrupt (1304 to 1308).

use crate::text::*;
use dejarik_engine::state::{Moment, Where};
use dejarik_engine::{Chance, Choice, Why, support};
use vocab::ability::{
    Ability, AbilityClass, AbilityKind, Action, Activity, Amount, CardAction, Change, Charge, Class,
    CombatAction, Costs, Disruptable, Duration, Effect, Enhance, Enhancement, Event, Filter, Grant, Modality,
    Mode, Noun, Place, Play, PlayOnly, Player, Pool, Reference, Rule, Selector, Timing, UnitAction, Usage,
    Wrapper, X,
};

fn gain(n: i16) -> Effect {
    Effect::gain_force(n)
}

fn battle_cards() -> Filter {
    Filter::class(Class::new(Noun::BattleCard))
}

fn disrupt_cards(force: i16) -> Ability {
    let what = Disruptable::OneOf(vec![Disruptable::Card(battle_cards().into()), Disruptable::Disrupt]);
    Ability::new(AbilityKind::OneShot(Play::new(Costs::force(force), CombatAction::Disrupt(what))))
}

fn costing(force: i16, effect: impl Into<Effect>) -> Ability {
    Ability::new(AbilityKind::OneShot(Play::new(Costs::force(force), effect)))
}

#[test]
fn t120_costs_stay_paid() {
    let mut table =
        table(vec![battle("Plan", vec![costing(3, gain(9))]), battle("No", vec![disrupt_cards(1)])]);
    let plan = lay(&mut table, Dark, "Plan", Where::Hand);
    let no = lay(&mut table, Light, "No", Where::Hand);
    let mut game = table.offer(Chance::General);
    take(&mut game, Choice::Play(plan));
    take(&mut game, Choice::Play(no));
    assert_eq!((force(&game, Dark), force(&game, Light)), (7, 9));
    assert_eq!(game.whole().card(plan).place, Where::DiscardPile);
    assert_eq!(game.whole().card(no).place, Where::DiscardPile);
    assert!(game.decision().is_none(), "both have nothing left to play");
}

#[test]
fn t121_disrupt_a_disrupt() {
    let mut table =
        table(vec![battle("Plan", vec![costing(3, gain(9))]), battle("No", vec![disrupt_cards(1)])]);
    let plan = lay(&mut table, Dark, "Plan", Where::Hand);
    let yes = lay(&mut table, Dark, "No", Where::Hand);
    let no = lay(&mut table, Light, "No", Where::Hand);
    let mut game = table.offer(Chance::General);
    assert!(!offers(&game, Choice::Play(yes)), "1307.6: a disrupt only in disrupt chances");
    take(&mut game, Choice::Play(plan));
    take(&mut game, Choice::Pass);
    take(&mut game, Choice::Play(no));
    take(&mut game, Choice::Play(yes));
    assert_eq!(force(&game, Dark), 10 - 3 - 1 + 9);
}

#[test]
fn t125_once_per_build_step() {
    let ability = Ability::new(AbilityKind::Activated(
        Play::new(Costs::build_points(1), gain(1)).timed(Timing::your_build_step()),
    ));
    let mut table = table(vec![unit("Foreman", "1/1/1", "", vec![ability])]);
    let foreman = lay(&mut table, Dark, "Foreman", GROUND);
    table.state_mut().moment = Moment::BuildStep(Dark);
    let mut game = table.offer(Chance::BuildStep);
    using(&mut game, foreman);
    assert_eq!((force(&game, Dark), game.whole().players[Dark].build), (11, 4));
    assert_eq!(use_of(&game, foreman), None, "1304.3");
}

#[test]
fn t126_an_increase_touches_force_costs_only() {
    // 1304.5, 1304.6.
    let class = AbilityClass::ForceActivated(None);
    let rule = Rule::changes(
        theirs(),
        [Change::Cost { charge: Charge::Activate(class), by: 2.into(), at_least: None }],
    );
    let mut table = table(vec![
        unit("Tax", "1/1/1", "", vec![Ability::static_rule(rule)]),
        unit("Taps", "1/1/1", "", vec![Ability::activated(Costs::tap(), gain(1))]),
        unit("Pays", "1/1/1", "", vec![pay(0, gain(1))]),
    ]);
    lay(&mut table, Light, "Tax", GROUND);
    let taps = lay(&mut table, Dark, "Taps", GROUND);
    let pays = lay(&mut table, Dark, "Pays", GROUND);
    let mut game = table.offer(Chance::General);
    using(&mut game, taps);
    assert_eq!(force(&game, Dark), 11);
    assert!(game.whole().card(taps).is_tapped());
    using(&mut game, pays);
    assert_eq!(force(&game, Dark), 11 - 2 + 1);
}

#[test]
fn abilities_are_used_once_per_turn_unless_they_say_more() {
    // 1304.2, 1601.11.
    let often = Ability::new(AbilityKind::Activated(
        Play::new(Costs::force(1), gain(1))
            .timed(Timing::usual().limited(Usage::Times(2, vocab::ability::Period::Turn))),
    ));
    let mut table = table(vec![
        unit("Once", "1/1/1", "", vec![pay(1, gain(1))]),
        unit("Twice", "1/1/1", "", vec![often]),
    ]);
    let once = lay(&mut table, Dark, "Once", GROUND);
    let twice = lay(&mut table, Dark, "Twice", GROUND);
    let away = lay(&mut table, Dark, "Once", Where::BuildZone);
    let mut game = table.offer(Chance::General);
    assert_eq!(use_of(&game, away), None, "1314.2: not in the build zone");
    using(&mut game, once);
    assert_eq!(use_of(&game, once), None);
    using(&mut game, twice);
    using(&mut game, twice);
    assert!(game.decision().is_none());
}

#[test]
fn x_is_chosen_and_paid() {
    // 1304.8.
    let card = Ability::new(AbilityKind::OneShot(Play::new(
        Costs::force(Amount::X),
        Effect::gain_force(Amount::X.for_each(2)),
    )))
    .where_x(X::ChosenUpTo(3.into()));
    let mut table = table(vec![battle("Double", vec![card])]);
    let double = lay(&mut table, Dark, "Double", Where::Hand);
    let mut game = table.offer(Chance::General);
    take(&mut game, Choice::Play(double));
    assert_eq!(game.decision().map(|decision| decision.why), Some(Why::X));
    assert_eq!(game.choices(), (0..=3).map(Choice::Number).collect::<Vec<_>>());
    take(&mut game, Choice::Number(3));
    assert_eq!(force(&game, Dark), 10 - 3 + 6);
}

#[test]
fn modes_have_their_own_costs_and_timing() {
    // 1306.4.
    let modes = vec![
        Mode::new(gain(1)),
        Mode { costs: Costs::force(1), effect: CardAction::you_draw(1).into(), timing: Timing::usual() },
        Mode {
            costs: Costs::free(),
            effect: gain(5),
            timing: Timing::only(PlayOnly::If(Box::new(vocab::ability::Condition::UnitAttacking))),
        },
    ];
    let card = costing(2, Effect::ChooseOne(Player::You, modes));
    let mut table = table(vec![battle("Either", vec![card])]);
    let either = lay(&mut table, Dark, "Either", Where::Hand);
    let deck = lay(&mut table, Dark, "Either", Where::Deck);
    let mut game = table.offer(Chance::General);
    take(&mut game, Choice::Play(either));
    assert_eq!(game.choices(), [Choice::Option(0), Choice::Option(1)]);
    take(&mut game, Choice::Option(1));
    assert_eq!((force(&game, Dark), game.whole().card(deck).place), (7, Where::Hand));
}

#[test]
fn enhance_costs_more_and_replaces_or_adds() {
    // 1722.1 to 1722.4.
    let enhance = |enhancement| {
        Ability::new(Wrapper::Enhance(Box::new(Enhance {
            costs: Costs::force(2),
            condition: None,
            enhancement,
            effect: gain(7),
            timing: Timing::usual(),
        })))
    };
    for (enhancement, expected) in [(Enhancement::Instead, 10 - 3 + 7), (Enhancement::Also, 10 - 3 + 7 + 1)] {
        let mut table = table(vec![battle("More", vec![costing(1, gain(1)), enhance(enhancement)])]);
        let more = lay(&mut table, Dark, "More", Where::Hand);
        let mut game = table.offer(Chance::General);
        take(&mut game, Choice::Play(more));
        take(&mut game, Choice::Yes);
        assert_eq!(force(&game, Dark), expected);
    }
}

#[test]
fn actions_are_costs_and_what_was_paid_is_known() {
    // 102.6: "Discard one of your units -> gain Force equal to its power."
    let cost = Costs::act(CardAction::Discard(Selector::one(yours())));
    let power = Amount::Measure(
        vocab::ability::Measure::Statistic(
            vocab::ability::Statistic::Power,
            vocab::ability::Reading::Printed,
        ),
        Box::new(Reference::Paid(0).into()),
    );
    let ability = Ability::activated(cost, Effect::gain_force(power));
    let mut table =
        table(vec![unit("Cruel", "1/1/1", "", vec![ability]), unit("Victim", "1/4/1", "", vec![])]);
    let cruel = lay(&mut table, Dark, "Cruel", GROUND);
    let victim = lay(&mut table, Dark, "Victim", GROUND);
    let mut game = table.offer(Chance::General);
    using(&mut game, cruel);
    take(&mut game, Choice::Card(victim));
    assert_eq!((force(&game, Dark), game.whole().card(victim).place), (14, Where::DiscardPile));
}

#[test]
fn one_of_several_costs_is_chosen() {
    let cost = Costs(vec![vocab::ability::Payment::OneOf(
        Player::You,
        vec![Costs::force(3), Costs::build_points(2)],
    )]);
    let mut table = table(vec![unit("Rich", "1/1/1", "", vec![Ability::activated(cost, gain(1))])]);
    let rich = lay(&mut table, Dark, "Rich", GROUND);
    let mut game = table.offer(Chance::General);
    using(&mut game, rich);
    take(&mut game, Choice::Option(1));
    assert_eq!((force(&game, Dark), game.whole().players[Dark].build), (11, 3));
}

#[test]
fn what_is_for_this_attack_is_played_in_the_attack_chance() {
    // 1307.7, 1304.2, 1309.1.
    let ability =
        pay(1, Effect::lasting(Rule::gets(Reference::This, [Grant::power(2)]), Duration::ThisAttack));
    let calm = Ability::new(AbilityKind::Activated(
        Play::new(Costs::force(1), gain(1)).timed(Timing::only(PlayOnly::NoUnitAttacking)),
    ));
    let when = Ability::new(AbilityKind::Activated(
        Play::new(Costs::force(1), gain(1))
            .timed(Timing::only(PlayOnly::When(Box::new(Event::attacks(Reference::This))))),
    ));
    let cards = || {
        vec![
            unit("Fierce", "1/1/1", "", vec![ability.clone()]),
            unit("Calm", "1/1/1", "", vec![calm.clone()]),
            unit("Now", "1/1/1", "", vec![when.clone()]),
        ]
    };
    for attacking in [false, true] {
        let mut table = table(cards());
        let [fierce, calm, when] = ["Fierce", "Calm", "Now"].map(|name| lay(&mut table, Dark, name, GROUND));
        let target = lay(&mut table, Light, "Calm", GROUND);
        if attacking {
            table.attack(when, target);
        }
        let mut game = table.offer(if attacking { Chance::Attack } else { Chance::General });
        assert_eq!(use_of(&game, fierce).is_some(), attacking);
        assert_eq!(use_of(&game, when).is_some(), attacking);
        assert_eq!(use_of(&game, calm).is_some(), !attacking);
        if attacking {
            using(&mut game, fierce);
            assert_eq!(game.now(fierce).power, 3);
            assert_eq!(use_of(&game, fierce), None);
        }
    }
}

#[test]
fn t131_targets_are_chosen_when_the_play_is_announced_and_may_be_in_the_build_zone() {
    // 1306.1, 1311.2: chosen and then paid for; 1306.3: one that is gone is left out.
    let tap = costing(2, UnitAction::Tap(Selector::one(theirs())));
    let mut table = table(vec![battle("Halt", vec![tap]), unit("A", "1/1/1", "", vec![])]);
    let halt = lay(&mut table, Dark, "Halt", Where::Hand);
    let near = lay(&mut table, Light, "A", GROUND);
    let away = lay(&mut table, Light, "A", Where::BuildZone);
    let mut game = table.offer(Chance::General);
    take(&mut game, Choice::Play(halt));
    assert_eq!(force(&game, Dark), 10, "nothing is paid before the choice");
    take(&mut game, Choice::Card(away));
    assert_eq!(force(&game, Dark), 8);
    assert!(game.whole().card(away).is_tapped() && !game.whole().card(near).is_tapped());
}

#[test]
fn disrupting_an_ability_and_what_cannot_be_disrupted() {
    // 1308.2, 1308.5.
    let stop = pay(1, CombatAction::Disrupt(Disruptable::Ability(AbilityClass::Activated, None)));
    let safe = Ability::static_rule(Rule::cant(Reference::This, Activity::BeDisrupted));
    let mut table = table(vec![
        unit("Guard", "1/1/1", "", vec![stop]),
        unit("Open", "1/1/1", "", vec![pay(1, gain(5))]),
        unit("Safe", "1/1/1", "", vec![pay(1, gain(5)), safe]),
    ]);
    let guard = lay(&mut table, Light, "Guard", GROUND);
    let open = lay(&mut table, Dark, "Open", GROUND);
    let safe = lay(&mut table, Dark, "Safe", GROUND);
    let mut game = table.offer(Chance::General);
    using(&mut game, safe);
    assert_eq!(force(&game, Dark), 14);
    using(&mut game, open);
    using(&mut game, guard);
    assert_eq!(force(&game, Dark), 13);
    assert_eq!(use_of(&game, open), None, "1308.2: it counts as used");
}

#[test]
fn a_text_can_forbid_the_use_of_abilities() {
    let rule =
        Rule::changes(theirs(), [Change::Modal(Modality::Cant, Activity::Use(AbilityClass::Activated))]);
    let mut table = table(vec![
        unit("Jammer", "1/1/1", "", vec![Ability::static_rule(rule)]),
        unit("Mute", "1/1/1", "", vec![pay(1, gain(5))]),
    ]);
    lay(&mut table, Light, "Jammer", GROUND);
    let mute = lay(&mut table, Dark, "Mute", GROUND);
    assert_eq!(use_of(&table.offer(Chance::General), mute), None);
}

#[test]
fn granted_abilities_are_offered_by_the_unit_that_has_them() {
    // 1732.3: by INSERT; by a static rule of another unit.
    let inner = || pay(1, gain(3));
    let give = Ability::static_rule(Rule::gets(yours().subtype("Droid"), [inner().into()]));
    let mut table = table(vec![
        unit("Brain", "1/1/1", "", vec![give]),
        unit("Droid", "1/1/1", "Droid", vec![]),
        version('B', unit("Top", "1/1/1", "", vec![Ability::new(Wrapper::Insert(Box::new(inner())))])),
        version('A', unit("Top", "1/1/1", "", vec![])),
    ]);
    lay(&mut table, Dark, "Brain", GROUND);
    let droid = lay(&mut table, Dark, "Droid", GROUND);
    let top = lay(&mut table, Dark, "Top (A)", GROUND);
    lay(&mut table, Dark, "Top (B)", Where::Stacked(top));
    let mut game = table.offer(Chance::General);
    using(&mut game, droid);
    using(&mut game, top);
    assert_eq!(force(&game, Dark), 14);
}

#[test]
fn cards_that_are_not_carried_out_are_refused_with_their_reason() {
    use dejarik_engine::{Position, PositionError};
    let odd = Action::Dice(vocab::ability::DiceAction::RollOnly(vocab::ability::Dice::BuildRoll, 1.into()));
    let card = battle("Luck", vec![costing(1, odd)]);
    let refused = Position::new(vec![card], 1.into(), dejarik_engine::state::Options::default());
    let Err(PositionError::Catalog(error)) = refused else {
        panic!("another number of dice for build points is not carried out")
    };
    assert_eq!(
        error.to_string(),
        "Luck can't be played: the referee can't handle another number of dice for build points yet"
    );
}

#[test]
fn pools_and_filters_of_hidden_places() {
    // "Your opponent loses 2 Force" (T127: no more than there is); a card of the hand as a cost.
    let cost = Costs::act(CardAction::Discard(Selector::one(Filter::cards().at(Place::Hand(Player::You)))));
    let drain = Ability::activated(cost, Action::Lose(Player::Opponent, Pool::Force, 3.into()));
    let mut table =
        table(vec![unit("Drain", "1/1/1", "", vec![drain]), unit("Other", "1/1/1", "Jedi", vec![])]);
    let drain = lay(&mut table, Dark, "Drain", GROUND);
    let paid = lay(&mut table, Dark, "Other", Where::Hand);
    table.pools(Light, 2, 0);
    let mut game = table.offer(Chance::General);
    using(&mut game, drain);
    assert_eq!((force(&game, Light), game.whole().card(paid).place), (0, Where::DiscardPile));
}

#[test]
fn what_is_built_face_up_is_seen_by_both() {
    // 106.2, 702.5: otherwise a card that is being built is known to its player alone.
    let rule = Rule::Players {
        who: Player::Opponent,
        modality: Modality::Must,
        activity: vocab::ability::PlayerActivity::RevealBuild,
        condition: None,
    };
    let mut table = table(vec![
        unit("Spy", "1/1/1", "", vec![Ability::static_rule(rule)]),
        unit("Wall", "1/1/1", "", Vec::new()),
    ]);
    let [own, theirs] = [Dark, Light].map(|who| lay(&mut table, who, "Wall", Where::BuildZone));
    for card in [own, theirs] {
        table.mark(card, dejarik_engine::state::Mark::FaceDown);
    }
    let seen = |game: &dejarik_engine::Game, card, who| game.face_of(card, dejarik_engine::Viewer::Seat(who));
    lay(&mut table, Dark, "Spy", GROUND);
    let game = table.offer(Chance::General);
    assert!(matches!(seen(&game, theirs, Dark), Some(dejarik_engine::Face::Known(_))));
    assert_eq!(seen(&game, own, Light), Some(dejarik_engine::Face::Unknown));
}

#[test]
fn a_play_directly_after_a_card_has_left_is_refused_by_name() {
    // The card isn't there any more when the chance comes (rule 1601.2), so it could never be played.
    let when = |event: Event| {
        let timing = Timing { only: vec![PlayOnly::When(Box::new(event))], usage: None };
        let play = Play { timing, ..Play::new(Costs::force(1), gain(1)) };
        support::unsupported(&battle("Vow", vec![Ability::new(AbilityKind::OneShot(play))]))
    };
    let refused = Some("a play directly after a card has left".to_string());
    assert_eq!(when(Event::discarded(yours())), refused);
    assert_eq!(when(Event::Leaves(yours().into())), refused);
    assert_eq!(when(Event::Taps(yours().into())), None);
}
