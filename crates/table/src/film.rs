//! The film of a finished game: what was told and what lay where after every answer, as it was. It needs no rules to be
//! shown, so it outlives them.

use crate::live::Table;
use engine::state::{Slot, Where};
use engine::{Game, ReplayError, Viewer};
use serde::{Deserialize, Serialize};
use vocab::Role;

/// A finished game in pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Film {
    /// The version of the rules that it was played under.
    pub rules: u32,
    /// What the players were called, Dark first.
    pub players: [String; 2],
    /// What lists said about the game at its end.
    pub note: String,
    /// One picture for the beginning, and one for each answer.
    pub frames: Vec<Frame>,
}

/// What an answer changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The turn.
    pub turn: u16,
    /// What happened, in sentences; everything is open.
    pub told: Vec<String>,
    /// The cards that lie somewhere else now, and where.
    pub moved: Vec<(String, String)>,
}

/// Where a card lies, in words.
fn place(game: &Game, slot: Slot) -> String {
    let card = game.whole().card(slot);
    let whose = |role: Role| match role {
        Role::Dark => "Dark Side",
        Role::Light => "Light Side",
    };
    let (owner, controller) = (whose(card.owner), whose(card.controller));
    let on = |word: &str, host: Slot| format!("{word} {}", game.name_of(host));
    match card.place {
        Where::Nowhere => "nowhere".into(),
        Where::Deck => format!("{owner}, deck"),
        Where::Hand => format!("{owner}, hand"),
        Where::DiscardPile => format!("{owner}, discard pile"),
        Where::Removed => format!("{owner}, removed from the game"),
        Where::Supply => format!("{owner}, outside the deck"),
        Where::EventZone => format!("{controller}, Event"),
        Where::BuildZone => format!("{controller}, build zone"),
        Where::Arena(arena) => format!("{controller}, {} arena", arena.name()),
        Where::Beneath(host) => on("beneath", host),
        Where::Stacked(host) => on("stacked on", host),
        Where::Piloting(host) => on("piloting", host),
        Where::Attached(host) => on("attached to", host),
    }
}

/// All places, by slot.
fn places(game: &Game) -> Vec<String> {
    game.whole().slots().map(|slot| place(game, slot)).collect()
}

impl Film {
    /// Films a game from its beginning to its last answer.
    pub fn of(table: &Table) -> Result<Film, ReplayError> {
        let (mut frames, mut before) = (Vec::with_capacity(table.answers.len() + 1), Vec::new());
        table.walk(|game| {
            let told = game.take_events();
            let told = told.iter().filter(|event| game.tell_to(event, Viewer::Public).is_some());
            let told = told.map(|event| game.tell(event)).collect();
            let now = places(game);
            // A card that has been in its deck from the start needs no line.
            let brought = |place: usize, slot: Slot| {
                before.len() <= place && matches!(game.whole().card(slot).place, Where::Deck | Where::Supply)
            };
            let is_other = |(place, slot): &(usize, Slot)| {
                before.get(*place) != now.get(*place) && !brought(*place, *slot)
            };
            let moved = game.whole().slots().enumerate().filter(is_other);
            let moved = moved.map(|(place, slot)| (game.name_of(slot), now[place].clone())).collect();
            frames.push(Frame { turn: game.whole().turn, told, moved });
            before = now;
        })?;
        let players = [table.setup.dark.name.clone(), table.setup.light.name.clone()];
        Ok(Film { rules: table.rules, players, note: table.note(), frames })
    }
}
