//! The visitor's own page: making a recovery key, using one, signing other browsers out.

use super::App;
use super::game::seated;
use super::named;
use super::problem::Problem;
use super::seat::Visitor;
use crate::pages::me as page;
use crate::secret;
use axum::extract::{Form, Path, State};
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

/// How many games somebody has.
async fn games(app: &App, visitor: &Visitor) -> Result<usize, Problem> {
    match &visitor.holder {
        Some(holder) => Ok(app.registry.node().store.games_of(holder).await?.len()),
        None => Ok(0),
    }
}

/// The page.
pub async fn me(State(app): State<App>, visitor: Visitor) -> Result<Html<String>, Problem> {
    let games = games(&app, &visitor).await?;
    let blocked = match &visitor.holder {
        Some(holder) => app.registry.node().store.blocked_by(holder).await?,
        None => Vec::new(),
    };
    let now = app.people.now();
    let rated = match &visitor.holder {
        Some(holder) => app.registry.node().store.ratings(std::slice::from_ref(holder)).await?,
        None => Vec::new(),
    };
    let name = named::own(&app, &visitor).await?;
    let me = page::Me {
        known: visitor.holder.is_some(),
        kept: visitor.kept,
        name: name.as_deref(),
        games,
        rating: rated.first().map(|rated| (rated.by(now), rated.games)),
        blocked: &blocked,
    };
    Ok(page::me(&me, now))
}

/// What somebody wants to be called.
#[derive(Debug, Deserialize)]
pub struct Named {
    name: String,
}

/// Gives the visitor a name, or takes it away.
pub async fn name(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<Named>,
) -> Result<Response, Problem> {
    let holder = visitor.holder.as_ref().filter(|_| visitor.kept);
    let holder =
        holder.ok_or_else(|| Problem::conflict("Make a recovery key first: a name is kept with it."))?;
    let name = named::wanted(&form.name)?;
    if !app.registry.node().store.call(holder, name.clone()).await? {
        let taken = name.unwrap_or_default();
        return Err(Problem::conflict(format!(
            "Somebody else has the name “{taken}”, or one that looks like it. Choose another."
        )));
    }
    Ok(seated("/me", None))
}

/// Makes a recovery key, in place of an earlier one, and shows it this once.
pub async fn keep(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Html<String>, Problem> {
    let stranger = || Problem::conflict("There’s nothing to keep yet. Start a game first, then come back.");
    let key = app.people.keep(visitor.holder.as_ref().ok_or_else(stranger)?).await?;
    tracing::info!("a recovery key was made");
    Ok(page::key(&key, &format!("{}/key/{key}", app.door.link(&headers))))
}

/// A key that somebody typed.
#[derive(Debug, Deserialize)]
pub struct Typed {
    key: String,
}

/// A link with a key in it: it changes nothing until the button is pressed.
pub async fn link(
    State(app): State<App>,
    visitor: Visitor,
    Path(key): Path<String>,
) -> Result<Html<String>, Problem> {
    let key = secret::read_key(&key).ok_or_else(unknown)?;
    Ok(page::use_link(&key, games(&app, &visitor).await?))
}

fn unknown() -> Problem {
    Problem::not_found(
        "Nobody has this key. Check the eight words; if a newer key was made, only that one works.",
    )
}

/// Becomes the visitor whose key this is. Seats that this browser held so far are not lost: their key is shown.
pub async fn use_key(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Form(form): Form<Typed>,
) -> Result<Response, Problem> {
    let key = secret::read_key(&form.key).ok_or_else(unknown)?;
    let (found, token) = app.people.recover(&key).await?.ok_or_else(unknown)?;
    let left = match &visitor.holder {
        Some(old) if *old != found.id && games(&app, &visitor).await? > 0 => {
            Some(app.people.keep(old).await?)
        }
        _ => None,
    };
    tracing::info!("a recovery key was used");
    let mut response = match left {
        Some(old) => page::left(&old, &format!("{}/key/{old}", app.door.link(&headers))).into_response(),
        None => seated("/", None),
    };
    if let Some(cookie) = visitor.cookie(&token) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Signs all other browsers out.
pub async fn sign_out(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    if let (Some(holder), Some(token)) = (&visitor.holder, &visitor.token) {
        app.people.sign_out(holder, token).await?;
    }
    Ok(seated("/me", None))
}
