//! The handlers of the reading pages.

use super::App;
use super::forms::Form;
use super::import;
use super::kept;
use super::position;
use super::problem::Problem;
use super::seat::Visitor;
use super::tidy;
use crate::chances;
use crate::pages;
use crate::pages::cards::Search;
use crate::pool::Class;
use crate::world::World;
use axum::extract::{Form as Sent, Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Redirect, Response};
use cards::deck::ReadDeck;
use cards::{Deck, Found};
use serde::Deserialize;
use std::collections::HashMap;
use vocab::Edition;

/// A question in an address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Words {
    q: String,
    name: String,
}

/// The longest query.
pub const LONGEST: usize = 500;

/// Draws a page beside the tasks that answer requests.
pub async fn heavy<T: Send + 'static>(
    app: &App,
    visitor: &Visitor,
    page: impl FnOnce(&World) -> T + Send + 'static,
) -> Result<T, Problem> {
    let world = app.world.clone();
    Ok(app.heavy(Class::Heavy, visitor, move || page(&world)).await?)
}

/// The search.
pub async fn cards(
    State(app): State<App>,
    visitor: Visitor,
    Query(search): Query<Search>,
) -> Result<Html<String>, Problem> {
    if search.q.len() > LONGEST {
        return Err(Problem::bad("The query is too long."));
    }
    let (pictures, script) = (!visitor.settings.drawn, visitor.script);
    heavy(&app, &visitor, move |world| {
        if script {
            Html(pages::cards::results(world, &search, pictures).into_string())
        } else {
            pages::cards::search(world, &search, pictures)
        }
    })
    .await
}

/// One card.
pub async fn card(
    State(app): State<App>,
    visitor: Visitor,
    Query(words): Query<Words>,
) -> Result<Html<String>, Problem> {
    if words.name.len() > LONGEST {
        return Err(Problem::bad("The name is too long."));
    }
    let world = &app.world;
    let id = match world.cards.collection().resolve(&words.name).printing() {
        Some(id) => id,
        None => match world.cards.collection().find(&words.name) {
            Found::One(id) => id,
            _ => return Err(Problem::not_found(format!("There’s no card called “{}” here.", words.name))),
        },
    };
    let pictures = !visitor.settings.drawn;
    heavy(&app, &visitor, move |world| pages::cards::card(world, id, pictures)).await
}

/// All decks.
pub async fn decks(State(app): State<App>, visitor: Visitor) -> Result<Html<String>, Problem> {
    let (own, now) = (kept::of(&app, &visitor).await?, app.people.now());
    let games = match &visitor.holder {
        Some(holder) => app.registry.node().store.games_of(holder).await?,
        None => Vec::new(),
    };
    let games = games.into_iter().filter(|game| !game.over).filter_map(|game| {
        let cards = app.changes.of_game(&game.game)?;
        Some((game, cards))
    });
    let (games, disk) = (games.collect::<Vec<_>>(), app.changes.on_disk());
    heavy(&app, &visitor, move |world| {
        let notice = pages::kept::notice(world, &own, &games, &disk);
        pages::decks::decks(world, &own, now, &notice)
    })
    .await
}

/// One deck.
pub async fn deck(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Html<String>, Problem> {
    let page = move |world: &World| Some(pages::decks::known(world, world.known(&slug)?));
    heavy(&app, &visitor, page).await?.ok_or_else(|| Problem::not_found("There’s no such deck here."))
}

/// A list of a visitor's own, and what to do with it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct OwnDeck {
    /// The list, as text or as a file.
    pub list: String,
    /// What it is called.
    pub name: String,
    /// Where it is found, instead of a list.
    pub address: String,
}

/// Reads a list.
pub fn read(form: &OwnDeck) -> Result<ReadDeck, Problem> {
    let name = tidy::line(&form.name, 60);
    let name = if name.is_empty() { "My deck".to_string() } else { name };
    let mut read = Deck::read(&name, form.list.as_bytes())
        .map_err(|error| Problem::bad(format!("Can’t read the list: {error}")))?;
    read.deck.name = name;
    Ok(read)
}

/// Checks a list.
pub async fn own_deck(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Sent(form): Sent<OwnDeck>,
) -> Result<Html<String>, Problem> {
    let form = import::found(&app, &visitor, &headers, form).await?;
    let page = move |world: &World| Ok(pages::decks::own(world, &read(&form)?, &form.list));
    heavy(&app, &visitor, page).await?
}

/// A deck of the server as text, as a file, as a picture or for paper.
pub async fn deck_form(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, form)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let form = Form::of(&form)?;
    let written = move |world: &World| Some(form.answer(world, &world.known(&slug)?.list));
    heavy(&app, &visitor, written).await?.ok_or_else(|| Problem::not_found("There’s no such deck here."))
}

