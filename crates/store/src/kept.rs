//! What every database keeps alike: the names of pockets, promises with their secrets, and what a check finds wrong.

use crate::game::{Pocket, StoreError};
use fair::{hex, unhex};
use table::Promised;

/// How many games a list has at most.
pub const LISTED: usize = 40;

/// What was found in a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The schema; `None` for a folder of version 0.1.
    pub schema: Option<u32>,
    /// How many games there are.
    pub games: u64,
    /// How many of them are over.
    pub over: u64,
    /// How many steps they have together.
    pub steps: u64,
    /// What is wrong.
    pub faults: Vec<String>,
}

/// Games whose log has a gap: the numbers of a log go from 0 to one less than the counter of its game. What is read is
/// the game, what it counts, how many steps there are, and one more than the last number.
pub const GAPS: &str = "SELECT id, games.steps, count(number), coalesce(max(number) + 1, 0) FROM games \
     LEFT JOIN steps ON game = id GROUP BY id, games.steps HAVING games.steps <> count(number) \
     OR count(number) <> coalesce(max(number) + 1, 0) ORDER BY id";

/// A gap in words.
pub fn gap(game: &str, counted: u64, rows: u64, last: u64) -> String {
    format!("game {game}: {counted} steps are counted, {rows} are there, the last is {last}")
}

/// By what a pocket is known: the same cards, read the same way, are kept once.
pub fn pocket_id(pocket: &Pocket) -> String {
    let Pocket { digest, source, readings } = pocket;
    hex(&fair::hash(&[b"dejarik pocket", digest.as_bytes(), source.as_bytes(), readings.as_bytes()]))
}

/// A promise with its secret: a game that has one without the other can't go on.
pub fn promised(game: &str, promise: &str, secret: Option<&str>) -> Result<Promised, StoreError> {
    let unreadable = || StoreError::Value(format!("the promise of game {game}"));
    let promise = unhex(promise).ok_or_else(unreadable)?;
    let secret = secret.and_then(unhex).ok_or_else(unreadable)?;
    Ok(Promised { game: game.to_string(), secret, promise })
}

/// What is wrong with a promise, if something is: its secret has to be the one that was promised.
pub fn broken_promise(game: &str, promise: &str, secret: Option<&str>) -> Option<String> {
    let kept = promised(game, promise, secret);
    let holds = kept.is_ok_and(|kept| fair::promise(game, &kept.secret) == kept.promise);
    (!holds).then(|| format!("game {game}: the secret isn't the one that was promised"))
}

/// What is wrong with the cards of games, if something is: their name follows from them.
pub fn damaged_pocket(id: &str, kept: Result<Pocket, StoreError>) -> Option<String> {
    let holds = kept.is_ok_and(|kept| pocket_id(&kept) == id);
    (!holds).then(|| format!("pocket {id}: the cards aren't the ones that were kept"))
}
