//! Readings (FORMATS.md section 4.1): what is read in place of a printed text, in the wording that the card language
//! itself would write, with the reason.
//!
//! ```text
//! @ Old Guard (B)
//! print 0c4f9a11
//! why word order of its own
//! text Pay 2 Force -> Evade 2 | Armor
//! ```

use crate::name::CardName;
use crate::printing::Printing;
use std::collections::HashMap;
use std::fmt;

/// The file in a card folder.
pub const FILE: &str = "readings.txt";

/// What is read in place of a printed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The card: its name with the version letter, without the mark of a printing.
    pub name: String,
    /// The prints that it stands for; any of this card if there are none.
    pub prints: Vec<PrintMark>,
    /// Why the printed text isn't read.
    pub why: String,
    /// What is read.
    pub text: String,
    /// Words of the print that it leaves out, each with the reason.
    pub without: Vec<(String, String)>,
    /// What came of writing it twice.
    pub checked: Option<String>,
    /// The line where it begins.
    pub line: u32,
}

impl Reading {
    /// The card that is meant ([`CardName::identity`]).
    pub fn card(&self) -> String {
        CardName::parse(&self.name, "").0.identity()
    }
}

/// What tells one printed text from another: a text that is changed has another mark. Blanks, capitals and the curl of
/// quotation marks don't count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PrintMark(u32);

impl PrintMark {
    /// The mark of a printed text.
    pub fn of(text: &str) -> PrintMark {
        // FNV-1a: the same on every machine and in every version.
        let bytes = text.bytes().filter(u8::is_ascii_graphic).map(|byte| byte.to_ascii_lowercase());
        PrintMark(
            bytes.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)),
        )
    }
}

impl fmt::Display for PrintMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// A line that doesn't belong where it is; the reading around it is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadReading {
    /// The line, counted from 1.
    pub line: u32,
    /// What was expected.
    pub expected: &'static str,
}

/// All readings, by the card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings(HashMap<String, Vec<Reading>>);

impl Readings {
    /// Reads a file; lines that begin with `#` are comments.
    pub fn read(text: &str) -> (Readings, Vec<BadReading>) {
        let (mut all, mut faults) = (Readings::default(), Vec::new());
        let lines: Vec<(u32, &str)> = (1..)
            .zip(text.lines().map(str::trim_end))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .collect();
        let mut rest = &lines[..];
        while let Some((&(at, first), after)) = rest.split_first() {
            let end = after.iter().position(|(_, line)| line.starts_with("@ ")).unwrap_or(after.len());
            let (fields, next) = after.split_at(end);
            rest = next;
            let reading = match first.strip_prefix("@ ").map(str::trim) {
                Some(name) => block(at, name, fields),
                None => Err(BadReading { line: at, expected: "`@` and the name of a card" }),
            };
            match reading {
                Ok(reading) if all.stands_beside(&reading) => all.add(reading),
                Ok(_) => {
                    faults.push(BadReading { line: at, expected: "a print that has no reading yet" });
                }
                Err(fault) => faults.push(fault),
            }
        }
        (all, faults)
    }

    /// Whether no other reading stands for the same print of the same card.
    fn stands_beside(&self, new: &Reading) -> bool {
        let others = self.0.get(&new.card()).into_iter().flatten();
        others.into_iter().all(|other| {
            let is_same = other.prints.iter().any(|mark| new.prints.contains(mark));
            !is_same && other.prints.is_empty() == new.prints.is_empty() && !new.prints.is_empty()
        })
    }

    fn add(&mut self, reading: Reading) {
        self.0.entry(reading.card()).or_default().push(reading);
    }

    /// Adds other readings. Where both have one for a print, the new one holds.
    pub fn extend(&mut self, others: Readings) {
        for (name, new) in others.0 {
            let own = self.0.entry(name).or_default();
            // The first that fits is taken.
            own.splice(0..0, new);
        }
    }

    /// What is read in place of the text of a printing.
    pub fn of(&self, printing: &Printing) -> Option<&Reading> {
        if self.0.is_empty() {
            return None;
        }
        let of_card = self.0.get(&printing.name.identity())?;
        let mark = PrintMark::of(&printing.text);
        of_card.iter().find(|reading| reading.prints.is_empty() || reading.prints.contains(&mark))
    }

    /// All readings, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &Reading> {
        self.0.values().flatten()
    }
}

/// The reading of one block: the fields behind the name, in any order.
fn block(at: u32, name: &str, fields: &[(u32, &str)]) -> Result<Reading, BadReading> {
    let (mut why, mut text, mut checked) = (None, None, None);
    let (mut prints, mut without) = (Vec::new(), Vec::new());
    for (line, field) in fields {
        let bad = |expected| BadReading { line: *line, expected };
        let (word, value) = field.split_once(' ').unwrap_or((field, ""));
        let value = value.trim();
        let once = |place: &mut Option<String>, expected| match value {
            "" => Err(bad(expected)),
            _ if place.is_some() => Err(bad("each field only once")),
            _ => {
                *place = Some(value.to_string());
                Ok(())
            }
        };
        match word {
            "print" => {
                for mark in value.split_whitespace() {
                    let mark = Some(mark).filter(|mark| mark.len() == 8);
                    let mark = mark.and_then(|mark| u32::from_str_radix(mark, 16).ok());
                    prints
                        .push(PrintMark(mark.ok_or_else(|| bad("eight hexadecimal digits for each print"))?));
                }
            }
            "why" => once(&mut why, "`why` and the reason")?,
            "text" => once(&mut text, "`text` and what is read instead")?,
            "without" => {
                let (left_out, reason) =
                    value.split_once(": ").ok_or_else(|| bad("`without`, a word, a colon and the reason"))?;
                without.push((left_out.to_string(), reason.to_string()));
            }
            "checked" => once(&mut checked, "`checked` and what came of it")?,
            _ => return Err(bad("`print`, `why`, `text`, `without` or `checked`")),
        }
    }
    let missing = |expected| BadReading { line: at, expected };
    Ok(Reading {
        name: name.to_string(),
        prints,
        why: why.ok_or_else(|| missing("`why` and the reason, below this line"))?,
        text: text.ok_or_else(|| missing("`text` and what is read instead, below this line"))?,
        without,
        checked,
        line: at,
    })
}

