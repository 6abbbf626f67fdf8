//! Keywords, static, activated and triggered abilities.

use super::{Card, FIRST, SECOND, discard_from_hand, number, plain, theirs, your, yours};
use dejarik_vocab::ability::{
    Ability, AbilityClass, AbilityKind, Action, Activity, Amount, ArenaRef, CardAction, Cause, Change,
    Charge, Choice, Class, Condition, Costs, CounterAction, Damage, DamageAction, Destination, Dice,
    DiceAction, Direction, Duration, Edge, Effect, End, Event, Face, Filter, Frequency, Grant, Limit,
    LimitOf, Loss, Measure, Modality, Noun, Outcome, Pattern, Payment, Period, Pilot, Place, Play, PlayOnly,
    Player, PlayerActivity, Pool, Portion, Preventable, Quality, Quantity, Range, Reach, Reading, Reference,
    Replacement, Rule, Selector, Share, Shown, Stage, Statistic, TableRow, TapState, Timing, Token, Trigger,
    Triggered, Uniqueness, UnitAction, Upkeep, Usage, Wrapper, X,
};
use dejarik_vocab::{Arena, Counter, Keyword, Zone};

pub fn keyword_cards() -> Vec<Card> {
    let starfighter = || Class::new(Noun::Unit).adjective(Quality::subtype("Starfighter"));
    vec![
        (
            "Hedge Scout",
            vec![
                // Armor
                Ability::keyword(plain(Keyword::Armor)),
                // Pay 2 Force -> Evade 2
                Ability::activated(Costs::force(2), Effect::keyword(number(Keyword::Evade, 2))),
                // Pay X Force -> Retaliate X+1
                Ability::activated(
                    Costs::force(Amount::X),
                    Effect::keyword(number(Keyword::Retaliate, Amount::Sum(vec![Amount::X, 1.into()]))),
                ),
            ],
        ),
        (
            "Old Flight Leader",
            vec![
                // Starfighter Pilot. The Starfighter gets: * +1 power * Accuracy 1 * "[tap] -> Gain 1 Force."
                Ability::new(Wrapper::Pilot(Pilot {
                    of: vec![starfighter()],
                    gets: vec![
                        Grant::power(1),
                        number(Keyword::Accuracy, 1).into(),
                        Ability::activated(Costs::tap(), Effect::gain_force(1)).into(),
                    ],
                })),
                // INSERT: Pay 1 Force -> Deflect 1
                Ability::new(Wrapper::Insert(Box::new(Ability::activated(
                    Costs::force(1),
                    Effect::keyword(number(Keyword::Deflect, 1)),
                )))),
                // Stack: Any unique Starfighter
                Ability::new(Wrapper::Stack(vec![
                    starfighter().adjective(Quality::Uniqueness(Uniqueness::Unique)),
                ])),
            ],
        ),
        (
            "Changing Walker",
            vec![
                // Switch: None/+10 speed and Overkill
                Ability::new(Wrapper::Switch(vec![
                    vec![],
                    vec![Grant::speed(10), plain(Keyword::Overkill).into()],
                ])),
                // Adapt: Stealth/+2 power
                Ability::new(Wrapper::Adapt(vec![
                    vec![plain(Keyword::Stealth).into()],
                    vec![Grant::power(2)],
                ])),
                // Reserves: When your build step starts, gain 1 Force.
                Ability::new(Wrapper::Reserves(Box::new(Ability::triggered(
                    Event::YOUR_BUILD_STEP_STARTS,
                    Effect::gain_force(1),
                )))),
                // Upkeep: Pay 1 build point or tap this unit.
                Ability::new(Wrapper::Upkeep(Upkeep::Costs(vec![
                    Costs::build_points(1),
                    Costs::act(UnitAction::Tap(Selector::THIS)),
                ]))),
            ],
        ),
        (
            "Collector",
            vec![
                // Bounty: Draw a card.
                Ability::new(Wrapper::Bounty(CardAction::you_draw(1).into())),
                // Last Stand: Your opponent loses 2 Force.
                Ability::new(Wrapper::LastStand(
                    Action::Lose(Player::Opponent, Pool::Force, 2.into()).into(),
                )),
                // Foresight: Put 1 mastery counter on this unit.
                Ability::new(Wrapper::Foresight(
                    CounterAction::put(1, Counter::Mastery, Selector::THIS).into(),
                )),
                // Reduced Cost 3: If you have a Jedi in any arena.
                Ability::new(Wrapper::ReducedCost(
                    3,
                    Box::new(Condition::exists(your("Jedi").in_arena(ArenaRef::Any))),
                )),
                // Alternative Cost: Pay 4 Force, tap one of your Jedi.
                Ability::new(Wrapper::AlternativeCost(
                    Costs::force(4).and(Costs::act(UnitAction::Tap(Selector::one(your("Jedi"))))),
                )),
            ],
        ),
    ]
}

