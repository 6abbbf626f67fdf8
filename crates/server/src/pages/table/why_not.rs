//! Why a card cannot be chosen: what a player would wonder about, with the rule.

use super::offer::price_of_card;
use super::sight::{Price, Sight};
use engine::state::Where;
use engine::{Decision, SeenCard, Why};
use vocab::{CardType, Definition, RuleNumber};

/// A reason and its rule.
pub type Reason = (String, RuleNumber);

fn reason(text: impl Into<String>, section: u16, rule: u8) -> Option<Reason> {
    Some((text.into(), RuleNumber::new(section, rule)))
}

/// Why a card is no choice of the question that the viewer is asked; nothing where there is nothing to wonder about.
pub fn why_not(sight: &Sight, card: &SeenCard) -> Option<Reason> {
    let decision = sight.decision.as_ref()?;
    let definition = sight.definition(card)?;
    if sight.offers_of(card.slot).next().is_some() {
        return None;
    }
    let own = card.controller == decision.who;
    match card.place {
        Where::Hand if own => in_hand(sight, decision, definition),
        Where::BuildZone if own && card.face_down => being_built(sight, decision, card, definition),
        Where::Arena(arena) if decision.why == Why::Act => {
            let here = decision
                .source
                .is_some_and(|attacker| sight.table.game.state().card(attacker).place == Where::Arena(arena));
            match (own, here) {
                _ if card.values.is_none() => reason("Only units are attacked", 208, 5),
                (true, _) => reason("A unit does not attack its own side", 1105, 8),
                (false, false) => reason("It is not in the attacker’s arena", 1105, 1),
                (false, true) => reason("It cannot be attacked by this unit now", 1105, 1),
            }
        }
        _ => None,
    }
}

fn in_hand(sight: &Sight, decision: &Decision, definition: &Definition) -> Option<Reason> {
    let player = &sight.view.players[decision.who];
    if sight.is_building() {
        return match definition.card_type {
            CardType::Battle => reason("Played in battle, not built", 702, 6),
            _ if decision.why == Why::Build && player.build == 0 => {
                reason("No build points are left", 702, 1)
            }
            _ => None,
        };
    }
    if definition.card_type.is_built() {
        return reason("Built in your build step", 603, 5);
    }
    match (definition.card_type, decision.why) {
        (CardType::Battle, Why::PlayOrPass) => match price_of_card(sight, definition) {
            Some(Price::Force(cost)) if cost > player.force => {
                reason(format!("Costs {cost} Force; you have {}", player.force), 102, 6)
            }
            _ => reason("Does not fit this chance", 1307, 6),
        },
        (CardType::Battle, _) => reason("Played in a chance that fits it", 206, 3),
        _ => None,
    }
}

fn being_built(
    sight: &Sight,
    decision: &Decision,
    card: &SeenCard,
    definition: &Definition,
) -> Option<Reason> {
    let cost = definition.cost.points()?;
    let built = sight.table.game.state().card(card.slot).build;
    (decision.why == Why::Build && built < cost)
        .then(|| (format!("{built} of {cost} build counters"), RuleNumber::new(704, 1)))
}
