//! Names, versions and printings (FORMATS.md section 3, rules 202.1, 202.2, 401.5 and 401.6).

use crate::bytes::fold;
use vocab::Version;

/// A name as printed in a set file, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardName {
    full: Box<str>,
    base_len: u16,
    /// The version letter of a unique card.
    pub version: Option<Version>,
    /// The mark of another printing of the same card: `Promo`, `Starter`, `LEGO`...
    pub printing: Option<Box<str>>,
    /// A mark that tells two cards of one name apart: a set code, `Sub`, `Ship` (rule 401.6).
    pub tag: Option<Box<str>>,
}

/// What is irregular about a name; it's read anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Irregular {
    /// Extra spaces before, after or inside.
    Blanks,
    /// `(a)` instead of `(A)`.
    SmallVersion,
    /// `(promo)` instead of `(Promo)`.
    SmallMark,
    /// A set code without brackets.
    BareSetCode,
    /// No space before the bracket.
    GluedBracket,
    /// The printing's mark comes before the version.
    MarkBeforeVersion,
}

impl Irregular {
    /// What is irregular, in words, and the fix.
    pub const fn explain(self) -> (&'static str, &'static str) {
        match self {
            Irregular::Blanks => {
                ("the name has stray blanks", "remove them; decks name the card without them")
            }
            Irregular::SmallVersion => ("the version is a small letter", "write it as a capital"),
            Irregular::SmallMark => {
                ("the mark of the printing is in small letters", "write it with a capital")
            }
            Irregular::BareSetCode => ("a set code follows without brackets", "put it into brackets"),
            Irregular::GluedBracket => ("no blank before the bracket", "put one blank before it"),
            Irregular::MarkBeforeVersion => {
                ("the printing's mark comes before the version", "put the version first")
            }
        }
    }
}

impl CardName {
    /// Takes a raw name apart; `set` is the code of its row, which may be part of the name.
    pub fn parse(raw: &str, set: &str) -> (CardName, Vec<Irregular>) {
        let full = fold(raw);
        let mut irregular = Vec::new();
        if full != raw {
            irregular.push(Irregular::Blanks);
        }
        let (mut version, mut printing, mut tag) = (None, None, None);
        let mut rest: &str = &full;
        while let Some((before, mark)) = last_mark(rest, set) {
            let text: Box<str> = mark.text.into();
            if let (None, Some(found)) = (version, version_of(mark.text)) {
                version = Some(found);
                if mark.text.starts_with(|c: char| c.is_ascii_lowercase()) {
                    irregular.push(Irregular::SmallVersion);
                }
            } else if is_printing_mark(mark.text) {
                if version.is_some() {
                    irregular.push(Irregular::MarkBeforeVersion);
                }
                if mark.text.starts_with(|c: char| c.is_ascii_lowercase()) {
                    irregular.push(Irregular::SmallMark);
                }
                printing.get_or_insert(text);
            } else {
                tag.get_or_insert(text);
            }
            match mark.shape {
                Shape::Bracketed => {}
                Shape::Glued => irregular.push(Irregular::GluedBracket),
                Shape::Bare => irregular.push(Irregular::BareSetCode),
            }
            rest = before;
        }
        let base_len = u16::try_from(rest.len()).unwrap_or(u16::MAX);
        (CardName { full: full.into(), base_len, version, printing, tag }, irregular)
    }

    /// The whole name, trimmed.
    pub fn full(&self) -> &str {
        &self.full
    }

    /// The name by the rules, without version and marks (rule 202.1).
    pub fn base(&self) -> &str {
        self.full.get(..usize::from(self.base_len)).unwrap_or(&self.full)
    }

    /// Whether a card of this name is unique (rule 202.2).
    pub const fn is_unique(&self) -> bool {
        self.version.is_some()
    }

    /// The card that this is a printing of: copies are counted by it (rules 401.5, 401.6).
    pub fn identity(&self) -> String {
        let mut identity = self.base().to_lowercase();
        if let Some(version) = self.version {
            identity.push_str(&format!(" ({version})"));
        }
        if let Some(tag) = &self.tag {
            identity.push_str(&format!(" {{{}}}", tag.to_lowercase()));
        }
        identity
    }

    /// The name with version and tag, without the mark of the printing: what to call the card.
    pub fn title(&self) -> String {
        let mut title = self.base().to_string();
        if let Some(version) = self.version {
            title.push_str(&format!(" ({version})"));
        }
        if let Some(tag) = &self.tag {
            title.push_str(&format!(" ({tag})"));
        }
        title
    }
}

/// How a mark at the end of a name is written.
#[derive(Clone, Copy)]
enum Shape {
    Bracketed,
    Glued,
    Bare,
}

struct Mark<'a> {
    text: &'a str,
    shape: Shape,
}

/// The last bracket or set code of a name and what comes before it; a name is never only a mark.
fn last_mark<'a>(name: &'a str, set: &str) -> Option<(&'a str, Mark<'a>)> {
    let (before, text, shape) = if let Some(inner) = name.strip_suffix(')') {
        let (before, text) = inner.rsplit_once('(')?;
        (before, text, Shape::Bracketed)
    } else if let Some(inner) = name.strip_suffix('}') {
        let (before, text) = inner.rsplit_once('{')?;
        (before, text, Shape::Bracketed)
    } else {
        let (before, last) = name.rsplit_once(' ')?;
        (last == set && !set.is_empty()).then_some((before, last, Shape::Bare))?
    };
    let base = before.trim_end();
    if base.is_empty() {
        return None;
    }
    let glued = matches!(shape, Shape::Bracketed) && base.len() == before.len();
    Some((base, Mark { text, shape: if glued { Shape::Glued } else { shape } }))
}

