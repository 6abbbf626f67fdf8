//! Which changes to cards and players are carried out.

use super::parts::{Check, Refusal, no};
use super::{Place as At, ability};
use vocab::ability::{
    AbilityClass, Change, Charge, Deed, Grant, Limit, LimitOf, Loss, Modality, Noun, Pattern, Payment, Place,
    PlayerDeed, Portion, Preventable, Rule,
};

pub(super) fn rule<S>(check: &mut Check, text: &Rule<S>, who: impl Fn(&mut Check, &S) -> Refusal) -> Refusal {
    match text {
        Rule::Cards { who: whom, changes, condition } => {
            who(check, whom)?;
            condition.iter().try_for_each(|only| check.condition(only))?;
            changes.iter().try_for_each(|one| change(check, one, At::Given))
        }
        Rule::Players { who: whom, modality, deed, condition } => {
            if !deed.takes(*modality) {
                return no("a rule for a player that says nothing");
            }
            check.player(*whom)?;
            match deed {
                PlayerDeed::Play(filter) => check.filter(filter)?,
                PlayerDeed::ControlArena(arena) => check.arena(*arena)?,
                PlayerDeed::LookAt(Place::Hand(whose)) => check.player(*whose)?,
                PlayerDeed::LookAt(_) => return no("a place that can't be looked at"),
                PlayerDeed::GainForce
                | PlayerDeed::Draw
                | PlayerDeed::Search
                | PlayerDeed::Retreat
                | PlayerDeed::RevealHand
                | PlayerDeed::RevealBuild
                | PlayerDeed::Win
                | PlayerDeed::Lose => {}
            }
            condition.iter().try_for_each(|only| check.condition(only))
        }
    }
}

pub(super) fn change(check: &mut Check, text: &Change, place: At) -> Refusal {
    match text {
        Change::Gets(given) => grant(check, given, place),
        Change::Modal(modality, deed) => modal(check, *modality, deed),
        Change::Unless { deed, costs, .. } => {
            let force_only = costs.0.iter().all(|payment| matches!(payment, Payment::Force(_)));
            match deed {
                Deed::Attack(whom) | Deed::BeAttacked(whom) if force_only => {
                    whom.iter().try_for_each(|whom| check.pattern(whom))
                }
                _ => no("a price for this deed"),
            }
        }
        Change::Cost { charge, by, at_least: _ } => {
            match charge {
                Charge::Activate(class) => ability_class(check, class)?,
                Charge::Equip(_, to) => to.iter().try_for_each(|to| check.pattern(to))?,
                Charge::DeployTo(arena) => check.arena(*arena)?,
                Charge::Deploy | Charge::Complete | Charge::Play => {}
            }
            check.amount(by)
        }
        Change::Prevent { portion, other, .. } => {
            other.iter().try_for_each(|other| check.pattern(other))?;
            match portion {
                Portion::Exactly(of) | Portion::AllBut(of) => check.amount(of),
                Portion::All => Ok(()),
                Portion::UpTo(_) => no("a choice of how much is always prevented"),
            }
        }
        Change::DamageFrom(preventable) => preventability(check, preventable),
        Change::Limit(LimitOf::Pilots | LimitOf::StackedCards, _)
        | Change::Limit(LimitOf::Copies | LimitOf::CopiesInStack, Limit::UpTo(_)) => Ok(()),
        Change::Limit(LimitOf::Copies | LimitOf::CopiesInStack, Limit::Extra(_) | Limit::None) => {
            no("more copies than any number")
        }
    }
}

/// Whether damage can be prevented: at most two keywords are remembered.
pub(super) fn preventability(check: &Check, text: &Preventable) -> Refusal {
    match text {
        Preventable::Yes | Preventable::No => Ok(()),
        Preventable::OnlyBy(keywords) if keywords.len() <= 2 => Ok(()),
        Preventable::OnlyBy(_) => no("damage that one of more than two keywords prevents"),
        // Looked at when it is prevented: nothing that the effect found out is known then.
        Preventable::OnlyFrom(cards) => Check { later: true, alone: true, ..*check }.pattern(cards),
    }
}

fn modal(check: &mut Check, modality: Modality, deed: &Deed) -> Refusal {
    if !deed.takes(modality) {
        return no("a permission or prohibition that says nothing");
    }
    match deed {
        // A Pilot is no unit while it pilots (rule 902.1).
        Deed::Attack(Some(Pattern::Any(whom)))
            if whom.classes.iter().any(|class| class.noun == Noun::Pilot) =>
        {
            no("attacks on Pilots")
        }
        Deed::Attack(whom) | Deed::BeAttacked(whom) | Deed::BePiloted(whom) => {
            whom.iter().try_for_each(|whom| check.pattern(whom))
        }
        Deed::BePilotedAs(class) => check.class(class),
        Deed::BeAttached(whom) | Deed::BeStackedBeneath(whom) => check.pattern(whom),
        Deed::CountTowardControl(arena) | Deed::AttackFirst(arena) => check.arena(*arena),
        Deed::MoveBetween(from, to) => {
            check.arena(*from)?;
            check.arena(*to)
        }
        Deed::BeDiscarded(place) => place.iter().try_for_each(|place| check.place(*place)),
        Deed::Use(class) => ability_class(check, class),
        Deed::BeDisrupted
        | Deed::HaveAttackDisrupted
        | Deed::HaveAbilityDisrupted(_)
        | Deed::Retreat
        | Deed::WinTies
        | Deed::BeInDeck(_)
        | Deed::BeInSupply
        | Deed::Move
        | Deed::Untap
        | Deed::StayTapped
        | Deed::GainStatistic(_)
        | Deed::LoseStatistic(_)
        | Deed::GainAbility(_)
        | Deed::LoseAbility(_)
        | Deed::BeOnTop
        | Deed::BeDeployed => Ok(()),
    }
}

/// A class of abilities that a text speaks of.
pub(super) fn ability_class(check: &Check, class: &AbilityClass) -> Refusal {
    match class {
        AbilityClass::ForceActivated(range) => range.iter().try_for_each(|range| check.range(range)),
        AbilityClass::Any | AbilityClass::Activated | AbilityClass::Triggered | AbilityClass::Keyword(_) => {
            Ok(())
        }
    }
}

pub(super) fn grant(check: &mut Check, text: &Grant, place: At) -> Refusal {
    match text {
        Grant::Bonus(_, of) | Grant::Set(_, of) => check.amount(of),
        Grant::Keyword(keyword) => keyword.value().map_or(Ok(()), |of| check.amount(of)),
        Grant::Ability(inner) => ability(inner, check, place),
        Grant::Subtype(_) | Grant::Name(_) | Grant::Side(_) | Grant::Types(_) => Ok(()),
        Grant::SubtypesOf(whose) => check.pattern(whose),
        Grant::Chosen(_) | Grant::Lose(Loss::Chosen(_)) => Ok(()),
        Grant::Lose(Loss::Keyword(_) | Loss::Subtype(_)) => Ok(()),
        Grant::Lose(Loss::Abilities(class)) => ability_class(check, class),
        Grant::Lose(Loss::GameText) => Ok(()),
    }
}
