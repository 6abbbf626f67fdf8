//! What belongs to a visitor: their games in lists and numbers, all that is stored about them in one file, and how to be
//! forgotten.

use super::App;
use super::problem::Problem;
use super::seat::Visitor;
use super::settings;
use crate::forget::redacted;
use crate::learned;
use crate::owner::{Command, Order, Refusal, outcome};
use crate::pages::mine as page;
use crate::record::Record;
use axum::extract::{Form, Query, State};
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use store::{GameId, Measure, Outcome, SOMEBODY, Store, Stored, VisitorId, role_word};
use table::{GameSetup, Step, Table};

/// So many games are counted.
const COUNTED: usize = 2000;
/// So many are read at once.
const AT_ONCE: usize = 500;
/// So many are on a page.
const SHOWN: usize = 50;

fn stranger() -> Problem {
    Problem::conflict("Nothing is stored about you: this browser hasn’t played here.")
}

/// How the games of somebody came out, the last first.
async fn outcomes(store: &Arc<dyn Store>, holder: &str, most: usize) -> Result<Vec<Outcome>, Problem> {
    let mut all: Vec<Outcome> = Vec::new();
    while all.len() < most {
        let before = all.last().map(|last| (last.at, last.game.clone()));
        let some = store.outcomes_of(holder, before, AT_ONCE.min(most - all.len())).await?;
        let is_last = some.len() < AT_ONCE;
        all.extend(some);
        if is_last {
            break;
        }
    }
    Ok(all)
}

/// Which page of a list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Page {
    page: usize,
}

/// The visitor's games.
pub async fn games(
    State(app): State<App>,
    visitor: Visitor,
    Query(Page { page }): Query<Page>,
) -> Result<Html<String>, Problem> {
    let store = &app.registry.node().store;
    let Some(holder) = &visitor.holder else { return Ok(page::nothing()) };
    let all = outcomes(store, holder, COUNTED).await?;
    // How older games came out is written down when they are opened.
    let came_out = |note: &str| note.contains(" won in turn ") || note.ends_with(": a draw");
    for game in store.games_of(holder).await? {
        if game.over && came_out(&game.note) && !all.iter().any(|known| known.game == game.game) {
            // One that can't be opened now is another time.
            let _ = app.registry.handle(&game.game);
        }
    }
    let record = Record::of(holder, &all);
    let last = all.len().saturating_sub(1) / SHOWN;
    let page = page.min(last);
    let shown: Vec<&Outcome> = all.iter().skip(page * SHOWN).take(SHOWN).collect();
    let list =
        page::Games { holder, record: &record, shown: &shown, page, last, capped: all.len() == COUNTED };
    Ok(page::games(&list, app.people.now()))
}

/// What a game has of somebody: their seats, their decks, and how it stands.
fn part(game: &GameId, stored: &Stored, holder: &str) -> Value {
    let setup: Option<GameSetup> = serde_json::from_str(&stored.setup).ok();
    let seats: Vec<Value> = stored
        .rows
        .iter()
        .filter_map(|row| match row.step() {
            Ok(Step::Sit { seat, holder: by, name }) if by == holder => Some((seat, name, row.at)),
            _ => None,
        })
        .map(|(seat, name, at)| {
            let player = setup.as_ref().map(|setup| setup.player(seat));
            json!({
                "seat": role_word(seat),
                "satDown": at,
                "name": name.or_else(|| player.map(|player| player.name.clone())),
                "deck": player.map(|player| &player.deck),
                "cards": player.map(|player| &player.cards),
            })
        })
        .collect();
    let file = stored.head.over.then(|| format!("/r/{game}/file"));
    json!({ "game": &**game, "note": stored.head.note, "over": stored.head.over, "changed": stored.head.at,
        "seats": seats, "file": file })
}

