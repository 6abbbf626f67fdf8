//! What stays of a finished game besides its log: how it came out, for the lists and numbers of those who played it; and
//! how somebody's name goes, who wants to be forgotten.

use super::run::Owner;
use crate::computer;
use engine::state::Outcome as Ended;
use store::{GameId, Outcome, SOMEBODY, Side};
use table::setup::Kind;
use table::{Holder, Table};
use vocab::Role;

/// How a game came out, if it was one between two players: no lesson, no study, no table of the lab, nobody alone,
/// and nobody against themselves.
pub fn outcome(game: &GameId, table: &Table, at: i64) -> Option<Outcome> {
    let setup = &table.setup;
    let score = match table.game.outcome()? {
        Ended::Won(Role::Dark, _) => 1.0,
        Ended::Won(Role::Light, _) => 0.0,
        Ended::Draw(_) => 0.5,
        // 1502.15: nobody has won or lost.
        Ended::Stopped => return None,
    };
    let holders = Role::ALL.map(|role| table.seats[role].as_ref());
    let is_alone = Role::ALL
        .into_iter()
        .any(|role| matches!(&setup.player(role).kind, Kind::Computer(level) if level == computer::NOBODY.1));
    let is_game = !is_alone && setup.lesson.is_none() && setup.scratch.is_none() && setup.from.is_none();
    if !is_game || holders[0] == holders[1] {
        return None;
    }
    let [dark, light] = Role::ALL.map(|role| {
        let player = setup.player(role);
        let level = match &player.kind {
            Kind::Computer(level) => Some(level.clone()),
            Kind::Person => None,
        };
        let (name, deck) = (player.name.clone(), player.deck.clone());
        Side { holder: table.seats[role].clone(), name, deck, level }
    });
    Some(Outcome { game: game.clone(), at, score, rated: setup.conditions.rated, dark, light })
}

impl Owner {
    /// Keeps how the game came out. However often it is kept, it counts once.
    pub(super) fn keep_outcome(&self) {
        let Some(outcome) = outcome(&self.game, &self.table, self.last_at()) else { return };
        let node = self.node.clone();
        // One that can't be kept now is kept when the game is opened next.
        tokio::spawn(async move {
            if let Err(error) = node.store.keep_outcome(outcome.clone()).await {
                tracing::warn!(game = &*outcome.game, %error, "how a game came out can't be saved");
            }
        });
    }

    /// Somebody has been forgotten: the store has the game without their name already.
    pub(super) fn unname(&mut self, holder: &Holder) {
        let seats = self.table.seats_of(Some(holder));
        if !seats.is_empty() {
            seats.into_iter().for_each(|role| self.table.setup.player_mut(role).name = SOMEBODY.into());
            self.tell();
        }
    }
}