/// What form of a document is wanted.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wanted {
    edition: String,
    #[serde(rename = "as")]
    form: String,
}

/// A list whose draws and setups are wanted, and the seed of its test hands.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Chanced {
    list: String,
    name: String,
    seed: u64,
}

/// What a list brings: its draws by turn, its setups, test hands.
pub async fn chances(
    State(app): State<App>,
    visitor: Visitor,
    Sent(Chanced { list, name, seed }): Sent<Chanced>,
) -> Result<Html<String>, Problem> {
    let form = OwnDeck { list, name, ..OwnDeck::default() };
    let page = move |world: &World| {
        let mine = world.offer(read(&form)?.deck);
        let nobody = || Problem::bad("There’s no deck here that it could meet.");
        let (one, other) = world.suggested().ok_or_else(nobody)?;
        let theirs = if mine.side == other.side { one } else { other };
        let unplayable = |reason| Problem::bad(format!("{} can’t be played: {reason}", mine.name));
        let found = chances::of(world, &mine, theirs, seed).map_err(unplayable)?;
        Ok(pages::chances::chances(world, &mine, theirs, &found, &form.list, seed))
    };
    heavy(&app, &visitor, page).await?
}

/// The keyword sheet of a list.
pub async fn sheet(
    State(app): State<App>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
    Sent(form): Sent<OwnDeck>,
) -> Result<Html<String>, Problem> {
    let edition: Edition = if wanted.edition.is_empty() {
        Edition::Current
    } else {
        wanted.edition.parse().map_err(Problem::bad)?
    };
    let page = move |world: &World| Ok(pages::decks::sheet(world, &read(&form)?.deck, edition));
    heavy(&app, &visitor, page).await?
}

/// A list in another form.
pub async fn deck_file(
    State(app): State<App>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
    Sent(list): Sent<OwnDeck>,
) -> Result<Response, Problem> {
    let form = Form::of(&wanted.form)?;
    heavy(&app, &visitor, move |world| Ok(form.answer(world, &read(&list)?.deck))).await?
}

/// The game on one page.
pub async fn how_to_play() -> Html<String> {
    pages::learn::how_to_play()
}

/// The glossary.
pub async fn keywords() -> Html<String> {
    pages::keywords::keywords()
}

/// The rulebook.
pub async fn rules(
    State(app): State<App>,
    visitor: Visitor,
    Query(words): Query<Words>,
) -> Result<Html<String>, Problem> {
    if words.q.len() > LONGEST {
        return Err(Problem::bad("The query is too long."));
    }
    if visitor.script {
        let number = words.q.parse().map_err(|_| Problem::bad("That isn’t a rule number."))?;
        let rule = pages::rules::one(number).ok_or_else(|| Problem::not_found("There’s no such rule."))?;
        return Ok(Html(rule.into_string()));
    }
    heavy(&app, &visitor, move |_| pages::rules::rules(&words.q)).await
}

/// The calculator.
pub async fn odds(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Html<String>, Problem> {
    heavy(&app, &visitor, move |world| pages::odds::odds(world, &query)).await
}

/// A text of the lab.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LabText {
    text: Option<String>,
    #[serde(rename = "type")]
    card_type: String,
}

/// The lab.
pub async fn lab(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<LabText>,
) -> Result<Html<String>, Problem> {
    if query.text.as_ref().is_some_and(|text| text.len() > 4000) {
        return Err(Problem::bad("The text is too long."));
    }
    heavy(&app, &visitor, move |world| {
        let word = if query.card_type.is_empty() { "Character" } else { &query.card_type };
        pages::lab::lab(world, query.text.as_deref(), word, None)
    })
    .await
}

/// The judge's desk.
pub async fn judge(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<pages::judge::Asked>,
) -> Result<Html<String>, Problem> {
    if asked.is_too_long() {
        return Err(Problem::bad("The question is too long."));
    }
    heavy(&app, &visitor, move |world| pages::judge::desk(world, &asked)).await
}

/// A judge's position as a table: a part of it for the script, a page, or the way to the next one after an answer.
pub async fn judge_table(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<position::Asked>,
) -> Result<Response, Problem> {
    if asked.is_too_long() {
        return Err(Problem::bad("The question is too long."));
    }
    let (settings, script) = (visitor.settings, visitor.script);
    let shown =
        heavy(&app, &visitor, move |world| position::position(world, &asked, settings, script)).await?;
    match shown {
        position::Shown::Page(page) => Ok(page.into_response()),
        position::Shown::Next(address) => Ok(Redirect::to(&address).into_response()),
        position::Shown::Unread(why) => Err(Problem::bad(why)),
    }
}

#[cfg(test)]
mod tests;
