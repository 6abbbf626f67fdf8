//! Random games under watch: what must hold after every answer, and of a whole game.

use crate::deck_pool::{DeckPool, Match};
use crate::numbers::Numbers;
use engine::invariants::Watch;
use engine::state::{Outcome, Seed, Slot, Where};
use engine::{Catalog, Choice, Game, Recorder, Replay, View, Viewer};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use vocab::Role;

/// A game that has more answers than this does not end (rule 1502.11).
const MOST_ANSWERS: usize = 20_000;

/// A game that was played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How many answers it had.
    pub answers: usize,
    /// How many turns.
    pub turns: u16,
    /// How it ended; a replay may stop before that.
    pub outcome: Option<Outcome>,
}

/// What came of many games.
#[derive(Clone, Debug, Default)]
pub struct Soaked {
    /// Games that were played to their end.
    pub games: u64,
    /// Questions that were answered in them.
    pub answers: u64,
    /// Turns that they had.
    pub turns: u64,
    /// How they ended, and how often.
    pub ends: BTreeMap<String, u64>,
    /// The first fault of each broken game, in the order of their numbers.
    pub broken: Vec<Broken>,
}

impl Soaked {
    fn count(&mut self, played: &Played) {
        self.games += 1;
        self.answers += played.answers as u64;
        self.turns += u64::from(played.turns);
        let end = match played.outcome {
            Some(Outcome::Won(role, rule)) => format!("the {role:?} Side role wins by rule {rule}"),
            Some(Outcome::Draw(rule)) => format!("a draw by rule {rule}"),
            Some(other) => format!("{other:?}"),
            None => "no end".into(),
        };
        *self.ends.entry(end).or_default() += 1;
    }
}

/// Something that does not hold, with the game that shows it.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Which game, in words.
    pub title: String,
    /// What is wrong.
    pub what: String,
    /// The answers up to there, as a replay file.
    pub replay: Replay,
}

/// Plays a game with random answers and checks everything; a panic is a fault like others.
pub fn play(pool: &DeckPool, game: &Match) -> Result<Played, Box<Broken>> {
    let mut answers = Vec::new();
    let played = catch_unwind(AssertUnwindSafe(|| watched(pool, game, &mut answers)));
    let what = match played {
        Ok(Ok(played)) => return Ok(played),
        Ok(Err(what)) => what,
        Err(panic) => format!("panic: {}", words_of(panic.as_ref())),
    };
    Err(Box::new(Broken { title: pool.title(game), what, replay: record(pool, game, &answers) }))
}

/// Plays a replay and checks everything on the way: the answers of a broken game show its fault again.
pub fn replay(pool: &DeckPool, replay: &Replay) -> Result<Played, String> {
    let setup = replay.setup(&pool.catalog).map_err(|error| error.to_string())?;
    let mut game = Game::new(pool.catalog.clone(), &setup).map_err(|error| error.to_string())?;
    let mut watch = Watch::default();
    for (number, answer) in (1..).zip(&replay.answers) {
        at_question(&game, &mut watch, number).map_err(|what| format!("before answer {number}: {what}"))?;
        game.answer(usize::from(*answer)).map_err(|refused| format!("answer {number}: {refused}"))?;
        watch.see(&game.take_events());
    }
    watch.check(&game)?;
    Ok(Played { answers: replay.answers.len(), turns: game.whole().turn, outcome: game.outcome() })
}

pub(crate) fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without words".into())
}

/// The replay of these answers; the last of them may be the one that breaks the game.
fn record(pool: &DeckPool, game: &Match, answers: &[usize]) -> Replay {
    let setup = pool.setup(game);
    let sound = answers.len().saturating_sub(1);
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mut recorder = Recorder::new(pool.catalog.clone(), &setup).ok()?;
        answers[..sound].iter().try_for_each(|answer| recorder.answer(*answer).ok())?;
        Some(recorder.replay())
    }));
    let empty = || Replay::of(&pool.catalog, &setup);
    let mut replay = played.ok().flatten().unwrap_or_else(empty);
    replay.answers.extend(answers.last().map(|answer| *answer as u16));
    replay
}

/// A whole game; `answers` keeps what was answered, whatever happens.
fn watched(pool: &DeckPool, one: &Match, answers: &mut Vec<usize>) -> Result<Played, String> {
    let setup = pool.setup(one);
    let mut recorder = Recorder::new(pool.catalog.clone(), &setup).map_err(|error| error.to_string())?;
    let mut numbers = Numbers::new(one.seed);
    let mut watch = Watch::default();
    // A copy is taken on the way and plays the rest by itself.
    let (copied_at, mut copy) = (40 + numbers.below(80), recorder.game().clone());
    while !recorder.game().choices().is_empty() {
        if answers.len() == copied_at {
            copy = recorder.game().clone();
        }
        at_question(recorder.game(), &mut watch, one.seed ^ answers.len() as u64)?;
        refuses(&mut recorder)?;
        let answer = numbers.answer(recorder.game(), one.temper());
        answers.push(answer);
        recorder.answer(answer).map_err(|refused| format!("an offered choice is refused: {refused}"))?;
        watch.see(&recorder.take_events());
        if answers.len() > MOST_ANSWERS {
            return Err("the game does not end".into());
        }
    }
    let outcome = recorder.game().outcome();
    match outcome {
        Some(Outcome::Won(..) | Outcome::Draw(_)) => {}
        other => return Err(format!("the game ends with {other:?}")),
    }
    let copied_at = if answers.len() > copied_at { copied_at } else { 0 };
    afterwards(&pool.catalog, &mut recorder, copy, &answers[copied_at..])?;
    Ok(Played { answers: answers.len(), turns: recorder.game().whole().turn, outcome })
}

