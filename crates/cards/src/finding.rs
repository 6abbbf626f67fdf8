//! What a reader or the lint has to say about a file: where, what's wrong, and how to fix it.

use serde::Serialize;
use std::fmt;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Players get something wrong, or nothing at all.
    Error,
    /// We can read it; other programs might not.
    Warning,
    /// Worth knowing.
    Note,
}

/// Where a finding is: a file, and a line if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The file, relative to the folder that was read.
    pub file: String,
    /// The line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl Place {
    /// A whole file.
    pub fn file(file: impl Into<String>) -> Place {
        Place { file: file.into(), line: None }
    }

    /// A line of a file.
    pub fn line(file: impl Into<String>, line: u32) -> Place {
        Place { file: file.into(), line: Some(line) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        Ok(())
    }
}

/// One fault in the data, with its fix.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Finding {
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// A stable word for programs: `stray-byte`, `unknown-set`...
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub cure: String,
}

impl Finding {
    /// A finding of [`Severity::Error`].
    pub fn error(
        place: Place,
        code: &'static str,
        message: impl Into<String>,
        cure: impl Into<String>,
    ) -> Finding {
        Finding { place, code, severity: Severity::Error, message: message.into(), cure: cure.into() }
    }

    /// A finding of [`Severity::Warning`].
    pub fn warning(
        place: Place,
        code: &'static str,
        message: impl Into<String>,
        cure: impl Into<String>,
    ) -> Finding {
        Finding { severity: Severity::Warning, ..Finding::error(place, code, message, cure) }
    }

    /// A finding of [`Severity::Note`].
    pub fn note(
        place: Place,
        code: &'static str,
        message: impl Into<String>,
        cure: impl Into<String>,
    ) -> Finding {
        Finding { severity: Severity::Note, ..Finding::error(place, code, message, cure) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.place, self.message, self.cure)
    }
}