/// All that is stored about a visitor, as one file.
pub async fn data(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    let holder = visitor.holder.as_ref().ok_or_else(stranger)?;
    let store = &app.registry.node().store;
    let known = store.whose(visitor.token.as_deref().unwrap_or_default(), store::TokenKind::Cookie).await?;
    let mut games = Vec::new();
    for game in store.held(holder).await? {
        if let Some(stored) = store.load(&game).await? {
            games.push(part(&game, &stored, holder));
        }
    }
    let mut decks = Vec::new();
    for listed in store.decks_of(holder).await? {
        let versions = store.deck(&listed.id).await?.into_iter().flat_map(|deck| deck.versions);
        let versions: Vec<Value> = versions
            .map(|version| json!({ "name": version.name, "list": version.list, "saved": version.at }))
            .collect();
        decks.push(json!({ "deck": listed.id, "shared": listed.shared, "versions": versions }));
    }
    let results: Vec<Value> = outcomes(store, holder, usize::MAX)
        .await?
        .iter()
        .filter_map(|outcome| {
            let role = outcome.role_of(holder)?;
            let (own, other) = (outcome.side(role), outcome.side(role.other()));
            Some(json!({ "game": &*outcome.game, "ended": outcome.at, "side": role_word(role),
                "score": outcome.score_of(role), "rated": outcome.rated, "name": own.name, "deck": own.deck,
                "opponent": other.name, "opponentsDeck": other.deck }))
        })
        .collect();
    let now = app.people.now();
    let rated = store.ratings(std::slice::from_ref(holder)).await?;
    let rating = rated.first().filter(|rated| rated.games > 0).map(|rated| {
        let by = rated.by(now);
        json!({ "rating": by.rating, "deviation": by.deviation, "volatility": by.volatility,
            "games": rated.games, "lastGame": rated.at })
    });
    let seeks: Vec<Value> = store
        .seeks()
        .await?
        .into_iter()
        .filter(|seek| seek.visitor == *holder)
        .map(|seek| json!({ "wants": serde_json::from_str::<Value>(&seek.wants).ok(), "since": seek.at }))
        .collect();
    // What others have reported is theirs; what was decided is told.
    let reports: Vec<Value> = store
        .reports(false, usize::MAX >> 1)
        .await?
        .into_iter()
        .filter(|report| report.by == *holder)
        .map(|report| {
            json!({ "game": &*report.game, "reason": report.reason.word(), "words": report.words,
            "said": report.said, "at": report.at })
        })
        .collect();
    let measures: Vec<Value> = store
        .measures(usize::MAX >> 1)
        .await?
        .into_iter()
        .filter(|taken| taken.about == *holder && taken.measure != Measure::Dismissed)
        .map(|taken| {
            json!({ "measure": taken.measure.word(), "until": taken.measure.until(), "why": taken.why,
            "at": taken.at })
        })
        .collect();
    let learned = store.learned(holder).await?;
    let learned: serde_json::Map<String, Value> =
        learned.into_iter().map(|(what, value)| (what, Value::String(value))).collect();
    let blocked: Vec<i64> = store.blocked_by(holder).await?.into_iter().map(|(_, at)| at).collect();
    let file = json!({
        "about": "Everything this server stores about you. Times are milliseconds since 1970. What your browser keeps \
            (your wishes for tables, the theme) isn’t stored here, and neither is talk at tables.",
        "made": now,
        "visitor": { "id": holder, "name": store.name_of(holder).await?, "kept": visitor.kept,
            "firstSeen": known.map(|known| known.made) },
        "rating": rating,
        "games": games,
        "results": results,
        "decks": decks,
        "learned": learned,
        "lobby": seeks,
        "blocked": blocked,
        "reportsByYou": reports,
        "measuresAboutYou": measures,
    });
    let text = serde_json::to_string_pretty(&file).map_err(|error| Refusal::Unreadable(error.to_string()))?;
    let name = "attachment; filename=\"my-dejarik.json\"";
    Ok(([(CONTENT_TYPE, "application/json"), (CONTENT_DISPOSITION, name)], text).into_response())
}

/// The games of somebody that go on, each with whether another person plays in it.
async fn running(app: &App, holder: &str) -> Result<Vec<(GameId, bool)>, Problem> {
    let store = &app.registry.node().store;
    let mut running = Vec::new();
    for game in store.held(holder).await? {
        let Some(stored) = store.load(&game).await?.filter(|stored| !stored.head.over) else { continue };
        let others = stored
            .rows
            .iter()
            .any(|row| matches!(row.step(), Ok(Step::Sit { holder: by, .. }) if by != holder));
        running.push((game, others));
    }
    Ok(running)
}

/// What being forgotten means, before anything is.
pub async fn before(State(app): State<App>, visitor: Visitor) -> Result<Html<String>, Problem> {
    let holder = visitor.holder.as_ref().ok_or_else(stranger)?;
    let running = running(&app, holder).await?;
    let against = running.iter().filter(|(_, others)| *others).count();
    Ok(page::before(running.len(), against))
}

/// How somebody leaves a game that goes on: it's called off where that's still possible, and conceded otherwise.
fn leave(table: &Table) -> Command {
    if table.may_abort() {
        Command::Abort
    } else if table.setup.conditions.series.is_some() {
        Command::ConcedeMatch
    } else {
        Command::Concede
    }
}

