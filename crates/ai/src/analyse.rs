//! The analysis of a recorded game: the chance to win at every decision, and where it turned.

use crate::hands;
use crate::policy;
use crate::quick::best;
use crate::strike;
use crate::value::win_chance;
use engine::state::{Chance, Seed, Stream};
use engine::{Catalog, Choice, Game, Replay, ReplayError, Viewer, Why};
use std::sync::Arc;
use vocab::Role;

/// One decision of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The number of answers before it.
    pub answers: usize,
    /// The turn.
    pub turn: u16,
    /// Who decided.
    pub who: Role,
    /// What for.
    pub why: Why,
    /// What was chosen.
    pub choice: Choice,
    /// The chosen answer in words.
    pub words: String,
    /// The Dark Side player's chance to win before it.
    pub dark: f32,
}

/// A decision after which the chances were clearly different, by what was chosen or by the dice that followed.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// The place in the list of points.
    pub point: usize,
    /// How much the Dark Side player's chance changed until the next decision.
    pub change: f32,
}

/// The analysis of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// Every decision.
    pub points: Vec<Point>,
    /// The largest changes, the largest first.
    pub turning_points: Vec<TurningPoint>,
    /// The Dark Side player's chance to win at the end of the record: 1, 0, or between if the game is not over.
    pub last: f32,
}

/// As many turning points as are listed.
const TURNING: usize = 6;
/// A smaller change is none.
const LEAST: f32 = 0.08;
/// A walk ends at the latest after this many answers.
const LONGEST: usize = 400;
/// How often a walk answers at random, in a hundred.
const SLIPS: usize = 8;

/// Analyses a recorded game with this many walks for each decision. It knows all cards: the game has been played.
pub fn analyse(replay: &Replay, catalog: &Arc<Catalog>, walks: usize) -> Result<Analysis, ReplayError> {
    let game = replay.play(catalog.clone(), 0)?;
    let analysed = analyse_from(game, &replay.answers, walks, |_, _| true)?;
    Ok(analysed.unwrap_or_default())
}

/// Analyses a game from its beginning. Before each answer `prepare` may do to the game whatever was done to it there; if it
/// says no, nothing comes of the analysis.
pub fn analyse_from(
    mut game: Game,
    given: &[u16],
    walks: usize,
    mut prepare: impl FnMut(&mut Game, usize) -> bool,
) -> Result<Option<Analysis>, ReplayError> {
    let mut points = Vec::with_capacity(given.len());
    for (answers, answer) in given.iter().enumerate() {
        if !prepare(&mut game, answers) {
            return Ok(None);
        }
        game.forget_events();
        let index = usize::from(*answer);
        if let (Some(ask), Some(choice)) = (game.asked(), game.choices().get(index).copied()) {
            points.push(Point {
                answers,
                turn: game.whole().turn,
                who: ask.who,
                why: ask.why,
                choice,
                words: game.label(choice),
                dark: chance_of_dark(&game, walks),
            });
        }
        game.answer(index).map_err(|reason| ReplayError::Answer { number: answers + 1, reason })?;
    }
    let last = chance_of_dark(&game, walks);
    let turning_points = turning(&points, last);
    Ok(Some(Analysis { points, turning_points, last }))
}

/// The largest changes between two decisions, the largest first.
fn turning(points: &[Point], last: f32) -> Vec<TurningPoint> {
    let after = points.iter().skip(1).map(|point| point.dark).chain([last]);
    let mut turning_points: Vec<TurningPoint> = points
        .iter()
        .zip(after)
        .enumerate()
        .map(|(point, (before, after))| TurningPoint { point, change: after - before.dark })
        .filter(|turning| turning.change.abs() >= LEAST)
        .collect();
    turning_points.sort_by(|a, b| b.change.abs().total_cmp(&a.change.abs()));
    turning_points.truncate(TURNING);
    turning_points
}

/// The mean of walks to the end of the turn, each with other dice.
fn chance_of_dark(game: &Game, walks: usize) -> f32 {
    if game.outcome().is_some() || walks == 0 {
        return win_chance(game, Role::Dark);
    }
    let total: f32 = (0..walks as u64).map(|walk| walk_on(game, walk)).sum();
    total / walks as f32
}

fn walk_on(game: &Game, walk: u64) -> f32 {
    // The asked player's hidden cards are dealt anew too: what will be drawn is part of what is not known yet.
    let seat = game.asked().map_or(Role::Dark, |ask| ask.who);
    let mut chance = Chance::new(Seed([walk, 0xA7A]));
    let mut game = game.determinise(seat, Seed([walk, 0x51]));
    let last_turn = game.whole().turn.max(1);
    let mut scores = Vec::new();
    for _ in 0..LONGEST {
        let Some(ask) = game.asked().filter(|_| game.whole().turn <= last_turn) else { break };
        let index = if chance.below(Stream::Choice, 100) < SLIPS {
            hands::any(game.sight(Viewer::Seat(ask.who)), &mut chance)
        } else {
            policy::scores(&game, &ask, strike::near, &mut scores);
            best(&scores)
        };
        if game.answer(index).is_err() {
            break;
        }
    }
    win_chance(&game, Role::Dark)
}
