//! The pages of a table.

use super::App;
use super::asker::{Asker, opened, viewer};
use super::problem::Problem;
use super::settings::Settings;
use crate::pages::table::sight::Sight;
use crate::pages::table::{self as page, Extra, Panel, Said};
use crate::pages::{self, inspect};
use crate::store::role_of;
use crate::table::Table;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use engine::Viewer;
use engine::state::{Slot, Where};
use maud::html;
use serde::Deserialize;
use vocab::Role;

/// What a page of a table can be asked for.
#[derive(Debug, Default, Deserialize)]
pub struct Wanted {
    card: Option<usize>,
    drawn: Option<String>,
}

/// The wishes that a browser keeps hold at every table at which its visitor has not said anything else.
fn take_wishes(table: &mut Table, seats: &[Role], settings: Settings) -> bool {
    let fresh: Vec<Role> = seats.iter().copied().filter(|role| table.wishes[*role].is_fresh()).collect();
    let Some(wishes) = settings.wishes.filter(|_| !fresh.is_empty()) else { return false };
    for role in fresh {
        table.wishes[role] = wishes;
    }
    true
}

/// The table as the asker sees it: a part for the script, a page for others, or a text.
pub async fn shown(asker: &Asker, mut extra: Extra) -> Response {
    let Asker { app, live, visitor, as_text } = asker;
    let seats = asker.seats();
    let mut table = live.table.lock().await;
    let woken = take_wishes(&mut table, &seats, visitor.settings);
    let (who, curtain) = viewer(&table, &seats);
    extra.curtain = curtain;
    extra.settings = visitor.settings;
    if let [role] = seats[..]
        && table.setup.is_for_two()
    {
        if !live.is_taken(role.other()) {
            extra.invitation.get_or_insert_with(|| format!("/t/{}/invite", live.name));
        }
        let said = |(by, text): (Role, String)| Said {
            own: by == role,
            name: table.setup.player(by).name.clone(),
            text,
        };
        extra.chat = Some(live.chat().into_iter().map(said).collect());
    }
    let response = {
        let sight = Sight::new(&app.hub.world, &table, &live.name, who);
        if *as_text {
            page::text::text(&sight, &extra).into_response()
        } else if visitor.script {
            Html(page::body(&sight, &extra).into_string()).into_response()
        } else {
            page::page(&sight, &extra).into_response()
        }
    };
    drop(table);
    if woken {
        app.hub.drive(live);
    }
    response
}

/// The table; for those who want so, as text.
pub async fn table(asker: Asker, Query(wanted): Query<Wanted>) -> Response {
    if asker.visitor.settings.text && !asker.visitor.script && wanted.drawn.is_none() && wanted.card.is_none()
    {
        return Redirect::to(&format!("/t/{}/text", asker.live.name)).into_response();
    }
    let panel = wanted.card.and_then(Slot::new).map_or(Panel::Log, Panel::Card);
    shown(&asker, Extra { panel, ..Extra::default() }).await
}

/// The table as text.
pub async fn text(mut asker: Asker) -> Response {
    asker.as_text = true;
    shown(&asker, Extra::default()).await
}

/// The whole log.
pub async fn log(asker: Asker) -> Html<String> {
    let table = asker.live.table.lock().await;
    let (who, _) = viewer(&table, &asker.seats());
    page::whole_log(&Sight::new(&asker.app.hub.world, &table, &asker.live.name, who))
}

/// A card for the desk.
pub async fn card(asker: Asker, Path((_, slot)): Path<(String, usize)>) -> Result<Html<String>, Problem> {
    let slot = Slot::new(slot).ok_or_else(|| Problem::bad("There’s no such card."))?;
    let table = asker.live.table.lock().await;
    let (who, _) = viewer(&table, &asker.seats());
    let sight = Sight::new(&asker.app.hub.world, &table, &asker.live.name, who);
    let pictures = !asker.visitor.settings.drawn;
    Ok(Html(inspect::inspect(&sight, slot, pictures).into_string()))
}

/// A discard pile.
pub async fn pile(
    State(app): State<App>,
    Path((game, role)): Path<(String, String)>,
) -> Result<Html<String>, Problem> {
    let live = opened(&app, &game).await?;
    let role = role_of(&role).ok_or_else(|| Problem::bad("The piles are `dark` and `light`."))?;
    let table = live.table.lock().await;
    let sight = Sight::new(&app.hub.world, &table, &game, Viewer::Public);
    let name = &table.setup.player(role).name;
    let cards: Vec<_> = sight
        .view
        .cards
        .iter()
        .filter(|card| card.owner == role && card.place == Where::DiscardPile)
        .collect();
    Ok(pages::page(
        "Discard pile",
        "",
        &html! {
            h1 { (name) "’s discard pile" }
            p.lead { (cards.len()) " cards. " a href={ "/t/" (game) } { "Back to the table" } }
            ul.card-list { @for card in cards { @if let Some(definition) = sight.definition(card) {
                li.unit data-side=(definition.side.letter()) { a.card href=(pages::cards::address(&definition.to_string())) { (pages::face::plain(definition, None)) } }
            } } }
        },
    ))
}

/// The summary.
pub async fn end(asker: Asker) -> Response {
    let table = asker.live.table.lock().await;
    // What is open after a game is hidden during it.
    if table.game.outcome().is_none() {
        return Redirect::to(&format!("/t/{}", asker.live.name)).into_response();
    }
    pages::end::end(&table, &asker.live.name, asker.only_seat()).into_response()
}

/// A redirect that also gives the visitor a token.
pub fn seated(to: &str, cookie: Option<axum::http::HeaderValue>) -> Response {
    let mut response =
        (StatusCode::SEE_OTHER, [(axum::http::header::LOCATION, to.to_string())]).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(axum::http::header::SET_COOKIE, cookie);
    }
    response
}