/// What holds whenever somebody is asked.
pub(crate) fn at_question(game: &Game, watch: &mut Watch, salt: u64) -> Result<(), String> {
    watch.check(game)?;
    if game.choices().len() == 1 {
        return Err("a question with one answer is asked".into());
    }
    let mut again = Vec::new();
    game.list_choices(&mut again);
    if again != game.choices() {
        return Err("the choices are not those of the state".into());
    }
    // The same table with the hidden cards dealt anew: nobody must see a difference.
    for seat in Role::ALL {
        let other = game.determinise(seat, Seed::from(salt));
        for viewer in [Viewer::Seat(seat), Viewer::Public] {
            let (mut one, mut two) = (game.view(viewer), other.view(viewer));
            if searches(game) {
                (one.decision, two.decision) = (None, None);
            }
            if one != two {
                let why = game.decision().map(|decision| decision.why);
                return Err(format!(
                    "what {viewer:?} sees depends on cards hidden from {seat:?}, at {why:?}: {}",
                    difference(&one, &two)
                ));
            }
        }
    }
    Ok(())
}

/// Whether the question shows hidden cards to the player who searches a deck or looks at a hand (rule 1602.16).
fn searches(game: &Game) -> bool {
    let Some(decision) = game.decision() else { return false };
    let is_hidden = |slot: Slot| {
        let card = game.whole().card(slot);
        card.place == Where::Deck || (card.place == Where::Hand && card.owner != decision.who)
    };
    decision.choices.iter().any(|choice| matches!(choice, Choice::Card(card) if is_hidden(*card)))
}

/// Where two views differ, for the report.
fn difference(one: &View, two: &View) -> String {
    let cards = one.cards.iter().zip(&two.cards).find(|(one, two)| one != two);
    match cards {
        Some((one, two)) => format!("{one:?} or {two:?}"),
        None if one.decision != two.decision => format!("{:?} or {:?}", one.decision, two.decision),
        None => "the players, or how many cards there are".into(),
    }
}

/// An answer that is not offered is refused and changes nothing.
fn refuses(recorder: &mut Recorder) -> Result<(), String> {
    let before = recorder.game().clone();
    let beyond = before.choices().len();
    if recorder.answer(beyond).is_ok() {
        return Err("an answer that is not offered is accepted".into());
    }
    if before.whole() != recorder.game().whole() || before.choices() != recorder.game().choices() {
        return Err("a refused answer changes something".into());
    }
    Ok(())
}

/// What holds of a whole game: copies, replays, undo and redo come to the same state.
pub(crate) fn afterwards(
    catalog: &Arc<Catalog>,
    recorder: &mut Recorder,
    mut copy: Game,
    rest: &[usize],
) -> Result<(), String> {
    let last = recorder.game().whole().stable_hash();
    for answer in rest {
        copy.answer(*answer).map_err(|refused| format!("a copy plays differently: {refused}"))?;
    }
    if copy.whole().stable_hash() != last {
        return Err("a copy comes to another state".into());
    }
    let replay = recorder.replay();
    let text = serde_json::to_string(&replay).map_err(|error| error.to_string())?;
    let read: Replay = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let again = read.play(catalog.clone(), usize::MAX).map_err(|error| error.to_string())?;
    if again.whole().stable_hash() != last {
        return Err("a replay comes to another state".into());
    }
    let back = replay.answers.len() / 2;
    recorder.undo_to(back).map_err(|error| format!("undo: {error}"))?;
    for answer in &replay.answers[back..] {
        recorder.answer(usize::from(*answer)).map_err(|refused| format!("redo: {refused}"))?;
    }
    if recorder.replay() != replay {
        return Err("undo and redo come to another state".into());
    }
    Ok(())
}

/// Plays the games with these numbers on all cores.
pub fn soak(pool: &DeckPool, games: Range<u64>, seed: u64, progress: &(dyn Fn(u64, u64) + Sync)) -> Soaked {
    let next = AtomicU64::new(games.start);
    let found: Mutex<(Soaked, Vec<(u64, Broken)>)> = Mutex::default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games.end {
                        return;
                    }
                    let played = play(pool, &pool.game(number, seed));
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    match played {
                        Ok(played) => found.0.count(&played),
                        Err(fault) => found.1.push((number, *fault)),
                    }
                    progress(found.0.games + found.1.len() as u64, found.0.answers);
                }
            });
        }
    });
    let (mut soaked, mut broken) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    broken.sort_by_key(|(number, _)| *number);
    soaked.broken = broken.into_iter().map(|(_, fault)| fault).collect();
    soaked
}
