//! The same game again: at once against the computer, and between two people when both want it.

use super::asker::Asker;
use super::create::{Plan, lay};
use super::game::{seated, shown};
use super::play::{NO_SEED, may_start};
use super::problem::Problem;
use super::talk;
use crate::owner::{Command, Order, Refusal, Shot};
use crate::pages::table::Extra;
use crate::secret;
use axum::extract::Form;
use axum::response::{IntoResponse, Redirect, Response};
use std::collections::HashMap;
use std::sync::Arc;
use store::GameId;
use table::GameSetup;
use table::setup::{Kind, Source};
use vocab::Role;

/// The same game again. Against the computer the players can change places; between two people each keeps their own deck,
/// because the lists are private.
pub async fn again(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    may_start(&asker.app, &asker.visitor)?;
    let seats = asker.seats();
    let mut setup = asker.shot.table.setup.clone();
    if setup.lesson.is_some() {
        return Ok(Redirect::to("/learn").into_response());
    }
    if seats.is_empty() && Role::ALL.into_iter().any(|role| setup.player(role).kind == Kind::Person) {
        return Err(Refusal::NoSeat.into());
    }
    let (for_two, swap) = (setup.is_for_two(), form.contains_key("swap"));
    if for_two && seats.len() == 1 {
        if asker.shot.table.game.outcome().is_none() {
            return Err(Problem::conflict("You can ask for a rematch when the game is over."));
        }
        if swap {
            return Err(Problem::forbidden(
                "You’d get your opponent’s deck. Start a new game to change sides.",
            ));
        }
        return rematch(&asker).await;
    }
    if swap && asker.shot.table.match_goes_on() {
        return Err(Problem::conflict("In a match everybody keeps their deck."));
    }
    renew(&mut setup, &asker.shot);
    if swap {
        // The decks stay in their roles; the players change places.
        let GameSetup { dark, light, .. } = &mut setup;
        std::mem::swap(&mut dark.name, &mut light.name);
        std::mem::swap(&mut dark.kind, &mut light.kind);
    }
    let seats: Vec<Role> = seats.into_iter().map(|role| if swap { role.other() } else { role }).collect();
    let request = form.get("request").and_then(|number| number.parse().ok()).unwrap_or(0);
    let plan = Plan { seats, ..Plan::new(asker.app.world.clone(), setup, request) };
    let (game, cookie) = lay(&asker.app, &asker.visitor, plan).await?;
    Ok(seated(&format!("/t/{game}"), cookie))
}

/// A setup for another game, with other dice and today's rules. A match goes on, or begins anew.
fn renew(setup: &mut GameSetup, shot: &Shot) {
    setup.conditions.series = shot.table.next_series(&shot.game);
    setup.seed = NO_SEED;
    setup.chance = Source::Promise;
    setup.rules = engine::RULES;
    setup.from = None;
}

/// One of two people asks for another game. When both have, or one of them within a match, it is laid, with the name that the first gave it: however
/// often they ask, and at whichever server, there is one. Only then do they go there.
async fn rematch(asker: &Asker) -> Result<Response, Problem> {
    let [dark, light] = Role::ALL.map(|role| asker.shot.table.seats[role].as_ref());
    if let (Some(dark), Some(light)) = (dark, light)
        && talk::are_apart(&asker.app, dark, light).await?
    {
        return Err(Problem::conflict("There’s no rematch with this player."));
    }
    let shot = send(asker, Command::Again(secret::game_name()?)).await?;
    let Some(game) = shot.table.agreed_again().map(GameId::from) else {
        // The other player is asked.
        if asker.visitor.script || asker.known.is_some() {
            return Ok(shown(asker, &shot, Extra::default()));
        }
        return Ok(seated(&asker.table(), None));
    };
    if shot.table.moved_on.is_none() {
        let table = &shot.table;
        let mut setup = table.setup.clone();
        renew(&mut setup, &shot);
        let seats = table.seats_of(asker.visitor.holder.as_deref());
        let others = Role::ALL.into_iter().filter(|role| !seats.contains(role));
        let others = others.filter_map(|role| Some((role, table.seats[role].clone()?))).collect();
        let world = asker.app.world.clone();
        let plan = Plan { seats, others, game: Some(game.clone()), ..Plan::new(world, setup, 0) };
        lay(&asker.app, &asker.visitor, plan).await?;
        send(asker, Command::MoveOn(format!("/t/{game}"))).await?;
    }
    Ok(seated(&format!("/t/{game}"), None))
}

async fn send(asker: &Asker, command: Command) -> Result<Arc<Shot>, Problem> {
    let order = Order { by: asker.visitor.holder.clone(), number: None, request: 0, command };
    Ok(asker.app.registry.order(&asker.shot.game, order).await?)
}

#[cfg(test)]
mod tests;
