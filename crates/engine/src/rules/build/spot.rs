//! Where a card can go when it is completed or put, and putting it there (rules 704.4 to 704.7, 802.3, 903.3).

use super::{equipment, stack};
use crate::facts::game::Game;
use crate::facts::now::identity::Types;
use crate::facts::now::{gather, restriction};
use crate::records::decision::Spot;
use crate::records::event::{DiscardCause, What};
use crate::records::state::{Mark, On, Slot, Where};
use crate::records::topics::Topics;
use crate::rules::change::By;
use crate::rules::keywords::{pilot, stack as keyword};
use std::ops::ControlFlow;
use vocab::ability::Entry;
use vocab::{Arena, CardType, Counter, Keyword, Role};

/// Where a card can go when a player completes it.
pub(crate) fn spots(game: &Game, who: Role, card: Slot) -> Vec<Spot> {
    let mut spots = Vec::new();
    let mut note = |spot| {
        spots.push(spot);
        ControlFlow::Continue(())
    };
    // A visitor that never stops sees them all.
    let _ = each(game, who, card, &mut note);
    spots
}

/// A visitor of places that may have seen enough.
type Visitor<'a> = &'a mut dyn FnMut(Spot) -> ControlFlow<()>;

/// Shows the places where a card can go when a player completes it.
pub(super) fn each(game: &Game, who: Role, card: Slot, f: Visitor) -> ControlFlow<()> {
    match game.catalog.card_type(game.state.card(card).definition) {
        CardType::Unit(_) | CardType::Subordinate(_) => each_of_unit(game, who, card, f),
        CardType::Location(arenas) => {
            // 208.1: one whose type line names no arena can lie in any.
            let fits = |arena: &Arena| arenas.is_none_or(|arenas| arenas.iter().any(|own| own == *arena));
            let open = |arena: &Arena| fits(arena) && can_be_placed(game, who, *arena);
            let mut open = Arena::ALL.into_iter().filter(open);
            open.try_for_each(|arena| f(Spot::Arena(arena)))
        }
        // Missions are laid there for as long as they resolve.
        CardType::Mission
        | CardType::Trap
        | CardType::Campaign
        | CardType::Equipment(_)
        | CardType::Resource => f(Spot::BuildZone),
        CardType::Battle | CardType::Event | CardType::Reminder => ControlFlow::Continue(()),
    }
}

/// The Locations in an arena (rule 208.2).
pub(super) fn locations(game: &Game, arena: Arena) -> impl Iterator<Item = Slot> {
    let is_location = |card: &Slot| {
        matches!(game.catalog.card_type(game.state.card(*card).definition), CardType::Location(_))
    };
    game.state.at(Where::Arena(arena)).filter(is_location)
}

/// Whether a Location can be placed in an arena: one that can't be discarded isn't replaced (rule 208.9).
fn can_be_placed(game: &Game, who: Role, arena: Arena) -> bool {
    locations(game, arena).all(|old| restriction::can_be_discarded(game, old, DiscardCause::Player(who)))
}

/// A unit goes to one of its arenas, to the build zone, into a stack or onto a unit (rules 704.4 to 704.6).
fn each_of_unit(game: &Game, who: Role, card: Slot, f: Visitor) -> ControlFlow<()> {
    let arenas = game.catalog.arenas(game.state.card(card).definition);
    arenas.iter().flat_map(vocab::Arenas::iter).try_for_each(|arena| f(Spot::Arena(arena)))?;
    f(Spot::BuildZone)?;
    let own = |unit: &Slot| *unit != card && game.is_unit(*unit);
    let facts = |card: Slot| game.catalog.facts(game.state.card(card).definition);
    let (is_pilot, name) = (facts(card).is_pilot, facts(card).unit);
    let has_rules = gather::may_have(game, card, Topics::STACK);
    // Most units cannot be joined: they have another name, and no text is about it.
    let may_be_joined = |unit: Slot| {
        let is_version = name.is_some() && facts(unit).unit == name;
        is_version || has_rules || game.may_have(unit, Keyword::Stack)
    };
    for unit in game.state.laid_out().and(game.state.controlled_by(who)).iter().filter(own) {
        if !may_be_joined(unit) {
            debug_assert!(
                !keyword::has_room(game, card, unit),
                "a text lets a card join that was not looked at"
            );
        } else if stack::has_room_for_version(game, card, unit) {
            if stack::fits_there(game, card, unit) && stack::can_be_on_top(game, card, unit) {
                f(Spot::OnTop(unit))?;
            }
            f(Spot::Under(unit))?;
        } else if keyword::has_room(game, card, unit) {
            // 1754.2, 1754.8: beneath it alone.
            f(Spot::Under(unit))?;
        }
        if is_pilot && pilot::can_pilot(game, card, unit) {
            f(Spot::Pilot(unit))?;
        }
    }
    ControlFlow::Continue(())
}

