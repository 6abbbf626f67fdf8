//! Games between decks, or between players: who won, how, and with which cards. The kinds `sim` and `ladder`.

use super::{Ground, Spec, Task, Unit};
use crate::Error;
use crate::rows::{Cell, Column, Holds, Rows, word};
use ai::{Knowledge, Level};
use engine::Game;
use serde::{Deserialize, Serialize};
use sim::{Batch, Entrant, Record, Seats, Summary};
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::AtomicBool;

/// Games between two decks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The first deck, by its place among the decks of the job.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// Who plays the first deck.
    pub player_a: String,
    /// Who plays the second.
    pub player_b: String,
    /// Whether the first player knows nothing of its own hand, and whether the second does.
    pub blind: [bool; 2],
    /// Whether the first deck has the Dark Side role in every game.
    pub fixed: bool,
    /// How many games.
    pub games: u64,
    /// What their chance comes from.
    pub seed: u64,
}

/// Which decks meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// The matches, in order.
    pub matches: Vec<Match>,
    /// Whether the manifest says what the games add up to, match by match.
    pub counted: bool,
}

/// How many games take some seconds: what one worker does at a time.
pub const fn usual_batch(slower: Level) -> u64 {
    match slower {
        Level::Learner => 1_000,
        Level::Gentle | Level::Casual | Level::Skilled => 400,
        Level::Strong => 40,
        Level::Master => 4,
    }
}

/// A level by its name.
pub(super) fn level(name: &str) -> Result<Level, Error> {
    name.parse::<Level>().map_err(|error| Error::Job(error.to_string()))
}

impl Match {
    fn levels(&self) -> Result<[Level; 2], Error> {
        Ok([level(&self.player_a)?, level(&self.player_b)?])
    }

    /// The games, ready to be played.
    pub(super) fn open(&self, ground: &Ground) -> Result<Batch, Error> {
        let players = self.levels()?;
        let entrant = |of: usize, deck: usize| {
            let missing = || Error::Job(format!("the job has no deck {deck}"));
            let (name, deck) = ground.decks.get(deck).cloned().ok_or_else(missing)?;
            let knowledge = if self.blind[of] { Knowledge::Blind } else { Knowledge::Hand };
            Ok::<Entrant, Error>(Entrant { name, deck, player: players[of], knowledge })
        };
        Ok(Batch {
            catalog: ground.catalog.clone(),
            a: entrant(0, self.a)?,
            b: entrant(1, self.b)?,
            seats: if self.fixed { Seats::Fixed } else { Seats::Swap },
            games: self.games,
            seed: self.seed,
            options: ground.options,
        })
    }
}

impl Spec for Games {
    fn games(&self) -> u64 {
        self.matches.iter().map(|one| one.games).sum()
    }

    fn usual_batch(&self) -> u64 {
        let usual = |one: &Match| one.levels().ok().map(|[a, b]| usual_batch(a).min(usual_batch(b)));
        self.matches.iter().filter_map(usual).min().unwrap_or(1)
    }

    fn title(&self, decks: &[&str]) -> String {
        let players = |one: &Match| format!("{} and {}", one.player_a, one.player_b);
        let name = |deck: usize| decks.get(deck).copied().unwrap_or("?");
        match &self.matches[..] {
            [one] => format!("{} against {}, {}", name(one.a), name(one.b), players(one)),
            [one, ..] => format!("{} decks, {}", decks.len(), players(one)),
            [] => "nothing".into(),
        }
    }

    fn open(&self, ground: Ground) -> Result<Box<dyn Task>, Error> {
        Ok(Box::new(Matches::open(&self.matches, &ground, self.counted)?))
    }
}

/// Matches that are ready to be played.
#[derive(Debug)]
pub(super) struct Matches {
    /// Each with the number of its first game.
    all: Vec<(u64, Batch)>,
    counted: bool,
}

