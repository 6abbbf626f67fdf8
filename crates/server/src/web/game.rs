//! The pages of a table.

use super::asker::{Asker, viewer};
use super::news::news;
use super::problem::Problem;
use super::talk;
use crate::coach;
use crate::learned::Learned;
use crate::owner::{Refusal, Remark, Shot};
use crate::pages::table::clock::Shown as Clocks;
use crate::pages::table::ends::Absent;
use crate::pages::table::lesson::Todo;
use crate::pages::table::sight::Sight;
use crate::pages::table::{self as page, Extra, Panel, Said, Stopped, Talk, With};
use crate::pages::{self, inspect};
use crate::pool::Class;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{Html, IntoResponse, Redirect, Response};
use engine::Viewer;
use engine::state::{Seed, Where};
use maud::html;
use serde::Deserialize;
use std::sync::Arc;
use store::{Store, VisitorId, role_of};
use table::{Stage, Token};
use vocab::Role;

/// What a page of a table can be asked for.
#[derive(Debug, Default, Deserialize)]
pub struct Wanted {
    card: Option<String>,
    drawn: Option<String>,
}

/// Why a game has stopped before it was over, if it has.
pub fn stopped(shot: &Shot) -> Option<Stopped> {
    if shot.table.abandoned {
        let is_lab = shot.table.setup.scratch.is_some();
        Some(if is_lab { Stopped::MadeRoom } else { Stopped::Ended })
    } else if shot.is_stuck() {
        Some(if shot.was_over { Stopped::StuckAfterwards } else { Stopped::Stuck })
    } else {
        None
    }
}

/// The table as the asker sees it: a part for the script, a page for others, or a text.
pub fn shown(asker: &Asker, shot: &Arc<Shot>, mut extra: Extra) -> Response {
    let Asker { visitor, as_text, .. } = asker;
    let table = &shot.table;
    let seats = table.seats_of(visitor.holder.as_deref());
    if table.stage() != Stage::Begun {
        return super::fair::before(asker, shot);
    }
    let (who, curtain) = viewer(table, &seats);
    extra.curtain = curtain;
    extra.settings = visitor.settings;
    extra.version = shot.version();
    extra.refused = extra.refused.or_else(|| shot.in_words());
    extra.stopped = stopped(shot);
    extra.watchers = shot.watchers;
    let now = (asker.app.registry.node().clock)();
    extra.time =
        shot.time.map(|time| Clocks { left: Role::ALL.map(|role| time.left[role]), uses: time.uses, now });
    extra.absence = shot.absence.map(|absence| Absent { absence, now });
    if seats.is_empty() && !table.abandoned {
        extra.chat = Some(watchers_talk(shot, visitor.holder.as_deref()));
    }
    if let [role] = seats[..]
        && table.setup.is_for_two()
    {
        if !table.is_taken(role.other()) {
            extra.invitation.get_or_insert_with(|| format!("/t/{}/invite", shot.game));
        }
        let said = |(by, text): &(Role, String)| Said {
            own: *by == role,
            name: table.setup.player(*by).name.clone(),
            text: text.clone(),
        };
        let (muted, phrases) = (shot.muted[role], table.setup.conditions.phrases);
        let heard = shot.chat.iter().filter(|(by, _)| !muted || *by == role);
        extra.chat = Some(Talk { said: heard.map(said).collect(), with: With::Opponent { muted, phrases } });
    }
    extra.fair = super::fair::shown(shot, &seats);
    let mut sight = Sight::new(&shot.world, table.seen(who), &shot.game);
    if let Some(taught) = lesson(asker, shot, &seats) {
        sight.look = taught.look;
        (extra.lesson, extra.last_word) = (taught.shown, taught.last_word);
    }
    if extra.stopped.is_some() || extra.lesson.as_ref().is_some_and(|lesson| lesson.todo != Todo::Decide) {
        sight = sight.stopped();
    }
    let mut learned = visitor.learned.clone();
    extra.coach = coached(&mut learned, &sight, &extra);
    let response = if *as_text {
        page::text::text(&sight, &extra).into_response()
    } else if let Some(known) = &asker.known {
        news(known, shot, &page::drawn(&sight, &extra), sight.seen.batch(known.after), None)
    } else if visitor.script {
        Html(page::body(&sight, &extra).into_string()).into_response()
    } else {
        page::page(&sight, &extra).into_response()
    };
    remember(asker, &learned, response)
}

