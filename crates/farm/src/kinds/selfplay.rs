//! Positions of games between computer players, as numbers and with who won: what judgement can be learnt from. The kind
//! `selfplay`.

use super::games::{Match, Matches, level, usual_batch};
use super::{Ground, Spec, Task, Unit};
use crate::Error;
use crate::rows::{Cell, Column, Holds, Rows};
use ai::{Level, Player};
use engine::Game;
use engine::state::{ByRole, Moment};
use serde::{Deserialize, Serialize};
use sim::Party;
use std::io;
use std::sync::atomic::AtomicBool;
use vocab::Role;

/// Which decks meet, and who slips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selfplay {
    /// The matches, in order.
    pub matches: Vec<Match>,
    /// One player in three plays at this level instead, so that uneven positions are seen too.
    pub weaker: Option<String>,
}

impl Spec for Selfplay {
    fn games(&self) -> u64 {
        self.matches.iter().map(|one| one.games).sum()
    }

    fn usual_batch(&self) -> u64 {
        let levels = self.matches.iter().flat_map(|one| [&one.player_a, &one.player_b]);
        levels.filter_map(|name| level(name).ok()).map(usual_batch).min().unwrap_or(1)
    }

    fn title(&self, decks: &[&str]) -> String {
        let player = self.matches.first().map_or("nobody", |one| one.player_a.as_str());
        match decks {
            [one, other] => format!("positions of {one} against {other}, {player}"),
            _ => format!("positions of {} decks, {player}", decks.len()),
        }
    }

    fn open(&self, ground: Ground) -> Result<Box<dyn Task>, Error> {
        let weaker = self.weaker.as_deref().map(level).transpose()?;
        let matches = Matches::open(&self.matches, &ground, false)?;
        Ok(Box::new(Watched { matches, weaker }))
    }
}

#[derive(Debug)]
struct Watched {
    matches: Matches,
    weaker: Option<Level>,
}

/// What came of a game.
#[derive(Serialize, Deserialize)]
struct Noted {
    dark_won: f32,
    positions: Vec<Position>,
}

#[derive(Serialize, Deserialize)]
struct Position {
    turn: u16,
    step: String,
    dark: f32,
    /// By arena and side, the Dark Side first; then what each side has besides.
    numbers: Vec<f32>,
}

impl Task for Watched {
    fn play(&self, game: u64, stop: &AtomicBool) -> Result<Option<Unit>, Error> {
        let failed = |error: &dyn std::fmt::Display| Error::Job(error.to_string());
        let (_, batch, number) = self.matches.of(game);
        let begun = Game::new(batch.catalog.clone(), &batch.setup(number)).map_err(|error| failed(&error))?;
        let (dark, seed) = (batch.dark(number), batch.seed_of(number));
        let players = ByRole::from_fn(|role| {
            let of = if role == Role::Dark { dark } else { dark.other() };
            let entrant = batch.of(of);
            let level = match self.weaker {
                Some(weaker) if (game + role as u64).is_multiple_of(3) => weaker,
                _ => entrant.player,
            };
            Player::new(level, seed ^ (0x5EED + of as u64)).knowing(entrant.knowledge)
        });
        let Some(played) = sim::positions(begun, players, stop) else { return Ok(None) };
        let position = |position: &sim::Position| {
            let arenas = position.features.arenas.iter().flatten().flatten();
            Position {
                turn: position.turn,
                step: step(position.moment),
                dark: position.dark,
                numbers: arenas.chain(position.features.besides.iter().flatten()).copied().collect(),
            }
        };
        let positions = played.all.iter().map(position).collect();
        let noted = Noted { dark_won: played.dark_won, positions };
        let line = serde_json::to_string(&noted).map_err(|error| failed(&error))?;
        Ok(Some(Unit { line, ..Unit::default() }))
    }

    fn seed(&self, game: u64) -> u64 {
        self.matches.seed(game)
    }

    fn columns(&self) -> &'static [Column] {
        &[
            ("a", Holds::Text),
            ("b", Holds::Text),
            ("game", Holds::Wide),
            ("seed", Holds::Wide),
            ("dark", Holds::Text),
            ("turn", Holds::Number),
            ("step", Holds::Text),
            ("chance", Holds::Real),
            ("won", Holds::Real),
            ("numbers", Holds::Reals),
        ]
    }

    fn write(&self, game: u64, line: &str, rows: &mut Rows) -> io::Result<()> {
        let noted: Noted = serde_json::from_str(line)?;
        let (_, batch, number) = self.matches.of(game);
        let dark = if batch.dark(number) == Party::A { "a" } else { "b" };
        for position in &noted.positions {
            rows.write(&[
                Cell::Text(&batch.a.name),
                Cell::Text(&batch.b.name),
                Cell::Wide(game),
                Cell::Wide(batch.seed_of(number)),
                Cell::Text(dark),
                Cell::Number(position.turn.into()),
                Cell::Text(&position.step),
                Cell::Real(position.dark.into()),
                Cell::Real(noted.dark_won.into()),
                Cell::Reals(&position.numbers),
            ])?;
        }
        Ok(())
    }
}

/// A step of a turn in a word or two.
fn step(moment: Moment) -> String {
    let side = |who: Role| if who == Role::Dark { "dark" } else { "light" };
    match moment {
        Moment::Preparation => "preparation".into(),
        Moment::Setup => "setup".into(),
        Moment::Ready => "ready".into(),
        Moment::BuildStep(who) => format!("build {}", side(who)),
        Moment::RetreatStep(who) => format!("retreat {}", side(who)),
        Moment::BattlePhase => "battle".into(),
        Moment::BattleStep(arena) => format!("battle {}", arena.name().to_lowercase()),
        Moment::TurnEnd => "end".into(),
    }
}
