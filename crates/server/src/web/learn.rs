//! Lessons: the list of them, and a table for one.

use super::App;
use super::create::{Plan, lay};
use super::game::seated;
use super::play::may_start;
use super::problem::Problem;
use super::seat::Visitor;
use crate::computer;
use crate::learned::Learned;
use crate::lesson::{SEED, Taught};
use crate::pages;
use crate::secret;
use axum::extract::{Form, Path, State};
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use engine::Names;
use engine::state::Seed;
use std::collections::HashMap;
use table::setup::{GameSetup, Kind, Pace, Passing, Player, Roles, Source, Undo, Watching};
use vocab::{Edition, Role};

/// What a visitor has learned, by the visitor's record and by the cookie.
pub async fn learned(app: &App, visitor: &Visitor) -> Result<Learned, Problem> {
    let known = match &visitor.holder {
        Some(holder) => Learned::of(&*app.registry.node().store, holder).await?,
        None => Learned::default(),
    };
    Ok(visitor.learned.clone().with(&known))
}

/// A page, after which the browser knows what the visitor's record knows.
pub fn remembered(visitor: &Visitor, learned: &Learned, page: impl IntoResponse) -> Response {
    let mut response = page.into_response();
    if visitor.learned != *learned
        && let Some(cookie) = learned.cookie()
    {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Keeps what a visitor has learned since, in the visitor's record as well, and gives the browser the same.
pub async fn kept(
    app: &App,
    visitor: &Visitor,
    (before, after): (&Learned, &Learned),
    page: impl IntoResponse,
) -> Result<Response, Problem> {
    if let Some(holder) = &visitor.holder {
        for (what, value) in after.since(before) {
            app.registry.node().store.learn(holder, what.into(), value.into()).await?;
        }
    }
    Ok(remembered(visitor, after, page))
}

/// The lessons, with those that the visitor has taken.
pub async fn learn(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    let learned = learned(&app, &visitor).await?;
    let games = match &visitor.holder {
        Some(holder) => app.registry.node().store.games_of(holder).await?,
        None => Vec::new(),
    };
    let page = pages::learn::lessons(app.world.lessons(), &learned, &games, secret::request()?);
    Ok(remembered(&visitor, &learned, page))
}

/// Sets up a table for a lesson.
pub async fn start(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    may_start(&app, &visitor)?;
    let taught = app.world.lessons().iter().find(|taught| taught.lesson.scenario.id == id);
    let taught = taught.ok_or_else(|| Problem::not_found("There’s no such lesson."))?;
    let pace =
        if form.get("pace").is_some_and(|pace| pace == "instant") { Pace::Instant } else { Pace::Calm };
    // Whoever wants the same game once more can name its seed: nothing is promised in a lesson.
    let wanted = form.get("seed").and_then(|seed| seed.parse::<u64>().ok()).map(Seed::from);
    let setup = setup(taught, pace, wanted)?;
    let request = form.get("request").and_then(|number| number.parse().ok()).unwrap_or(0);
    let (world, seats) = (app.world.clone(), vec![taught.lesson.you]);
    let plan = Plan { seats, ..Plan::new(world, setup, request) };
    let (game, cookie) = lay(&app, &visitor, plan).await?;
    tracing::info!(game = &*game, lesson = id, "a lesson");
    Ok(seated(&format!("/t/{game}"), cookie))
}

fn setup(taught: &Taught, pace: Pace, wanted: Option<Seed>) -> Result<GameSetup, Problem> {
    let lesson = taught.position().map_err(Problem::bad)?;
    // Where the game goes on after the script, nobody knows what comes. It isn't promised: it is a lesson.
    let goes_on = taught.lesson.opponent.is_some();
    let seed = match wanted {
        _ if !goes_on => SEED,
        Some(seed) => seed,
        None => Seed([secret::request()?, secret::request()?]),
    };
    let player = |role: Role| {
        let is_you = role == taught.lesson.you;
        let other = if goes_on { computer::name(ai::Level::Gentle) } else { "Coach" };
        let level = taught.lesson.opponent.clone().unwrap_or_else(|| ai::Level::Gentle.name().into());
        Player {
            name: if is_you { "You".into() } else { other.into() },
            kind: if is_you { Kind::Person } else { Kind::Computer(level) },
            deck: taught.lesson.name().to_string(),
            cards: Names { cards: lesson.cards_of(role), supply: Vec::new() },
            by_hand: Default::default(),
        }
    };
    Ok(GameSetup {
        edition: Edition::Current.name().to_string(),
        seed,
        chance: Source::Seed,
        roles: Roles::Fixed,
        rules: engine::RULES,
        pocket: None,
        dark: player(Role::Dark),
        light: player(Role::Light),
        pace,
        undo: if goes_on { Undo::Agreed } else { Undo::Never },
        passing: Passing::AtOnce,
        from: None,
        scratch: None,
        watching: Watching::Nobody,
        lesson: Some(lesson),
        conditions: Default::default(),
    })
}
