//! How a deck does against the decks of the server: games between computer players, one after another in the background, as
//! long as somebody looks.

use crate::pool::{Class, Pool, Undone};
use crate::web::play::roles;
use crate::world::{Offer, World};
use ai::{Knowledge, Level};
use engine::SetupError;
use engine::state::{Agreement, ByHand, Options};
use sim::{Batch, Entrant, Party, Seats, Share};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use table::setup::Roles;
use tokio::sync::Semaphore;
use vocab::{Role, Side};

/// How many games are played against each deck.
pub const GAMES: u64 = 40;
/// Against how many decks.
const DECKS: usize = 12;
/// Who plays both sides.
pub const LEVEL: Level = Level::Skilled;
/// Nobody has asked for so long: nobody looks.
const LOOKED: Duration = Duration::from_secs(12);
/// How many tables are worked at at once, and how many are remembered.
const AT_ONCE: usize = 2;
const REMEMBERED: usize = 64;
/// How long somebody waits whose work the pool has no time for.
const BUSY: Duration = Duration::from_millis(700);

/// A deck that is met, and how it went so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its name in addresses.
    pub slug: String,
    /// Its side.
    pub side: Side,
    /// What the games came to.
    pub share: Share,
    /// Their turns, in all of them together.
    pub turns: u64,
    /// Why the two can't play, if they can't.
    pub refused: Option<String>,
}

/// A table as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The deck.
    pub name: String,
    /// Its list.
    pub list: String,
    /// The decks that it meets.
    pub rows: Vec<Row>,
    /// How many games there will be, and how many there have been.
    pub games: u64,
    /// See above.
    pub played: u64,
}

impl Shown {
    /// Whether there is nothing left to play.
    pub const fn is_done(&self) -> bool {
        self.played >= self.games
    }

    /// All rows together.
    pub fn total(&self) -> Share {
        self.rows.iter().fold(Share::default(), |sum, row| Share {
            wins: sum.wins + row.share.wins,
            draws: sum.draws + row.share.draws,
            games: sum.games + row.share.games,
        })
    }
}

/// Two decks that meet; which of the parties is the deck of the table.
#[derive(Clone)]
struct Pair {
    batch: Arc<Batch>,
    own: Party,
}

struct State {
    shown: Shown,
    /// How many games were played, over all pairs in turn.
    next: u64,
    /// When somebody last asked.
    looked: Instant,
    /// Whether a task works at it.
    works: bool,
}

/// A table that somebody asked for.
pub struct Matchup {
    key: String,
    pairs: Vec<Option<Pair>>,
    state: Mutex<State>,
}

impl Matchup {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of the table in addresses.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What has come of it so far.
    pub fn shown(&self) -> Shown {
        self.state().shown.clone()
    }

    /// The next game: which row, which batch, and its number there.
    fn next(&self) -> Option<(usize, Pair, u64)> {
        let mut state = self.state();
        let rows = self.pairs.len() as u64;
        while rows > 0 && state.next < rows * GAMES {
            let (row, number) = ((state.next % rows) as usize, state.next / rows);
            if let Some(pair) = &self.pairs[row] {
                return Some((row, pair.clone(), number));
            }
            state.next += 1;
        }
        None
    }

    /// A game was played, or can't be.
    fn count(&self, row: usize, played: Result<(Share, u64), String>) {
        let mut state = self.state();
        state.next += 1;
        state.shown.played += 1;
        let row = &mut state.shown.rows[row];
        match played {
            Ok((share, turns)) => {
                row.share.wins += share.wins;
                row.share.draws += share.draws;
                row.share.games += 1;
                row.turns += turns;
            }
            Err(reason) => row.refused = Some(reason),
        }
    }
}

/// The tables that somebody has asked for lately.
pub struct Matchups {
    of: Mutex<HashMap<String, Arc<Matchup>>>,
    at_once: Arc<Semaphore>,
}

