//! What people at a table say to each other, and what somebody can do who would rather not hear it.

use super::App;
use super::actions::{after, request, send};
use super::asker::Asker;
use super::game::{seated, shown};
use super::problem::Problem;
use super::seat::Visitor;
use super::tidy;
use crate::owner::{Command, Order, Refusal, Shot};
use crate::pages::table::Extra;
use crate::pages::talk as page;
use crate::secret;
use axum::extract::{Form, State};
use axum::http::header::SET_COOKIE;
use axum::response::{Html, IntoResponse, Redirect, Response};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;
use store::{Reason, Report, StoreError, VisitorId};
use vocab::Role;

/// The longest line that somebody can say.
const LINE: usize = 200;
/// The longest report.
const WORDS: usize = 500;

/// What can be said with one click.
pub const PHRASES: [(&str, &str); 8] = [
    ("hello", "Hello, good luck!"),
    ("nice", "Nicely played!"),
    ("dice", "What a roll!"),
    ("moment", "One moment, please."),
    ("back", "I’m back."),
    ("slip", "Sorry, wrong click."),
    ("thanks", "Thank you!"),
    ("bye", "Good game, goodbye!"),
];

/// What a form says: a phrase, or words of one's own.
fn line(form: &HashMap<String, String>) -> Result<String, Problem> {
    if let Some(word) = form.get("phrase") {
        let phrase = PHRASES.iter().find(|(known, _)| known == word);
        return phrase
            .map(|(_, text)| (*text).to_string())
            .ok_or_else(|| Problem::bad("There’s no such phrase."));
    }
    let line = tidy::line(form.get("line").map_or("", String::as_str), LINE + 1);
    if line.is_empty() || line.chars().count() > LINE {
        return Err(Problem::bad(format!("Write something, {LINE} letters at most.")));
    }
    Ok(line)
}

/// Whether a visitor may write to others now: not too fast, and not while an operator has said no.
async fn may_write(asker: &Asker) -> Result<(), Problem> {
    let Asker { app, visitor, .. } = asker;
    if !app.words.allows(visitor.counted_as(), visitor.share(), Instant::now()) {
        return Err(Problem::too_much("Slow down a little: wait a moment before you write more."));
    }
    let Some(holder) = &visitor.holder else { return Ok(()) };
    let silence = app.registry.node().store.silence(holder).await?;
    match silence.and_then(|taken| Some((taken.measure.until()?, taken.why))) {
        Some((until, why)) if until > app.people.now() => {
            let left = page::how_long(until - app.people.now());
            let because = if why.is_empty() { String::new() } else { format!(" Why: {why}") };
            Err(Problem::forbidden(format!("You can’t write to others here for {left}.{because}")))
        }
        _ => Ok(()),
    }
}

/// Says something: a player to the other player, somebody who watches to the others who do.
pub async fn say(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let line = line(&form)?;
    let phrases = asker.shot.table.setup.conditions.phrases && !asker.seats().is_empty();
    if phrases && !form.contains_key("phrase") {
        return Err(Problem::forbidden("You two talk in phrases: one of you didn’t want to write freely."));
    }
    match asker.seats()[..] {
        [] => return remark(asker, line, request(&form)).await,
        [_] => may_write(&asker).await?,
        // At a shared screen there's nobody to write to, and the owner says so.
        [..] => {}
    }
    let shot = send(&asker, None, request(&form), Command::Say(line)).await?;
    Ok(after(&asker, &shot))
}

