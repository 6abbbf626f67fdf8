//! One press of a button: the runs of answers that a page offers as one choice.

use engine::state::Slot;
use engine::{Choice, Game, Spot, Why};
use vocab::Role;

/// The longest run that one button stands for.
pub const LONGEST: usize = 4;

/// The runs of the question that waits for a player, in the engine's order of choices: every choice by itself, and what
/// follows from it where that is clear.
pub fn paths(game: &Game, who: Role) -> Vec<Vec<u16>> {
    let Some(ask) = game.asked().filter(|ask| ask.who == who) else { return Vec::new() };
    let mut paths = Vec::new();
    for (place, choice) in game.choices().iter().enumerate() {
        let Ok(place) = u16::try_from(place) else { break };
        match (ask.why, choice) {
            (Why::Build, Choice::Card(card) | Choice::Put(card, Spot::BuildZone)) => {
                let numbers = game.sight(engine::Viewer::Seat(who)).numbers_after(usize::from(place));
                if numbers.is_empty() {
                    paths.push(vec![place]);
                }
                for (number, _) in numbers {
                    let mut path = vec![place, u16::try_from(number).unwrap_or(u16::MAX)];
                    path.extend(completed(game, who, *card, &path));
                    paths.push(path);
                }
            }
            (Why::Build, Choice::Play(card)) => {
                for (spot, _) in destinations(game, who, *card, &[place]) {
                    paths.push(vec![place, spot]);
                }
                paths.push(vec![place]);
            }
            _ => paths.push(vec![place]),
        }
    }
    paths
}

/// A game after a run of answers of one player, if the player may give them all.
fn after(game: &Game, who: Role, path: &[u16]) -> Option<Game> {
    let mut tried = game.clone();
    for choice in path {
        tried.asked().filter(|ask| ask.who == who)?;
        tried.answer(usize::from(*choice)).ok()?;
    }
    tried.asked().filter(|ask| ask.who == who)?;
    Some(tried)
}

/// What completes a card that has been paid for, and brings it where it belongs if there's one place for it.
pub fn completed(game: &Game, who: Role, card: Slot, path: &[u16]) -> Vec<u16> {
    let Some(tried) = after(game, who, path) else { return Vec::new() };
    let play = tried.choices().iter().position(|choice| *choice == Choice::Play(card));
    let Some(play) = play.and_then(|place| u16::try_from(place).ok()) else { return Vec::new() };
    let mut whole = path.to_vec();
    whole.push(play);
    match arenas(game, who, card, &whole)[..] {
        [one] => vec![play, one],
        _ => Vec::new(),
    }
}

/// Where a card can go that is completed by this run, with the place of each choice.
pub fn destinations(game: &Game, who: Role, card: Slot, path: &[u16]) -> Vec<(u16, Spot)> {
    let Some(tried) = after(game, who, path) else { return Vec::new() };
    if tried.asked().is_none_or(|ask| ask.why != Why::Destination) {
        return Vec::new();
    }
    let own = |(place, choice): (usize, &Choice)| match choice {
        Choice::Put(put, spot) if *put == card => Some((u16::try_from(place).ok()?, *spot)),
        _ => None,
    };
    tried.choices().iter().enumerate().filter_map(own).collect()
}

/// The arenas that it can go to, by the place of each choice; none if it can go anywhere else than to an arena or the
/// build zone.
fn arenas(game: &Game, who: Role, card: Slot, path: &[u16]) -> Vec<u16> {
    let all = destinations(game, who, card, path);
    let is_plain = |(_, spot): &(u16, Spot)| matches!(spot, Spot::Arena(_) | Spot::BuildZone);
    if !all.iter().all(is_plain) {
        return Vec::new();
    }
    let arenas = all.into_iter().filter(|(_, spot)| matches!(spot, Spot::Arena(_)));
    arenas.map(|(place, _)| place).collect()
}