pub fn static_cards() -> Vec<Card> {
    vec![
        (
            "Wing Commander",
            vec![
                // Each of your other Rebel Starfighters in this arena gets +1 power and Accuracy 1.
                Ability::static_rule(Rule::gets(
                    your("Rebel").subtype("Starfighter").other().in_arena(ArenaRef::THIS),
                    [Grant::power(1), number(Keyword::Accuracy, 1).into()],
                )),
                // This unit gets +1 power for each damage counter on it.
                Ability::static_rule(Rule::gets(
                    Reference::This,
                    [Grant::power(Amount::counters(Counter::Damage, Reference::This).for_each(1))],
                )),
                // This unit gets Critical Hit 2 when attacking a Capital Ship.
                Ability::static_rule(
                    Rule::gets(Reference::This, [number(Keyword::CriticalHit, 2).into()])
                        .when(Condition::when_attacking(Filter::units().subtype("Capital Ship"))),
                ),
                // Treat this unit as a Jedi.
                Ability::static_rule(Rule::gets(Reference::This, [Grant::Subtype("Jedi".into())]))
                    .working(Reach::Everywhere),
            ],
        ),
        (
            "Quiet Senator",
            vec![
                // As long as this unit is untapped, it can't be attacked.
                Ability::static_rule(
                    Rule::cant(Reference::This, Activity::BeAttacked(None))
                        .when(Condition::is(Reference::This, Quality::Untapped)),
                ),
                // Your opponent's units can't attack your Diplomats unless your opponent pays 2 Force.
                Ability::static_rule(Rule::changes(
                    theirs(),
                    [Change::Unless {
                        activity: Activity::Attack(Some(your("Diplomat").into())),
                        who: Player::Opponent,
                        costs: Costs::force(2),
                    }],
                )),
                // Each of your Diplomats costs 1 less build counter to deploy (but not less than 1).
                Ability::static_rule(Rule::changes(
                    your("Diplomat"),
                    [Change::Cost { charge: Charge::Deploy, by: (-1).into(), at_least: Some(1) }],
                )),
                // This unit doesn't count toward controlling any arena.
                Ability::static_rule(Rule::cant(
                    Reference::This,
                    Activity::CountTowardControl(ArenaRef::Any),
                )),
                // Your opponent can't gain Force as long as you control the Character arena.
                Ability::static_rule(
                    Rule::Players {
                        who: Player::Opponent,
                        modality: Modality::Cant,
                        activity: PlayerActivity::GainForce,
                        condition: None,
                    }
                    .when(Condition::Controls(Player::You, ArenaRef::the(Arena::Character))),
                ),
            ],
        ),
        (
            "Ghostly Mentor",
            vec![
                // Prevent all damage to and from this unit.
                Ability::static_rule(Rule::changes(
                    Reference::This,
                    [Change::Prevent { portion: Portion::All, direction: Direction::ToAndFrom, other: None }],
                )),
                // Damage from your Padawans can only be prevented by Evade.
                Ability::static_rule(Rule::changes(
                    your("Jedi Padawan"),
                    [Change::DamageFrom(Preventable::OnlyBy(vec![Keyword::Evade]))],
                )),
                // Your opponent's units with power 5 or more lose Stealth.
                Ability::static_rule(Rule::gets(
                    theirs().with(Quality::Measure(
                        Measure::Statistic(Statistic::Power, Reading::Bare),
                        Range::at_least(5),
                    )),
                    [Grant::Lose(Loss::Keyword(Keyword::Stealth))],
                )),
                // This unit can attack units in your opponent's build zone. It can have an extra Pilot.
                Ability::static_rule(Rule::changes(
                    Reference::This,
                    [
                        Change::Modal(
                            Modality::Can,
                            Activity::Attack(Some(
                                Filter::units().at(Place::BuildZone(Player::Opponent)).into(),
                            )),
                        ),
                        Change::Limit(LimitOf::Pilots, Limit::Extra(1)),
                    ],
                )),
            ],
        ),
    ]
}

