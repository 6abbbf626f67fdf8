//! How visitors get on with each other: whom they block, whom they report, and what operators do about it.

use crate::StoreError;
use crate::game::GameId;
use crate::people::VisitorId;
use async_trait::async_trait;

/// How many reports or measures are read at once.
pub const LONGEST_QUEUE: usize = 200;

/// Without a limit: what a database takes for one.
pub const ALL: usize = (i64::MAX >> 1) as usize;

/// Why somebody is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Insults, threats, hate.
    Insults,
    /// Help from elsewhere, or an agreed result.
    Cheating,
    /// Leaves games or plays for time.
    Leaving,
    /// Something else, which the words say.
    Other,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 4] = [Reason::Insults, Reason::Cheating, Reason::Leaving, Reason::Other];

    /// The word that stores and forms have.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Insults => "insults",
            Reason::Cheating => "cheating",
            Reason::Leaving => "leaving",
            Reason::Other => "other",
        }
    }

    /// The reason that a word means.
    pub fn of(word: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.word() == word)
    }
}

/// What somebody says about another player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its name.
    pub id: String,
    /// The game in which it happened.
    pub game: GameId,
    /// Who reports.
    pub by: VisitorId,
    /// Who is reported.
    pub about: VisitorId,
    /// Why.
    pub reason: Reason,
    /// What the reporter says about it.
    pub words: String,
    /// What the two said to each other, a line each. Talk isn't stored otherwise.
    pub said: String,
    /// When: milliseconds since 1970.
    pub at: i64,
}

/// What an operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nothing: the report is laid aside.
    Dismissed,
    /// The visitor can't write to others for a while.
    Silenced {
        /// Until when: milliseconds since 1970.
        until: i64,
    },
    /// The visitor may write again.
    Released,
}

impl Measure {
    /// The word that stores keep.
    pub const fn word(self) -> &'static str {
        match self {
            Measure::Dismissed => "dismissed",
            Measure::Silenced { .. } => "silenced",
            Measure::Released => "released",
        }
    }

    /// Until when it holds, if it ends.
    pub const fn until(self) -> Option<i64> {
        match self {
            Measure::Silenced { until } => Some(until),
            Measure::Dismissed | Measure::Released => None,
        }
    }

    /// The measure that was kept.
    pub fn of(word: &str, until: Option<i64>) -> Result<Measure, StoreError> {
        match (word, until) {
            ("dismissed", None) => Ok(Measure::Dismissed),
            ("silenced", Some(until)) => Ok(Measure::Silenced { until }),
            ("released", None) => Ok(Measure::Released),
            (word, _) => Err(StoreError::Value(format!("a measure of kind {word}"))),
        }
    }
}

/// Something that an operator did: with who, why and when it is its own record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its name.
    pub id: String,
    /// The report that it settles.
    pub report: Option<String>,
    /// Whom it is about.
    pub about: VisitorId,
    /// What.
    pub measure: Measure,
    /// Who did it.
    pub who: String,
    /// Why.
    pub why: String,
    /// When: milliseconds since 1970.
    pub at: i64,
}

/// How the visitors of a server get on with each other.
#[async_trait]
pub trait Conduct: Send + Sync {
    /// A visitor wants nothing to do with another; twice is once. A visitor who isn't known is missing.
    async fn block(&self, by: &VisitorId, whom: &VisitorId, at: i64) -> Result<(), StoreError>;

    /// And no longer.
    async fn unblock(&self, by: &VisitorId, whom: &VisitorId) -> Result<(), StoreError>;

    /// Whom a visitor has blocked and when, the last first.
    async fn blocked_by(&self, by: &VisitorId) -> Result<Vec<(VisitorId, i64)>, StoreError>;

    /// Keeps a report. One that is there already, by its name or by the same visitor about the same game, stays as it is.
    async fn report(&self, report: Report) -> Result<(), StoreError>;

    /// Reports that nobody has settled, the oldest first; or all of them.
    async fn reports(&self, open: bool, limit: usize) -> Result<Vec<Report>, StoreError>;

    /// Keeps a measure, and settles its report with it. A report that isn't there or is settled already is missing, and
    /// nothing is kept; a measure that is there already stays as it is.
    async fn settle(&self, taken: Taken) -> Result<(), StoreError>;

    /// All measures, the last first.
    async fn measures(&self, limit: usize) -> Result<Vec<Taken>, StoreError>;

    /// Why a visitor can't write to others and until when, as the last measure about that left it. It may be over.
    async fn silence(&self, visitor: &VisitorId) -> Result<Option<Taken>, StoreError>;
}
