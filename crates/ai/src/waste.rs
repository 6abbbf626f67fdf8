//! Waste that can be seen at once: a retreat that nothing calls for, points for an arena that nobody fights for.
//!
//! Players leave such choices out, and `gifts` finds them in recorded games.

use crate::gifts::Kind;
use crate::strike;
use engine::state::{Moment, Slot, State, Where};
use engine::{Ask, Choice, Game, Mode, Spot, Why};
use vocab::{Arena, CardType, EquipmentFit, Role};

/// A unit is safe if all enemies together are expected to do less than this part of what it can take.
const SAFE: f32 = 0.6;
/// A unit that is destroyed as often as this before it acts is as good as lost.
const CERTAIN: f32 = 0.9;
/// So many times the opponent's points are far ahead.
const AHEAD: u16 = 3;

/// Whether a choice is waste, and of what kind.
pub(crate) fn of(game: &Game, ask: &Ask, choice: Choice) -> Option<Kind> {
    match (ask.why, choice) {
        (Why::Retreat, Choice::Card(unit)) => is_safe(game, unit).then_some(Kind::Retreat),
        (Why::Build, Choice::Card(card) | Choice::Put(card, Spot::BuildZone)) => {
            let other = |choice: &Choice| match choice {
                Choice::Card(other) | Choice::Put(other, Spot::BuildZone) => {
                    !is_uncontested(game, ask.who, *other)
                }
                _ => false,
            };
            let is_waste = is_uncontested(game, ask.who, card) && game.choices().iter().any(other);
            is_waste.then_some(Kind::Uncontested)
        }
        (Why::Build, Choice::Play(card)) => is_idle(game, ask.who, card).then_some(Kind::Idle),
        (Why::SetupBuild, Choice::Put(card, Spot::Arena(arena))) => {
            is_lopsided(game, ask.who, card, arena).then_some(Kind::Setup)
        }
        _ => None,
    }
}

/// The retreats that a choice leaves out of units that won't live to act. Whether that is waste, the turn has to show: such a
/// unit can still be worth the attack that it draws.
pub(crate) fn left_out(game: &Game, ask: &Ask, choice: Choice) -> Vec<usize> {
    if (ask.why, choice) != (Why::Retreat, Choice::Done) {
        return Vec::new();
    }
    let stays = |index: &usize| game.choices()[*index].card().is_some_and(|unit| is_doomed(game, unit));
    (0..game.choices().len()).filter(stays).collect()
}

/// Whether an unharmed unit has nothing to fear where it is.
fn is_safe(game: &Game, unit: Slot) -> bool {
    let state = game.whole();
    let card = state.card(unit);
    let Where::Arena(arena) = card.place else { return false };
    let enemies =
        game.units_of(card.controller.other(), arena).filter(|enemy| !state.card(*enemy).is_tapped());
    let threat: f32 = enemies.map(|enemy| strike::near(game, enemy, unit, Mode::Normal).part).sum();
    card.damage == 0 && !card.is_tapped() && threat < SAFE
}

/// Whether a damaged unit is all but certain to be destroyed before it acts, while others hold its arena without it.
fn is_doomed(game: &Game, unit: Slot) -> bool {
    let state = game.whole();
    let card = state.card(unit);
    let Where::Arena(arena) = card.place else { return false };
    let (own, speed) = (card.controller, game.now(unit).speed);
    let is_first = |enemy: &Slot| {
        // 102.1: the Dark Side acts first where speeds are equal.
        let theirs = game.now(*enemy).speed;
        !state.card(*enemy).is_tapped() && (theirs > speed || theirs == speed && own == Role::Light)
    };
    let holds = |other: &Slot| *other != unit && !state.card(*other).is_tapped();
    let survives: f32 = game
        .units_of(own.other(), arena)
        .filter(is_first)
        .map(|enemy| 1.0 - strike::exact(game, enemy, unit, Mode::Normal).destroys)
        .product();
    card.damage > 0 && 1.0 - survives >= CERTAIN && game.units_of(own, arena).any(|other| holds(&other))
}

/// Whether a unit is built for arenas that its player holds and the opponent has left, while the opponent has units in
/// both others. Only in the middle of a game: before the first battle nobody has left anything.
fn is_uncontested(game: &Game, who: Role, card: Slot) -> bool {
    let state = game.whole();
    let definition = state.card(card).definition;
    if !game.catalog().card_type(definition).is_deck_unit() || !matches!(state.moment, Moment::BuildStep(_)) {
        return false;
    }
    let Some(arenas) = game.catalog().arenas(definition) else { return false };
    let units = |who: Role, arena: Arena| game.units_of(who, arena).count();
    let is_held = |arena: Arena| units(who, arena) > 0 && units(who.other(), arena) == 0;
    state.turn > 1
        && arenas.iter().all(is_held)
        && Arena::ALL
            .into_iter()
            .all(|arena| arenas.iter().any(|own| own == arena) || units(who.other(), arena) > 0)
}

/// Whether an Equipment fits nothing that its player has on the table.
fn is_idle(game: &Game, who: Role, card: Slot) -> bool {
    let state = game.whole();
    let fit = game.catalog().card_type(state.card(card).definition);
    let CardType::Equipment(Some(EquipmentFit::Units(arenas))) = fit else { return false };
    let fits = |slot: Slot| {
        let own = state.card(slot).controller == who && state.card(slot).place.is_on_the_table();
        let unit = game.catalog().arenas(state.card(slot).definition).filter(|_| own);
        unit.is_some_and(|unit| unit.iter().any(|arena| arenas.iter().any(|other| other == arena)))
    };
    !state.slots().any(fits)
}

/// The build costs of a player's units in an arena.
fn points(game: &Game, who: Role, arena: Arena) -> u16 {
    let state: &State = game.whole();
    let cost = |slot: Slot| u16::from(game.catalog().facts(state.card(slot).definition).cost);
    game.units_of(who, arena).map(cost).sum()
}

/// Whether in setup a unit goes where its player is far ahead, though another one could go where the player is behind.
fn is_lopsided(game: &Game, who: Role, card: Slot, arena: Arena) -> bool {
    let state = game.whole();
    let lead = |arena: Arena| (points(game, who, arena), points(game, who.other(), arena));
    let (own, theirs) = lead(arena);
    let after = own + u16::from(game.catalog().facts(state.card(card).definition).cost);
    let is_behind = |choice: &Choice| match choice {
        Choice::Put(_, Spot::Arena(other)) if *other != arena => {
            let (own, theirs) = lead(*other);
            own < theirs
        }
        _ => false,
    };
    state.moment == Moment::Setup
        && theirs > 0
        && own > theirs
        && after >= AHEAD * theirs
        && game.choices().iter().any(is_behind)
}
