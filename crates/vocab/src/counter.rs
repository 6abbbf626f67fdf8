//! Counters (chapter 14) and their colours on the players' tables (FORMATS.md 9.1).

use serde::Serialize;

/// A kind of counter (rule 1401.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Counter {
    /// On cards being built.
    Build,
    /// On damaged units.
    Damage,
    /// On a Resource; written without a kind in card text.
    Resource,
    /// No rules of its own (rule 1401.2).
    Corruption,
    /// No rules of its own.
    Captivity,
    /// No rules of its own.
    Mastery,
    /// No rules of its own.
    Redemption,
    /// No rules of its own.
    Credit,
}

impl Counter {
    /// All kinds.
    pub const ALL: [Counter; 8] = [
        Counter::Build,
        Counter::Damage,
        Counter::Resource,
        Counter::Corruption,
        Counter::Captivity,
        Counter::Mastery,
        Counter::Redemption,
        Counter::Credit,
    ];

    /// The word in card text.
    pub const fn name(self) -> &'static str {
        match self {
            Counter::Build => "build",
            Counter::Damage => "damage",
            Counter::Resource => "resource",
            Counter::Corruption => "corruption",
            Counter::Captivity => "captivity",
            Counter::Mastery => "mastery",
            Counter::Redemption => "redemption",
            Counter::Credit => "credit",
        }
    }

    /// The colour that players know from their table program.
    pub const fn colour(self) -> &'static str {
        match self {
            Counter::Build => "green",
            Counter::Damage => "red",
            Counter::Resource => "yellow",
            Counter::Corruption => "black",
            Counter::Captivity => "orange",
            Counter::Mastery => "blue",
            Counter::Redemption => "white",
            Counter::Credit => "indigo",
        }
    }
}
