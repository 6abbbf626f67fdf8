//! Closed lists of words: reading one, and saying which there are when it is unknown.

use super::error::{QueryError, shown};
use std::cmp::Reverse;
use std::ops::Range;

/// A type whose values are words of the query.
pub(super) trait Words: Copy + 'static {
    /// All values.
    const ALL: &'static [Self];

    /// The spellings; the first is the canonical one.
    fn words(self) -> &'static [&'static str];

    /// The canonical spelling.
    fn word(self) -> &'static str {
        self.words().first().copied().unwrap_or_default()
    }

    /// The value with this spelling, in any case.
    fn read(typed: &str) -> Option<Self> {
        let spelt = |value: &Self| value.words().iter().any(|word| word.eq_ignore_ascii_case(typed));
        Self::ALL.iter().copied().find(spelt)
    }

    /// The value with this spelling, or an error: `what` says what it should have been.
    fn read_at(typed: &str, span: Range<usize>, what: &str) -> Result<Self, QueryError> {
        Self::read(typed).ok_or_else(|| {
            let article = if what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
            let error = QueryError::at(span, format!("{} isn't {article} {what}", shown(typed)));
            error.help(match Self::nearest(typed) {
                Some(word) => format!("did you mean `{word}`?"),
                None => format!("one of {}", Self::list()),
            })
        })
    }

    /// The spelling that is nearest to a misspelt one.
    fn nearest(typed: &str) -> Option<&'static str> {
        let typed = typed.to_lowercase();
        let words = || Self::ALL.iter().flat_map(|value| value.words()).copied();
        if typed.len() > 1
            && let Some(longer) = words().find(|word| word.starts_with(&typed))
        {
            return Some(longer);
        }
        words()
            .filter(|word| word.len() > 2)
            .map(|word| (strsim::osa_distance(&typed, word), word))
            .filter(|(distance, word)| *distance <= 1 + word.len() / 5)
            .min_by_key(|(distance, word)| (*distance, Reverse(word.len())))
            .map(|(_, word)| word)
    }

    /// All canonical spellings.
    fn list() -> String {
        Self::ALL.iter().map(|value| value.word()).collect::<Vec<_>>().join(", ")
    }
}