/// What the coach says to the question that is shown; what was said is learned.
fn coached(learned: &mut Learned, sight: &Sight, extra: &Extra) -> Option<String> {
    let decision = sight.decision.as_ref().filter(|_| extra.lesson.is_none() && sight.live)?;
    if !sight.seen.wishes(decision.who).coach {
        return None;
    }
    let lines = page::advice::lines(sight, decision, &page::question(sight, decision));
    let attack = sight.view.attack.as_ref().and_then(|_| sight.seen.lane()).map_or(0, |lane| lane.number);
    let asked = coach::Asked { game: sight.id, answers: sight.seen.answers(), turn: sight.view.turn, attack };
    coach::speak(learned, asked, &lines)
}

/// What a visitor has learned while a page was drawn: it goes along with the response, and is kept before that is sent.
#[derive(Clone, Debug)]
pub struct Lesson {
    holder: VisitorId,
    changes: Vec<(String, String)>,
}

impl Lesson {
    /// Keeps it in the visitor's record. The cookie has it as well: if the store can't, nobody need wait for it.
    pub async fn keep(self, store: &dyn Store) {
        for (what, value) in self.changes {
            if let Err(error) = store.learn(&self.holder, what, value).await {
                tracing::warn!(%error, "what a visitor has learned isn't kept");
            }
        }
    }
}

