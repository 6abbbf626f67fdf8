//! New games: against the computer, a friend, one another at one screen, or none; invitations.

use super::App;
use super::asker::opened;
use super::game::seated;
use super::problem::Problem;
use super::seat::Visitor;
use crate::computer;
use crate::pages;
use crate::secret;
use crate::table::setup::{GameSetup, Kind, Pace, Passing, Player, Scratch, Undo};
use crate::world::Offer;
use axum::extract::{Form, Path, State};
use axum::response::{Html, Response};
use cards::Deck;
use engine::Names;
use serde::Deserialize;
use std::collections::HashMap;
use std::time::Instant;
use vocab::{Edition, Role};

/// The form of a new game. Decks are named, or given as lists.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct NewGame {
    mine: String,
    theirs: String,
    mine_list: String,
    mine_name: String,
    level: String,
    edition: String,
    way: String,
    passing: String,
    pace: String,
    name: String,
}

/// A name as people may write it: one short line.
fn tidy(name: &str, usual: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_control()).take(24).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { usual.to_string() } else { name }
}

fn may_start(app: &App, visitor: &Visitor) -> Result<(), Problem> {
    if !app.games.allows(visitor.counted_as(), Instant::now()) {
        return Err(Problem::too_much("You’ve started a lot of games. Wait a moment before the next one."));
    }
    if app.hub.live() >= app.limits.live {
        return Err(Problem::too_much("All tables are taken. Try again in a few minutes."));
    }
    Ok(())
}

fn names(offer: &Offer, app: &App) -> Result<Names, Problem> {
    let deck = offer
        .playable
        .as_ref()
        .map_err(|reason| Problem::bad(format!("{} can’t be played: {reason}", offer.name)))?;
    let name = |id: &vocab::DefinitionId| app.hub.world.catalog.definition(*id).to_string();
    Ok(Names { cards: deck.cards.iter().map(name).collect(), supply: deck.supply.iter().map(name).collect() })
}

/// Starts a game.
pub async fn play(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<NewGame>,
) -> Result<Response, Problem> {
    may_start(&app, &visitor)?;
    let world = &app.hub.world;
    let unknown = |slug: &str| Problem::bad(format!("There’s no deck called “{slug}” here."));
    let brought;
    let mine: &Offer = if form.mine_list.trim().is_empty() {
        world.known(&form.mine).ok_or_else(|| unknown(&form.mine))?
    } else {
        let read = Deck::read(&tidy(&form.mine_name, "My deck"), form.mine_list.as_bytes())
            .map_err(|error| Problem::bad(format!("Can’t read the list: {error}")))?;
        brought = world.offer(Deck { name: tidy(&form.mine_name, "My deck"), ..read.deck });
        &brought
    };
    let theirs = world.known(&form.theirs).ok_or_else(|| unknown(&form.theirs))?;
    let edition: Edition = if form.edition.is_empty() {
        Edition::Current
    } else {
        form.edition.parse().map_err(Problem::bad)?
    };
    let passing = match form.passing.as_str() {
        "" | "at-once" => Passing::AtOnce,
        "asked" => Passing::Asked,
        other => return Err(Problem::bad(format!("Passing is “at-once” or “asked”, not “{other}”."))),
    };
    let seed = secret::seed()?;
    // 103.3, 103.4: the side decides who has the Dark Side role; between equals, chance.
    let (own, other) = (mine.side.role_rank(), theirs.side.role_rank());
    let role = if own > other || (own == other && seed.0[0] & 1 == 1) { Role::Dark } else { Role::Light };
    let level = computer::level(&form.level);
    let machine = |name: &str| (name.to_string(), Kind::Computer(level.name().to_string()));
    let person = |name: &str| (name.to_string(), Kind::Person);
    let you = tidy(&form.name, "Guest");
    let (near, far) = match form.way.as_str() {
        "friend" => (person(&tidy(&form.name, "Host")), person("Friend")),
        "hotseat" => match role {
            Role::Dark => (person("Dark Side"), person("Light Side")),
            Role::Light => (person("Light Side"), person("Dark Side")),
        },
        "watch" => (machine("Nadir"), machine(computer::name(level))),
        _ => (person(&you), machine(computer::name(level))),
    };
    let player = |(name, kind): (String, Kind), offer: &Offer| -> Result<Player, Problem> {
        Ok(Player { name, kind, deck: offer.name.clone(), cards: names(offer, &app)? })
    };
    let (near, far) = (player(near, mine)?, player(far, theirs)?);
    let (dark, light) = if role == Role::Dark { (near, far) } else { (far, near) };
    let setup = GameSetup {
        edition: edition.name().to_string(),
        seed,
        dark,
        light,
        pace: if form.pace == "instant" { Pace::Instant } else { Pace::Calm },
        undo: Undo::Agreed,
        passing,
        from: None,
        scratch: None,
    };
    let (holder, cookie) = visitor.seated()?;
    let seats = match form.way.as_str() {
        "hotseat" => Role::ALL.map(|role| (role, holder.clone())).to_vec(),
        "watch" => Vec::new(),
        _ => vec![(role, holder)],
    };
    let name = secret::game_name()?;
    app.hub.create(&name, setup, Vec::new(), seats).await?;
    tracing::info!(game = name, way = form.way, "started");
    if form.way == "friend" {
        return Ok(seated(&format!("/t/{name}/invite"), cookie));
    }
    Ok(seated(&format!("/t/{name}"), cookie))
}