/// `B` or `B2`; a small letter is tolerated.
fn version_of(text: &str) -> Option<Version> {
    text.parse().ok().or_else(|| if text.len() == 1 { text.to_ascii_uppercase().parse().ok() } else { None })
}

/// Marks that name another printing of the same card, not another card.
fn is_printing_mark(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.starts_with("promo") || matches!(&*lower, "starter" | "lego" | "preview")
}

/// The form in which people's spellings of names are compared: lower case, no `( ) '`, hyphens as spaces.
pub fn spoken(name: &str) -> String {
    let mut spoken = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '(' | ')' | '\'' | '\u{2019}' => {}
            '-' | ' ' | '\t' => {
                if !spoken.is_empty() && !spoken.ends_with(' ') {
                    spoken.push(' ');
                }
            }
            other => spoken.extend(other.to_lowercase()),
        }
    }
    spoken.truncate(spoken.trim_end().len());
    spoken
}

/// A name as people say it, with the set of its letters: two names at a small distance share most letters.
#[derive(Clone, Debug)]
pub(crate) struct SpokenName {
    /// The form of [`spoken`].
    pub text: Box<str>,
    letters: u32,
}

impl SpokenName {
    /// The name in this form.
    pub fn new(name: &str) -> SpokenName {
        let text = spoken(name);
        let letters = text.bytes().fold(0, |set, byte| set | 1 << (byte % 32));
        SpokenName { text: text.into(), letters }
    }

    /// The number of changes between two names, if it is at most `far`.
    pub fn distance(&self, other: &SpokenName, far: usize) -> Option<usize> {
        // A change brings in at most one letter and takes out at most one.
        let different = (self.letters ^ other.letters).count_ones() as usize;
        if different > 2 * far || self.text.len().abs_diff(other.text.len()) > far {
            return None;
        }
        Some(strsim::osa_distance(&self.text, &other.text)).filter(|distance| *distance <= far)
    }
}

#[cfg(test)]
mod tests {
    use super::{CardName, Irregular, spoken};

    fn parts(raw: &str) -> (String, Option<String>, Option<String>, Option<String>) {
        let (name, _) = CardName::parse(raw, "XMP");
        let text = |part: &Option<Box<str>>| part.as_deref().map(str::to_string);
        (name.base().into(), name.version.map(|v| v.to_string()), text(&name.printing), text(&name.tag))
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_string())
    }

    #[test]
    fn a_name_is_taken_apart() {
        assert_eq!(parts("Nola Brask (B)"), ("Nola Brask".into(), some("B"), None, None));
        assert_eq!(
            parts("Nola Brask (B2) (Promo 3)"),
            ("Nola Brask".into(), some("B2"), some("Promo 3"), None)
        );
        assert_eq!(parts("Skiff (Starter)"), ("Skiff".into(), None, some("Starter"), None));
        assert_eq!(parts("Skiff {XMP}"), ("Skiff".into(), None, None, some("XMP")));
        assert_eq!(parts("Skiff (Sub)"), ("Skiff".into(), None, None, some("Sub")));
        assert_eq!(parts("Nola Brask (A) XMP"), ("Nola Brask".into(), some("A"), None, some("XMP")));
        assert_eq!(parts("{Ready Phase}"), ("{Ready Phase}".into(), None, None, None));
        assert_eq!(parts("Nola (A1)"), ("Nola".into(), None, None, some("A1")));
        assert_eq!(parts(""), (String::new(), None, None, None));
    }

    #[test]
    fn irregular_names_are_reported_not_rejected() {
        let faults = |raw: &str| CardName::parse(raw, "XMP").1;
        assert_eq!(faults("Skiff "), [Irregular::Blanks]);
        assert_eq!(faults("Skiff (a)"), [Irregular::SmallVersion]);
        assert_eq!(faults("Skiff (promo)"), [Irregular::SmallMark]);
        assert_eq!(faults("Skiff XMP"), [Irregular::BareSetCode]);
        assert_eq!(faults("Skiff(B)"), [Irregular::GluedBracket]);
        assert_eq!(faults("Skiff (Promo) (B)"), [Irregular::MarkBeforeVersion]);
        assert_eq!(faults("Skiff (B) (Promo)"), []);
    }

    #[test]
    fn printings_are_one_card_and_versions_and_set_tags_are_different_cards() {
        // 401.5 and 401.6.
        let identity = |raw: &str| CardName::parse(raw, "XMP").0.identity();
        assert_eq!(identity("Skiff (B) (Promo)"), identity("Skiff  (B)"));
        assert_ne!(identity("Skiff (B)"), identity("Skiff (C)"));
        assert_ne!(identity("Skiff"), identity("Skiff XMP"));
    }

    #[test]
    fn spellings_of_people_meet() {
        assert_eq!(spoken("Brask's Y-wing (B2)"), "brasks y wing b2");
        assert_eq!(spoken("  brasks   y wing b2 "), "brasks y wing b2");
    }
}
