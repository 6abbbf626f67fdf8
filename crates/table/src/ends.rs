//! How players end a game that the rules wouldn't have ended yet, and how they go on at another table.

use crate::live::{Misfit, Stage, Table};
use engine::state::Ending;
use vocab::Role;

impl Table {
    /// A player offers a draw.
    pub(crate) fn offer_draw(&mut self, role: Role, turn: u32) {
        self.draw = Some(role);
        self.offered[role] = Some(turn);
    }

    /// A player would like to play again. Whoever asks first names the next table.
    pub(crate) fn ask_again(&mut self, role: Role, game: &str) {
        self.again[role] = true;
        self.next.get_or_insert_with(|| game.to_string());
    }

    /// The name of the next table, if both players want one.
    pub fn agreed_again(&self) -> Option<&str> {
        let both = Role::ALL.into_iter().all(|role| self.again[role]);
        self.next.as_deref().filter(|_| both)
    }

    /// Whether the game can still be ended without a result: until both players have answered once.
    pub fn may_abort(&self) -> bool {
        let has_answered = |role: Role| self.own_answer(role).is_some();
        let is_ended = self.game.outcome().is_some() || self.abandoned || self.is_scripted();
        !is_ended && !Role::ALL.into_iter().all(has_answered)
    }

    /// Whether a player may offer a draw: to another person, when none is offered, and again after two turns.
    pub fn may_offer_draw(&self, role: Role) -> bool {
        let turn = u32::from(self.game.whole().turn);
        self.draw.is_none()
            && self.setup.is_for_two()
            && self.is_taken(role.other())
            && self.offered[role].is_none_or(|last| turn >= last + 2)
    }

    /// The players end the game, with the step after which the log has this number.
    pub(crate) fn end(&mut self, ending: Ending, step: u32) -> Result<(), Misfit> {
        if self.stage() != Stage::Begun || self.game.outcome().is_some() {
            return Err(Misfit::Untimely);
        }
        self.be_over(ending, step);
        Ok(())
    }

    /// The game is over; the log has this number after it.
    pub(crate) fn be_over(&mut self, ending: Ending, step: u32) {
        self.game.end(ending);
        self.ended = Some((ending, step));
        (self.draw, self.take_back) = (None, None);
        self.listen(step, None, 0);
        // It isn't an answer: cards lie as they lay after the last one.
        self.serials.pop();
    }
}
