//! Version letters of unique cards (rule 202.2, FORMATS.md section 3).

use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A version letter: A to Z, then A2 to Z2, A3... (1 = A, 27 = A2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version(u8);

impl Version {
    /// The place in the order A, B ... Z, A2, B2 ...
    pub const fn key(self) -> u8 {
        self.0
    }
}

impl FromStr for Version {
    type Err = ();

    /// Reads `B` or `B2`; lower-case letters, `A1` and `A0` aren't versions.
    fn from_str(text: &str) -> Result<Version, ()> {
        let (letter, round) = match *text.as_bytes() {
            [letter @ b'A'..=b'Z'] => (letter, 1),
            [letter @ b'A'..=b'Z', digit @ b'2'..=b'9'] => (letter, digit - b'0'),
            _ => return Err(()),
        };
        Ok(Version((round - 1) * 26 + (letter - b'A') + 1))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (round, letter) = ((self.0 - 1) / 26 + 1, (self.0 - 1) % 26);
        write!(f, "{}", char::from(b'A' + letter))?;
        if round > 1 { write!(f, "{round}") } else { Ok(()) }
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_sort_by_round_then_letter() {
        let order = ["A", "B", "Z", "A2", "Z2", "A3", "Z9"];
        let keys: Vec<u8> = order.iter().map(|v| v.parse::<Version>().unwrap().key()).collect();
        assert_eq!(keys, [1, 2, 26, 27, 52, 53, 234]);
        for text in order {
            assert_eq!(text.parse::<Version>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_version_is_refused() {
        for text in ["", "a", "A1", "A0", "AA", "A22", "Promo", "Ä"] {
            assert!(text.parse::<Version>().is_err(), "{text:?}");
        }
    }
}
