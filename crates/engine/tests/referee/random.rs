//! Random tables, random texts, random answers: nothing panics, every offered choice is accepted.

use crate::text::*;
use dejarik_engine::state::{Moment, Where};
use dejarik_engine::{Chance, Choice, What};
use proptest::prelude::*;
use vocab::ability::{
    Ability, AbilityKind, Action, Amount, ArenaRef, CardAction, Choosable, Chooser, Class, CombatAction,
    Condition, Costs, CounterAction, Damage, DamageAction, Destination, DiceAction, Disruptable, Duration,
    Edge, Effect, End, Event, Filter, Grant, Mode, Noun, Optional, Payment, Place, Play, Player, Pool,
    Quality, Quantity, Range, Reference, Rule, Selector, Slot, Stage, TableRow, UnitAction, Wrapper,
};
use vocab::{Arena, Counter, Keyword};

/// Effects of every kind.
fn effects() -> Vec<Effect> {
    let slot = Slot(0);
    let gain = || Effect::gain_force(1);
    vec![
        gain(),
        Effect::steps([
            Effect::from(UnitAction::Tap(Selector::one(theirs()))).named(slot),
            Effect::gain_force(Amount::power_of(Reference::Result(slot))),
        ]),
        Effect::may_then(Effect::Pay(Player::You, Costs::force(1)), CardAction::you_draw(2)),
        gain().unless(Player::Opponent, Costs::force(1)),
        Effect::Table(Player::You, vec![TableRow { roll: Range::at_least(3), effect: gain() }]),
        Effect::ForEach(
            Filter::units().into(),
            Box::new(CounterAction::put(1, Counter::Credit, Reference::Each.into()).into()),
        ),
        Effect::ChooseOne(Player::You, vec![Mode::new(gain()), Mode::new(UnitAction::Untap(Selector::THIS))]),
        Effect::lasting(
            Rule::gets(Selector::one(yours()), [Grant::power(2), plain(Keyword::Armor).into()]),
            Duration::EndOfTurn,
        ),
        Effect::lasting(Rule::gets(Reference::This, [Grant::health(-1)]), Duration::ThisAttack),
        Effect::delayed(Event::Draws(Player::Any), gain()),
        Effect::Meanwhile(
            Box::new(Ability::triggered(Event::Taps(Filter::units().into()), gain())),
            Duration::EndOfTurn,
        ),
        CardAction::Discard(Selector::one(Filter::units())).into(),
        CardAction::Discard(
            vocab::ability::Choice::new(
                Quantity::UpTo(2.into()),
                Filter::cards().at(Place::Hand(Player::Opponent)),
            )
            .by(Chooser::By(Player::Opponent))
            .into(),
        )
        .into(),
        CardAction::Put(Selector::one(Filter::units()), Destination::Hand).into(),
        CardAction::Put(
            Selector::one(Filter::cards().at(Place::DiscardPile(Player::You))),
            Destination::Deck(End::Bottom),
        )
        .into(),
        CardAction::Put(
            Selector::one(Filter::unit_cards().at(Place::Hand(Player::You))),
            Destination::arena(ArenaRef::Any),
        )
        .into(),
        UnitAction::Retreat(Selector::up_to(2, Filter::units())).into(),
        UnitAction::GainControl {
            who: Player::You,
            what: Selector::one(theirs()),
            duration: Duration::EndOfTurn,
        }
        .into(),
        DamageAction::by_this(Damage::Dice(2.into()), Selector::Each(theirs())).into(),
        DamageAction::by_this(Damage::Points(Amount::count(yours())), Selector::one(Filter::units())).into(),
        Action::Choose(Choosable::Number(Player::Opponent, 0, 6)).into(),
        Action::Dice(DiceAction::Roll(Player::You, 2.into())).into(),
        CombatAction::Disrupt(Disruptable::OneOf(vec![
            Disruptable::Card(Filter::cards().into()),
            Disruptable::Disrupt,
        ]))
        .into(),
        Effect::Do {
            optional: Optional::May(Player::Opponent),
            what: Box::new(Action::Lose(Player::Each, Pool::Force, 1.into()).into()),
            then: None,
            otherwise: Some(Box::new(gain())),
        },
        Effect::when(Condition::exists(theirs().with(Quality::Tapped)), CardAction::Shuffle(Player::Each)),
    ]
}

