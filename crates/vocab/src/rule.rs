//! Rule numbers as they are cited everywhere: `1107.9` is rule 9 of section 1107.

use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The number of one rule of the rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleNumber {
    /// Chapter times 100 plus the section in it.
    pub section: u16,
    /// The rule in the section.
    pub rule: u8,
}

impl RuleNumber {
    /// Rule `rule` of section `section`.
    pub const fn new(section: u16, rule: u8) -> RuleNumber {
        RuleNumber { section, rule }
    }

    /// The chapter of the rule.
    pub const fn chapter(self) -> u16 {
        self.section / 100
    }
}

impl fmt::Display for RuleNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.section, self.rule)
    }
}

impl FromStr for RuleNumber {
    type Err = String;
    fn from_str(text: &str) -> Result<RuleNumber, String> {
        let wrong = || format!("`{text}` isn't a rule number; expected something like 1107.9");
        let (section, rule) = text.split_once('.').ok_or_else(wrong)?;
        match (section.parse(), rule.parse()) {
            (Ok(section @ 101..), Ok(rule @ 1..)) => Ok(RuleNumber { section, rule }),
            _ => Err(wrong()),
        }
    }
}

impl Serialize for RuleNumber {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
