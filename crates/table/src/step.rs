//! The steps of a game, and the rows that stores keep of them.

use fair::{Digest, Entry, hex, unhex};
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
    /// A seat commits to a secret.
    Commit {
        /// Which seat.
        seat: Role,
        /// The hash of the secret.
        digest: Digest,
    },
    /// Both seats have committed: decks, cards and rules don't change from here on.
    Lock {
        /// One hash of all of it.
        transcript: Digest,
    },
    /// A seat reveals its secret. With both the game begins.
    Reveal {
        /// Which seat.
        seat: Role,
        /// The secret.
        entropy: Digest,
    },
    /// Chance starts anew from here: a study goes on with other dice, or with those of a game that was taken back.
    Renew {
        /// Which of the possible futures.
        fate: u32,
    },
    /// The game goes on under other rules: everything so far means the same under them.
    Carried {
        /// The version of the rules.
        rules: u32,
    },
    /// The game, which doesn't fit today's rules, is ended without a result.
    Abandon,
    /// The question that waits is answered.
    Answer {
        /// The place of the choice among all choices.
        choice: u16,
        /// Who answered.
        by: By,
    },
    /// In a lesson: the next rolls of dice, laid before the next answer.
    Dice {
        /// What the dice will show.
        rolls: Vec<u8>,
    },
    /// In a lesson: the learner has read what the coach said, and goes on.
    Heard,
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
    /// A player concedes (rule 1502.8).
    Concede {
        /// Who.
        role: Role,
    },
    /// A player gives the match up that the game is part of: the other has won it, whatever the score.
    GiveUp {
        /// Who.
        role: Role,
    },
    /// A player offers a draw.
    OfferDraw {
        /// Who.
        role: Role,
        /// In which turn.
        turn: u32,
    },
    /// The other player wants to play on.
    DeclineDraw {
        /// Who declines.
        role: Role,
    },
    /// The other player takes the offer (rule 1502.12).
    AgreeDraw {
        /// Who agrees.
        role: Role,
    },
    /// The answer that follows took longer than it may for nothing (rule 1502.13).
    Spent {
        /// Whose time.
        role: Role,
        /// How much, in milliseconds.
        millis: u32,
    },
    /// The server or its disk had a fault: the question that waits is asked anew, and what was used up of it isn't counted.
    AskAnew {
        /// So much of the time from here on costs nothing besides what never does, in milliseconds.
        free: u32,
    },
    /// A player's time has run out (rule 1502.13).
    RunOut {
        /// Whose.
        role: Role,
    },
    /// A player is asked and isn't there.
    Away {
        /// Who.
        role: Role,
        /// For how long already, in milliseconds.
        millis: u32,
    },
    /// A player who was away is there again.
    Here {
        /// Who.
        role: Role,
    },
    /// A player claims the game, because the other has left it (rule 1502.14).
    Claim {
        /// Who claims it.
        role: Role,
    },
    /// A player would like to play again.
    AskAgain {
        /// Who.
        role: Role,
        /// The name that the next table gets, if this player is the first to ask.
        game: String,
    },
    /// The players go on at another table.
    MoveOn {
        /// Where that is: a path of this server.
        to: String,
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
    /// The trail after it, for some of the answers: what happened up to there, as one number.
    pub trail: Option<u64>,
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
        let row = |kind: &str, role, value, extra| Row {
            kind: kind.into(),
            role,
            value,
            extra,
            at,
            request,
            trail: None,
        };
        match self {
            Step::Sit { seat, holder, name } => {
                let extra =
                    name.as_ref().map_or_else(|| holder.clone(), |name| format!("{holder}{BETWEEN}{name}"));
                row("sit", Some(*seat), 0, Some(extra))
            }
            Step::Commit { seat, digest } => row("commit", Some(*seat), 0, Some(hex(digest))),
            Step::Lock { transcript } => row("lock", None, 0, Some(hex(transcript))),
            Step::Reveal { seat, entropy } => row("reveal", Some(*seat), 0, Some(hex(entropy))),
            Step::Renew { fate } => row("renew", None, *fate, None),
            Step::Carried { rules } => row("carried", None, *rules, None),
            Step::Abandon => row("abandon", None, 0, None),
            Step::Answer { choice, by } => {
                let kind = match by {
                    By::Person => "answer",
                    By::Wish => "wish",
                    By::Computer => "computer",
                };
                row(kind, None, u32::from(*choice), None)
            }
            Step::Dice { rolls } => {
                let rolls: Vec<String> = rolls.iter().map(u8::to_string).collect();
                row("dice", None, 0, Some(rolls.join(" ")))
            }
            Step::Heard => row("heard", None, 0, None),
            Step::AskBack { role, to } => row("ask-back", Some(*role), *to, None),
            Step::DeclineBack { role } => row("decline-back", Some(*role), 0, None),
            Step::Back { to } => row("back", None, *to, None),
            Step::Concede { role } => row("concede", Some(*role), 0, None),
            Step::GiveUp { role } => row("give-up", Some(*role), 0, None),
            Step::OfferDraw { role, turn } => row("offer-draw", Some(*role), *turn, None),
            Step::DeclineDraw { role } => row("decline-draw", Some(*role), 0, None),
            Step::AgreeDraw { role } => row("agree-draw", Some(*role), 0, None),
            Step::Spent { role, millis } => row("spent", Some(*role), *millis, None),
            Step::AskAnew { free } => row("ask-anew", None, *free, None),
            Step::RunOut { role } => row("run-out", Some(*role), 0, None),
            Step::Away { role, millis } => row("away", Some(*role), *millis, None),
            Step::Here { role } => row("here", Some(*role), 0, None),
            Step::Claim { role } => row("claim", Some(*role), 0, None),
            Step::AskAgain { role, game } => row("ask-again", Some(*role), 0, Some(game.clone())),
            Step::MoveOn { to } => row("move-on", None, 0, Some(to.clone())),
        }
    }

    /// The step as it is published, and as receipts are given for it: without who holds a seat, or where they go next.
    pub fn entry(&self) -> Entry {
        let Row { kind, role, value, extra, .. } = self.to_row(0, 0);
        let text = match self {
            Step::Sit { name, .. } => name.clone().unwrap_or_default(),
            // Where the players go is theirs to tell.
            Step::AskAgain { .. } | Step::MoveOn { .. } => String::new(),
            Step::Commit { .. }
            | Step::Lock { .. }
            | Step::Reveal { .. }
            | Step::Renew { .. }
            | Step::Carried { .. }
            | Step::Abandon
            | Step::Answer { .. }
            | Step::Dice { .. }
            | Step::Heard
            | Step::AskBack { .. }
            | Step::DeclineBack { .. }
            | Step::Back { .. }
            | Step::Concede { .. }
            | Step::GiveUp { .. }
            | Step::OfferDraw { .. }
            | Step::DeclineDraw { .. }
            | Step::AgreeDraw { .. }
            | Step::Spent { .. }
            | Step::AskAnew { .. }
            | Step::RunOut { .. }
            | Step::Away { .. }
            | Step::Here { .. }
            | Step::Claim { .. } => extra.unwrap_or_default(),
        };
        Entry { kind, seat: role.map(|role| role as u8), value, text }
    }

    /// The step of a published entry; whoever held a seat is nobody there.
    pub fn of_entry(entry: &Entry) -> Result<Step, RowError> {
        let role = entry.seat.and_then(|seat| Role::ALL.into_iter().find(|role| *role as u8 == seat));
        let extra = match entry.kind.as_str() {
            "sit" if entry.text.is_empty() => Some(String::new()),
            "sit" => Some(format!("{BETWEEN}{}", entry.text)),
            _ => Some(entry.text.clone()),
        };
        Row { kind: entry.kind.clone(), role, value: entry.value, extra, at: 0, request: 0, trail: None }
            .step()
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
        let digest = || self.extra.as_deref().and_then(unhex).ok_or_else(wrong);
        match self.kind.as_str() {
            "commit" => Ok(Step::Commit { seat: self.role.ok_or_else(wrong)?, digest: digest()? }),
            "lock" => Ok(Step::Lock { transcript: digest()? }),
            "reveal" => Ok(Step::Reveal { seat: self.role.ok_or_else(wrong)?, entropy: digest()? }),
            "renew" => Ok(Step::Renew { fate: self.value }),
            "carried" => Ok(Step::Carried { rules: self.value }),
            "abandon" => Ok(Step::Abandon),
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
            "dice" => {
                let rolls =
                    self.extra.as_deref().unwrap_or_default().split(' ').map(|die| match die.parse() {
                        Ok(natural @ 1..=6) => Ok(natural),
                        _ => Err(wrong()),
                    });
                Ok(Step::Dice { rolls: rolls.collect::<Result<_, _>>()? })
            }
            "heard" => Ok(Step::Heard),
            "ask-back" => Ok(Step::AskBack { role: self.role.ok_or_else(wrong)?, to: self.value }),
            "decline-back" => Ok(Step::DeclineBack { role: self.role.ok_or_else(wrong)? }),
            "back" => Ok(Step::Back { to: self.value }),
            "concede" => Ok(Step::Concede { role: self.role.ok_or_else(wrong)? }),
            "give-up" => Ok(Step::GiveUp { role: self.role.ok_or_else(wrong)? }),
            "offer-draw" => Ok(Step::OfferDraw { role: self.role.ok_or_else(wrong)?, turn: self.value }),
            "decline-draw" => Ok(Step::DeclineDraw { role: self.role.ok_or_else(wrong)? }),
            "spent" => Ok(Step::Spent { role: self.role.ok_or_else(wrong)?, millis: self.value }),
            "ask-anew" => Ok(Step::AskAnew { free: self.value }),
            "run-out" => Ok(Step::RunOut { role: self.role.ok_or_else(wrong)? }),
            "away" => Ok(Step::Away { role: self.role.ok_or_else(wrong)?, millis: self.value }),
            "here" => Ok(Step::Here { role: self.role.ok_or_else(wrong)? }),
            "claim" => Ok(Step::Claim { role: self.role.ok_or_else(wrong)? }),
            "ask-again" => {
                let game = self.extra.clone().ok_or_else(wrong)?;
                Ok(Step::AskAgain { role: self.role.ok_or_else(wrong)?, game })
            }
            "move-on" => Ok(Step::MoveOn { to: self.extra.clone().ok_or_else(wrong)? }),
            "agree-draw" => Ok(Step::AgreeDraw { role: self.role.ok_or_else(wrong)? }),
            _ => Err(wrong()),
        }
    }

    /// Whether the row puts a question: from it on the time of whoever is asked is counted.
    pub fn asks(&self) -> bool {
        matches!(&*self.kind, "reveal" | "answer" | "wish" | "computer" | "back" | "renew" | "ask-anew")
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
            Step::Dice { rolls: vec![5, 2, 4] },
            Step::Heard,
            Step::AskBack { role: Role::Dark, to: 17 },
            Step::DeclineBack { role: Role::Light },
            Step::Back { to: 0 },
            Step::Commit { seat: Role::Light, digest: [7; 32] },
            Step::Lock { transcript: [8; 32] },
            Step::Reveal { seat: Role::Dark, entropy: [255; 32] },
            Step::Renew { fate: 3 },
            Step::Carried { rules: 17 },
            Step::Abandon,
            Step::Concede { role: Role::Dark },
            Step::GiveUp { role: Role::Dark },
            Step::OfferDraw { role: Role::Light, turn: 6 },
            Step::DeclineDraw { role: Role::Dark },
            Step::AgreeDraw { role: Role::Light },
            Step::Spent { role: Role::Light, millis: 4_000_000_000 },
            Step::AskAnew { free: 20_000 },
            Step::RunOut { role: Role::Light },
            Step::Away { role: Role::Light, millis: 20_123 },
            Step::Here { role: Role::Light },
            Step::Claim { role: Role::Dark },
            Step::AskAgain { role: Role::Dark, game: "abc".into() },
            Step::MoveOn { to: "/t/abc".into() },
        ];
        for step in steps {
            assert_eq!(step.to_row(5, 7).step(), Ok(step.clone()));
            // What is published says everything but who it was.
            let published = Step::of_entry(&step.entry()).expect("a step");
            assert_eq!(published.entry(), step.entry());
            assert!(!format!("{published:?}").contains("abc"), "{published:?}");
        }
    }

    #[test]
    fn a_row_of_another_program_is_refused() {
        let row = |kind: &str, value| Row {
            kind: kind.into(),
            role: None,
            value,
            extra: None,
            at: 0,
            request: 0,
            trail: None,
        };
        for row in [
            row("resign", 0),
            row("answer", 70_000),
            row("sit", 0),
            row("ask-back", 1),
            row("lock", 0),
            row("dice", 0),
        ] {
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
