//! The cards of a game as they were when its table was set up. Changed card files don't affect a game that has begun: it is
//! played with the cards of its pocket. A program that reads them otherwise is noticed.

use crate::world::World;
use dejarik::Pocket as Source;
use fair::hex;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use store::Pocket;
use table::GameSetup;

/// The digest of a pocket, which is locked with the decks before a game begins.
pub fn digest(source: &str) -> String {
    hex(&fair::hash(&[b"dejarik/2 cards", source.as_bytes()]))
}

/// The cards of a game as they are now, and whether they are others than the game was laid with.
#[derive(Clone)]
pub struct Pinned {
    /// The cards that the game is played with.
    pub world: Arc<World>,
    /// The cards whose files say something else now, or are gone.
    pub changed: Vec<String>,
    /// The cards that this program reads differently from the one that set the table up.
    pub reread: Vec<String>,
}

/// Everything that a game can touch, as it is now; nothing if a card has no row in a file.
pub fn of(world: &World, setup: &GameSetup) -> Option<Pocket> {
    let cards = world.touched(setup);
    let text = setup.scratch.as_ref().map(|scratch| scratch.text.as_str());
    let source = world.cards.pocket(cards.iter().copied(), &world.catalog, text);
    if source.rows().len() != cards.len() {
        tracing::warn!("some cards of a game have no row of their own: they aren't kept");
        return None;
    }
    let titles: BTreeSet<(String, &str)> = cards
        .iter()
        .map(|id| (world.catalog.definition(*id).to_string(), world.facts(*id).reading.as_str()))
        .collect();
    let readings = titles.iter().map(|(title, reading)| format!("{title}\t{reading}\n")).collect();
    Some(Pocket { digest: digest(source.text()), source: source.text().to_string(), readings })
}

/// How each card of a pocket was read.
fn readings(pocket: &Pocket) -> impl Iterator<Item = (&str, &str)> {
    pocket.readings.lines().filter_map(|line| line.split_once('\t'))
}

/// The cards of a game, where today's are the same; nothing where the pocket has to be opened.
pub fn same(world: &Arc<World>, pocket: Option<&Pocket>) -> Option<Pinned> {
    let as_today = || Pinned { world: world.clone(), changed: Vec::new(), reread: Vec::new() };
    let Some(pocket) = pocket else { return Some(as_today()) };
    let rows: HashSet<&str> = pocket.source.lines().filter_map(|line| line.strip_prefix("card ")).collect();
    let is_same = |(title, reading): (&str, &str)| {
        world.row(title).is_some_and(|(id, row)| rows.contains(row) && world.facts(id).reading == reading)
    };
    readings(pocket).all(is_same).then(as_today)
}

/// The cards of a pocket whose files say something else now, or are gone.
pub fn changed(world: &World, pocket: &Pocket) -> Vec<String> {
    let rows: HashSet<&str> = pocket.source.lines().filter_map(|line| line.strip_prefix("card ")).collect();
    let is_other = |title: &&str| world.row(title).is_none_or(|(_, row)| !rows.contains(row));
    readings(pocket).map(|(title, _)| title).filter(is_other).map(str::to_string).collect()
}

/// Opens the pocket of a game: its cards as they were, read by this program.
pub fn open(world: &Arc<World>, pocket: &Pocket) -> Result<Pinned, String> {
    let source = Source::read(&pocket.source).map_err(|error| error.to_string())?;
    let rows: HashSet<&str> = source.rows().into_values().collect();
    let is_other = |title: &str| world.row(title).is_none_or(|(_, row)| !rows.contains(row));
    let changed = readings(pocket).map(|(title, _)| title).filter(|title| is_other(title));
    let changed = changed.map(str::to_string).collect();
    let own = world.pinned(&pocket.digest, || source.open())?;
    let is_reread = |(title, reading): &(&str, &str)| {
        own.row(title).is_none_or(|(id, _)| own.facts(id).reading != *reading)
    };
    let reread = readings(pocket).filter(is_reread).map(|(title, _)| title.to_string()).collect();
    Ok(Pinned { world: own, changed, reread })
}

/// Whether a pocket is the one that a game was locked with.
pub fn check(setup: &GameSetup, pocket: Option<&Pocket>) -> Result<(), String> {
    let kept = pocket.map(|pocket| (pocket.digest.as_str(), digest(&pocket.source)));
    let is_own = match (&setup.pocket, &kept) {
        (Some(locked), Some((named, found))) => locked == named && named == found,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    if is_own { Ok(()) } else { Err("the stored cards aren’t the ones that were locked".into()) }
}

/// The cards of a game, however long it takes to find them.
pub fn pinned(world: &Arc<World>, setup: &GameSetup, pocket: Option<&Pocket>) -> Result<Pinned, String> {
    check(setup, pocket)?;
    match (same(world, pocket), pocket) {
        (Some(pinned), _) => Ok(pinned),
        (None, Some(pocket)) => open(world, pocket),
        (None, None) => Err("there are no cards".into()),
    }
}

/// A few names, and how many more there are.
pub fn named(cards: &[String]) -> String {
    match cards {
        [] => String::new(),
        [one] => one.clone(),
        [one, other] => format!("{one} and {other}"),
        [one, other, third] => format!("{one}, {other} and {third}"),
        [one, other, rest @ ..] => format!("{one}, {other} and {} more", rest.len()),
    }
}

impl Pinned {
    /// What the players of a running game are told, if there is something to tell.
    pub fn in_words(&self) -> Option<String> {
        let one = |cards: &[String], one: &'static str, many: &'static str| {
            if cards.len() == 1 { one } else { many }
        };
        let changed = (!self.changed.is_empty()).then(|| {
            format!(
                "{} {} changed in the card files since this game was set up. This game goes on with {}.",
                named(&self.changed),
                one(&self.changed, "has", "have"),
                one(&self.changed, "the card as it was", "the cards as they were"),
            )
        });
        let reread = (!self.reread.is_empty()).then(|| {
            format!(
                "This version of the program reads {} differently from the version this game began with.",
                named(&self.reread)
            )
        });
        let told: Vec<String> = [changed, reread].into_iter().flatten().collect();
        (!told.is_empty()).then(|| told.join(" "))
    }
}

#[cfg(test)]
mod tests;
