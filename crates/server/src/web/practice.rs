//! Practice: the drills and the keywords. A question is in its address; what was reached is kept with what was learned.

use super::App;
use super::learn::{kept, learned, remembered};
use super::library::heavy;
use super::problem::Problem;
use super::seat::Visitor;
use crate::drill::battle::{order, pay};
use crate::drill::words::{self, QUICK};
use crate::drill::{Drill, Fate, count, fight, question, targets, units};
use crate::pages::practice::{self, Given, points};
use crate::secret;
use crate::world::World;
use axum::extract::{Form, Path, Query, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;
use vocab::Keyword;

/// A day in milliseconds.
const DAY: i64 = 86_400_000;

fn now(app: &App) -> i64 {
    (app.registry.node().clock)()
}

/// The drills and the keywords.
pub async fn practice(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    let learned = learned(&app, &visitor).await?;
    let page = practice::practice(&learned, app.world.keywords(), now(&app).div_euclid(DAY));
    Ok(remembered(&visitor, &learned, page))
}

fn drill(word: &str) -> Result<Drill, Problem> {
    Drill::of(word).ok_or_else(|| Problem::not_found("There’s no such drill."))
}

/// Which question of a drill, and what was answered.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// The places of its units.
    u: String,
    /// The answer.
    a: Option<u32>,
}

impl Asked {
    fn places(&self) -> Vec<usize> {
        self.u.split('.').map(|place| place.parse().unwrap_or(usize::MAX)).collect()
    }
}

/// A page of a drill with its answer, and what that is worth.
fn shown(world: &World, drill: Drill, asked: &Asked) -> Result<(Html<String>, Option<u32>), Problem> {
    let (units, places) = (units(world), asked.places());
    let gone = || Problem::not_found("There’s no such question. Start the drill again.");
    if drill == Drill::First {
        let found = targets(world, &units, &places).ok_or_else(gone)?;
        let given = asked.a.map(|given| usize::from(given > 0));
        let points = given.map(|given| if given == found.best() { 100 } else { 0 });
        return Ok((practice::targets(world, &places, &found, given), points));
    }
    if drill == Drill::Next {
        let found = order(world, &units, &places).ok_or_else(gone)?;
        let given = asked.a.map(|given| given as usize);
        let points = given.map(|given| if given == found.next { 100 } else { 0 });
        return Ok((practice::order(world, &places, &found, given), points));
    }
    if drill == Drill::Pay {
        let found = pay(world, &units, &places).ok_or_else(gone)?;
        let given = asked.a.map(|given| usize::from(given > 0));
        let points = given.map(|given| if given == found.best() { 100 } else { 0 });
        return Ok((practice::pay(world, &places, &found, given), points));
    }
    let found = fight(world, &units, &places).ok_or_else(gone)?;
    let (given, points) = match (drill, asked.a) {
        (_, None) => (None, None),
        (Drill::Sure, Some(guess)) => {
            let guess = guess.min(100);
            (Some(Given::Percent(guess)), Some(points(found.destroyed, guess)))
        }
        (Drill::Survive | Drill::First | Drill::Next | Drill::Pay, Some(place)) => {
            let place = place as usize;
            let is_right = Fate::ALL.get(place) == Some(&Fate::of(found.destroyed));
            (Some(Given::Place(place)), Some(if is_right { 100 } else { 0 }))
        }
    };
    Ok((practice::fight(world, drill, &places, &found, given), points))
}

/// A question of a drill, or what came of an answer.
pub async fn ask(
    State(app): State<App>,
    visitor: Visitor,
    Path(word): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let drill = drill(&word)?;
    if asked.u.is_empty() {
        let seed = secret::request()?;
        let places = heavy(&app, &visitor, move |world| question(world, drill, seed)).await?;
        let places = places.ok_or_else(|| Problem::not_found("No two units here make a question."))?;
        let units: Vec<String> = places.iter().map(usize::to_string).collect();
        return Ok(Redirect::to(&format!("/learn/practice/{word}?u={}", units.join("."))).into_response());
    }
    let (page, _) = heavy(&app, &visitor, move |world| shown(world, drill, &asked)).await??;
    Ok(page.into_response())
}

/// Takes an answer.
pub async fn answer(
    State(app): State<App>,
    visitor: Visitor,
    Path(word): Path<String>,
    Form(asked): Form<Asked>,
) -> Result<Response, Problem> {
    let drill = drill(&word)?;
    let given = asked.a.ok_or_else(|| Problem::bad("Choose an answer."))?;
    let units: Vec<String> = asked.places().iter().map(usize::to_string).collect();
    let to = format!("/learn/practice/{word}?u={}&a={given}", units.join("."));
    let (_, points) = heavy(&app, &visitor, move |world| shown(world, drill, &asked)).await??;
    let before = learned(&app, &visitor).await?;
    let mut after = before.clone();
    if let Some(points) = points {
        count(&mut after, drill, points);
    }
    kept(&app, &visitor, (&before, &after), Redirect::to(&to)).await
}

/// Which question about a keyword, and what was answered.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Word {
    /// The keyword.
    k: String,
    /// From which seed.
    s: u64,
    /// When it was asked.
    t: i64,
    /// The answer.
    a: Option<usize>,
}

fn named(word: &str) -> Result<Keyword, Problem> {
    words::of_slug(word).ok_or_else(|| Problem::not_found("There’s no such keyword."))
}

