//! Replays: a finished game after any of its answers, and a new game from there.

use super::asker::Asker;
use super::create::{Plan, lay};
use super::game::{seated, stopped};
use super::news::news;
use super::problem::Problem;
use crate::owner::{Refusal, Shot};
use crate::pages::replay as page;
use crate::pages::table::{Extra, Panel, Replay, Stopped};
use crate::pool::Class;
use axum::extract::{Form, Query};
use axum::response::{IntoResponse, Redirect, Response};
use engine::state::{Moment, Where};
use engine::{Viewer, What};
use fair::Hex;
use serde::Deserialize;
use table::setup::{Kind, Roles, Source, Undo};
use table::{Step, Table};
use vocab::Role;

/// Where to look.
#[derive(Debug, Default, Deserialize)]
pub struct At {
    at: Option<usize>,
    card: Option<String>,
    open: Option<u8>,
}

/// The table after this many answers. Everything is open, so only a finished game is shown.
pub async fn replay(asker: Asker, Query(asked): Query<At>) -> Result<Response, Problem> {
    let (table, game) = (&asker.shot.table, &asker.shot.game);
    if !table.is_over() {
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
    let at = asked.at.unwrap_or(0).min(table.answers.len());
    let viewer = viewer(&asker);
    let panel = asked.card.map_or(Panel::Log, |card| Panel::Card(card.parse().ok()));
    let open = asked.open == Some(1);
    let shot = asker.shot.clone();
    let fair = super::fair::shown(&shot, &[]);
    let drawn = asker.app.heavy(Class::Heavy, &asker.visitor, move || {
        let shown = earlier(&shot, at)?;
        let extra = Extra { panel, fair, ..extra(&shot, &shown, open) };
        Ok::<_, Problem>(page::replay(&shot.world, shown.seen(viewer), &shot.game, &extra))
    });
    Ok(drawn.await??.into_response())
}

/// Who looks: a player from his or her side of the table, anybody else from neither.
fn viewer(asker: &Asker) -> Viewer {
    asker.only_seat().map_or(Viewer::Public, Viewer::Seat)
}

/// The table after so many answers, with the number that its log had then.
fn earlier(shot: &Shot, at: usize) -> Result<Table, Problem> {
    let unreadable = |error: engine::ReplayError| Refusal::Unreadable(error.to_string());
    Ok(shot.table.as_of(shot.table.step_of(at)).map_err(unreadable)?)
}

/// What a page of a replay needs: where it is, where attacks and turns are, and the hands if they are open.
fn extra(shot: &Shot, shown: &Table, open: bool) -> Extra {
    let whole = &shot.table;
    let marks = |is_it: fn(What) -> bool| {
        let lines = whole.log.iter().filter(|line| is_it(line.what));
        lines.map(|line| whole.answers_by(line.step)).collect::<Vec<_>>()
    };
    let replay = Replay {
        at: shown.answers.len(),
        of: whole.answers.len(),
        attacks: marks(|what| matches!(what, What::Attacks { .. })),
        turns: marks(|what| matches!(what, What::Started(Moment::Ready))),
        open: open.then(|| {
            Role::ALL.map(|role| {
                let seen = shown.seen(Viewer::Seat(role));
                let cards = seen.view().cards.into_iter();
                let hand = cards.filter(|card| card.place == Where::Hand && card.owner == role);
                hand.filter_map(|card| seen.sight().card(card.slot)).collect()
            })
        }),
    };
    Extra { replay: Some(replay), version: format!("{}.0", shown.number), ..Extra::default() }
}

/// Where a page of a replay wants to go: the step that it shows, and how many answers it should show. Without them it goes
/// to where something happens next.
#[derive(Debug, Default, Deserialize)]
pub struct Going {
    at: Option<usize>,
    open: Option<u8>,
}

/// What happened on the way to another point of a finished game, and what of the page is another there.
pub async fn events(mut asker: Asker, Query(going): Query<Going>) -> Result<Response, Problem> {
    let known = std::mem::take(asker.known.get_or_insert_default());
    let table = &asker.shot.table;
    if !table.is_over() {
        return Err(Problem::conflict("The game isn’t over yet."));
    }
    let of = table.answers.len();
    let at = going.at.unwrap_or_else(|| {
        let next = table.log.iter().map(|line| line.step).find(|step| *step > known.after);
        next.map_or(of, |step| table.answers_by(step))
    });
    let (viewer, open) = (viewer(&asker), going.open == Some(1));
    let shot = asker.shot.clone();
    let fair = super::fair::shown(&shot, &[]);
    let drawn = asker.app.heavy(Class::Heavy, &asker.visitor, move || {
        let shown = earlier(&shot, at.min(of))?;
        let extra = Extra { fair, ..extra(&shot, &shown, open) };
        let seen = shown.seen(viewer);
        let version = extra.version.clone();
        Ok::<_, Problem>(news(
            &known,
            &shot,
            &page::drawn(&shot.world, seen, &shot.game, &extra),
            seen.batch(known.after),
            Some(version),
        ))
    });
    drawn.await?
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
    if !table.is_over() {
        return Err(Problem::conflict("The game isn’t over yet."));
    }
    let mut steps = table.first_steps(form.at);
    let mut setup = table.setup.clone();
    setup.roles = Roles::Fixed;
    // Whoever studies has time.
    setup.conditions.clock = None;
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
    let plan = Plan { steps, seats: vec![role], ..Plan::new(world, setup, form.request) };
    let (game, cookie) = lay(&asker.app, &asker.visitor, plan).await?;
    Ok(seated(&format!("/t/{game}"), cookie))
}
