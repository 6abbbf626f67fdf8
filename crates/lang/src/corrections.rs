//! Corrections: the few printings whose text no grammar should try to read, with our own wording and the reason.
//!
//! The file has one block for each printing: which it is, why it's there, and the text that is read instead.
//!
//! ```text
//! @ SET:image_name
//! why word order of its own
//! text Pay 2 Force -> Evade 2 | Armor
//! ```

use crate::bad_line::BadLine;
use std::collections::HashMap;
use std::sync::OnceLock;

/// What is read instead of a printed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// Why the printed text isn't read.
    pub why: String,
    /// What is read.
    pub text: String,
}

/// All corrections, by printing (`SET:image`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corrections(HashMap<String, Correction>);

impl Corrections {
    /// The ones that come with this version of the program.
    pub fn shipped() -> &'static Corrections {
        static SHIPPED: OnceLock<Corrections> = OnceLock::new();
        // A test reads the file, so a fault in it would be a bug.
        SHIPPED.get_or_init(|| Corrections::parse(include_str!("../corrections.txt")).unwrap_or_default())
    }

    /// Reads a file of corrections.
    pub fn parse(text: &str) -> Result<Corrections, BadLine> {
        let mut all = HashMap::new();
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim_end()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        while let Some((at, line)) = lines.next() {
            let bad = |line, expected| BadLine { file: "corrections", line, expected };
            let id = line.strip_prefix("@ ").ok_or_else(|| bad(at, "`@ SET:image`"))?;
            if !id.contains(':') {
                return Err(bad(at, "a set, a colon and the name of the image"));
            }
            let mut field = |word: &str, expected| {
                let (at, line) = lines.next().ok_or_else(|| bad(at, expected))?;
                let value = line.strip_prefix(word).map(str::trim).filter(|value| !value.is_empty());
                value.map(ToString::to_string).ok_or_else(|| bad(at, expected))
            };
            let why = field("why ", "`why` and the reason")?;
            let text = field("text ", "`text` and what is read instead")?;
            if all.insert(id.to_string(), Correction { why, text }).is_some() {
                return Err(bad(at, "a printing that has no correction yet"));
            }
        }
        Ok(Corrections(all))
    }

    /// The correction for a printing.
    pub fn of(&self, set: &str, image: &str) -> Option<&Correction> {
        if self.0.is_empty() { None } else { self.0.get(&format!("{set}:{image}")) }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Corrections;

    #[test]
    fn the_shipped_file_is_sound() {
        let parsed = Corrections::parse(include_str!("../corrections.txt")).unwrap();
        assert_eq!(&parsed, Corrections::shipped());
        // The grammar reads cards; what stands in for a print stays the exception: one card in forty at most.
        assert!(parsed.len() < 220, "{}", parsed.len());
    }

    #[test]
    fn a_correction_is_found_by_its_printing() {
        let all = Corrections::parse("# why not\n@ A:b_c\nwhy word order\ntext Armor\n").unwrap();
        assert_eq!(all.of("A", "b_c").map(|correction| correction.text.as_str()), Some("Armor"));
        assert_eq!(all.of("A", "b"), None);
        assert!(!all.is_empty());
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, line) in [
            ("A:b\nwhy x\ntext y", 1),
            ("@ Ab\nwhy x\ntext y", 1),
            ("@ A:b\ntext y", 2),
            ("@ A:b\nwhy x", 1),
            ("@ A:b\nwhy x\ntext y\n@ A:b\nwhy x\ntext y", 4),
        ] {
            assert_eq!(Corrections::parse(text).unwrap_err().line, line, "{text}");
        }
        let error = Corrections::parse("@ A:b\nwhy x\nwords y").unwrap_err().to_string();
        assert_eq!(error, "line 3 of the corrections: expected `text` and what is read instead");
    }
}
