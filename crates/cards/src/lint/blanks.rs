//! Stray spaces in set files: the one fault that can be fixed without knowing what was meant.

use crate::finding::{Finding, Place};
use crate::plugin::Plugin;
use crate::set_file::{Column, Row, SetFile};
use serde::Serialize;

/// The columns where an extra space means nothing. In a Script it might, and an image could be named that way.
const COLUMNS: [Column; 15] = [
    Column::Name,
    Column::Set,
    Column::Side,
    Column::Type,
    Column::Subtype,
    Column::Cost,
    Column::Speed,
    Column::Power,
    Column::Health,
    Column::Rarity,
    Column::Number,
    Column::Usage,
    Column::Text,
    Column::Classification,
    Column::DraftRarity,
];

/// A field that was fixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// Where.
    pub place: Place,
    /// What was done, in words.
    pub what: String,
}

/// Reports spaces at the ends of fields and double spaces inside them.
pub fn check(plugin: &Plugin, findings: &mut Vec<Finding>) {
    for set in &plugin.sets {
        for row in set.rows() {
            for (column, kind) in COLUMNS.into_iter().flat_map(|column| kinds(row, column)) {
                let place = Place::line(format!("sets/{}.txt", set.code), row.number());
                let name = row.get(Column::Name).trim();
                let message = format!("`{name}`: {} the {}", kind.words(), column.name());
                findings.push(Finding::note(place, kind.code(), message, "--fix removes them"));
            }
        }
    }
}

/// The file without stray spaces, and what was fixed; everything else stays, byte for byte.
pub fn without_blanks(set: &SetFile) -> (SetFile, Vec<Fix>) {
    let mut fixes = Vec::new();
    let fixed = set.edited(|row| {
        let mut fields = Vec::new();
        for column in COLUMNS {
            for (_, kind) in kinds(row, column) {
                let place = Place::line(format!("sets/{}.txt", set.code), row.number());
                fixes.push(Fix { place, what: format!("{} the {}", kind.words(), column.name()) });
            }
            let tidy = tidy(row.get(column));
            if tidy != row.get(column) {
                fields.push((column, tidy));
            }
        }
        fields
    });
    (fixed, fixes)
}

#[derive(Clone, Copy)]
enum Kind {
    Double,
    Trailing,
}

impl Kind {
    const fn code(self) -> &'static str {
        match self {
            Kind::Double => "double-blanks",
            Kind::Trailing => "trailing-blanks",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Kind::Double => "two spaces in a row in",
            Kind::Trailing => "spaces around",
        }
    }
}

fn kinds(row: &Row, column: Column) -> impl Iterator<Item = (Column, Kind)> + use<> {
    let text = row.get(column);
    let trimmed = text.trim_matches(' ');
    let double = trimmed.contains("  ").then_some((column, Kind::Double));
    let trailing = (trimmed != text).then_some((column, Kind::Trailing));
    double.into_iter().chain(trailing)
}

/// One space for several, none at the ends.
fn tidy(text: &str) -> String {
    text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::without_blanks;
    use crate::set_file::{HEADER, SetFile};

    #[test]
    fn only_blanks_change_and_every_other_byte_stays() {
        let rows = "Burn \tXMP\tXMP1\tL\tMission  - Trap\t\t2\t\t\t\tC\t1\t\tGain  1 Force. \t/a  b \tREB\t\r\n\
            Na\u{ef}ve\tXMP\tXMP2\tL\tBattle\t\t\t\t\t\tC\t2\t\tText.\t\tREB\t";
        let before = format!("{HEADER}\r\n{rows}");
        let (set, _) = SetFile::read("XMP", before.as_bytes());
        let (fixed, fixes) = without_blanks(&set);
        let after = before
            .replace("Burn \t", "Burn\t")
            .replace("Mission  - Trap", "Mission - Trap")
            .replace("Gain  1 Force. \t", "Gain 1 Force.\t");
        assert_eq!(String::from_utf8(fixed.write()).unwrap(), after);
        let told: Vec<String> = fixes.iter().map(|fix| format!("{} {}", fix.place, fix.what)).collect();
        assert_eq!(
            told,
            [
                "sets/XMP.txt:2 spaces around the Name",
                "sets/XMP.txt:2 two spaces in a row in the Type",
                "sets/XMP.txt:2 two spaces in a row in the Text",
                "sets/XMP.txt:2 spaces around the Text",
            ]
        );
        assert!(without_blanks(&fixed).1.is_empty(), "nothing is left to fix");
    }

    #[test]
    fn a_byte_that_is_not_utf_8_survives_the_fix() {
        let mut before = format!("{HEADER}\n").into_bytes();
        before.extend_from_slice(b"Caf\xe9 \tXMP\tXMP1\tL\tBattle\t\t\t\t\t\tC\t1\t\tText.\t\tREB\t\n");
        let (set, _) = SetFile::read("XMP", &before);
        let mut after = format!("{HEADER}\n").into_bytes();
        after.extend_from_slice(b"Caf\xe9\tXMP\tXMP1\tL\tBattle\t\t\t\t\t\tC\t1\t\tText.\t\tREB\t\n");
        assert_eq!(without_blanks(&set).0.write(), after);
    }
}
