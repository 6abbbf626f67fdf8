//! What a card or a player can, can't or must do.

use super::amount::statistic_name;
use super::place::{read_arena, read_place, write_arena, write_place_name};
use super::selector::{read_pattern, write_pattern};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Side;
use vocab::ability::{
    AbilityClass, Activity, ArenaRef, Change, Class, Modality, Noun, Pattern, PlayerActivity, Reference,
    Stage, Statistic,
};

/// "attack or be attacked": one change each.
pub fn read_activities(p: &mut Parser, modality: Modality) -> Option<Vec<Change>> {
    let read = |p: &mut Parser| {
        read_some_activities(p)
            .filter(|activities| activities.iter().all(|activity| activity.takes(modality)))
    };
    let mut activities = read(p)?;
    while let Some(next) = p.attempt(|p| {
        (p.words("or") || p.words("and") || p.words(", or") || p.words(",")).then_some(())?;
        read(p)
    }) {
        activities.extend(next);
    }
    Some(activities.into_iter().map(|activity| Change::Modal(modality, activity)).collect())
}

/// "gain or lose speed", "lose power or Fury": one verb for several things.
fn read_some_activities(p: &mut Parser) -> Option<Vec<Activity>> {
    if p.words("gain or lose") {
        let what = read_losable(p)?;
        return Some(vec![gain(what.clone()), lose(what)]);
    }
    for (verb, make) in [("gain", gain as fn(Losable) -> Activity), ("lose", lose as fn(Losable) -> Activity)]
    {
        let listed = p.attempt(|p| {
            p.words(verb).then_some(())?;
            let mut activities = vec![make(read_losable(p)?)];
            while let Some(next) = p.attempt(|p| {
                p.one_of(&[", or", "or", ","])?;
                read_losable(p)
            }) {
                activities.push(make(next));
            }
            Some(activities)
        });
        if listed.is_some() {
            return listed;
        }
    }
    let mut activities = vec![read_activity(p)?];
    // "attack units with Stealth and Characters in your opponent's build zone": both.
    while matches!(activities.last(), Some(Activity::Attack(Some(_))))
        && let Some(next) = p.attempt(|p| {
            p.words("and").then_some(())?;
            read_pattern(p)
                .filter(|whom| matches!(whom, Pattern::Any(_)) && p.sees(|p| p.words(".") || p.at_end()))
        })
    {
        activities.push(Activity::Attack(Some(next)));
    }
    while matches!(activities.last(), Some(Activity::Use(AbilityClass::Keyword(_))))
        && let Some(next) = p.attempt(|p| {
            p.one_of(&[", or", "or", ","])?;
            p.keyword()
        })
    {
        activities.push(Activity::Use(AbilityClass::Keyword(next)));
    }
    Some(activities)
}

/// What can be gained and lost.
#[derive(Clone)]
enum Losable {
    Statistic(Statistic),
    Ability(AbilityClass),
}

fn read_losable(p: &mut Parser) -> Option<Losable> {
    super::amount::read_statistic(p)
        .map(Losable::Statistic)
        .or_else(|| p.keyword().map(|keyword| Losable::Ability(AbilityClass::Keyword(keyword))))
}

fn gain(what: Losable) -> Activity {
    match what {
        Losable::Statistic(statistic) => Activity::GainStatistic(statistic),
        Losable::Ability(class) => Activity::GainAbility(class),
    }
}

fn lose(what: Losable) -> Activity {
    match what {
        Losable::Statistic(statistic) => Activity::LoseStatistic(statistic),
        Losable::Ability(class) => Activity::LoseAbility(class),
    }
}

