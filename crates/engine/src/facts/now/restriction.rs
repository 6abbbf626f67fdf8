//! What texts say of activities beyond attacking and moving: being discarded, deployed, equipped; gaining and losing.

use super::permission::{has_rule, means, player_can, player_has_rule};
use crate::facts::game::Game;
use crate::facts::text::{Scope, filter};
use crate::records::event::DiscardCause;
use crate::records::state::Slot;
use crate::records::topics::Topics;
use vocab::ability::{AbilityClass, Activity, Change, Modality, PlayerActivity, Statistic};
use vocab::{Arena, KeywordSet, Role};

/// Whether no text forbids that a card is discarded (rule 1312.1). What the game itself demands, such as the end of a
/// Mission or a second unit of one name, is not forbidden by a text about cards in play.
pub(crate) fn can_be_discarded(game: &Game, card: Slot, cause: DiscardCause) -> bool {
    match cause {
        DiscardCause::Uniqueness | DiscardCause::Rule => return true,
        DiscardCause::Damage(_)
        | DiscardCause::AttackDamage(_)
        | DiscardCause::Health
        | DiscardCause::Player(_) => {}
    }
    let is_there = |activity: &Activity, scope: Scope| match activity {
        Activity::BeDiscarded(place) => place.is_none_or(|place| filter::is_at(scope, place, card)),
        _ => false,
    };
    !has_rule(game, card, Topics::DISCARD, Modality::Cant, &is_there)
}

/// Whether a unit card can be deployed by this player.
pub(crate) fn can_be_deployed(game: &Game, who: Role, card: Slot) -> bool {
    !has_rule(game, card, Topics::ENTER, Modality::Cant, &|activity, _| {
        matches!(activity, Activity::BeDeployed)
    }) && may_play(game, who, card)
}

/// Whether no text forbids a player to play or complete a card (rule 1312.1).
pub(crate) fn may_play(game: &Game, who: Role, card: Slot) -> bool {
    let plays = |activity: &PlayerActivity, scope: Scope| matches!(activity, PlayerActivity::Play(what) if filter::fits(scope.as_cards(), what, card));
    player_can(game, who, &plays)
}

/// Whether a player plays with the hand revealed.
pub(crate) fn reveals_hand(game: &Game, who: Role) -> bool {
    player_has_rule(game, who, 0, Modality::Must, &|activity, _| {
        matches!(activity, PlayerActivity::RevealHand)
    })
}

/// Whether what a player builds lies there for both to see.
pub(crate) fn reveals_build(game: &Game, who: Role) -> bool {
    player_has_rule(game, who, 0, Modality::Must, &|activity, _| {
        matches!(activity, PlayerActivity::RevealBuild)
    })
}

/// Whether a unit acts before others of its speed (rule 1103.2).
pub(crate) fn wins_ties(game: &Game, unit: Slot) -> bool {
    has_rule(game, unit, Topics::ATTACK, Modality::Can, &|activity, _| matches!(activity, Activity::WinTies))
}

/// Whether a unit can act before every other one in the battle step of an arena (rule 1103.1).
pub(crate) fn attacks_first(game: &Game, unit: Slot, arena: Arena) -> bool {
    let is_it = |activity: &Activity, scope: Scope| matches!(activity, Activity::AttackFirst(of) if scope.is_arena(*of, arena));
    has_rule(game, unit, Topics::ATTACK, Modality::Can, &is_it)
}

/// Whether a unit must retreat in its controller's retreat step if it can (rule 1312.2).
pub(crate) fn must_retreat(game: &Game, unit: Slot) -> bool {
    has_rule(game, unit, Topics::MOVE, Modality::Must, &|activity, _| matches!(activity, Activity::Retreat))
}

/// Whether a text demands that this unit attacks that one if it can (rule 1312.2).
pub(crate) fn must_attack_it(game: &Game, unit: Slot, target: Slot) -> bool {
    let attacks = |activity: &Activity, scope: Scope| matches!(activity, Activity::Attack(Some(whom)) if filter::is_meant(scope, whom, target));
    let attacked = |activity: &Activity, scope: Scope| matches!(activity, Activity::BeAttacked(by) if means(scope, by.as_ref(), unit));
    has_rule(game, unit, Topics::ATTACK, Modality::Must, &attacks)
        || has_rule(game, target, Topics::ATTACK, Modality::Must, &attacked)
}

/// Whether a text lets an Equipment be attached to a card, beyond or within the usual (rules 1002.4, 1312.1).
pub(crate) fn attaching(game: &Game, equipment: Slot, host: Slot) -> Attaching {
    let to_host = |activity: &Activity, scope: Scope| matches!(activity, Activity::BeAttached(on) if filter::is_meant(scope, on, host));
    let to_others = |activity: &Activity, scope: Scope| matches!(activity, Activity::BeAttached(on) if !filter::is_meant(scope, on, host));
    if has_rule(game, equipment, Topics::ATTACH, Modality::Cant, &to_host)
        || has_rule(game, equipment, Topics::ATTACH, Modality::CanOnly, &to_others)
    {
        Attaching::Forbidden
    } else if has_rule(game, equipment, Topics::ATTACH, Modality::Can, &to_host) {
        Attaching::Allowed
    } else {
        Attaching::Usual
    }
}

/// What texts say of attaching an Equipment to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attaching {
    /// Nothing.
    Usual,
    /// It is possible, also to an opponent's card.
    Allowed,
    /// It is not.
    Forbidden,
}

/// What a unit cannot gain or lose.
#[derive(Clone, Copy, Default)]
pub(super) struct Fixed {
    gain: [bool; 3],
    lose: [bool; 3],
    /// What a text sets the value to.
    set: [Option<i16>; 3],
}

impl Fixed {
    /// Takes notice of a change.
    pub fn look_at(&mut self, change: &Change) {
        match change {
            Change::Modal(Modality::Cant, Activity::GainStatistic(statistic)) => {
                self.gain[*statistic as usize] = true;
            }
            Change::Modal(Modality::Cant, Activity::LoseStatistic(statistic)) => {
                self.lose[*statistic as usize] = true;
            }
            _ => {}
        }
    }

    /// A text sets a value.
    pub fn set(&mut self, statistic: Statistic, value: i16) {
        self.set[statistic as usize] = Some(value);
    }

    /// A value that is set and can't be gained or lost stays what it is set to: the cards of the stack add nothing either
    /// (rules 102.2, 1313.1).
    pub fn kept(&self, statistic: Statistic, value: i16) -> i16 {
        let place = statistic as usize;
        match self.set[place] {
            Some(set) if self.gain[place] && self.lose[place] => set,
            Some(set) if self.gain[place] => value.min(set),
            Some(set) if self.lose[place] => value.max(set),
            Some(_) | None => value,
        }
    }

    /// What comes of additions and subtractions.
    pub const fn total(&self, statistic: Statistic, more: i16, less: i16) -> i16 {
        let more = if self.gain[statistic as usize] { 0 } else { more };
        let less = if self.lose[statistic as usize] { 0 } else { less };
        more.saturating_add(less)
    }
}

/// Takes notice of keywords that cannot be gained, or cannot be lost.
pub(super) fn hold_keywords(change: &Change, forbidden: &mut KeywordSet, kept: &mut KeywordSet) {
    match change {
        Change::Modal(Modality::Cant, Activity::GainAbility(AbilityClass::Keyword(keyword))) => {
            forbidden.insert(keyword.in_play());
        }
        Change::Modal(Modality::Cant, Activity::LoseAbility(AbilityClass::Keyword(keyword))) => {
            kept.insert(keyword.in_play());
        }
        _ => {}
    }
}