pub fn activated_cards() -> Vec<Card> {
    let damage_to_yours = Selector::one(yours().adjective(Quality::Defending(None)));
    vec![
        (
            "Field Medic",
            vec![
                // Pay X Force, up to 3 -> Prevent X damage to one of your defending units.
                Ability::activated(
                    Costs::force(Amount::X),
                    DamageAction::Prevent {
                        portion: Portion::Exactly(Amount::X),
                        to: damage_to_yours,
                        from: None,
                    },
                )
                .where_x(X::ChosenUpTo(3.into())),
                // [tap], pay 1 Force -> Remove up to 2 damage counters from one of your units. Gain 1 Force
                // for each counter removed this way. Play only when no unit is attacking and only once per
                // game.
                Ability::new(AbilityKind::Activated(
                    Play::new(
                        Costs::tap().and(Costs::force(1)),
                        Effect::steps([
                            Effect::from(CounterAction::Remove {
                                kind: Counter::Damage.into(),
                                quantity: Quantity::UpTo(2.into()),
                                from: Selector::one(yours()),
                                share: Share::Each,
                            })
                            .named(FIRST),
                            Effect::gain_force(Amount::Result(FIRST).for_each(1)),
                        ]),
                    )
                    .timed(Timing::only(PlayOnly::NoUnitAttacking).limited(Usage::Times(1, Period::Game))),
                )),
            ],
        ),
        (
            "Press Gang",
            vec![
                // Discard one of your other units -> This unit does damage equal to the discarded unit's
                // power, divided as you choose among any number of your opponent's units in this arena.
                Ability::activated(
                    Costs::act(CardAction::Discard(Selector::one(yours().other()))),
                    DamageAction::Do {
                        source: Reference::This,
                        damage: Damage::Points(Amount::power_of(Reference::Paid(0))),
                        to: Selector::some(Quantity::AnyNumber, theirs().in_arena(ArenaRef::THIS)),
                        share: Share::Divided,
                        preventable: Preventable::Yes,
                    },
                ),
                // Choose one: Pay 2 Force. Or: Discard a card from your hand. -> Gain control of one of your
                // opponent's non-unique units until end of turn. Play only when this unit would attack.
                Ability::new(AbilityKind::Activated(
                    Play::new(
                        Costs(vec![Payment::OneOf(
                            Player::You,
                            vec![Costs::force(2), Costs::act(discard_from_hand())],
                        )]),
                        UnitAction::GainControl {
                            who: Player::You,
                            what: Selector::one(
                                theirs().adjective(Quality::Uniqueness(Uniqueness::NonUnique)),
                            ),
                            duration: Duration::EndOfTurn,
                        },
                    )
                    .timed(Timing::only(PlayOnly::WouldAttack(Pattern::THIS))),
                )),
            ],
        ),
        (
            "Barracks Ship",
            vec![
                // Pay 2 build points -> Take two 30/2/2 Line Trooper Subordinates with "Pay 1 Force ->
                // Intercept" and put them into the Ground arena tapped. Play only during your build step.
                Ability::new(AbilityKind::Activated(
                    Play::new(
                        Costs::build_points(2),
                        CardAction::Create(
                            2.into(),
                            Box::new(Token {
                                name: "Line Trooper".into(),
                                speed: 30,
                                power: 2,
                                health: 2,
                                abilities: vec![Ability::activated(
                                    Costs::force(1),
                                    Effect::keyword(plain(Keyword::Intercept)),
                                )],
                            }),
                            Destination::Arena(ArenaRef::the(Arena::Ground), TapState::Tapped),
                        ),
                    )
                    .timed(Timing::your_build_step()),
                )),
                // [tap] -> Look at the top 3 cards of your deck. Put one of them into your hand and the rest
                // on the bottom of your deck in any order.
                Ability::activated(
                    Costs::tap(),
                    Effect::steps([
                        Effect::from(CardAction::LookAt(
                            Player::You,
                            Selector::some(
                                Quantity::Exactly(3.into()),
                                Filter::cards().at(Place::TopOfDeck(Player::You)),
                            ),
                        ))
                        .named(FIRST),
                        Effect::from(CardAction::Put(
                            Selector::one(Filter::cards().with(Quality::Among(Reference::Result(FIRST)))),
                            Destination::Hand,
                        ))
                        .named(SECOND),
                        CardAction::Put(
                            Selector::Each(
                                Filter::cards()
                                    .with(Quality::Among(Reference::Result(FIRST)))
                                    .with(Quality::Among(Reference::Result(SECOND)).negated()),
                            ),
                            Destination::Deck(End::Bottom),
                        )
                        .into(),
                    ]),
                ),
            ],
        ),
        (
            "Academy Funds",
            vec![
                // Add 2 counters -> Each of your units' activated abilities costs 1 less Force this turn.
                Ability::activated(
                    Costs::act(CounterAction::put(2, Counter::Resource, Selector::THIS)),
                    Effect::lasting(
                        Rule::changes(
                            Selector::Each(yours()),
                            [Change::Cost {
                                charge: Charge::Activate(AbilityClass::Activated),
                                by: (-1).into(),
                                at_least: None,
                            }],
                        ),
                        Duration::EndOfTurn,
                    ),
                ),
            ],
        ),
    ]
}

