//! Effects that resolve: steps, choices, conditions, lasting parts and every family of actions (chapter 13).

use crate::text::*;
use dejarik_engine::state::{Mark, Slot as Card, Where};
use dejarik_engine::{Chance, Choice, Game, Position, What};
use vocab::ability::{
    Ability, Action, Amount, ArenaRef, CardAction, Choosable, Chooser, Condition, Costs, CounterAction,
    Damage, DamageAction, Destination, DiceAction, Duration, Effect, End, Event, Face, Filter, Grant,
    Lasting, Mode, Newcomers, Optional, Pattern, Place, Player, Quality, Quantity, Range, Reference, Rule,
    Selector, Share, Shown, Slot, TableRow, Token, UnitAction, Verdict, Wrapper,
};
use vocab::{Arena, Arenas, CardType, Counter, Keyword};

const FIRST: Slot = Slot(0);

fn gain(n: impl Into<Amount>) -> Effect {
    Effect::gain_force(n)
}

/// A DS unit with "Pay 0 Force -> ..." has been used on this table.
fn using_text(
    effect: impl Into<Effect>,
    prepare: impl FnOnce(&mut Position) -> Vec<Card>,
) -> (Game, Card, Vec<Card>) {
    let mut both = unit("Both", "30/2/3", "", vec![]);
    both.card_type = CardType::Unit(Arenas::parse("Space/Ground").expect("arenas"));
    let mut table = table(vec![
        unit("Doer", "40/3/4", "", vec![pay(0, effect)]),
        unit("Jedi", "30/2/3", "Jedi", vec![]),
        unit("Droid", "20/1/2", "Droid", vec![]),
        both,
        token(),
        equipment("Blade", vec![]),
    ]);
    let doer = lay(&mut table, Dark, "Doer", GROUND);
    let others = prepare(&mut table);
    let mut game = table.offer(Chance::General);
    using(&mut game, doer);
    (game, doer, others)
}

fn token() -> vocab::Definition {
    let mut token = unit("Drone", "30/1/1", "Droid", vec![]);
    token.card_type = CardType::Subordinate(Some(Arenas::one(Arena::Ground)));
    token.uniqueness = vocab::ability::Uniqueness::NonUnique;
    token
}

fn nothing(_: &mut Position) -> Vec<Card> {
    Vec::new()
}

fn one_jedi(table: &mut Position) -> Vec<Card> {
    vec![lay(table, Light, "Jedi", GROUND)]
}

#[test]
fn steps_write_results_that_later_steps_read() {
    // "Tap one of your opponent's units. Gain Force equal to its power."
    let text = Effect::steps([
        Effect::from(UnitAction::Tap(Selector::one(theirs()))).named(FIRST),
        gain(Amount::power_of(Reference::Result(FIRST))),
    ]);
    let (game, _, jedi) = using_text(text, one_jedi);
    assert!(game.whole().card(jedi[0]).is_tapped());
    assert_eq!(force(&game, Dark), 12);
}

#[test]
fn may_and_if_you_do() {
    // 102.4.
    let text = || Effect::Do {
        optional: Optional::May(Player::You),
        what: Box::new(Effect::Pay(Player::You, Costs::force(2))),
        then: Some(Box::new(gain(7))),
        otherwise: Some(Box::new(gain(1))),
    };
    for (answer, expected) in [(Choice::Yes, 15), (Choice::No, 11)] {
        let (mut game, ..) = using_text(text(), nothing);
        take(&mut game, answer);
        assert_eq!(force(&game, Dark), expected);
    }
}

#[test]
fn what_cannot_be_paid_is_not_asked() {
    let text = Effect::may_then(Effect::Pay(Player::You, Costs::force(20)), gain(7));
    let (game, ..) = using_text(text, nothing);
    assert_eq!(force(&game, Dark), 10);
}

#[test]
fn unless_the_opponent_pays() {
    for (answer, expected) in [(Choice::Yes, (10, 7)), (Choice::No, (12, 10))] {
        let (mut game, ..) = using_text(gain(2).unless(Player::Opponent, Costs::force(3)), nothing);
        assert_eq!(game.decision().map(|decision| decision.who), Some(Light));
        take(&mut game, answer);
        assert_eq!((force(&game, Dark), force(&game, Light)), expected);
    }
}

