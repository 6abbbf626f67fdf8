//! Setting up a table: a new game with its seats, stored before anybody is sent to it.

use super::App;
use super::problem::Problem;
use super::seat::{Seated, Visitor};
use crate::owner::{Command, Order, Refusal, head};
use crate::pocket;
use crate::pool::Class;
use crate::secret;
use crate::world::World;
use axum::http::HeaderValue;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{GameId, Invitation, NewGame, StoreError, VisitorId};
use table::setup::Source;
use table::{GameSetup, Holder, Promised, Row, Step, Table};
use vocab::Role;

/// The same form sent twice within this time sets up one table.
const SAME: Duration = Duration::from_secs(60);
/// How many forms are remembered.
const REMEMBERED: usize = 4096;

/// A table that a form asked for.
#[derive(Clone)]
struct Wanted {
    by: String,
    request: u64,
    at: Instant,
    game: GameId,
    seated: Seated,
}

/// The tables that forms asked for lately: a double click sets up one table, not two.
#[derive(Default)]
pub struct Creations {
    recent: Mutex<VecDeque<Wanted>>,
}

impl Creations {
    /// The game that a form asks for: the same for the same form.
    fn wanted(&self, visitor: &Visitor, request: u64, now: i64) -> Result<Wanted, getrandom::Error> {
        let (by, at) = (visitor.counted_as().to_string(), Instant::now());
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        while recent.front().is_some_and(|old| at.duration_since(old.at) > SAME) || recent.len() > REMEMBERED
        {
            recent.pop_front();
        }
        let known = recent.iter().find(|wanted| request != 0 && wanted.request == request && wanted.by == by);
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let seated = visitor.seated(now)?;
        let game = GameId::from(secret::game_name()?);
        let wanted = Wanted { by, request, at, game, seated };
        recent.push_back(wanted.clone());
        Ok(wanted)
    }
}

/// How many lab tables a visitor has at once.
const LABS: usize = 2;

/// The lab tables that visitors have set up since the server started. Those from before rest until somebody looks at them.
#[derive(Default)]
pub struct Labs {
    of: Mutex<HashMap<VisitorId, VecDeque<GameId>>>,
}

impl Labs {
    /// A visitor has one more; the tables that make room for it, the oldest first.
    fn one_more(&self, holder: &VisitorId, game: &GameId) -> Vec<GameId> {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        // Very many visitors of the lab: the count starts anew, and memory stays bounded.
        if of.len() >= REMEMBERED && !of.contains_key(holder) {
            of.clear();
        }
        let own = of.entry(holder.clone()).or_default();
        if !own.contains(game) {
            own.push_back(game.clone());
        }
        let too_many = own.len().saturating_sub(LABS);
        own.drain(..too_many).collect()
    }
}

/// Ends the oldest lab tables of a visitor who has more than the server keeps for one.
async fn make_room(app: &App, holder: &VisitorId, game: &GameId) {
    for old in app.labs.one_more(holder, game) {
        let order = Order { by: Some(holder.clone()), number: None, request: 0, command: Command::MakeRoom };
        match app.registry.order(&old, order).await {
            Ok(_) => tracing::info!(game = &*old, "a lab table made room"),
            // One that is over needs no room, and one that can't be saved now isn't played on either.
            Err(refusal) => tracing::info!(game = &*old, ?refusal, "a lab table stays as it is"),
        }
    }
}

/// A table to set up.
pub struct Plan {
    /// The number of the form.
    pub request: u64,
    /// The cards that it is played with.
    pub world: Arc<World>,
    /// Who plays what.
    pub setup: GameSetup,
    /// The steps of the game that it continues.
    pub steps: Vec<Step>,
    /// The seats of the visitor.
    pub seats: Vec<Role>,
    /// Those who sit down as well.
    pub others: Vec<(Role, Holder)>,
    /// Its name, where it has one already.
    pub game: Option<GameId>,
    /// The seat that a friend is invited to.
    pub invites: Option<Role>,
}

impl Plan {
    /// A table at which nobody sits yet.
    pub fn new(world: Arc<World>, setup: GameSetup, request: u64) -> Plan {
        let (steps, seats, others) = (Vec::new(), Vec::new(), Vec::new());
        Plan { request, world, setup, steps, seats, others, game: None, invites: None }
    }
}

