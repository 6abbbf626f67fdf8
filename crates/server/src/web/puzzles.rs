//! Puzzles: the list, a puzzle at the table, answers to it, the one of the day, and the run against the clock.
//!
//! A puzzle keeps nothing on the server: the address says how far its line has come, and what somebody has found or missed
//! is kept with what they have learned.

use super::App;
use super::learn::{kept, learned, remembered};
use super::library::heavy;
use super::position::setup;
use super::problem::Problem;
use super::seat::Visitor;
use super::settings::Settings;
use crate::pages::table::puzzle::{Rated, Run, Shown, State as Now};
use crate::pages::table::sight::Sight;
use crate::pages::table::{Extra, Panel, page};
use crate::pages::{self, inspect};
use crate::puzzle::{self, First, Known, Storm};
use crate::secret;
use crate::world::World;
use axum::extract::{Form, Path, Query, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use engine::Viewer;
use puzzles::{Point, Trial, Tried};
use serde::Deserialize;
use table::{Step, Table};

/// A day in milliseconds.
const DAY: i64 = 86_400_000;

fn now(app: &App) -> i64 {
    (app.registry.node().clock)()
}

/// The puzzles, rated as people do with them.
async fn rated(app: &App) -> Result<&[Known], Problem> {
    let all = app.world.puzzles();
    puzzle::refresh(all, &app.world.puzzles_read, &*app.registry.node().store, now(app)).await?;
    Ok(all)
}

/// Which of the puzzles are listed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Listed {
    theme: String,
}

/// The list.
pub async fn list(
    State(app): State<App>,
    visitor: Visitor,
    Query(listed): Query<Listed>,
) -> Result<Response, Problem> {
    let learned = learned(&app, &visitor).await?;
    let date = puzzle::date_of(now(&app).div_euclid(DAY));
    let page = pages::puzzles::list(rated(&app).await?, &learned, &date, &listed.theme);
    Ok(remembered(&visitor, &learned, page))
}

/// A puzzle that suits the visitor.
pub async fn next(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    let learned = learned(&app, &visitor).await?;
    let known = puzzle::suiting(rated(&app).await?, &learned, secret::request()?);
    let address = known.map_or_else(|| "/puzzles".into(), |known| format!("/puzzles/{}?at=0", known.id()));
    Ok(Redirect::to(&address).into_response())
}

/// Which day's puzzle is wanted.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Day {
    day: String,
}

/// The puzzle of today or of another day: the address shares it without its answer.
pub async fn daily(State(app): State<App>, Query(asked): Query<Day>) -> Result<Response, Problem> {
    let today = now(&app).div_euclid(DAY);
    let day = match asked.day.as_str() {
        "" => today,
        date => puzzle::day_of(date).ok_or_else(|| Problem::bad("A day is written like 2026-11-19."))?,
    };
    // Somebody may be ahead of the server's clock by less than a day, wherever they live.
    if day > today + 1 {
        return Err(Problem::bad("That day’s puzzle isn’t out yet."));
    }
    let known = puzzle::of_day(app.world.puzzles(), day);
    let known = known.ok_or_else(|| Problem::not_found("There are no puzzles here."))?;
    Ok(Redirect::to(&format!("/puzzles/{}?at=0", known.id())).into_response())
}

/// The run against the clock: what it is, and how it went.
pub async fn storm(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    let learned = learned(&app, &visitor).await?;
    let page = pages::puzzles::storm(app.world.puzzles(), &learned, now(&app));
    Ok(remembered(&visitor, &learned, page))
}

/// Begins a run.
pub async fn begin_storm(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    let before = learned(&app, &visitor).await?;
    let storm = Storm::new(now(&app), (secret::request()? >> 32) as u32);
    let mut after = before.clone();
    storm.keep(&mut after);
    let to = where_to(storm, app.world.puzzles(), now(&app));
    kept(&app, &visitor, (&before, &after), Redirect::to(&to)).await
}

/// Where a run goes on.
fn where_to(storm: Storm, all: &[Known], now: i64) -> String {
    match storm.now(all).filter(|_| storm.is_on(now, all)) {
        Some(known) => format!("/puzzles/{}?at=0&storm=1", known.id()),
        None => "/puzzles/storm".into(),
    }
}