fn read_activity(p: &mut Parser) -> Option<Activity> {
    if p.words("attack first during") {
        let arena = read_arena_of_step(p)?;
        return Some(Activity::AttackFirst(arena));
    }
    if p.words("attack") {
        let whom = p.attempt(read_pattern);
        // "instead of a unit in this arena" only repeats what the permission is for.
        let _ = p.attempt(|p| {
            p.words("instead of").then_some(())?;
            read_pattern(p)
        });
        return Some(Activity::Attack(whom));
    }
    if p.words("be stacked beneath") {
        return read_pattern(p).map(Activity::BeStackedBeneath);
    }
    if p.words("be attached to") {
        return read_pattern(p).map(Activity::BeAttached);
    }
    if p.words("be attacked") {
        let by = if p.words("by") { Some(read_pattern(p)?) } else { None };
        return Some(Activity::BeAttacked(by));
    }
    if p.words("be discarded") {
        return Some(Activity::BeDiscarded(p.attempt(read_place)));
    }
    if let Some(activity) = p.attempt(read_piloted_as) {
        return Some(activity);
    }
    if p.words("be piloted by") {
        // "Starfighter Pilots" are those who can pilot Starfighters, not Pilots that are Starfighters.
        let is_pilot = |class: &Class| class.noun == Noun::Pilot && !class.adjectives.is_empty();
        let by = read_pattern(p)?;
        let known = !matches!(&by, Pattern::Any(filter) if filter.classes.iter().any(is_pilot));
        return known.then_some(Activity::BePiloted(Some(by)));
    }
    if p.words("use") || p.words("play") || p.words("activate") {
        return read_ability_class(p).map(Activity::Use);
    }
    let between = p.attempt(|p| {
        p.words("move from").then_some(())?;
        let from = read_arena(p)?;
        p.words("to").then_some(())?;
        Some(Activity::MoveBetween(from, read_arena(p)?))
    });
    if between.is_some() {
        return between;
    }
    p.choice(&[
        ("be disrupted", Activity::BeDisrupted),
        ("retreat", Activity::Retreat),
        ("be retreated", Activity::Retreat),
        ("move to another arena", Activity::Move),
        ("move arenas", Activity::Move),
        ("be on top of a stack", Activity::BeOnTop),
        ("stay tapped in the untap step", Activity::StayTapped),
        ("untap", Activity::Untap),
        ("be piloted", Activity::BePiloted(None)),
        ("be deployed", Activity::BeDeployed),
        ("win ties for speed", Activity::WinTies),
        ("be put in your supply", Activity::BeInSupply),
        ("be put in a yuuzhan vong deck", Activity::BeInDeck(Side::YuuzhanVong)),
        ("be put into a yuuzhan vong deck", Activity::BeInDeck(Side::YuuzhanVong)),
    ])
}

/// "the Space battle step": which arena's.
fn read_arena_of_step(p: &mut Parser) -> Option<ArenaRef> {
    match super::timing::read_stage(p)? {
        Stage::BattleStep(arena) => Some(arena),
        _ => None,
    }
}

/// "be piloted by a Starfighter Pilot and gets the abilities granted by that Pilot as if it were a Starfighter".
fn read_piloted_as(p: &mut Parser) -> Option<Activity> {
    p.one_of(&["be piloted by a", "be piloted by an", "be piloted by any"])?;
    let mut class = super::class::read_class(p).filter(|class| class.noun == Noun::Pilot)?;
    class.noun = Noun::Unit;
    let _ = p.words(", and") || p.words("and");
    p.words("gets").then_some(())?;
    let texts =
        ["the ability text", "the abilities", "all abilities", "all ability text", "any ability text"];
    p.one_of(&texts)?;
    let that = p.words("granted by that pilot as if");
    // "granted by Speeder Pilots on it as if".
    let such = !that
        && p.words("granted by")
        && super::class::read_class(p)
            .is_some_and(|again| again == Class { noun: Noun::Pilot, ..class.clone() })
        && p.words("on it as if");
    (that || such).then_some(())?;
    super::reference::read_reference(p)?;
    p.one_of(&["is", "were", "was"])?;
    let _ = p.words("a") || p.words("an");
    (super::class::read_class(p)? == class).then_some(Activity::BePilotedAs(class))
}

/// "activated abilities", "Evade".
pub fn read_ability_class(p: &mut Parser) -> Option<AbilityClass> {
    p.choice(&[
        ("activated abilities", AbilityClass::Activated),
        ("force-activated abilities", AbilityClass::ForceActivated(None)),
        ("triggered abilities", AbilityClass::Triggered),
        ("abilities", AbilityClass::Any),
    ])
    .or_else(|| p.keyword().map(AbilityClass::Keyword))
}

