//! Built cards and Battle cards: effects that happen once, Traps, Equipment.

use super::{Card, FIRST, number, plain, theirs, your, yours};
use dejarik_vocab::Keyword;
use dejarik_vocab::ability::{
    Ability, AbilityKind, Action, Amount, ArenaRef, CardAction, Cause, Change, Choice, Choosable, Chooser,
    Class, CombatAction, Condition, Costs, Damage, DamageAction, Destination, Disruptable, Duration, Effect,
    Enhance, Enhancement, Equipped, Event, Filter, Flow, Frequency, Grant, Lasting, Mode, Newcomers, Noun,
    Outcome, Place, Play, PlayOnly, Player, Pool, Preventable, Quality, Quantity, Range, Reference, Relation,
    Replacement, Rule, Selector, Share, Span, Tense, Timing, ToComplete, Trap, Trigger, UnitAction, Verdict,
    Wrapper,
};

pub fn built_cards() -> Vec<Card> {
    let jedi = || Filter::units().subtype("Jedi");
    vec![
        (
            "Heirloom Blade",
            vec![
                // Pay 1 build point -> Equip to a Jedi or Sith.
                Ability::activated(
                    Costs::build_points(1),
                    Effect::Keyword(
                        plain(Keyword::Equip),
                        Some(Box::new(jedi().or(Class::new(Noun::Unit).adjective(Quality::subtype("Sith"))))),
                    ),
                ),
                // Equipped Jedi gets +1 power and "Pay 1 Force -> This unit gets Critical Hit 1 for this
                // attack. Play only when this unit is attacking."
                Ability::new(Equipped {
                    who: jedi(),
                    changes: vec![
                        Change::Gets(Grant::power(1)),
                        Change::Gets(
                            Ability::new(AbilityKind::Activated(
                                Play::new(
                                    Costs::force(1),
                                    Effect::lasting(
                                        Rule::gets(Reference::This, [number(Keyword::CriticalHit, 1).into()]),
                                        Duration::ThisAttack,
                                    ),
                                )
                                .timed(Timing::only(PlayOnly::If(Box::new(
                                    Condition::is(Reference::This, Quality::Attacking(None)),
                                )))),
                            ))
                            .into(),
                        ),
                    ],
                    condition: None,
                }),
            ],
        ),
        (
            "Hard-Won Calm",
            vec![
                // When one of your Jedi with no Trait attached is damaged by 2 or more damage, attach this
                // Trait to it.
                Ability::triggered(
                    Event::Damage {
                        source: None,
                        target: Some(
                            jedi()
                                .of(Player::You)
                                .with(
                                    Quality::Has(
                                        Relation::Attached,
                                        Box::new(
                                            Filter::class(
                                                Class::new(Noun::Equipment)
                                                    .adjective(Quality::subtype("Trait")),
                                            )
                                            .into(),
                                        ),
                                    )
                                    .negated(),
                                )
                                .into(),
                        ),
                        amount: Some(Range::at_least(2)),
                        using: None,
                    },
                    CardAction::Put(
                        Selector::THIS,
                        Destination::AttachedTo(Selector::Known(Reference::Subject)),
                    ),
                ),
            ],
        ),
        (
            "Blocked Pass",
            vec![
                // When one of your opponent's units would attack, its attack ends and it doesn't untap during
                // its controller's next untap step.
                Ability::new(Trap {
                    tense: Tense::Would,
                    trigger: Event::attacks(theirs()).into(),
                    condition: None,
                    effect: Effect::steps([
                        CombatAction::EndAttack.into(),
                        UnitAction::SkipNextUntap(Reference::Subject.into()).into(),
                    ]),
                }),
            ],
        ),
        (
            "Recruiting Drive",
            vec![
                // To complete this Mission, you must also tap one of your Rebels. Complete only if you have
                // two.
                Ability::new(ToComplete {
                    costs: Costs::act(UnitAction::Tap(Selector::one(your("Rebel")))),
                    condition: Some(Condition::Compare(Amount::count(your("Rebel")), Range::at_least(2))),
                }),
                // Choose an arena. Each of your units in that arena, also later ones, gets +1 health until
                // end of turn.
                Ability::one_shot(Effect::steps([
                    Effect::from(Action::Choose(Choosable::Arena(Player::You, ArenaRef::Any))).named(FIRST),
                    Effect::Lasting(Box::new(Lasting {
                        rule: Rule::gets(
                            Selector::Each(yours().in_arena(ArenaRef::Chosen(FIRST))),
                            [Grant::health(1)],
                        ),
                        duration: Duration::EndOfTurn,
                        newcomers: Newcomers::Included,
                    })),
                ])),
                // Until end of turn, the next time your opponent would gain Force, you gain that much
                // instead.
                Ability::one_shot(Effect::Meanwhile(
                    Box::new(Ability::new(Replacement {
                        trigger: Trigger::from(Event::Pool {
                            who: Player::Opponent,
                            flow: Flow::Gain,
                            pool: Pool::Force,
                            amount: None,
                        })
                        .occurring(Frequency::Next),
                        condition: None,
                        outcome: Outcome::Instead(Effect::gain_force(Amount::ThatMuch)),
                    })),
                    Duration::EndOfTurn,
                )),
                // If damage from a Rebel caused 2 or more of your opponent's units to be discarded last turn,
                // you win the game.
                Ability::one_shot(Effect::when(
                    Condition::Happened(
                        Box::new(Event::Discarded {
                            what: theirs().into(),
                            from: None,
                            cause: Cause::DamageFrom(Box::new(Filter::units().subtype("Rebel").into())),
                        }),
                        Span::LastTurn,
                        Range::at_least(2),
                    ),
                    Action::EndGame(Player::You, Verdict::Wins),
                )),
            ],
        ),
    ]
}

