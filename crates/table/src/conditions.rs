//! What players agree on before a game, besides the rules of play.

use crate::clock::Clock;
use crate::series::Series;
use serde::{Deserialize, Serialize};

/// The conditions of a game. Games that were laid before there were any have the usual ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Conditions {
    /// The format that both decks are legal in, by its label; none if any deck will do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The clock; none if everybody has all the time in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The match that the game is part of; none if it stands alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<Series>,
    /// Whether the game counts for the players' ratings.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Whether the players talk in phrases alone: strangers who haven't both said that they'd like to write.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub phrases: bool,
}

impl Conditions {
    /// Whether nothing was agreed on.
    pub fn is_usual(&self) -> bool {
        *self == Conditions::default()
    }

    /// The conditions where rules are locked; nothing where they are the usual ones, as in games from before there were any.
    pub(crate) fn locked(&self) -> String {
        let mut text = String::new();
        if let Some(format) = &self.format {
            text.push_str(&format!(" format={format}"));
        }
        if let Some(Clock { bank, free, bonus }) = self.clock {
            text.push_str(&format!(" clock={bank}+{free}+{bonus}"));
        }
        if let Some(Series { best_of, won: [dark, light], games }) = &self.series {
            text.push_str(&format!(" best-of={best_of} game={} won={dark},{light}", games.len() + 1));
        }
        if self.rated {
            text.push_str(" rated");
        }
        text
    }
}
