//! Renamed cards (FORMATS.md section 3): old decks load, with a notice.
//!
//! The table is `aliases.tsv` in a card folder: old name, new name and the day of the change, separated by tabs.

use crate::bytes::fold;
use crate::finding::{Finding, Place};
use std::collections::HashMap;

/// The file in a card folder.
pub const FILE: &str = "aliases.tsv";

/// One renaming.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name in old decks.
    pub old: String,
    /// The name today.
    pub new: String,
    /// When it was changed, as `YYYY-MM-DD`; may be empty.
    pub date: String,
}

/// All renamed cards, found by the old name in lower case.
#[derive(Clone, Debug, Default)]
pub struct Aliases(HashMap<String, Alias>);

impl Aliases {
    /// Reads the table; lines that begin with `#` are comments.
    pub fn read(text: &str) -> (Aliases, Vec<Finding>) {
        let (mut aliases, mut findings) = (Aliases::default(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<String> = line.split('\t').map(|field| fold(field).into_owned()).collect();
            match &fields[..] {
                [old, new] if !old.is_empty() && !new.is_empty() => aliases.add(old, new, ""),
                [old, new, date] if !old.is_empty() && !new.is_empty() => aliases.add(old, new, date),
                _ => findings.push(Finding::error(
                    Place::line(FILE, number),
                    "alias-shape",
                    "not a renaming",
                    "write: old name, tab, new name, tab, date as YYYY-MM-DD",
                )),
            }
        }
        (aliases, findings)
    }

    /// Writes the table, in the order of the old names.
    pub fn write(&self) -> String {
        let mut lines: Vec<String> =
            self.0.values().map(|alias| format!("{}\t{}\t{}\n", alias.old, alias.new, alias.date)).collect();
        lines.sort();
        lines.concat()
    }

    /// Adds a renaming; a later one for the same old name replaces it.
    pub fn add(&mut self, old: &str, new: &str, date: &str) {
        let alias = Alias { old: old.into(), new: new.into(), date: date.into() };
        self.0.insert(old.to_lowercase(), alias);
    }

    /// The renaming of an old name, in any case.
    pub fn get(&self, old: &str) -> Option<&Alias> {
        self.0.get(&old.to_lowercase())
    }

    /// All renamed cards, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &Alias> {
        self.0.values()
    }

    /// Adds the renamings of another table.
    pub fn extend(&mut self, other: Aliases) {
        self.0.extend(other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::Aliases;

    #[test]
    fn a_renamed_card_is_found_by_its_old_name() {
        let text = "# renamed in spring\nOld Skiff (A)\tBrask's Skiff (A)\t2025-03-01\nold only\n";
        let (aliases, findings) = Aliases::read(text);
        assert_eq!(aliases.get("old skiff (a)").unwrap().new, "Brask's Skiff (A)");
        assert_eq!(findings[0].place.line, Some(3));
        assert_eq!(aliases.write(), "Old Skiff (A)\tBrask's Skiff (A)\t2025-03-01\n");
    }
}
