//! Everything that a card has or is given: its own text, stack, Pilots, Equipment, other cards' rules, lasting effects.

use super::reach::works;
use crate::catalog::AbilityId;
use crate::effect::{Scope, condition, filter, is_in_play};
use crate::game::Game;
use crate::lasting;
use crate::state::{Slot, Where};
use vocab::CardType;
use vocab::ability::{AbilityKind, Change, Effect, Grant, Rule, Wrapper};

/// One thing that a card has.
#[derive(Clone, Copy)]
pub(crate) enum Given<'a> {
    /// An ability, and the card that gives it.
    Ability(AbilityId, Slot),
    /// A grant that quotes no ability, and how its amount is read.
    Grant(&'a Grant, Scope<'a>, Option<i16>),
    /// Another change.
    Change(&'a Change, Scope<'a>),
}

/// As deep as values are looked up within values.
pub(crate) const DEEPEST: u8 = 2;

/// Hands out everything that a card has now.
pub(crate) fn everything<'a>(game: &'a Game, card: Slot, depth: u8, f: &mut dyn FnMut(Given<'a>)) {
    direct(game, card, depth, f);
    if depth <= DEEPEST {
        by_rules(game, card, depth, f);
        by_lasting(game, card, depth, f);
    }
}

/// What a card has by itself: printed text, INSERT of its stack, Switch, Adapt, its Pilots and Equipment.
pub(crate) fn direct<'a>(game: &'a Game, card: Slot, depth: u8, f: &mut dyn FnMut(Given<'a>)) {
    let record = game.state.card(card);
    if !has_lost_text(game, card) {
        for id in &game.catalog.facts(record.definition).abilities {
            own(game, card, *id, depth, f);
        }
    }
    if !is_in_play(game, card) || depth > DEEPEST + 1 {
        return;
    }
    for other in game.state.slots() {
        match game.state.card(other).place {
            // 1732.1: given to the top card by every card of the stack.
            Where::Stacked(top) if top == card => {
                for id in &game.catalog.facts(game.state.card(other).definition).abilities {
                    insert(game, card, other, *id, f);
                }
            }
            Where::Piloting(unit) if unit == card => pilot(game, card, other, depth, f),
            Where::Attached(host) if host == card => equipment(game, card, other, depth, f),
            _ => {}
        }
    }
}

fn own<'a>(game: &'a Game, card: Slot, id: AbilityId, depth: u8, f: &mut dyn FnMut(Given<'a>)) {
    if !works(game, card, id) {
        return;
    }
    let record = game.state.card(card);
    match &game.catalog.ability(id).kind {
        AbilityKind::Wrapper(Wrapper::Insert(_)) => insert(game, card, card, id, f),
        AbilityKind::Wrapper(Wrapper::Reserves(_)) => {
            if record.place == Where::BuildZone && !record.is_face_down() {
                game.catalog.inner(id).iter().for_each(|inner| f(Given::Ability(*inner, card)));
            }
        }
        AbilityKind::Wrapper(Wrapper::Switch(texts)) => {
            // 1758.6: the texts stand in the order of the types on the type line.
            let place = game
                .catalog
                .arenas(record.definition)
                .and_then(|arenas| arenas.iter().position(|arena| record.place == Where::Arena(arena)));
            if let Some(place) = place {
                one_text(game, card, id, texts, place, depth, f);
            }
        }
        AbilityKind::Wrapper(Wrapper::Adapt(texts)) => {
            if let Some(place) = record.adapted.checked_sub(1) {
                one_text(game, card, id, texts, usize::from(place), depth, f);
            }
        }
        _ => f(Given::Ability(id, card)),
    }
}

/// One of several texts between slashes.
fn one_text<'a>(
    game: &'a Game,
    card: Slot,
    id: AbilityId,
    texts: &'a [Vec<Grant>],
    place: usize,
    depth: u8,
    f: &mut dyn FnMut(Given<'a>),
) {
    let mut quoted = game.catalog.inner(id).iter();
    for (number, text) in texts.iter().enumerate() {
        for grant in text {
            let inner = if matches!(grant, Grant::Ability(_)) { quoted.next() } else { None };
            if number == place {
                hand_out(grant, inner, card, Scope::of_card(game, card, depth), f);
            }
        }
    }
}

fn hand_out<'a>(
    grant: &'a Grant,
    inner: Option<&AbilityId>,
    giver: Slot,
    scope: Scope<'a>,
    f: &mut dyn FnMut(Given<'a>),
) {
    match inner {
        Some(inner) => f(Given::Ability(*inner, giver)),
        None => f(Given::Grant(grant, scope, None)),
    }
}

fn insert<'a>(game: &'a Game, top: Slot, from: Slot, id: AbilityId, f: &mut dyn FnMut(Given<'a>)) {
    if matches!(game.catalog.ability(id).kind, AbilityKind::Wrapper(Wrapper::Insert(_))) {
        for inner in game.catalog.inner(id) {
            // 1732.4: what is given works where such an effect works.
            if works(game, top, *inner) {
                f(Given::Ability(*inner, from));
            }
        }
    }
}