/// The next question about a keyword, or what came of an answer.
pub async fn keyword(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<Word>,
) -> Result<Response, Problem> {
    let learned = learned(&app, &visitor).await?;
    let (time, day) = (now(&app), now(&app).div_euclid(DAY));
    if asked.k.is_empty() {
        let to = match words::next(&learned, app.world.keywords(), day) {
            Some(keyword) => {
                format!("/learn/practice/keywords?k={}&s={}", words::slug(keyword), secret::request()? >> 16)
            }
            None => "/learn/practice".into(),
        };
        return Ok(remembered(&visitor, &learned, Redirect::to(&to)));
    }
    let keyword = named(&asked.k)?;
    let question = words::question(keyword, asked.s);
    let days = words::card(&learned, keyword).map_or(0, |card| card.due - day);
    let page = practice::keyword(keyword, asked.s, time, &question, asked.a.map(|given| (given, days)));
    Ok(remembered(&visitor, &learned, page))
}

/// Takes an answer to a question about a keyword.
pub async fn keyword_answer(
    State(app): State<App>,
    visitor: Visitor,
    Form(asked): Form<Word>,
) -> Result<Response, Problem> {
    let keyword = named(&asked.k)?;
    let given = asked.a.ok_or_else(|| Problem::bad("Choose an answer."))?;
    let (time, day) = (now(&app), now(&app).div_euclid(DAY));
    let before = learned(&app, &visitor).await?;
    let mut after = before.clone();
    // A page that is sent again counts once: the keyword is due no longer, or the day is over.
    if words::next(&before, app.world.keywords(), day) == Some(keyword) {
        let is_right = words::question(keyword, asked.s).right == given;
        words::answered(&mut after, keyword, is_right, time - asked.t < QUICK, day);
    }
    let to = format!("/learn/practice/keywords?k={}&s={}&a={given}", asked.k, asked.s);
    kept(&app, &visitor, (&before, &after), Redirect::to(&to)).await
}

#[cfg(test)]
mod tests {
    use crate::drill::words::{of_slug, question};
    use crate::web::bytes::{Server, setup};
    use axum::http::StatusCode;
    use engine::Viewer;
    use vocab::Role;

    const ME: Viewer = Viewer::Seat(Role::Dark);

    #[tokio::test]
    async fn drills_ask_answer_and_keep_what_was_reached() {
        let server = Server::new(setup(1)).await;
        for (drill, answers) in [("survive", 3), ("sure", 101), ("first", 2)] {
            let reply = server.get(ME, &format!("/learn/practice/{drill}")).await;
            let to = reply.header("location").expect("a question");
            let page = server.get(ME, &to).await;
            assert_eq!(page.status, StatusCode::OK, "{to}");
            let units = to.split_once("?u=").expect("units").1;
            let mut verdicts = Vec::new();
            for given in 0..answers {
                if answers > 3 && given % 50 > 0 {
                    continue;
                }
                let form = format!("u={units}&a={given}");
                let reply = server.ask(ME, "POST", &format!("/learn/practice/{drill}"), form).await;
                let told = server.get(ME, &reply.header("location").expect("an answer")).await;
                assert!(told.body.contains("drill-why"), "{drill}");
                verdicts.push(told.body.contains("class=\"good\""));
            }
            let right = verdicts.iter().filter(|right| **right).count();
            assert!(right <= 1 && (drill == "sure" || right == 1), "{drill}: {verdicts:?}");
        }
        let page = server.get(ME, "/learn/practice").await;
        assert!(page.body.contains("1 of 3 right") && page.body.contains("1 of 2 right"), "{}", page.body);
        for (path, status) in [
            ("/learn/practice/nothing", StatusCode::NOT_FOUND),
            ("/learn/practice/survive?u=x.y", StatusCode::NOT_FOUND),
            ("/learn/practice/first?u=0.0.0", StatusCode::NOT_FOUND),
            ("/learn/practice/keywords?k=nothing", StatusCode::NOT_FOUND),
        ] {
            assert_eq!(server.get(ME, path).await.status, status, "{path}");
        }
    }

    #[tokio::test]
    async fn keywords_come_one_after_the_other_and_a_wrong_one_again() {
        let server = Server::new(setup(1)).await;
        let mut asked = Vec::new();
        for turn in 0..12 {
            let to = server.get(ME, "/learn/practice/keywords").await.header("location").expect("an address");
            if to == "/learn/practice" {
                break;
            }
            let query = to.split_once("?k=").expect("a keyword").1;
            let (word, seed) = query.split_once("&s=").expect("a seed");
            let question = question(of_slug(word).expect("known"), seed.parse().expect("a number"));
            let page = server.get(ME, &to).await;
            assert!(
                page.body.contains("form class=\"drill-form long\"") || page.body.contains("drill-form"),
                "{to}"
            );
            // The first answer is wrong; the same page sent twice counts once.
            let given =
                if turn == 0 { (question.right + 1) % question.answers.len() } else { question.right };
            let form = format!("k={word}&s={seed}&t=0&a={given}");
            for _ in 0..2 {
                let reply = server.ask(ME, "POST", "/learn/practice/keywords", form.clone()).await;
                let told = server.get(ME, &reply.header("location").expect("an answer")).await;
                assert_eq!(told.body.contains("class=\"good\""), turn > 0, "{to}");
            }
            asked.push(word.to_string());
        }
        assert_eq!(asked.len(), 3, "two new keywords, and the missed one again: {asked:?}");
        assert_eq!(asked[0], asked[2]);
        let page = server.get(ME, "/learn/practice").await;
        assert!(page.body.contains("3 of 10 questions today") && page.body.contains("Done for today."));
    }
}
