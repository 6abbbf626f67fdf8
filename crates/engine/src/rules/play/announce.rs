//! What a play consists of: its costs, modes, texts, choices and values of X (rule 1306.1).

use super::offers::{held, is_used_up, timing};
use super::{Chances, fit};
use crate::facts::catalog::uses_x;
use crate::facts::game::Game;
use crate::facts::matching::{is_of_class, is_use_of};
use crate::facts::now::permission;
use crate::facts::text::Scope;
use crate::facts::text::amount::amount;
use crate::records::decision::Choice;
use crate::records::effect::Context;
use crate::records::id::{AbilityId, CostId, NodeId, SelectorId};
use crate::records::pop::Chance;
use crate::rules::build::price;
use crate::rules::effect::{cost, select};
use crate::rules::keywords::enhance;
use vocab::ability::{AbilityClass, AbilityKind, Effect, Newcomers, Payment, PlayOnly, X};

/// The cost of what is played itself: of a Meditate in place of the printed one (rule 1739.1).
pub(super) fn own_cost(game: &Game, context: &Context) -> Option<CostId> {
    let meditate = context.meditate.checked_sub(1).zip(context.this);
    let meditate = meditate.and_then(|(nth, card)| price::ability_id(game, card, nth));
    let ability = meditate.unwrap_or(context.ability);
    game.catalog.entry(ability).costs.first().copied()
}

/// The chosen mode's cost and every other list of costs that is paid for a play, in order.
pub(crate) fn prices(game: &Game, context: &Context) -> Vec<CostId> {
    if context.waived {
        return Vec::new();
    }
    let entry = game.catalog.entry(context.ability);
    let mut prices: Vec<CostId> = own_cost(game, context).into_iter().collect();
    if let (Some(root), Some(mode)) = (entry.root, context.mode.checked_sub(1)) {
        prices.extend(game.catalog.node(root).costs.get(usize::from(mode)).copied());
    }
    for id in enhance::declared(game, context) {
        prices.extend(game.catalog.entry(id).costs.first().copied());
    }
    prices
}

/// The Force that changes of costs ask of a play whose cost has none (rule 1304.6).
pub(super) fn extra_force(game: &Game, context: &Context) -> u16 {
    let has_force = own_cost(game, context).is_some_and(|id| {
        game.catalog.cost(id).costs.0.iter().any(|payment| matches!(payment, Payment::Force(_)))
    });
    if has_force || context.waived { 0 } else { context.surcharge.max(0).unsigned_abs().into() }
}

/// Whether everything that a play costs as it is announced so far can be paid, one thing after another (rule 102.6).
pub(super) fn can_pay_prices(game: &Game, context: &Context) -> bool {
    let scope = Scope::of_context(game, context);
    cost::can_pay_all(scope, context.you, &prices(game, context), extra_force(game, context))
}

/// The texts that resolve, in order: an Enhance text instead of or after the normal one (rule 1722.2).
pub(super) fn roots(game: &Game, context: &Context) -> Vec<NodeId> {
    let mut roots: Vec<NodeId> =
        texts(game, context).into_iter().filter_map(|id| game.catalog.entry(id).root).collect();
    enhance::change(game, context, &mut roots);
    roots
}

/// The ability that is played; of a Battle card all its texts, in written order.
fn texts(game: &Game, context: &Context) -> Vec<AbilityId> {
    let is_text = |id: &AbilityId| matches!(game.catalog.ability(*id).kind, AbilityKind::OneShot(_));
    match context.this.filter(|_| is_text(&context.ability)) {
        Some(card) => {
            let abilities = &game.catalog.facts(game.state.card(card).definition).abilities;
            abilities.iter().copied().filter(is_text).collect()
        }
        None => vec![context.ability],
    }
}