/// What a Pilot gives: to the unit alone, once for each subtype (rules 902.3, 902.4).
fn pilot<'a>(game: &'a Game, unit: Slot, pilot: Slot, depth: u8, f: &mut dyn FnMut(Given<'a>)) {
    if !matches!(game.state.card(unit).place, Where::Arena(_)) {
        return;
    }
    for id in &game.catalog.facts(game.state.card(pilot).definition).abilities {
        if let AbilityKind::Wrapper(Wrapper::Pilot(text)) = &game.catalog.ability(*id).kind {
            let scope = Scope::of_card(game, unit, depth).given_by(pilot);
            let fits = |class| filter::is_of_class(scope, class, unit);
            if text.of.is_empty() || text.of.iter().any(fits) {
                let mut quoted = game.catalog.inner(*id).iter();
                for grant in &text.gets {
                    let inner = if matches!(grant, Grant::Ability(_)) { quoted.next() } else { None };
                    hand_out(grant, inner, pilot, scope, f);
                }
            }
        }
    }
}

/// What an Equipment gives to the card it is on (rules 1001.3, 1001.4).
fn equipment<'a>(game: &'a Game, host: Slot, equipment: Slot, depth: u8, f: &mut dyn FnMut(Given<'a>)) {
    for id in &game.catalog.facts(game.state.card(equipment).definition).abilities {
        if let AbilityKind::Equipped(text) = &game.catalog.ability(*id).kind {
            let scope = Scope::of_card(game, equipment, depth + 1).looking_at(host);
            let applies = filter::fits(scope, &text.who, host)
                && text.condition.as_ref().is_none_or(|only| condition::holds(scope, only));
            if applies {
                changes(&text.changes, game.catalog.inner(*id), equipment, scope, None, f);
            }
        }
    }
}

fn changes<'a>(
    list: &'a [Change],
    quoted: &[AbilityId],
    giver: Slot,
    scope: Scope<'a>,
    fixed: Option<[i8; lasting::VALUES]>,
    f: &mut dyn FnMut(Given<'a>),
) {
    let mut quoted = quoted.iter();
    let mut fixed = fixed.into_iter().flatten();
    for change in list {
        let value = if lasting::amount_of(change).is_some() { fixed.next().map(i16::from) } else { None };
        match change {
            Change::Gets(Grant::Ability(_)) => {
                if let Some(inner) = quoted.next() {
                    f(Given::Ability(*inner, giver));
                }
            }
            Change::Gets(grant) => f(Given::Grant(grant, scope, value)),
            Change::Modal(..)
            | Change::Unless { .. }
            | Change::Cost { .. }
            | Change::Prevent { .. }
            | Change::DamageFrom(_)
            | Change::Limit(..) => f(Given::Change(change, scope)),
        }
    }
}

/// Hands out the static abilities that a card has by itself.
pub(crate) fn statics(game: &Game, source: Slot, depth: u8, f: &mut dyn FnMut(AbilityId, Slot)) {
    direct(game, source, depth, &mut |given| {
        if let Given::Ability(id, giver) = given
            && matches!(game.catalog.ability(id).kind, AbilityKind::Static(_))
        {
            f(id, giver);
        }
    });
}

/// The cards whose static rules can matter now.
pub(crate) fn sources(game: &Game) -> impl Iterator<Item = Slot> + '_ {
    let may_give = |card: &Slot| {
        let record = game.state.card(*card);
        let facts = game.catalog.facts(record.definition);
        match record.place {
            Where::Arena(_) | Where::BuildZone | Where::EventZone => {
                !record.is_face_down()
                    && (facts.is_static
                        || game.state.slots().any(|other| {
                            let other = game.state.card(other);
                            matches!(other.place, Where::Stacked(on) | Where::Piloting(on) | Where::Attached(on) if on == *card)
                                && game.catalog.facts(other.definition).is_static
                        }))
            }
            Where::Attached(_) => facts.is_static,
            _ => facts.is_static && facts.works_elsewhere,
        }
    };
    game.state.slots().filter(may_give)
}

/// What static abilities of all cards do to a card (rule 1303).
fn by_rules<'a>(game: &'a Game, card: Slot, depth: u8, f: &mut dyn FnMut(Given<'a>)) {
    for source in sources(game) {
        statics(game, source, depth, &mut |id, giver| {
            if let AbilityKind::Static(Rule::Cards { who, changes: list, condition: only }) =
                &game.catalog.ability(id).kind
            {
                let mut scope = Scope::of_card(game, source, depth + 1).given_by(giver).looking_at(card);
                scope.x = super::x_of(scope, id);
                let applies = filter::is_meant(scope, who, card)
                    && only.as_ref().is_none_or(|only| condition::holds(scope, only));
                if applies {
                    changes(list, game.catalog.inner(id), source, scope, None, f);
                }
            }
        });
    }
}

/// What lasting effects do to a card (rule 1309).
fn by_lasting<'a>(game: &'a Game, card: Slot, depth: u8, f: &mut dyn FnMut(Given<'a>)) {
    for record in &*game.state.lasting {
        let list = record.changes(game, card, depth + 1);
        if !list.is_empty() {
            let giver = record.this.unwrap_or(card);
            let quoted = &game.catalog.node(record.node).inner;
            changes(list, quoted, giver, record.scope(game, depth + 1), Some(record.values), f);
        }
    }
}

/// Whether a lasting effect took a card's game text.
fn has_lost_text(game: &Game, card: Slot) -> bool {
    use vocab::ability::Loss;
    game.state.lasting.iter().any(|record| {
        record.who == Some(card)
            && matches!(&game.catalog.node(record.node).effect, Effect::Lasting(lasting)
                if matches!(&lasting.rule, Rule::Cards { changes, condition: None, .. }
                    if changes.iter().any(|change| matches!(change, Change::Gets(Grant::Lose(Loss::GameText))))))
    })
}

/// Whether a card is an Equipment that is no unit's yet.
pub(crate) fn is_loose_equipment(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    record.place == Where::BuildZone
        && matches!(game.catalog.card_type(record.definition), CardType::Equipment(_))
}