/// What of a puzzle is wanted.
#[derive(Debug, Default, Deserialize)]
pub struct Wanted {
    /// The place in its line.
    at: Option<usize>,
    /// A choice that was tried there.
    tried: Option<usize>,
    /// `solved` or `given`.
    #[serde(default)]
    state: String,
    /// The rating before it.
    was: Option<i64>,
    /// Whether it belongs to a run.
    storm: Option<String>,
    /// A card to look at.
    card: Option<String>,
}

fn known<'a>(world: &'a World, id: &str) -> Result<&'a Known, Problem> {
    let found = world.puzzles().iter().find(|known| known.id() == id);
    found.ok_or_else(|| Problem::not_found("There’s no such puzzle."))
}

/// A question of a puzzle, laid on a table.
struct Laid<'a> {
    trial: &'a Trial,
    place: usize,
    point: &'a Point,
    table: Table,
}

/// The question in a place of a puzzle's line; 0 is where it begins.
fn laid<'a>(world: &'a World, known: &'a Known, at: usize) -> Result<Laid<'a>, Problem> {
    let gone = || Problem::not_found("This puzzle doesn’t hold with the cards that are open here.");
    let trial = known.trial(&world.cards).ok_or_else(gone)?;
    let place = if at == 0 { trial.first().ok_or_else(gone)? } else { at };
    let point = trial.question(place);
    let point = point.ok_or_else(|| Problem::not_found("This puzzle asks nothing there."))?;
    let edition = format!("{:?}", known.puzzle.scenario.edition).to_lowercase();
    let mut table = Table::around(point.game.clone(), point.told.clone(), setup(&edition));
    for who in vocab::Role::ALL {
        table.wishes[who].coach = false;
    }
    Ok(Laid { trial, place, point, table })
}

/// A puzzle at the table.
pub async fn puzzle(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    known(&app.world, &id)?;
    if wanted.at.is_none() {
        return Ok(Redirect::to(&format!("/puzzles/{id}?at=0")).into_response());
    }
    rated(&app).await?;
    let learned = learned(&app, &visitor).await?;
    let storm = Storm::of(&learned).filter(|_| wanted.storm.is_some());
    let now = now(&app);
    if let Some(storm) = storm
        && storm.now(app.world.puzzles()).is_none_or(|known| known.id() != id || storm.left(now) == 0)
    {
        return Ok(Redirect::to(&where_to(storm, app.world.puzzles(), now)).into_response());
    }
    let run = storm.map(|storm| Run { now, left: storm.left(now), found: storm.found, missed: storm.missed });
    let rating = puzzle::rating(&learned).rating.round() as i64;
    let (settings, script) = (visitor.settings, visitor.script);
    let shown =
        heavy(&app, &visitor, move |world| drawn(world, &id, &wanted, rating, run, settings, script)).await?;
    Ok(remembered(&visitor, &learned, shown?))
}

/// The page, or the part of it that the script asks for.
fn drawn(
    world: &World,
    id: &str,
    wanted: &Wanted,
    rating: i64,
    run: Option<Run>,
    settings: Settings,
    script: bool,
) -> Result<Html<String>, Problem> {
    let known = known(world, id)?;
    let at = wanted.at.unwrap_or(0);
    let Laid { trial, place, point, table } = laid(world, known, at)?;
    let you = known.puzzle.you;
    let state = match (wanted.tried.filter(|choice| *choice < point.worth.len()), wanted.state.as_str()) {
        (Some(choice), _) => {
            let words = world.cards.choices_in_words(&point.game);
            let mistake = trial.mistake(place, choice);
            Now::Missed {
                words: words.into_iter().nth(choice).unwrap_or_default(),
                worth: point.worth[choice],
                told: mistake.map(|mistake| mistake.told.clone()).unwrap_or_default(),
            }
        }
        (None, "solved") => Now::Solved(Some(Rated { before: wanted.was, now: rating })),
        (None, "given") => Now::Given,
        (None, _) => Now::Asked { further: at > 0 },
    };
    let sight = Sight { live: false, ..Sight::new(world, table.seen(Viewer::Seat(you)), "") };
    let sight = if matches!(state, Now::Asked { .. }) { sight } else { sight.stopped() };
    let card = wanted.card.as_ref().map(|card| card.parse().ok());
    if let (Some(card), true) = (card, script) {
        return Ok(Html(inspect::inspect(&sight, card, !settings.drawn).into_string()));
    }
    let panel = card.map_or(Panel::Log, Panel::Card);
    let shown =
        Shown { puzzle: known.puzzle.clone(), level: known.level(), met: known.now(), at, state, run };
    Ok(page(&sight, &Extra { panel, settings, puzzle: Some(shown), ..Extra::default() }))
}

