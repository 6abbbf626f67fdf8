//! What players do at a table: answers, takebacks, wishes, words.

use super::asker::Asker;
use super::game::shown;
use super::problem::Problem;
use super::settings::Settings;
use crate::coach;
use crate::computer;
use crate::learned::{Learned, Taken};
use crate::owner::{Command, Order, Shot};
use crate::pages::table::Extra;
use crate::pool::{Class, Undone};
use axum::extract::Form;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use engine::Viewer;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;
use store::role_of;
use table::Stage;
use table::setup::Kind;
use table::stops::{Hands, Hold, Span, Stop, Wishes};

/// What every form of a table carries: the step that it answers, and the request's own number.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Bound {
    n: u32,
    #[serde(default)]
    request: u64,
}

/// An answer: a run of choices.
#[derive(Debug, Deserialize)]
pub struct Answer {
    n: u32,
    #[serde(default)]
    request: u64,
    a: String,
}

/// The longest run of choices that one button stands for.
const LONGEST: usize = table::click::LONGEST;

fn path(text: &str) -> Result<Vec<u16>, Problem> {
    let numbers: Result<Vec<u16>, _> = text.split(',').take(LONGEST + 1).map(str::parse).collect();
    match numbers {
        Ok(path) if path.len() <= LONGEST => Ok(path),
        _ => Err(Problem::bad("An answer is a number, or a few numbers with commas between them.")),
    }
}