/// The modes that can be chosen in a chance, counted from 0 (rule 1306.4).
pub(super) fn modes(game: &Game, context: &Context, chance: Chance) -> Vec<u8> {
    let Some(root) = game.catalog.entry(context.ability).root else { return Vec::new() };
    let node = game.catalog.node(root);
    let Effect::ChooseOne(_, modes) = &node.effect else { return Vec::new() };
    let own = &timing(game, context.ability).only;
    let copies = context.this.map_or(1, |card| held(game, card, context.ability));
    let is_open = |place: &usize| {
        let context = Context { mode: *place as u8 + 1, ..*context };
        let scope = Scope::of_context(game, &context);
        let (Some(kid), Some(mode)) = (node.kids.get(*place), modes.get(*place)) else { return false };
        let sort = game.catalog.node(*kid).sort;
        let only: Vec<&PlayOnly> = own.iter().chain(&mode.timing.only).collect();
        let chances = Chances::fitting(sort, &only);
        let text = fit::Text { sort, chances, root: Some(*kid), only: [own, &mode.timing.only] };
        // "can't use Evade" leaves the other modes.
        let can_use = context.this.is_none_or(|card| {
            permission::can_use(game, card, &|class, scope| match class {
                AbilityClass::Keyword(keyword) => is_use_of(&mode.effect, *keyword, 0),
                _ => is_of_class(scope, class, context.ability),
            })
        });
        fit::fits(scope, chance, &text)
            && can_use
            && !is_used_up(game, &context, copies)
            && can_pay_prices(game, &context)
    };
    (0..modes.len()).filter(is_open).map(|place| place as u8).collect()
}

/// The choices that are made when a play is announced: those of its unconditional steps (rule 1306.1).
pub(crate) fn announced(game: &Game, context: &Context) -> Vec<SelectorId> {
    let mut found = Vec::new();
    for root in roots(game, context) {
        walk(game, context, root, &mut found);
    }
    found
}

fn walk(game: &Game, context: &Context, id: NodeId, found: &mut Vec<SelectorId>) {
    let node = game.catalog.node(id);
    let is_announced = |selector: &SelectorId| select::is_announced(game.catalog.selector(*selector));
    match &node.effect {
        // "Tap a unit unless your opponent pays": whoever may pay knows which unit it is about.
        Effect::Sequence(_) | Effect::Named(..) | Effect::Unless { .. } => {
            node.kids.iter().for_each(|kid| walk(game, context, *kid, found));
        }
        Effect::Act(_) => {
            let selectors = node.action.map(|action| &game.catalog.action(action).selectors);
            found.extend(selectors.into_iter().flatten().copied().filter(is_announced));
        }
        Effect::Lasting(lasting) if lasting.newcomers == Newcomers::Excluded => {
            found.extend(node.selector.into_iter().filter(is_announced));
        }
        Effect::ChooseOne(..) => {
            if let Some(kid) = context.mode.checked_sub(1).and_then(|mode| node.kids.get(usize::from(mode))) {
                walk(game, context, *kid, found);
            }
        }
        Effect::Lasting(_)
        | Effect::Keyword(..)
        | Effect::Do { .. }
        | Effect::If { .. }
        | Effect::Pay(..)
        | Effect::Table(..)
        | Effect::ForEach(..)
        | Effect::Delayed(..)
        | Effect::Meanwhile(..)
        | Effect::ByHand => {}
    }
}

/// The values that X can have: those that can be paid (rule 1304.8). Not every number between two of them can: "a unit
/// with total build cost X".
fn values_of_x(game: &Game, context: &Context) -> impl Iterator<Item = i16> {
    let bound = match &game.catalog.ability(context.ability).x {
        X::ChosenUpTo(of) => amount(Scope::of_context(game, context), of).clamp(0, 60),
        X::Chosen | X::Is(_) => 60,
    };
    (0..=bound).filter(move |x| can_pay_prices(game, &context.with_x(*x)))
}

/// The values that X can have, as choices.
pub(super) fn values(game: &Game, context: &Context) -> Vec<Choice> {
    values_of_x(game, context).filter_map(|x| u8::try_from(x).ok()).map(Choice::Number).collect()
}

/// Whether what the play costs can be paid, for some X.
pub(super) fn can_be_paid(game: &Game, context: &Context) -> bool {
    if context.waived {
        return true;
    }
    if has_x(game, context) {
        values_of_x(game, context).next().is_some()
    } else {
        can_pay_prices(game, context)
    }
}

/// Whether X is chosen: a cost uses it and nothing says what it is.
pub(super) fn has_x(game: &Game, context: &Context) -> bool {
    let price = own_cost(game, context).map(|id| &game.catalog.cost(id).costs);
    !matches!(game.catalog.ability(context.ability).x, X::Is(_)) && price.is_some_and(uses_x)
}
