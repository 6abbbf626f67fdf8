//! Units tapped, untapped, retreated, taken over.

use super::{imperative, say_verb, verb};
use crate::grammar::duration::{read_duration, write_duration};
use crate::grammar::selector::{read_selector, write_selector};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Duration, Player, UnitAction};

/// One action with units.
pub fn read(p: &mut Parser) -> Option<UnitAction> {
    if verb(p, "tap", "taps") {
        return read_selector(p).map(UnitAction::Tap);
    }
    if verb(p, "untap", "untaps") {
        let what = read_selector(p)?;
        // An untapped unit stays untapped.
        p.one_of(&["if it is tapped", "if it 's tapped", "if he is tapped", "if she is tapped"]);
        return Some(UnitAction::Untap(what));
    }
    if verb(p, "retreat", "retreats") {
        return p.attempt(super::cards::read_known_at).or_else(|| read_selector(p)).map(UnitAction::Retreat);
    }
    if verb(p, "gain control of", "gains control of") || verb(p, "take control of", "takes control of") {
        let what = read_selector(p)?;
        // "until it is discarded" is about the unit that changes hands; there are no words for that yet.
        let own = matches!(what, vocab::ability::Selector::Choose(_))
            && p.sees(|p| p.words("until it is discarded"));
        (!own).then_some(())?;
        let duration = read_duration(p)?;
        return Some(UnitAction::GainControl { who: p.actor, what, duration });
    }
    (p.actor == Player::You).then_some(())?;
    let what = read_selector(p)?;
    // The next untap step is that of the next turn (rule 602.2).
    if p.words("doesn't untap next turn") || p.words("don't untap next turn") {
        return Some(UnitAction::SkipNextUntap(what));
    }
    (p.words("doesn't untap during") || p.words("don't untap during")).then_some(())?;
    p.one_of(&[
        "your next untap step",
        "its controller's next untap step",
        "your opponent's next untap step",
        "their controller's next untap step",
        "the next untap step",
        "its next untap step",
    ])?;
    Some(UnitAction::SkipNextUntap(what))
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, action: &UnitAction) -> Written {
    match action {
        UnitAction::Tap(what) => {
            say_verb(w, "tap", "taps");
            write_selector(w, what)
        }
        UnitAction::Untap(what) => {
            say_verb(w, "untap", "untaps");
            write_selector(w, what)
        }
        UnitAction::Retreat(what) => {
            say_verb(w, "retreat", "retreats");
            super::cards::write_cards(w, what)
        }
        UnitAction::SkipNextUntap(what) => {
            imperative(w)?;
            write_selector(w, what)?;
            w.say("doesn't untap during the next untap step");
            Ok(())
        }
        UnitAction::GainControl { who, what, duration } => {
            if *who != w.actor || matches!(duration, Duration::AsLongAs(_)) {
                return Err(Unwritable("this change of control"));
            }
            say_verb(w, "gain control of", "gains control of");
            write_selector(w, what)?;
            write_duration(w, duration)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::testing::both;

    #[test]
    fn units() {
        for text in [
            "Tap one of your opponent's Starfighters or Transports",
            "Untap this unit",
            "Retreat one of your units",
            "Retreat this unit in the Ground arena",
            "This unit doesn't untap during the next untap step",
            "Gain control of one of your opponent's non-unique Characters until end of turn",
        ] {
            both(text, read, write);
        }
    }
}
