//! New games: against the computer, a friend, one another at one screen, or none; invitations.

use super::App;
use super::asker::Asker;
use super::clock;
use super::create::{Plan, invitation, lay};
use super::game::seated;
use super::kept;
use super::legal;
use super::named;
use super::problem::Problem;
use super::seat::Visitor;
use super::tidy;
use crate::computer;
use crate::owner::{Command, Order, Refusal, Shot};
use crate::pages;
use crate::pool::Class;
use crate::secret;
use crate::world::Offer;
use axum::extract::{Form, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use cards::Deck;
use dejarik::HandText;
use engine::Names;
use engine::state::Seed;
use serde::Deserialize;
use std::collections::HashMap;
use std::time::Instant;
use store::GameId;
use table::conditions::Conditions;
use table::series::{LENGTHS, Series};
use table::setup::{
    GameSetup, Hand, Kind, Pace, Passing, Player, Reach, Roles, Scratch, Source, Undo, Watching,
};
use vocab::{Edition, Role, Side};

/// Chance that is promised comes from no seed.
pub const NO_SEED: Seed = Seed([0, 0]);

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
    watching: String,
    pace: String,
    name: String,
    hands: String,
    format: String,
    clock: String,
    games: String,
    bank: String,
    free: String,
    bonus: String,
    request: u64,
}

impl NewGame {
    /// The form as fields, to be sent once more with something added.
    fn fields(&self) -> [(&str, &str); 17] {
        [
            ("mine", &self.mine),
            ("theirs", &self.theirs),
            ("mine_list", &self.mine_list),
            ("mine_name", &self.mine_name),
            ("level", &self.level),
            ("edition", &self.edition),
            ("way", &self.way),
            ("passing", &self.passing),
            ("watching", &self.watching),
            ("pace", &self.pace),
            ("name", &self.name),
            ("format", &self.format),
            ("clock", &self.clock),
            ("games", &self.games),
            ("bank", &self.bank),
            ("free", &self.free),
            ("bonus", &self.bonus),
        ]
    }
}

/// What a player makes of texts that aren't enforced, in a game whose decks have some (rules 1316.1, 1316.9).
pub const fn hand_of(kind: &Kind, has_texts: bool) -> Hand {
    match kind {
        _ if !has_texts => Hand::Refused,
        Kind::Person => Hand::Used,
        Kind::Computer(_) => Hand::Unused,
    }
}

/// The match that a form asks for, if it does.
fn series(form: &NewGame) -> Result<Option<Series>, Problem> {
    let best_of = match form.games.as_str() {
        "" | "1" => return Ok(None),
        number => LENGTHS.into_iter().find(|length| length.to_string() == number),
    };
    let best_of = best_of.ok_or_else(|| Problem::bad("A match is the best of 3 or 5 games."))?;
    if form.way == "watch" {
        return Err(Problem::bad("Two computers don’t play a match."));
    }
    if form.way == "alone" {
        return Err(Problem::bad("A match takes two."));
    }
    Ok(Some(Series::new(best_of)))
}

/// A name as people may write it: one short line.
pub fn tidy(name: &str, usual: &str) -> String {
    let name = tidy::line(name, 24);
    if name.is_empty() { usual.to_string() } else { name }
}

/// Whether a visitor may set up one more table now.
pub fn may_start(app: &App, visitor: &Visitor) -> Result<(), Problem> {
    if !app.games.allows(visitor.counted_as(), visitor.share(), Instant::now()) {
        return Err(Problem::too_much("You’ve started a lot of games. Wait a moment before the next one."));
    }
    Ok(())
}

pub fn names(offer: &Offer, app: &App) -> Result<Names, Problem> {
    let unplayable = |reason| Problem::bad(format!("{} can’t be played: {reason}", offer.name));
    app.world.names_of(offer).map_err(unplayable)
}

/// A deck that a visitor brings as a list.
pub async fn bring(app: &App, visitor: &Visitor, name: &str, list: &str) -> Result<Offer, Problem> {
    let (name, list, world) = (tidy(name, "My deck"), list.to_string(), app.world.clone());
    let offered = app.heavy(Class::Heavy, visitor, move || {
        let read = Deck::read(&name, list.as_bytes()).map_err(|error| error.to_string())?;
        Ok::<_, String>(world.offer(Deck { name, ..read.deck }))
    });
    let unreadable = |error: String| Problem::bad(format!("Can’t read the list: {error}"));
    offered.await?.map_err(unreadable)
}

/// A deck of the server, by the name of its address.
pub fn known<'a>(app: &'a App, slug: &str) -> Result<&'a Offer, Problem> {
    app.world.known(slug).ok_or_else(|| Problem::bad(format!("There’s no deck called “{slug}” here.")))
}

/// The Dark Side role goes to the deck of that side; between equals chance decides when the game begins (103.3, 103.4).
/// Who has the first of two decks, and how they come by it.
pub fn roles(mine: Side, theirs: Side) -> (Role, Roles) {
    let (own, other) = (mine.role_rank(), theirs.role_rank());
    let role = if own > other { Role::Dark } else { Role::Light };
    (role, if own == other { Roles::ByChance } else { Roles::Fixed })
}

