//! The two editions of the keyword glossary (chapter 18).

use serde::Serialize;
use std::fmt;

/// Which wording of the keywords a game or a sheet uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Edition {
    /// The current table of 61 keywords.
    #[default]
    Current,
    /// The older deck sheets, 33 keywords (rule 1801.1).
    Sheets,
}

impl Edition {
    /// Both editions.
    pub const ALL: [Edition; 2] = [Edition::Current, Edition::Sheets];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::Current => "current",
            Edition::Sheets => "sheets",
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Edition {
    type Err = String;
    fn from_str(word: &str) -> Result<Edition, String> {
        Edition::ALL
            .into_iter()
            .find(|edition| edition.name().eq_ignore_ascii_case(word))
            .ok_or_else(|| format!("`{word}` isn't an edition; expected `current` or `sheets`"))
    }
}
