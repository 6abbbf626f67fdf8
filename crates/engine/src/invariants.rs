//! What must be true of every game in which somebody is asked: for tests, soaks and searches for faults.

use crate::facts::game::Game;
use crate::facts::now::restriction;
use crate::records::decision::Why;
use crate::records::event::{Event, What};
use crate::records::state::{Moment, Slot, SlotSet, State, Where};
use vocab::{Arena, CardType, Role};

/// More Force or build points than any game has: a number that went below nothing comes out here.
const MUCH: u16 = 10_000;

/// Looks at a game from question to question; some things show only in the order of events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    /// The unit whose turn to act has been looked at and is not over.
    acting: Option<Slot>,
}

impl Watch {
    /// Takes note of what happened since the last question.
    pub fn see(&mut self, events: &[Event]) {
        for event in events {
            match event.what {
                What::Tapped(unit) if self.acting == Some(unit) => self.acting = None,
                What::Started(_) => self.acting = None,
                _ => {}
            }
        }
    }

    /// Checks everything about a game that waits for an answer; the error says what is wrong.
    pub fn check(&mut self, game: &Game) -> Result<(), String> {
        places(game)?;
        hosts(game)?;
        numbers(game)?;
        uniqueness(game)?;
        self.order(game)
    }

    /// 1103.1, 1103.2, 1103.6: the fastest untapped unit acts, of equal ones the Dark Side player's.
    fn order(&mut self, game: &Game) -> Result<(), String> {
        let Some(decision) = game.decision() else { return Ok(()) };
        let (Why::Act, Some(unit)) = (decision.why, decision.source) else { return Ok(()) };
        let name = || game.name_of(unit);
        let card = game.state().card(unit);
        let Where::Arena(arena) = card.place else {
            return Err(format!("{} acts outside of an arena", name()));
        };
        if card.is_tapped() {
            return Err(format!("{} acts although it is tapped", name()));
        }
        // An ability that was played instead may have changed speeds: the unit may still attack (1104.2).
        if self.acting.replace(unit) == Some(unit) {
            return Ok(());
        }
        // A text lets it act first, whoever is faster.
        if restriction::attacks_first(game, unit, arena) {
            return Ok(());
        }
        let rank = |unit: Slot| {
            let is_dark = game.state().card(unit).controller == Role::Dark;
            (game.now(unit).speed, restriction::wins_ties(game, unit), is_dark)
        };
        let untapped = game.units_in(arena).filter(|other| !game.state().card(*other).is_tapped());
        match untapped.max_by_key(|other| rank(*other)) {
            Some(faster) if rank(faster) > rank(unit) => {
                Err(format!("{} acts before {}", name(), game.name_of(faster)))
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// Every card is in exactly one place; decks are lists of the cards that say that they are in a deck.
fn places(game: &Game) -> Result<(), String> {
    let state = game.state();
    if !state.places_are_true() {
        return Err("the sets of places and the records of cards differ".to_string());
    }
    for role in Role::ALL {
        let deck: SlotSet = state.players[role].deck.iter().copied().flatten().collect();
        let there = |slot: &Slot| state.card(*slot).place == Where::Deck && state.card(*slot).owner == role;
        if deck != state.slots().filter(there).collect() {
            return Err(format!("the {role:?} Side deck and the places of its cards differ"));
        }
        if deck.len() != state.players[role].deck.len() {
            return Err(format!("a card is twice in the {role:?} Side deck"));
        }
    }
    for slot in state.slots() {
        let card = state.card(slot);
        let own = |arena: Arena| {
            let arenas = game.catalog().card_type(card.definition).arenas();
            // 204.4: an effect may put a unit where texts change its types, and a Subordinate where it says.
            let is_subordinate =
                matches!(game.catalog().card_type(card.definition), CardType::Subordinate(_));
            is_subordinate
                || game.catalog().changes_identity()
                || arenas.map_or(game.is_unit(slot), |arenas| arenas.contains(arena))
        };
        match card.place {
            // 301.3: a card that is being played is set aside.
            Where::Nowhere if !state.tries.is_empty() || !state.contexts.is_empty() => {}
            // 301.5: what lay beneath a card that left play stays set aside.
            Where::Nowhere if card.is_set_aside() => {}
            Where::Nowhere => return Err(format!("{} is nowhere", game.name_of(slot))),
            Where::Arena(arena) if !own(arena) => {
                return Err(format!("{} is in the {arena} arena, which is not its own", game.name_of(slot)));
            }
            Where::Arena(_)
            | Where::Deck
            | Where::Hand
            | Where::DiscardPile
            | Where::Removed
            | Where::Supply
            | Where::EventZone
            | Where::BuildZone
            | Where::Stacked(_)
            | Where::Piloting(_)
            | Where::Attached(_)
            | Where::Beneath(_) => {}
        }
    }
    Ok(())
}

/// Cards on cards are on cards that are in play.
fn hosts(game: &Game) -> Result<(), String> {
    let state = game.state();
    for slot in state.slots() {
        let place = state.card(slot).place;
        let Some(host) = place.host() else { continue };
        let under = state.card(host).place;
        let in_play = matches!(under, Where::Arena(_) | Where::BuildZone);
        let holds = match place {
            Where::Stacked(_) => in_play || matches!(under, Where::Piloting(_)),
            Where::Piloting(_) => game.is_unit(host),
            // 1004.7: on a card that pilots, what makes it a Pilot.
            Where::Attached(_) => in_play || matches!(under, Where::Piloting(_)),
            _ => in_play || matches!(under, Where::Piloting(_) | Where::Stacked(_) | Where::EventZone),
        };
        if !holds {
            return Err(format!(
                "{} is {place:?} on {}, which is {under:?}",
                game.name_of(slot),
                game.name_of(host)
            ));
        }
    }
    Ok(())
}

/// Whether nothing is being dealt with that may still put something right.
fn is_at_rest(state: &State) -> bool {
    state.sequences.is_empty()
        && state.contexts.is_empty()
        && state.tries.is_empty()
        && state.would.is_empty()
        && state.waiting.is_empty()
}

/// Nothing is negative, and a unit with as much damage as health is gone when no damage is going on (1207.1).
fn numbers(game: &Game) -> Result<(), String> {
    let state = game.state();
    for role in Role::ALL {
        let player = &state.players[role];
        if player.force > MUCH || player.build > MUCH {
            return Err(format!("{role:?} has {} Force and {} build points", player.force, player.build));
        }
    }
    // 503.6: in setup no text gives a unit its health yet, and nothing is discarded for want of it.
    let at_rest = state.attacks.is_empty() && is_at_rest(state) && state.moment != Moment::Setup;
    for unit in state.slots().filter(|slot| game.is_unit(*slot)) {
        let now = game.now(unit);
        if now.speed < 0 {
            return Err(format!("the speed of {} is {}", game.name_of(unit), now.speed));
        }
        let damage = state.card(unit).damage;
        if at_rest && i16::from(damage) >= now.health {
            return Err(format!(
                "{} is in play with {damage} damage and {} health",
                game.name_of(unit),
                now.health
            ));
        }
    }
    Ok(())
}

/// 801.1: one unit of each unique name for each player, piloting ones included.
fn uniqueness(game: &Game) -> Result<(), String> {
    let state = game.state();
    // 1310: a text may step in before the second one goes.
    if !is_at_rest(state) {
        return Ok(());
    }
    let in_play = |slot: &Slot| game.is_unit(*slot) || matches!(state.card(*slot).place, Where::Piloting(_));
    let unique = |slot: &Slot| game.catalog().is_unique(state.card(*slot).definition);
    let name =
        |slot: Slot| (state.card(slot).controller, game.catalog().facts(state.card(slot).definition).name);
    let units: Vec<Slot> = state.slots().filter(in_play).filter(unique).collect();
    for (i, unit) in units.iter().enumerate() {
        if units[..i].iter().any(|other| name(*other) == name(*unit)) {
            return Err(format!("{} is in play twice on one side", game.name_of(*unit)));
        }
    }
    Ok(())
}
