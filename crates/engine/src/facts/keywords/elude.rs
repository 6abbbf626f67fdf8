//! Elude: the former name of Precision, which it is in play (rule 1721).

use vocab::Keyword;

/// The keyword that a word on a card means (rule 1721.1).
pub(crate) const fn now(keyword: Keyword) -> Keyword {
    keyword.in_play()
}
