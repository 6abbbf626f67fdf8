//! Telling other servers of a step. It is a hint and nothing more: a notice may come late, twice, or never.

use crate::game::{GameId, Number};
use tokio::sync::broadcast;

/// A log has grown: the game, and the number of its next step.
pub type Notice = (GameId, Number);

/// How many notices wait for somebody who is slow to hear them.
pub(crate) const WAITING: usize = 4096;

/// The way to the other servers.
pub trait Bus: Send + Sync {
    /// Tells them that a log has grown. Nobody waits for it.
    fn publish(&self, game: &GameId, number: Number);

    /// What is told from now on; one's own notices may be among it.
    fn subscribe(&self) -> broadcast::Receiver<Notice>;
}

/// A bus without anybody else on it.
pub struct Alone(broadcast::Sender<Notice>);

impl Default for Alone {
    fn default() -> Alone {
        Alone(broadcast::Sender::new(1))
    }
}

impl Bus for Alone {
    fn publish(&self, _: &GameId, _: Number) {}

    fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.0.subscribe()
    }
}
