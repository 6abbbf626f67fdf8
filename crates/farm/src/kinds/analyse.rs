//! Recorded games, looked at answer by answer: the chance to win at each, and where the game turned. The kind `analyse`.

use super::{Ground, Spec, Task, Unit};
use crate::Error;
use crate::job::digest;
use crate::rows::{Cell, Column, Holds, Rows};
use ai::Analysis;
use dejarik::Pocket;
use engine::{Catalog, Game, Replay};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use table::{Record, Table};
use vocab::Role;

/// Games, and how closely each is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Analyse {
    /// How many walks to the end of the turn judge a position; 0 is a look at the position alone.
    pub walks: u16,
    /// The games.
    pub games: Vec<Recorded>,
    /// Cards that games carry with them, each once. Games that carry none are played with the cards of the job.
    pub pockets: Vec<String>,
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// What it is called: the name of its file.
    pub name: String,
    /// The cards that it carries, by their place.
    pocket: Option<usize>,
    how: How,
}

/// What a game follows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum How {
    /// A seed and answers.
    Seed(Box<Replay>),
    /// Everything that was promised.
    Promise(Box<Record>),
}

/// How many answers take some seconds with one walk.
const ANSWERS: u64 = 8_000;
/// How many answers a game has, about.
const USUAL: u64 = 200;

impl Analyse {
    /// No games yet.
    pub const fn new(walks: u16) -> Analyse {
        Analyse { walks, games: Vec::new(), pockets: Vec::new() }
    }

    /// Adds a game that follows from its seed. It is played with the cards of the job.
    pub fn add_seeded(&mut self, name: &str, replay: Replay) {
        let how = How::Seed(Box::new(replay));
        self.games.push(Recorded { name: name.into(), pocket: None, how });
    }

    /// Adds a game with everything that was promised. The cards that it carries are kept once for all games that have them.
    pub fn add_promised(&mut self, name: &str, mut record: Record) {
        let pocket = record.cards.take().map(|cards| {
            let known = self.pockets.iter().position(|pocket| *pocket == cards);
            known.unwrap_or_else(|| {
                self.pockets.push(cards);
                self.pockets.len() - 1
            })
        });
        let how = How::Promise(Box::new(record));
        self.games.push(Recorded { name: name.into(), pocket, how });
    }
}

impl Spec for Analyse {
    fn games(&self) -> u64 {
        self.games.len() as u64
    }

    fn usual_batch(&self) -> u64 {
        (ANSWERS / USUAL / u64::from(self.walks.max(1))).max(1)
    }

    fn title(&self, _: &[&str]) -> String {
        match &self.games[..] {
            [one] => format!("analysis of {}", one.name),
            all => format!("analysis of {} games", all.len()),
        }
    }

    fn open(&self, ground: Ground) -> Result<Box<dyn Task>, Error> {
        let refused = |error: &dyn Display| Error::Job(error.to_string());
        let compile = |text: &String| {
            let pocket = Pocket::read(text).map_err(|error| refused(&error))?;
            pocket.open().catalog().map_err(|error| refused(&error))
        };
        let pockets = self.pockets.iter().map(compile).collect::<Result<Vec<_>, _>>()?;
        let mut games = Vec::new();
        for game in &self.games {
            let catalog = match game.pocket {
                Some(place) => pockets.get(place).ok_or_else(|| refused(&"the job has too few pockets"))?,
                None => &ground.catalog,
            };
            games.push((game.clone(), catalog.clone()));
        }
        Ok(Box::new(Games { walks: self.walks, games }))
    }
}

/// Games with the cards that they are played with.
#[derive(Debug)]
struct Games {
    walks: u16,
    games: Vec<(Recorded, Arc<Catalog>)>,
}

/// What came of a game.
#[derive(Serialize, Deserialize)]
struct Noted {
    answers: Vec<Answer>,
    /// The Dark Side player's chance to win at the end.
    last: f32,
}

/// An answer of a game.
#[derive(Serialize, Deserialize)]
struct Answer {
    number: u32,
    turn: u16,
    dark: bool,
    why: String,
    words: String,
    /// The Dark Side player's chance to win before it.
    chance: f32,
    /// Its place among the turning points, counted from 1.
    turning: Option<u32>,
}

