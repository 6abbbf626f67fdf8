//! Somebody at a table: the game that the address names, as it is now, and who asks.

use super::App;
use super::news::Known;
use super::problem::Problem;
use super::seat::Visitor;
use crate::coach;
use crate::learned::Learned;
use crate::owner::{Command, Order, Refusal, Shot};
use crate::secret;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use engine::Viewer;
use std::collections::HashMap;
use std::sync::Arc;
use table::Table;
use vocab::Role;

/// Somebody who asks for something of a table.
pub struct Asker {
    /// What every handler can use.
    pub app: App,
    /// The table when the request came.
    pub shot: Arc<Shot>,
    /// Who asks.
    pub visitor: Visitor,
    /// Whether the table as text asks.
    pub as_text: bool,
    /// What the page that asks shows already, if it is one that takes changes.
    pub known: Option<Known>,
}

impl FromRequestParts<App> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Asker, Problem> {
        let names = Path::<HashMap<String, String>>::from_request_parts(parts, app).await;
        let game = names.ok().and_then(|Path(names)| names.get("game").cloned()).unwrap_or_default();
        let mut shot = opened(app, &game).await?;
        let visitor = Visitor::from_request_parts(parts, app).await?;
        // Those who watch see what the players let them see.
        if shot.table.seats_of(visitor.holder.as_deref()).is_empty() {
            shot = app.registry.look_as(&shot.game, false).await?;
            if !shot.may_be_watched() {
                return Err(Problem::forbidden(UNWATCHED));
            }
        }
        for role in shot.table.seats_of(visitor.holder.as_deref()) {
            app.registry.handle(&shot.game)?.shared.player_asks(role);
        }
        let as_text = parts.uri.query().is_some_and(|query| query.split('&').any(|pair| pair == "text=1"));
        let known = Known::read(&parts.uri);
        let mut asker = Asker { app: app.clone(), shot, visitor, as_text, known };
        asker.tell_wishes().await;
        asker.remember_coach().await;
        Ok(asker)
    }
}

/// What strangers are told at a table of that kind.
pub const UNWATCHED: &str = "The players of this game don’t want to be watched.";

/// A game by its name.
pub async fn opened(app: &App, game: &str) -> Result<Arc<Shot>, Problem> {
    if !secret::is_wellformed(game) {
        return Err(Refusal::Missing.into());
    }
    Ok(app.registry.look(&Arc::from(game)).await?)
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
    /// The wishes that a browser keeps hold at every table where its visitor hasn't said anything else. They aren't
    /// stored; a table that has just been opened learns them from the first page.
    async fn tell_wishes(&mut self) {
        let Some(wishes) = self.visitor.settings.wishes else { return };
        let table = &self.shot.table;
        if table.game.outcome().is_some() || !self.seats().iter().any(|role| table.wishes[*role].is_fresh()) {
            return;
        }
        let by = self.visitor.holder.clone();
        let order = Order { by, number: None, request: 0, command: Command::Prefer(wishes) };
        if let Ok(shot) = self.app.registry.order(&self.shot.game, order).await {
            self.shot = shot;
        }
    }

    /// What the coach has said to a player is in the cookie; a browser that has none learns it from the record.
    async fn remember_coach(&mut self) {
        let is_known = self.visitor.learned.word(coach::HEARD).is_some();
        let Some(holder) = self.visitor.holder.clone().filter(|_| !is_known && !self.seats().is_empty())
        else {
            return;
        };
        match Learned::of(&*self.app.registry.node().store, &holder).await {
            Ok(known) => self.visitor.learned = self.visitor.learned.clone().with(&known),
            Err(error) => tracing::warn!(%error, "what a visitor has learned can't be read"),
        }
    }

    /// The seats that the asker holds.
    pub fn seats(&self) -> Vec<Role> {
        self.shot.table.seats_of(self.visitor.holder.as_deref())
    }

    /// The seat of an asker who holds just one.
    pub fn only_seat(&self) -> Option<Role> {
        match self.seats()[..] {
            [role] => Some(role),
            _ => None,
        }
    }

    /// The seat that the asker acts for: at a shared screen the one that is asked.
    pub fn acting(&self) -> Result<Role, Problem> {
        match viewer(&self.shot.table, &self.seats()) {
            (Viewer::Seat(role), _) => Ok(role),
            (Viewer::Public, Some(_)) => Err(Refusal::HandOver.into()),
            (Viewer::Public, None) => Err(Refusal::NoSeat.into()),
        }
    }

    /// The address of the table, drawn or as text.
    pub fn table(&self) -> String {
        format!("/t/{}{}", self.shot.game, if self.as_text { "/text" } else { "" })
    }
}
