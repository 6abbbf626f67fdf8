//! Pilot: which card can pilot which unit, and which of too many go (chapter 9, rule 1744).

use crate::facts::game::Game;
use crate::facts::keywords::pilot::abilities;
use crate::facts::now::permission;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::records::state::{Slot, Where};
use crate::rules::build::class;
use crate::rules::change::By;
use vocab::ability::Pilot;
use vocab::{Arena, Edition};

/// Whether a card could pilot a unit that has room for it (rules 901.2, 901.3).
pub(crate) fn can_pilot(game: &Game, pilot: Slot, unit: Slot) -> bool {
    let others = || game.state.at(Where::Piloting(unit)).filter(|other| *other != pilot).count();
    suits(game, pilot, unit) && others() < permission::pilot_limit(game, unit)
}

/// Whether a unit can carry this Pilot, leaving aside how many it has (rule 901.2).
pub(crate) fn suits(game: &Game, pilot: Slot, unit: Slot) -> bool {
    let same_side = game.state.card(pilot).controller == game.state.card(unit).controller;
    let named = || {
        let passes =
            |ability: &Pilot| ability.of.iter().any(|class| permission::is_piloted_as(game, unit, class, 0));
        let of = abilities(game, pilot);
        !of.is_empty()
            && (of.into_iter().any(|ability| class::fits_any(game, unit, &ability.of) || passes(ability))
                || permission::may_also_be_piloted(game, unit, pilot))
    };
    pilot != unit
        && same_side
        && game.is_unit(unit)
        && named()
        && !class::has_subtype(game, unit, "Droid")
        && is_old_enough(game, unit)
        && permission::can_be_piloted(game, unit, pilot)
}

/// Whether a unit has more Pilots than it can carry, so that its controller chooses which go (rule 904.5).
pub(crate) fn has_excess(game: &Game, unit: Slot) -> bool {
    let pilots = game.state.at(Where::Piloting(unit)).count();
    // Every unit can carry one: texts give room for more, never for less.
    pilots > 1 && pilots > permission::pilot_limit(game, unit)
}

pub(crate) fn ask_excess(game: &Game, unit: Slot, choices: &mut Vec<Choice>) -> Option<Ask> {
    choices.extend(game.state.at(Where::Piloting(unit)).map(Choice::Card));
    Some(Ask::new(game.state.card(unit).controller, Why::Choose, 904, 5).about(unit))
}

/// The chosen Pilot goes to the build zone; another one if there are still too many.
pub(crate) fn excess_chosen(game: &mut Game, unit: Slot, choice: Choice) -> Flow {
    if let Choice::Card(pilot) = choice {
        game.relocate(pilot, Where::BuildZone, By::card(pilot, 904, 5));
    }
    if has_excess(game, unit) { Flow::Ask } else { Flow::Done }
}

/// The older sheets let Space and Ground units alone be piloted (rule 901.2).
fn is_old_enough(game: &Game, unit: Slot) -> bool {
    let arenas = game.catalog.arenas(game.state.card(unit).definition);
    match game.state.options.edition {
        Edition::Current => true,
        Edition::Sheets => {
            arenas.is_some_and(|arenas| arenas.contains(Arena::Space) || arenas.contains(Arena::Ground))
        }
    }
}
