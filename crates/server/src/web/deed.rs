//! What players do at a table: answers, wishes, words.

use super::asker::Asker;
use super::game::shown;
use super::problem::Problem;
use super::settings::Settings;
use crate::computer;
use crate::pages::table::Extra;
use crate::store::role_of;
use crate::table::chance::Stop;
use axum::extract::Form;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::collections::HashMap;
use std::time::Instant;

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
        _ => Err(Problem::bad("An answer is a number, or a few numbers with commas between them.")),
    }
}

/// After a deed: the part for the script, or the page again.
async fn after(asker: &Asker) -> Response {
    if asker.visitor.script {
        return shown(asker, Extra::default()).await;
    }
    Redirect::to(&asker.table()).into_response()
}

/// After a wish: the browser keeps it for other games too.
async fn kept(asker: &mut Asker, settings: Settings) -> Response {
    asker.visitor.settings = settings;
    let mut response = after(asker).await;
    if let Some(cookie) = settings.cookie() {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Answers.
pub async fn answer(asker: Asker, Form(form): Form<Answer>) -> Result<Response, Problem> {
    let path = path(&form.a)?;
    let who = asker.seated().await?.1;
    asker.app.hub.answer(&asker.live, who, form.n, &path).await?;
    Ok(after(&asker).await)
}

/// The number of a question.
#[derive(Debug, Deserialize)]
pub struct Number {
    n: usize,
}

/// Passes everything until the next attack.
pub async fn hold(asker: Asker, Form(form): Form<Number>) -> Result<Response, Problem> {
    {
        let (mut table, who) = asker.seated().await?;
        if table.asked() != Some(who) || table.answers.len() != form.n {
            return Err(Problem::conflict("The game has moved on."));
        }
        let made = table.game.state().attacks_made;
        table.wishes[who].until = Some(made);
    }
    asker.app.hub.drive(&asker.live);
    Ok(after(&asker).await)
}

/// Takes the own last answer back: at once against the computer, when the opponent agrees otherwise.
pub async fn undo(asker: Asker) -> Result<Response, Problem> {
    let to = {
        let (mut table, who) = asker.seated().await?;
        let to = table.back_to(who).ok_or_else(|| Problem::conflict("There’s nothing to take back."))?;
        if table.setup.is_for_two() && asker.only_seat().is_some() {
            table.take_back = Some((who, to));
            table.version += 1;
            asker.live.tell(table.version);
            None
        } else {
            Some(to)
        }
    };
    if let Some(to) = to {
        asker.app.hub.take_back(&asker.live, to).await?;
    }
    Ok(after(&asker).await)
}

/// Agrees with a wish to take an answer back, or does not.
pub async fn agree(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let to = {
        let (mut table, who) = asker.seated().await?;
        match table.take_back.take() {
            Some((by, to)) if by != who => {
                table.version += 1;
                asker.live.tell(table.version);
                (form.get("agree").is_some_and(|agree| agree == "yes")).then_some(to)
            }
            own => {
                table.take_back = own;
                return Err(Problem::conflict("Nobody has asked you to take a move back."));
            }
        }
    };
    if let Some(to) = to {
        asker.app.hub.take_back(&asker.live, to).await?;
    }
    Ok(after(&asker).await)
}

/// Sets where a player wants to be asked, and how tables are shown.
pub async fn wishes(
    mut asker: Asker,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let wishes = {
        let (mut table, who) = asker.seated().await?;
        for stop in Stop::ALL {
            table.wishes[who].set(stop, form.contains_key(stop.word()));
        }
        table.wishes[who].coach = form.contains_key("coach");
        table.wishes[who].for_all_games()
    };
    asker.app.hub.drive(&asker.live);
    let has = |name: &str| form.contains_key(name);
    let settings =
        Settings { wishes: Some(wishes), still: has("still"), text: has("text"), drawn: has("drawn") };
    Ok(kept(&mut asker, settings).await)
}

/// Switches the coach off.
pub async fn coach(mut asker: Asker) -> Result<Response, Problem> {
    let wishes = {
        let (mut table, who) = asker.seated().await?;
        table.wishes[who].coach = false;
        table.wishes[who].for_all_games()
    };
    let settings = Settings { wishes: Some(wishes), ..asker.visitor.settings };
    Ok(kept(&mut asker, settings).await)
}

/// What the computer would do.
pub async fn hint(asker: Asker) -> Result<Response, Problem> {
    let (board, who) = {
        let (table, who) = asker.seated().await?;
        if table.asked() != Some(who) {
            return Err(Problem::conflict("It’s not your turn to decide."));
        }
        (table.game.clone(), who)
    };
    let hint = asker.app.hub.think(move || computer::hint(&board, who)).await;
    let hint = hint.unwrap_or_else(|_| "No hint for this one.".into());
    Ok(shown(&asker, Extra { hint: Some(hint), ..Extra::default() }).await)
}

/// Hands a shared screen over.
pub async fn screen(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let role = form
        .get("role")
        .and_then(|word| role_of(word))
        .ok_or_else(|| Problem::bad("Whose cards should be shown?"))?;
    if !asker.seats().contains(&role) {
        return Err(Problem::forbidden("You don’t have a seat at this table."));
    }
    asker.live.table.lock().await.screen = Some(role);
    Ok(after(&asker).await)
}

/// The longest line that a player can say.
const LINE: usize = 200;

/// Says something to the other player.
pub async fn say(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let Some(role) = asker.only_seat() else {
        return Err(Problem::forbidden("You don’t have a seat at this table."));
    };
    let line: String =
        form.get("line").map_or("", String::as_str).chars().filter(|c| !c.is_control()).collect();
    let line = line.trim();
    if line.is_empty() || line.chars().count() > LINE {
        return Err(Problem::bad(format!("Write something, {LINE} letters at most.")));
    }
    if !asker.app.words.allows(asker.visitor.counted_as(), Instant::now()) {
        return Err(Problem::too_much("Slow down a little: wait a moment before you write more."));
    }
    {
        let mut table = asker.live.table.lock().await;
        if !table.setup.is_for_two() {
            return Err(Problem::conflict("There’s nobody to talk to here."));
        }
        asker.live.say(role, line.to_string());
        table.version += 1;
        asker.live.tell(table.version);
    }
    Ok(after(&asker).await)
}
