//! Keywords with their numbers: "Armor", "Evade 2", "Accuracy -1", "Retaliate X+1".

use super::amount::{is_value, read_for_each, read_value, write_for_each, write_value};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Amount, KeywordAbility};
use vocab::keyword::Parameter;

/// A keyword that takes nothing or a number.
pub fn read_keyword_ability(p: &mut Parser) -> Option<KeywordAbility> {
    p.attempt(|p| {
        let keyword = p.keyword()?;
        let value = match keyword.row().parameter {
            Parameter::Number => Some(read_value(p)?),
            Parameter::SignedNumber => Some(read_signed(p)?),
            _ => None,
        };
        let value = value.map(|value| read_for_each(p, value));
        KeywordAbility::new(keyword, value).ok()
    })
}

/// "-1", "+2", "2".
fn read_signed(p: &mut Parser) -> Option<Amount> {
    if p.words("-") {
        return p.number().map(|n| Amount::Number(-n));
    }
    p.words("+");
    read_value(p)
}

/// Writes what `read_keyword_ability` reads.
pub fn write_keyword_ability(w: &mut Writer, ability: &KeywordAbility) -> Written {
    w.say(ability.keyword().name());
    match ability.value() {
        None => Ok(()),
        Some(Amount::Number(n)) if *n < 0 => {
            w.say(n.to_string());
            Ok(())
        }
        Some(value) if is_value(value) => write_value(w, value),
        Some(Amount::Times(n, each)) => {
            w.say(n.to_string());
            write_for_each(w, each)
        }
        Some(_) => Err(Unwritable("this number of a keyword")),
    }
}

#[cfg(test)]
mod tests {
    use super::{read_keyword_ability, write_keyword_ability};
    use crate::testing::{both, reads};

    #[test]
    fn keywords() {
        for text in ["Armor", "Evade 2", "Accuracy -1", "Retaliate X", "Critical Hit 1", "Ion Cannon 5"] {
            both(text, read_keyword_ability, write_keyword_ability);
        }
        assert_eq!(reads("Evade", read_keyword_ability), None);
        assert_eq!(reads("Bounty", read_keyword_ability), None);
    }
}
