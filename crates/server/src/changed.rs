//! When the card files have changed: which kept decks and which running games are affected, since the last start and while
//! the server runs.

use crate::pocket;
use crate::pool::Class;
use crate::web::App;
use crate::world::World;
use cards::Deck;
use dejarik::Cards;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use store::{DeckVersion, GameId, StoreError};

/// How often the folders are looked at.
const OFTEN: Duration = Duration::from_secs(30);
/// How many games or visitors are read at a time.
const AT_A_TIME: usize = 100;

/// A digest of what the file of a card says; nothing for a card that has no row of its own.
fn print_of(cards: &Cards, name: &str) -> Option<String> {
    let id = cards.collection().resolve(name).printing()?;
    let row = cards.row_of(cards.collection().get(id))?;
    Some(fair::hex(&fair::hash(&[b"dejarik card", row.as_bytes()]))[..16].to_string())
}

/// What a deck is saved with: each of its cards with a digest of what its file says now.
pub fn prints(world: &World, deck: &Deck) -> String {
    let names: BTreeSet<&str> =
        deck.zones.iter().flat_map(|zone| &zone.cards).map(|card| card.name.as_str()).collect();
    let lines = names.into_iter().filter_map(|name| {
        let print = print_of(&world.cards, name)?;
        // A name is one line without tabs, however it was written.
        (!name.contains(['\t', '\n'])).then(|| format!("{name}\t{print}\n"))
    });
    lines.collect()
}

/// The cards of a version whose files say something else now, or are gone.
pub fn since(world: &World, version: &DeckVersion) -> Vec<String> {
    let cards = version.cards.lines().filter_map(|line| line.split_once('\t'));
    let other = cards.filter(|(name, print)| print_of(&world.cards, name).as_deref() != Some(print));
    other.map(|(name, _)| name.to_string()).collect()
}

/// What the card files of a folder say otherwise than the server does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnDisk {
    /// Cards with another row, and cards that are gone.
    pub changed: BTreeSet<String>,
    /// Cards that the server doesn't know.
    pub new: usize,
}

/// Compares the cards of folders with those of the server.
fn compare(world: &World, folders: &[PathBuf]) -> Result<OnDisk, String> {
    let mut found = OnDisk::default();
    for folder in folders {
        let now = Cards::folder(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let sets: BTreeSet<&str> = now.plugin().sets.iter().map(|set| set.code.as_str()).collect();
        for (_, card) in now.collection().printings() {
            let name = card.name.full();
            match world.cards.collection().resolve(name).printing() {
                None => found.new += 1,
                // Of two folders with the same set the first counts.
                Some(id) if world.cards.collection().get(id).set != card.set => {}
                Some(_) if print_of(&world.cards, name) == print_of(&now, name) => {}
                Some(_) => drop(found.changed.insert(name.to_string())),
            }
        }
        for (_, card) in world.cards.collection().printings() {
            let is_gone =
                sets.contains(&*card.set) && now.collection().resolve(card.name.full()).printing().is_none();
            if is_gone {
                found.changed.insert(card.name.full().to_string());
            }
        }
    }
    Ok(found)
}

/// What is known of changed cards.
#[derive(Default)]
pub struct Changes {
    /// Running games with cards that have changed since their tables were laid, as the start of the server found them.
    games: Mutex<BTreeMap<GameId, Vec<String>>>,
    /// What the folders say now, if that isn't what the server has read.
    disk: Mutex<OnDisk>,
}

fn locked<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Changes {
    /// The cards of a running game that have changed since its table was laid.
    pub fn of_game(&self, game: &GameId) -> Option<Vec<String>> {
        locked(&self.games).get(game).cloned()
    }

    /// What the folders say now, if that isn't what the server has read.
    pub fn on_disk(&self) -> OnDisk {
        locked(&self.disk).clone()
    }
}

/// A few names, and how many more there are.
pub fn named(cards: &[String]) -> String {
    pocket::named(cards)
}

/// The files of folders that say what cards are, with their lengths and times.
fn files(folders: &[PathBuf]) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
    let read = |folder: &Path| {
        std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).collect::<Vec<_>>()
    };
    let mut found: Vec<_> = folders
        .iter()
        .flat_map(|folder| [folder.clone(), folder.join("sets")])
        .flat_map(|folder| read(&folder))
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "txt"))
        .filter_map(|entry| {
            let about = entry.metadata().ok()?;
            Some((entry.path(), about.len(), about.modified().ok()))
        })
        .collect();
    found.sort();
    found
}

/// Looks once for what has changed since the last start, and then at the folders now and then.
pub async fn look_after(app: App, folders: Vec<PathBuf>) {
    let mut stopped = app.stopped.clone();
    let mut known = files(&folders);
    if let Err(error) = since_last_start(&app).await {
        tracing::warn!(%error, "which decks and games have changed cards isn't known");
    }
    while !folders.is_empty() {
        tokio::select! {
            () = tokio::time::sleep(OFTEN) => {}
            _ = stopped.changed() => return,
        }
        let now = files(&folders);
        if now == known {
            continue;
        }
        let (world, own) = (app.world.clone(), folders.clone());
        match app.pool.work(Class::Heavy, "card files", move || compare(&world, &own)).await {
            Ok(Ok(found)) => {
                let (changed, new) = (found.changed.len(), found.new);
                tracing::warn!(changed, new, "the card files have changed; a restart uses them");
                *locked(&app.changes.disk) = found;
                known = now;
            }
            // A file that is half written is read again.
            Ok(Err(error)) => tracing::warn!(error, "the card files have changed and can't be read"),
            Err(error) => tracing::info!(?error, "the card files have changed; they are compared later"),
        }
    }
}

/// Finds the kept decks and the running games whose cards have changed.
async fn since_last_start(app: &App) -> Result<(), StoreError> {
    let store = app.registry.node().store.clone();
    let (mut decks, mut games, mut last) = (0, 0, None);
    loop {
        let running = store.running(last.as_ref(), AT_A_TIME).await?;
        let Some(end) = running.last().cloned() else { break };
        for id in running {
            let Some(kept) = store.load(&id).await?.and_then(|game| game.pocket) else { continue };
            let changed = pocket::changed(&app.world, &kept);
            if !changed.is_empty() {
                games += 1;
                tracing::info!(
                    game = &*id,
                    cards = named(&changed),
                    "a running game has cards that have changed"
                );
                locked(&app.changes.games).insert(id, changed);
            }
        }
        last = Some(end);
    }
    let mut last = None;
    loop {
        let people = store.everybody(last.as_ref(), AT_A_TIME).await?;
        let Some((end, _)) = people.last().cloned() else { break };
        for (visitor, _) in people {
            for deck in store.decks_of(&visitor.id).await? {
                let changed = since(&app.world, &deck.last);
                if !changed.is_empty() {
                    decks += 1;
                    tracing::info!(
                        deck = deck.id,
                        cards = named(&changed),
                        "a kept deck has cards that have changed"
                    );
                }
            }
        }
        last = Some(end.id);
    }
    if decks + games > 0 {
        tracing::warn!(
            decks,
            games,
            "the card files have changed: kept decks and running games with such cards"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests;