/// Shows the link that invites to the free seat. A new one replaces the old.
pub async fn invite(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
    headers: axum::http::HeaderMap,
) -> Result<Html<String>, Problem> {
    let live = opened(&app, &game).await?;
    let [role] = live.seats_of(visitor.holder.as_deref())[..] else {
        return Err(Problem::forbidden("You don’t have a seat at this table."));
    };
    let free = role.other();
    if live.is_taken(free) || !live.table.lock().await.setup.is_for_two() {
        return Err(Problem::conflict("The other seat is taken."));
    }
    let token = secret::token()?;
    app.hub.store.invite(&game, free, secret::digest(&token)).await?;
    let host = headers.get("host").and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1:7777");
    Ok(pages::join::invite(&game, &format!("http://{host}/join/{token}")))
}

/// An invitation.
pub async fn invitation(State(app): State<App>, Path(token): Path<String>) -> Result<Html<String>, Problem> {
    let (game, role) = invited(&app, &token)?;
    let live = opened(&app, &game).await?;
    let table = live.table.lock().await;
    let host = &table.setup.player(role.other()).name;
    Ok(pages::join::join(host, &table.setup.player(role).deck, &token))
}

fn invited(app: &App, token: &str) -> Result<(String, Role), Problem> {
    let used = || {
        Problem::not_found("This invitation has been used or never existed. Ask your friend for a new link.")
    };
    if !secret::is_wellformed(token) {
        return Err(used());
    }
    app.hub.store.invitation(&secret::digest(token))?.ok_or_else(used)
}

/// Sits down at a friend's table.
pub async fn join(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let (game, role) = invited(&app, &token)?;
    let live = opened(&app, &game).await?;
    let (holder, cookie) = visitor.seated()?;
    if live.seats_of(Some(&holder)).contains(&role.other()) {
        return Err(Problem::forbidden(
            "You already sit at this table. Send the link to a friend, or open it in another browser.",
        ));
    }
    let seat = app.hub.store.accept(secret::digest(&token), holder.clone()).await?;
    if seat.is_none() {
        return Err(Problem::conflict("Someone else sat down first."));
    }
    let usual = "Guest".to_string();
    app.hub.seat(&live, role, holder, tidy(form.get("name").unwrap_or(&usual), "Guest")).await?;
    tracing::info!(game, "joined");
    Ok(seated(&format!("/t/{game}"), cookie))
}

