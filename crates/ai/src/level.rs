//! The levels: names of players, each measured (`cargo xtask ladder`, docs/reports/ladder.md).

use crate::search::Plan;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How strong a player is; each beats the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Answers at random.
    Learner,
    /// One of its three best answers at first sight, and never rough.
    Gentle,
    /// Skilled, but every third answer is a random one.
    Casual,
    /// Looks one step ahead, with exact odds for attacks.
    Skilled,
    /// Searches a little.
    Strong,
    /// Searches 400 rounds for each decision.
    Master,
}

/// What a player of a level does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// Any choice.
    Random,
    /// One of the three best at first sight.
    Gentle,
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
    pub const ALL: [Level; 6] =
        [Level::Learner, Level::Gentle, Level::Casual, Level::Skilled, Level::Strong, Level::Master];

    /// Its name, as people type it.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Learner => "learner",
            Level::Gentle => "gentle",
            Level::Casual => "casual",
            Level::Skilled => "skilled",
            Level::Strong => "strong",
            Level::Master => "master",
        }
    }

    /// What it was called up to version 0.2, and still is in games that were kept.
    const fn old_name(self) -> Option<&'static str> {
        match self {
            Level::Learner => Some("random"),
            Level::Gentle => None,
            Level::Casual => Some("careless"),
            Level::Skilled => Some("quick"),
            Level::Strong => Some("steady"),
            Level::Master => Some("search"),
        }
    }

    /// What it does, in one line.
    pub const fn description(self) -> &'static str {
        match self {
            Level::Learner => "answers at random",
            Level::Gentle => "takes one of its three best answers, and lets a beginner live",
            Level::Casual => "looks one step ahead, but every third answer is random",
            Level::Skilled => "looks one step ahead, with exact odds for attacks; instant",
            Level::Strong => "searches 16 rounds for each decision, more before it spends something",
            Level::Master => "searches 400 rounds for each decision",
        }
    }

    /// The level below, if there is one.
    pub fn below(self) -> Option<Level> {
        let place = Level::ALL.iter().position(|level| *level == self)?;
        place.checked_sub(1).map(|place| Level::ALL[place])
    }

    pub(crate) const fn way(self) -> Way {
        match self {
            Level::Learner => Way::Random,
            Level::Gentle => Way::Gentle,
            Level::Casual => Way::Quick { slips: 33 },
            Level::Skilled => Way::Quick { slips: 0 },
            Level::Strong => Way::Search(Plan::rounds(16)),
            Level::Master => Way::Search(Plan::rounds(400)),
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
#[error("there's no player called `{0}`: choose learner, gentle, casual, skilled, strong or master")]
pub struct UnknownLevel(String);

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let wanted = text.trim();
        let is_called = |name: &str| name.eq_ignore_ascii_case(wanted);
        let mut levels = Level::ALL.into_iter();
        let found = levels.find(|level| is_called(level.name()) || level.old_name().is_some_and(is_called));
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
        assert_eq!((Level::Skilled.below(), Level::Learner.below()), (Some(Level::Casual), None));
        let old = ["random", "careless", "quick", "steady", "Search"].map(|name| name.parse::<Level>().ok());
        let now = [Level::Learner, Level::Casual, Level::Skilled, Level::Strong, Level::Master];
        assert_eq!(old, now.map(Some), "games that were kept name them so");
    }
}
