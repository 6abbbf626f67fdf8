//! Why a card can't be chosen, where a player would wonder, with the rule.

use super::offer::price_of_card;
use super::sight::{Price, Sight};
use crate::pages::face;
use engine::state::Where;
use engine::{Decision, SeenCard, Why};
use vocab::{CardType, Counter, Definition, Keyword, RuleNumber};

/// A reason and its rule.
pub type Reason = (String, RuleNumber);

fn reason(text: impl Into<String>, section: u16, rule: u8) -> Option<Reason> {
    Some((text.into(), RuleNumber::new(section, rule)))
}

/// Why the viewer can't choose a card now; nothing where nobody would wonder.
pub fn why_not(sight: &Sight, card: &SeenCard) -> Option<Reason> {
    let decision = sight.decision.as_ref()?;
    let definition = sight.definition(card)?;
    if sight.offers_of(card.slot).next().is_some() {
        return None;
    }
    let own = card.controller == decision.who;
    match card.place {
        Where::Hand if own => in_hand(sight, decision, definition),
        Where::BuildZone if own && card.face_down => being_built(decision, card, definition),
        Where::Arena(arena) if decision.why == Why::Act => {
            let attacker = decision.source.and_then(|attacker| sight.card(attacker));
            let here = attacker.is_some_and(|attacker| attacker.place == Where::Arena(arena));
            match (own, here) {
                _ if card.values.is_none() => reason("Only units can be attacked", 208, 5),
                (true, _) => reason("You can’t attack your own side", 1105, 8),
                (false, false) => reason("It’s in another arena", 1105, 1),
                (false, true)
                    if sight.seen.sight().now(card.slot).is_some_and(|now| now.has(Keyword::Stealth)) =>
                {
                    reason("It has Stealth: wait until it’s tapped or damaged", 1755, 1)
                }
                (false, true) => reason("This unit can’t attack it now", 1105, 1),
            }
        }
        _ => None,
    }
}

fn in_hand(sight: &Sight, decision: &Decision, definition: &Definition) -> Option<Reason> {
    let player = &sight.view.players[decision.who];
    if sight.is_building() {
        return match definition.card_type {
            CardType::Battle => reason("You’ll play this in battle", 702, 6),
            _ if decision.why == Why::Build && player.build == 0 => {
                reason("You have no build points left", 702, 1)
            }
            _ => None,
        };
    }
    if definition.card_type.is_built() {
        return reason("You build this in your build step", 603, 5);
    }
    match (definition.card_type, decision.why) {
        (CardType::Battle, Why::PlayOrPass) => match price_of_card(sight, definition) {
            Some(Price::Force(cost)) if cost > player.force => {
                reason(format!("Costs {cost} Force, you have {}", player.force), 102, 6)
            }
            _ => reason("Not now: its text says when", 1307, 6),
        },
        (CardType::Battle, _) => reason("You’ll play this in battle, when you’re asked", 206, 3),
        _ => None,
    }
}

fn being_built(decision: &Decision, card: &SeenCard, definition: &Definition) -> Option<Reason> {
    let cost = definition.cost.points()?;
    let built = face::counters(card, Counter::Build);
    (decision.why == Why::Build && built < cost)
        .then(|| (format!("{} to go", cost.saturating_sub(built)), RuleNumber::new(704, 1)))
}
