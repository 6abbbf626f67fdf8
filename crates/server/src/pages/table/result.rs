//! What a choice comes to, on its button: which damage lands, who survives, and how likely that is.

use super::sight::{Sight, Told, Tone};
use crate::pages::percent;
use engine::{Choice, Decision};
use table::outlook::{Fate, Stand};
use vocab::Role;

/// What the choice at a place of the question comes to, line by line.
pub fn of(sight: &Sight, decision: &Decision, place: usize, choice: Choice) -> Vec<Told> {
    if !matches!(choice, Choice::Pass | Choice::Use(..) | Choice::Play(_) | Choice::PlayBy(..)) {
        return Vec::new();
    }
    let Some(outlook) = sight.seen.outlook(place) else { return Vec::new() };
    let several = outlook.units.len() > 1;
    let mut told: Vec<Told> =
        outlook.units.iter().map(|fate| landed(sight, decision.who, *fate, several)).collect();
    told.extend(outlook.attack.map(|stand| attacked(sight, decision.who, stand)));
    told
}

fn is_own(sight: &Sight, who: Role, unit: engine::state::Slot) -> bool {
    sight.card(unit).is_some_and(|card| card.controller == who)
}

/// “Take 2: destroyed”, “Take 1: 1 health left, survives the next attack 60 % of the time”.
fn landed(sight: &Sight, who: Role, fate: Fate, several: bool) -> Told {
    let own = is_own(sight, who, fate.unit);
    let name = sight.name_of(fate.unit);
    let subject = if several || !own { format!("{name} takes ") } else { "Take ".into() };
    let takes = if fate.takes == 0 { "none".to_string() } else { fate.takes.to_string() };
    let words = match (fate.left, fate.again) {
        (None, _) => format!("{subject}{takes}: destroyed"),
        (Some(left), Some(again)) if again < 0.995 => {
            format!(
                "{subject}{takes}: {left} health left; would survive this attack again {}",
                percent(again)
            )
        }
        (Some(left), _) => format!("{subject}{takes}: {left} health left"),
    };
    let tone = match (fate.left.is_some(), own) {
        (true, true) | (false, false) => Tone::Good,
        (false, true) => Tone::Bad,
        (true, false) => Tone::Plain,
    };
    Told { words, tone }
}

/// “Then Sith Fighter is destroyed 40 % of the time”.
fn attacked(sight: &Sight, who: Role, stand: Stand) -> Told {
    let own = is_own(sight, who, stand.defender);
    let name = sight.name_of(stand.defender);
    let mut words = format!("{name}: {} destroyed", percent(stand.destroyed));
    if stand.attacker_destroyed > 0.0 {
        words.push_str(&format!(", attacker {}", percent(stand.attacker_destroyed)));
    }
    let tone = match (own, stand.destroyed >= 0.5) {
        (true, true) => Tone::Bad,
        (true, false) => Tone::Plain,
        (false, _) => Tone::Plain,
    };
    Told { words, tone }
}
