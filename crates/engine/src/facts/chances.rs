//! In which chances a text can fit at all: known from its words alone, so that nobody reads it in any other chance.

use crate::facts::catalog::{is_of_build_steps, moment_of};
use crate::records::pop::Chance;
use vocab::Keyword;
use vocab::ability::{
    Action, CombatAction, DamageAction, DiceAction, Duration, Effect, Event, PlayOnly, Stage,
};

/// What an effect is for, as far as its timing goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// It disrupts.
    Disrupt,
    /// It adds dice.
    AddDice,
    /// It rerolls dice.
    Dice,
    /// It changes the results of dice.
    ChangeDice,
    /// It prevents damage.
    Prevent,
    /// It uses a keyword.
    Keyword(Keyword),
    /// It is about the attack that is going on.
    Attack,
    /// It is carried out by hand: what it is for only its players know.
    ByHand,
    /// Anything else.
    Other,
}

impl Sort {
    /// What a part of an effect is for, if it tells; otherwise the parts within it do.
    pub fn of(effect: &Effect) -> Option<Sort> {
        Some(match effect {
            Effect::Act(Action::Combat(CombatAction::Disrupt(_))) => Sort::Disrupt,
            Effect::Act(Action::Damage(DamageAction::Prevent { .. })) => Sort::Prevent,
            Effect::Act(Action::Dice(dice)) => match dice {
                DiceAction::Roll(..) => Sort::Other,
                DiceAction::Add(..) => Sort::AddDice,
                DiceAction::Reroll(..) => Sort::Dice,
                DiceAction::Change(..) | DiceAction::Modify(..) => Sort::ChangeDice,
                // 1107.3: before they are rolled.
                DiceAction::RollOnly(..) => Sort::Attack,
            },
            Effect::Act(Action::Combat(
                CombatAction::EndAttack | CombatAction::ChangeDefender(_) | CombatAction::MoreDamage(_),
            )) => Sort::Attack,
            Effect::Keyword(keyword, _) => Sort::Keyword(keyword.keyword()),
            Effect::ByHand => Sort::ByHand,
            Effect::Lasting(lasting) if lasting.duration == Duration::ThisAttack => Sort::Attack,
            Effect::Meanwhile(_, Duration::ThisAttack) => Sort::Attack,
            Effect::Delayed(events, _)
                if events.iter().any(|event| matches!(event, Event::AttackEnds(_))) =>
            {
                Sort::Attack
            }
            _ => return None,
        })
    }

    /// Whether it is played in general chances.
    const fn is_plain(self) -> bool {
        matches!(self, Sort::Other | Sort::Attack)
    }
}

/// A set of kinds of chances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chances(u16);

impl Chances {
    /// The kind of a chance.
    const fn of(chance: Chance) -> Chances {
        Chances(match chance {
            Chance::General => 1,
            Chance::Attack => 1 << 1,
            Chance::AddDice => 1 << 2,
            Chance::Reroll => 1 << 3,
            Chance::ChangeDice => 1 << 4,
            Chance::Prevention => 1 << 5,
            Chance::WouldBeDiscarded => 1 << 6,
            Chance::AttackEnd => 1 << 7,
            Chance::Disrupt => 1 << 8,
            Chance::Entered => 1 << 9,
            Chance::BuildStep => 1 << 10,
            Chance::WouldAttack(_) => 1 << 11,
            Chance::At(..) => 1 << 12,
            Chance::Just => 1 << 13,
        })
    }

    /// Every kind there is.
    const ALL: Chances = Chances((1 << 14) - 1);
    /// Chances at the start or end of a stage, whichever it is.
    const AT: Chances = Chances(1 << 12);
    /// Chances of units that would attack, whichever they are.
    const WOULD_ATTACK: Chances = Chances(1 << 11);

    /// Every chance for both players, and the build step: what is done in place of an attack or of an Ambush is not
    /// carried out by hand.
    const BY_HAND: Chances =
        Chances(Chances::ALL.0 & !Chances::WOULD_ATTACK.0 & !Chances::of(Chance::Entered).0);

    /// Whether a chance is of one of the kinds.
    pub const fn has(self, chance: Chance) -> bool {
        self.0 & Chances::of(chance).0 != 0
    }

    /// The kinds of both.
    #[must_use]
    pub const fn or(self, other: Chances) -> Chances {
        Chances(self.0 | other.0)
    }

    const fn and(self, other: Chances) -> Chances {
        Chances(self.0 & other.0)
    }

    const fn only_if(self, so: bool) -> Chances {
        if so { self } else { Chances(0) }
    }

