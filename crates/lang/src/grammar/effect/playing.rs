//! Cards completed or played by an effect: "complete that card", "play it as if it were in your hand".

use super::{say_verb, verb};
use crate::grammar::selector::{read_selector, write_selector};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{CardAction, CostTerms};

/// Completing or playing a card (rules 1602.1, 1602.26).
pub fn read(p: &mut Parser) -> Option<CardAction> {
    if verb(p, "complete", "completes") || verb(p, "deploy", "deploys") {
        let what = read_selector(p)?;
        return Some(CardAction::Complete(
            what,
            if read_waived(p) { CostTerms::Waived } else { CostTerms::Paid },
        ));
    }
    verb(p, "play", "plays").then_some(())?;
    let what = read_selector(p)?;
    if read_waived(p) {
        return Some(CardAction::Play(what, CostTerms::Waived));
    }
    p.one_of(&[
        "as if it were in your hand",
        "as if it was in your hand",
        "as though it were in your hand",
        "as if it were in their hand",
    ])?;
    Some(CardAction::Play(what, CostTerms::Paid))
}

fn read_waived(p: &mut Parser) -> bool {
    p.one_of(&["without paying its cost", "without paying its build cost", "without paying its Force cost"])
        .is_some()
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, action: &CardAction) -> Written {
    let (CardAction::Complete(what, terms) | CardAction::Play(what, terms)) = action else {
        return Err(Unwritable("this done with cards"));
    };
    let is_play = matches!(action, CardAction::Play(..));
    match is_play {
        true => say_verb(w, "play", "plays"),
        false => say_verb(w, "complete", "completes"),
    }
    write_selector(w, what)?;
    match (terms, is_play) {
        (CostTerms::Waived, _) => w.say("without paying its cost"),
        (CostTerms::Paid, true) => w.say("as if it were in your hand"),
        (CostTerms::Paid, false) => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::testing::both;

    #[test]
    fn cards_that_effects_play() {
        for text in [
            "Complete a partially built card in your build zone",
            "Complete a unit card in your hand without paying its cost",
            "Play a Battle card in your discard pile as if it were in your hand",
            "Play a Battle card in your hand without paying its cost",
        ] {
            both(text, read, write);
        }
    }
}
