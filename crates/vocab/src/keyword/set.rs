//! A set of keywords in one machine word.

use super::Keyword;
use serde::{Serialize, Serializer};
use std::fmt;

/// A set of keywords.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KeywordSet(u64);

impl KeywordSet {
    /// The empty set.
    pub const EMPTY: KeywordSet = KeywordSet(0);

    /// Adds a keyword.
    pub fn insert(&mut self, keyword: Keyword) {
        self.0 |= 1 << keyword as u32;
    }

    /// Whether the keyword is in the set.
    pub const fn contains(self, keyword: Keyword) -> bool {
        self.0 & (1 << keyword as u32) != 0
    }

    /// Everything in either set.
    #[must_use]
    pub const fn union(self, other: KeywordSet) -> KeywordSet {
        KeywordSet(self.0 | other.0)
    }

    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many are in it.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The keywords in alphabetical order.
    pub fn iter(self) -> impl Iterator<Item = Keyword> {
        Keyword::all().filter(move |keyword| self.contains(*keyword))
    }
}

impl FromIterator<Keyword> for KeywordSet {
    fn from_iter<I: IntoIterator<Item = Keyword>>(keywords: I) -> KeywordSet {
        let mut set = KeywordSet::EMPTY;
        keywords.into_iter().for_each(|keyword| set.insert(keyword));
        set
    }
}

impl fmt::Debug for KeywordSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for KeywordSet {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}
