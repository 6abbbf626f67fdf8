//! The lobby over the wire: looking for a game, taking one that somebody looks for, waiting, watching.

use super::App;
use super::game::seated;
use super::kept;
use super::legal;
use super::library::heavy;
use super::named;
use super::play::{bring, known, may_start, names};
use super::problem::Problem;
use super::seat::{Seated, Visitor};
use crate::lobby::board::version;
use crate::lobby::matcher::bring_together;
use crate::lobby::{Asks, Waiting, Wants, agreed, legal_in};
use crate::pages::lobby as page;
use crate::secret;
use crate::world::Offer;
use axum::extract::{Form, Query, State};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use store::Seek;
use table::clock::PRESETS;
use table::series::LENGTHS;

/// What somebody looks for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Sought {
    name: String,
    deck: String,
    list: String,
    format: String,
    clock: String,
    games: String,
    rated: String,
    talk: String,
    hands: String,
    take: String,
    #[serde(rename = "do")]
    what: String,
}

/// Which seek a page waits for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Waits {
    seek: String,
}

/// A private table has no lobby.
fn open(app: &App) -> Result<(), Problem> {
    if app.site.public { Ok(()) } else { Err(Problem::not_found("There’s no such page.")) }
}

/// The lobby; for somebody who waits, the way to the game as soon as there is one.
pub async fn lobby(
    State(app): State<App>,
    visitor: Visitor,
    Query(waits): Query<Waits>,
) -> Result<Response, Problem> {
    open(&app)?;
    let (store, now) = (&app.registry.node().store, app.people.now());
    let own = match (&visitor.holder, store.found(&waits.seek).await?) {
        (Some(holder), Some(seek)) if seek.visitor == *holder => Some(seek),
        _ => None,
    };
    if let Some(Seek { game: Some(game), .. }) = &own {
        // The table is laid right after the two were brought together.
        if store.load(game).await?.is_some() {
            return Ok(seated(&format!("/t/{game}"), None));
        }
    }
    if let Some(seek) = own.as_ref().filter(|seek| seek.game.is_none()) {
        app.seen.waits(&seek.id);
    }
    let there = |waiting: &Waiting| waiting.is_there(now);
    let mut others: Vec<Waiting> =
        store.seeks().await?.into_iter().filter_map(Waiting::of).filter(there).collect();
    let (decks, games) = (kept::of(&app, &visitor).await?, store.public_games().await?);
    let version = version(others.iter().map(|waiting| &*waiting.seek.id), &games, now);
    others.retain(|waiting| visitor.holder.as_ref() != Some(&waiting.seek.visitor));
    let rating = match &visitor.holder {
        Some(holder) if visitor.kept => store.ratings(std::slice::from_ref(holder)).await?.into_iter().next(),
        _ => None,
    };
    let name = named::own(&app, &visitor).await?;
    let page = move |world: &crate::world::World| {
        page::lobby(
            world,
            &page::Lobby {
                own: own.as_ref().map(|seek| (&*seek.id, Waiting::of(seek.clone()))),
                others: &others,
                decks: &decks,
                games: &games,
                version: &version,
                name: name.as_deref(),
                rating: rating.map(|rated| (rated.by(now), rated.games)),
                now,
            },
        )
    };
    Ok(heavy(&app, &visitor, page).await?.into_response())
}

/// Games that can be watched.
pub async fn watch(State(app): State<App>) -> Result<Html<String>, Problem> {
    open(&app)?;
    Ok(page::watch(&app.registry.node().store.public_games().await?))
}

/// The conditions that a form asks for.
fn asks(app: &App, visitor: &Visitor, form: &Sought) -> Result<Asks, Problem> {
    let clock = match form.clock.as_str() {
        "" => None,
        word => {
            let found = PRESETS.iter().find(|(known, _)| *known == word);
            Some(found.ok_or_else(|| Problem::bad(format!("There’s no clock called “{word}” here.")))?.1)
        }
    };
    let best_of = match form.games.as_str() {
        "" | "1" => None,
        number => {
            let found = LENGTHS.into_iter().find(|length| length.to_string() == number);
            Some(found.ok_or_else(|| Problem::bad("A match is the best of 3 or 5 games."))?)
        }
    };
    let rated = !form.rated.is_empty();
    if rated && !visitor.kept {
        return Err(Problem::bad(
            "Rated games are for players who can be known again. Make a recovery key first, on the page “You”.",
        ));
    }
    Ok(Asks { format: legal::format(app, &form.format)?.map(|format| format.name), clock, best_of, rated })
}

