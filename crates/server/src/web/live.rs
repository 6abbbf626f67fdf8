//! The live connection of a table: it says that there is something new, and the page asks for it.

use super::App;
use super::asker::opened;
use super::problem::Problem;
use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{Stream, StreamExt};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio_stream::wrappers::WatchStream;

/// One more who looks, until dropped.
struct Watching(Arc<crate::hub::Live>);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.watchers.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The versions of a table as they come.
pub async fn live(
    State(app): State<App>,
    Path(game): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let live = opened(&app, &game).await?;
    if live.watchers.fetch_add(1, Ordering::Relaxed) >= app.limits.watchers {
        live.watchers.fetch_sub(1, Ordering::Relaxed);
        return Err(Problem::too_much("Too many people are watching this game."));
    }
    let versions = WatchStream::new(live.changed.subscribe());
    let watching = Watching(live);
    let mut stopped = app.stopped.clone();
    let events = versions.map(move |version| {
        let _here = &watching;
        Ok(Event::default().data(version.to_string()))
    });
    let ended = async move { drop(stopped.wait_for(|stopped| *stopped).await) };
    Ok(Sse::new(events.take_until(Box::pin(ended))).keep_alive(KeepAlive::default()))
}
