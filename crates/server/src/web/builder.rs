//! The builder: a list, what a button does to it, and what is searched for beside it.

use super::App;
use super::import;
use super::library::{LONGEST, OwnDeck, heavy};
use super::problem::Problem;
use super::seat::Visitor;
use super::tidy;
use crate::pages::builder::{Built, builder, form};
use crate::world::World;
use axum::extract::{Form, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use cards::Deck;
use cards::deck::{Entry, ZoneName};
use serde::Deserialize;

/// The largest deck that is built here.
const LARGEST: usize = 400;

/// The form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Building {
    list: String,
    name: String,
    /// Where the list is found, if it isn't there.
    address: String,
    q: String,
    format: String,
    /// The address of the kept deck that is being changed.
    kept: String,
    /// One more of a card.
    add: String,
    /// One fewer of a card.
    drop: String,
    /// So many copies of a card: a number and its name.
    set: String,
    /// The card that is shown with those like it, and the one that is to be.
    like: String,
    alike: String,
    /// Shows what is searched for again.
    find: String,
}

/// The builder with nothing in it.
pub async fn empty(State(app): State<App>, visitor: Visitor) -> Result<Html<String>, Problem> {
    let page = |world: &World| {
        let list = Deck::new("My deck");
        let query = "t:character order:cost";
        builder(world, &Built { list: &list, query, like: "", format: "Open", id: "" })
    };
    heavy(&app, &visitor, page).await
}

/// The builder after a button was pressed: a page, or its form for the script.
pub async fn pressed(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Form(mut wanted): Form<Building>,
) -> Result<Response, Problem> {
    if !wanted.address.is_empty() {
        let form = OwnDeck { list: wanted.list, name: wanted.name, address: wanted.address };
        let found = import::found(&app, &visitor, &headers, form).await?;
        (wanted.list, wanted.name, wanted.address) = (found.list, found.name, String::new());
    }
    let part = visitor.script;
    let shown = heavy(&app, &visitor, move |world| {
        let list = built(world, &wanted)?;
        let query = if wanted.q.len() > LONGEST { "" } else { &wanted.q };
        let like = match (&*wanted.alike, &*wanted.find) {
            ("", "") if wanted.like.len() <= LONGEST => &*wanted.like,
            (alike, "") if alike.len() <= LONGEST => alike,
            _ => "",
        };
        let built = Built { list: &list, query, like, format: &wanted.format, id: &wanted.kept };
        Ok::<_, Problem>(if part { Html(form(world, &built).into_string()) } else { builder(world, &built) })
    });
    Ok(shown.await??.into_response())
}

/// The list after what a button does to it.
fn built(world: &World, form: &Building) -> Result<Deck, Problem> {
    let name = tidy::line(&form.name, 60);
    let name = if name.is_empty() { "My deck".to_string() } else { name };
    let read = Deck::read(&name, form.list.as_bytes());
    let read = read.map_err(|error| Problem::bad(format!("Can’t read the list: {error}")))?;
    let mut deck = Deck { name, ..read.deck };
    if !form.add.is_empty() {
        change(world, &mut deck, &form.add, |copies| copies + 1)?;
    }
    if !form.drop.is_empty() {
        drop_one(&mut deck, &form.drop);
    }
    if let Some((number, card)) = form.set.split_once(' ') {
        let number: usize = number.parse().map_err(|_| Problem::bad("That isn’t a number of copies."))?;
        change(world, &mut deck, card, |_| number)?;
    }
    Ok(deck)
}

/// Gives a card of the server another number of copies, in the zone where it belongs.
fn change(
    world: &World,
    deck: &mut Deck,
    card: &str,
    number: impl Fn(usize) -> usize,
) -> Result<(), Problem> {
    let id = world.cards.collection().resolve(card).printing();
    let id = id.ok_or_else(|| Problem::bad(format!("There’s no card called “{card}” here.")))?;
    let card = world.cards.collection().get(id);
    let name = card.name.full();
    let here = |deck: &Deck| {
        let cards = deck.zones.iter().flat_map(|zone| &zone.cards);
        cards.filter(|entry| entry.name == name).count()
    };
    let wanted = number(here(deck)).min(LARGEST);
    while here(deck) > wanted {
        drop_one(deck, name);
    }
    let zone = if card.card_type.may_be_in_deck() { ZoneName::Deck } else { ZoneName::Supply };
    while here(deck) < wanted && deck.len() < LARGEST {
        deck.add(&zone, Entry::named(name), 1);
    }
    Ok(())
}

/// Takes one copy of a card out, known or not.
fn drop_one(deck: &mut Deck, name: &str) {
    for zone in &mut deck.zones {
        if let Some(place) = zone.cards.iter().rposition(|entry| entry.name == name) {
            zone.cards.remove(place);
            return;
        }
    }
}
