//! The Usage column (FORMATS.md section 5): ban and restriction marks, rulings.

/// Whether a mark bans or restricts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// No copy may be played (rule 401.8).
    Banned,
    /// One copy may be played (rule 401.8).
    Restricted,
}

impl MarkKind {
    const ALL: [MarkKind; 2] = [MarkKind::Banned, MarkKind::Restricted];

    const fn word(self) -> &'static str {
        match self {
            MarkKind::Banned => "BANNED",
            MarkKind::Restricted => "RESTRICTED",
        }
    }
}

/// A legality mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Ban or restriction.
    pub kind: MarkKind,
    /// The formats where it holds; empty means everywhere (rule 403.2).
    pub formats: Vec<String>,
}

impl Mark {
    /// Whether the mark holds in a format.
    pub fn holds_in(&self, format: &str) -> bool {
        self.formats.is_empty() || self.formats.iter().any(|name| name.eq_ignore_ascii_case(format))
    }
}

/// The Usage column, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Bans and restrictions.
    pub marks: Vec<Mark>,
    /// Rulings and notes, in order.
    pub rulings: Vec<String>,
    /// Whether a mark was written without its star and colon (`BANNED in Vintage.`).
    pub irregular_mark: bool,
}

impl Usage {
    /// Reads the column: segments separated by `|`.
    pub fn parse(field: &str) -> Usage {
        let mut usage = Usage::default();
        for segment in field.split('|').map(str::trim).filter(|segment| !segment.is_empty()) {
            match mark(segment) {
                Some((mark, regular)) => {
                    usage.marks.push(mark);
                    usage.irregular_mark |= !regular;
                }
                None => usage.rulings.push(segment.to_string()),
            }
        }
        usage
    }

    /// Whether a mark of this kind holds in a format.
    pub fn is_marked(&self, kind: MarkKind, format: &str) -> bool {
        self.marks.iter().any(|mark| mark.kind == kind && mark.holds_in(format))
    }

    /// Writes the column.
    pub fn write(&self) -> String {
        let marks = self.marks.iter().map(|mark| match &mark.formats[..] {
            [] => format!("*{}", mark.kind.word()),
            formats => format!("*{}:{}", mark.kind.word(), formats.join(",")),
        });
        marks.chain(self.rulings.iter().cloned()).collect::<Vec<_>>().join(" | ")
    }
}

/// `*BANNED`, `*BANNED:Fmt,Fmt`, and the irregular `BANNED in Fmt.`; the flag says whether it is regular.
fn mark(segment: &str) -> Option<(Mark, bool)> {
    MarkKind::ALL.into_iter().find_map(|kind| {
        if let Some(rest) = segment.strip_prefix('*').and_then(|rest| rest.strip_prefix(kind.word())) {
            let formats = match rest.trim() {
                "" => Vec::new(),
                list => list.strip_prefix(':')?.split(',').map(|name| name.trim().to_string()).collect(),
            };
            return Some((Mark { kind, formats }, true));
        }
        let format = segment.strip_prefix(kind.word())?.strip_prefix(" in ")?.trim_end_matches('.');
        Some((Mark { kind, formats: vec![format.to_string()] }, false))
    })
}

#[cfg(test)]
mod tests {
    use super::{MarkKind, Usage};

    #[test]
    fn marks_hold_in_their_formats_only() {
        // 403.2: a mark without a format applies everywhere.
        let usage = Usage::parse("*BANNED:Vintage,WOTC | It counts once. | *RESTRICTED");
        assert!(usage.is_marked(MarkKind::Banned, "vintage"));
        assert!(usage.is_marked(MarkKind::Banned, "WOTC"));
        assert!(!usage.is_marked(MarkKind::Banned, "Standard"));
        assert!(usage.is_marked(MarkKind::Restricted, "Standard"));
        assert_eq!(usage.rulings, ["It counts once."]);
    }

    #[test]
    fn the_irregular_ban_is_accepted_and_words_of_a_ruling_are_not() {
        let usage = Usage::parse("BANNED in Vintage.");
        assert!(usage.is_marked(MarkKind::Banned, "Vintage") && usage.irregular_mark);
        assert!(Usage::parse("BANNED cards cannot be fetched by it.").marks.is_empty());
        assert!(Usage::parse("*BANNEDX").marks.is_empty());
    }

    #[test]
    fn a_usage_reads_and_writes_the_same() {
        for field in ["", "*BANNED", "*BANNED:Standard", "*RESTRICTED:Vintage,WOTC | A ruling. | Another."] {
            assert_eq!(Usage::parse(field).write(), field);
        }
    }
}