/// The arenas that a unit can be in, its types: the printed ones first, then those that texts give (rules 204.4, 205.2).
pub(super) fn arenas(game: &Game, card: Slot, types: Types) -> impl Iterator<Item = Arena> + use<> {
    let printed = game.catalog.arenas(game.state.card(card).definition);
    let is_given =
        move |arena: &Arena| types.has(*arena) && !printed.is_some_and(|printed| printed.contains(*arena));
    let first = (0..Arena::ALL.len()).filter_map(move |nth| printed?.iter().nth(nth));
    first.chain(Arena::ALL.into_iter().filter(is_given))
}

/// Puts a card there, with everything that comes of it except triggers.
pub(crate) fn put(game: &mut Game, card: Slot, spot: Spot, who: Role, by: By) {
    game.unmark(card, Mark::FaceDown);
    match spot {
        Spot::Arena(arena) => {
            game.relocate(card, Where::Arena(arena), by);
            game.give(card, who);
            if game.is_unit(card) {
                // 705.1, 205.3: what was in play moves; in setup cards are put (rule 503.1).
                let entry = match by.rule.section {
                    704 => Entry::Deployed,
                    503 => Entry::Put,
                    _ => Entry::Moved,
                };
                game.entered(who, card, arena, entry, by);
            }
        }
        Spot::BuildZone => {
            game.relocate(card, Where::BuildZone, by);
            game.give(card, who);
        }
        Spot::OnTop(unit) => {
            game.relocate(card, Where::Stacked(unit), by);
            game.give(card, who);
            game.new_top(unit, card, by);
            game.note(What::Stacked { card, unit: card }, by.rule, by.card);
        }
        Spot::Under(unit) => {
            game.relocate(card, Where::Stacked(unit), by);
            game.give(card, who);
            game.note(What::Stacked { card, unit }, by.rule, by.card);
        }
        Spot::Pilot(unit) => {
            game.relocate(card, Where::Piloting(unit), by);
            game.give(card, who);
        }
        Spot::Attach(host) => equipment::equip(game, card, host, by),
    }
}

/// An effect stacks a card under a unit: a unit goes as a whole, and what it carries stays behind (rules 802.3, 804.6).
pub(crate) fn stack_under(game: &mut Game, card: Slot, unit: Slot, by: By) {
    let who = game.state.card(unit).controller;
    let whole: Vec<Slot> = stack::cards(game, card).collect();
    leave(game, card, Where::Stacked(unit), by);
    for card in whole {
        game.unmark(card, Mark::FaceDown);
        game.give(card, who);
        game.note(What::Stacked { card, unit }, by.rule, by.card);
    }
}

/// Brings a card into an arena by an effect; who controls it does not change (rules 1602.2, 1705.9).
pub(crate) fn bring_in(game: &mut Game, card: Slot, to: (Arena, Entry), brought_by: Role, by: By) {
    let (arena, entry) = to;
    game.unmark(card, Mark::FaceDown);
    game.relocate(card, Where::Arena(arena), by);
    if game.is_unit(card) {
        game.entered(brought_by, card, arena, entry, by);
    }
}

/// Puts a card face-down into the build zone with build counters (rule 702.1).
pub(crate) fn start(game: &mut Game, who: Role, card: Slot, counters: u8, by: By) {
    game.relocate(card, Where::BuildZone, by);
    game.turn_down(card);
    game.put_counters(card, Counter::Build, counters, who, by);
}

/// A unit leaves play by something else than discarding: its stack goes along, Pilots and Equipment to the build zone,
/// cards beneath are set aside (rules 301.5, 804.6, 904.3, 1004.1).
pub(crate) fn leave(game: &mut Game, unit: Slot, to: Where, by: By) {
    let on_it: Vec<Slot> = game
        .state
        .carried()
        .iter()
        .filter(|card| game.state.card(*card).place.host() == Some(unit))
        .collect();
    game.forget_companions(unit);
    game.relocate(unit, to, by);
    for card in on_it {
        match game.state.card(card).place.on_card() {
            Some((On::Stack, _)) => {
                game.relocate(card, to, by);
                // What looks back on the unit finds its cards together (rule 804.4).
                if matches!(to, Where::Removed | Where::Supply | Where::DiscardPile) {
                    game.left_with(card, unit);
                }
            }
            Some((On::Pilot, _)) => game.relocate(card, Where::BuildZone, By::rule(904, 3)),
            Some((On::Equipment, host)) => {
                game.relocate(card, Where::BuildZone, By::rule(1004, 1));
                game.note(What::Detached { equipment: card, host }, By::rule(1004, 1).rule, by.card);
            }
            Some((On::Beneath, _)) => {
                game.relocate(card, Where::Nowhere, By::rule(301, 5));
                game.turn_down(card);
            }
            None => {}
        }
    }
}
