//! Which changes to cards and players can be played.

use super::parts::{Check, Refusal, no};
use super::{Place as At, ability};
use crate::facts::keywords::meditate::is_meditate;
use vocab::ability::{
    AbilityClass, AbilityKind, Activity, Change, Charge, Class, Effect, Filter, Grant, Limit, LimitOf, Loss,
    Modality, Noun, Pattern, Payment, Place, Play, PlayerActivity, Portion, Preventable, Quality, Rule,
};

pub(super) fn rule<S>(check: &mut Check, text: &Rule<S>, who: impl Fn(&mut Check, &S) -> Refusal) -> Refusal {
    match text {
        Rule::Cards { who: whom, changes, condition } => {
            who(check, whom)?;
            condition.iter().try_for_each(|only| check.condition(only))?;
            changes.iter().try_for_each(|one| change(check, one, At::Given))
        }
        Rule::Players { who: whom, modality, activity, condition } => {
            if !activity.takes(*modality) {
                return no("a rule for a player that says nothing");
            }
            check.player(*whom)?;
            match activity {
                PlayerActivity::Play(filter) => check.filter(filter)?,
                PlayerActivity::ControlArena(arena) => check.arena(*arena)?,
                PlayerActivity::LookAt(Place::Hand(whose)) => check.player(*whose)?,
                PlayerActivity::LookAt(_) => return no("a place that can't be looked at"),
                PlayerActivity::GainForce
                | PlayerActivity::Draw
                | PlayerActivity::Search
                | PlayerActivity::Retreat
                | PlayerActivity::RevealHand
                | PlayerActivity::RevealBuild
                | PlayerActivity::Win
                | PlayerActivity::Lose => {}
            }
            condition.iter().try_for_each(|only| check.condition(only))
        }
    }
}

/// A Meditate that a text gives: it works for cards that can be meditated and for no others.
pub(super) fn meditates(changes: &[Change], can_be_meditated: bool) -> Refusal {
    let gives =
        |change: &Change| matches!(change, Change::Gets(Grant::Ability(ability)) if is_meditate(ability));
    if changes.iter().any(gives) && !can_be_meditated {
        return no("a Meditate that is given to other cards than built ones in a discard pile");
    }
    Ok(())
}

/// "Units without Persuade get Persuade": what the text gives would take itself away again.
pub(super) fn lacks_what_it_gets(who: &Filter, changes: &[Change]) -> Refusal {
    let given = |change: &Change| match change {
        Change::Gets(Grant::Keyword(keyword)) => Some(keyword.keyword()),
        Change::Gets(Grant::Ability(ability)) => match &ability.kind {
            AbilityKind::Keyword(keyword) => Some(keyword.keyword()),
            AbilityKind::Activated(Play { effect: Effect::Keyword(keyword, _), .. }) => {
                Some(keyword.keyword())
            }
            AbilityKind::Wrapper(wrapper) => Some(wrapper.keyword()),
            _ => None,
        },
        _ => None,
    };
    let lacks = |quality: &Quality| match quality {
        Quality::Not(not) => match &**not {
            Quality::Keyword(keyword, _) => changes.iter().filter_map(given).any(|own| own == *keyword),
            _ => false,
        },
        _ => false,
    };
    let own = who.classes.iter().flat_map(|class| &class.adjectives);
    if who.with.iter().chain(own).any(lacks) {
        return no("a keyword for those that don't have it");
    }
    Ok(())
}

/// Whether such cards can have a Meditate that a text gives: those that are built, where it works (rules 1314.4, 1739.1).
/// What is played or waits for its moment is read off its print (rule 1739.2); a Mission may be a Trap (rule 211.5).
pub(super) fn can_be_meditated(of: &Filter) -> bool {
    let is_built = |class: &Class| match class.noun {
        Noun::UnitCard
        | Noun::Subordinate
        | Noun::Equipment
        | Noun::Location
        | Noun::Campaign
        | Noun::Resource => true,
        Noun::Card
        | Noun::Unit
        | Noun::Pilot
        | Noun::Mission
        | Noun::Trap
        | Noun::BattleCard
        | Noun::Event => false,
    };
    let is_discarded = matches!(of.place, Some(Place::DiscardPile(_)));
    is_discarded && !of.classes.is_empty() && of.classes.iter().all(is_built)
}

pub(super) fn change(check: &mut Check, text: &Change, place: At) -> Refusal {
    match text {
        Change::Gets(given) => grant(check, given, place),
        Change::Modal(modality, activity) => modal(check, *modality, activity),
        Change::Unless { activity, costs, .. } => {
            let force_only = costs.0.iter().all(|payment| matches!(payment, Payment::Force(_)));
            match activity {
                Activity::Attack(whom) | Activity::BeAttacked(whom) if force_only => {
                    whom.iter().try_for_each(|whom| check.pattern(whom))
                }
                _ => no("a price for doing this"),
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

fn modal(check: &mut Check, modality: Modality, activity: &Activity) -> Refusal {
    if !activity.takes(modality) {
        return no("a permission or prohibition that says nothing");
    }
    match activity {
        // A Pilot isn't a unit while it pilots (rule 902.1).
        Activity::Attack(Some(Pattern::Any(whom)))
            if whom.classes.iter().any(|class| class.noun == Noun::Pilot) =>
        {
            no("attacks on Pilots")
        }
        Activity::Attack(whom) | Activity::BeAttacked(whom) | Activity::BePiloted(whom) => {
            whom.iter().try_for_each(|whom| check.pattern(whom))
        }
        Activity::BePilotedAs(class) => check.class(class),
        Activity::BeAttached(whom) | Activity::BeStackedBeneath(whom) => check.pattern(whom),
        Activity::CountTowardControl(arena) | Activity::AttackFirst(arena) => check.arena(*arena),
        Activity::MoveBetween(from, to) => {
            check.arena(*from)?;
            check.arena(*to)
        }
        Activity::BeDiscarded(place) => place.iter().try_for_each(|place| check.place(*place)),
        Activity::Use(class) => ability_class(check, class),
        Activity::BeDisrupted
        | Activity::HaveAttackDisrupted
        | Activity::HaveAbilityDisrupted(_)
        | Activity::Retreat
        | Activity::WinTies
        | Activity::BeInDeck(_)
        | Activity::BeInSupply
        | Activity::Move
        | Activity::Untap
        | Activity::StayTapped
        | Activity::GainStatistic(_)
        | Activity::LoseStatistic(_)
        | Activity::GainAbility(_)
        | Activity::LoseAbility(_)
        | Activity::BeOnTop
        | Activity::BeDeployed => Ok(()),
    }
}

/// A class of abilities that a text names.
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