/// The response with what was learned since.
fn remember(asker: &Asker, learned: &Learned, mut response: Response) -> Response {
    let visitor = &asker.visitor;
    let since = learned.since(&visitor.learned).map(|(what, value)| (what.to_string(), value.to_string()));
    let changes: Vec<(String, String)> = since.collect();
    if changes.is_empty() {
        return response;
    }
    if let Some(holder) = visitor.holder.clone() {
        response.extensions_mut().insert(Lesson { holder, changes });
    }
    if let Some(cookie) = learned.cookie() {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// What those who watch say to each other.
fn watchers_talk(shot: &Shot, own: Option<&str>) -> Talk {
    let said = |remark: &Remark| Said {
        own: own == Some(&remark.by),
        name: talk::watcher(&shot.game, &remark.by),
        text: remark.text.clone(),
    };
    Talk { said: shot.remarks.iter().map(said).collect(), with: With::Watchers }
}

/// What is shown of the lesson of a table, to the learner.
fn lesson(asker: &Asker, shot: &Shot, seats: &[Role]) -> Option<page::lesson::Page> {
    let own = shot.table.setup.lesson.as_ref().filter(|_| !seats.is_empty())?;
    let lessons = asker.app.world.lessons();
    let place = lessons.iter().position(|taught| taught.lesson.scenario.id == own.id);
    let next = place.and_then(|place| lessons.get(place + 1));
    Some(super::coach::page(place.map(|place| &lessons[place]), next, own, &shot.table, &shot.coached))
}

/// The table; for visitors who prefer it, as text.
pub async fn table(asker: Asker, Query(wanted): Query<Wanted>) -> Response {
    if asker.visitor.settings.text && !asker.visitor.script && wanted.drawn.is_none() && wanted.card.is_none()
    {
        return Redirect::to(&format!("/t/{}/text", asker.shot.game)).into_response();
    }
    let panel = wanted.card.map_or(Panel::Log, |card| Panel::Card(card.parse().ok()));
    shown(&asker, &asker.shot, Extra { panel, ..Extra::default() })
}

/// How somebody wants to hear of a game.
#[derive(Debug, Default, Deserialize)]
pub struct Pace {
    #[serde(default)]
    pace: String,
}

/// What has happened since the step that a page shows, and what of the page is another. Those who watch at a pace of their
/// own get one thing after the other, however far the game has come.
pub async fn events(mut asker: Asker, Query(Pace { pace }): Query<Pace>) -> Result<Response, Problem> {
    let after = asker.known.get_or_insert_default().after;
    let table = &asker.shot.table;
    if pace == "own" && after > 0 && asker.seats().is_empty() && table.stage() == Stage::Begun {
        let next = table.log.iter().map(|line| line.step).find(|step| *step > after);
        if let Some(next) = next.filter(|next| *next < table.number) {
            return past(&asker, next).await;
        }
    }
    Ok(shown(&asker, &asker.shot, Extra::default()))
}

/// The table as it was at the step that the page says, for somebody who wants to see again how it came to be.
pub async fn again(mut asker: Asker) -> Result<Response, Problem> {
    let at = asker.known.get_or_insert_default().after;
    if asker.shot.table.stage() != Stage::Begun {
        return Err(Problem::conflict("The game hasn’t begun."));
    }
    past(&asker, at).await
}

/// The table after an earlier step, as the asker saw it then.
async fn past(asker: &Asker, step: u32) -> Result<Response, Problem> {
    let (shot, known) = (asker.shot.clone(), asker.known.clone().unwrap_or_default());
    let (settings, seats) = (asker.visitor.settings, asker.seats());
    let with = match seats[..] {
        [] => Some(With::Watchers),
        [role] if shot.table.setup.is_for_two() => {
            Some(With::Opponent { muted: shot.muted[role], phrases: shot.table.setup.conditions.phrases })
        }
        [..] => None,
    };
    let fair = super::fair::shown(&shot, &seats);
    let drawn = asker.app.heavy(Class::Heavy, &asker.visitor, move || {
        let table = shot.table.as_of(step).map_err(|error| Refusal::Unreadable(error.to_string()))?;
        let (who, curtain) = viewer(&table, &seats);
        let version = format!("{}.0", table.number);
        let chat = with.map(|with| Talk { said: Vec::new(), with });
        let extra = Extra { settings, curtain, fair, chat, version: version.clone(), ..Extra::default() };
        let sight = Sight::new(&shot.world, table.seen(who), &shot.game).stopped();
        Ok::<_, Problem>(news(
            &known,
            &shot,
            &page::drawn(&sight, &extra),
            sight.seen.batch(known.after),
            Some(version),
        ))
    });
    drawn.await?
}

/// The table as text.
pub async fn text(mut asker: Asker) -> Response {
    asker.as_text = true;
    shown(&asker, &asker.shot, Extra::default())
}

/// What the asker sees.
fn sight(asker: &Asker) -> Sight<'_> {
    let (who, _) = viewer(&asker.shot.table, &asker.seats());
    Sight::new(&asker.shot.world, asker.shot.table.seen(who), &asker.shot.game)
}

/// The whole log.
pub async fn log(asker: Asker) -> Html<String> {
    page::whole_log(&sight(&asker))
}

/// A card for the desk.
pub async fn card(asker: Asker, Path((_, card)): Path<(String, String)>) -> Result<Html<String>, Problem> {
    let token: Token = card.parse().map_err(|_| Problem::bad("There’s no such card."))?;
    let pictures = !asker.visitor.settings.drawn;
    Ok(Html(inspect::inspect(&sight(&asker), Some(token), pictures).into_string()))
}

/// Everything that the asker can do now, and what not: a part for the desk, or a page.
pub async fn moves(asker: Asker) -> Response {
    let (table, visitor) = (&asker.shot.table, &asker.visitor);
    let sight = sight(&asker);
    let shares = match (&sight.decision, sight.viewer) {
        (Some(decision), Viewer::Seat(role)) if decision.who == role => {
            let places = (0..decision.choices.len()).map(|place| table.seen(sight.viewer).shown_at(place));
            let shares = ai::shares(&table.game.seat(role).determinise(Seed([7, 8])));
            let mut shown = vec![0.0; shares.len()];
            for (share, place) in shares.into_iter().zip(places) {
                if let Some(own) = place.and_then(|place| shown.get_mut(place)) {
                    *own = share;
                }
            }
            shown
        }
        _ => Vec::new(),
    };
    let list = page::moves::moves(&sight, &shares);
    if visitor.script {
        return Html(list.into_string()).into_response();
    }
    let extra = Extra { version: asker.shot.version(), ..Extra::default() };
    let whole = html! {
        form id="answer" method="post" action={ "/t/" (asker.shot.game) "/answer" } { (page::bound(&sight, &extra, "answer")) }
        (list)
        p { a href=(asker.table()) { "Back to the table" } }
    };
    pages::page("What can I do?", "", &whole).into_response()
}

/// A discard pile.
pub async fn pile(asker: Asker, Path((_, role)): Path<(String, String)>) -> Result<Html<String>, Problem> {
    let role = role_of(&role).ok_or_else(|| Problem::bad("The piles are `dark` and `light`."))?;
    let (table, game) = (&asker.shot.table, &asker.shot.game);
    let sight = Sight::new(&asker.shot.world, table.seen(Viewer::Public), game);
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
            p.lead { (cards.len()) @if cards.len() == 1 { " card. " } @else { " cards. " } a href={ "/t/" (game) } { "Back to the table" } }
            ul.card-list { @for card in cards { @if let Some(definition) = sight.definition(card) {
                li.unit data-side=(definition.side.letter()) { a.card href=(pages::cards::address(&definition.to_string())) { (pages::face::plain(definition, None)) } }
            } } }
        },
    ))
}

