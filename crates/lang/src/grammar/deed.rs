//! What a card or a player can, can't or must do.

use super::amount::statistic_name;
use super::place::{read_place, write_arena, write_place_name};
use super::selector::{read_pattern, write_pattern};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{AbilityClass, Change, Deed, Modality, PlayerDeed, Statistic};

/// "attack or be attacked": one change each.
pub fn read_deeds(p: &mut Parser, modality: Modality) -> Option<Vec<Change>> {
    let read = |p: &mut Parser| read_deed(p).filter(|deed| deed.takes(modality));
    let mut deeds = vec![Change::Modal(modality, read(p)?)];
    while let Some(next) = p.attempt(|p| {
        (p.words("or") || p.words("and") || p.words(", or") || p.words(",")).then_some(())?;
        read(p)
    }) {
        deeds.push(Change::Modal(modality, next));
    }
    Some(deeds)
}

fn read_deed(p: &mut Parser) -> Option<Deed> {
    if p.words("attack") {
        return Some(Deed::Attack(p.attempt(read_pattern)));
    }
    if p.words("be attacked") {
        let by = if p.words("by") { Some(read_pattern(p)?) } else { None };
        return Some(Deed::BeAttacked(by));
    }
    if p.words("be discarded") {
        return Some(Deed::BeDiscarded(p.attempt(read_place)));
    }
    if p.words("be piloted by") {
        return read_pattern(p).map(|by| Deed::BePiloted(Some(by)));
    }
    if p.words("use") {
        return read_ability_class(p).map(Deed::Use);
    }
    if let Some(deed) = p.attempt(|p| {
        let is_gain = p.choice(&[("gain", true), ("lose", false)])?;
        p.keyword().map(|keyword| {
            if is_gain {
                Deed::GainAbility(AbilityClass::Keyword(keyword))
            } else {
                Deed::LoseAbility(AbilityClass::Keyword(keyword))
            }
        })
    }) {
        return Some(deed);
    }
    p.choice(&[
        ("be disrupted", Deed::BeDisrupted),
        ("retreat", Deed::Retreat),
        ("move to another arena", Deed::Move),
        ("untap", Deed::Untap),
        ("be piloted", Deed::BePiloted(None)),
        ("gain speed", Deed::GainStatistic(Statistic::Speed)),
        ("lose speed", Deed::LoseStatistic(Statistic::Speed)),
        ("gain power", Deed::GainStatistic(Statistic::Power)),
        ("lose power", Deed::LoseStatistic(Statistic::Power)),
        ("be deployed", Deed::BeDeployed),
    ])
}

/// "activated abilities", "Evade".
fn read_ability_class(p: &mut Parser) -> Option<AbilityClass> {
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
        Deed::GainAbility(AbilityClass::Keyword(keyword)) => w.say(format!("gain {}", keyword.name())),
        Deed::LoseAbility(AbilityClass::Keyword(keyword)) => w.say(format!("lose {}", keyword.name())),
        Deed::CountTowardControl(arena) => return write_arena(w, *arena),
        Deed::BePiloted(by) => {
            w.say("be piloted");
            if let Some(by) = by {
                w.say("by");
                write_pattern(w, by, false)?;
            }
        }
        Deed::BeDeployed => w.say("be deployed"),
        Deed::HaveAttackDisrupted
        | Deed::Enter(_)
        | Deed::StayTapped
        | Deed::GainAbility(_)
        | Deed::LoseAbility(_)
        | Deed::LoseCounters(_)
        | Deed::BeAttached(_)
        | Deed::BeOnTop
        | Deed::BeStackedBeneath(_) => return Err(Unwritable("this deed")),
    }
    Ok(())
}

/// The words of a class of abilities.
fn ability_class_words(class: &AbilityClass) -> Result<&'static str, Unwritable> {
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
        PlayerDeed::Win => w.say("win the game"),
        PlayerDeed::Lose => w.say("lose the game"),
        PlayerDeed::RevealHand => return Err(Unwritable("a revealed hand as a deed")),
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
            "gain speed",
            "gain Stealth",
            "lose Armor",
            "be piloted by a Droid",
        ] {
            both(text, read_deed, write_deed);
        }
    }
}