impl Matches {
    pub(super) fn open(matches: &[Match], ground: &Ground, counted: bool) -> Result<Matches, Error> {
        let mut first = 0;
        let mut all = Vec::new();
        for one in matches {
            all.push((first, one.open(ground)?));
            first += one.games;
        }
        if let Some((_, batch)) = all.first() {
            // A deck that can't be played is refused before the first game.
            Game::new(ground.catalog.clone(), &batch.setup(0))
                .map_err(|error| Error::Job(error.to_string()))?;
        }
        Ok(Matches { all, counted })
    }

    /// The match that a game of the job belongs to: its place, the match, and the number of the game in it.
    pub(super) fn of(&self, game: u64) -> (usize, &Batch, u64) {
        let place = self.all.partition_point(|(first, _)| *first <= game).saturating_sub(1);
        let (first, batch) = &self.all[place];
        (place, batch, game - first)
    }
}

impl Task for Matches {
    fn play(&self, game: u64, stop: &AtomicBool) -> Result<Option<Unit>, Error> {
        let (_, batch, number) = self.of(game);
        let played = batch.play(number, stop).map_err(|error| Error::Job(error.to_string()))?;
        let Some(record) = played else { return Ok(None) };
        let line = serde_json::to_string(&record).map_err(|error| Error::Job(error.to_string()))?;
        Ok(Some(Unit { line, thought: record.thought }))
    }

    fn seed(&self, game: u64) -> u64 {
        let (_, batch, number) = self.of(game);
        batch.seed_of(number)
    }

    fn columns(&self) -> &'static [Column] {
        &COLUMNS
    }

    fn write(&self, game: u64, line: &str, rows: &mut Rows) -> io::Result<()> {
        write_game(self.of(game).1, &serde_json::from_str(line)?, rows)
    }

    fn count(&self, game: u64, line: &str, counts: &mut BTreeMap<usize, Summary>) -> io::Result<()> {
        if self.counted {
            counts.entry(self.of(game).0).or_default().count(&serde_json::from_str(line)?);
        }
        Ok(())
    }
}

/// The columns of a file of games.
pub const COLUMNS: [Column; 18] = [
    ("a", Holds::Text),
    ("b", Holds::Text),
    ("player_a", Holds::Text),
    ("player_b", Holds::Text),
    ("game", Holds::Wide),
    ("seed", Holds::Wide),
    ("dark", Holds::Text),
    ("winner", Holds::MaybeText),
    ("way", Holds::Text),
    ("rule", Holds::Text),
    ("turns", Holds::Number),
    ("decisions", Holds::Number),
    ("answered_a", Holds::Number),
    ("answered_b", Holds::Number),
    ("drawn_a", Holds::Texts),
    ("drawn_b", Holds::Texts),
    ("deployed_a", Holds::Texts),
    ("deployed_b", Holds::Texts),
];

/// Writes the row of a game.
pub fn write_game(batch: &Batch, record: &Record, rows: &mut Rows) -> io::Result<()> {
    let (a, b) = (&batch.a, &batch.b);
    let (dark, way) = (word(&record.dark)?, word(&record.way)?);
    let winner = record.winner.as_ref().map(word).transpose()?;
    let [answered_a, answered_b] = record.answered;
    let [drawn_a, drawn_b] = &record.drawn;
    let [deployed_a, deployed_b] = &record.deployed;
    rows.write(&[
        Cell::Text(&a.name),
        Cell::Text(&b.name),
        Cell::Text(a.player.name()),
        Cell::Text(b.player.name()),
        Cell::Wide(record.game),
        Cell::Wide(record.seed),
        Cell::Text(&dark),
        winner.as_deref().map_or(Cell::Nothing, Cell::Text),
        Cell::Text(&way),
        Cell::Text(&record.rule),
        Cell::Number(record.turns.into()),
        Cell::Number(record.decisions),
        Cell::Number(answered_a),
        Cell::Number(answered_b),
        Cell::Texts(drawn_a),
        Cell::Texts(drawn_b),
        Cell::Texts(deployed_a),
        Cell::Texts(deployed_b),
    ])
}