impl Noted {
    fn of(analysis: &Analysis) -> Noted {
        let place = |point: usize| analysis.turning_points.iter().position(|turning| turning.point == point);
        let answers = analysis.points.iter().enumerate().map(|(point, at)| Answer {
            number: u32::try_from(at.answers).unwrap_or(u32::MAX),
            turn: at.turn,
            dark: at.who == Role::Dark,
            why: format!("{:?}", at.why),
            words: at.words.clone(),
            chance: at.dark,
            turning: place(point).map(|place| place as u32 + 1),
        });
        Noted { answers: answers.collect(), last: analysis.last }
    }
}

/// A game at its beginning, and what it is played again from.
fn begin(recorded: &Recorded, catalog: &Arc<Catalog>) -> Result<(Game, Vec<u16>, Option<Table>), String> {
    match &recorded.how {
        How::Seed(replay) => {
            let game = replay.play(catalog.clone(), 0).map_err(|error| error.to_string())?;
            Ok((game, replay.answers.clone(), None))
        }
        How::Promise(record) => {
            let table = record.table(catalog.clone()).map_err(|error| error.to_string())?;
            let game = table.beginning().map_err(|error| error.to_string())?;
            let answers = table.answers.iter().map(|(_, answer)| *answer).collect();
            Ok((game, answers, Some(table)))
        }
    }
}

impl Games {
    fn of(&self, game: u64) -> Result<&(Recorded, Arc<Catalog>), Error> {
        let found = usize::try_from(game).ok().and_then(|place| self.games.get(place));
        found.ok_or_else(|| Error::Job(format!("the job has no game {game}")))
    }
}

impl Task for Games {
    fn play(&self, game: u64, stop: &AtomicBool) -> Result<Option<Unit>, Error> {
        let (recorded, catalog) = self.of(game)?;
        let failed = |error: &dyn Display| Error::Job(format!("{}: {error}", recorded.name));
        let (begun, answers, table) = begin(recorded, catalog).map_err(|error| failed(&error))?;
        let analysed = ai::analyse_from(begun, &answers, self.walks.into(), |game, place| {
            if let Some(table) = &table {
                table.prepare(game, place);
            }
            !stop.load(Ordering::Relaxed)
        });
        let Some(analysis) = analysed.map_err(|error| failed(&error))? else { return Ok(None) };
        let line = serde_json::to_string(&Noted::of(&analysis)).map_err(|error| failed(&error))?;
        Ok(Some(Unit { line, ..Unit::default() }))
    }

    /// A recorded game has more than a seed; this tells it from others.
    fn seed(&self, game: u64) -> u64 {
        let text = self.of(game).ok().and_then(|(recorded, _)| serde_json::to_vec(recorded).ok());
        u64::from_str_radix(&digest(&text.unwrap_or_default())[..16], 16).unwrap_or(0)
    }

    fn columns(&self) -> &'static [Column] {
        &[
            ("game", Holds::Text),
            ("answer", Holds::Number),
            ("turn", Holds::Number),
            ("who", Holds::Text),
            ("question", Holds::Text),
            ("words", Holds::Text),
            ("dark", Holds::Real),
            ("change", Holds::Real),
            ("turning_point", Holds::MaybeNumber),
        ]
    }

    fn write(&self, game: u64, line: &str, rows: &mut Rows) -> io::Result<()> {
        let (recorded, _) = self.of(game).map_err(io::Error::other)?;
        let noted: Noted = serde_json::from_str(line)?;
        let after = noted.answers.iter().skip(1).map(|answer| answer.chance).chain([noted.last]);
        for (answer, after) in noted.answers.iter().zip(after) {
            rows.write(&[
                Cell::Text(&recorded.name),
                Cell::Number(answer.number + 1),
                Cell::Number(answer.turn.into()),
                Cell::Text(if answer.dark { "dark" } else { "light" }),
                Cell::Text(&answer.why),
                Cell::Text(&answer.words),
                Cell::Real(answer.chance.into()),
                Cell::Real((after - answer.chance).into()),
                answer.turning.map_or(Cell::Nothing, Cell::Number),
            ])?;
        }
        Ok(())
    }
}