#[test]
fn tables_and_rolls() {
    let rows = vec![
        TableRow { roll: Range::OneOf(vec![1, 2]), effect: gain(1) },
        TableRow { roll: Range::at_least(3), effect: gain(4) },
    ];
    let text = Effect::steps([
        Effect::Table(Player::You, rows),
        Effect::from(Action::Dice(DiceAction::Roll(Player::You, 2.into()))).named(FIRST),
        gain(Amount::Result(FIRST)),
    ]);
    let (game, ..) = using_text(text, |table| {
        table.dice(&[3, 5, 6]);
        Vec::new()
    });
    assert_eq!(force(&game, Dark), 10 + 4 + 11);
}

#[test]
fn options_within_an_effect_and_for_each() {
    // 1602.17.
    let text = Effect::steps([
        Effect::ForEach(
            theirs().into(),
            Box::new(CounterAction::put(1, Counter::Credit, Reference::Each.into()).into()),
        ),
        Effect::ChooseOne(Player::Opponent, vec![Mode::new(gain(1)), Mode::new(gain(2))]),
    ]);
    let (mut game, _, units) =
        using_text(text, |table| vec![lay(table, Light, "Jedi", GROUND), lay(table, Light, "Droid", GROUND)]);
    assert_eq!(game.decision().map(|decision| decision.who), Some(Light));
    take(&mut game, Choice::Option(0));
    assert_eq!(force(&game, Dark), 11);
    assert!(units.iter().all(|unit| game.whole().counters(*unit, Counter::Credit) == 1));
}

fn bonus(who: impl Into<Selector>, duration: Duration) -> Effect {
    Effect::lasting(Rule::gets(who, [Grant::power(2), number(Keyword::Accuracy, 1).into()]), duration)
}

#[test]
fn t128_until_end_of_turn_ends_with_the_battle_phase() {
    let (mut game, doer, _) = using_text(bonus(Reference::This, Duration::EndOfTurn), nothing);
    assert_eq!((game.now(doer).power, game.now(doer).value(Keyword::Accuracy)), (5, 1));
    Position::turn_ends(&mut game);
    assert_eq!((game.now(doer).power, game.now(doer).has(Keyword::Accuracy)), (3, false));
}

#[test]
fn t129_latecomers_get_nothing_from_a_one_shot_but_from_an_effect_on_an_arena() {
    // 1309.9, 1309.10.
    let each = || Selector::Each(yours().in_arena(ArenaRef::Chosen(FIRST)));
    for (newcomers, expected) in [(Newcomers::Excluded, 2), (Newcomers::Included, 4)] {
        let text = Effect::steps([
            Effect::from(Action::Choose(Choosable::Arena(Player::You, ArenaRef::Any))).named(FIRST),
            Effect::Lasting(Box::new(Lasting {
                rule: Rule::gets(each(), [Grant::power(2)]),
                duration: Duration::EndOfTurn,
                newcomers,
            })),
            CardAction::Put(
                Selector::one(Filter::cards().at(Place::Hand(Player::You))),
                Destination::arena(ArenaRef::the(Arena::Ground)),
            )
            .into(),
        ]);
        let (mut game, doer, late) = using_text(text, |table| vec![lay(table, Dark, "Jedi", Where::Hand)]);
        take(&mut game, Choice::Arena(Arena::Ground));
        assert_eq!(game.now(doer).power, 5);
        assert_eq!((game.whole().card(late[0]).place, game.now(late[0]).power), (GROUND, expected));
    }
}

#[test]
fn durations_begin_and_end() {
    // 1309.1, 1309.4, 1309.5, 1309.7.
    let (mut game, doer, _) = using_text(bonus(Reference::This, Duration::NextAttack), nothing);
    assert_eq!(game.now(doer).power, 3, "it has not begun");
    Position::turn_ends(&mut game);
    assert_eq!(game.whole().lasting.len(), 1, "however many turns later");
    let untaps = Duration::Until(vec![Event::Untaps(Pattern::THIS)]);
    let text = Effect::steps([
        bonus(Reference::This, untaps),
        UnitAction::Tap(Selector::THIS).into(),
        Effect::may(UnitAction::Untap(Selector::THIS)),
    ]);
    let (mut game, doer, _) = using_text(text, nothing);
    assert_eq!(game.now(doer).power, 5);
    take(&mut game, Choice::Yes);
    assert_eq!(game.now(doer).power, 3);
    let tapped = Condition::is(Reference::This, Quality::Tapped);
    let text = Effect::steps([
        UnitAction::Tap(Selector::THIS).into(),
        bonus(Reference::This, Duration::AsLongAs(Box::new(tapped))),
        Effect::may(UnitAction::Untap(Selector::THIS)),
    ]);
    let (mut game, doer, _) = using_text(text, nothing);
    assert_eq!(game.now(doer).power, 5);
    take(&mut game, Choice::Yes);
    assert_eq!((game.now(doer).power, game.whole().lasting.len()), (3, 0));
}

