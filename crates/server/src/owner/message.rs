//! What owners are asked, what they answer, and what they publish.

use super::{Absence, Coached, Command, Remark, Time};
use crate::world::World;
use engine::state::ByRole;
use std::fmt;
use std::sync::Arc;
use store::{GameId, Number};
use table::setup::Watching;
use table::{Holder, Table};
use tokio::sync::oneshot;
use vocab::Role;

/// A command of somebody.
#[derive(Clone, Debug)]
pub struct Order {
    /// Who asks: the digest of the visitor's token.
    pub by: Option<Holder>,
    /// The step that the command answers, where it answers one.
    pub number: Option<Number>,
    /// A number that the client chose; 0 for none. The same request again is the same command.
    pub request: u64,
    /// What to do.
    pub command: Command,
}

/// A message in an owner's mailbox.
pub enum Message {
    /// A command, and who waits for the answer.
    Do(Order, oneshot::Sender<Result<Arc<Shot>, Refusal>>),
    /// The store says that the game waits for the server: if nothing goes on, the log may be longer than the table.
    Due,
    /// Another server says that the log has so many steps.
    Behind(Number),
    /// Somebody has been forgotten, and the game has been written over where it named them.
    Unname(Holder),
}

impl Message {
    /// Tells whoever is waiting that nothing will happen.
    pub fn refuse(self, refusal: &Refusal) {
        match self {
            Message::Do(_, reply) => drop(reply.send(Err(refusal.clone()))),
            Message::Due | Message::Behind(_) | Message::Unname(_) => {}
        }
    }
}

/// Why a command was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The question has been answered already.
    Stale,
    /// Somebody else is asked.
    NotAsked,
    /// There is no such choice.
    NoSuchChoice,
    /// There is nothing to take back.
    NothingBack,
    /// Nobody asked for a takeback.
    NobodyAsks,
    /// The visitor has no seat.
    NoSeat,
    /// The shared screen has to be handed over first.
    HandOver,
    /// The seat is taken.
    Taken,
    /// The visitor holds the other seat.
    SitsAlready,
    /// Nobody is there to talk to.
    Alone,
    /// A player is to say it at the table, not among those who watch.
    Plays,
    /// The seat has committed to another secret, or reveals one that it didn't commit to.
    OtherSecret,
    /// It isn't the time for that.
    Untimely,
    /// There is no such game.
    Missing,
    /// The stored game can't be opened, and why.
    Unreadable(String),
    /// The mailbox is full, or all places are taken.
    Busy,
    /// The store failed: nothing was done, that much is certain.
    NotDone,
    /// The store doesn't answer: nobody knows whether it was done.
    NotKnown,
    /// The game stumbled over the command: nothing was done.
    Broken,
    /// The game doesn't fit today's rules.
    Frozen,
    /// The game was ended without a result.
    Ended,
    /// The game is played under newer rules on another server.
    Elsewhere,
    /// The owner is going to rest: the registry asks again.
    Resting,
}

/// How a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Well.
    Well,
    /// The store fails: nothing goes on until it is well again.
    Stalled,
    /// Nobody knows whether the last step was written: the log is read before anything else is done.
    Doubtful,
    /// The game stumbled: only a takeback leads on.
    Broken,
    /// The log doesn't fit today's cards or rules: only a takeback to the last answer that fits leads on.
    Frozen,
}

impl Condition {
    /// All of them.
    pub const ALL: [Condition; 5] =
        [Condition::Well, Condition::Stalled, Condition::Doubtful, Condition::Broken, Condition::Frozen];

    /// Its name in metrics.
    pub const fn word(self) -> &'static str {
        match self {
            Condition::Well => "well",
            Condition::Stalled => "stalled",
            Condition::Doubtful => "doubtful",
            Condition::Broken => "broken",
            Condition::Frozen => "frozen",
        }
    }

    /// What players are told, if there is something to tell.
    pub const fn in_words(self) -> Option<&'static str> {
        match self {
            Condition::Well => None,
            Condition::Stalled | Condition::Doubtful => {
                Some("The server can’t save games right now; the table goes on as soon as it can.")
            }
            Condition::Frozen => Some(
                "The cards or rules have changed since this was played: the game is shown up to where it still holds.",
            ),
            Condition::Broken => Some("The game stumbled here. Take a move back to go on."),
        }
    }
}

/// A table as it is after a step that is on the disk.
#[derive(Clone)]
pub struct Shot {
    /// The name of the game.
    pub game: GameId,
    /// The cards that it is played with.
    pub world: Arc<World>,
    /// The table.
    pub table: Table,
    /// What the players said last.
    pub chat: Vec<(Role, String)>,
    /// Who of them doesn't want to read what the other writes.
    pub muted: ByRole<bool>,
    /// What those who watch said last, as they see it.
    pub remarks: Arc<Vec<Remark>>,
    /// How many remarks there were, as they see it.
    pub heard: u64,
    /// What the coach of a lesson said to wrong answers.
    pub coached: Coached,
    /// How it is.
    pub condition: Condition,
    /// What the players are told about rules that have changed.
    pub told: Option<String>,
    /// Counts what isn't a step: talk, wishes, the condition.
    pub talk: u64,
    /// How many people watch.
    pub watchers: usize,
    /// The clocks, at a table that has them.
    pub time: Option<Time>,
    /// Who of the players is away.
    pub absence: Option<Absence>,
    /// Whether the game was over before the rules changed.
    pub was_over: bool,
}

impl fmt::Debug for Shot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Shot({}, {}, {:?})", self.game, self.version(), self.condition)
    }
}

impl Shot {
    /// What players are told about the table, if there is something to tell.
    pub fn in_words(&self) -> Option<String> {
        match self.condition {
            Condition::Well | Condition::Frozen if self.told.is_some() => self.told.clone(),
            condition => condition.in_words().map(str::to_string),
        }
    }

    /// Whether the game can't simply go on, and hasn't been ended.
    pub fn is_stuck(&self) -> bool {
        self.condition == Condition::Frozen && !self.table.abandoned
    }

    /// Whether somebody without a seat may look at the table.
    pub fn may_be_watched(&self) -> bool {
        let table = &self.table;
        table.setup.watching != Watching::Nobody || table.is_over() || table.abandoned
    }

    /// The number of the step that comes next, and the count of what isn't a step. Two shots with the same version of
    /// one owner show the same.
    pub fn version(&self) -> String {
        format!("{}.{}", self.table.number, self.talk + self.heard)
    }
}

/// What can be seen of an owner.
#[derive(Clone, Debug)]
pub enum State {
    /// The game is being opened.
    Opening,
    /// The table.
    Open(Arc<Shot>),
    /// The owner has ended; why, if it never opened the game.
    Ended(Option<Refusal>),
}
