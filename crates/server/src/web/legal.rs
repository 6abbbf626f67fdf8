//! Whether decks are legal in the format of a table, before anybody sits down.

use super::App;
use super::library::heavy;
use super::problem::Problem;
use super::seat::Visitor;
use crate::pages;
use crate::pages::conditions::Told;
use crate::world::{Offer, World};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cards::Format;
use dejarik::HandText;
use table::GameSetup;

/// The format that a form names, if it names one.
pub fn format(app: &App, name: &str) -> Result<Option<Format>, Problem> {
    let name = name.trim();
    if name.is_empty() {
        return Ok(None);
    }
    let found = app.world.cards.formats().get(name);
    found.cloned().map(Some).map_err(|unknown| Problem::bad(format!("Can’t use that format: {unknown}.")))
}

/// The format of a table, if it has one. The files may have changed since it was laid.
pub fn format_of(app: &App, setup: &GameSetup) -> Result<Option<Format>, Problem> {
    let Some(name) = &setup.conditions.format else { return Ok(None) };
    let gone = |_| {
        Problem::conflict(format!(
            "This table is for the format “{name}”, which this server no longer has. Ask your friend for a new table."
        ))
    };
    app.world.cards.formats().get(name).cloned().map(Some).map_err(gone)
}

/// The page of the faults that decks have in a format; nothing if they are legal, or if any deck will do.
pub async fn refused(
    app: &App,
    visitor: &Visitor,
    format: Option<&Format>,
    decks: &[&Offer],
) -> Result<Option<Response>, Problem> {
    let Some(format) = format.cloned() else { return Ok(None) };
    let lists: Vec<cards::Deck> = decks.iter().map(|offer| offer.list.clone()).collect();
    let reports = heavy(app, visitor, move |world| {
        let checked = lists.into_iter().map(|list| (world.cards.check(&list, &format), list.name));
        checked.filter(|(report, _)| !report.is_legal()).collect::<Vec<_>>()
    });
    let reports = reports.await?;
    if reports.is_empty() {
        return Ok(None);
    }
    Ok(Some((StatusCode::BAD_REQUEST, pages::decks::illegal(&reports)).into_response()))
}

/// What an invitation tells about a table, with the texts of its decks that are carried out by hand.
pub fn told(setup: &GameSetup, texts: Option<&[(&str, Vec<HandText>); 2]>) -> Told {
    Told {
        conditions: setup.conditions.clone(),
        edition: setup.edition.parse().unwrap_or_default(),
        undo: setup.undo,
        passing: setup.passing,
        watching: setup.watching,
        by_hand: texts.into_iter().flatten().map(|(_, texts)| pages::hand::cards(texts)).sum(),
    }
}

/// Whether a deck is legal in a format.
pub fn is_legal(world: &World, offer: &Offer, format: Option<&Format>) -> bool {
    format.is_none_or(|format| world.cards.check(&offer.list, format).is_legal())
}
