//! What is wrong with a query, shown under the place where it is wrong.

use std::fmt;
use std::ops::Range;

/// How many characters of a long query are shown before and after the place.
const AROUND: usize = 60;

/// Why a text isn't a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// The query, cut off where it became too long.
    pub query: String,
    /// The place in the query, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl QueryError {
    /// An error at a place; the query is added by [`QueryError::of`].
    pub(super) fn at(span: Range<usize>, message: impl Into<String>) -> QueryError {
        QueryError { query: String::new(), span, message: message.into(), help: None }
    }

    /// Adds what to write instead.
    pub(super) fn help(mut self, help: impl Into<String>) -> QueryError {
        self.help = Some(help.into());
        self
    }

    /// Adds what to write instead, if something is known.
    pub(super) fn perhaps(mut self, help: Option<String>) -> QueryError {
        self.help = help;
        self
    }

    /// Adds the query.
    pub(super) fn of(mut self, query: &str) -> QueryError {
        self.query = query.to_string();
        self
    }

    /// The place in characters of the query.
    fn columns(&self) -> Range<usize> {
        let column = |at: usize| self.query.char_indices().take_while(|(i, _)| *i < at).count();
        let start = column(self.span.start);
        start..column(self.span.end).max(start + 1)
    }
}

/// The message, the query, carets under the place, and the help.
impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.columns();
        let from = columns.start.saturating_sub(AROUND);
        let (lead, length) = (if from > 0 { "..." } else { "" }, self.query.chars().count());
        let to = length.min(columns.start + AROUND);
        let shown = self.query.chars().skip(from).take(to.saturating_sub(from));
        // A line end or tab in the query would tear the carets from their place.
        let shown: String = shown.map(|c| if c.is_control() { ' ' } else { c }).collect();
        let tail = if to < length { "..." } else { "" };
        let carets = columns.len().min(to.saturating_sub(columns.start)).max(1);
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  {lead}{shown}{tail}")?;
        write!(f, "  {}{}", " ".repeat(lead.len() + columns.start - from), "^".repeat(carets))?;
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for QueryError {}

/// A word of the query for a message, cut off where it is long.
pub(super) fn shown(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((cut, _)) => format!("`{}...`", &word[..cut]),
        None => format!("`{word}`"),
    }
}
