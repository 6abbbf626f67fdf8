//! What is put right whenever something has changed: dead units, uniqueness, stacks, Pilots, Equipment (rule 1315).

use crate::facts::game::Game;
use crate::facts::now::gather::Query;
use crate::facts::now::{gather, restriction, summary};
use crate::facts::settled::Settled;
use crate::records::event::{DiscardCause, What};
use crate::records::state::{Moment, Slot, SlotSet, Text, Where};
use crate::records::topics::Topics;
use crate::rules::build::stack;
use crate::rules::change::By;
use crate::rules::keywords::pilot;
use crate::rules::{battle, build, hand, trigger};
use vocab::Edition;
use vocab::{Arena, CardType, Role, RuleNumber};

/// Puts everything right, over and over until nothing changes.
pub(crate) fn settle(game: &mut Game) {
    summary::refresh(game);
    if game.settled.is_some_and(|settled| settled == Settled::now(game)) {
        debug_assert!(!put_right(&mut game.clone()), "something changed and was not noted");
        return;
    }
    put_right(game);
}

/// Puts everything right; whether something changed. Apart, so that finding nothing to do stays short.
#[inline(never)]
fn put_right(game: &mut Game) -> bool {
    let mut changed = false;
    // Every round takes a card out of play or to the build zone, so there is an end to it.
    while discard_dead(game) || discard_second(game) || clear_carried(game) {
        changed = true;
    }
    game.settled = Some(Settled::now(game));
    note_control(game) || changed
}

/// Discards units whose damage counters reach their health (rules 605.5, 1207.5, 1207.6). While a damage sequence is
/// going on that is its own last step (rule 1111).
fn discard_dead(game: &mut Game) -> bool {
    // 503.6: in setup no text gives a unit its health yet.
    if !game.state.sequences.is_empty() || game.state.moment == Moment::Setup {
        return false;
    }
    let mut dead = doomed(game);
    dead.retain(|unit| !game.is_to_be_discarded(*unit));
    for unit in &dead {
        game.discard_by_rule(*unit, DiscardCause::Health, By::card(*unit, 1207, 5));
    }
    !dead.is_empty()
}

/// The units whose damage counters reach their health, in arenas and build zones (rules 1207.1, 1207.7).
pub(crate) fn doomed(game: &Game) -> Vec<Slot> {
    // Less damage than the printed health kills only where texts make the health smaller: everything else adds to it.
    let shrinks = summary::texts(game).shrinks || gather::is_lasting(game, Topics::SHRINK);
    let hurt = game.state.places.hurt();
    if !shrinks && hurt.is_empty() {
        return Vec::new();
    }
    let is_doomed = |unit: &Slot| {
        let record = game.state.card(*unit);
        let may_be_dead = i16::from(record.damage) >= game.catalog.facts(record.definition).health
            || (shrinks && may_have_shrunk(game, *unit));
        debug_assert!(
            may_be_dead || !game.is_unit(*unit) || !is_dead(game, *unit),
            "a text made its health smaller unnoticed"
        );
        may_be_dead
            && game.is_unit(*unit)
            && is_dead(game, *unit)
            && restriction::can_be_discarded(game, *unit, DiscardCause::Health)
    };
    let candidates = if shrinks { game.state.laid_out() } else { game.state.laid_out().and(hurt) };
    candidates.iter().filter(is_doomed).collect()
}

/// Whether a text may make the health of this unit smaller than what is printed.
fn may_have_shrunk(game: &Game, unit: Slot) -> bool {
    let mut found = false;
    Query::new(game, Topics::SHRINK).everything(unit, &mut |_| found = true);
    found
}

fn is_dead(game: &Game, unit: Slot) -> bool {
    i16::from(game.state.card(unit).damage) >= game.now(unit).health
}

/// Whether the reason for which a card is to be discarded still holds.
pub(crate) fn is_due(game: &Game, card: Slot, cause: DiscardCause) -> bool {
    match cause {
        DiscardCause::Health => game.is_unit(card) && is_dead(game, card),
        DiscardCause::Uniqueness => seconds(game).contains(&card),
        DiscardCause::Damage(_)
        | DiscardCause::AttackDamage(_)
        | DiscardCause::Player(_)
        | DiscardCause::Rule => true,
    }
}

/// Discards the later of two units, or Equipment cards, of one unique name (rules 801.2, 801.5).
fn discard_second(game: &mut Game) -> bool {
    let layout = game.state.places.layout();
    if game.looked.names == Some(layout) {
        debug_assert!(seconds(game).is_empty(), "a card moved and the layout did not change");
        return false;
    }
    let seconds = seconds(game);
    if seconds.is_empty() {
        game.looked.names = Some(layout);
    }
    match seconds.into_iter().find(|card| !game.is_to_be_discarded(*card)) {
        Some(second) => {
            game.discard_by_rule(second, DiscardCause::Uniqueness, By::card(second, 801, 2));
            true
        }
        None => false,
    }
}

