//! Telling other servers of a step. It is a hint and nothing more: a notice may come late, twice, or never.

use crate::game::{GameId, Number};
#[cfg(any(feature = "nats", feature = "postgres"))]
use std::collections::BTreeMap;
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

/// How long notices are gathered.
#[cfg(any(feature = "nats", feature = "postgres"))]
pub(crate) const GATHER: std::time::Duration = std::time::Duration::from_millis(10);
/// The longest message; PostgreSQL takes 8,000 bytes.
#[cfg(any(feature = "nats", feature = "postgres"))]
const LONGEST: usize = 7_900;

/// The latest number of each game that somebody is to be told of.
#[cfg(any(feature = "nats", feature = "postgres"))]
pub(crate) fn latest(
    first: Notice,
    telling: &mut tokio::sync::mpsc::UnboundedReceiver<Notice>,
) -> BTreeMap<GameId, Number> {
    let mut latest = BTreeMap::from([first]);
    while let Ok((game, number)) = telling.try_recv() {
        let known = latest.entry(game).or_insert(number);
        *known = number.max(*known);
    }
    latest
}

/// Notices as messages, none of which is too long.
#[cfg(any(feature = "nats", feature = "postgres"))]
pub(crate) fn messages(latest: &BTreeMap<GameId, Number>) -> Vec<String> {
    let mut messages = vec![String::new()];
    for (game, number) in latest {
        let notice = format!("{game}:{number} ");
        match messages.last_mut() {
            Some(last) if last.len() + notice.len() <= LONGEST => last.push_str(&notice),
            _ => messages.push(notice),
        }
    }
    messages
}

/// The notices of a message; what isn't one is left out.
#[cfg(any(feature = "nats", feature = "postgres"))]
pub(crate) fn read(message: &str) -> impl Iterator<Item = Notice> {
    message.split(' ').filter_map(|notice| {
        let (game, number) = notice.rsplit_once(':')?;
        Some((GameId::from(game), number.parse().ok()?))
    })
}

#[cfg(all(test, any(feature = "nats", feature = "postgres")))]
mod tests {
    use super::{LONGEST, messages, read};
    use std::collections::BTreeMap;
    use std::sync::Arc;

    #[test]
    fn many_notices_are_several_messages_and_come_back_whole() {
        let all: BTreeMap<Arc<str>, u32> =
            (0..2000).map(|number| (Arc::from(format!("game{number:06}")), number)).collect();
        let messages = messages(&all);
        assert!(messages.len() > 3 && messages.iter().all(|message| message.len() <= LONGEST));
        let back: BTreeMap<Arc<str>, u32> = messages.iter().flat_map(|message| read(message)).collect();
        assert_eq!(back, all);
        assert_eq!(read("nonsense a:b :: x:7").count(), 1);
    }
}