/// Costs of every kind.
fn costs() -> Vec<Costs> {
    vec![
        Costs::free(),
        Costs::force(1),
        Costs::tap(),
        Costs::act(CardAction::Discard(Selector::one(Filter::cards().at(Place::Hand(Player::You))))),
        Costs(vec![Payment::OneOf(
            Player::You,
            vec![
                Costs::force(2),
                Costs::build_points(1),
                Costs::act(UnitAction::Tap(Selector::one(yours()))),
            ],
        )]),
    ]
}

fn triggers() -> Vec<Event> {
    vec![
        Event::Stage(Edge::Start, Stage::BattlePhase),
        Event::Draws(Player::Any),
        Event::discarded(Filter::units()),
        Event::Taps(Filter::units().into()),
        Event::Pool { who: Player::Any, flow: vocab::ability::Flow::Pay, pool: Pool::Force, amount: None },
    ]
}

/// One unit and one Battle card for every effect, with costs and events going round.
fn cards() -> Vec<vocab::Definition> {
    let (costs, events) = (costs(), triggers());
    let mut cards = Vec::new();
    for (n, effect) in effects().into_iter().enumerate() {
        let cost = costs[n % costs.len()].clone();
        let activated = Ability::activated(cost.clone(), effect.clone());
        let inner = Ability::new(Wrapper::Insert(Box::new(activated.clone())));
        // What happens by itself can disrupt the attack that it waits for, and nothing else (rule 1308.7).
        let waits = if matches!(&effect, Effect::Act(Action::Combat(CombatAction::Disrupt(_)))) {
            let attack = Event::Attacks { attacker: Filter::units().into(), defender: None, using: None };
            let disrupt = CombatAction::Disrupt(Disruptable::Attack { by: None, against: None });
            vec![Ability::triggered(attack, disrupt)]
        } else {
            let last_stand = Ability::new(Wrapper::LastStand(effect.clone()));
            vec![Ability::triggered(events[n % events.len()].clone(), effect.clone()), last_stand]
        };
        let give = Ability::static_rule(Rule::gets(
            Filter::class(Class::new(Noun::Unit)).of(Player::You).with(Quality::Damaged),
            [Grant::power(1), activated.clone().into()],
        ));
        cards.push(unit(
            &format!("Unit {n}"),
            "30/2/3",
            "Jedi",
            vec![if n % 2 == 0 { activated } else { inner }, give],
        ));
        cards.push(unit(&format!("Waiter {n}"), "30/2/3", "Droid", waits));
        // A tap isn't a cost of a Battle card.
        let cost = if cost == Costs::tap() { Costs::force(1) } else { cost };
        cards.push(battle(
            &format!("Card {n}"),
            vec![Ability::new(AbilityKind::OneShot(Play::new(cost, effect)))],
        ));
    }
    cards
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(
        laid in prop::collection::vec((any::<bool>(), 0..75_usize, 0..7_u8), 4..40),
        attacking in any::<bool>(),
        answers in prop::collection::vec(any::<u16>(), 120),
    ) {
        let cards = cards();
        let names: Vec<String> = cards.iter().map(|card| card.name.to_string()).collect();
        let mut table = table(cards);
        let mut units = Vec::new();
        for (dark, card, place) in laid {
            let who = if dark { Dark } else { Light };
            let name = &names[card % names.len()];
            let is_unit = !name.starts_with("Card");
            let place = match place {
                0 | 1 => Where::Hand,
                2 => Where::Deck,
                3 if is_unit => Where::BuildZone,
                _ if is_unit => Where::Arena(Arena::Ground),
                _ => Where::Hand,
            };
            let slot = lay(&mut table, who, name, place);
            if place == GROUND {
                units.push(slot);
            }
        }
        if let ([attacker, defender, ..], true) = (&units[..], attacking) {
            table.attack(*attacker, *defender);
        }
        table.state_mut().moment = Moment::BattlePhase;
        table.happens(What::Started(Moment::BattlePhase));
        let mut game = if attacking { table.offer(Chance::Attack) } else { table.offer(Chance::General) };
        for answer in answers {
            if game.decision().is_none() {
                break;
            }
            let choices = game.choices().len();
            prop_assert!(choices > 1 || game.choices() == [Choice::Pass]);
            prop_assert_eq!(game.answer(usize::from(answer) % choices), Ok(()));
            for unit in &units {
                let now = game.now(*unit);
                prop_assert!(now.speed >= 0);
            }
        }
    }
}