/// Starts a game.
pub async fn play(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<NewGame>,
) -> Result<Response, Problem> {
    may_start(&app, &visitor)?;
    let brought;
    let mine: &Offer = if let Some(id) = form.mine.strip_prefix("kept:") {
        brought = kept::offered(&app, &visitor, id).await?;
        &brought
    } else if form.mine_list.trim().is_empty() {
        known(&app, &form.mine)?
    } else {
        brought = bring(&app, &visitor, &form.mine_name, &form.mine_list).await?;
        &brought
    };
    let theirs = known(&app, &form.theirs)?;
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
    let watching = match form.watching.as_str() {
        "" | "open" => Watching::Open,
        "later" => Watching::Later(60),
        "much-later" => Watching::Later(180),
        "nobody" => Watching::Nobody,
        other => {
            let what = format!("Watching is “open”, “later”, “much-later” or “nobody”, not “{other}”.");
            return Err(Problem::bad(what));
        }
    };
    let (role, roles) = roles(mine.side, theirs.side);
    let level = computer::level(&form.level);
    let machine = |name: &str| (name.to_string(), Kind::Computer(level.name().to_string()));
    let idle = || (computer::NOBODY.0.to_string(), Kind::Computer(computer::NOBODY.1.to_string()));
    let person = |name: &str| (name.to_string(), Kind::Person);
    let usual = if form.way == "friend" { "Host" } else { "Guest" };
    let you = named::at_table(&app, &visitor, &form.name, usual).await?;
    let (near, far) = match form.way.as_str() {
        "friend" => (person(&you), person("Friend")),
        "hotseat" => match role {
            Role::Dark => (person("Dark Side"), person("Light Side")),
            Role::Light => (person("Light Side"), person("Dark Side")),
        },
        "watch" => (machine("Nadir"), machine(computer::name(level))),
        "alone" => (person(&you), idle()),
        _ => (person(&you), machine(computer::name(level))),
    };
    let clock = clock::read(&form.clock, [&form.bank, &form.free, &form.bonus])?;
    let format = legal::format(&app, &form.format)?;
    let series = series(&form)?;
    // A friend can bring a deck instead of the one that lies there.
    let brought = if form.way == "friend" { vec![mine] } else { vec![mine, theirs] };
    if let Some(page) = legal::refused(&app, &visitor, format.as_ref(), &brought).await? {
        return Ok(page);
    }
    let has_texts = !(mine.texts.is_empty() && theirs.texts.is_empty());
    // 1316.1: two people agree before the game; the computer needs nobody's consent.
    let (for_two, agreed) = (matches!(form.way.as_str(), "friend" | "hotseat"), form.hands == "agreed");
    if has_texts && for_two && !agreed {
        let request = secret::request()?.to_string();
        let fields: Vec<(&str, &str)> = form.fields().into_iter().chain([("request", &*request)]).collect();
        let decks = [mine, theirs].map(|offer| (&*offer.name, &*offer.texts));
        return Ok(pages::hand::agreement(decks, &fields, form.way == "hotseat").into_response());
    }
    let player = |(name, kind): (String, Kind), offer: &Offer| -> Result<Player, Problem> {
        let by_hand = hand_of(&kind, has_texts);
        Ok(Player { name, kind, deck: offer.name.clone(), cards: names(offer, &app)?, by_hand })
    };
    let (near, far) = (player(near, mine)?, player(far, theirs)?);
    let (dark, light) = if role == Role::Dark { (near, far) } else { (far, near) };
    let setup = GameSetup {
        edition: edition.name().to_string(),
        seed: NO_SEED,
        chance: Source::Promise,
        roles,
        rules: engine::RULES,
        pocket: None,
        dark,
        light,
        pace: if form.pace == "instant" { Pace::Instant } else { Pace::Calm },
        undo: Undo::Agreed,
        passing,
        from: None,
        scratch: None,
        watching,
        lesson: None,
        conditions: Conditions {
            format: format.map(|format| format.name),
            clock,
            series,
            ..Conditions::default()
        },
    };
    let (seats, invites) = match form.way.as_str() {
        "hotseat" => (Role::ALL.to_vec(), None),
        "watch" => (Vec::new(), None),
        "friend" => (vec![role], Some(role.other())),
        _ => (vec![role], None),
    };
    let world = app.world.clone();
    let plan = Plan { seats, invites, ..Plan::new(world, setup, form.request) };
    let (game, cookie) = lay(&app, &visitor, plan).await?;
    tracing::info!(game = &*game, way = form.way, "started");
    Ok(seated(&address(&game, invites), cookie))
}

/// Where to go once a table is set up: to the invitation, if there is one.
pub fn address(game: &GameId, invites: Option<Role>) -> String {
    if invites.is_some() { format!("/t/{game}/invite") } else { format!("/t/{game}") }
}

