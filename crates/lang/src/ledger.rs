//! The ledger: one line for every card, so that no understood card is lost unnoticed.
//!
//! A line has the identity of a printing, its status, a hash of its text, and either a hash of its abilities or what
//! stopped the reading; never the text itself.

use crate::bad_line::BadLine;
use crate::compile::Compiled;
use crate::coverage::compiled_cards;
use crate::lexicon::Lexicon;
use cards::{Collection, Printing};
use std::collections::BTreeMap;
use std::fmt;

/// Whether a card is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every clause was read; this is the hash of the abilities.
    Exact(u64),
    /// This many clauses weren't read. The reason is where the first one stops, or "two readings".
    Declined(usize, String),
}

/// What the ledger says about one printing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A hash of the text as printed.
    pub text: u64,
    /// Whether it is understood.
    pub status: Status,
}

/// All entries, by printing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger(pub BTreeMap<String, Entry>);

/// What happened to a card between two ledgers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was understood and no longer is, although its text is the same.
    Lost,
    /// It is understood differently, although its text is the same.
    ReadOtherwise,
    /// It is understood now.
    Won,
    /// It isn't in the other ledger, or its text has changed.
    New,
    /// It is gone.
    Gone,
}

/// FNV-1a: the same on every machine and in every version.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Entry {
    /// The entry for a card.
    pub fn of(printing: &Printing, compiled: &Compiled) -> Entry {
        let mut unread = compiled.unread();
        let status = match unread.next() {
            None => {
                let abilities = serde_json::to_string(&compiled.abilities()).unwrap_or_default();
                Status::Exact(hash(&abilities))
            }
            Some((_, first)) => {
                let reason = if first.readings.is_some() {
                    "two readings".to_string()
                } else {
                    format!("stopped at byte {}", first.at)
                };
                Status::Declined(1 + unread.count(), reason)
            }
        };
        Entry { text: hash(&printing.text), status }
    }
}

impl Ledger {
    /// The ledger of a collection. A printing is identified by its image.
    pub fn of(collection: &Collection) -> Ledger {
        let lexicon = Lexicon::of(collection);
        let mut entries = BTreeMap::new();
        for (printing, compiled) in compiled_cards(collection, &lexicon, &[]) {
            let id = format!("{}:{}", printing.set, printing.image);
            let mut unique = id.clone();
            let mut again = 2;
            while entries.contains_key(&unique) {
                unique = format!("{id}#{again}");
                again += 1;
            }
            entries.insert(unique, Entry::of(printing, &compiled));
        }
        Ledger(entries)
    }

    /// Reads a ledger file.
    pub fn parse(text: &str) -> Result<Ledger, BadLine> {
        let mut entries = BTreeMap::new();
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let bad = |expected| BadLine { file: "ledger", line: i + 1, expected };
            let fields: Vec<&str> = line.split('\t').collect();
            let [id, status, text, rest] = fields[..] else {
                return Err(bad("four fields with tabs between them"));
            };
            let number = |hex: &str| u64::from_str_radix(hex, 16).map_err(|_| bad("a hash in hexadecimal"));
            let status = match status {
                "exact" => Status::Exact(number(rest)?),
                "declined" => {
                    let (clauses, reason) =
                        rest.split_once(' ').ok_or_else(|| bad("a number and a reason"))?;
                    let clauses = clauses.parse().map_err(|_| bad("the number of clauses"))?;
                    Status::Declined(clauses, reason.to_string())
                }
                _ => return Err(bad("`exact` or `declined`")),
            };
            if entries.insert(id.to_string(), Entry { text: number(text)?, status }).is_some() {
                return Err(bad("a printing that has no line yet"));
            }
        }
        Ok(Ledger(entries))
    }

    /// What has changed since an older ledger, card by card.
    pub fn since(&self, older: &Ledger) -> Vec<(Change, String)> {
        let mut changes = Vec::new();
        for (id, entry) in &self.0 {
            let change = match older.0.get(id) {
                Some(before) if before.text == entry.text => match (&before.status, &entry.status) {
                    (Status::Exact(_), Status::Declined(..)) => Some(Change::Lost),
                    (Status::Exact(a), Status::Exact(b)) if a != b => Some(Change::ReadOtherwise),
                    (Status::Declined(..), Status::Exact(_)) => Some(Change::Won),
                    (Status::Exact(_), Status::Exact(_)) | (Status::Declined(..), Status::Declined(..)) => {
                        None
                    }
                },
                _ => Some(Change::New),
            };
            changes.extend(change.map(|change| (change, id.clone())));
        }
        let gone = older.0.keys().filter(|id| !self.0.contains_key(*id));
        changes.extend(gone.map(|id| (Change::Gone, id.clone())));
        changes
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "# printing, status, hash of the text, hash of the abilities or clauses declined and why"
        )?;
        for (id, Entry { text, status }) in &self.0 {
            match status {
                Status::Exact(abilities) => writeln!(f, "{id}\texact\t{text:016x}\t{abilities:016x}")?,
                Status::Declined(clauses, reason) => {
                    writeln!(f, "{id}\tdeclined\t{text:016x}\t{clauses} {reason}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Entry, Ledger, Status};
    use cards::core_set;
    use std::collections::BTreeMap;

    #[test]
    fn a_ledger_is_written_and_read() {
        let mut ledger = Ledger::of(&core_set::plugin().collection);
        ledger
            .0
            .insert("X:1".into(), Entry { text: 5, status: Status::Declined(2, "stopped at byte 7".into()) });
        assert_eq!(Ledger::parse(&ledger.to_string()), Ok(ledger.clone()));
        assert!(ledger.since(&ledger).is_empty());
    }

    #[test]
    fn changes_are_told_apart() {
        let entry = |text, status| Entry { text, status };
        let ledger = |entries: &[(&str, Entry)]| {
            Ledger(
                entries
                    .iter()
                    .map(|(id, entry)| ((*id).to_string(), entry.clone()))
                    .collect::<BTreeMap<_, _>>(),
            )
        };
        let declined = || Status::Declined(1, "two readings".into());
        let before = ledger(&[
            ("a", entry(1, Status::Exact(1))),
            ("b", entry(1, Status::Exact(1))),
            ("c", entry(1, declined())),
            ("d", entry(1, Status::Exact(1))),
            ("e", entry(1, Status::Exact(1))),
        ]);
        let after = ledger(&[
            ("a", entry(1, declined())),
            ("b", entry(1, Status::Exact(2))),
            ("c", entry(1, Status::Exact(1))),
            ("d", entry(2, declined())),
        ]);
        let expected = [
            (Change::Lost, "a"),
            (Change::ReadOtherwise, "b"),
            (Change::Won, "c"),
            (Change::New, "d"),
            (Change::Gone, "e"),
        ];
        assert_eq!(after.since(&before), expected.map(|(change, id)| (change, id.to_string())));
    }

    #[test]
    fn bad_lines_are_named() {
        for text in [
            "a\texact\t1",
            "a\tmaybe\t1\t1",
            "a\texact\tz\t1",
            "a\tdeclined\t1\tmany x",
            "a\texact\t1\t1\na\texact\t1\t1",
        ] {
            assert!(Ledger::parse(text).is_err(), "{text}");
        }
        let error = Ledger::parse("# head\na\texact\t1").unwrap_err().to_string();
        assert_eq!(error, "line 2 of the ledger: expected four fields with tabs between them");
    }
}
