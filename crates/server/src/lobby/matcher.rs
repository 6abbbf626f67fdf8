//! Every second: those who fit each other are brought together, and their tables are laid.

use super::board::{Shown, version};
use super::{Asks, Waiting, agreed, pairs};
use crate::secret;
use crate::web::create::{Plan, lay_for};
use crate::web::play::{NO_SEED, hand_of, roles};
use crate::web::{App, problem::Problem};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use store::{GameId, Pairing, StoreError};
use table::GameSetup;
use table::setup::{Kind, Pace, Passing, Player, Roles, Source, Undo, Watching};
use vocab::{Edition, Role};

/// How often seekers are brought together.
const EVERY: Duration = Duration::from_secs(1);
/// How long the table of two who have found each other is tried to be laid, in milliseconds.
const TRIED: i64 = 10 * 60_000;
/// How long a seek is kept of which nothing is seen, found or not, in milliseconds.
const KEPT: i64 = 24 * 60 * 60_000;

/// Who was seen waiting here since it was last written down.
#[derive(Debug, Default)]
pub struct Seen(Mutex<BTreeSet<String>>);

/// More than this are never remembered between two rounds.
const MOST: usize = 4096;

impl Seen {
    /// Somebody waits, and looks whether a game was found.
    pub fn waits(&self, seek: &str) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() < MOST {
            seen.insert(seek.to_string());
        }
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_iter().collect()
    }
}

/// Looks after the lobby, for ever.
pub async fn look_after(app: App) {
    for round in 0_u64.. {
        if let Err(error) = once(&app).await {
            tracing::warn!(?error, "the lobby waits for the store");
        }
        if round % 600 == 0
            && let Err(error) = app.registry.node().store.tidy_lobby(app.people.now() - KEPT).await
        {
            tracing::warn!(%error, "the lobby isn't tidied");
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// One round.
pub async fn once(app: &App) -> Result<(), StoreError> {
    let (store, now) = (&app.registry.node().store, app.people.now());
    let seen = app.seen.take();
    if !seen.is_empty() {
        store.are_there(&seen, now).await?;
    }
    let there = |waiting: &Waiting| waiting.is_there(now);
    let waiting: Vec<Waiting> =
        store.seeks().await?.into_iter().filter_map(Waiting::of).filter(there).collect();
    let mut paired = BTreeSet::new();
    for (one, other, asks) in pairs(&waiting) {
        if bring_together(app, &waiting[one], &waiting[other], &asks).await?.is_some() {
            paired.extend([one, other]);
        }
    }
    // Nobody asks the store for a lobby that nobody looks at.
    if app.board.is_read() {
        let still = (0..waiting.len()).filter(|place| !paired.contains(place));
        let seeks: Vec<String> = still.map(|place| waiting[place].seek.id.clone()).collect();
        let version = version(seeks.iter().map(String::as_str), &store.public_games().await?, now);
        app.board.show(Shown { seeks, version });
    }
    // Whoever was brought together by a server that died right after it isn't forgotten.
    for pairing in store.unlaid(now - TRIED).await? {
        lay(app, &pairing).await?;
    }
    Ok(())
}

/// Brings two together and lays their table; nothing if one of them has found a game meanwhile.
pub async fn bring_together(
    app: &App,
    one: &Waiting,
    other: &Waiting,
    asks: &Asks,
) -> Result<Option<GameId>, StoreError> {
    let name = secret::game_name().map_err(|error| StoreError::Value(error.to_string()))?;
    let pairing = Pairing {
        game: GameId::from(name),
        seeks: [one.seek.id.clone(), other.seek.id.clone()],
        listed: true,
        at: app.people.now(),
    };
    if !app.registry.node().store.pair(pairing.clone()).await? {
        return Ok(None);
    }
    tracing::info!(game = &*pairing.game, rated = asks.rated, "two have found each other");
    lay(app, &pairing).await?;
    Ok(Some(pairing.game))
}

/// Lays the table of two who have found each other. One that can't be laid now is tried again in the next round.
async fn lay(app: &App, pairing: &Pairing) -> Result<(), StoreError> {
    let store = &app.registry.node().store;
    let [one, other] = &pairing.seeks;
    let (Some(one), Some(other)) = (store.found(one).await?, store.found(other).await?) else {
        return Ok(());
    };
    let (Some(one), Some(other)) = (Waiting::of(one), Waiting::of(other)) else { return Ok(()) };
    let Some(asks) = agreed(&one, &other) else { return Ok(()) };
    let done = match plan(app, &one, &other, &asks) {
        Ok(plan) => lay_for(app, pairing.game.clone(), plan).await,
        Err(problem) => Err(problem),
    };
    if let Err(problem) = done {
        tracing::warn!(game = &*pairing.game, ?problem, "a table of the lobby can't be laid");
    }
    Ok(())
}

/// The table of two who have found each other: sides by their decks (rules 103.3 and 103.4).
fn plan(app: &App, one: &Waiting, other: &Waiting, asks: &Asks) -> Result<Plan, Problem> {
    let world = &app.world;
    let [mine, theirs] =
        [one, other].map(|waiting| world.offer_of(&waiting.wants.deck, &waiting.wants.cards));
    let (role, roles): (Role, Roles) = roles(mine.side, theirs.side);
    let has_texts = one.wants.has_texts || other.wants.has_texts;
    let player = |waiting: &Waiting| Player {
        name: waiting.wants.name.clone(),
        kind: Kind::Person,
        deck: waiting.wants.deck.clone(),
        cards: waiting.wants.cards.clone(),
        by_hand: hand_of(&Kind::Person, has_texts),
    };
    let (dark, light) = if role == Role::Dark { (one, other) } else { (other, one) };
    let setup = GameSetup {
        edition: Edition::Current.name().into(),
        seed: NO_SEED,
        chance: Source::Promise,
        roles,
        rules: engine::RULES,
        pocket: None,
        dark: player(dark),
        light: player(light),
        pace: Pace::Calm,
        undo: if asks.rated { Undo::Never } else { Undo::Agreed },
        passing: Passing::AtOnce,
        from: None,
        scratch: None,
        watching: Watching::Later(60),
        lesson: None,
        conditions: asks.conditions(!(one.wants.talks && other.wants.talks)),
    };
    let others = vec![(role, one.seek.visitor.clone()), (role.other(), other.seek.visitor.clone())];
    Ok(Plan { others, ..Plan::new(world.clone(), setup, 0) })
}
