//! A finished game as a file that proves itself: setup, log, and everything that was promised.

use crate::fairness::{Promised, terms};
use crate::lesson_file::LESSON_FORMAT;
use crate::live::Table;
use crate::log::{FoldError, fold};
use crate::setup::GameSetup;
use crate::step::{By, Row, RowError, Step};
use engine::state::{ByRole, Sealed, Stream};
use engine::{Catalog, Game, ReplayError};
use fair::{Fault, Hex, Keys, Proof};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use vocab::Role;

/// The version of the file. Games from before there were promises have version 1, which is the engine's replay.
pub const FORMAT: u32 = 2;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the file.
    pub format: u32,
    /// Who played what, as the table was set up.
    pub setup: GameSetup,
    /// What was promised, locked, revealed and done.
    #[serde(flatten)]
    pub proof: Proof,
    /// The dice of the game in order, each with its fate and the number of its draw: for those who check it without a
    /// referee.
    #[serde(default)]
    pub dice: Vec<[u32; 3]>,
    /// What had happened after some of the steps, as one number: the step, and sixteen hexadecimal digits.
    #[serde(default)]
    pub trail: Vec<(u32, String)>,
    /// The cards of the game as they were: the rows of their files, whose digest was locked.
    #[serde(default)]
    pub cards: Option<String>,
}

/// Streams that are listened to.
#[derive(Debug)]
struct Noted {
    keys: Arc<Keys>,
    dice: Mutex<Vec<[u32; 3]>>,
}

impl Sealed for Noted {
    fn below(&self, stream: Stream, fate: u32, draw: u32, n: u32) -> u32 {
        let drawn = Sealed::below(&*self.keys, stream, fate, draw, n);
        if stream == Stream::Dice {
            self.dice.lock().unwrap_or_else(PoisonError::into_inner).push([fate, draw, drawn + 1]);
        }
        drawn
    }
}

/// The dice of a game that was promised, up to its end.
fn dice_of(end: &Table) -> Result<Vec<[u32; 3]>, FoldError> {
    let Some(keys) = end.keys() else { return Ok(Vec::new()) };
    let noted = Arc::new(Noted { keys: keys.clone(), dice: Mutex::default() });
    let mut game = end.begun_game(Some(noted.clone()))?;
    for (place, (_, answer)) in end.answers.iter().enumerate() {
        end.prepare(&mut game, place);
        let refused = |reason| ReplayError::Answer { number: place + 1, reason };
        game.answer(usize::from(*answer)).map_err(refused)?;
    }
    let dice = noted.dice.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(dice)
}

/// Why a game doesn't prove itself.
#[derive(Debug, Error)]
pub enum Broken {
    /// A file of another version.
    #[error("the file has format {0}; this program verifies formats 1, {FORMAT} and {LESSON_FORMAT}")]
    Format(u32),
    /// A promise wasn't kept.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The setup isn't the one whose decks and rules were locked.
    #[error("the decks or options of the file aren’t the ones that were locked")]
    Setup,
    /// A step can't be read.
    #[error("step {0}: {1}")]
    Row(usize, RowError),
    /// The game can't be played again.
    #[error("the game can’t be played again: {0}")]
    Fold(#[from] FoldError),
    /// The game isn't over at its end.
    #[error("the game isn’t over at its end")]
    NotOver,
    /// The dice of the file aren't those of the game.
    #[error("the dice of the file aren’t the ones that follow from the secrets")]
    Dice,
    /// A trail can't be read.
    #[error("a trail has sixteen hexadecimal digits")]
    Trail,
    /// The computer would have answered otherwise.
    #[error("answer {0} isn’t what the computer would have chosen")]
    Computer(usize),
}

impl Record {
    /// The file of a game, from what is stored of it; nothing if it never began.
    pub fn of(
        setup: GameSetup,
        promised: &Promised,
        rows: &[Row],
        cards: Option<String>,
    ) -> Result<Option<Record>, RowError> {
        let (mut commitments, mut entropy) = (ByRole::default(), ByRole::default());
        let (mut transcript, mut from, mut log) = (None, 0, Vec::with_capacity(rows.len()));
        let mut trail = Vec::new();
        for (number, row) in (0_u32..).zip(rows) {
            let step = row.step()?;
            match &step {
                Step::Commit { seat, digest } => commitments[*seat] = Some(Hex(*digest)),
                Step::Reveal { seat, entropy: own } => entropy[*seat] = Some(Hex(*own)),
                Step::Lock { transcript: locked } => (transcript, from) = (Some(Hex(*locked)), number + 1),
                _ => {}
            }
            log.push(step.entry());
            trail.extend(row.trail.map(|hash| (number, format!("{hash:016x}"))));
        }
        let both = |values: ByRole<Option<Hex>>| match Role::ALL.map(|seat| values[seat]) {
            [Some(dark), Some(light)] => Some([dark, light]),
            _ => None,
        };
        let (Some(transcript), Some(commitments), Some(entropy)) =
            (transcript, both(commitments), both(entropy))
        else {
            return Ok(None);
        };
        let (decks, pocket, rules, options) = terms(&setup);
        let proof = Proof {
            game: promised.game.clone(),
            promise: Hex(promised.promise),
            secret: Hex(promised.secret),
            commitments,
            entropy,
            transcript,
            decks,
            pocket,
            rules,
            options,
            from,
            log,
        };
        Ok(Some(Record { format: FORMAT, setup, proof, dice: Vec::new(), trail, cards }))
    }