pub fn triggered_cards() -> Vec<Card> {
    vec![
        (
            "Street Hunter",
            vec![
                // Whenever this unit damages a Character, gain 1 Force.
                Ability::triggered(
                    Event::damages(Reference::This, Filter::units().of_type(Arena::Character)),
                    Effect::gain_force(1),
                ),
                // Whenever this unit attacks or is attacked, if it is damaged, it gets +2 power for that
                // attack.
                Ability::new(Triggered {
                    trigger: Trigger::any(vec![
                        Event::attacks(Reference::This),
                        Event::IsAttacked { defender: Pattern::THIS, attacker: None },
                    ]),
                    condition: Some(Condition::is(Reference::This, Quality::Damaged)),
                    effect: Effect::lasting(
                        Rule::gets(Reference::This, [Grant::power(2)]),
                        Duration::ThisAttack,
                    ),
                }),
                // The first time each turn damage from one of your Bounty Hunters' attacks causes a unit to
                // be discarded, draw a card.
                Ability::triggered(
                    Trigger::from(Event::Discarded {
                        what: Filter::units().into(),
                        from: None,
                        cause: Cause::AttackDamageFrom(Box::new(your("Bounty Hunter").into())),
                    })
                    .occurring(Frequency::FirstEachTurn),
                    CardAction::you_draw(1),
                ),
            ],
        ),
        (
            "Droid Broker",
            vec![
                // When you deploy this unit, you may search your deck for a Droid unit card, show it to your
                // opponent and put it into your hand. Shuffle your deck.
                Ability::triggered(
                    Event::you_deploy(Reference::This),
                    Effect::may(CardAction::Search {
                        places: vec![Place::Deck(Player::You)],
                        find: Choice::new(Quantity::Exactly(1.into()), Filter::unit_cards().subtype("Droid")),
                        shown: Shown::ToOpponent,
                        to: Destination::Hand,
                    }),
                ),
                // When your build step starts, you may pay 2 Force. If you do, put the top card of your deck
                // face-down into your build zone with 1 build counter on it.
                Ability::triggered(
                    Event::YOUR_BUILD_STEP_STARTS,
                    Effect::may_then(
                        Effect::Pay(Player::You, Costs::force(2)),
                        CardAction::Put(
                            Selector::one(Filter::cards().at(Place::TopOfDeck(Player::You))),
                            Destination::BuildZone { face: Face::Down, counters: 1.into() },
                        ),
                    ),
                ),
            ],
        ),
        (
            "Gambling Den",
            vec![
                // When the battle phase starts, roll a die. If you roll a 1 or 2, your opponent gains 1
                // Force. If you roll a 3 or more, tap one of your opponent's units unless your opponent pays
                // 2 Force.
                Ability::triggered(
                    Event::Stage(Edge::Start, Stage::BattlePhase),
                    Effect::Table(
                        Player::You,
                        vec![
                            TableRow {
                                roll: Range::OneOf(vec![1, 2]),
                                effect: Action::Gain(Player::Opponent, Pool::Force, 1.into()).into(),
                            },
                            TableRow {
                                roll: Range::at_least(3),
                                effect: Effect::from(UnitAction::Tap(Selector::one(theirs())))
                                    .unless(Player::Opponent, Costs::force(2)),
                            },
                        ],
                    ),
                ),
                // When the roll for build points is made, you may reroll it.
                Ability::triggered(
                    Event::BuildRoll,
                    Effect::may(DiceAction::Reroll(Dice::BuildRoll, Quantity::Exactly(1.into()))),
                ),
            ],
        ),
        (
            "Iron Bodyguard",
            vec![
                // Whenever one of your other units in this arena would be damaged, prevent 1 of that damage.
                Ability::new(Replacement {
                    trigger: Event::Damage {
                        source: None,
                        target: Some(yours().other().in_arena(ArenaRef::THIS).into()),
                        amount: None,
                        using: None,
                    }
                    .into(),
                    condition: None,
                    outcome: Outcome::First(DamageAction::PreventThat(Portion::Exactly(1.into())).into()),
                }),
                // When this unit would be discarded from the Ground arena, you may retreat it instead.
                Ability::new(Replacement {
                    trigger: Event::Discarded {
                        what: Pattern::THIS,
                        from: Some(Place::Arena(ArenaRef::the(Arena::Ground))),
                        cause: Cause::Any,
                    }
                    .into(),
                    condition: None,
                    outcome: Outcome::Instead(Effect::may(UnitAction::Retreat(Selector::THIS))),
                }),
                // If this card is in your discard pile when your build step starts, you may pay 3 Force. If
                // you do, return it to your hand.
                Ability::triggered(
                    Event::YOUR_BUILD_STEP_STARTS,
                    Effect::may_then(
                        Effect::Pay(Player::You, Costs::force(3)),
                        CardAction::Put(Selector::THIS, Destination::Hand),
                    ),
                )
                .working(Reach::Only(Zone::DiscardPile)),
            ],
        ),
    ]
}