/// Says something to the others who watch. A stranger becomes a guest first, so that the lines of one are known as such.
async fn remark(mut asker: Asker, line: String, request: u64) -> Result<Response, Problem> {
    may_write(&asker).await?;
    let new = asker.visitor.seated(asker.app.people.now())?;
    if let Some(fresh) = &new.fresh {
        asker.app.people.welcome(fresh).await?;
    }
    asker.visitor.holder = Some(new.holder.clone());
    let order = Order { by: Some(new.holder), number: None, request, command: Command::Remark(line) };
    let registry = &asker.app.registry;
    registry.order(&asker.shot.game, order).await?;
    // Not the table of the players: they may be ahead.
    let shot = registry.look_as(&asker.shot.game, false).await?;
    let mut response = after(&asker, &shot);
    if let Some(cookie) = new.cookie {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// What those are called who watch: nobody has to say who they are, and one who says two things is one.
pub fn watcher(game: &str, holder: &str) -> String {
    format!("Guest {}", &secret::digest(&format!("{game} {holder}"))[..4])
}

/// The seat of the asker and who sits opposite.
fn opponent(asker: &Asker) -> Result<(Role, VisitorId), Problem> {
    let role = asker.only_seat().ok_or(Refusal::NoSeat)?;
    let other = asker.shot.table.seats[role.other()].clone();
    let other = other.filter(|_| asker.shot.table.setup.is_for_two()).ok_or(Refusal::Alone)?;
    Ok((role, other))
}

async fn has_blocked(app: &App, by: &VisitorId, whom: &VisitorId) -> Result<bool, StoreError> {
    let blocked = app.registry.node().store.blocked_by(by).await?;
    Ok(blocked.iter().any(|(known, _)| known == whom))
}

/// Whether two people don't want to play with each other, because one has blocked the other.
pub async fn are_apart(app: &App, one: &VisitorId, other: &VisitorId) -> Result<bool, StoreError> {
    Ok(has_blocked(app, one, other).await? || has_blocked(app, other, one).await?)
}

/// What a player can do about the other.
pub async fn about(asker: Asker) -> Result<Html<String>, Problem> {
    let (role, other) = opponent(&asker)?;
    let own = asker.visitor.holder.clone().unwrap_or_default();
    let (shot, table) = (&asker.shot, &asker.shot.table);
    Ok(page::about(&page::About {
        game: &shot.game,
        name: &table.setup.player(role.other()).name,
        muted: shot.muted[role],
        blocked: has_blocked(&asker.app, &own, &other).await?,
        reports: asker.app.site.public,
    }))
}

/// What the two of a table said, for whoever looks at a report.
fn said(shot: &Shot) -> String {
    let name = |role: &Role| &shot.table.setup.player(*role).name;
    shot.chat.iter().map(|(role, text)| format!("{}: {text}\n", name(role))).collect()
}

/// Mutes, blocks or reports the other player.
pub async fn change(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let (_, other) = opponent(&asker)?;
    let own = asker.visitor.holder.clone().ok_or(Refusal::NoSeat)?;
    let (app, game) = (&asker.app, asker.shot.game.clone());
    let (store, now) = (app.registry.node().store.clone(), app.people.now());
    let mute = |muted| send(&asker, None, 0, Command::Mute(muted));
    match form.get("do").map_or("", String::as_str) {
        "mute" => drop(mute(true).await?),
        "unmute" => drop(mute(false).await?),
        "block" => {
            store.block(&own, &other, now).await?;
            mute(true).await?;
        }
        "unblock" => {
            store.unblock(&own, &other).await?;
            mute(false).await?;
        }
        "report" if !app.site.public => {
            return Err(Problem::not_found("Nobody looks at reports here: this is a private table."));
        }
        "report" => {
            let reason = form.get("reason").and_then(|word| Reason::of(word));
            let reason = reason.ok_or_else(|| Problem::bad("Say what it’s about."))?;
            let words = tidy::line(form.get("words").map_or("", String::as_str), WORDS + 1);
            if words.chars().count() > WORDS {
                return Err(Problem::bad(format!("Say it in {WORDS} letters at most.")));
            }
            if !app.words.allows(asker.visitor.counted_as(), asker.visitor.share(), Instant::now()) {
                return Err(Problem::too_much("Slow down a little, then report again."));
            }
            let id = secret::game_name()?;
            let said = said(&asker.shot);
            let report = Report { id, game, by: own, about: other, reason, words, said, at: now };
            store.report(report).await?;
            tracing::info!(game = &*asker.shot.game, reason = reason.word(), "a player was reported");
            return Ok(page::reported(&asker.shot.game).into_response());
        }
        _ => return Err(Problem::bad("Mute, block or report?")),
    }
    if asker.visitor.script || asker.known.is_some() {
        let shot: Arc<Shot> = app.registry.look(&game).await?;
        return Ok(shown(&asker, &shot, Extra::default()));
    }
    Ok(Redirect::to(&format!("/t/{game}/opponent")).into_response())
}

/// Wants to play with somebody again.
pub async fn unblock(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let own = visitor.holder.ok_or(Refusal::NoSeat)?;
    let whom = form.get("whom").ok_or_else(|| Problem::bad("Whom?"))?;
    app.registry.node().store.unblock(&own, whom).await?;
    Ok(seated("/me", None))
}

#[cfg(test)]
mod tests;