impl Default for Matchups {
    fn default() -> Matchups {
        Matchups { of: Mutex::default(), at_once: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

/// The decks that one meets: those of the other side, or all others where there is none of the other side.
pub fn opponents<'a>(world: &'a World, mine: &Offer) -> Vec<&'a Offer> {
    let playable = || world.decks.iter().filter(|offer| offer.playable.is_ok());
    let meets = |offer: &&Offer| offer.side.role_rank() != mine.side.role_rank();
    let found: Vec<&Offer> = playable().filter(meets).take(DECKS).collect();
    if found.is_empty() {
        playable().filter(|offer| offer.list != mine.list).take(DECKS).collect()
    } else {
        found
    }
}

/// Two decks as they meet at a table: sides by rule 103.3, in turn where both are equal.
fn pair(world: &World, mine: &Offer, theirs: &Offer) -> Result<Pair, String> {
    let entrant = |offer: &Offer| {
        let deck = offer.playable.clone()?;
        Ok::<_, String>(Entrant {
            name: offer.name.clone(),
            deck,
            player: LEVEL,
            knowledge: Knowledge::default(),
        })
    };
    let (role, by) = roles(mine.side, theirs.side);
    let (own, a, b) = match role {
        Role::Dark => (Party::A, entrant(mine)?, entrant(theirs)?),
        Role::Light => (Party::B, entrant(theirs)?, entrant(mine)?),
    };
    let batch = Batch {
        catalog: world.catalog.clone(),
        a,
        b,
        seats: if by == Roles::ByChance { Seats::Swap } else { Seats::Fixed },
        games: GAMES,
        seed: 1,
        options: Options { by_hand: Agreement::both(ByHand::Unused), ..Options::default() },
    };
    Ok(Pair { batch: Arc::new(batch), own })
}

impl Matchups {
    fn of(&self) -> MutexGuard<'_, HashMap<String, Arc<Matchup>>> {
        self.of.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of a deck: the one that is there, or a new one.
    pub fn ask(&self, world: &World, mine: &Offer, list: &str) -> Result<Arc<Matchup>, String> {
        mine.playable.as_ref().map_err(Clone::clone)?;
        let theirs = opponents(world, mine);
        if theirs.is_empty() {
            return Err("there’s no deck here that it could meet".into());
        }
        let key = fair::hash(&[b"dejarik matchups", mine.name.as_bytes(), list.as_bytes()]);
        let key = fair::hex(&key)[..20].to_string();
        if let Some(known) = self.of().get(&key) {
            return Ok(known.clone());
        }
        let pairs: Vec<Result<Pair, String>> = theirs.iter().map(|offer| pair(world, mine, offer)).collect();
        let row = |(offer, pair): (&&Offer, &Result<Pair, String>)| Row {
            name: offer.name.clone(),
            slug: offer.slug.clone(),
            side: offer.side,
            share: Share::default(),
            turns: 0,
            refused: pair.as_ref().err().cloned(),
        };
        let rows = theirs.iter().zip(&pairs).map(row).collect();
        let games = pairs.iter().filter(|pair| pair.is_ok()).count() as u64 * GAMES;
        let shown = Shown { name: mine.name.clone(), list: list.to_string(), rows, games, played: 0 };
        let state = Mutex::new(State { shown, next: 0, looked: Instant::now(), works: false });
        let pairs = pairs.into_iter().map(Result::ok).collect();
        let made = Arc::new(Matchup { key: key.clone(), pairs, state });
        let mut of = self.of();
        if of.len() >= REMEMBERED {
            // Whoever was looked at longest ago makes room.
            let oldest = of.iter().min_by_key(|(_, table)| table.state().looked).map(|(key, _)| key.clone());
            oldest.and_then(|key| of.remove(&key));
        }
        Ok(of.entry(key).or_insert(made).clone())
    }