/// The deck that somebody plays with.
async fn deck(app: &App, visitor: &Visitor, form: &Sought) -> Result<Offer, Problem> {
    if !form.list.trim().is_empty() {
        return bring(app, visitor, "My deck", &form.list).await;
    }
    match form.deck.strip_prefix("kept:") {
        Some(id) => kept::offered(app, visitor, id).await,
        None => Ok(known(app, &form.deck)?.clone()),
    }
}

/// Looks for a game, takes one, or stops looking.
pub async fn seek(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<Sought>,
) -> Result<Response, Problem> {
    open(&app)?;
    let store = app.registry.node().store.clone();
    if form.what == "withdraw" {
        if let Some(holder) = &visitor.holder {
            store.withdraw(holder, &form.take).await?;
        }
        return Ok(seated("/lobby", None));
    }
    may_start(&app, &visitor)?;
    let taken = match form.take.as_str() {
        "" => None,
        id => {
            let gone = || Problem::conflict("Somebody else was first. Look for another game.");
            let found = store.found(id).await?.filter(|seek| seek.game.is_none()).ok_or_else(gone)?;
            Some(Waiting::of(found).ok_or_else(gone)?)
        }
    };
    let asks = match &taken {
        Some(Waiting { wants, .. }) if wants.anything => asks(&app, &visitor, &Sought::default())?,
        Some(Waiting { wants, .. }) if wants.asks.rated && !visitor.kept => {
            return Err(Problem::bad("That game is rated. Make a recovery key first, on the page “You”."));
        }
        Some(Waiting { wants, .. }) => wants.asks.clone(),
        None if form.what == "anything" => Asks::default(),
        None => asks(&app, &visitor, &form)?,
    };
    let name = named::at_table(&app, &visitor, &form.name, "Guest").await?;
    let offer = deck(&app, &visitor, &form).await?;
    let cards = names(&offer, &app)?;
    let format = legal::format(&app, asks.format.as_deref().unwrap_or_default())?;
    if let Some(page) = legal::refused(&app, &visitor, format.as_ref(), &[&offer]).await? {
        return Ok(page);
    }
    let (has_texts, by_hand) = (!offer.texts.is_empty(), !form.hands.is_empty());
    if has_texts && !by_hand {
        return Err(Problem::bad(
            "This deck has texts that are carried out by hand. Say that they’re fine with you, or take another deck.",
        ));
    }
    if has_texts && asks.rated {
        return Err(Problem::bad(
            "A rated game has no texts that are carried out by hand, and this deck has some. Take another deck, or play without a rating.",
        ));
    }
    let anything = taken.is_none() && form.what == "anything";
    let (deck, list) = (offer.name.clone(), offer.list.clone());
    let legal = heavy(&app, &visitor, move |world| {
        let legal = |format: &cards::Format| world.cards.check(&list, format).is_legal();
        if anything { legal_in(world.cards.formats().iter(), legal) } else { Vec::new() }
    });
    let legal = legal.await?;
    let Seated { holder, fresh, cookie } = visitor.seated(app.people.now())?;
    if let Some(fresh) = fresh {
        app.people.welcome(&fresh).await?;
    }
    let rated = store.ratings(std::slice::from_ref(&holder)).await?;
    let blocked = store.blocked_by(&holder).await?.into_iter().map(|(whom, _)| whom).collect();
    let at = app.people.now();
    let wants = Wants {
        name,
        deck,
        cards,
        has_texts,
        by_hand,
        anything,
        asks,
        legal,
        kept: visitor.kept,
        talks: !form.talk.is_empty(),
        rating: rated.first().map_or(1500.0, |rated| rated.by(at).rating),
        blocked,
    };
    let text = serde_json::to_string(&wants).map_err(|_| Problem::bad("That can’t be kept."))?;
    let seek = Seek { id: secret::game_name()?, visitor: holder, wants: text, at, seen: at, game: None };
    store.seek(seek.clone()).await?;
    let id = seek.id.clone();
    if let (Some(other), Some(own)) = (&taken, Waiting::of(seek)) {
        match agreed(&own, other) {
            Some(asks) => {
                if let Some(game) = bring_together(&app, &own, other, &asks).await? {
                    return Ok(seated(&format!("/t/{game}"), cookie));
                }
            }
            None => {
                store.withdraw(&own.seek.visitor, &id).await?;
                return Err(Problem::conflict("You two can’t play each other with these decks."));
            }
        }
    }
    Ok(seated(&format!("/lobby?seek={id}"), cookie))
}

pub mod waits;

#[cfg(test)]
mod tests;