/// The later ones of unique cards that are in play twice.
fn seconds(game: &Game) -> Vec<Slot> {
    let unique = game.state.places.with(Text::Unique).and(game.state.by_themselves());
    // Hardly ever does a player have a name twice: a look at all names settles that.
    let is_twice = |who: &Role| {
        let mut names = stack::Names::default();
        let name = |card: Slot| game.catalog.facts(game.state.card(card).definition).unit;
        unique.and(game.state.controlled_by(*who)).iter().filter_map(name).any(|name| names.insert(name))
    };
    if !Role::ALL.iter().any(is_twice) {
        return Vec::new();
    }
    let in_play: SlotSet = unique.iter().filter(|card| is_in_play(game, *card)).collect();
    let controller = |card: Slot| game.state.card(card).controller;
    let arrived = |card: Slot| game.state.card(card).arrived;
    let is_second = |card: &Slot| {
        in_play.iter().any(|other| {
            let earlier = (arrived(other), other) < (arrived(*card), *card);
            earlier && controller(other) == controller(*card) && stack::is_same_unit(game, other, *card)
        })
    };
    in_play.iter().filter(is_second).collect()
}

/// Whether a card is a unit, Pilot or Equipment in play (rules 801.1, 801.5).
fn is_in_play(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    let is_equipment = matches!(game.catalog.card_type(record.definition), CardType::Equipment(_));
    let in_play = record.lies_open_or_pilots() || matches!(record.place, Where::Attached(_));
    let is_kind = is_equipment || game.catalog.card_type(record.definition).is_unit();
    in_play && is_kind
}

/// Puts right what lies on or under other cards.
fn clear_carried(game: &mut Game) -> bool {
    !game.state.places.hosts().is_empty()
        && (clear_stacks(game) || clear_pilots(game) || clear_equipment(game))
}

/// Puts cards that do not belong under their top card into the discard pile (rules 1754.7, 1754.9); the older edition
/// discards them (rule 1802.25).
fn clear_stacks(game: &mut Game) -> bool {
    let is_wrong = |card: &Slot| match game.state.card(*card).place {
        Where::Stacked(unit) => !stack::belongs(game, *card, unit) && !hand::may_say_so(game, *card, unit),
        _ => false,
    };
    let mut wrong: Vec<Slot> = game.state.carried().iter().filter(is_wrong).collect();
    wrong.retain(|card| !game.is_to_be_discarded(*card));
    for card in &wrong {
        match game.state.options.edition {
            Edition::Current => game.bury(*card, By::card(*card, 1754, 7)),
            Edition::Sheets => game.discard_by_rule(*card, DiscardCause::Rule, By::card(*card, 1802, 25)),
        }
    }
    !wrong.is_empty()
}

/// Sends Pilots that their unit cannot carry to the build zone (rule 904.5). Which of too many go is their controller's
/// choice: it waits with what else is to be resolved.
fn clear_pilots(game: &mut Game) -> bool {
    let is_wrong = |card: &Slot| match game.state.card(*card).place {
        Where::Piloting(unit) => {
            let by_hand = || game.is_unit(unit) && hand::may_say_so(game, *card, unit);
            !pilot::suits(game, *card, unit) && !by_hand()
        }
        _ => false,
    };
    let wrong: Vec<Slot> = game.state.carried().iter().filter(is_wrong).collect();
    for card in &wrong {
        game.relocate(*card, Where::BuildZone, By::card(*card, 904, 5));
    }
    let is_full = |unit: &Slot| game.is_unit(*unit) && pilot::has_excess(game, *unit);
    let full: Vec<Slot> = game.state.places.hosts().iter().filter(is_full).collect();
    for unit in full {
        trigger::wait_for_pilots(game, unit);
    }
    !wrong.is_empty()
}

/// Detaches Equipment from cards that it no longer fits (rule 1004.5).
fn clear_equipment(game: &mut Game) -> bool {
    let is_wrong = |card: &Slot| match game.state.card(*card).place {
        Where::Attached(host) => !build::equipment_fits(game, *card, host),
        _ => false,
    };
    let wrong: Vec<Slot> = game.state.carried().iter().filter(is_wrong).collect();
    for equipment in &wrong {
        if let Where::Attached(host) = game.state.card(*equipment).place {
            let by = By::card(*equipment, 1004, 5);
            game.relocate(*equipment, Where::BuildZone, by);
            game.note(What::Detached { equipment: *equipment, host }, by.rule, by.card);
        }
    }
    !wrong.is_empty()
}

/// Notes who has gained control of an arena (rule 1501.4); whether that changed anywhere.
fn note_control(game: &mut Game) -> bool {
    let arenas = Some(game.state.places.arenas()).filter(|_| !has_control_rules(game));
    if arenas.is_some() && game.looked.control == arenas {
        debug_assert_eq!(Arena::ALL.map(|arena| battle::control(game, arena)), game.state.control);
        return false;
    }
    game.looked.control = arenas;
    let before = game.state.control;
    for arena in Arena::ALL {
        let now: Option<Role> = battle::control(game, arena);
        let before = std::mem::replace(&mut game.state.control[arena as usize], now);
        // 503.6: texts do not work in setup.
        if let (Some(who), true) = (now, now != before && game.state.moment != Moment::Setup) {
            game.note(What::GainedArena { who, arena }, RuleNumber::new(1501, 4), None);
        }
    }
    game.state.control != before
}

/// Whether a text may say that a unit does not count, or that a player cannot control an arena (rules 1501.2, 1501.5).
pub(crate) fn has_control_rules(game: &Game) -> bool {
    let on_the_table = game.state.places.with(Text::Counts).and(game.state.on_the_table());
    !on_the_table.is_empty() || gather::may_be_given(game, Topics::CONTROL.or(Topics::PLAYERS))
}