/// The summary.
pub async fn end(asker: Asker) -> Response {
    let (table, game) = (&asker.shot.table, &asker.shot.game);
    // What is open after a game is hidden during it.
    let own = asker.only_seat();
    match table.finished(own.map_or(Viewer::Public, Viewer::Seat)) {
        Some(finished) => pages::end::end(finished, game, own).into_response(),
        None => Redirect::to(&format!("/t/{game}")).into_response(),
    }
}

/// What a player can learn from a finished game.
pub async fn moments(asker: Asker) -> Result<Response, Problem> {
    let (shot, game) = (asker.shot.clone(), asker.shot.game.clone());
    let role = asker.only_seat().filter(|_| shot.table.is_over() && shot.table.setup.lesson.is_none());
    let Some(role) = role else { return Ok(Redirect::to(&format!("/t/{game}")).into_response()) };
    let found = asker.app.heavy(Class::Hint, &asker.visitor, move || crate::moments::of(&shot.table, role));
    let found = found.await?.map_err(Refusal::Unreadable)?;
    Ok(pages::moments::moments(&game, &found).into_response())
}

/// A redirect that also gives the visitor a token.
pub fn seated(to: &str, cookie: Option<axum::http::HeaderValue>) -> Response {
    let mut response =
        (StatusCode::SEE_OTHER, [(axum::http::header::LOCATION, to.to_string())]).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

#[cfg(test)]
mod tests {
    use crate::web::bytes::{GAME, Server, setup};
    use axum::http::StatusCode;
    use engine::Viewer;
    use vocab::Role;

    #[tokio::test]
    async fn moments_are_for_the_players_of_a_finished_game() {
        let server = Server::new(setup(1)).await;
        let path = format!("/t/{GAME}/moments");
        let me = Viewer::Seat(Role::Light);
        let early = server.get(me, &path).await;
        assert_eq!(early.status, StatusCode::SEE_OTHER, "the game is still on");
        for _ in 0..24 {
            let Some(who) = server.shot().await.table.asked() else { break };
            server.answer(who, 0).await;
        }
        server.ask(Viewer::Seat(Role::Dark), "POST", &format!("/t/{GAME}/concede"), "sure=1".into()).await;
        assert!(server.shot().await.table.is_over());
        let end = server.get(me, &format!("/t/{GAME}/end")).await;
        assert!(end.body.contains(&path), "the summary leads there");
        let page = server.get(me, &path).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.body.contains("of your ") && page.body.contains("decisions"), "{}", page.body);
        let told = page.body.matches("/continue").count();
        assert!(told <= 3, "{told} moments");
        let watcher = server.get(Viewer::Public, &path).await;
        assert_eq!(watcher.status, StatusCode::SEE_OTHER, "nobody else's business");
    }
}
