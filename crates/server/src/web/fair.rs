//! The promise over the wire: what browsers commit to and reveal, and the file that a player can keep.

use super::asker::Asker;
use super::game::shown as table_shown;
use super::news::news;
use super::problem::Problem;
use crate::owner::{Command, Order, Refusal, Shot};
use crate::pages::fair as page;
use crate::pages::table::Extra;
use axum::extract::Form;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Redirect, Response};
use fair::{Digest, Hex, Kept, hex, unhex};
use std::collections::HashMap;
use std::sync::Arc;
use store::{role_of, role_word};
use table::Batch;
use table::setup::Kind;
use vocab::Role;

/// What is shown of a table's promise to somebody with these seats.
pub fn shown(shot: &Shot, seats: &[Role]) -> Option<page::Shown> {
    let table = &shot.table;
    let fairness = table.fairness.as_ref()?;
    Some(page::Shown {
        game: shot.game.to_string(),
        seats: seats.iter().map(|role| role_word(table.laid_as(*role))).collect(),
        promise: hex(fairness.promise()),
        transcript: fairness.transcript().map(|transcript| hex(transcript)),
        receipt: fairness.receipt().map(|receipt| (table.number, hex(receipt))),
    })
}

/// The page of a table whose game hasn't begun.
pub fn before(asker: &Asker, shot: &Arc<Shot>) -> Response {
    let table = &shot.table;
    let seats = table.seats_of(asker.visitor.holder.as_deref());
    let (Some(shown), Some(fairness)) = (shown(shot, &seats), &table.fairness) else {
        return Problem::from(Refusal::Untimely).into_response();
    };
    let open = |wanted: &dyn Fn(Role) -> bool| -> Vec<&'static str> {
        seats.iter().filter(|seat| wanted(**seat)).map(|seat| role_word(*seat)).collect()
    };
    let locked = fairness.transcript().is_some();
    let before = page::Before {
        version: shot.version(),
        number: table.number,
        players: Role::ALL.map(|role| table.setup.player(role).name.as_str()),
        commit: open(&|seat| fairness.commitment(seat).is_none()),
        reveal: open(&|seat| locked && fairness.entropy(seat).is_none()),
        waits_for: Role::ALL
            .into_iter()
            .filter(|role| !seats.contains(role) && table.seats[*role].is_some())
            .filter(|role| {
                fairness.commitment(*role).is_none() || (locked && fairness.entropy(*role).is_none())
            })
            .map(|role| table.setup.player(role).name.as_str())
            .collect(),
        free: Role::ALL
            .into_iter()
            .any(|role| table.setup.player(role).kind == Kind::Person && table.seats[role].is_none()),
        alone: !table.setup.is_for_two() || seats.len() == 2,
        within_match: table.is_within_match() && !table.abandoned,
        next: table.moved_on.as_deref().filter(|_| !seats.is_empty()),
        refused: shot.condition.in_words(),
        shown,
    };
    // A page that is open goes by itself (`data-next`).
    if let Some(to) = before.next
        && asker.known.is_none()
        && !asker.visitor.script
    {
        return Redirect::to(to).into_response();
    }
    match &asker.known {
        Some(known) => {
            let batch = Batch { from: known.after.min(table.number), to: table.number, ..Batch::default() };
            news(known, shot, &page::before_drawn(&before), batch, None)
        }
        None => page::before(&before, asker.visitor.script).into_response(),
    }
}

/// Digests by the names of seats in a form.
fn by_seat(form: &HashMap<String, String>) -> Result<Vec<(Role, Digest)>, Problem> {
    let read = |(name, value): (&String, &String)| {
        let digest = unhex(value).ok_or_else(|| Problem::bad("A secret has 64 hexadecimal digits."))?;
        Ok((role_of(name).ok_or_else(|| Problem::bad("The seats are `dark` and `light`."))?, digest))
    };
    let mut all = form.iter().map(read).collect::<Result<Vec<_>, Problem>>()?;
    all.sort_by_key(|(seat, _)| *seat as usize);
    if all.is_empty() { Err(Problem::bad("Which seat?")) } else { Ok(all) }
}

/// Sends a command; the table after it.
async fn send(asker: &Asker, command: Command) -> Result<Response, Problem> {
    let order = Order { by: asker.visitor.holder.clone(), number: None, request: 0, command };
    let shot = asker.app.registry.order(&asker.shot.game, order).await?;
    if asker.visitor.script || asker.known.is_some() {
        return Ok(table_shown(asker, &shot, Extra::default()));
    }
    Ok(Redirect::to(&asker.table()).into_response())
}

/// Commits seats to secrets.
pub async fn commit(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    send(&asker, Command::Commit(by_seat(&form)?)).await
}

/// Reveals the secrets of seats.
pub async fn reveal(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    send(&asker, Command::Reveal(by_seat(&form)?)).await
}

/// The longest words.
const WORDS: usize = 200;

/// Commits and reveals what somebody typed.
pub async fn words(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let words = form.get("words").map_or("", |words| words.trim());
    if words.is_empty() || words.chars().count() > WORDS {
        return Err(Problem::bad(format!("Type something, {WORDS} letters at most.")));
    }
    send(&asker, Command::Words(words.to_string())).await
}

/// What a player can keep of the game, from the server: a browser with a script saves what it has seen itself.
pub async fn promise_file(asker: Asker) -> Result<Response, Problem> {
    let shot = &asker.shot;
    let role = asker.seats().first().copied().ok_or(Refusal::NoSeat)?;
    let none = || Problem::not_found("This game is from before there were promises.");
    let fairness = shot.table.fairness.as_ref().ok_or_else(none)?;
    let seat = shot.table.laid_as(role);
    let kept = Kept {
        game: shot.game.to_string(),
        seat: seat as u8,
        promise: Hex(*fairness.promise()),
        transcript: fairness.transcript().copied().map(Hex),
        entropy: fairness.entropy(seat).copied().map(Hex),
        receipt: fairness.receipt().map(|receipt| (shot.table.number, Hex(*receipt))),
    };
    let text = serde_json::to_string_pretty(&kept).map_err(|error| Refusal::Unreadable(error.to_string()))?;
    let name = format!("attachment; filename=\"promise-{}.json\"", shot.game);
    Ok(([(CONTENT_TYPE, "application/json".to_string()), (CONTENT_DISPOSITION, name)], text).into_response())
}

/// What a promise is worth.
pub async fn about() -> Html<String> {
    page::about()
}