/// Writes what `read_activity` reads.
pub fn write_activity(w: &mut Writer, activity: &Activity) -> Written {
    match activity {
        Activity::Attack(whom) => {
            w.say("attack");
            return whom.as_ref().map_or(Ok(()), |whom| write_pattern(w, whom, false));
        }
        Activity::BeAttacked(by) => {
            w.say("be attacked");
            if let Some(by) = by {
                w.say("by");
                write_pattern(w, by, false)?;
            }
        }
        Activity::BeDisrupted => w.say("be disrupted"),
        Activity::Retreat => w.say("retreat"),
        Activity::Move => w.say("move to another arena"),
        Activity::MoveBetween(from, to) => {
            w.say("move from");
            write_arena(w, *from)?;
            w.say("to");
            write_arena(w, *to)?;
        }
        Activity::Untap => w.say("untap"),
        Activity::BeDiscarded(from) => {
            w.say("be discarded");
            if let Some(place) = from {
                w.say("from");
                write_place_name(w, *place)?;
            }
        }
        Activity::Use(class) => {
            w.say("use");
            w.say(ability_class_words(class)?);
        }
        Activity::GainStatistic(statistic) => w.say(format!("gain {}", statistic_name(*statistic))),
        Activity::LoseStatistic(statistic) => w.say(format!("lose {}", statistic_name(*statistic))),
        Activity::CountTowardControl(arena) => return write_arena(w, *arena),
        Activity::BePiloted(by) => {
            w.say("be piloted");
            if let Some(by) = by {
                w.say("by");
                write_pattern(w, by, false)?;
            }
        }
        Activity::BePilotedAs(class) => {
            let pilot = Class { noun: Noun::Pilot, ..class.clone() };
            w.say("be piloted by a");
            super::class::write_class(w, &pilot, false)?;
            w.say("and gets the abilities granted by that Pilot as if");
            super::reference::write_reference(w, Reference::This)?;
            w.say("were a");
            super::class::write_class(w, class, false)?;
        }
        Activity::WinTies => w.say("win ties for speed"),
        Activity::AttackFirst(arena) => {
            w.say("attack first during");
            super::timing::write_stage(w, Stage::BattleStep(*arena))?;
        }
        Activity::BeInSupply => w.say("be put in your supply"),
        Activity::BeInDeck(Side::YuuzhanVong) => w.say("be put in a Yuuzhan Vong deck"),
        Activity::BeInDeck(_) => return Err(Unwritable("a card in a deck of this side")),
        Activity::BeDeployed => w.say("be deployed"),
        Activity::StayTapped => w.say("stay tapped in the untap step"),
        Activity::BeOnTop => w.say("be on top of a stack"),
        Activity::BeStackedBeneath(on) => {
            w.say("be stacked beneath");
            write_pattern(w, on, false)?;
        }
        Activity::BeAttached(to) => {
            w.say("be attached to");
            write_pattern(w, to, false)?;
        }
        Activity::GainAbility(AbilityClass::Keyword(keyword)) => w.say(format!("gain {keyword}")),
        Activity::LoseAbility(AbilityClass::Keyword(keyword)) => w.say(format!("lose {keyword}")),
        Activity::HaveAttackDisrupted
        | Activity::HaveAbilityDisrupted(_)
        | Activity::GainAbility(_)
        | Activity::LoseAbility(_) => return Err(Unwritable("this activity")),
    }
    Ok(())
}

/// The words of a class of abilities.
pub fn ability_class_words(class: &AbilityClass) -> Result<&'static str, Unwritable> {
    match class {
        AbilityClass::Any => Ok("abilities"),
        AbilityClass::Activated => Ok("activated abilities"),
        AbilityClass::ForceActivated(None) => Ok("Force-activated abilities"),
        AbilityClass::ForceActivated(Some(_)) => Err(Unwritable("abilities of such a cost")),
        AbilityClass::Triggered => Ok("triggered abilities"),
        AbilityClass::Keyword(keyword) => Ok(keyword.name()),
    }
}

/// Writes what a player does.
pub fn write_player_activity(w: &mut Writer, activity: &PlayerActivity) -> Written {
    match activity {
        PlayerActivity::GainForce => w.say("gain Force"),
        PlayerActivity::Draw => w.say("draw cards"),
        PlayerActivity::Play(filter) => {
            w.say("play");
            return super::filter::write_filter(w, filter, true);
        }
        PlayerActivity::Search => w.say("search a deck"),
        PlayerActivity::Retreat => w.say("retreat units"),
        PlayerActivity::ControlArena(arena) => {
            w.say("control");
            return write_arena(w, *arena);
        }
        PlayerActivity::LookAt(place) => {
            w.say("look at");
            return write_place_name(w, *place);
        }
        PlayerActivity::Win => w.say("win the game"),
        PlayerActivity::Lose => w.say("lose the game"),
        PlayerActivity::RevealHand | PlayerActivity::RevealBuild => {
            return Err(Unwritable("what is revealed as an activity"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_activity, write_activity};
    use crate::testing::both;

    #[test]
    fn activities() {
        for text in [
            "attack",
            "attack a unit with Stealth",
            "be attacked by a Jedi",
            "be disrupted",
            "retreat",
            "be discarded from any arena",
            "use activated abilities",
            "use Evade",
            "be piloted by a Droid",
        ] {
            both(text, read_activity, write_activity);
        }
    }
}
