//! The steps of a game, and the rows that stores keep of them.

use thiserror::Error;
use vocab::Role;

/// Who holds a seat: the digest of a visitor's token.
pub type Holder = String;

/// Who gave an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The player.
    Person,
    /// The player's standing wish to pass.
    Wish,
    /// The computer.
    Computer,
}

/// One step of a game. The number of a step is its place in the log, counted from 0.
///
/// Whose answer it is isn't part of a step: the game says who is asked, so a second record could only disagree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Somebody takes a seat.
    Sit {
        /// Which seat.
        seat: Role,
        /// Who.
        holder: Holder,
        /// What the player is called from now on; `None` keeps the name of the setup.
        name: Option<String>,
    },
    /// The question that waits is answered.
    Answer {
        /// The place of the choice among all choices.
        choice: u16,
        /// Who answered.
        by: By,
    },
    /// A player asks to go back.
    AskBack {
        /// Who asks.
        role: Role,
        /// The answers that would be left.
        to: u32,
    },
    /// The other player doesn't want to go back.
    DeclineBack {
        /// Who declines.
        role: Role,
    },
    /// The game goes back: the answers from `to` on no longer count.
    Back {
        /// The answers that are left.
        to: u32,
    },
}

/// A step as stores keep it, with when it was taken and for which request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The kind of step, a word.
    pub kind: String,
    /// The role that the step is about.
    pub role: Option<Role>,
    /// Its number, if it has one.
    pub value: u32,
    /// Its words, if it has some.
    pub extra: Option<String>,
    /// When it was taken: milliseconds since 1970.
    pub at: i64,
    /// The request that asked for it; 0 for steps that nobody asked for.
    pub request: u64,
}

/// A row that isn't a step of this program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a stored step can't be read: {kind}, {value}")]
pub struct RowError {
    /// The kind that was found.
    pub kind: String,
    /// Its number.
    pub value: u32,
}

/// Between a holder and a name in a row: neither can contain it.
const BETWEEN: char = '\n';

impl Step {
    /// The step as a row.
    pub fn to_row(&self, at: i64, request: u64) -> Row {
        let row = |kind: &str, role, value, extra| Row { kind: kind.into(), role, value, extra, at, request };
        match self {
            Step::Sit { seat, holder, name } => {
                let extra =
                    name.as_ref().map_or_else(|| holder.clone(), |name| format!("{holder}{BETWEEN}{name}"));
                row("sit", Some(*seat), 0, Some(extra))
            }
            Step::Answer { choice, by } => {
                let kind = match by {
                    By::Person => "answer",
                    By::Wish => "wish",
                    By::Computer => "computer",
                };
                row(kind, None, u32::from(*choice), None)
            }
            Step::AskBack { role, to } => row("ask-back", Some(*role), *to, None),
            Step::DeclineBack { role } => row("decline-back", Some(*role), 0, None),
            Step::Back { to } => row("back", None, *to, None),
        }
    }
}

impl Row {
    /// The step that the row holds.
    pub fn step(&self) -> Result<Step, RowError> {
        let wrong = || RowError { kind: self.kind.clone(), value: self.value };
        let answer = |by| {
            let choice = u16::try_from(self.value).map_err(|_| wrong())?;
            Ok(Step::Answer { choice, by })
        };
        match self.kind.as_str() {
            "sit" => {
                let (seat, extra) = self.role.zip(self.extra.as_ref()).ok_or_else(wrong)?;
                let (holder, name) = match extra.split_once(BETWEEN) {
                    Some((holder, name)) => (holder.to_string(), Some(name.to_string())),
                    None => (extra.clone(), None),
                };
                Ok(Step::Sit { seat, holder, name })
            }
            "answer" => answer(By::Person),
            "wish" => answer(By::Wish),
            "computer" => answer(By::Computer),
            "ask-back" => Ok(Step::AskBack { role: self.role.ok_or_else(wrong)?, to: self.value }),
            "decline-back" => Ok(Step::DeclineBack { role: self.role.ok_or_else(wrong)? }),
            "back" => Ok(Step::Back { to: self.value }),
            _ => Err(wrong()),
        }
    }

    /// Whether another row records the same command of the same request, whenever it was written.
    pub fn is_same_request(&self, other: &Row) -> bool {
        let same = |row: &Row| (row.kind.clone(), row.role, row.value, row.extra.clone(), row.request);
        self.request != 0 && same(self) == same(other)
    }
}

#[cfg(test)]
mod tests {
    use super::{By, Row, Step};
    use vocab::Role;

    #[test]
    fn every_step_comes_back_from_its_row() {
        let holder = "abc".to_string();
        let steps = [
            Step::Sit { seat: Role::Dark, holder: holder.clone(), name: None },
            Step::Sit { seat: Role::Light, holder, name: Some("<Mira>".into()) },
            Step::Answer { choice: 65_535, by: By::Person },
            Step::Answer { choice: 0, by: By::Wish },
            Step::Answer { choice: 3, by: By::Computer },
            Step::AskBack { role: Role::Dark, to: 17 },
            Step::DeclineBack { role: Role::Light },
            Step::Back { to: 0 },
        ];
        for step in steps {
            assert_eq!(step.to_row(5, 7).step(), Ok(step));
        }
    }

    #[test]
    fn a_row_of_another_program_is_refused() {
        let row =
            |kind: &str, value| Row { kind: kind.into(), role: None, value, extra: None, at: 0, request: 0 };
        for row in [row("resign", 0), row("answer", 70_000), row("sit", 0), row("ask-back", 1)] {
            assert!(row.step().is_err(), "{row:?}");
        }
    }

    #[test]
    fn the_same_request_is_known_again_but_never_without_a_number() {
        let answer = Step::Answer { choice: 2, by: By::Person };
        assert!(answer.to_row(1, 9).is_same_request(&answer.to_row(2, 9)));
        assert!(!answer.to_row(1, 9).is_same_request(&answer.to_row(1, 8)));
        assert!(!answer.to_row(1, 0).is_same_request(&answer.to_row(1, 0)));
        let other = Step::Answer { choice: 3, by: By::Person };
        assert!(!answer.to_row(1, 9).is_same_request(&other.to_row(1, 9)));
    }
}