    /// The steps of the game.
    fn steps(&self) -> Result<Vec<Step>, Broken> {
        let numbered = self.proof.log.iter().enumerate();
        numbered
            .map(|(number, entry)| Step::of_entry(entry).map_err(|error| Broken::Row(number, error)))
            .collect()
    }

    /// The table at the end of the game, without a look at the promises.
    pub fn table(&self, catalog: Arc<Catalog>) -> Result<Table, Broken> {
        if self.format != FORMAT {
            return Err(Broken::Format(self.format));
        }
        let Proof { game, secret, promise, .. } = &self.proof;
        let promised = Promised { game: game.clone(), secret: secret.0, promise: promise.0 };
        let mut rows: Vec<Row> = self.steps()?.iter().map(|step| step.to_row(0, 0)).collect();
        for (number, hash) in &self.trail {
            if let Some(row) = rows.get_mut(*number as usize) {
                row.trail = Some(u64::from_str_radix(hash, 16).map_err(|_| Broken::Trail)?);
            }
        }
        Ok(fold(catalog, self.setup.clone(), Some(promised), &rows)?)
    }

    /// Adds the dice of the game, where it can be played again.
    #[must_use]
    pub fn with_dice(mut self, catalog: Arc<Catalog>) -> Record {
        self.dice = self.table(catalog).ok().and_then(|end| dice_of(&end).ok()).unwrap_or_default();
        self
    }

    /// Checks everything: the promise, the commitments, what was locked, and that every shuffle, roll and answer follows.
    pub fn verify(&self, catalog: Arc<Catalog>) -> Result<Table, Broken> {
        if self.format != FORMAT {
            return Err(Broken::Format(self.format));
        }
        self.proof.keys()?;
        let Proof { decks, pocket, rules, options, .. } = &self.proof;
        if terms(&self.setup) != (decks.clone(), pocket.clone(), *rules, options.clone()) {
            return Err(Broken::Setup);
        }
        let table = self.table(catalog)?;
        if table.game.outcome().is_none() {
            return Err(Broken::NotOver);
        }
        if !self.dice.is_empty() && dice_of(&table)? != self.dice {
            return Err(Broken::Dice);
        }
        Ok(table)
    }

    /// Goes through the answers that the computer gave and were not taken back: `choose` says what it would have
    /// answered at a table, in a game, after this many answers. Says how many there were.
    pub fn recompute(
        &self,
        end: &Table,
        mut choose: impl FnMut(&Table, &Game, usize) -> Option<u16>,
    ) -> Result<usize, Broken> {
        let mut given = Vec::new();
        for step in self.steps()? {
            match step {
                Step::Answer { by, .. } => given.push(by),
                Step::Back { to } => given.truncate(to as usize),
                _ => {}
            }
        }
        let keys = end.keys().map(|keys| keys.clone() as Arc<dyn Sealed>);
        let (mut number, mut game) = (0, end.begun_game(keys).map_err(FoldError::Start)?);
        for (place, by) in given.into_iter().enumerate() {
            let choice = end.answers.get(place).map(|(_, choice)| *choice);
            end.prepare(&mut game, place);
            if by == By::Computer {
                number += 1;
                if choose(end, &game, place) != choice {
                    return Err(Broken::Computer(place + 1));
                }
            }
            let answered = choice.is_some_and(|choice| game.answer(usize::from(choice)).is_ok());
            if !answered {
                return Err(Broken::Computer(place + 1));
            }
        }
        Ok(number)
    }
}
