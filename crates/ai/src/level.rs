//! The levels: names of players, each measured (`cargo xtask ladder`, docs/reports/ladder.md).

use crate::search::Plan;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How strong a player is; each beats the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Answers at random.
    Random,
    /// Quick, but every third answer is a random one.
    Careless,
    /// Looks one step ahead, with exact odds for attacks.
    Quick,
    /// Searches a little.
    Steady,
    /// Searches 400 rounds for each decision.
    Search,
}

/// What a player of a level does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// Any choice.
    Random,
    /// One step ahead; this many of a hundred answers are random.
    Quick {
        /// How many.
        slips: usize,
    },
    /// Search by this plan.
    Search(Plan),
}

impl Level {
    /// All, the weakest first.
    pub const ALL: [Level; 5] = [Level::Random, Level::Careless, Level::Quick, Level::Steady, Level::Search];

    /// Its name, as people type it.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Careless => "careless",
            Level::Quick => "quick",
            Level::Steady => "steady",
            Level::Search => "search",
        }
    }

    /// What it does, in one line.
    pub const fn description(self) -> &'static str {
        match self {
            Level::Random => "answers at random",
            Level::Careless => "looks one step ahead, but every third answer is random",
            Level::Quick => "looks one step ahead, with exact odds for attacks; instant",
            Level::Steady => "searches 16 rounds for each decision",
            Level::Search => "searches 400 rounds for each decision",
        }
    }

    /// The level below, if there is one.
    pub fn below(self) -> Option<Level> {
        let place = Level::ALL.iter().position(|level| *level == self)?;
        place.checked_sub(1).map(|place| Level::ALL[place])
    }

    pub(crate) const fn way(self) -> Way {
        match self {
            Level::Random => Way::Random,
            Level::Careless => Way::Quick { slips: 33 },
            Level::Quick => Way::Quick { slips: 0 },
            Level::Steady => Way::Search(Plan::rounds(16)),
            Level::Search => Way::Search(Plan::rounds(400)),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A level that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there's no player called `{0}`: choose random, careless, quick, steady or search")]
pub struct UnknownLevel(String);

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let wanted = text.trim();
        let found = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(wanted));
        found.ok_or_else(|| UnknownLevel(wanted.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn levels_are_read_as_they_are_written_and_others_are_refused_with_the_list() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            let refusal = "clever".parse::<Level>().unwrap_err().to_string();
            assert!(refusal.contains(level.name()), "{refusal}");
        }
        assert_eq!((Level::Quick.below(), Level::Random.below()), (Some(Level::Careless), None));
    }
}
