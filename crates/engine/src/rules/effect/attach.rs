//! What an effect leaves behind: lasting rules, abilities that work meanwhile, delayed parts, control.

use super::{Bound, Context, Scope, is_in_play};
use crate::facts::game::Game;
use crate::facts::lasting::fix;
use crate::facts::text::filter;
use crate::records::bindings::Bindings;
use crate::records::id::NodeId;
use crate::records::lasting::Lasting;
use crate::records::lasting::VALUES;
use crate::records::list::Full;
use crate::records::state::{Slot, Slot0};
use crate::records::trigger::{Delayed, Waiting};
use crate::records::word::Words;
use crate::rules::{lasting as lasting_rules, trigger};
use vocab::Role;
use vocab::ability::{Change, Effect, Grant, Newcomers, Rule, Selector};

/// A record of a lasting effect as the context sees it.
fn record(game: &Game, context: &Context, node: NodeId, who: Slot0) -> Lasting {
    // "Those units": each record is about its own.
    let card = |bound: &Bound| {
        let is_who = who.is_some_and(|who| game.state.concerns(bound, who));
        if is_who { who } else { bound.objects.first().copied().flatten() }
    };
    let [first, second, ..] = &context.results;
    Lasting {
        bound: [card(first), card(second), card(&context.paid[0])],
        node,
        who,
        bindings: bindings(context),
        values: [0; VALUES],
        attack: game.state.attacks.len() as u8,
        begun: false,
        turn: game.state.turn,
    }
}

/// What its text stands for later: with the arena and the words that steps chose.
fn bindings(context: &Context) -> Bindings {
    let arena = context.results.iter().find_map(|bound| bound.arena);
    Bindings { arena, words: words(context), ..context.bindings }
}

/// The words that a step chose; no card has two steps that choose some.
fn words(context: &Context) -> Words {
    context.results.iter().map(|bound| bound.words).find(|words| !words.is_empty()).unwrap_or_default()
}

fn add(game: &mut Game, record: Lasting) {
    if game.state.lasting.push(record).is_err() && !add_up(game, record) {
        game.stop();
    }
}

/// Where no record is left: bonuses that one text gave to one card several times are one bonus (rule 1302.5). Whether
/// that made room for the new one.
fn add_up(game: &mut Game, record: Lasting) -> bool {
    let mut all: Vec<Lasting> = Vec::new();
    for record in game.state.lasting.iter().copied().chain([record]) {
        let earlier = all.iter_mut().find_map(|earlier| {
            let values = sum(game, earlier, &record)?;
            Some((earlier, values))
        });
        match earlier {
            Some((earlier, values)) => earlier.values = values,
            None => all.push(record),
        }
    }
    game.state.lasting.clear();
    all.into_iter().all(|record| game.state.lasting.push(record).is_ok())
}

/// The values of two records as one, if they differ in nothing but plain bonuses.
fn sum(game: &Game, one: &Lasting, other: &Lasting) -> Option<[i8; VALUES]> {
    let Effect::Lasting(text) = &game.catalog.node(one.node).effect else { return None };
    let Rule::Cards { changes, .. } = &text.rule else { return None };
    let is_bonus = |change: &Change| matches!(change, Change::Gets(Grant::Bonus(..)));
    let is_alike = Lasting { values: one.values, ..*other } == *one;
    (is_alike && one.who.is_some() && changes.len() <= VALUES && changes.iter().all(is_bonus))
        .then_some(())?;
    let mut values = one.values;
    for (value, more) in values.iter_mut().zip(other.values) {
        *value = value.checked_add(more)?;
    }
    Some(values)
}

/// Whether a lasting effect concerns whatever fits, also later: units that arrive in a chosen arena (rule 1309.10), and
/// cards that are yet to be completed, if it is about that (rule 1309.9).
pub(super) fn is_open(effect: &Effect) -> bool {
    let Effect::Lasting(lasting) = effect else { return false };
    matches!(&lasting.rule, Rule::Cards { who: Selector::Each(_), changes, .. }
        if lasting.newcomers == Newcomers::Included || filter::apply_to_cards(changes))
}

