//! Printed values: build cost and statistics as the card shows them (rules 201.2 to 201.4).

use serde::{Serialize, Serializer};
use std::fmt;

/// A printed build cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cost {
    /// Nothing printed: 0 on a card that is built (rule 201.2), no cost at all on any other.
    None,
    /// A number of build counters.
    Points(u8),
    /// Chosen when the completion starts (rule 201.3).
    X,
}

impl Cost {
    /// Reads the field of a set file.
    pub fn parse(field: &str) -> Option<Cost> {
        match field {
            "" => Some(Cost::None),
            "X" => Some(Cost::X),
            number => number.parse().ok().map(Cost::Points),
        }
    }

    /// The number, if one is printed.
    pub const fn points(self) -> Option<u8> {
        match self {
            Cost::Points(n) => Some(n),
            Cost::None | Cost::X => None,
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cost::None => Ok(()),
            Cost::Points(n) => write!(f, "{n}"),
            Cost::X => f.write_str("X"),
        }
    }
}

/// A printed speed, power or health.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stat {
    /// The card has no such statistic.
    None,
    /// A number.
    Value(i16),
    /// `*`: set by the card's text, 0 until then (rule 201.4).
    Star,
}

impl Stat {
    /// Reads the field of a set file.
    pub fn parse(field: &str) -> Option<Stat> {
        match field {
            "" => Some(Stat::None),
            "*" => Some(Stat::Star),
            number => number.parse().ok().map(Stat::Value),
        }
    }

    /// The number, if one is printed.
    pub const fn value(self) -> Option<i16> {
        match self {
            Stat::Value(n) => Some(n),
            Stat::None | Stat::Star => None,
        }
    }
}

impl fmt::Display for Stat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stat::None => Ok(()),
            Stat::Value(n) => write!(f, "{n}"),
            Stat::Star => f.write_str("*"),
        }
    }
}

impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Cost::None => s.serialize_none(),
            Cost::Points(n) => s.serialize_u8(*n),
            Cost::X => s.serialize_str("X"),
        }
    }
}

impl Serialize for Stat {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Stat::None => s.serialize_none(),
            Stat::Value(n) => s.serialize_i16(*n),
            Stat::Star => s.serialize_str("*"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cost, Stat};

    #[test]
    fn fields_read_and_print_the_same() {
        for field in ["", "0", "12", "X"] {
            assert_eq!(Cost::parse(field).unwrap().to_string(), field);
        }
        for field in ["", "0", "60", "*"] {
            assert_eq!(Stat::parse(field).unwrap().to_string(), field);
        }
        assert_eq!(Cost::parse("x"), None);
        assert_eq!(Cost::parse("-1"), None);
        assert_eq!(Stat::parse("forty"), None);
    }
}
