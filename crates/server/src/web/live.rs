//! The live stream of a browser: it says which version each of its tables has, and pages ask for what they don't have.
//! docs/PROTOCOL.md has the messages.

use super::App;
use super::asker::{UNWATCHED, opened};
use super::problem::Problem;
use super::seat::Visitor;
use crate::owner::{Handle, Refusal, Registry, State};
use axum::extract::{Query, State as Shared};
use axum::http::HeaderName;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use futures_util::stream::{StreamExt, select_all, unfold};
use prometheus_client::metrics::gauge::Gauge;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::{GameId, VisitorId};
use tokio::sync::{Notify, watch};
use vocab::Role;

/// A stream follows at most so many tables.
const TABLES: usize = 16;
/// Streams of one visitor. A browser needs one; a browser without shared workers one for each page that is seen.
const EACH: usize = 8;
/// Streams of a visitor with a seat at one of the tables.
const SEATED: usize = 16;
/// Streams of strangers from one network address.
const ADDRESS: usize = 32;
/// How often a stream says that it is alive.
pub(super) const BEAT: Duration = Duration::from_secs(15);
/// A table whose owner has ended is opened again after so long.
const AGAIN: Duration = Duration::from_millis(500);
/// A stream with a table that has gone to another server ends after so long, and the browser opens one elsewhere.
const LEAVES: Duration = Duration::from_secs(2);

/// The open streams, by whom they are counted as.
#[derive(Default)]
pub struct Streams {
    open: Mutex<HashMap<String, usize>>,
}

/// A stream that counts until it is dropped.
pub(super) struct Counted {
    streams: Arc<Streams>,
    as_whom: Vec<String>,
}

/// All strangers together, beside the visitors, whose names have other letters.
const STRANGERS: &str = "*";

impl Streams {
    /// Counts a stream under each of the names, unless one of them has its limit already.
    fn count(self: &Arc<Streams>, names: Vec<(String, usize)>) -> Option<Counted> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if names.iter().any(|(name, most)| open.get(name).is_some_and(|now| now >= most)) {
            return None;
        }
        let as_whom: Vec<String> = names.into_iter().map(|(name, _)| name).collect();
        for name in &as_whom {
            *open.entry(name.clone()).or_default() += 1;
        }
        Some(Counted { streams: self.clone(), as_whom })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.streams.open.lock().unwrap_or_else(PoisonError::into_inner);
        for name in &self.as_whom {
            if let Some(now) = open.get_mut(name) {
                *now -= 1;
                if *now == 0 {
                    open.remove(name);
                }
            }
        }
    }
}

/// A live stream in the metrics, until dropped.
pub(super) struct Streaming(Gauge);

impl Streaming {
    pub(super) fn new(gauge: &Gauge) -> Streaming {
        gauge.inc();
        Streaming(gauge.clone())
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// One more stranger who looks at a table, until dropped.
struct Watching(Handle);

impl Watching {
    /// A place for a stranger. Players need none: they have their seats.
    fn place(app: &App, handle: &Handle) -> Option<Watching> {
        let before = handle.shared.comes();
        // Dropped, it takes the count back.
        let watching = Watching(handle.clone());
        (before < app.limits.watchers).then_some(watching)
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.shared.leaves();
    }
}

/// The seats of somebody who has a live connection, until dropped.
struct There(Handle, Vec<Role>);

impl There {
    fn new(handle: Handle, seats: Vec<Role>) -> There {
        seats.iter().for_each(|role| handle.shared.player_comes(*role));
        There(handle, seats)
    }
}

impl Drop for There {
    fn drop(&mut self) {
        self.1.iter().for_each(|role| self.0.shared.player_goes(*role));
    }
}

/// The tables that a browser asks for: names with the versions that it has, `a:12.0,b:40.3`.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    games: String,
}

/// A table that a stream follows.
struct Followed {
    registry: Arc<Registry>,
    game: GameId,
    /// Who follows it.
    holder: Option<VisitorId>,
    /// Whether the visitor sits there; those who watch may hear of it later.
    seated: bool,
    /// The version that was told last.
    told: String,
    states: Option<watch::Receiver<State>>,
    place: Option<Watching>,
    there: Option<There>,
    /// Told when the table has gone to another server.
    gone: Arc<Notify>,
}

/// What can be seen of an owner, for a stream.
enum Seen {
    Version(String),
    Opening,
    /// Whoever watched has sat down.
    Seat,
    /// Its owner has ended: it rests, or the server had to start it anew.
    Ended,
    /// It can't be opened.
    Gone,
    /// Another server has it, one with newer rules.
    Elsewhere,
}

impl Followed {
    fn see(states: &mut watch::Receiver<State>, holder: Option<&str>, seated: bool) -> Seen {
        match &*states.borrow_and_update() {
            State::Open(shot) if !seated && !shot.table.seats_of(holder).is_empty() => Seen::Seat,
            State::Open(shot) => Seen::Version(shot.version()),
            State::Opening => Seen::Opening,
            State::Ended(Some(Refusal::Missing | Refusal::Unreadable(_))) => Seen::Gone,
            State::Ended(Some(Refusal::Elsewhere)) => Seen::Elsewhere,
            State::Ended(_) => Seen::Ended,
        }
    }