/// Ends a game of somebody who leaves for good. The table as it is then, if it could be opened.
async fn end(app: &App, game: &GameId, holder: &VisitorId, others: bool) -> Result<Option<Table>, Problem> {
    let shot = match app.registry.look(game).await {
        Ok(shot) => shot,
        // Nobody can play on where nothing can be opened.
        Err(Refusal::Unreadable(_) | Refusal::Missing) => return Ok(None),
        Err(refusal) => return Err(refusal.into()),
    };
    let order = |command| Order { by: Some(holder.clone()), number: None, request: 0, command };
    let done = match app.registry.order(game, order(leave(&shot.table))).await {
        Err(Refusal::Frozen) => app.registry.order(game, order(Command::Abandon)).await,
        done => done,
    };
    match done {
        Ok(shot) => Ok(Some(shot.table.clone())),
        // Another person has a right to an end of it; everything else just stays as it is.
        Err(refusal) if others => Err(refusal.into()),
        Err(_) => Ok(Some(shot.table.clone())),
    }
}

/// The word that somebody types to be forgotten.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Sure {
    sure: String,
}

/// Writes over a game of somebody; whether it could be read.
async fn unname(app: &App, game: &GameId, holder: &str, ended: Option<Table>) -> Result<bool, Problem> {
    let node = app.registry.node();
    // An owner that is awake writes the old name from now on no more; one that wakes up meanwhile is told at the end.
    app.registry.unname(game, holder).await;
    let Some(stored) = node.store.load(game).await? else { return Ok(true) };
    let film = node.store.film(game).await?;
    // What the owner of a game that has just ended keeps of it may come later: then it stays as it is here.
    let mut ended = ended.filter(Table::is_over);
    if let Some(table) = &mut ended {
        for role in table.seats_of(Some(holder)) {
            table.setup.player_mut(role).name = SOMEBODY.into();
        }
        if let Some(outcome) = outcome(game, table, stored.head.at) {
            node.store.keep_outcome(outcome).await?;
        }
    }
    let mut redaction = match redacted(&stored, film.as_deref(), holder) {
        Ok(redaction) => redaction,
        Err(error) => {
            tracing::error!(game = &**game, %error, "a game can't be written over");
            return Ok(false);
        }
    };
    if let (None, Some(table)) = (&film, ended) {
        redaction.film = node.thinkers.film(game, table).await;
    }
    node.store.redact(game, redaction).await?;
    app.registry.unname(game, holder).await;
    Ok(true)
}

/// A cookie that ends at once.
fn emptied(name: &str, secure: bool) -> Option<HeaderValue> {
    let secure = if secure { "; Secure" } else { "" };
    HeaderValue::from_str(&format!("{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{secure}")).ok()
}

/// Forgets a visitor. What is cut off can be asked for again: nothing of it does harm twice.
pub async fn forget(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<Sure>,
) -> Result<Response, Problem> {
    let holder = visitor.holder.clone().ok_or_else(stranger)?;
    if form.sure != "yes" {
        return Err(Problem::bad(
            "Say that you’re sure, then press the button again. Nothing has been forgotten.",
        ));
    }
    let (own, secure) = (app.clone(), visitor.secure);
    // Whoever closes the page now is forgotten all the same.
    let done = tokio::spawn(async move {
        let app = own;
        let mut ended = Vec::new();
        for (game, others) in running(&app, &holder).await? {
            let table = end(&app, &game, &holder, others).await?;
            ended.push((game, table));
        }
        let store = app.registry.node().store.clone();
        let mut unreadable = 0_usize;
        for game in store.held(&holder).await? {
            let place = ended.iter().position(|(known, _)| *known == game);
            let table = place.and_then(|place| ended.swap_remove(place).1);
            unreadable += usize::from(!unname(&app, &game, &holder, table).await?);
        }
        app.people.forget(&holder).await?;
        tracing::info!("a visitor was forgotten");
        Ok::<_, Problem>(unreadable)
    });
    let unreadable = done.await.map_err(|_| Refusal::NotKnown)??;
    let mut response = page::forgotten(unreadable).into_response();
    for name in super::seat::COOKIE_NAMES.into_iter().chain([settings::NAME, learned::NAME]) {
        if let Some(cookie) = emptied(name, secure || name.starts_with("__Host-")) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }
    Ok(response)
}

#[cfg(test)]
mod tests;
