//! A keyword with its number, checked against the keyword table.

use super::Amount;
use crate::Keyword;
use crate::keyword::Parameter;
use serde::Serialize;
use std::fmt;

/// A keyword that takes nothing or a number, as an ability: "Armor", "Evade 2", "Accuracy -1".
///
/// Keywords that take a body are `Wrapper`s. The fields are private so that no value contradicts the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct KeywordAbility {
    keyword: Keyword,
    value: Option<Amount>,
}

/// A keyword and an argument that do not belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeywordError {
    /// "Evade" alone.
    NumberMissing(Keyword),
    /// "Armor 2".
    NumberNotAllowed(Keyword),
    /// "Evade -1": only Accuracy and Resilience have a sign (rule 1302.7).
    NumberNegative(Keyword),
    /// "Bounty 2": the keyword takes a body.
    BodyNeeded(Keyword),
}

impl KeywordAbility {
    /// A keyword with or without a value; an error if the keyword does not take it that way.
    pub fn new(keyword: Keyword, value: Option<Amount>) -> Result<KeywordAbility, KeywordError> {
        match (keyword.row().parameter, &value) {
            (Parameter::None, None) | (Parameter::SignedNumber, Some(_)) => {}
            (Parameter::Number, Some(Amount::Number(..0))) => {
                return Err(KeywordError::NumberNegative(keyword));
            }
            (Parameter::Number, Some(_)) => {}
            (Parameter::None, Some(_)) => return Err(KeywordError::NumberNotAllowed(keyword)),
            (Parameter::Number | Parameter::SignedNumber, None) => {
                return Err(KeywordError::NumberMissing(keyword));
            }
            // Every other form of argument is a body, and `Wrapper` has a variant for each keyword that takes one.
            _ => return Err(KeywordError::BodyNeeded(keyword)),
        }
        Ok(KeywordAbility { keyword, value })
    }

    /// "Armor".
    pub fn plain(keyword: Keyword) -> Result<KeywordAbility, KeywordError> {
        KeywordAbility::new(keyword, None)
    }

    /// "Evade 2", "Retaliate X".
    pub fn number(keyword: Keyword, value: impl Into<Amount>) -> Result<KeywordAbility, KeywordError> {
        KeywordAbility::new(keyword, Some(value.into()))
    }

    /// The keyword.
    pub const fn keyword(&self) -> Keyword {
        self.keyword
    }

    /// Its number, for keywords that take one.
    pub const fn value(&self) -> Option<&Amount> {
        self.value.as_ref()
    }
}

impl fmt::Display for KeywordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeywordError::NumberMissing(keyword) => write!(f, "{keyword} needs a number"),
            KeywordError::NumberNotAllowed(keyword) => write!(f, "{keyword} takes no number"),
            KeywordError::NumberNegative(keyword) => write!(f, "the number of {keyword} cannot be negative"),
            KeywordError::BodyNeeded(keyword) => {
                write!(f, "{keyword} needs text behind it: {}", keyword.heading())
            }
        }
    }
}

impl std::error::Error for KeywordError {}

#[cfg(test)]
mod tests {
    use super::{KeywordAbility, KeywordError};
    use crate::Keyword;

    #[test]
    fn the_table_decides_what_a_keyword_takes() {
        assert!(KeywordAbility::plain(Keyword::Armor).is_ok());
        assert!(KeywordAbility::number(Keyword::Accuracy, -1).is_ok());
        let refusals = [
            (KeywordAbility::number(Keyword::Armor, 1), KeywordError::NumberNotAllowed(Keyword::Armor)),
            (KeywordAbility::plain(Keyword::Evade), KeywordError::NumberMissing(Keyword::Evade)),
            (KeywordAbility::number(Keyword::Evade, -1), KeywordError::NumberNegative(Keyword::Evade)),
            (KeywordAbility::plain(Keyword::Bounty), KeywordError::BodyNeeded(Keyword::Bounty)),
        ];
        for (made, error) in refusals {
            assert_eq!(made, Err(error));
        }
        assert_eq!(
            KeywordError::BodyNeeded(Keyword::Bounty).to_string(),
            "Bounty needs text behind it: Bounty: [effect]"
        );
    }
}