/// An answer.
#[derive(Debug, Deserialize)]
pub struct Answer {
    #[serde(default)]
    at: usize,
    /// The places of the choices, one after the other.
    a: String,
    storm: Option<String>,
}

/// Takes an answer to a puzzle.
pub async fn answer(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(given): Form<Answer>,
) -> Result<Response, Problem> {
    known(&app.world, &id)?;
    let before = learned(&app, &visitor).await?;
    let (own, at) = (id.clone(), given.at);
    let tried = heavy(&app, &visitor, move |world| tried(world, &own, at, &given.a)).await??;
    let mut after = before.clone();
    let all = app.world.puzzles();
    let time = now(&app);
    let storm = Storm::of(&before).filter(|_| given.storm.is_some());
    if let Some(mut storm) = storm {
        // What is answered late, or for the second time, no longer counts.
        if storm.is_on(time, all) && storm.now(all).is_some_and(|known| known.id() == id) {
            match tried {
                Tried::Right(place) => {
                    return Ok(Redirect::to(&format!("/puzzles/{id}?at={place}&storm=1")).into_response());
                }
                Tried::Solved => storm.found += 1,
                Tried::Missed(..) => storm.missed += 1,
            }
            storm.keep(&mut after);
        }
        let to = where_to(storm, all, time);
        return kept(&app, &visitor, (&before, &after), Redirect::to(&to)).await;
    }
    rated(&app).await?;
    let known = known(&app.world, &id)?;
    let was = puzzle::rating(&before).rating.round() as i64;
    let to = match tried {
        Tried::Right(place) => format!("/puzzles/{id}?at={place}"),
        Tried::Solved => {
            let first = puzzle::keep(&mut after, known, First::Found);
            let was = if first { format!("&was={was}") } else { String::new() };
            format!("/puzzles/{id}?at={at}&state=solved{was}")
        }
        Tried::Missed(place, choice) => {
            puzzle::keep(&mut after, known, First::Missed);
            format!("/puzzles/{id}?at={place}&tried={choice}")
        }
    };
    kept(&app, &visitor, (&before, &after), Redirect::to(&to)).await
}

/// What comes of an answer that a page offered.
fn tried(world: &World, id: &str, at: usize, path: &str) -> Result<Tried, Problem> {
    let unoffered = || Problem::bad("That isn’t offered here.");
    let known = known(world, id)?;
    let Laid { trial, place, table, .. } = laid(world, known, at)?;
    let numbers: Option<Vec<u16>> = path.split(',').map(|number| number.parse().ok()).collect();
    let steps = table.run(known.puzzle.you, &numbers.ok_or_else(unoffered)?).map_err(|_| unoffered())?;
    let choices: Vec<usize> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Answer { choice, .. } => Some(usize::from(*choice)),
            _ => None,
        })
        .collect();
    Ok(trial.tried(place, &choices))
}

#[cfg(test)]
mod tests {
    use crate::puzzle;
    use crate::web::bytes::{Reply, Server, setup};
    use axum::http::StatusCode;
    use engine::Viewer;
    use vocab::Role;

    const ME: Viewer = Viewer::Seat(Role::Light);

    async fn server() -> Server {
        Server::new(setup(1)).await
    }

    /// The page after an answer, or where it led to.
    async fn led_to(server: &Server, who: Viewer, path: &str, form: &str) -> String {
        let reply = server.ask(who, "POST", path, form.into()).await;
        assert_eq!(reply.status, StatusCode::SEE_OTHER, "{path} {form}: {}", reply.body);
        reply.header("location").expect("an address")
    }

