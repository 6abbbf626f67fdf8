//! What the lobby shows at the moment, for those who have it open: they are told when it changes, and ask for it then.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use store::Listed;
use tokio::sync::watch;

/// The lobby as it was found in the last round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The seeks of those who were there.
    pub seeks: Vec<String>,
    /// What it looks like, in a word.
    pub version: String,
}

/// The version of a lobby: who waits there, and which games can be watched. However often it is told, the times in it go on.
pub fn version<'a>(seeks: impl Iterator<Item = &'a str>, games: &[Listed], now: i64) -> String {
    let mut hasher = DefaultHasher::new();
    let mut seeks: Vec<&str> = seeks.collect();
    seeks.sort_unstable();
    seeks.hash(&mut hasher);
    games.iter().for_each(|game| (&game.game, &game.note).hash(&mut hasher));
    format!("{:012x}.{}", hasher.finish() >> 16, now / 60_000)
}

/// Tells those who have the lobby open.
#[derive(Debug)]
pub struct Board(watch::Sender<Arc<Shown>>);

impl Default for Board {
    fn default() -> Board {
        Board(watch::Sender::new(Arc::default()))
    }
}

impl Board {
    /// Whether anybody has the lobby open here.
    pub fn is_read(&self) -> bool {
        self.0.receiver_count() > 0
    }

    /// What was found in a round.
    pub fn show(&self, shown: Shown) {
        self.0.send_replace(Arc::new(shown));
    }

    /// What is found from now on.
    pub fn read(&self) -> watch::Receiver<Arc<Shown>> {
        self.0.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::version;
    use store::Listed;
    use vocab::Role;

    #[test]
    fn a_lobby_looks_the_same_until_somebody_comes_a_game_goes_on_or_a_minute_passes() {
        let game = |note: &str| Listed {
            game: "g".into(),
            role: Role::Dark,
            note: note.into(),
            over: false,
            asks: None,
        };
        let first = version(["a", "b"].into_iter(), &[game("turn 1")], 5);
        assert_eq!(first, version(["b", "a"].into_iter(), &[game("turn 1")], 59_999));
        for other in [
            version(["a"].into_iter(), &[game("turn 1")], 5),
            version(["a", "b"].into_iter(), &[game("turn 2")], 5),
            version(["a", "b"].into_iter(), &[], 5),
            version(["a", "b"].into_iter(), &[game("turn 1")], 60_000),
        ] {
            assert_ne!(first, other);
        }
    }
}
