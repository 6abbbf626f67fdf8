//! A finished game as a file, and its proof.

use super::asker::Asker;
use super::problem::Problem;
use crate::owner::{Refusal, Shot};
use crate::pages;
use crate::pool::Class;
use crate::secret;
use crate::world::World;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use engine::{Replay, Viewer};
use serde::{Deserialize, Serialize};
use table::Table;

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
    let replay = table.replay().map_err(|error| Refusal::Unreadable(error.to_string()))?;
    Ok(Download {
        commitment: Some(secret::commitment(replay.seed)),
        players: Some([table.setup.dark.name.clone(), table.setup.light.name.clone()]),
        replay,
    })
}

/// The file.
pub async fn file(asker: Asker) -> Result<Response, Problem> {
    let download = finished(&asker.shot.table)?;
    let text =
        serde_json::to_string_pretty(&download).map_err(|error| Refusal::Unreadable(error.to_string()))?;
    let name = format!("attachment; filename=\"game-{}.json\"", asker.shot.game);
    Ok(([(CONTENT_TYPE, "application/json".to_string()), (CONTENT_DISPOSITION, name)], text).into_response())
}

/// Plays the game again from its file and compares every state.
pub async fn verify(asker: Asker) -> Result<Html<String>, Problem> {
    let (shot, world) = (asker.shot.clone(), asker.app.world.clone());
    asker.app.heavy(Class::Heavy, &asker.visitor, move || verified(&world, &shot)).await?
}

fn verified(world: &World, shot: &Shot) -> Result<Html<String>, Problem> {
    let table = &shot.table;
    let download = finished(table)?;
    let catalog = world.catalog_of(&table.setup).map_err(Problem::bad)?;
    let result = download.replay.play(catalog, usize::MAX).map(|_| ()).map_err(|error| error.to_string());
    let result = if download.keeps_its_promise() {
        result
    } else {
        Err("The seed isn’t the one that was promised.".into())
    };
    let finished = table.finished(Viewer::Public).ok_or(Refusal::Frozen)?;
    Ok(pages::end::verified(finished, &shot.game, &result))
}