/// The same game again, perhaps with the sides of the players exchanged.
pub async fn again(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    may_start(&app, &visitor)?;
    let live = opened(&app, &game).await?;
    let (holder, cookie) = visitor.seated()?;
    let seats = live.seats_of(Some(&holder));
    let mut setup = live.table.lock().await.setup.clone();
    setup.seed = secret::seed()?;
    setup.from = None;
    if form.contains_key("swap") {
        // The decks stay in their roles; the players change places.
        let GameSetup { dark, light, .. } = &mut setup;
        std::mem::swap(&mut dark.name, &mut light.name);
        std::mem::swap(&mut dark.kind, &mut light.kind);
    }
    let own = |role: Role| if form.contains_key("swap") { role.other() } else { role };
    let is_for_two = setup.is_for_two();
    let kept: Vec<(Role, String)> = seats.iter().map(|role| (own(*role), holder.clone())).collect();
    let name = secret::game_name()?;
    let invites = is_for_two && kept.len() == 1;
    app.hub.create(&name, setup, Vec::new(), kept).await?;
    let to = if invites { format!("/t/{name}/invite") } else { format!("/t/{name}") };
    Ok(seated(&to, cookie))
}

/// A card of the lab on a scratch table.
pub async fn scratch(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    may_start(&app, &visitor)?;
    let text = |name: &str| form.get(name).map_or("", String::as_str);
    // Cards that are no units have no such numbers.
    let number = |name: &str| match form.get(name).map_or("0", String::as_str).parse::<u8>() {
        Ok(number) if number <= 90 => Ok(number),
        _ => Err(Problem::bad(format!("{name} must be a number from 0 to 90"))),
    };
    let world = &app.hub.world;
    let (mine, theirs) =
        world.suggested().ok_or_else(|| Problem::bad("There are no playable decks here."))?;
    let name = tidy(text("name"), "Lab Subject");
    if world.catalog.library().find_by_title(&name).is_some() {
        return Err(Problem::bad(format!("There’s already a card called “{name}”. Choose another name.")));
    }
    if text("text").len() > 2000 {
        return Err(Problem::bad("The text is too long."));
    }
    let scratch = Scratch {
        name: name.clone(),
        card_type: text("type").to_string(),
        text: text("text").to_string(),
        numbers: [number("cost")?, number("speed")?, number("power")?, number("health")?],
    };
    let seed = secret::seed()?;
    let mut own = names(mine, &app)?;
    let kind = pages::lab::card_type(&scratch.card_type);
    let is_unit =
        |card: &String| world.definition(card).is_some_and(|id| world.catalog.card_type(id).is_unit());
    if kind.may_be_in_deck() {
        let step = if kind.is_unit() { 3 } else { 1 };
        let replaced = own.cards.iter_mut().filter(|card| is_unit(card) == kind.is_unit());
        replaced.step_by(step).take(12).for_each(|card| card.clone_from(&name));
    } else {
        own.supply = vec![name.clone()];
    }
    let level = computer::usual();
    let near = Player {
        name: "Guest".into(),
        kind: Kind::Person,
        deck: format!("{} with {name}", mine.name),
        cards: own,
    };
    let far = Player {
        name: computer::name(level).into(),
        kind: Kind::Computer(level.name().into()),
        deck: theirs.name.clone(),
        cards: names(theirs, &app)?,
    };
    let role = if mine.side.role_rank() > theirs.side.role_rank() { Role::Dark } else { Role::Light };
    let (dark, light) = if role == Role::Dark { (near, far) } else { (far, near) };
    let setup = GameSetup {
        edition: Edition::Current.name().into(),
        seed,
        dark,
        light,
        pace: Pace::Calm,
        undo: Undo::Agreed,
        passing: Passing::AtOnce,
        from: None,
        scratch: Some(scratch),
    };
    // What is read is not always what the referee can carry out: it says so before the game.
    let catalog = world.catalog_of(&setup).map_err(Problem::bad)?;
    if let Some(id) = catalog.library().find_by_title(&name) {
        catalog.check(id).map_err(|error| Problem::bad(error.to_string()))?;
    }
    let (holder, cookie) = visitor.seated()?;
    let game = secret::game_name()?;
    app.hub.create(&game, setup, Vec::new(), vec![(role, holder)]).await?;
    Ok(seated(&format!("/t/{game}"), cookie))
}