#[test]
fn control_comes_and_goes_back() {
    // 1602.18.
    // 105.4, 105.5.
    let text = UnitAction::GainControl {
        who: Player::You,
        what: Selector::one(theirs()),
        duration: Duration::EndOfTurn,
    };
    let (mut game, _, jedi) = using_text(text, one_jedi);
    assert_eq!(game.whole().card(jedi[0]).controller, Dark);
    Position::turn_ends(&mut game);
    assert_eq!(game.whole().card(jedi[0]).controller, Light);
}

#[test]
fn counters_are_put_removed_and_moved() {
    // 1401.4, 1602.14.
    let kind = || Counter::Damage.into();
    let text = Effect::steps([
        CounterAction::put(3, Counter::Damage, Selector::THIS).into(),
        CounterAction::Move {
            kind: kind(),
            quantity: Quantity::Exactly(1.into()),
            from: Selector::THIS,
            to: Selector::one(theirs()),
        }
        .into(),
        CounterAction::Remove {
            kind: kind(),
            quantity: Quantity::UpTo(5.into()),
            from: Selector::THIS,
            share: Share::Each,
        }
        .into(),
    ]);
    let (mut game, doer, jedi) = using_text(text, one_jedi);
    assert_eq!(game.choices(), (0..=2).map(Choice::Number).collect::<Vec<_>>());
    take(&mut game, Choice::Number(1));
    assert_eq!((game.whole().card(doer).damage, game.whole().card(jedi[0]).damage), (1, 1));
}

#[test]
fn cards_are_searched_shown_and_put() {
    // 1602.16.
    // 106.5: whoever searches may fail to find; the deck is shuffled.
    let text = || CardAction::Search {
        places: vec![Place::Deck(Player::You)],
        find: vocab::ability::Choice::new(Quantity::Exactly(1.into()), Filter::unit_cards().subtype("Jedi")),
        shown: Shown::ToOpponent,
        to: Destination::Hand,
    };
    let prepare = |table: &mut Position| {
        vec![lay(table, Dark, "Jedi", Where::Deck), lay(table, Dark, "Droid", Where::Deck)]
    };
    let (mut game, _, cards) = using_text(text(), prepare);
    assert_eq!(game.choices(), [Choice::Card(cards[0]), Choice::Done]);
    take(&mut game, Choice::Card(cards[0]));
    assert_eq!(game.whole().card(cards[0]).place, Where::Hand);
    assert!(game.take_events().iter().any(|event| event.what == What::Shuffled(Dark)));
}

#[test]
fn cards_go_to_the_ends_of_decks_and_to_piles() {
    let top = |n: i16| {
        Selector::some(Quantity::Exactly(n.into()), Filter::cards().at(Place::TopOfDeck(Player::You)))
    };
    let text = Effect::steps([
        CardAction::LookAt(Player::You, top(1)).into(),
        CardAction::Put(top(1), Destination::Deck(End::Bottom)).into(),
        CardAction::Put(top(1), Destination::BuildZone { face: Face::Down, counters: 1.into() }).into(),
        CardAction::Reveal(top(1)).into(),
        CardAction::Put(top(1), Destination::RemovedFromGame).into(),
    ]);
    let prepare = |table: &mut Position| {
        ["Jedi", "Droid", "Both"].map(|name| lay(table, Dark, name, Where::Deck)).to_vec()
    };
    let (game, _, cards) = using_text(text, prepare);
    let place = |card: Card| game.whole().card(card).place;
    assert_eq!(
        [place(cards[2]), place(cards[1]), place(cards[0])],
        [Where::Deck, Where::BuildZone, Where::Removed]
    );
    assert!(game.whole().card(cards[1]).is_face_down() && game.whole().card(cards[1]).build == 1);
}

