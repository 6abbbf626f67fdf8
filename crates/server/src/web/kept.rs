//! The decks that visitors keep: saved, looked at, compared, shared, forgotten.

use super::App;
use super::forms;
use super::game::seated;
use super::library::{OwnDeck, heavy, read};
use super::problem::Problem;
use super::seat::{Seated, Visitor};
use crate::changed;
use crate::pages::kept as page;
use crate::secret;
use crate::world::{Offer, World};
use axum::extract::{Form, Path, Query, State};
use axum::response::{Html, Response};
use cards::Deck;
use cards::deck::Kind;
use serde::Deserialize;
use std::collections::HashMap;
use store::{DeckVersion, KeptDeck, ListedDeck};

/// How many decks somebody keeps, and how many versions of one.
const DECKS: usize = 200;
const VERSIONS: u32 = 500;
/// The longest list that is kept.
const LONGEST: usize = 64 << 10;

/// A deck to be saved: a new one, or another version of one that is kept.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Saved {
    kept: String,
    list: String,
    name: String,
}

pub fn missing() -> Problem {
    Problem::not_found("There’s no such deck, or its owner doesn’t share it.")
}

/// Saves a deck. A visitor who is new gets a cookie with it.
pub async fn save(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<Saved>,
) -> Result<Response, Problem> {
    let own = OwnDeck { list: form.list, name: form.name, ..OwnDeck::default() };
    let (name, list, cards) = heavy(&app, &visitor, move |world| {
        let deck = read(&own)?.deck;
        let list = String::from_utf8_lossy(&deck.grouped().write(Kind::List)).into_owned();
        let cards = changed::prints(world, &deck);
        Ok::<_, Problem>((deck.name, list, cards))
    })
    .await??;
    if list.len() > LONGEST {
        return Err(Problem::bad("That list is too long to keep."));
    }
    let store = app.registry.node().store.clone();
    let Seated { holder, fresh, cookie } = visitor.seated(app.people.now())?;
    if let Some(fresh) = fresh {
        app.people.welcome(&fresh).await?;
    }
    let id = if form.kept.is_empty() {
        if store.decks_of(&holder).await?.len() >= DECKS {
            return Err(Problem::conflict(format!("You keep {DECKS} decks already. Forget one first.")));
        }
        secret::game_name()?
    } else {
        form.kept
    };
    let version = DeckVersion { name, list, at: app.people.now(), cards };
    let known = store.deck(&id).await?;
    // The same list is another version once its cards have changed; of old versions that isn't known.
    let same = |last: &DeckVersion| {
        (&last.name, &last.list) == (&version.name, &version.list)
            && (last.cards.is_empty() || last.cards == version.cards)
    };
    let number = known.as_ref().map_or(0, |deck| deck.versions.len());
    if number as u32 >= VERSIONS {
        return Err(Problem::conflict("This deck has very many versions. Save it as a new deck instead."));
    }
    // What hasn't changed is no new version.
    let unchanged = known.is_some_and(|deck| deck.owner == holder && deck.versions.last().is_some_and(same));
    if !unchanged {
        store.save_deck(&holder, &id, version).await.map_err(|error| match error {
            store::StoreError::Missing => missing(),
            error => error.into(),
        })?;
    }
    Ok(seated(&format!("/decks/kept/{id}"), cookie))
}

/// Which version of a deck is wanted, and which one beside it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wanted {
    v: Option<usize>,
    with: Option<usize>,
}

/// A deck that the visitor may see.
pub async fn visible(app: &App, visitor: &Visitor, id: &str) -> Result<(KeptDeck, bool), Problem> {
    let kept = app.registry.node().store.deck(id).await?.ok_or_else(missing)?;
    let own = visitor.holder.as_ref() == Some(&kept.owner);
    if own || kept.shared { Ok((kept, own)) } else { Err(missing()) }
}

/// The page of a deck.
pub async fn deck(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Html<String>, Problem> {
    let (kept, own) = visible(&app, &visitor, &id).await?;
    let place = |number: Option<usize>| match number {
        None => Ok(None),
        Some(number) if (1..=kept.versions.len()).contains(&number) => Ok(Some(number)),
        Some(number) => Err(Problem::not_found(format!("This deck has no version {number}."))),
    };
    let (shown, with) = (place(wanted.v)?.unwrap_or(kept.versions.len()), place(wanted.with)?);
    let now = app.people.now();
    let page = move |world: &World| page::deck(world, &page::Shown { id, kept, own, shown, with, now });
    heavy(&app, &visitor, page).await
}

/// A deck as text, as a file, as a picture or for paper.
pub async fn form(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, form)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let form = forms::Form::of(&form)?;
    let (kept, _) = visible(&app, &visitor, &id).await?;
    let version = match wanted.v {
        None => kept.versions.last(),
        Some(number) => number.checked_sub(1).and_then(|place| kept.versions.get(place)),
    };
    let version = version.cloned().ok_or_else(|| Problem::not_found("This deck has no such version."))?;
    heavy(&app, &visitor, move |world| form.answer(world, &page::list(&version))).await
}

/// Shows a deck to others, or no longer.
pub async fn share(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let owner = visitor.holder.ok_or_else(missing)?;
    let shared = form.get("shared").is_some_and(|shared| shared == "yes");
    let done = app.registry.node().store.share_deck(&owner, &id, shared).await;
    done.map_err(|error| if error == store::StoreError::Missing { missing() } else { error.into() })?;
    Ok(seated(&format!("/decks/kept/{id}"), None))
}

/// Forgets a deck with all its versions.
pub async fn forget(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let owner = visitor.holder.ok_or_else(missing)?;
    let done = app.registry.node().store.forget_deck(&owner, &id).await;
    done.map_err(|error| if error == store::StoreError::Missing { missing() } else { error.into() })?;
    Ok(seated("/decks", None))
}

/// The decks of a visitor.
pub async fn of(app: &App, visitor: &Visitor) -> Result<Vec<ListedDeck>, Problem> {
    match &visitor.holder {
        Some(holder) => Ok(app.registry.node().store.decks_of(holder).await?),
        None => Ok(Vec::new()),
    }
}

/// A kept deck, to be played: its last version.
pub async fn offered(app: &App, visitor: &Visitor, id: &str) -> Result<Offer, Problem> {
    let (kept, _) = visible(app, visitor, id).await?;
    let last = kept.versions.into_iter().next_back().ok_or_else(missing)?;
    let offer = heavy(app, visitor, move |world| {
        let read = Deck::read(&last.name, last.list.as_bytes()).map_err(|error| error.to_string())?;
        Ok::<_, String>(world.offer(Deck { name: last.name, ..read.deck }))
    });
    offer.await?.map_err(|error| Problem::bad(format!("Can’t read the list: {error}")))
}
