//! What a card or a player can, can't or must do.

use super::amount::statistic_name;
use super::place::{read_arena, read_place, write_arena, write_place_name};
use super::selector::{read_pattern, write_pattern};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Side;
use vocab::ability::{
    AbilityClass, ArenaRef, Change, Class, Deed, Modality, Noun, Pattern, PlayerDeed, Reference, Stage,
    Statistic,
};

/// "attack or be attacked": one change each.
pub fn read_deeds(p: &mut Parser, modality: Modality) -> Option<Vec<Change>> {
    let read =
        |p: &mut Parser| read_some_deeds(p).filter(|deeds| deeds.iter().all(|deed| deed.takes(modality)));
    let mut deeds = read(p)?;
    while let Some(next) = p.attempt(|p| {
        (p.words("or") || p.words("and") || p.words(", or") || p.words(",")).then_some(())?;
        read(p)
    }) {
        deeds.extend(next);
    }
    Some(deeds.into_iter().map(|deed| Change::Modal(modality, deed)).collect())
}

/// "gain or lose speed", "lose power or Fury": the verb stands once for several.
fn read_some_deeds(p: &mut Parser) -> Option<Vec<Deed>> {
    if p.words("gain or lose") {
        let what = read_losable(p)?;
        return Some(vec![gain(what.clone()), lose(what)]);
    }
    for (verb, make) in [("gain", gain as fn(Losable) -> Deed), ("lose", lose as fn(Losable) -> Deed)] {
        let listed = p.attempt(|p| {
            p.words(verb).then_some(())?;
            let mut deeds = vec![make(read_losable(p)?)];
            while let Some(next) = p.attempt(|p| {
                p.one_of(&[", or", "or", ","])?;
                read_losable(p)
            }) {
                deeds.push(make(next));
            }
            Some(deeds)
        });
        if listed.is_some() {
            return listed;
        }
    }
    let mut deeds = vec![read_deed(p)?];
    // "attack units with Stealth and Characters in your opponent's build zone": both.
    while matches!(deeds.last(), Some(Deed::Attack(Some(_))))
        && let Some(next) = p.attempt(|p| {
            p.words("and").then_some(())?;
            read_pattern(p)
                .filter(|whom| matches!(whom, Pattern::Any(_)) && p.sees(|p| p.words(".") || p.at_end()))
        })
    {
        deeds.push(Deed::Attack(Some(next)));
    }
    while matches!(deeds.last(), Some(Deed::Use(AbilityClass::Keyword(_))))
        && let Some(next) = p.attempt(|p| {
            p.one_of(&[", or", "or", ","])?;
            p.keyword()
        })
    {
        deeds.push(Deed::Use(AbilityClass::Keyword(next)));
    }
    Some(deeds)
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

fn gain(what: Losable) -> Deed {
    match what {
        Losable::Statistic(statistic) => Deed::GainStatistic(statistic),
        Losable::Ability(class) => Deed::GainAbility(class),
    }
}

fn lose(what: Losable) -> Deed {
    match what {
        Losable::Statistic(statistic) => Deed::LoseStatistic(statistic),
        Losable::Ability(class) => Deed::LoseAbility(class),
    }
}

fn read_deed(p: &mut Parser) -> Option<Deed> {
    if p.words("attack first during") {
        let arena = read_arena_of_step(p)?;
        return Some(Deed::AttackFirst(arena));
    }
    if p.words("attack") {
        let whom = p.attempt(read_pattern);
        // "instead of a unit in this arena" says again what the permission is for.
        let _ = p.attempt(|p| {
            p.words("instead of").then_some(())?;
            read_pattern(p)
        });
        return Some(Deed::Attack(whom));
    }
    if p.words("be stacked beneath") {
        return read_pattern(p).map(Deed::BeStackedBeneath);
    }
    if p.words("be attached to") {
        return read_pattern(p).map(Deed::BeAttached);
    }
    if p.words("be attacked") {
        let by = if p.words("by") { Some(read_pattern(p)?) } else { None };
        return Some(Deed::BeAttacked(by));
    }
    if p.words("be discarded") {
        return Some(Deed::BeDiscarded(p.attempt(read_place)));
    }
    if let Some(deed) = p.attempt(read_piloted_as) {
        return Some(deed);
    }
    if p.words("be piloted by") {
        return read_pattern(p).map(|by| Deed::BePiloted(Some(by)));
    }
    if p.words("use") || p.words("play") || p.words("activate") {
        return read_ability_class(p).map(Deed::Use);
    }
    let between = p.attempt(|p| {
        p.words("move from").then_some(())?;
        let from = read_arena(p)?;
        p.words("to").then_some(())?;
        Some(Deed::MoveBetween(from, read_arena(p)?))
    });
    if between.is_some() {
        return between;
    }
    p.choice(&[
        ("be disrupted", Deed::BeDisrupted),
        ("retreat", Deed::Retreat),
        ("be retreated", Deed::Retreat),
        ("move to another arena", Deed::Move),
        ("move arenas", Deed::Move),
        ("be on top of a stack", Deed::BeOnTop),
        ("stay tapped in the untap step", Deed::StayTapped),
        ("untap", Deed::Untap),
        ("be piloted", Deed::BePiloted(None)),
        ("be deployed", Deed::BeDeployed),
        ("win ties for speed", Deed::WinTies),
        ("be put in your supply", Deed::BeInSupply),
        ("be put in a yuuzhan vong deck", Deed::BeInDeck(Side::YuuzhanVong)),
        ("be put into a yuuzhan vong deck", Deed::BeInDeck(Side::YuuzhanVong)),
    ])
}

/// "the Space battle step": of which arena.
fn read_arena_of_step(p: &mut Parser) -> Option<ArenaRef> {
    match super::timing::read_stage(p)? {
        Stage::BattleStep(arena) => Some(arena),
        _ => None,
    }
}

/// "be piloted by a Starfighter Pilot and gets the abilities granted by that Pilot as if it were a Starfighter".
fn read_piloted_as(p: &mut Parser) -> Option<Deed> {
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
    (super::class::read_class(p)? == class).then_some(Deed::BePilotedAs(class))
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

/// Writes what `read_deed` reads.
pub fn write_deed(w: &mut Writer, deed: &Deed) -> Written {
    match deed {
        Deed::Attack(whom) => {
            w.say("attack");
            return whom.as_ref().map_or(Ok(()), |whom| write_pattern(w, whom, false));
        }
        Deed::BeAttacked(by) => {
            w.say("be attacked");
            if let Some(by) = by {
                w.say("by");
                write_pattern(w, by, false)?;
            }
        }
        Deed::BeDisrupted => w.say("be disrupted"),
        Deed::Retreat => w.say("retreat"),
        Deed::Move => w.say("move to another arena"),
        Deed::MoveBetween(from, to) => {
            w.say("move from");
            write_arena(w, *from)?;
            w.say("to");
            write_arena(w, *to)?;
        }
        Deed::Untap => w.say("untap"),
        Deed::BeDiscarded(from) => {
            w.say("be discarded");
            if let Some(place) = from {
                w.say("from");
                write_place_name(w, *place)?;
            }
        }
        Deed::Use(class) => {
            w.say("use");
            w.say(ability_class_words(class)?);
        }
        Deed::GainStatistic(statistic) => w.say(format!("gain {}", statistic_name(*statistic))),
        Deed::LoseStatistic(statistic) => w.say(format!("lose {}", statistic_name(*statistic))),
        Deed::CountTowardControl(arena) => return write_arena(w, *arena),
        Deed::BePiloted(by) => {
            w.say("be piloted");
            if let Some(by) = by {
                w.say("by");
                write_pattern(w, by, false)?;
            }
        }
        Deed::BePilotedAs(class) => {
            let pilot = Class { noun: Noun::Pilot, ..class.clone() };
            w.say("be piloted by a");
            super::class::write_class(w, &pilot, false)?;
            w.say("and gets the abilities granted by that Pilot as if");
            super::reference::write_reference(w, Reference::This)?;
            w.say("were a");
            super::class::write_class(w, class, false)?;
        }
        Deed::WinTies => w.say("win ties for speed"),
        Deed::AttackFirst(arena) => {
            w.say("attack first during");
            super::timing::write_stage(w, Stage::BattleStep(*arena))?;
        }
        Deed::BeInSupply => w.say("be put in your supply"),
        Deed::BeInDeck(Side::YuuzhanVong) => w.say("be put in a Yuuzhan Vong deck"),
        Deed::BeInDeck(_) => return Err(Unwritable("a card in a deck of this side")),
        Deed::BeDeployed => w.say("be deployed"),
        Deed::StayTapped => w.say("stay tapped in the untap step"),
        Deed::BeOnTop => w.say("be on top of a stack"),
        Deed::BeStackedBeneath(on) => {
            w.say("be stacked beneath");
            write_pattern(w, on, false)?;
        }
        Deed::BeAttached(to) => {
            w.say("be attached to");
            write_pattern(w, to, false)?;
        }
        Deed::GainAbility(AbilityClass::Keyword(keyword)) => w.say(format!("gain {keyword}")),
        Deed::LoseAbility(AbilityClass::Keyword(keyword)) => w.say(format!("lose {keyword}")),
        Deed::HaveAttackDisrupted
        | Deed::HaveAbilityDisrupted(_)
        | Deed::GainAbility(_)
        | Deed::LoseAbility(_) => return Err(Unwritable("this deed")),
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
pub fn write_player_deed(w: &mut Writer, deed: &PlayerDeed) -> Written {
    match deed {
        PlayerDeed::GainForce => w.say("gain Force"),
        PlayerDeed::Draw => w.say("draw cards"),
        PlayerDeed::Play(filter) => {
            w.say("play");
            return super::filter::write_filter(w, filter, true);
        }
        PlayerDeed::Search => w.say("search a deck"),
        PlayerDeed::Retreat => w.say("retreat units"),
        PlayerDeed::ControlArena(arena) => {
            w.say("control");
            return write_arena(w, *arena);
        }
        PlayerDeed::LookAt(place) => {
            w.say("look at");
            return write_place_name(w, *place);
        }
        PlayerDeed::Win => w.say("win the game"),
        PlayerDeed::Lose => w.say("lose the game"),
        PlayerDeed::RevealHand | PlayerDeed::RevealBuild => {
            return Err(Unwritable("what is revealed as a deed"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_deed, write_deed};
    use crate::testing::both;

    #[test]
    fn deeds() {
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
            both(text, read_deed, write_deed);
        }
    }
}
