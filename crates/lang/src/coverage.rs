//! How much of a collection is understood and can be played, and what stands in the way of the rest.

use crate::compile::{Compiled, Unread};
use crate::lexicon::Lexicon;
use crate::library::define_from;
use crate::printed::compile_card;
use crate::token::{Kind, Source};
use cards::{Collection, Printing};
use serde::Serialize;
use std::collections::BTreeMap;
use vocab::{CardType, Definition};

/// How many card names to keep for each refused construct.
const EXAMPLES: usize = 3;

/// Counts of cards and clauses: how many there are and how many were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Cards, not counting Reminder cards.
    pub cards: usize,
    /// Cards with every clause read.
    pub cards_read: usize,
    /// Cards with every clause read and carried out: they are enforced in full.
    pub cards_compiled: usize,
    /// Cards with a clause that isn't: their players carry it out by hand (rule 1316.1).
    pub cards_by_hand: usize,
    /// Clauses.
    pub clauses: usize,
    /// Clauses that were read.
    pub clauses_compiled: usize,
    /// Cards with a reading in place of the print; the other counts include them.
    pub cards_corrected: usize,
}

/// A phrase at which reading stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stopper {
    /// The first unread words, with numbers written as `N`.
    pub phrase: String,
    /// Cards where this is the only thing unread.
    pub cards: usize,
    /// Clauses that stop here.
    pub clauses: usize,
}

/// A construct that was read but can't be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// What the referee calls it.
    pub construct: String,
    /// Cards that were read in full and fail only there.
    pub cards: usize,
    /// The names of some of them.
    pub such_as: Vec<String>,
}

/// The coverage of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// All sets together.
    #[serde(flatten)]
    pub total: Counts,
    /// Sets that nobody looked at while building the grammar: they show how well it generalises.
    pub held_out: Counts,
    /// What stopped the rest from being read, the worst first.
    pub unread: Vec<Stopper>,
    /// What is read but can't be played, the worst first.
    pub refused: Vec<Refused>,
    /// Set by set.
    pub sets: BTreeMap<String, Counts>,
}

impl Counts {
    fn add(&mut self, compiled: &Compiled, carried_out: bool) {
        self.cards += 1;
        self.cards_read += usize::from(compiled.is_exact());
        self.cards_compiled += usize::from(carried_out);
        self.cards_by_hand += usize::from(!carried_out);
        self.clauses += compiled.clauses.len();
        self.cards_corrected += usize::from(compiled.corrected);
        self.clauses_compiled += compiled.clauses.iter().filter(|clause| clause.outcome.is_ok()).count();
    }
}

/// Whether a set is held out: one in five is, picked by a hash of its code (FNV-1a) so that nobody has a say.
pub fn is_held_out(set: &str) -> bool {
    let hash =
        set.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    // JG doesn't qualify: its file has an unusual format, so it had to be looked at.
    hash.is_multiple_of(5) && set != "JG"
}

/// The cards that count, compiled: from all sets or just these.
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

/// Measures a collection, or some of its sets; `refusal` names what keeps a card that is read from being played.
pub fn measure(
    collection: &Collection,
    lexicon: &Lexicon,
    sets: &[String],
    refusal: impl Fn(&Definition) -> Option<String>,
) -> Coverage {
    let mut coverage = Coverage::default();
    let mut stoppers: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut refused: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (printing, compiled) in compiled_cards(collection, lexicon, sets) {
        let mut carried_out = compiled.is_exact();
        if carried_out && let Some(construct) = refusal(&define_from(printing, &compiled)) {
            carried_out = false;
            refused.entry(construct).or_default().push(printing.name.full().to_string());
        }
        coverage.total.add(&compiled, carried_out);
        coverage.sets.entry(printing.set.to_string()).or_default().add(&compiled, carried_out);
        if is_held_out(&printing.set) {
            coverage.held_out.add(&compiled, carried_out);
        }
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
    coverage.refused = refused
        .into_iter()
        .map(|(construct, mut such_as)| {
            let cards = such_as.len();
            such_as.truncate(EXAMPLES);
            Refused { construct, cards, such_as }
        })
        .collect();
    coverage.refused.sort_by(|a, b| b.cards.cmp(&a.cards).then(a.construct.cmp(&b.construct)));
    coverage
}

/// The first unread words, so that similar stops are counted together.
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
    use super::{is_held_out, measure, phrase};
    use crate::compile::Unread;
    use crate::testing::lexicon as core_lexicon;
    use cards::core_set;

    #[test]
    fn the_core_set_is_covered() {
        let core = &core_set::plugin().collection;
        let coverage = measure(core, core_lexicon(), &[], |_| None);
        assert_eq!(coverage.total.cards, coverage.total.cards_compiled);
        assert_eq!(coverage.sets.len(), 1);
        assert!(coverage.unread.is_empty() && coverage.refused.is_empty());
        assert_eq!(measure(core, core_lexicon(), &["XYZ".into()], |_| None).total.cards, 0);
    }

    #[test]
    fn what_is_read_and_cannot_be_played_does_not_count() {
        let core = &core_set::plugin().collection;
        let coverage = measure(core, core_lexicon(), &[], |_| Some("everything".into()));
        assert_eq!(coverage.total.cards, coverage.total.cards_read);
        assert_eq!(coverage.total.cards_compiled, 0);
        assert_eq!(coverage.refused[0].cards, coverage.total.cards);
    }

    #[test]
    fn phrases_are_grouped() {
        let unread = Unread { at: 0, words: "Sing 3 songs aloud".into(), expected: vec![], readings: None };
        assert_eq!(phrase(&unread), "sing N songs");
    }

    #[test]
    fn the_code_alone_decides_which_sets_are_held_out() {
        let held = (0..1000).filter(|n| is_held_out(&format!("S{n}"))).count();
        assert!((150..250).contains(&held), "{held}");
    }
}
