//! A deck against the decks of the server, played in the background.

use super::App;
use super::library::{OwnDeck, heavy, read};
use super::problem::Problem;
use super::seat::Visitor;
use crate::pages;
use crate::world::World;
use axum::extract::{Form, Path, State};
use axum::response::{Html, Redirect};

/// Starts a table, or leads to the one that is there.
pub async fn start(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<OwnDeck>,
) -> Result<Redirect, Problem> {
    let matchups = app.matchups.clone();
    let table = heavy(&app, &visitor, move |world: &World| {
        let mine = world.offer(read(&form)?.deck);
        let asked = matchups.ask(world, &mine, &form.list);
        asked.map_err(|reason| Problem::bad(format!("{} can’t be played: {reason}", mine.name)))
    });
    Ok(Redirect::to(&format!("/decks/matchups/{}", table.await??.key())))
}

/// What has come of it so far; as long as somebody looks, it goes on.
pub async fn table(State(app): State<App>, Path(key): Path<String>) -> Result<Html<String>, Problem> {
    let gone = || Problem::not_found("That table isn’t kept any more. Start it again from the deck’s page.");
    let table = app.matchups.look(&key, &app.pool).ok_or_else(gone)?;
    Ok(pages::matchups::matchups(&table.shown()))
}
