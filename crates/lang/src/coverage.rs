//! How much of a collection is read, and which phrases stop the rest.

use crate::compile::{Compiled, Unread, compile_card};
use crate::lexicon::Lexicon;
use crate::token::{Kind, Source};
use cards::{Collection, Printing};
use serde::Serialize;
use std::collections::BTreeMap;
use vocab::CardType;

/// Numbers of cards and clauses, read and in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Cards; Reminder cards do not count.
    pub cards: usize,
    /// Cards of which every clause was read.
    pub cards_compiled: usize,
    /// Clauses.
    pub clauses: usize,
    /// Clauses that were read.
    pub clauses_compiled: usize,
}

/// A phrase at which reading stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stopper {
    /// The first unread words; numbers are `N`.
    pub phrase: String,
    /// Cards on which nothing else is unread.
    pub cards: usize,
    /// Clauses that stop here.
    pub clauses: usize,
}

/// The coverage of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// All sets together.
    #[serde(flatten)]
    pub total: Counts,
    /// What stopped the rest, the most blocking first.
    pub unread: Vec<Stopper>,
    /// Set by set.
    pub sets: BTreeMap<String, Counts>,
}

impl Counts {
    fn add(&mut self, compiled: &Compiled) {
        self.cards += 1;
        self.cards_compiled += usize::from(compiled.is_exact());
        self.clauses += compiled.clauses.len();
        self.clauses_compiled += compiled.clauses.iter().filter(|clause| clause.outcome.is_ok()).count();
    }
}

/// The cards that count, compiled: of all sets or of these.
pub fn compiled_cards<'a>(
    collection: &'a Collection,
    lexicon: &'a Lexicon,
    sets: &'a [String],
) -> impl Iterator<Item = (&'a Printing, Compiled)> {
    let wanted = |set: &str| sets.is_empty() || sets.iter().any(|wanted| wanted.eq_ignore_ascii_case(set));
    collection
        .printings()
        .map(|(_, printing)| printing)
        .filter(move |printing| printing.card_type != CardType::Reminder && wanted(&printing.set))
        .map(|printing| (printing, compile_card(printing, lexicon)))
}

/// Measures a collection, or some of its sets.
pub fn measure(collection: &Collection, sets: &[String]) -> Coverage {
    let lexicon = Lexicon::new(collection);
    let mut coverage = Coverage::default();
    let mut stoppers: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (printing, compiled) in compiled_cards(collection, &lexicon, sets) {
        coverage.total.add(&compiled);
        coverage.sets.entry(printing.set.to_string()).or_default().add(&compiled);
        let phrases: Vec<String> = compiled.unread().map(|(_, unread)| phrase(unread)).collect();
        let alone = phrases.windows(2).all(|pair| pair[0] == pair[1]);
        for (i, phrase) in phrases.into_iter().enumerate() {
            let entry = stoppers.entry(phrase).or_default();
            entry.0 += usize::from(alone && i == 0);
            entry.1 += 1;
        }
    }
    coverage.unread =
        stoppers.into_iter().map(|(phrase, (cards, clauses))| Stopper { phrase, cards, clauses }).collect();
    coverage
        .unread
        .sort_by(|a, b| b.cards.cmp(&a.cards).then(b.clauses.cmp(&a.clauses)).then(a.phrase.cmp(&b.phrase)));
    coverage
}

/// The first unread words, so that like falls to like.
pub fn phrase(unread: &Unread) -> String {
    let end = unread.words.char_indices().nth(120).map_or(unread.words.len(), |(i, _)| i);
    let source = Source::new(&unread.words[..end]);
    let words: Vec<&str> = source
        .tokens
        .iter()
        .take(3)
        .map(|token| match token.kind {
            Kind::Number(_) => "N",
            _ => source.lower(*token),
        })
        .collect();
    if words.is_empty() { "(the end)".to_string() } else { words.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::{measure, phrase};
    use crate::compile::Unread;
    use cards::core_set;

    #[test]
    fn the_core_set_is_covered() {
        let coverage = measure(&core_set::plugin().collection, &[]);
        assert_eq!(coverage.total.cards, coverage.total.cards_compiled);
        assert_eq!(coverage.sets.len(), 1);
        assert!(coverage.unread.is_empty());
        assert_eq!(measure(&core_set::plugin().collection, &["XYZ".into()]).total.cards, 0);
    }

    #[test]
    fn phrases_are_grouped() {
        let unread = Unread { at: 0, words: "Sing 3 songs aloud".into(), expected: vec![], readings: None };
        assert_eq!(phrase(&unread), "sing N songs");
    }
}
