//! Replays: a finished game after any of its answers, and a new game from there.

use super::asker::Asker;
use super::game::seated;
use super::problem::Problem;
use crate::pages::{replay as page, table::Panel};
use crate::secret;
use crate::table::setup::{Kind, Undo};
use axum::extract::{Form, Query};
use axum::response::{IntoResponse, Redirect, Response};
use engine::state::Slot;
use serde::Deserialize;
use vocab::Role;

/// Where to look.
#[derive(Debug, Default, Deserialize)]
pub struct At {
    at: Option<usize>,
    card: Option<usize>,
}

/// The table after so many answers. Everything is open, so only a finished game is shown.
pub async fn replay(asker: Asker, Query(asked): Query<At>) -> Result<Response, Problem> {
    let game = &asker.live.name;
    let table = asker.live.table.lock().await;
    if table.game.outcome().is_none() {
        return Ok(Redirect::to(&format!("/t/{game}")).into_response());
    }
    let of = table.answers.len();
    let at = asked.at.unwrap_or(0).min(of);
    let shown = table.rewound(at).map_err(crate::hub::HubError::from)?;
    drop(table);
    let seat = asker.only_seat().unwrap_or(Role::Light);
    let panel = asked.card.and_then(Slot::new).map_or(Panel::Log, Panel::Card);
    Ok(page::replay(&asker.app.hub.world, &shown, game, of, seat, panel).into_response())
}

/// Where to go on.
#[derive(Debug, Deserialize)]
pub struct GoOn {
    at: usize,
}

/// A new game that begins with the first answers of a finished one. Its seed is the same: the same dice wait.
pub async fn go_on(asker: Asker, Form(form): Form<GoOn>) -> Result<Response, Problem> {
    let (holder, cookie) = asker.visitor.seated()?;
    let (mut setup, answers) = {
        let table = asker.live.table.lock().await;
        if table.game.outcome().is_none() {
            return Err(Problem::conflict("The game isn’t over yet."));
        }
        let answers: Vec<u16> = table.numbers().into_iter().take(form.at).collect();
        (table.setup.clone(), answers)
    };
    let role = asker.only_seat().unwrap_or(Role::Light);
    // The visitor plays one side, the computer the other, whoever they were.
    for side in Role::ALL {
        let player = match side {
            Role::Dark => &mut setup.dark,
            Role::Light => &mut setup.light,
        };
        if side == role {
            player.kind = Kind::Person;
        } else if player.kind == Kind::Person {
            let level = crate::computer::usual();
            player.kind = Kind::Computer(level.name().into());
            player.name = crate::computer::name(level).into();
        }
    }
    setup.undo = Undo::Agreed;
    setup.from = Some((asker.live.name.clone(), form.at));
    let name = secret::game_name()?;
    asker.app.hub.create(&name, setup, answers, vec![(role, holder)]).await?;
    Ok(seated(&format!("/t/{name}"), cookie))
}
