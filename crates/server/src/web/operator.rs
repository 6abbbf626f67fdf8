//! The operator's desk: what players report about each other, and what is done about it. Only with the operator's key.

use super::App;
use super::game::seated;
use super::problem::Problem;
use super::seat::{Visitor, cookie};
use super::tidy;
use crate::pages::operator as page;
use crate::secret;
use axum::extract::{Form, State};
use axum::http::header::{HeaderMap, HeaderValue, SET_COOKIE};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use std::time::Instant;
use store::{LONGEST_QUEUE, Measure, StoreError, Taken};

/// The cookie that holds the key, for as long as a working day.
const NAME: &str = "dejarik-operator";
const SECONDS: u32 = 12 * 60 * 60;
/// How long somebody can be silenced, in days.
const DAYS: i64 = 365;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Nothing here can be told from a server without an operator.
fn nothing() -> Problem {
    Problem::not_found("There’s no such page.")
}

fn is_operator(app: &App, headers: &HeaderMap) -> bool {
    app.site.is_operator(cookie(headers, NAME))
}

/// The desk, or the way to it.
pub async fn desk(State(app): State<App>, headers: HeaderMap) -> Result<Html<String>, Problem> {
    if app.site.operator.is_none() {
        return Err(nothing());
    }
    if !is_operator(&app, &headers) {
        return Ok(page::sign_in());
    }
    let store = &app.registry.node().store;
    let (open, measures) = (store.reports(true, LONGEST_QUEUE).await?, store.measures(LONGEST_QUEUE).await?);
    Ok(page::desk(&open, &measures, app.people.now()))
}

/// The key that somebody typed.
#[derive(Deserialize)]
pub struct Key {
    key: String,
}

/// Signs the operator in. Keys can't be tried one after the other.
pub async fn sign_in(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<Key>,
) -> Result<Response, Problem> {
    if app.site.operator.is_none() {
        return Err(nothing());
    }
    if !app.words.allows(visitor.counted_as(), 1.0, Instant::now()) {
        return Err(Problem::too_much("Wait a moment before you try another key."));
    }
    let key = form.key.trim();
    if !app.site.is_operator(Some(key)) {
        tracing::warn!("somebody tried a key that isn't the operator's");
        return Err(Problem::forbidden("That isn’t the operator’s key."));
    }
    let secure = if visitor.secure { "; Secure" } else { "" };
    let text = format!("{NAME}={key}; Path=/operator; Max-Age={SECONDS}; HttpOnly; SameSite=Strict{secure}");
    let value =
        HeaderValue::from_str(&text).map_err(|_| Problem::bad("The key can’t be kept in a cookie."))?;
    tracing::info!("the operator has signed in");
    let mut response = seated("/operator", None).into_response();
    response.headers_mut().insert(SET_COOKIE, value);
    Ok(response)
}

/// What the operator does.
#[derive(Deserialize)]
pub struct Done {
    #[serde(default)]
    report: String,
    #[serde(default)]
    about: String,
    #[serde(rename = "do")]
    what: String,
    #[serde(default)]
    days: String,
    #[serde(default)]
    why: String,
}

/// Settles a report, or lets somebody write again.
pub async fn settle(
    State(app): State<App>,
    headers: HeaderMap,
    Form(form): Form<Done>,
) -> Result<Response, Problem> {
    if !is_operator(&app, &headers) {
        return Err(nothing());
    }
    let (store, at) = (&app.registry.node().store, app.people.now());
    let measure = match form.what.as_str() {
        "dismiss" => Measure::Dismissed,
        "release" => Measure::Released,
        "silence" => match form.days.trim().parse::<i64>() {
            Ok(days) if (1..=DAYS).contains(&days) => Measure::Silenced { until: at + days * DAY },
            _ => return Err(Problem::bad(format!("For how many days? 1 to {DAYS}."))),
        },
        _ => return Err(Problem::bad("Dismiss, silence or release?")),
    };
    let (report, about) = if form.report.is_empty() {
        (None, form.about)
    } else {
        let open = store.reports(true, LONGEST_QUEUE).await?;
        let found = open.into_iter().find(|report| report.id == form.report).ok_or_else(settled)?;
        (Some(found.id), found.about)
    };
    if about.is_empty() {
        return Err(Problem::bad("About whom?"));
    }
    let why = tidy::line(&form.why, 300);
    if why.is_empty() {
        return Err(Problem::bad("Say why: it’s kept with what you do."));
    }
    // What was done last decides: two measures never have the same time.
    let last = store.measures(1).await?.first().map_or(i64::MIN, |taken| taken.at);
    let at = at.max(last.saturating_add(1));
    let (id, who) = (secret::game_name()?, "operator".to_string());
    tracing::info!(measure = measure.word(), "the operator took a measure");
    let taken = Taken { id, report, about, measure, who, why, at };
    store.settle(taken).await.map_err(|error| match error {
        StoreError::Missing => settled(),
        error => error.into(),
    })?;
    Ok(seated("/operator", None))
}

fn settled() -> Problem {
    Problem::conflict("This report is settled already.")
}
