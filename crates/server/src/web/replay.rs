//! Replays: a finished game after any of its answers, and a new game from there.

use super::asker::Asker;
use super::create::{Plan, lay};
use super::game::{seated, stopped};
use super::problem::Problem;
use crate::owner::Refusal;
use crate::pages::replay as page;
use crate::pages::table::{Extra, Panel, Stopped};
use crate::pool::Class;
use axum::extract::{Form, Query};
use axum::response::{IntoResponse, Redirect, Response};
use engine::Viewer;
use fair::Hex;
use serde::Deserialize;
use table::Step;
use table::setup::{Kind, Roles, Source, Undo};
use vocab::Role;

/// Where to look.
#[derive(Debug, Default, Deserialize)]
pub struct At {
    at: Option<usize>,
    card: Option<String>,
}

/// The table after this many answers. Everything is open, so only a finished game is shown.
pub async fn replay(asker: Asker, Query(asked): Query<At>) -> Result<Response, Problem> {
    let (table, game) = (&asker.shot.table, &asker.shot.game);
    if table.game.outcome().is_none() {
        // A finished game that today's rules can't play again has its film.
        let film = if stopped(&asker.shot) == Some(Stopped::StuckAfterwards) {
            asker.app.registry.node().store.film(game).await?
        } else {
            None
        };
        return match film.and_then(|film| serde_json::from_str(&film).ok()) {
            Some(film) => Ok(page::film(game, &film).into_response()),
            None => Ok(Redirect::to(&format!("/t/{game}")).into_response()),
        };
    }
    let of = table.answers.len();
    let at = asked.at.unwrap_or(0).min(of);
    let seat = asker.only_seat().unwrap_or(Role::Light);
    let panel = asked.card.map_or(Panel::Log, |card| Panel::Card(card.parse().ok()));
    let shot = asker.shot.clone();
    let fair = super::fair::shown(&shot, &[]);
    let drawn = asker.app.heavy(Class::Heavy, &asker.visitor, move || {
        let shown = shot.table.rewound(at).map_err(|error| Refusal::Unreadable(error.to_string()))?;
        let extra = Extra { panel, fair, ..Extra::default() };
        Ok::<_, Problem>(page::replay(&shot.world, shown.seen(Viewer::Seat(seat)), &shot.game, of, extra))
    });
    Ok(drawn.await??.into_response())
}

/// Where to go on.
#[derive(Debug, Deserialize)]
pub struct GoOn {
    at: usize,
    #[serde(default)]
    request: u64,
    #[serde(default)]
    dice: String,
}

/// A new game that begins with the first answers of a finished one. The same dice wait, or other ones if the visitor
/// wants; either way the game is for study, because everybody knows its key.
pub async fn go_on(asker: Asker, Form(form): Form<GoOn>) -> Result<Response, Problem> {
    let table = &asker.shot.table;
    if table.game.outcome().is_none() {
        return Err(Problem::conflict("The game isn’t over yet."));
    }
    let mut steps = table.first_steps(form.at);
    let mut setup = table.setup.clone();
    setup.roles = Roles::Fixed;
    if let Some(key) = table.main_key() {
        setup.chance = Source::Key(Hex(*key));
        if form.dice == "new" {
            steps.push(Step::Renew { fate: table.fate() + 1 });
        }
    }
    let role = asker.only_seat().unwrap_or(Role::Light);
    // The visitor plays one side, the computer the other, whoever they were.
    for side in Role::ALL {
        let player = setup.player_mut(side);
        if side == role {
            player.kind = Kind::Person;
        } else if player.kind == Kind::Person {
            let level = crate::computer::usual();
            player.kind = Kind::Computer(level.name().into());
            player.name = crate::computer::name(level).into();
        }
    }
    setup.undo = Undo::Agreed;
    setup.from = Some((asker.shot.game.to_string(), form.at));
    let world = asker.shot.world.clone();
    let plan = Plan { request: form.request, world, setup, steps, seats: vec![role], invites: None };
    let (game, cookie) = lay(&asker.app, &asker.visitor, plan).await?;
    Ok(seated(&format!("/t/{game}"), cookie))
}
