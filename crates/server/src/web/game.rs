//! The handlers of a table.

use super::App;
use super::problem::Problem;
use super::seat::Visitor;
use crate::computer;
use crate::hub::Live;
use crate::pages::table::sight::Sight;
use crate::pages::table::{self as page, Extra, Panel};
use crate::pages::{self, inspect};
use crate::secret;
use crate::store::role_of;
use crate::table::Table;
use crate::table::chance::Stop;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use engine::Viewer;
use engine::state::{Slot, Where};
use maud::html;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;
use vocab::Role;

/// A game by its name.
pub async fn opened(app: &App, game: &str) -> Result<Arc<Live>, Problem> {
    let missing = || Problem::not_found("There is no such game.");
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

/// What a page of a table can be asked for.
#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    card: Option<usize>,
    text: Option<String>,
}

/// The seat of a visitor who is to answer: at a shared screen the one that is asked.
fn seat(table: &Table, seats: &[Role]) -> Result<Role, Problem> {
    match viewer(table, seats) {
        (Viewer::Seat(role), _) => Ok(role),
        (Viewer::Public, Some(_)) => Err(Problem::conflict("Hand the screen over first.")),
        (Viewer::Public, None) => Err(Problem::forbidden("You have no seat at this table.")),
    }
}

async fn shown(app: &App, live: &Live, visitor: &Visitor, mut extra: Extra, as_text: bool) -> Response {
    let seats = live.seats_of(visitor.holder.as_deref());
    let table = live.table.lock().await;
    let (who, curtain) = viewer(&table, &seats);
    extra.curtain = curtain;
    if let [role] = seats[..]
        && table.setup.is_for_two()
        && !live.is_taken(role.other())
    {
        extra.invitation.get_or_insert_with(|| format!("/t/{}/invite", live.name));
    }
    let sight = Sight::new(&app.hub.world, &table, &live.name, who);
    if as_text {
        page::text::text(&sight, &extra).into_response()
    } else if visitor.script {
        Html(page::body(&sight, &extra).into_string()).into_response()
    } else {
        page::page(&sight, &extra).into_response()
    }
}

/// The table.
pub async fn table(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    let panel = asked.card.and_then(Slot::new).map_or(Panel::Log, Panel::Card);
    Ok(shown(&app, &live, &visitor, Extra { panel, ..Extra::default() }, false).await)
}

/// The table as text.
pub async fn text(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    Ok(shown(&app, &live, &visitor, Extra::default(), true).await)
}

/// The whole log.
pub async fn log(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Html<String>, Problem> {
    let live = opened(&app, &game).await?;
    let seats = live.seats_of(visitor.holder.as_deref());
    let table = live.table.lock().await;
    let (who, _) = viewer(&table, &seats);
    Ok(page::whole_log(&Sight::new(&app.hub.world, &table, &game, who)))
}

/// A card for the desk.
pub async fn card(
    State(app): State<App>,
    visitor: Visitor,
    Path((game, slot)): Path<(String, usize)>,
) -> Result<Html<String>, Problem> {
    let live = opened(&app, &game).await?;
    let slot = Slot::new(slot).ok_or_else(|| Problem::bad("There is no such card."))?;
    let seats = live.seats_of(visitor.holder.as_deref());
    let table = live.table.lock().await;
    let (who, _) = viewer(&table, &seats);
    let sight = Sight::new(&app.hub.world, &table, &game, who);
    Ok(Html(inspect::inspect(&sight, slot).into_string()))
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
            h1 { "Discard pile of " (name) }
            p.lead { (cards.len()) " cards. " a href={ "/t/" (game) } { "Back to the table" } }
            ul.card-list { @for card in cards { @if let Some(definition) = sight.definition(card) {
                li.unit data-side=(definition.side.letter()) { a.card href=(pages::cards::address(&definition.to_string())) { (pages::face::plain(definition, None)) } }
            } } }
        },
    ))
}

/// The summary.
pub async fn end(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    let seats = live.seats_of(visitor.holder.as_deref());
    let table = live.table.lock().await;
    // What is open after a game is hidden during it.
    if table.game.outcome().is_none() {
        return Ok(Redirect::to(&format!("/t/{game}")).into_response());
    }
    let own = if let [role] = seats[..] { Some(role) } else { None };
    Ok(pages::end::end(&table, &game, own).into_response())
}

/// An answer: the number of the question and a run of choices.
#[derive(Debug, Deserialize)]
pub struct Answer {
    n: usize,
    a: String,
}

/// The longest run of choices that one button stands for.
const LONGEST: usize = 4;

fn path(text: &str) -> Result<Vec<u16>, Problem> {
    let numbers: Result<Vec<u16>, _> = text.split(',').take(LONGEST + 1).map(str::parse).collect();
    match numbers {
        Ok(path) if path.len() <= LONGEST => Ok(path),
        _ => Err(Problem::bad("An answer is a number, or a few numbers separated by commas.")),
    }
}