    /// The buttons of a page: their answers.
    fn buttons(page: &Reply) -> Vec<String> {
        let found = page.body.split("name=\"a\" value=\"").skip(1);
        let mut all: Vec<String> =
            found.filter_map(|rest| rest.split('"').next()).map(str::to_string).collect();
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|answer| seen.insert(answer.clone()));
        all
    }

    /// Presses the buttons of a puzzle one after the other, until it is solved; how many were wrong.
    async fn solve(server: &Server, who: Viewer, id: &str) -> (usize, String) {
        let (mut at, mut wrong) = (0, 0);
        for _ in 0..10 {
            let page = server.get(who, &format!("/puzzles/{id}?at={at}")).await;
            assert_eq!(page.status, StatusCode::OK, "{id}");
            let mut next = None;
            for answer in buttons(&page) {
                let to = led_to(server, who, &format!("/puzzles/{id}"), &format!("at={at}&a={answer}")).await;
                if to.contains("tried=") {
                    wrong += 1;
                    let told = server.get(who, &to).await;
                    assert!(told.body.contains("There’s something better"), "{id}: {to}");
                    assert!(told.body.contains("data-state=\"missed\""), "{id}: {to}");
                    continue;
                }
                next = Some(to);
                break;
            }
            let to = next.unwrap_or_else(|| panic!("{id}: no button is right at {at}"));
            if to.contains("state=solved") {
                return (wrong, to);
            }
            at = to.rsplit('=').next().and_then(|place| place.parse().ok()).expect("a place");
        }
        panic!("{id} doesn't end");
    }

    #[tokio::test]
    async fn puzzles_written_by_hand_can_be_solved_at_the_table() {
        let server = server().await;
        // Every second one: the tests of the puzzles themselves take them all.
        for (name, _) in puzzles::FILES.iter().filter(|(name, _)| name.len() == 3).step_by(2) {
            let (wrong, to) = solve(&server, ME, name).await;
            let page = server.get(ME, &to).await;
            assert!(
                page.body.contains("That’s it!") && page.body.contains("table class=\"values\""),
                "{name}"
            );
            assert_eq!(page.body.contains("Only the first try counts"), wrong > 0, "{name}");
            // Whoever pressed a wrong button first has missed it, however it ended.
            let list = server.get(ME, "/puzzles").await;
            let own = list.body.split(&format!("{name} · ")).nth(1).expect("the puzzle").split("</p>").next();
            let word = if wrong > 0 { "missed" } else { "found" };
            assert!(own.is_some_and(|own| own.contains(word)), "{name}: {own:?}");
        }
    }

    #[tokio::test]
    async fn puzzles_are_rated_by_how_everybody_does_with_them() {
        let server = server().await;
        solve(&server, ME, "P01").await;
        let store = &server.app.registry.node().store;
        let tries = store.learned_by_all("P01").await.expect("the tries");
        let [(id, value)] = &tries[..] else { panic!("{tries:?}") };
        assert!(id == "P01" && (value.starts_with("found-1000-350") || value.starts_with("missed-1000-350")));
        // Read again when they're old: here at once, by a clock that has gone on.
        let all = server.app.world.puzzles();
        let before = all[0].now();
        puzzle::refresh(all, &puzzle::Read::default(), &**store, 1).await.expect("read");
        let after = all[0].now();
        assert_eq!((before.tries, after.tries), (0, 1));
        assert!((after.rating.rating - before.rating.rating).abs() > 1.0, "{after:?}");
        let page = server.get(ME, "/puzzles/P01?at=0&state=given").await;
        let said = format!("{} of 1 found it at the first try", after.found);
        assert!(page.body.contains(&said), "{said}");
    }

    #[tokio::test]
    async fn a_right_answer_is_celebrated_with_its_reason_and_a_wrong_one_explained_with_its_value() {
        let server = server().await;
        let page = server.get(ME, "/puzzles/P05").await;
        assert_eq!(page.header("location").as_deref(), Some("/puzzles/P05?at=0"));
        let page = server.get(ME, "/puzzles/P05?at=0").await;
        for words in ["Stand your ground", "may retreat now"] {
            assert!(page.body.contains(words), "{words}");
        }
        assert!(!page.body.contains("Safe is not safe"), "the reason isn't told before");
        // Of the two answers one is right; somebody else finds out which.
        let (mut stay, mut go) = (None, None);
        for answer in buttons(&page) {
            let form = format!("at=0&a={answer}");
            let to = led_to(&server, Viewer::Seat(Role::Dark), "/puzzles/P05", &form).await;
            *(if to.contains("tried=") { &mut go } else { &mut stay }) = Some(answer);
        }
        let (stay, go) = (stay.expect("a right one"), go.expect("a wrong one"));
        let missed = led_to(&server, ME, "/puzzles/P05", &format!("at=0&a={go}")).await;
        let told = server.get(ME, &missed).await;
        assert!(
            told.body.contains("you never get there") && told.body.contains("For example:"),
            "{}",
            told.body
        );
        assert!(!told.body.contains("Safe is not safe"));
        let given = server.get(ME, "/puzzles/P05?at=0&state=given").await;
        assert!(given.body.contains("Safe is not safe") && given.body.contains("100 %"));
        // A stranger keeps in a cookie what was found.
        let reply = server.ask(Viewer::Public, "POST", "/puzzles/P05", format!("at=0&a={stay}")).await;
        let cookie = reply.header("set-cookie").expect("a cookie");
        // With the rating that the puzzle was met at.
        assert!(cookie.starts_with("dejarik-learned=P05:found-1000-350~puzzles:1"), "{cookie}");
        let solved = server.get(Viewer::Public, &reply.header("location").expect("an address")).await;
        assert!(solved.body.contains("Safe is not safe") && solved.body.contains("Your rating"));
    }

    #[tokio::test]
    async fn a_run_against_the_clock_ends_with_the_third_miss_and_leaves_the_rating_alone() {
        let server = server().await;
        let mut to = led_to(&server, ME, "/puzzles/storm", "").await;
        for _ in 0..1_000 {
            if to == "/puzzles/storm" {
                break;
            }
            assert!(to.ends_with("storm=1"), "{to}");
            let page = server.get(ME, &to).await;
            assert!(page.body.contains("data-left=\"180000\""), "the clock stands still in a test");
            let (id, at) = to.trim_start_matches("/puzzles/").split_once("?at=").expect("a puzzle");
            let at = at.split('&').next().unwrap_or_default();
            let answer = buttons(&page).pop().expect("a button");
            to = led_to(&server, ME, &format!("/puzzles/{id}"), &format!("at={at}&a={answer}&storm=1")).await;
        }
        let over = server.get(ME, "/puzzles/storm").await;
        assert!(
            over.body.contains("Three misses ended it.") || over.body.contains("no more puzzles"),
            "{}",
            over.body
        );
        let list = server.get(ME, "/puzzles").await;
        assert!(!list.body.contains("Your rating"), "no puzzle counts as tried");
    }

    #[tokio::test]
    async fn what_is_not_offered_is_refused_and_nothing_breaks() {
        let server = server().await;
        for (path, status) in [
            ("/puzzles/P999?at=0", StatusCode::NOT_FOUND),
            ("/puzzles/P05?at=999999", StatusCode::NOT_FOUND),
            ("/puzzles/P05?at=0&tried=4000", StatusCode::OK),
            ("/puzzles/P05?at=0&card=zz", StatusCode::OK),
            ("/puzzles?theme=nothing", StatusCode::OK),
            ("/puzzles/daily?day=yesterday", StatusCode::BAD_REQUEST),
            ("/puzzles/daily?day=2199-01-01", StatusCode::BAD_REQUEST),
            ("/puzzles/daily", StatusCode::SEE_OTHER),
            ("/puzzles/next", StatusCode::SEE_OTHER),
            ("/puzzles/storm", StatusCode::OK),
        ] {
            assert_eq!(server.get(ME, path).await.status, status, "{path}");
        }
        for form in ["at=0&a=", "at=0&a=77", "at=0&a=x", "at=77&a=0", "at=0&a=0,0,0,0,0,0,0,0,0"] {
            let reply = server.ask(ME, "POST", "/puzzles/P05", form.into()).await;
            assert!(reply.status.is_client_error(), "{form}: {}", reply.status);
        }
        assert_eq!(server.ask(ME, "POST", "/puzzles/P999", "a=0".into()).await.status, StatusCode::NOT_FOUND);
        assert!(server.get(ME, "/puzzles?theme=nothing").await.body.contains("No puzzle is about that."));
    }
}
