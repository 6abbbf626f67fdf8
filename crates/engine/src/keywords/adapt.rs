//! Adapt: [A/B/...]: when the battle step of its arena starts, the unit gets one of the texts until end of turn
//! (rule 1703).
//!
//! The texts of all Adapts of a card are counted through; `Card::adapted` has one bit for each that was chosen, so that
//! two Adapts (1703.4) and the choices of two battle steps (1703.7) stand side by side. `now::gather` hands them out.

use crate::battle::Frame;
use crate::catalog::AbilityId;
use crate::decision::{Ask, Choice, Why};
use crate::frame::Flow;
use crate::game::Game;
use crate::now::gather;
use crate::state::{Slot, Where};
use crate::trigger::{self, Sort};
use vocab::ability::{AbilityKind, Wrapper};
use vocab::{Arena, Keyword};

/// The Adapts of a card: each with the number of its first text and how many it has.
fn abilities(game: &Game, card: Slot, depth: u8) -> Vec<(AbilityId, u32, u32)> {
    let mut first = 0;
    let facts = game.catalog.facts(game.state.card(card).definition);
    let mut given = gather::chosen_abilities(game, card);
    given.extend(gather::adapts_of_equipment(game, card, depth));
    let texts = facts.abilities.iter().chain(&given).filter_map(|id| match &game.catalog.ability(*id).kind {
        AbilityKind::Wrapper(Wrapper::Adapt(texts)) => Some((*id, texts.len() as u32)),
        _ => None,
    });
    let counted = texts.map(|(id, count)| {
        let start = first;
        first += count;
        (id, start, count)
    });
    counted.collect()
}

/// The texts of an Adapt that a card has now (rule 1703.2), also looked up within other values.
pub(crate) fn chosen_texts(
    game: &Game,
    card: Slot,
    id: AbilityId,
    depth: u8,
) -> impl Iterator<Item = usize> + use<> {
    let adapted = u32::from(game.state.card(card).adapted);
    let own =
        if adapted == 0 { None } else { abilities(game, card, depth).into_iter().find(|own| own.0 == id) };
    let (_, first, count) = own.unwrap_or_default();
    (0..count).filter(move |text| adapted & (1 << (first + text)) != 0).map(|text| text as usize)
}

/// The battle step of an arena starts: every Adapt of the units there waits for its choice (rules 1703.1, 1703.3).
pub(crate) fn line_up(game: &mut Game, arena: Arena) {
    let units: Vec<Slot> = game.units_in(arena).collect();
    for unit in units {
        for nth in 0..abilities(game, unit, 0).len() as u8 {
            trigger::wait_for_keyword(game, unit, Sort::Adapt(nth));
        }
    }
}

/// The choice comes, if the unit is still in an arena; each Adapt has its own (rule 1703.4).
pub(crate) fn begin(game: &Game, unit: Slot, nth: u8) -> Option<Frame> {
    let is_there = game.is_unit(unit) && matches!(game.state.card(unit).place, Where::Arena(_));
    (is_there && usize::from(nth) < abilities(game, unit, 0).len()).then_some(Frame::Adapt(unit, nth))
}

/// One of the texts must be chosen (rules 1703.1, 1703.5).
pub(crate) fn ask(game: &Game, unit: Slot, nth: u8, choices: &mut Vec<Choice>) -> Option<Ask> {
    let (_, _, count) = *abilities(game, unit, 0).get(usize::from(nth))?;
    choices.extend((0..count as u8).map(Choice::Option));
    let who = game.state.card(unit).controller;
    Some(Ask::new(who, Why::Keyword(Keyword::Adapt), 1703, 1).about(unit))
}

pub(crate) fn chosen(game: &mut Game, unit: Slot, nth: u8, choice: Choice) -> Flow {
    let own = abilities(game, unit, 0).get(usize::from(nth)).copied();
    if let (Choice::Option(option), Some((_, first, _))) = (choice, own) {
        // Eight texts have a bit each; no card has so many.
        let bit = 1_u8.checked_shl(first + u32::from(option)).unwrap_or(0);
        game.state.card_mut(unit).adapted |= bit;
        super::note(game, unit, Keyword::Adapt, i16::from(option));
    }
    Flow::Done
}