impl fmt::Display for Reading {
    /// Writes it as its file has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "@ {}", self.name)?;
        if !self.prints.is_empty() {
            let marks: Vec<String> = self.prints.iter().map(ToString::to_string).collect();
            writeln!(f, "print {}", marks.join(" "))?;
        }
        writeln!(f, "why {}", self.why)?;
        writeln!(f, "text {}", self.text)?;
        for (word, reason) in &self.without {
            writeln!(f, "without {word}: {reason}")?;
        }
        match &self.checked {
            Some(checked) => writeln!(f, "checked {checked}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PrintMark, Readings};
    use crate::collection::Collection;
    use crate::set_file::{HEADER, SetFile};

    fn collection(text: &str) -> Collection {
        let row = |name: &str, image: &str, text: &str| {
            format!("{name}\tXMP\t{image}\tD\tCharacter\tRebel\t1\t30\t2\t2\tC\t1\t\t{text}\t\t\t\n")
        };
        let rows = [row("Teb (D)", "XMP1", text), row("Teb (D) (Starter)", "XMP2", "Armor.")];
        let (set, _) = SetFile::read("XMP", format!("{HEADER}\n{}", rows.concat()).as_bytes());
        Collection::new([&set]).0
    }

    fn read_of(readings: &str, print: &str) -> Vec<Option<String>> {
        let (readings, faults) = Readings::read(readings);
        assert_eq!(faults, []);
        let mut collection = collection(print);
        collection.add_readings(readings);
        let text = |printing: &crate::Printing| printing.reading.as_ref().map(|reading| reading.text.clone());
        collection.printings().map(|(_, printing)| text(printing)).collect()
    }

    #[test]
    fn a_reading_stands_for_the_prints_that_it_names() {
        let mark = PrintMark::of("Sing  aloud");
        assert_eq!(mark, PrintMark::of("sing aloud "));
        let with = format!("# why not\n@ Teb (D)\nprint {mark} 0000000f\nwhy song\ntext Stealth\n");
        assert_eq!(read_of(&with, "Sing aloud"), [Some("Stealth".into()), None]);
        assert_eq!(read_of(&with, "Sing aloud."), [None, None], "the print has changed");
        let any = "@ teb (d)\r\nwhy song\r\ntext Stealth\r\n";
        assert_eq!(read_of(any, "Sing aloud"), [Some("Stealth".into()), Some("Stealth".into())]);
        assert_eq!(read_of("@ Teb (E)\nwhy song\ntext Stealth\n", "Sing aloud"), [None, None]);
    }

    #[test]
    fn what_is_written_is_read_again_and_the_later_reading_holds() {
        let text =
            "@ Teb (D)\nprint 0000000f\nwhy song\ntext Stealth\nwithout 2: said twice\nchecked alike\n";
        let (readings, _) = Readings::read(text);
        assert_eq!(readings.iter().map(ToString::to_string).collect::<Vec<_>>(), [text]);
        let mut both = Readings::read("@ Teb (D)\nwhy song\ntext Stealth\n").0;
        both.extend(Readings::read("@ Teb (D)\nwhy song\ntext Armor\n").0);
        let mut collection = collection("Sing");
        collection.add_readings(both);
        let texts: Vec<&str> = collection
            .printings()
            .filter_map(|(_, printing)| Some(&*printing.reading.as_ref()?.text))
            .collect();
        assert_eq!(texts, ["Armor", "Armor"]);
    }

    #[test]
    fn a_bad_block_is_named_and_the_others_hold() {
        for (text, line) in [
            ("Teb\nwhy x\ntext y", 1),
            ("@ Teb\ntext y", 1),
            ("@ Teb\nwhy x", 1),
            ("@ Teb\nwhy x\ntext", 3),
            ("@ Teb\nwhy x\nwhy x\ntext y", 3),
            ("@ Teb\nprint 12\nwhy x\ntext y", 2),
            ("@ Teb\nwhy x\ntext y\nwithout 2", 4),
            ("@ Teb\nwhy x\nwords y", 3),
            ("@ Ann\nwhy x\ntext y\n@ ann\nwhy x\ntext y", 4),
            ("@ Ann\nwhy x\ntext y\n@ Ann\nprint 00000001\nwhy x\ntext y", 4),
        ] {
            let (_, faults) = Readings::read(text);
            assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [line], "{text}");
            let (readings, _) = Readings::read(&format!("{text}\n@ Bob\nwhy x\ntext y\n"));
            assert!(readings.iter().any(|reading| reading.name == "Bob"), "{text}");
        }
    }
}
