//! Somebody at a table: the game that the address names, opened, and who asks.

use super::App;
use super::problem::Problem;
use super::seat::Visitor;
use crate::hub::Live;
use crate::secret;
use crate::table::Table;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use engine::Viewer;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::MutexGuard;
use vocab::Role;

/// Somebody who asks for something of a table.
pub struct Asker {
    /// What every handler can use.
    pub app: App,
    /// The game.
    pub live: Arc<Live>,
    /// Who asks.
    pub visitor: Visitor,
    /// Whether the table as text asks.
    pub as_text: bool,
}

impl FromRequestParts<App> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Asker, Problem> {
        let names = Path::<HashMap<String, String>>::from_request_parts(parts, app).await;
        let game = names.ok().and_then(|Path(names)| names.get("game").cloned()).unwrap_or_default();
        let live = opened(app, &game).await?;
        let Ok(visitor) = Visitor::from_request_parts(parts, app).await;
        let as_text = parts.uri.query().is_some_and(|query| query.split('&').any(|pair| pair == "text=1"));
        Ok(Asker { app: app.clone(), live, visitor, as_text })
    }
}

/// A game by its name.
pub async fn opened(app: &App, game: &str) -> Result<Arc<Live>, Problem> {
    let missing = || Problem::not_found("There’s no such game.");
    if !secret::is_wellformed(game) {
        return Err(missing());
    }
    app.hub.open(game).await?.ok_or_else(missing)
}

/// Who looks at a table, and whose cards wait behind the curtain of a shared screen.
pub fn viewer(table: &Table, seats: &[Role]) -> (Viewer, Option<Role>) {
    match seats {
        [] => (Viewer::Public, None),
        [one] => (Viewer::Seat(*one), None),
        [..] => match (table.asked(), table.screen) {
            (Some(asked), Some(screen)) if asked == screen => (Viewer::Seat(asked), None),
            (Some(asked), _) => (Viewer::Public, Some(asked)),
            (None, screen) => (Viewer::Seat(screen.unwrap_or(Role::Light)), None),
        },
    }
}

impl Asker {
    /// The seats that the asker holds.
    pub fn seats(&self) -> Vec<Role> {
        self.live.seats_of(self.visitor.holder.as_deref())
    }

    /// The seat of an asker who holds just one.
    pub fn only_seat(&self) -> Option<Role> {
        match self.seats()[..] {
            [role] => Some(role),
            _ => None,
        }
    }

    /// The game under its lock, and the seat of an asker who is to answer: at a shared screen the one that is asked.
    pub async fn seated(&self) -> Result<(MutexGuard<'_, Table>, Role), Problem> {
        let table = self.live.table.lock().await;
        match viewer(&table, &self.seats()) {
            (Viewer::Seat(role), _) => Ok((table, role)),
            (Viewer::Public, Some(_)) => Err(Problem::conflict("Hand the screen over first.")),
            (Viewer::Public, None) => Err(Problem::forbidden("You don’t have a seat at this table.")),
        }
    }

    /// The address of the table, drawn or as text.
    pub fn table(&self) -> String {
        format!("/t/{}{}", self.live.name, if self.as_text { "/text" } else { "" })
    }
}