/// Answers.
pub async fn answer(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(asked): Query<Asked>,
    Form(form): Form<Answer>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    let path = path(&form.a)?;
    let who = seat(&*live.table.lock().await, &live.seats_of(visitor.holder.as_deref()))?;
    let done = app.hub.answer(&live, who, form.n, &path).await;
    after(&app, &live, &visitor, done.map_err(Problem::from), asked.text.is_some()).await
}

/// After a form: the part for the script, or the page again.
async fn after(
    app: &App,
    live: &Live,
    visitor: &Visitor,
    done: Result<(), Problem>,
    as_text: bool,
) -> Result<Response, Problem> {
    done?;
    if visitor.script {
        return Ok(shown(app, live, visitor, Extra::default(), false).await);
    }
    let page = if as_text { "/text" } else { "" };
    Ok(Redirect::to(&format!("/t/{}{page}", live.name)).into_response())
}

/// The number of a question.
#[derive(Debug, Deserialize)]
pub struct Number {
    n: usize,
}

/// Passes everything until the next attack.
pub async fn hold(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
    Form(form): Form<Number>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    {
        let mut table = live.table.lock().await;
        let who = seat(&table, &live.seats_of(visitor.holder.as_deref()))?;
        if table.asked() != Some(who) || table.answers.len() != form.n {
            return Err(Problem::conflict("The game has moved on."));
        }
        let made = table.game.state().attacks_made;
        table.wishes[who].until = Some(made);
    }
    app.hub.drive(&live);
    after(&app, &live, &visitor, Ok(()), false).await
}

/// Takes the own last answer back: at once against the computer, when the opponent agrees otherwise.
pub async fn undo(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    let to = {
        let mut table = live.table.lock().await;
        let seats = live.seats_of(visitor.holder.as_deref());
        let who = seat(&table, &seats)?;
        let to = table.back_to(who).ok_or_else(|| Problem::conflict("There is nothing to take back."))?;
        if table.setup.is_for_two() && seats.len() == 1 {
            table.take_back = Some((who, to));
            table.version += 1;
            live.tell(table.version);
            None
        } else {
            Some(to)
        }
    };
    if let Some(to) = to {
        app.hub.take_back(&live, to).await?;
    }
    after(&app, &live, &visitor, Ok(()), false).await
}

/// Agrees with a wish to take an answer back, or does not.
pub async fn agree(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    let to = {
        let mut table = live.table.lock().await;
        let who = seat(&table, &live.seats_of(visitor.holder.as_deref()))?;
        match table.take_back.take() {
            Some((by, to)) if by != who => {
                table.version += 1;
                live.tell(table.version);
                (form.get("agree").is_some_and(|agree| agree == "yes")).then_some(to)
            }
            _ => return Err(Problem::conflict("Nobody asks for that.")),
        }
    };
    if let Some(to) = to {
        app.hub.take_back(&live, to).await?;
    }
    after(&app, &live, &visitor, Ok(()), false).await
}

/// Sets where a player wants to be asked.
pub async fn wishes(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    {
        let mut table = live.table.lock().await;
        let who = seat(&table, &live.seats_of(visitor.holder.as_deref()))?;
        for stop in Stop::ALL {
            table.wishes[who].set(stop, form.contains_key(stop.word()));
        }
        table.wishes[who].coach = form.contains_key("coach");
    }
    app.hub.drive(&live);
    after(&app, &live, &visitor, Ok(()), false).await
}

/// Switches the coach off.
pub async fn coach(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    {
        let mut table = live.table.lock().await;
        let who = seat(&table, &live.seats_of(visitor.holder.as_deref()))?;
        table.wishes[who].coach = false;
    }
    after(&app, &live, &visitor, Ok(()), false).await
}

/// What the computer would do.
pub async fn hint(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    let (board, who) = {
        let table = live.table.lock().await;
        let who = seat(&table, &live.seats_of(visitor.holder.as_deref()))?;
        if table.asked() != Some(who) {
            return Err(Problem::conflict("You are not asked at the moment."));
        }
        (table.game.clone(), who)
    };
    let hint = tokio::task::spawn_blocking(move || computer::hint(&board, who)).await;
    let hint = hint.unwrap_or_else(|_| "No hint for this one.".into());
    Ok(shown(&app, &live, &visitor, Extra { hint: Some(hint), ..Extra::default() }, false).await)
}

/// Hands a shared screen over.
pub async fn screen(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(asked): Query<Asked>,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let live = opened(&app, &game).await?;
    let role = form.get("role").and_then(|word| role_of(word)).ok_or_else(|| Problem::bad("Whose cards?"))?;
    if !live.seats_of(visitor.holder.as_deref()).contains(&role) {
        return Err(Problem::forbidden("You have no seat at this table."));
    }
    live.table.lock().await.screen = Some(role);
    after(&app, &live, &visitor, Ok(()), asked.text.is_some()).await
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
