//! A part of a lexicon as lines of text: the words that some texts may need, kept with them, so that they are read the
//! same way when other cards have come and gone.

use super::{Entry, Lexicon, words};
use crate::repair::repair;
use std::collections::{BTreeSet, HashSet};
use vocab::ability::Noun;

/// All words of some texts in lower case, also those behind a hyphen ("non-Droid"), as written and as repaired.
fn vocabulary<'a>(texts: impl IntoIterator<Item = &'a str>) -> HashSet<Box<str>> {
    let mut all = HashSet::new();
    for text in texts {
        for text in [text, &repair(text).0] {
            for word in words(text) {
                let behind = word.match_indices('-').map(|(at, _)| word[at + 1..].into());
                all.extend(behind.collect::<Vec<Box<str>>>());
                all.insert(word);
            }
        }
    }
    all
}

const fn noun_word(noun: Noun) -> &'static str {
    match noun {
        Noun::Equipment => "equipment",
        Noun::Location => "location",
        // A subtype that is neither stands for a unit.
        _ => "unit",
    }
}

impl Lexicon {
    /// The entries that can matter to some texts, as lines in a fixed order.
    pub fn lines_for<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
        let vocabulary = vocabulary(texts);
        let here = |word: &str| vocabulary.contains(word);
        let whole = |entry: &&Entry| entry.words.iter().all(|word| here(word));
        let mut lines = BTreeSet::new();
        // A subtype counts by its first word alone: that word isn't a name then.
        for (_, entries) in self.subtypes.iter().filter(|(first, _)| here(first)) {
            for Entry { value, .. } in entries {
                lines.insert(format!("subtype\t{value}\t{}", noun_word(self.noun(value))));
            }
        }
        for Entry { value, .. } in self.names.values().flatten().filter(whole) {
            lines.insert(format!("name\t{value}"));
        }
        for Entry { value, .. } in self.subordinates.values().flatten().filter(whole) {
            lines.insert(format!("subordinate\t{value}"));
        }
        lines.into_iter().collect()
    }

    /// The lexicon of such lines; nothing if one of them isn't such a line.
    pub fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Option<Lexicon> {
        let mut lexicon = Lexicon::default();
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            match fields[..] {
                ["subtype", value, "equipment"] => lexicon.add_subtype(value, Noun::Equipment),
                ["subtype", value, "location"] => lexicon.add_subtype(value, Noun::Location),
                ["subtype", value, "unit"] => lexicon.add_subtype(value, Noun::Unit),
                ["name", value] => lexicon.keep_name(value),
                ["subordinate", value] => lexicon.add_subordinate(value),
                _ => return None,
            }
        }
        lexicon.sort();
        Some(lexicon)
    }

    /// A name that was found to be one before.
    fn keep_name(&mut self, name: &str) {
        let words = words(name);
        if let Some(first) = words.first().cloned() {
            self.names.entry(first).or_default().push(Entry { value: name.into(), words });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lexicon;
    use crate::{compile_card, printed};
    use cards::core_set;

    #[test]
    fn a_text_is_read_the_same_with_the_words_that_were_kept_for_it() {
        let collection = core_set::plugin().collection;
        let all = Lexicon::of(&collection);
        for (_, printing) in collection.printings() {
            let lines = all.lines_for(printed::texts(printing));
            let kept = Lexicon::from_lines(lines.iter().map(String::as_str)).expect("lines");
            let [one, other] = [&all, &kept].map(|lexicon| compile_card(printing, lexicon).abilities());
            assert_eq!(one, other, "{}", printing.name.full());
            // What is kept of what was kept is the same again.
            assert_eq!(kept.lines_for(printed::texts(printing)), lines, "{}", printing.name.full());
        }
    }

    #[test]
    fn another_line_is_refused() {
        assert!(Lexicon::from_lines(["name\tIlara Venn", "subtype\tJedi\tunit"]).is_some());
        for line in ["", "name", "subtype\tJedi", "subtype\tJedi\tbird", "verb\tto be"] {
            assert!(Lexicon::from_lines([line]).is_none(), "{line}");
        }
    }
}