    /// Says at which seats the visitor is there. Chance may have given out the roles since the last version.
    fn be_there(&mut self) {
        let Ok(handle) = self.registry.handle(&self.game) else { return };
        let seats = match &*handle.shared.state.borrow() {
            State::Open(shot) => shot.table.seats_of(self.holder.as_deref()),
            State::Opening | State::Ended(_) => return,
        };
        let same = |there: &There| Arc::ptr_eq(&there.0.shared, &handle.shared) && there.1 == seats;
        if !self.there.as_ref().is_some_and(same) {
            self.there = (!seats.is_empty()).then(|| There::new(handle, seats));
        }
    }

    /// Waits for a version that the browser doesn't have.
    async fn next(&mut self) -> Option<String> {
        loop {
            if self.seated && self.states.is_some() {
                self.be_there();
            }
            let Some(states) = &mut self.states else {
                tokio::time::sleep(AGAIN).await;
                if let Ok(handle) = self.registry.handle(&self.game) {
                    self.states = Some(handle.shared.states(self.seated));
                }
                continue;
            };
            match Followed::see(states, self.holder.as_deref(), self.seated) {
                Seen::Version(version) if version != self.told => {
                    self.told.clone_from(&version);
                    return Some(json!({ "game": &*self.game, "version": version }).to_string());
                }
                Seen::Version(_) | Seen::Opening => {
                    if states.changed().await.is_err() {
                        self.states = None;
                    }
                }
                Seen::Seat => (self.seated, self.states, self.place) = (true, None, None),
                Seen::Ended => (self.states, self.there) = (None, None),
                Seen::Gone => return None,
                Seen::Elsewhere => {
                    tokio::time::sleep(LEAVES).await;
                    self.gone.notify_one();
                    return None;
                }
            }
        }
    }
}

/// A place for the stream of a visitor.
pub(super) fn counted(app: &App, visitor: &Visitor, seated: bool) -> Result<Counted, Problem> {
    let own = visitor.counted_as();
    let mut names = vec![(
        format!("{} {own}", if seated { "player" } else { "visitor" }),
        if seated { SEATED } else { EACH },
    )];
    if !seated {
        names.push((STRANGERS.to_string(), app.limits.connections.all / 2));
        names.push((format!("from {}", visitor.origin), ADDRESS));
    }
    // Strangers from this computer may be many people behind one proxy: they are counted all together.
    if visitor.local && visitor.holder.is_none() {
        names.retain(|(name, _)| name == STRANGERS);
    }
    let too_many = || Problem::too_much("You have too many live connections. Close some pages.");
    app.streams.count(names).ok_or_else(too_many)
}

/// The versions of tables as they come.
pub async fn live(
    Shared(app): Shared<App>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let asked: Vec<(&str, &str)> =
        wanted.games.split(',').map(|one| one.split_once(':').unwrap_or((one, ""))).collect();
    if asked.len() > TABLES {
        return Err(Problem::bad(format!("A stream follows {TABLES} tables at most.")));
    }
    let (mut followed, mut first, mut problem, mut seated) = (Vec::new(), Vec::new(), None, false);
    let gone = Arc::new(Notify::new());
    for (place, (game, told)) in asked.iter().enumerate() {
        // The same table twice would take two places among those who watch.
        if asked[..place].iter().any(|(before, _)| before == game) {
            continue;
        }
        let shot = match opened(&app, game).await {
            Ok(shot) => shot,
            // Here nothing would be heard of it, and the other tables are elsewhere too.
            Err(error) if error.is_elsewhere() => return Err(error),
            Err(error) => {
                problem = Some(error);
                continue;
            }
        };
        let handle = app.registry.handle(&shot.game)?;
        let sits = !shot.table.seats_of(visitor.holder.as_deref()).is_empty();
        if !sits && !shot.may_be_watched() {
            problem = Some(Problem::forbidden(UNWATCHED));
            continue;
        }
        let place = if sits { None } else { Watching::place(&app, &handle) };
        if !sits && place.is_none() {
            // Whoever finds no place is told so, and looks now and then.
            first.push(json!({ "game": &*shot.game, "full": true }).to_string());
            problem = Some(Problem::too_much("Too many people are watching this game."));
            continue;
        }
        seated |= sits;
        followed.push(Followed {
            registry: app.registry.clone(),
            game: shot.game.clone(),
            holder: visitor.holder.clone(),
            seated: sits,
            told: (*told).to_string(),
            states: Some(handle.shared.states(sits)),
            place,
            there: None,
            gone: gone.clone(),
        });
    }
    if followed.is_empty() {
        return Err(problem.unwrap_or_else(|| Problem::bad("Which tables?")));
    }
    // Those who play have places of their own: however many watch, a player's stream finds room.
    let counted = counted(&app, &visitor, seated)?;
    let streaming = Streaming::new(&app.registry.node().metrics.streams);
    let tables = followed
        .into_iter()
        .map(|table| unfold(table, |mut table| async move { Some((table.next().await?, table)) }).boxed());
    let first = futures_util::stream::iter(first);
    let events = first.chain(select_all(tables)).map(move |message| {
        let _here = (&counted, &streaming);
        Ok::<_, Infallible>(Event::default().data(message))
    });
    let mut stopped = app.stopped.clone();
    let ended = async move {
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => {}
            () = gone.notified() => {}
        }
    };
    let beat = KeepAlive::new().interval(BEAT).event(Event::default().event("beat").data(""));
    let stream = Sse::new(events.take_until(Box::pin(ended))).keep_alive(beat);
    // Proxies pass events on as they come.
    Ok(([(HeaderName::from_static("x-accel-buffering"), "no")], stream).into_response())
}

#[cfg(test)]
mod tests {
    use super::Streams;
    use std::sync::Arc;

    #[test]
    fn streams_are_counted_until_they_end_and_players_beside_strangers() {
        let streams = Arc::<Streams>::default();
        let stranger = |who: &str| streams.count(vec![(format!("visitor {who}"), 2), ("*".into(), 3)]);
        let player = |who: &str| streams.count(vec![(format!("player {who}"), 2)]);
        let (one, two) = (stranger("a"), stranger("a"));
        assert!(one.is_some() && two.is_some() && stranger("a").is_none(), "one visitor has a few");
        let three = stranger("b");
        assert!(three.is_some() && stranger("c").is_none(), "strangers have so many in all");
        let seated = [player("c"), player("c")];
        assert!(
            seated.iter().all(Option::is_some) && player("c").is_none(),
            "players don't count among them"
        );
        drop(one);
        assert!(stranger("c").is_some());
        drop((two, three, seated));
        assert!(streams.open.lock().expect("unharmed").is_empty());
    }
}