    /// The kinds of chances into which an effect of this sort with these "play only" sentences can fit, as far as its
    /// words go (rules 1307.6, 1601).
    pub fn fitting(sort: Sort, only: &[&PlayOnly]) -> Chances {
        let allowed = only.iter().fold(Chances::ALL, |all, only| all.and(named(only)));
        if let Sort::Keyword(keyword) = sort {
            // 1002.1: one equips in the build step, unless the text says when else.
            let in_battle = |only: &&PlayOnly| {
                keyword == Keyword::Equip && **only == PlayOnly::During(Stage::BattlePhase)
            };
            if only.iter().any(in_battle) {
                return allowed.and(Chances::of(Chance::General).or(Chances::of(Chance::Attack)));
            }
            return allowed.and(of_keyword(keyword));
        }
        // 1316.2: in any chance that its "play only" sentences leave, as far as they are read.
        if sort == Sort::ByHand {
            let own = only.iter().any(|only| matches!(only, PlayOnly::WouldAttack(_)));
            return allowed.and(if own { Chances::WOULD_ATTACK } else { Chances::BY_HAND });
        }
        let any = |is: &dyn Fn(&PlayOnly) -> bool| only.iter().any(|only| is(only));
        let limited = any(&is_limiting);
        // 1601.6: in any general or limited chance.
        let any_time = any(&|only| matches!(only, PlayOnly::AnyTime | PlayOnly::Before(_)));
        let plain = sort.is_plain();
        let would = |chance: Chance| any(&|only| would_be(only) == Some(chance));
        let about_attack =
            any(&is_about_attack) && !any(&|only| matches!(only, PlayOnly::At(..)) || is_attack_end(only));
        let in_build_step =
            |only: &PlayOnly| matches!(only, PlayOnly::During(Stage::BuildStep(_)) | PlayOnly::AnyTime);
        let fits = [
            (Chance::Disrupt, sort == Sort::Disrupt),
            (Chance::AddDice, sort == Sort::AddDice),
            // The roll for build points has one chance for rerolls and changes (rule 602.5).
            (Chance::Reroll, matches!(sort, Sort::Dice | Sort::ChangeDice)),
            (Chance::ChangeDice, sort == Sort::ChangeDice),
            (Chance::Prevention, sort == Sort::Prevent || (plain && would(Chance::Prevention))),
            (Chance::General, (sort == Sort::Other && !limited) || (any_time && plain)),
            (Chance::Attack, plain && (!limited || about_attack)),
            (Chance::AttackEnd, plain && (any(&is_attack_end) || (any_time && !limited))),
            (Chance::BuildStep, plain && any(&in_build_step)),
            (Chance::WouldBeDiscarded, plain && (would(Chance::WouldBeDiscarded) || (any_time && !limited))),
            (Chance::Just, plain && any(&|only| moment_of(only).is_some())),
        ];
        let at =
            plain && (any(&|only| matches!(only, PlayOnly::At(..))) || any(&is_of_build_steps) || any_time);
        let would_attack = plain && any(&|only| matches!(only, PlayOnly::WouldAttack(_)));
        let stages = Chances::AT.only_if(at).or(Chances::WOULD_ATTACK.only_if(would_attack));
        let fits = fits.into_iter().map(|(chance, so)| Chances::of(chance).only_if(so));
        allowed.and(fits.fold(stages, Chances::or))
    }
}

/// The kinds of chances in which a keyword is used (chapter 17).
const fn of_keyword(keyword: Keyword) -> Chances {
    match keyword {
        Keyword::Evade | Keyword::Absorb | Keyword::Persuade | Keyword::Protect | Keyword::Deflect => {
            Chances::of(Chance::Prevention)
        }
        Keyword::Intercept | Keyword::Redirect | Keyword::Retaliate => Chances::of(Chance::Attack),
        Keyword::Ambush => Chances::of(Chance::Entered),
        // Equipping and Meditate belong to the build step (rules 1002.1, 1739.1), Hidden Cost to completing; no other
        // keyword is activated in a battle.
        _ => Chances(0),
    }
}

/// The kinds of chances in which one "play only" sentence can hold.
fn named(only: &PlayOnly) -> Chances {
    match only {
        PlayOnly::At(..) => Chances::AT,
        PlayOnly::WouldAttack(_) => Chances::WOULD_ATTACK,
        PlayOnly::When(event) => match **event {
            Event::Attacks { .. } | Event::IsAttacked { .. } => Chances::ALL,
            Event::AttackEnds(_) => Chances::of(Chance::AttackEnd),
            _ => Chances::of(Chance::Just),
        },
        PlayOnly::WhenWould(_) => would_be(only).map_or(Chances(0), Chances::of),
        PlayOnly::During(_)
        | PlayOnly::NoUnitAttacking
        | PlayOnly::If(_)
        | PlayOnly::AnyTime
        | PlayOnly::Before(_) => Chances::ALL,
    }
}

/// Whether a sentence keeps a text out of general chances.
const fn is_limiting(only: &PlayOnly) -> bool {
    matches!(only, PlayOnly::At(..) | PlayOnly::When(_) | PlayOnly::WhenWould(_) | PlayOnly::WouldAttack(_))
}

/// The chance in which something can be played "only when ... would ..." (rules 1110.4, 1310.4).
fn would_be(only: &PlayOnly) -> Option<Chance> {
    let PlayOnly::WhenWould(event) = only else { return None };
    match **event {
        Event::Discarded { .. } => Some(Chance::WouldBeDiscarded),
        Event::Damage { .. } => Some(Chance::Prevention),
        _ => None,
    }
}

fn is_attack_end(only: &PlayOnly) -> bool {
    matches!(only, PlayOnly::When(event) if matches!(**event, Event::AttackEnds(_)))
}

fn is_about_attack(only: &PlayOnly) -> bool {
    matches!(only, PlayOnly::When(event) if matches!(**event, Event::Attacks { .. } | Event::IsAttacked { .. }))
}