#[test]
fn units_move_retreat_and_are_discarded() {
    let text = Effect::steps([
        CardAction::Move(Selector::one(Filter::named("Both")), Destination::arena(ArenaRef::Any)).into(),
        UnitAction::Retreat(Selector::one(yours().subtype("Jedi"))).into(),
        UnitAction::SkipNextUntap(Selector::THIS).into(),
        CardAction::Discard(
            vocab::ability::Choice::new(
                Quantity::Exactly(1.into()),
                Filter::cards().at(Place::Hand(Player::Opponent)),
            )
            .by(Chooser::Random)
            .into(),
        )
        .into(),
    ]);
    let prepare = |table: &mut Position| {
        vec![
            lay(table, Dark, "Both", GROUND),
            lay(table, Dark, "Jedi", GROUND),
            lay(table, Light, "Jedi", Where::Hand),
            lay(table, Light, "Jedi", Where::Hand),
        ]
    };
    let (mut game, doer, cards) = using_text(text, prepare);
    take(&mut game, Choice::Arena(Arena::Space));
    let place = |card: Card| game.whole().card(card).place;
    assert_eq!((place(cards[0]), place(cards[1])), (SPACE, Where::BuildZone));
    assert!(game.whole().card(doer).marks.has(Mark::SkipsUntap));
    assert_eq!(hand(&game, Light), 1);
}

#[test]
fn subordinates_are_created() {
    // 1602.20.
    // 215.1.
    let token = Token { name: "Drone".into(), speed: 30, power: 1, health: 1, abilities: vec![] };
    let text =
        CardAction::Create(2.into(), Box::new(token), Destination::arena(ArenaRef::the(Arena::Ground)));
    let (game, ..) = using_text(text, nothing);
    assert_eq!(game.units_of(Dark, Arena::Ground).count(), 3);
}

#[test]
fn damage_is_done_to_each_and_equipment_is_detached() {
    let text = Effect::steps([
        Effect::from(DamageAction::by_this(Damage::Points(2.into()), Selector::Each(theirs()))).named(FIRST),
        CardAction::Detach(Selector::Each(Filter::class(vocab::ability::Class::new(
            vocab::ability::Noun::Equipment,
        ))))
        .into(),
    ]);
    let prepare = |table: &mut Position| {
        let jedi = lay(table, Light, "Jedi", GROUND);
        vec![jedi, lay(table, Light, "Blade", Where::Attached(jedi))]
    };
    let (game, _, cards) = using_text(text, prepare);
    assert_eq!(game.whole().card(cards[0]).damage, 2);
    assert_eq!(game.whole().card(cards[1]).place, Where::BuildZone);
}

#[test]
fn up_to_two_includes_none_and_highest_means_all_that_tie() {
    // 1311.7, 1311.9.
    let strongest = theirs().with(Quality::Extreme(
        vocab::ability::Extreme::Highest,
        vocab::ability::Measure::Statistic(vocab::ability::Statistic::Power, vocab::ability::Reading::Bare),
    ));
    let text = UnitAction::Tap(Selector::up_to(2, strongest));
    let prepare = |table: &mut Position| {
        vec![
            lay(table, Light, "Jedi", GROUND),
            lay(table, Light, "Jedi", GROUND),
            lay(table, Light, "Droid", GROUND),
        ]
    };
    let (mut game, _, units) = using_text(text, prepare);
    assert_eq!(game.choices(), [Choice::Card(units[0]), Choice::Card(units[1]), Choice::Done]);
    take(&mut game, Choice::Done);
    assert!(units.iter().all(|unit| !game.whole().card(*unit).is_tapped()));
}

#[test]
fn winning_by_a_text() {
    // 1502.4.
    let (game, ..) = using_text(Action::EndGame(Player::Opponent, Verdict::Loses), nothing);
    assert!(matches!(game.outcome(), Some(dejarik_engine::state::Outcome::Won(winner, _)) if winner == Dark));
}

#[test]
fn reserves_work_in_the_build_zone_only() {
    // 1749.1.
    let reserves = Ability::new(Wrapper::Reserves(Box::new(pay(1, gain(3)))));
    let mut table = table(vec![unit("Rear", "1/1/1", "", vec![reserves])]);
    let rear = lay(&mut table, Dark, "Rear", Where::BuildZone);
    let front = lay(&mut table, Dark, "Rear", GROUND);
    let game = table.offer(Chance::General);
    assert!(use_of(&game, rear).is_some() && use_of(&game, front).is_none());
}