/// Sets up a table; its name, and the cookie of a visitor who had none.
pub async fn lay(app: &App, visitor: &Visitor, plan: Plan) -> Result<(GameId, Option<HeaderValue>), Problem> {
    let node = app.registry.node();
    if !node.takes_tables() {
        return Err(Problem::leaving());
    }
    let at = (node.clock)();
    let Wanted { game, seated, .. } = app.creations.wanted(visitor, plan.request, at)?;
    let game = plan.game.clone().unwrap_or(game);
    let Seated { holder, fresh, cookie } = seated;
    let promised = match plan.setup.chance {
        Source::Promise => Some(promised(&game)?),
        Source::Seed | Source::Key(_) => None,
    };
    let invitation = plan.invites.map(invitation).transpose()?;
    let (id, sits) = (game.clone(), holder.clone());
    let is_lab = plan.setup.scratch.is_some();
    let new = app.heavy(Class::Table, visitor, move || prepared(id, plan, &holder, promised, invitation, at));
    let new = new.await??;
    let (store, own, id) = (node.store.clone(), app.clone(), game.clone());
    // A visitor who leaves now must not leave half a table behind, or one lab table too many.
    let kept = tokio::spawn(async move {
        if let Some(fresh) = fresh {
            own.people.welcome(&fresh).await?;
        }
        let made = store.create(new).await?;
        if is_lab {
            make_room(&own, &sits, &id).await;
        }
        Ok::<_, StoreError>(made)
    });
    let kept = kept.await;
    kept.map_err(|_| Refusal::NotKnown)??;
    // The computer may have the first question.
    app.registry.handle(&game)?;
    Ok((game, cookie))
}

/// Sets up a table for others, under a name that it has already. One that is there stays as it is.
pub async fn lay_for(app: &App, game: GameId, plan: Plan) -> Result<(), Problem> {
    let node = app.registry.node();
    if !node.takes_tables() {
        return Err(Problem::leaving());
    }
    let (at, id, promised) = ((node.clock)(), game.clone(), promised(&game)?);
    let new = app.pool.work(Class::Table, "lobby", move || prepared(id, plan, "", Some(promised), None, at));
    node.store.create(new.await??).await?;
    Ok(())
}

/// A new game as it is stored, with its cards as they are now.
fn prepared(
    id: GameId,
    plan: Plan,
    holder: &str,
    promised: Option<Promised>,
    invitation: Option<Invitation>,
    at: i64,
) -> Result<NewGame, Problem> {
    let Plan { world, mut setup, steps, seats, others, .. } = plan;
    let wrong = |error: String| Problem::from(Refusal::Unreadable(error));
    let pocket = pocket::of(&world, &setup);
    setup.pocket = pocket.as_ref().map(|pocket| pocket.digest.clone());
    let text = serde_json::to_string(&setup).map_err(|error| wrong(error.to_string()))?;
    let catalog = world.catalog_of(&setup).map_err(Problem::bad)?;
    let laid = Table::laid(catalog.clone(), setup.clone(), promised.clone())
        .map_err(|error| wrong(error.to_string()))?;
    // Where only the computer sits, the server commits before anybody else does.
    let sits = seats.iter().map(|seat| Step::Sit { seat: *seat, holder: holder.into(), name: None });
    let others = others.into_iter().map(|(seat, holder)| Step::Sit { seat, holder, name: None });
    let steps = sits.chain(others).chain(laid.server_commitments()).chain(steps).collect();
    let steps = laid.with_consequences(steps).map_err(|error| wrong(error.to_string()))?;
    let rows: Vec<Row> = steps.iter().map(|step| step.to_row(at, 0)).collect();
    let table =
        table::fold(catalog, setup, promised.clone(), &rows).map_err(|error| wrong(error.to_string()))?;
    Ok(NewGame { id, setup: text, rows, head: head(&table, at), invitation, promised, pocket })
}

/// A fresh secret of the server's, and the promise that binds it.
fn promised(game: &str) -> Result<Promised, getrandom::Error> {
    let secret = secret::secret()?;
    Ok(Promised { game: game.to_string(), secret, promise: fair::promise(game, &secret) })
}

/// A fresh invitation to a seat.
pub fn invitation(seat: Role) -> Result<Invitation, getrandom::Error> {
    let token = secret::token()?;
    Ok(Invitation { seat, digest: secret::digest(&token), secret: Some(token) })
}

#[cfg(test)]
mod tests {
    use super::Labs;
    use store::GameId;

    #[test]
    fn a_third_lab_table_takes_the_place_of_the_oldest_of_its_visitor() {
        let labs = Labs::default();
        let more = |who: &str, game: &str| {
            let old = labs.one_more(&who.to_string(), &GameId::from(game));
            old.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert!(more("mira", "a").is_empty() && more("mira", "b").is_empty());
        assert!(more("gero", "x").is_empty(), "others have their own");
        assert!(more("mira", "b").is_empty(), "the same form sent twice is one table");
        assert_eq!(more("mira", "c"), ["a"]);
        assert_eq!(more("mira", "d"), ["b"]);
        assert!(more("gero", "y").is_empty());
    }
}
