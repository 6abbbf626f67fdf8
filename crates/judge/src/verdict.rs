//! How a scenario went: what happened, and what isn't as expected.

use std::fmt;
use vocab::{Role, RuleNumber};

/// How a scenario went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// What happened, in order.
    pub timeline: Vec<Entry>,
    /// What isn't as expected; nothing if the scenario holds.
    pub failures: Vec<Failure>,
    /// Who is asked what where the script ends; `None` if the game is over, or nothing was played.
    pub open: Option<Open>,
}

impl Verdict {
    /// A scenario that fails before anything is played.
    pub(crate) fn failed(failure: Failure) -> Verdict {
        Verdict { failures: vec![failure], ..Verdict::default() }
    }

    /// Whether everything is as expected.
    pub fn holds(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for Verdict {
    /// What happened, line by line, and whether the scenario holds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.timeline {
            writeln!(f, "{line}")?;
        }
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        f.write_str(if self.holds() { "The scenario holds." } else { "The scenario fails." })
    }
}

/// A line of the timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who answered; `None` for what follows from it.
    pub who: Option<Role>,
    /// What was answered, or what happened.
    pub words: String,
    /// The rule that asked, or that made it happen.
    pub rule: RuleNumber,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.who {
            Some(who) => write!(f, "{}: {} [{}]", role(who), self.words, self.rule),
            None => write!(f, "  {} [{}]", self.words, self.rule),
        }
    }
}

/// A question that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Who is asked.
    pub who: Role,
    /// What for.
    pub why: String,
    /// The rule that asks.
    pub rule: RuleNumber,
    /// The choices.
    pub choices: Vec<String>,
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is asked to {} [{}]: {}", role(self.who), self.why, self.rule, self.choices.join(" | "))
    }
}

/// Something that isn't as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line of the file; 0 for the whole.
    pub line: u32,
    /// The place in the line, counted from 1; 0 for the whole line.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => f.write_str(&self.message),
            (line, 0) => write!(f, "line {line}: {}", self.message),
            (line, column) => write!(f, "line {line}, column {column}: {}", self.message),
        }
    }
}

/// What a player is called.
pub(crate) const fn role(who: Role) -> &'static str {
    match who {
        Role::Dark => "Dark",
        Role::Light => "Light",
    }
}
