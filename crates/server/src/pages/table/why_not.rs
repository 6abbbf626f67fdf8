//! Why a card can't be chosen, where a player would wonder: the referee's own reasons in words, with what would change it.

use super::offer::{ability_name, price_of_card};
use super::sight::{Price, Sight};
use crate::pages::face;
use engine::state::Where;
use engine::{AbilityId, Again, Chance, Refusal, SeenCard, Why};
use vocab::{Counter, RuleNumber};

/// A reason and its rule.
pub type Reason = (String, RuleNumber);

/// Why the viewer can't choose a card now; nothing where nobody would wonder.
pub fn why_not(sight: &Sight, card: &SeenCard) -> Option<Reason> {
    if sight.offers_of(card.slot).next().is_some() {
        return None;
    }
    all(sight, card).into_iter().next().map(|(_, reason)| reason)
}

/// Everything that a card could do at another time, by its name, with the reason.
pub fn all(sight: &Sight, card: &SeenCard) -> Vec<(String, Reason)> {
    let Some(decision) = sight.decision.as_ref() else { return Vec::new() };
    let Some(definition) = sight.definition(card) else { return Vec::new() };
    let own = card.controller == decision.who;
    let built = face::counters(card, Counter::Build);
    if let (Where::BuildZone, true, true, Why::Build) = (card.place, own, card.face_down, decision.why)
        && let Some(rest) =
            definition.cost.points().and_then(|cost| cost.checked_sub(built)).filter(|rest| *rest > 0)
        && sight.offers_of(card.slot).next().is_none()
    {
        let words = format!("{rest} build {} short", if rest == 1 { "point" } else { "points" });
        return vec![(sight.name(card), (words, RuleNumber::new(704, 1)))];
    }
    let force = sight.view.players[decision.who].force;
    let told = |(ability, refusal): (Option<AbilityId>, Refusal)| {
        let name = match ability {
            Some(ability) => format!("{}: {}", sight.name(card), ability_name(sight, ability)),
            None => sight.name(card),
        };
        let price = match ability {
            None => price_of_card(sight, definition),
            Some(ability) => super::offer::price_of(sight, card.slot, ability),
        };
        let rule = refusal.rule();
        (name, (words(&refusal, price, force), rule))
    };
    sight.seen.sight().refused(card.slot).into_iter().map(told).collect()
}

/// A refusal in words.
fn words(refusal: &Refusal, price: Option<Price>, force: u16) -> String {
    match refusal {
        Refusal::NotAUnit => "Only units can be attacked".into(),
        Refusal::OwnSide => "You can’t attack your own side".into(),
        Refusal::OutOfReach => "It’s in another arena, out of reach".into(),
        Refusal::Stealth => "It has Stealth: wait until it’s tapped or damaged".into(),
        Refusal::Forbidden => "A card’s text forbids it".into(),
        Refusal::AttackPrice(price) => format!("Attacking it costs {price} Force, you have {force}"),
        Refusal::Demanded => "A card’s text makes you attack another one".into(),
        Refusal::Moment(chances) => match chances.iter().find_map(|chance| when(*chance)) {
            _ if chances.contains(&Chance::General) => "You’ll play this in battle".into(),
            Some(when) => format!("For later: {when}"),
            None => "For later: its text says when".into(),
        },
        Refusal::Text => "What its text asks for isn’t so now".into(),
        Refusal::UsedUp(again) => format!("Already used: {}", until(*again)),
        Refusal::Price => match price {
            Some(Price::Force(cost)) if cost > force => {
                format!("Costs {cost} Force, you have {force}. You gain 4 next turn")
            }
            Some(Price::Build(cost)) => format!("You can’t pay {cost} build points"),
            Some(Price::Force(_)) | None => "You can’t pay all that it costs".into(),
        },
        Refusal::Tapped => "Tapped units can’t retreat".into(),
        Refusal::NoBuildPoints => "You have no build points left".into(),
        Refusal::Built => "You build this in your build step".into(),
    }
}

/// When a chance of a kind comes.
const fn when(chance: Chance) -> Option<&'static str> {
    Some(match chance {
        Chance::Prevention => "when damage is coming",
        Chance::WouldBeDiscarded => "when a unit would be destroyed",
        Chance::AddDice => "after the dice are rolled",
        Chance::Reroll => "after the dice are rolled",
        Chance::ChangeDice => "after the dice are rolled",
        Chance::Disrupt => "when something is played that you can stop",
        Chance::Entered => "when a unit comes into the arena",
        Chance::Attack => "in an attack, before the roll",
        Chance::WouldAttack(_) => "instead of an attack of that unit",
        Chance::AttackEnd => "at the end of an attack",
        Chance::BuildStep => "in your build step",
        Chance::General => "in battle",
        Chance::At(..) => "when the step begins or ends that its text names",
        Chance::Just => return None,
    })
}

/// When something that was used can be used again.
const fn until(again: Again) -> &'static str {
    match again {
        Again::Roll => "once for each roll",
        Again::Damage => "once for each time damage comes",
        Again::Attack => "once in each attack",
        Again::Turn => "once each turn",
        Again::Entering => "once for each unit that comes in",
        Again::Stay => "once as long as it stays",
        Again::Never => "once in a game",
    }
}