    /// A table by its name; somebody looks at it, so it goes on.
    pub fn look(&self, key: &str, pool: &Arc<Pool>) -> Option<Arc<Matchup>> {
        let table = self.of().get(key)?.clone();
        {
            let mut state = table.state();
            state.looked = Instant::now();
            if state.works || state.shown.is_done() {
                return Some(table.clone());
            }
            state.works = true;
        }
        tokio::spawn(work(table.clone(), pool.clone(), self.at_once.clone()));
        Some(table)
    }
}

/// Plays the games of a table, until all are played or nobody looks any more.
async fn work(table: Arc<Matchup>, pool: Arc<Pool>, at_once: Arc<Semaphore>) {
    let place = at_once.acquire_owned().await;
    while let Some((row, Pair { batch, own }, number)) = table.next() {
        if place.is_err() || table.state().looked.elapsed() > LOOKED {
            break;
        }
        // One game at a time: whoever else wants something waits for no more than that.
        let game = move || {
            batch.play(number, &AtomicBool::new(false)).map(|record| record.map(|record| (record, own)))
        };
        match pool.work(Class::Heavy, &table.key, game).await {
            Ok(played) => table.count(row, counted(played)),
            Err(Undone::TooMuch) => tokio::time::sleep(BUSY).await,
            Err(Undone::Failed) => table.count(row, Err("a game between the two failed".into())),
        }
    }
    table.state().works = false;
}

fn counted(played: Result<Option<(sim::Record, Party)>, SetupError>) -> Result<(Share, u64), String> {
    let (record, own) = played.map_err(|error| error.to_string())?.ok_or("the game was stopped")?;
    let share = Share {
        wins: u64::from(record.winner == Some(own)),
        draws: u64::from(record.winner.is_none()),
        games: 1,
    };
    Ok((share, u64::from(record.turns)))
}

#[cfg(test)]
mod tests {
    use super::{GAMES, Matchups, opponents};
    use crate::pool::Pool;
    use crate::world::World;
    use std::sync::Arc;
    use std::time::Duration;
    use vocab::Side;

    #[test]
    fn a_deck_meets_those_of_the_other_side() {
        let world = World::new(dejarik::Cards::core(), &[]).expect("the CORE set");
        for mine in &world.decks {
            let theirs = opponents(&world, mine);
            assert!(!theirs.is_empty() && theirs.iter().all(|offer| offer.list != mine.list));
            let light = |side: Side| side == Side::Light;
            assert!(theirs.iter().all(|offer| light(offer.side) != light(mine.side)), "{}", mine.name);
        }
    }

    #[tokio::test]
    async fn games_are_played_while_somebody_looks_and_are_the_same_each_time() {
        let world = World::new(dejarik::Cards::core(), &[]).expect("the CORE set");
        let (mine, _) = world.suggested().expect("two decks");
        let pool = Arc::new(Pool::new(1));
        let mut firsts = Vec::new();
        for _ in 0..2 {
            let tables = Matchups::default();
            let table = tables.ask(&world, mine, "the list").expect("playable");
            assert_eq!(table.key(), tables.ask(&world, mine, "the list").expect("the same").key());
            let rows = table.shown().rows.len() as u64;
            assert_eq!((table.shown().played, table.shown().games), (0, rows * GAMES));
            while table.shown().played < rows {
                tables.look(table.key(), &pool).expect("it is there");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            let shown = table.shown();
            assert!(
                shown.rows.iter().all(|row| row.share.games > 0 && row.refused.is_none() && row.turns > 0)
            );
            assert_eq!(shown.total().games, shown.played);
            firsts.push(shown.rows.iter().map(|row| (row.name.clone(), row.share.games)).collect::<Vec<_>>());
            assert!(tables.look("another", &pool).is_none());
        }
        assert_eq!(firsts[0].len(), firsts[1].len());
    }

    #[tokio::test(start_paused = true)]
    async fn where_nobody_looks_nothing_is_played() {
        let world = World::new(dejarik::Cards::core(), &[]).expect("the CORE set");
        let (mine, _) = world.suggested().expect("two decks");
        let (tables, pool) = (Matchups::default(), Arc::new(Pool::new(1)));
        let table = tables.ask(&world, mine, "a list").expect("playable");
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(table.shown().played, 0, "it was asked for, and nobody has looked");
        table.state().looked -= Duration::from_secs(60);
        table.state().works = true;
        super::work(table.clone(), pool, tables.at_once.clone()).await;
        assert_eq!(table.shown().played, 0, "whoever has looked is gone");
        assert!(!table.state().works, "and can come back");
    }
}
