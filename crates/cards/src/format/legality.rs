//! Whether a card is legal in a format, and what makes it so (rules 401.8, 403.1, 403.2).

use super::{Format, LegalitySource};
use crate::collection::{CardId, Collection, PrintingId};
use crate::usage::{Mark, MarkKind, Usage};

/// What makes a card part of a format, and which printing does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The format has all cards.
    Everything,
    /// The printing is in a listed set.
    Set(PrintingId),
    /// The printing carries the tag.
    Tag(PrintingId),
    /// Both.
    TagAndSet {
        /// The printing that carries the tag.
        tag: PrintingId,
        /// The printing in a listed set.
        set: PrintingId,
    },
}

/// Whether a card may be played in a format, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legality {
    /// It may, by this source.
    Legal(Source),
    /// One copy may (rule 401.8), by this source.
    Restricted(Mark, Source),
    /// No printing is in the format.
    NotInFormat,
    /// A mark bans it, whether or not it would be in the format (rule 401.8).
    Banned(Mark),
}

impl Legality {
    /// The legality in words, with its source.
    pub fn explain(&self, collection: &Collection, format: &Format) -> String {
        match self {
            Legality::Legal(source) => format!("legal by {}", source.explain(collection, format)),
            Legality::Restricted(mark, source) => {
                format!("restricted by {}, legal by {}", written(mark), source.explain(collection, format))
            }
            Legality::NotInFormat => "not in the format".into(),
            Legality::Banned(mark) => format!("banned by {}", written(mark)),
        }
    }
}

impl Source {
    fn explain(self, collection: &Collection, format: &Format) -> String {
        let set = |id| {
            let printing = collection.get(id);
            format!("set {} ({})", printing.set, printing.name.full())
        };
        let tag = |id| {
            let word = format.source.tag().map_or("", |tag| tag);
            format!("tag {word} ({})", collection.get(id).name.full())
        };
        match self {
            Source::Everything => "all sets".into(),
            Source::Set(id) => set(id),
            Source::Tag(id) => tag(id),
            Source::TagAndSet { tag: tagged, set: listed } => format!("{} and {}", tag(tagged), set(listed)),
        }
    }
}

/// The legality of a card: any printing can make it legal (rule 403.1); a mark on any printing applies to the card.
pub fn legality(collection: &Collection, card: CardId, format: &Format) -> Legality {
    let printings = || collection.printings_of(card).iter().copied();
    // 403.2: a mark without a format applies everywhere.
    let mark = |kind: MarkKind| {
        let marks = printings().flat_map(|id| &collection.get(id).usage.marks);
        let holds = |mark: &&Mark| {
            mark.kind == kind
                && (mark.formats.is_empty() || mark.formats.iter().any(|name| format.is_called(name)))
        };
        marks.into_iter().find(holds).cloned()
    };
    if let Some(mark) = mark(MarkKind::Banned) {
        return Legality::Banned(mark);
    }
    let in_set = printings()
        .find(|id| format.sets.iter().any(|set| set.eq_ignore_ascii_case(&collection.get(*id).set)));
    let tagged = |tag: &str| printings().find(|id| collection.get(*id).has_tag(tag));
    let source = match &format.source {
        LegalitySource::Everything => Some(Source::Everything),
        LegalitySource::Sets => in_set.map(Source::Set),
        LegalitySource::Tag(tag) => tagged(tag).map(Source::Tag),
        LegalitySource::TagOrSets(tag) => match (tagged(tag), in_set) {
            (Some(tag), Some(set)) => Some(Source::TagAndSet { tag, set }),
            (Some(tag), None) => Some(Source::Tag(tag)),
            (None, set) => set.map(Source::Set),
        },
    };
    match (source, mark(MarkKind::Restricted)) {
        (None, _) => Legality::NotInFormat,
        (Some(source), None) => Legality::Legal(source),
        (Some(source), Some(mark)) => Legality::Restricted(mark, source),
    }
}

/// A mark as the set files write it: `*BANNED:Vintage`.
pub fn written(mark: &Mark) -> String {
    Usage { marks: vec![mark.clone()], ..Usage::default() }.write()
}
