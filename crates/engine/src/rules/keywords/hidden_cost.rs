//! Hidden Cost X: a card with X build counters is completed at nearly any time, the rest being paid in Force (rule 1731).

use crate::facts::game::Game;
use crate::facts::now;
use crate::facts::now::gather::{Given, Query};
use crate::facts::text::{Scope, amount};
use crate::records::build::Way;
use crate::records::decision::Choice;
use crate::records::pop::Chance;
use crate::records::state::{Moment, Slot, SlotSet, Text, Where};
use crate::records::topics::Topics;
use crate::rules::build::way;
use vocab::ability::{AbilityKind, Grant, KeywordAbility, Loss};
use vocab::{CardType, Edition, Keyword, Role};

/// Lists what a player can complete by Hidden Cost in a chance: not those for disrupting, rerolling and preventing
/// damage (rules 1307.8, 1731.5).
#[inline]
pub(crate) fn offers(game: &Game, who: Role, chance: Chance, choices: &mut Vec<Choice>) {
    // Most of the time no card on the table mentions it.
    let mentioning = game.state.places.with(Text::Hides).and(game.state.on_the_table());
    if !mentioning.is_empty() || !game.state.lasting.is_empty() {
        list(game, who, chance, choices);
    }
}

/// Apart, so that finding nothing stays short.
#[inline(never)]
fn list(game: &Game, who: Role, chance: Chance, choices: &mut Vec<Choice>) {
    match chance {
        Chance::General
        | Chance::Attack
        | Chance::WouldBeDiscarded
        | Chance::AttackEnd
        | Chance::At(_, Moment::BattlePhase | Moment::BattleStep(_)) => {}
        Chance::AddDice
        | Chance::Reroll
        | Chance::ChangeDice
        | Chance::Prevention
        | Chance::Disrupt
        // They are there for one sort of play, also in the opponent's build step (rule 1902.21).
        | Chance::Entered
        | Chance::At(..)
        | Chance::Just
        // In the build step it is offered with the other completions.
        | Chance::BuildStep
        | Chance::WouldAttack(_) => return,
    }
    let may_have = may_have(game);
    let cards = game.state.zone(who, Where::BuildZone);
    let cards = cards.filter(|card| may_have.contains(*card) && way::can(game, who, *card, Way::Hidden));
    choices.extend(cards.map(|card| Choice::PlayBy(card, Keyword::HiddenCost)));
}

/// The older sheets mention units alone (rule 1802.13).
pub(crate) fn is_kind(game: &Game, kind: CardType) -> bool {
    match game.state.options.edition {
        Edition::Current => true,
        Edition::Sheets => kind.is_unit(),
    }
}

/// The Force that Hidden Cost takes for a current cost; `None` if there are too few counters (rules 1731.1, 1731.4).
pub(crate) fn price(game: &Game, card: Slot, cost: u8) -> Option<u8> {
    let (threshold, counters) = (threshold(game, card)?, game.state.card(card).build);
    if counters < threshold.min(cost) {
        return None;
    }
    Some(match game.state.options.edition {
        Edition::Current => cost.saturating_sub(counters),
        // 1802.14: the last sentence of the older sheet asks for no Force from that number of counters on.
        Edition::Sheets => 0,
    })
}

/// The number of a card's Hidden Cost, the largest threshold being the worst: the smallest is used (rule 1731.11).
fn threshold(game: &Game, card: Slot) -> Option<u8> {
    numbers(game, card).into_iter().min()
}

/// The cards that may have a Hidden Cost: it is printed on them, or somebody may give it to any card.
pub(crate) fn may_have(game: &Game) -> SlotSet {
    let hiding = game.state.places.with(Text::Hides);
    let gives = |other: Slot| {
        let rules = game.catalog.rules(game.state.card(other).definition);
        rules.meets(Topics::VALUES.or(Topics::ABILITIES))
    };
    let is_given = hiding.and(game.state.on_the_table()).iter().any(gives)
        || game
            .state
            .lasting
            .iter()
            .any(|record| game.catalog.node(record.node).mentions.contains(Keyword::HiddenCost));
    if is_given { game.state.slots().collect() } else { hiding }
}

/// The numbers of a card's Hidden Costs, printed and given (rule 1731.11).
fn numbers(game: &Game, card: Slot) -> Vec<u8> {
    let is_it = |keyword: &KeywordAbility| keyword.keyword() == Keyword::HiddenCost;
    let facts = game.catalog.facts(game.state.card(card).definition);
    if !may_have(game).contains(card) {
        return Vec::new();
    }
    let mut costs = Vec::new();
    let mut lost = false;
    // What is printed works on the face-down card (rule 1314.2).
    for id in &facts.by_itself {
        if let AbilityKind::Keyword(keyword) = &game.catalog.ability(*id).kind
            && is_it(keyword)
        {
            let mut scope = Scope::of_card(game, card, 0);
            scope.x = now::x_of(scope, *id);
            costs.extend(keyword.value().map(|of| amount::amount(scope, of)));
        }
    }
    Query::new(game, Topics::ABILITIES.or(Topics::VALUES)).everything(card, &mut |given| match given {
        Given::Grant(Grant::Keyword(keyword), scope, fixed) if is_it(keyword) => {
            costs.extend(fixed.or_else(|| keyword.value().map(|of| amount::amount(scope, of))));
        }
        Given::Ability(id, giver) if !facts.by_itself.contains(&id) => {
            if let AbilityKind::Keyword(keyword) = &game.catalog.ability(id).kind
                && is_it(keyword)
            {
                let scope = Scope::of_card(game, card, 0).given_by(giver);
                costs.extend(keyword.value().map(|of| amount::amount(scope, of)));
            }
        }
        Given::Grant(Grant::Lose(Loss::Keyword(Keyword::HiddenCost)), ..) => lost = true,
        Given::Grant(..) | Given::Ability(..) | Given::Change(..) => {}
    });
    if lost {
        return Vec::new();
    }
    costs.into_iter().map(|cost| u8::try_from(cost.clamp(0, 255)).unwrap_or(0)).collect()
}