/// The request's own number in a form of free fields.
pub fn request(form: &HashMap<String, String>) -> u64 {
    form.get("request").and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Sends a command to the owner; the table after it.
pub async fn send(
    asker: &Asker,
    number: Option<u32>,
    request: u64,
    command: Command,
) -> Result<Arc<Shot>, Problem> {
    let order = Order { by: asker.visitor.holder.clone(), number, request, command };
    Ok(asker.app.registry.order(&asker.shot.game, order).await?)
}

/// After a command: the part for the script, or the page again.
pub fn after(asker: &Asker, shot: &Arc<Shot>) -> Response {
    if asker.visitor.script || asker.known.is_some() {
        return shown(asker, shot, Extra::default());
    }
    Redirect::to(&asker.table()).into_response()
}

/// After a wish: the browser keeps it for other games too.
fn kept(asker: &mut Asker, shot: &Arc<Shot>, settings: Settings) -> Response {
    asker.visitor.settings = settings;
    let mut response = after(asker, shot);
    if let Some(cookie) = settings.cookie() {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Answers.
pub async fn answer(asker: Asker, Form(form): Form<Answer>) -> Result<Response, Problem> {
    let command = Command::Answer(path(&form.a)?);
    let shot = send(&asker, Some(form.n), form.request, command).await?;
    Ok(learned(&asker, &shot, after(&asker, &shot)))
}

/// The browser keeps that a lesson was taken to its end.
fn learned(asker: &Asker, shot: &Shot, mut response: Response) -> Response {
    if let (Some(lesson), Some((_, taken))) = (&shot.table.setup.lesson, Taken::at(&shot.table)) {
        let mut learned = asker.visitor.learned.clone();
        learned.keep(&lesson.id, taken.word());
        if let Some(cookie) = learned.cookie() {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }
    response
}

/// In a lesson: goes on, or answers the coach.
pub async fn go_on(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let words = form.get("words").cloned().unwrap_or_default();
    let number = form.get("n").and_then(|number| number.parse().ok());
    let shot = send(&asker, number, request(&form), Command::GoOn(words)).await?;
    Ok(learned(&asker, &shot, after(&asker, &shot)))
}

/// Until when everything is passed.
#[derive(Debug, Deserialize)]
pub struct Held {
    n: u32,
    #[serde(default)]
    request: u64,
    #[serde(default)]
    until: String,
}

/// Passes everything until the next attack, or as long as the form says.
pub async fn hold(asker: Asker, Form(form): Form<Held>) -> Result<Response, Problem> {
    let hold = Hold::ALL.into_iter().find(|hold| hold.word() == form.until).unwrap_or(Hold::Attack);
    let shot = send(&asker, Some(form.n), form.request, Command::Hold(hold)).await?;
    Ok(after(&asker, &shot))
}

/// Doesn't ask about a card for a while: `card` is its token, for the rest of the step, turn or game by the name of the
/// button. Without one, asks about all of them again.
pub async fn silence(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let named = Span::ALL.into_iter().find_map(|span| Some((form.get(span.word())?, span)));
    let card = match named {
        Some((card, span)) => Some((card.parse().map_err(|_| Problem::bad("There’s no such card."))?, span)),
        None => None,
    };
    let shot = send(&asker, None, 0, Command::Silence(card)).await?;
    Ok(after(&asker, &shot))
}

/// Takes back the player's own last answer: at once against the computer, otherwise when the opponent agrees.
pub async fn undo(asker: Asker, Form(form): Form<Bound>) -> Result<Response, Problem> {
    let shot = send(&asker, Some(form.n), form.request, Command::Undo).await?;
    Ok(after(&asker, &shot))
}

/// Ends a game that doesn't fit today's rules, without a result.
pub async fn abandon(asker: Asker, Form(form): Form<Bound>) -> Result<Response, Problem> {
    let shot = send(&asker, None, form.request, Command::Abandon).await?;
    Ok(after(&asker, &shot))
}

/// Concedes the game, or the whole match.
pub async fn concede(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let command = match form.get("what").map(String::as_str) {
        Some("match") => Command::ConcedeMatch,
        _ => Command::Concede,
    };
    let shot = send(&asker, None, 0, command).await?;
    Ok(after(&asker, &shot))
}

/// Offers a draw, or answers the offer of one.
pub async fn draw(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let command = match form.get("draw") {
        Some(answer) => Command::AnswerDraw(answer == "yes"),
        None => Command::OfferDraw,
    };
    let shot = send(&asker, None, 0, command).await?;
    Ok(after(&asker, &shot))
}

/// Claims the game of somebody who has left, or the match of somebody who doesn't come to its next game.
pub async fn claim(asker: Asker) -> Result<Response, Problem> {
    if asker.shot.table.stage() != Stage::Begun {
        return match send(&asker, None, 0, Command::ClaimMatch).await {
            Ok(shot) => Ok(after(&asker, &shot)),
            Err(_) => Err(Problem::conflict(
                "You can claim a match when your opponent hasn’t come to its next game for five minutes.",
            )),
        };
    }
    let shot = send(&asker, None, 0, Command::Claim).await?;
    Ok(after(&asker, &shot))
}

/// Calls off a game that has hardly begun.
pub async fn abort(asker: Asker) -> Result<Response, Problem> {
    let shot = send(&asker, None, 0, Command::Abort).await?;
    Ok(after(&asker, &shot))
}

/// Agrees to a takeback, or declines.
pub async fn agree(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let yes = form.get("agree").is_some_and(|agree| agree == "yes");
    let shot = send(&asker, None, request(&form), Command::Agree(yes)).await?;
    Ok(after(&asker, &shot))
}

/// The wishes of the asker, to be changed.
fn wishes_of(asker: &Asker) -> Result<Wishes, Problem> {
    Ok(asker.shot.table.wishes[asker.acting()?])
}

/// Sets where a player wants to be asked, and how tables are shown.
pub async fn wishes(
    mut asker: Asker,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let mut wishes = wishes_of(&asker)?;
    for stop in Stop::ALL {
        wishes.set(stop, form.contains_key(stop.word()));
    }
    wishes.ask_all(form.contains_key("all"));
    wishes.coach = form.contains_key("coach");
    wishes.hands = if form.contains_key("hands") { Hands::Always } else { Hands::Quiet };
    let wishes = wishes.for_all_games();
    let shot = send(&asker, None, 0, Command::Wishes(wishes)).await?;
    let has = |name: &str| form.contains_key(name);
    let settings =
        Settings { wishes: Some(wishes), still: has("still"), text: has("text"), drawn: has("drawn") };
    Ok(kept(&mut asker, &shot, settings))
}

/// Asks about texts that are carried out by hand in the next chance, or not before the player wants it.
pub async fn hand(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let mut wishes = wishes_of(&asker)?;
    wishes.hands = match form.get("when").map_or("", String::as_str) {
        "next" => Hands::Next,
        "quiet" => Hands::Quiet,
        other => return Err(Problem::bad(format!("It’s “next” or “quiet”, not “{other}”."))),
    };
    let shot = send(&asker, None, 0, Command::Wishes(wishes)).await?;
    Ok(after(&asker, &shot))
}

/// Switches the coach off; or on again, and then it says everything once more.
pub async fn coach(mut asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let mut wishes = wishes_of(&asker)?;
    wishes.coach = form.contains_key("again");
    if wishes.coach {
        coach::begin_again(&mut asker.visitor.learned);
        if let Some(holder) = &asker.visitor.holder {
            let learned = &asker.visitor.learned;
            for (what, value) in
                learned.since(&Learned::default()).filter(|(what, _)| what.starts_with(coach::HEARD))
            {
                asker.app.registry.node().store.learn(holder, what.into(), value.into()).await?;
            }
        }
    }
    let wishes = wishes.for_all_games();
    let shot = send(&asker, None, 0, Command::Wishes(wishes)).await?;
    let settings = Settings { wishes: Some(wishes), ..asker.visitor.settings };
    Ok(kept(&mut asker, &shot, settings))
}

/// What the computer would do. Between two people there are no hints.
pub async fn hint(asker: Asker) -> Result<Response, Problem> {
    let (table, who) = (&asker.shot.table, asker.acting()?);
    if table.setup.player(who.other()).kind == Kind::Person && asker.only_seat().is_some() {
        return Err(Problem::forbidden("There are no hints between two people."));
    }
    if table.asked() != Some(who) {
        return Err(Problem::conflict("It’s not your turn to decide."));
    }
    let game = table.game.clone();
    let hint = match asker.app.heavy(Class::Hint, &asker.visitor, move || computer::hint(&game, who)).await {
        Ok(hint) => hint,
        Err(Undone::Failed) => None,
        Err(Undone::TooMuch) => return Err(Undone::TooMuch.into()),
    };
    let (hinted, words) = match hint {
        Some((place, words)) => (table.seen(Viewer::Seat(who)).shown_at(place), words),
        None => (None, "No hint for this one.".into()),
    };
    let shot = asker.shot.clone();
    Ok(shown(&asker, &shot, Extra { hint: Some(words), hinted, ..Extra::default() }))
}

/// Hands a shared screen over.
pub async fn screen(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let role = form.get("role").and_then(|word| role_of(word));
    let role = role.ok_or_else(|| Problem::bad("Whose cards should be shown?"))?;
    let shot = send(&asker, None, 0, Command::Screen(role)).await?;
    Ok(after(&asker, &shot))
}
