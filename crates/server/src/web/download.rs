//! A finished game as a file, and its proof.

use super::App;
use super::asker::opened;
use super::problem::Problem;
use super::seat::Visitor;
use crate::owner::{Refusal, Shot};
use crate::pages;
use crate::pocket;
use crate::pool::Class;
use crate::secret;
use crate::world::World;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use engine::{Replay, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::Pocket;
use table::{GameSetup, LessonFile, Record, Table};

/// The file of a game from before there were promises: the engine's replay, and the hash of its seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Download {
    /// The hash of the seed that was shown before the game.
    #[serde(default)]
    pub commitment: Option<String>,
    /// The names of the players, Dark first.
    #[serde(default)]
    pub players: Option<[String; 2]>,
    /// The replay.
    #[serde(flatten)]
    pub replay: Replay,
}

impl Download {
    /// Whether the seed is the one that was promised.
    pub fn keeps_its_promise(&self) -> bool {
        self.commitment.as_ref().is_none_or(|promised| *promised == secret::commitment(self.replay.seed))
    }
}

fn finished(table: &Table) -> Result<Download, Problem> {
    if table.game.outcome().is_none() {
        return Err(unfinished());
    }
    let replay = table.replay().map_err(|error| Refusal::Unreadable(error.to_string()))?;
    Ok(Download {
        commitment: Some(secret::commitment(replay.seed)),
        players: Some([table.setup.dark.name.clone(), table.setup.light.name.clone()]),
        replay,
    })
}

fn unfinished() -> Problem {
    Problem::conflict("The secrets are published when the game is over.")
}

/// The record of a finished game that was promised, straight from the store: a server whose secret isn't the promised
/// one still has to show that. Nothing for games from before there were promises.
async fn record(app: &App, game: &str) -> Result<Option<(Record, Option<Pocket>)>, Problem> {
    if !secret::is_wellformed(game) {
        return Err(Refusal::Missing.into());
    }
    let stored = app.registry.node().store.load(&Arc::from(game)).await?.ok_or(Refusal::Missing)?;
    let Some(promised) = &stored.promised else { return Ok(None) };
    if !stored.head.over {
        return Err(unfinished());
    }
    let unreadable = |error: String| Problem::from(Refusal::Unreadable(error));
    let setup = serde_json::from_str(&stored.setup).map_err(|error| unreadable(error.to_string()))?;
    let cards = stored.pocket.as_ref().map(|pocket| pocket.source.clone());
    let record =
        Record::of(setup, promised, &stored.rows, cards).map_err(|error| unreadable(error.to_string()))?;
    record.map(|record| Some((record, stored.pocket))).ok_or_else(unfinished)
}

/// The file of a lesson that was taken to its end; nothing if the game isn't a lesson.
async fn lesson(app: &App, game: &str) -> Result<Option<(LessonFile, Option<Pocket>)>, Problem> {
    if !secret::is_wellformed(game) {
        return Err(Refusal::Missing.into());
    }
    let stored = app.registry.node().store.load(&Arc::from(game)).await?.ok_or(Refusal::Missing)?;
    let unreadable = |error: String| Problem::from(Refusal::Unreadable(error));
    let setup: GameSetup =
        serde_json::from_str(&stored.setup).map_err(|error| unreadable(error.to_string()))?;
    if setup.lesson.is_none() {
        return Ok(None);
    }
    if !stored.head.over {
        return Err(Problem::conflict("The lesson isn’t over yet."));
    }
    let cards = stored.pocket.as_ref().map(|pocket| pocket.source.clone());
    let file = LessonFile::of(setup, &stored.rows, cards).map_err(|error| unreadable(error.to_string()))?;
    Ok(Some((file, stored.pocket)))
}

/// The file.
pub async fn file(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    let text = match lesson(&app, &game).await? {
        Some((lesson, _)) => serde_json::to_string_pretty(&lesson),
        None => plain_file(&app, &visitor, &game).await?,
    };
    let text = text.map_err(|error| Refusal::Unreadable(error.to_string()))?;
    let name = format!("attachment; filename=\"game-{game}.json\"");
    Ok(([(CONTENT_TYPE, "application/json".to_string()), (CONTENT_DISPOSITION, name)], text).into_response())
}

/// The file of a game that isn't a lesson.
async fn plain_file(
    app: &App,
    visitor: &Visitor,
    game: &str,
) -> Result<Result<String, serde_json::Error>, Problem> {
    Ok(match record(app, game).await? {
        Some((record, pocket)) => {
            let world = app.world.clone();
            let whole = app.heavy(Class::Heavy, visitor, move || {
                let pinned = pocket::pinned(&world, &record.setup, pocket.as_ref());
                match pinned.and_then(|pinned| pinned.world.catalog_of(&record.setup)) {
                    Ok(catalog) => record.with_dice(catalog),
                    Err(_) => record,
                }
            });
            serde_json::to_string_pretty(&whole.await?)
        }
        None => serde_json::to_string_pretty(&finished(&opened(app, game).await?.table)?),
    })
}

/// Plays the game again from its file and checks everything that was promised.
pub async fn verify(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Html<String>, Problem> {
    if let Some((lesson, pocket)) = lesson(&app, &game).await? {
        let world = app.world.clone();
        let checked = app.heavy(Class::Heavy, &visitor, move || {
            let pinned = pocket::pinned(&world, &lesson.setup, pocket.as_ref())?;
            let catalog = pinned.world.catalog_of(&lesson.setup)?;
            let result = lesson.verify(catalog).map(|table| table.answers.len());
            Ok::<_, String>(pages::end::verified_lesson(&game, &result.map_err(|error| error.to_string())))
        });
        return checked.await?.map_err(Problem::bad);
    }
    if let Some((record, pocket)) = record(&app, &game).await? {
        let world = app.world.clone();
        let checked = app.heavy(Class::Heavy, &visitor, move || {
            let pinned = pocket::pinned(&world, &record.setup, pocket.as_ref())?;
            let catalog = pinned.world.catalog_of(&record.setup)?;
            let result = record.verify(catalog).map(|table| table.answers.len());
            Ok::<_, String>(pages::fair::verified(&record.proof, &result.map_err(|error| error.to_string())))
        });
        return checked.await?.map_err(Problem::bad);
    }
    let shot = opened(&app, &game).await?;
    app.heavy(Class::Heavy, &visitor, move || verified(&shot.world, &shot)).await?
}

fn verified(world: &World, shot: &Shot) -> Result<Html<String>, Problem> {
    let table = &shot.table;
    let download = finished(table)?;
    let catalog = world.catalog_of(&table.setup).map_err(Problem::bad)?;
    let result = download.replay.play(catalog, usize::MAX).map(|_| ()).map_err(|error| error.to_string());
    let finished = table.finished(Viewer::Public).ok_or(Refusal::Frozen)?;
    Ok(pages::end::verified(finished, &shot.game, &result))
}
