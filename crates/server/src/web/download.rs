//! A finished game as a file, and its proof.

use super::App;
use super::asker::opened;
use super::problem::Problem;
use crate::pages;
use crate::secret;
use crate::table::Table;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use engine::Replay;
use serde::{Deserialize, Serialize};

/// The file of a game: the engine's replay, and the promise that was shown before the game.
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
        return Err(Problem::conflict("You’ll see the seed when the game is over."));
    }
    let replay = table.replay().map_err(crate::hub::HubError::from)?;
    Ok(Download {
        commitment: Some(secret::commitment(replay.seed)),
        players: Some([table.setup.dark.name.clone(), table.setup.light.name.clone()]),
        replay,
    })
}

/// The file.
pub async fn file(State(app): State<App>, Path(game): Path<String>) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    let download = finished(&*live.table.lock().await)?;
    let text = serde_json::to_string_pretty(&download).map_err(crate::hub::HubError::from)?;
    let name = format!("attachment; filename=\"game-{game}.json\"");
    Ok(([(CONTENT_TYPE, "application/json".to_string()), (CONTENT_DISPOSITION, name)], text).into_response())
}

/// Plays the game again from its file and compares every state.
pub async fn verify(State(app): State<App>, Path(game): Path<String>) -> Result<Html<String>, Problem> {
    let live = opened(&app, &game).await?;
    let table = live.table.lock().await;
    let download = finished(&table)?;
    let catalog = app.hub.world.catalog_of(&table.setup).map_err(Problem::bad)?;
    let result = download.replay.play(catalog, usize::MAX).map(|_| ()).map_err(|error| error.to_string());
    let result = if download.keeps_its_promise() {
        result
    } else {
        Err("The seed isn’t the one that was promised.".into())
    };
    Ok(pages::end::verified(&table, &game, &result))
}
