//! Invitations: sitting down at a friend's table, with the deck that is offered there or with one's own.

use super::App;
use super::asker::opened;
use super::create::{Plan, lay};
use super::game::seated;
use super::kept;
use super::legal;
use super::library::heavy;
use super::named;
use super::play::{bring, hand_of, known, may_start, names, roles, texts};
use super::problem::Problem;
use super::seat::Visitor;
use super::talk;
use crate::owner::{Command, Order, Refusal, Shot};
use crate::pages;
use crate::secret;
use crate::world::{Offer, World};
use axum::extract::{Form, Path, Query, State};
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use std::collections::HashMap;
use store::{GameId, Invited, VisitorId};
use table::Stage;
use table::setup::{Kind, Player};

/// An invitation. Whoever has sat down by it already finds the table behind it.
pub async fn invitation_page(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<Response, Problem> {
    let invited = invited(&app, &token).await?;
    let shot = opened(&app, &invited.game).await?;
    if sits(&shot, &visitor, &invited) {
        return Ok(seated(&format!("/t/{}", invited.game), None));
    }
    if invited.used {
        // It may be this visitor's own seat: what is on the disk is shown a moment later.
        let Some(holder) = visitor.holder else { return Err(used_up()) };
        sit_down(&app, &invited, holder, String::new()).await?;
        return Ok(seated(&format!("/t/{}", invited.game), None));
    }
    let format = legal::format_of(&app, &shot.table.setup)?;
    let (decks, name) = (kept::of(&app, &visitor).await?, named::own(&app, &visitor).await?);
    let page = move |world: &World| {
        let (setup, role) = (&shot.table.setup, invited.seat);
        let host = setup.player(role.other());
        let offered = legal::is_legal(world, &lying(world, &shot, &invited), format.as_ref());
        // A deck that can't be played here has no texts to agree to.
        let texts = texts(&shot, [role, role.other()]).filter(|_| offered);
        let legal = |offer: &&Offer| legal::is_legal(world, offer, format.as_ref());
        let invitation = pages::join::Invitation {
            name: name.as_deref(),
            host: (&host.name, &host.deck),
            deck: offered.then_some(&*setup.player(role).deck),
            secret: &token,
            told: legal::told(setup, texts.as_ref()),
            texts: texts.as_ref(),
            // Who has brought a deck already waits for the host alone.
            own: setup.from.is_none() && shot.table.stage() == Stage::Laid,
            known: world.decks.iter().filter(legal).collect(),
        };
        pages::join::join(&decks, &invitation)
    };
    Ok(heavy(&app, &visitor, page).await?.into_response())
}

/// The deck that lies there for the guest.
fn lying(world: &World, shot: &Shot, invited: &Invited) -> Offer {
    let player = shot.table.setup.player(invited.seat);
    world.offer_of(&player.deck, &player.cards)
}

fn used_up() -> Problem {
    Problem::not_found("This invitation has been used or never existed. Ask your friend for a new link.")
}

async fn invited(app: &App, token: &str) -> Result<Invited, Problem> {
    if !secret::is_wellformed(token) {
        return Err(used_up());
    }
    app.registry.node().store.invited(&secret::digest(token)).await?.ok_or_else(used_up)
}

/// Whether it was this visitor who sat down.
fn sits(shot: &Shot, visitor: &Visitor, invited: &Invited) -> bool {
    visitor.holder.is_some() && shot.table.seats[invited.seat] == visitor.holder
}

/// Sits down at a friend's table. Of several who come at once, one has the seat and the others are told. A stranger
/// first gets a token and is asked to send the form again with it: whatever is cut off after that, the browser holds
/// what the seat is held by.
pub async fn join(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
    Query(asked): Query<HashMap<String, String>>,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let invited = invited(&app, &token).await?;
    let Some(holder) = visitor.holder.clone() else {
        if invited.used {
            return Err(used_up());
        }
        if asked.contains_key("with") {
            return Err(Problem::bad(
                "Your browser keeps no cookies. Allow them for this table to sit down.",
            ));
        }
        let new = visitor.seated(app.people.now())?;
        if let Some(fresh) = new.fresh {
            app.people.welcome(&fresh).await?;
        }
        let again = format!("/join/{token}?with=cookie");
        let mut response = Redirect::temporary(&again).into_response();
        if let Some(cookie) = new.cookie {
            response.headers_mut().insert(SET_COOKIE, cookie);
        }
        return Ok(response);
    };
    let shot = opened(&app, &invited.game).await?;
    if let Some(host) = &shot.table.seats[invited.seat.other()]
        && !sits(&shot, &visitor, &invited)
        && talk::are_apart(&app, host, &holder).await?
    {
        return Err(Problem::forbidden("This seat isn’t open to you."));
    }
    if let Some(offer) = brought(&app, &visitor, &form).await? {
        return with_deck(&app, &visitor, &token, &invited, &shot, &offer, &form).await;
    }
    if !sits(&shot, &visitor, &invited) {
        let format = legal::format_of(&app, &shot.table.setup)?;
        let deck = lying(&app.world, &shot, &invited);
        if let Some(page) = legal::refused(&app, &visitor, format.as_ref(), &[&deck]).await? {
            return Ok(page);
        }
    }
    // 1316.1: whoever sits down has agreed.
    if shot.table.setup.has_hands() && form.get("hands").is_none_or(|hands| hands != "agreed") {
        return Err(Problem::bad(
            "Some texts of this game are carried out by hand. Open the invitation again, read them, and agree.",
        ));
    }
    let name = named::at_table(&app, &visitor, form.get("name").map_or("", String::as_str), "Guest").await?;
    sit_down(&app, &invited, holder, name).await?;
    tracing::info!(game = &*invited.game, "joined");
    Ok(seated(&format!("/t/{}", invited.game), None))
}

/// Has the owner of the game decide who sits there, since only the owner knows at once: whoever sits already does so
/// still, and a used invitation seats nobody else.
async fn sit_down(app: &App, invited: &Invited, holder: VisitorId, name: String) -> Result<(), Problem> {
    let command = Command::Sit(invited.seat, name);
    let order = Order { by: Some(holder), number: None, request: 0, command };
    match app.registry.order(&invited.game, order).await {
        Err(Refusal::Taken) if invited.used => Err(used_up()),
        told => told.map(drop).map_err(Problem::from),
    }
}

/// The deck that a guest brings: one of the server's, or a list. Nothing if they take the one that is offered.
async fn brought(
    app: &App,
    visitor: &Visitor,
    form: &HashMap<String, String>,
) -> Result<Option<Offer>, Problem> {
    let text = |name: &str| form.get(name).map_or("", |text| text.trim());
    Ok(match (text("list"), text("deck")) {
        ("", "") => None,
        ("", kept) if kept.starts_with("kept:") => {
            Some(kept::offered(app, visitor, &kept["kept:".len()..]).await?)
        }
        ("", slug) => Some(known(app, slug)?.clone()),
        (list, _) => Some(bring(app, visitor, text("deck_name"), list).await?),
    })
}

/// Sits down with a deck of one's own. The decks of a table are fixed when it is laid, so the two go on at another one:
/// it is laid first, and whoever sits down here takes both there. A host who hasn't seen the texts by hand of the guest's
/// deck is invited there and agrees by sitting down (1316.1).
async fn with_deck(
    app: &App,
    visitor: &Visitor,
    token: &str,
    invited: &Invited,
    shot: &Shot,
    offer: &Offer,
    form: &HashMap<String, String>,
) -> Result<Response, Problem> {
    let (old, seat) = (&shot.table.setup, invited.seat);
    let host = old.player(seat.other());
    let Some(holder) = shot.table.seats[seat.other()].clone() else { return Err(used_up()) };
    if invited.used || shot.table.stage() != Stage::Laid || shot.table.moved_on.is_some() {
        return Err(used_up());
    }
    may_start(app, visitor)?;
    let cards = names(offer, app)?;
    let format = legal::format_of(app, old)?;
    if let Some(page) = legal::refused(app, visitor, format.as_ref(), &[offer]).await? {
        return Ok(page);
    }
    let theirs = app.world.offer_of(&host.deck, &host.cards);
    let has_texts = !(offer.texts.is_empty() && theirs.texts.is_empty());
    if has_texts && form.get("brought").is_none_or(|texts| texts != "agreed") {
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (&**name, &**value)).collect();
        let decks = [(&*offer.name, &*offer.texts), (&*host.deck, &*theirs.texts)];
        return Ok(pages::join::brings(token, decks, &fields).into_response());
    }
    let (role, roles) = roles(offer.side, theirs.side);
    let name = named::at_table(app, visitor, form.get("name").map_or("", String::as_str), "Guest").await?;
    let by_hand = hand_of(&Kind::Person, has_texts);
    let guest = Player { name, kind: Kind::Person, deck: offer.name.clone(), cards, by_hand };
    let host = Player { by_hand, ..host.clone() };
    let mut setup = old.clone();
    (setup.roles, setup.rules, setup.pocket) = (roles, engine::RULES, None);
    *setup.player_mut(role) = guest.clone();
    *setup.player_mut(role.other()) = host;
    let unseen = !offer.texts.is_empty();
    let plan = Plan {
        seats: vec![role],
        others: if unseen { Vec::new() } else { vec![(role.other(), holder)] },
        invites: unseen.then_some(role.other()),
        ..Plan::new(app.world.clone(), setup, 0)
    };
    let (game, cookie) = lay(app, visitor, plan).await?;
    let to = way_of_host(app, &game, unseen.then_some(role.other())).await?;
    let command = Command::SitWithDeck(seat, guest.name, to);
    let order = |command| Order { by: visitor.holder.clone(), number: None, request: 0, command };
    if let Err(refusal) = app.registry.order(&invited.game, order(command)).await {
        // Somebody else was first: nobody will ever come to that table.
        if let Err(error) = app.registry.order(&game, order(Command::Abort)).await {
            tracing::warn!(game = &*game, ?error, "a table that nobody comes to stays");
        }
        return Err(if refusal == Refusal::Taken { used_up() } else { refusal.into() });
    }
    tracing::info!(game = &*game, "joined with an own deck");
    Ok(seated(&format!("/t/{game}"), cookie))
}

/// Where the host goes: to the table, or first to the texts that the guest brings.
async fn way_of_host(app: &App, game: &GameId, seat: Option<vocab::Role>) -> Result<String, Problem> {
    let Some(seat) = seat else { return Ok(format!("/t/{game}")) };
    let invitation = app.registry.node().store.invitation(game, seat).await?;
    let secret = invitation.and_then(|invitation| invitation.secret).ok_or(Refusal::NotKnown)?;
    Ok(format!("/join/{secret}"))
}