pub fn battle_cards() -> Vec<Card> {
    vec![
        (
            "Sudden Opening",
            vec![
                // Pay 2 Force -> Choose one: One of your units gets +2 power for this attack. Or: Disrupt an
                // attack against one of your units. Or: Pay 1 Force -> Draw a card. Play only when no unit is
                // attacking.
                Ability::new(AbilityKind::OneShot(Play::new(
                    Costs::force(2),
                    Effect::ChooseOne(
                        Player::You,
                        vec![
                            Mode::new(Effect::lasting(
                                Rule::gets(Selector::one(yours()), [Grant::power(2)]),
                                Duration::ThisAttack,
                            )),
                            Mode::new(CombatAction::Disrupt(Disruptable::Attack {
                                by: None,
                                against: Some(yours().into()),
                            })),
                            Mode {
                                costs: Costs::force(1),
                                effect: CardAction::you_draw(1).into(),
                                timing: Timing::only(PlayOnly::NoUnitAttacking),
                            },
                        ],
                    ),
                ))),
                // Enhance: Pay 2 more Force -> One of your units gets +4 power for this attack instead.
                Ability::new(Wrapper::Enhance(Box::new(Enhance {
                    costs: Costs::force(2),
                    condition: None,
                    enhancement: Enhancement::Instead,
                    effect: Effect::lasting(
                        Rule::gets(Selector::one(yours()), [Grant::power(4)]),
                        Duration::ThisAttack,
                    ),
                    timing: Timing::usual(),
                }))),
            ],
        ),
        (
            "Parting Shot",
            vec![
                // Pay 1 Force -> Choose one of your units in any arena. When the attack ends, the chosen unit
                // does 3 dice of damage to the attacking unit and its opponent discards a card from hand at
                // random.
                Ability::new(AbilityKind::OneShot(Play::new(
                    Costs::force(1),
                    Effect::steps([
                        Effect::from(Action::Choose(Choosable::Objects(Selector::one(
                            yours().in_arena(ArenaRef::Any),
                        ))))
                        .named(FIRST),
                        Effect::delayed(
                            Event::ATTACK_ENDS,
                            Effect::steps([
                                DamageAction::Do {
                                    source: Reference::Result(FIRST),
                                    damage: Damage::Dice(3.into()),
                                    to: Reference::Attacker.into(),
                                    share: Share::Each,
                                    preventable: Preventable::Yes,
                                }
                                .into(),
                                CardAction::Discard(
                                    Choice::new(
                                        Quantity::Exactly(1.into()),
                                        Filter::cards().at(Place::Hand(Player::Opponent)),
                                    )
                                    .by(Chooser::Random)
                                    .into(),
                                )
                                .into(),
                            ]),
                        ),
                    ]),
                ))),
            ],
        ),
    ]
}