/// The free seat opposite the asker.
fn free_seat(asker: &Asker) -> Result<Role, Problem> {
    let seat = asker.only_seat().ok_or(Refusal::NoSeat)?.other();
    if asker.shot.table.is_taken(seat) {
        return Err(Problem::conflict("The other seat is taken."));
    }
    Ok(seat)
}

/// Shows the link that invites to the free seat.
pub async fn invite(asker: Asker, headers: HeaderMap) -> Result<Html<String>, Problem> {
    let seat = free_seat(&asker)?;
    let game = &asker.shot.game;
    let kept = asker.app.registry.node().store.invitation(game, seat).await?;
    let start = asker.app.door.link(&headers);
    let link = kept.and_then(|kept| kept.secret).map(|token| format!("{start}/join/{token}"));
    let told = legal::told(&asker.shot.table.setup, texts(&asker.shot, Role::ALL).as_ref());
    Ok(pages::join::invite(game, link.as_deref(), &told))
}

/// Makes a new link; the old one no longer works.
pub async fn invite_anew(asker: Asker) -> Result<Response, Problem> {
    let command = Command::Invite(invitation(free_seat(&asker)?)?);
    let order = Order { by: asker.visitor.holder.clone(), number: None, request: 0, command };
    let shot = asker.app.registry.order(&asker.shot.game, order).await?;
    Ok(seated(&format!("/t/{}/invite", shot.game), None))
}

/// The decks of a game with their texts that are carried out by hand, if there are any.
pub fn texts(shot: &Shot, seats: [Role; 2]) -> Option<[(&str, Vec<HandText>); 2]> {
    let setup = &shot.table.setup;
    let of = |role: Role| (&*setup.player(role).deck, shot.world.texts_of(&setup.player(role).cards));
    setup.has_hands().then(|| seats.map(of))
}

/// The texts of a game that are carried out by hand, for those who have agreed to them.
pub async fn by_hand(asker: Asker) -> Result<Html<String>, Problem> {
    if asker.seats().is_empty() {
        return Err(Refusal::NoSeat.into());
    }
    let own = asker.only_seat().unwrap_or(Role::Light);
    let texts = texts(&asker.shot, [own, own.other()]);
    let texts = texts.ok_or_else(|| Problem::not_found("Every text of this game is enforced."))?;
    let [mine, theirs] = &texts;
    Ok(pages::hand::of_game(&asker.shot.game, [(mine.0, &mine.1), (theirs.0, &theirs.1)]))
}

/// A card of the lab on a scratch table.
pub async fn scratch(
    State(app): State<App>,
    visitor: Visitor,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    may_start(&app, &visitor)?;
    let text = |name: &str| form.get(name).map_or("", String::as_str);
    // Cards that aren't units have no such numbers.
    let number = |name: &str| match form.get(name).map_or("0", String::as_str).parse::<u8>() {
        Ok(number) if number <= 90 => Ok(number),
        _ => Err(Problem::bad(format!("{name} must be a number from 0 to 90"))),
    };
    let world = &app.world;
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
        cards: Reach::Pocket,
    };
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
    // The lab is about its own card: what the referee can't do of others is left out.
    let enforced = mine.texts.is_empty() && theirs.texts.is_empty();
    let by_hand = if enforced { Hand::Refused } else { Hand::Unused };
    let near = Player {
        name: "Guest".into(),
        kind: Kind::Person,
        deck: format!("{} with {name}", mine.name),
        cards: own,
        by_hand,
    };
    let far = Player {
        name: computer::name(level).into(),
        kind: Kind::Computer(level.name().into()),
        deck: theirs.name.clone(),
        cards: names(theirs, &app)?,
        by_hand,
    };
    let role = if mine.side.role_rank() > theirs.side.role_rank() { Role::Dark } else { Role::Light };
    let (dark, light) = if role == Role::Dark { (near, far) } else { (far, near) };
    let setup = GameSetup {
        edition: Edition::Current.name().into(),
        seed: NO_SEED,
        chance: Source::Promise,
        roles: Roles::Fixed,
        rules: engine::RULES,
        pocket: None,
        dark,
        light,
        pace: Pace::Calm,
        undo: Undo::Agreed,
        passing: Passing::AtOnce,
        from: None,
        scratch: Some(scratch),
        watching: Watching::Open,
        lesson: None,
        conditions: Default::default(),
    };
    // The referee can't play everything that can be read; it says so before the game.
    let (own, tried) = (world.clone(), setup.clone());
    let checked = app.heavy(Class::Heavy, &visitor, move || {
        let catalog = own.catalog_of(&tried).map_err(Problem::bad)?;
        let card = catalog.library().find_by_title(&name);
        card.map_or(Ok(()), |id| catalog.check(id).map_err(|error| Problem::bad(error.to_string())))
    });
    checked.await??;
    let request = form.get("request").and_then(|number| number.parse().ok()).unwrap_or(0);
    let world = app.world.clone();
    let plan = Plan { seats: vec![role], ..Plan::new(world, setup, request) };
    let (game, cookie) = lay(&app, &visitor, plan).await?;
    Ok(seated(&format!("/t/{game}"), cookie))
}
