//! The fault of a line in one of our own files.

use std::fmt;

/// A line that doesn't belong in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// What the file is called in messages.
    pub file: &'static str,
    /// The line number, from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the {}: expected {}", self.line, self.file, self.expected)
    }
}

impl std::error::Error for BadLine {}