/// Makes a lasting effect for the cards that were picked (rules 1309.9, 1313.6).
pub(super) fn lasting(game: &mut Game, id: NodeId) {
    let catalog = game.catalog.clone();
    let Effect::Lasting(text) = &catalog.node(id).effect else { return };
    let context = game.context();
    let open = is_open(&catalog.node(id).effect);
    match &text.rule {
        Rule::Cards { changes, .. } => {
            let cards: Vec<Slot> = context.picks[0].iter().copied().flatten().collect();
            let whom: Vec<Slot0> = if open { vec![None] } else { cards.iter().copied().map(Some).collect() };
            for who in whom {
                let scope = Scope::of_context(game, &context);
                let scope = who.map_or(scope, |card| scope.looking_at(card));
                let values = fix(scope, changes);
                add(game, Lasting { values, ..record(game, &context, id, who) });
            }
            let did = open || !cards.is_empty();
            game.leave(&cards, 0, did);
        }
        Rule::Players { .. } => {
            add(game, record(game, &context, id, None));
            game.leave(&[], 0, true);
        }
    }
}

/// Makes an ability that works by itself for a while.
pub(super) fn meanwhile(game: &mut Game, id: NodeId) {
    let context = game.context();
    // What its steps came to is known as long as the ability works.
    let mut values = [0; VALUES];
    for (value, result) in values.iter_mut().zip(&context.results) {
        *value = result.number.clamp(-120, 120) as i8;
    }
    add(game, Lasting { values, ..record(game, &context, id, None) });
    game.leave(&[], 0, true);
}

/// Gives control of the units that were picked, for a while (rule 105.4).
pub(super) fn control(game: &mut Game, id: NodeId, who: Role) {
    let context = game.context();
    let by = super::node::by(&context, 105, 4);
    // 105.6, 1306.3: only of who is still there.
    let picked = context.picks[0].iter().copied().flatten();
    let units: Vec<Slot> = picked.filter(|unit| is_in_play(game, *unit)).collect();
    for unit in &units {
        let before = game.state.card(*unit).controller;
        if before != who {
            game.take_control(*unit, who, by);
        }
        // Who has it already has it as long as this effect lasts, too.
        if before != who || lasting_rules::is_controlled(game, *unit) {
            let mut values = [0; VALUES];
            values[0] = before as i8;
            add(game, Lasting { values, ..record(game, &context, id, Some(*unit)) });
        }
    }
    game.leave(&units, 0, !units.is_empty());
}

/// Makes a part of an effect wait for an event, with what its text points back to (rules 207.3, 1112.1).
pub(super) fn delayed(game: &mut Game, id: NodeId) {
    if let Some(kid) = game.catalog.node(id).kids.first().copied() {
        put_off(game, id, kid);
    }
}

/// Puts a price off until the untap step (rule 602.9).
pub(super) fn untap_price(game: &mut Game, id: NodeId) {
    put_off(game, id, id);
}

/// Remembers what a step had to do with: a few cards one by one, more of them as a set.
fn remember(game: &mut Game, waiting: &mut Waiting, slot: u8, bound: &Bound) -> Result<(), Full> {
    if !bound.crowd.is_none() {
        return waiting.bound.add_crowd(slot, bound.crowd);
    }
    let cards: Vec<Slot> = bound.objects.iter().copied().flatten().collect();
    let mut few = waiting.bound;
    if cards.iter().all(|card| few.push(slot, *card).is_ok()) {
        waiting.bound = few;
        return Ok(());
    }
    let crowd = game.state.gather_crowd(&cards)?;
    waiting.bound.add_crowd(slot, crowd)
}

fn put_off(game: &mut Game, id: NodeId, root: NodeId) {
    let context = game.context();
    let is_of_discard = matches!(&game.catalog.node(id).effect, Effect::Delayed(events, _) if events.iter().any(trigger::is_discard));
    let since = if is_of_discard { 0 } else { context.since };
    let (ability, bindings) = (context.ability, bindings(&context));
    let mut waiting = Waiting { root, ability, bindings, since, ..Waiting::default() };
    for (slot, bound) in context.results.iter().enumerate() {
        if remember(game, &mut waiting, slot as u8, bound).is_err() {
            game.stop();
        }
    }
    let attack = game.state.attacks.len() as u8;
    if game.state.delayed.push(Delayed { node: id, attack, waiting }).is_err() {
        game.stop();
    }
    game.leave(&[], 0, true);
}
