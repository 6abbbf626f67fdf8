//! The live connection of a table: it says which version there is, and the page asks for what it doesn't have.

use super::App;
use super::asker::Asker;
use super::problem::Problem;
use crate::owner::{Handle, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{Stream, StreamExt};
use prometheus_client::metrics::gauge::Gauge;
use std::convert::Infallible;
use tokio_stream::wrappers::WatchStream;

/// A live stream that counts until it is dropped.
struct Streaming(Gauge);

impl Streaming {
    fn new(gauge: &Gauge) -> Streaming {
        gauge.inc();
        Streaming(gauge.clone())
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// One more stranger who looks, until dropped.
struct Watching(Handle);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.shared.leaves();
    }
}

/// A place for a stranger. Players need none: they have their seats.
fn place(app: &App, handle: &Handle) -> Result<Watching, Problem> {
    let before = handle.shared.comes();
    let watching = Watching(handle.clone());
    if before >= app.limits.watchers {
        return Err(Problem::too_much("Too many people are watching this game."));
    }
    Ok(watching)
}

/// The versions of a table as they come. It ends when the owner does; the browser asks again.
pub async fn live(asker: Asker) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let handle = asker.app.registry.handle(&asker.shot.game)?;
    let watching = if asker.seats().is_empty() { Some(place(&asker.app, &handle)?) } else { None };
    let states = WatchStream::new(handle.shared.states(!asker.seats().is_empty()));
    let versions = states.take_while(|state| std::future::ready(!matches!(state, State::Ended(_))));
    let streaming = Streaming::new(&asker.app.registry.node().metrics.streams);
    let events = versions.filter_map(move |state| {
        let _here = (&watching, &streaming);
        std::future::ready(match state {
            State::Open(shot) => Some(Ok(Event::default().data(shot.version()))),
            State::Opening | State::Ended(_) => None,
        })
    });
    let mut stopped = asker.app.stopped.clone();
    let ended = async move { drop(stopped.wait_for(|stopped| *stopped).await) };
    Ok(Sse::new(events.take_until(Box::pin(ended))).keep_alive(KeepAlive::default()))
}
