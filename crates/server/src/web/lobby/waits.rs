//! The live stream of the lobby: when it changes, and where somebody who waits sits down.

use super::{App, Waits, open};
use crate::lobby::board::Shown;
use crate::web::live::{BEAT, Counted, Streaming, counted};
use crate::web::problem::Problem;
use crate::web::seat::Visitor;
use axum::extract::{Query, State};
use axum::http::HeaderName;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use futures_util::stream::{StreamExt, unfold};
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use store::{Seek, StoreError, VisitorId};
use tokio::sync::watch;

/// Somebody who has the lobby open.
struct Reader {
    app: App,
    board: watch::Receiver<Arc<Shown>>,
    /// The seek that they wait for, if it is theirs.
    own: Option<(String, VisitorId)>,
    /// What was told last.
    told: String,
    _counted: Counted,
    _streaming: Streaming,
}

impl Reader {
    /// The next thing to tell; nothing when there's no more.
    async fn next(&mut self) -> Option<String> {
        loop {
            if self.board.changed().await.is_err() {
                return None;
            }
            let shown = self.board.borrow_and_update().clone();
            if let Some((id, holder)) = self.own.clone() {
                // Whoever has the page open waits.
                self.app.seen.waits(&id);
                if !shown.seeks.contains(&id) {
                    // Where the table isn’t laid yet, or the store doesn’t answer, the next round knows.
                    if let Ok(Some(message)) = self.found(&id, &holder).await {
                        return Some(message);
                    }
                }
            }
            if shown.version != self.told {
                self.told.clone_from(&shown.version);
                return Some(json!({ "version": shown.version }).to_string());
            }
        }
    }

    /// What has become of a seek that is no longer in the list.
    async fn found(&mut self, id: &str, holder: &VisitorId) -> Result<Option<String>, StoreError> {
        let store = &self.app.registry.node().store;
        match store.found(id).await? {
            Some(Seek { game: Some(game), visitor, .. }) if visitor == *holder => {
                let laid = store.load(&game).await?.is_some();
                Ok(laid.then(|| json!({ "game": format!("/t/{game}") }).to_string()))
            }
            // Not seen for a moment: it is in the next round’s list.
            Some(_) => Ok(None),
            // Taken back elsewhere.
            None => {
                self.own = None;
                Ok(Some(json!({ "version": "" }).to_string()))
            }
        }
    }
}

/// The lobby as it changes.
pub async fn live(
    State(app): State<App>,
    visitor: Visitor,
    Query(waits): Query<Waits>,
) -> Result<Response, Problem> {
    open(&app)?;
    let store = &app.registry.node().store;
    let own = match (&visitor.holder, store.found(&waits.seek).await?) {
        (Some(holder), Some(seek)) if seek.visitor == *holder => Some((seek.id, holder.clone())),
        _ => None,
    };
    let reader = Reader {
        board: app.board.read(),
        own,
        told: String::new(),
        _counted: counted(&app, &visitor, false)?,
        _streaming: Streaming::new(&app.registry.node().metrics.streams),
        app: app.clone(),
    };
    let events = unfold(reader, |mut reader| async move { Some((reader.next().await?, reader)) });
    let events = events.map(|message| Ok::<_, Infallible>(Event::default().data(message)));
    let mut stopped = app.stopped.clone();
    let ended = async move { drop(stopped.wait_for(|stopped| *stopped).await) };
    let beat = KeepAlive::new().interval(BEAT).event(Event::default().event("beat").data(""));
    let stream = Sse::new(events.take_until(Box::pin(ended))).keep_alive(beat);
    Ok(([(HeaderName::from_static("x-accel-buffering"), "no")], stream).into_response())
}
