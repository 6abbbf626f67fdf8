//! Where the text that is read isn't the printed one: readings and misspelt words, so that nobody is misled.

use crate::compile::Compiled;
use crate::repair::Repair;
use std::fmt;

/// One way in which the text that is read differs from the print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Departure {
    /// A reading stands for it.
    Reworded {
        /// Why the printed text isn't followed.
        why: String,
        /// What is read.
        text: String,
    },
    /// A word is taken for a misspelt one.
    Respelt {
        /// What is printed.
        printed: String,
        /// What is read.
        read: String,
    },
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Departure::Reworded { why, text } => write!(f, "a reading stands for it ({why}): {text}"),
            Departure::Respelt { printed, read } if printed.is_empty() => write!(f, "“{read}” is added"),
            Departure::Respelt { printed, read } if read.is_empty() => write!(f, "“{printed}” is left out"),
            Departure::Respelt { printed, read } => write!(f, "“{printed}” is read as “{read}”"),
        }
    }
}

/// The misspelt words of a text and what they are read as.
pub fn respelt(printed: &str, compiled: &Compiled) -> Vec<Departure> {
    if !compiled.repairs.contains(&Repair::Spelling) {
        return Vec::new();
    }
    // Everything but letters and digits is typography, which has repairs of its own.
    let words = |text: &str| -> Vec<String> {
        let word = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_string();
        text.split_whitespace().map(word).filter(|word| !word.is_empty()).collect()
    };
    let without_reminders = without_parentheses(printed);
    let (old, new) = (words(&without_reminders), words(&compiled.text));
    let mut changes = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        // The nearest place where both go on alike.
        let (di, dj) = meets(&old[i..], &new[j..]);
        let part = |words: &[String]| words.join(" ");
        changes.push(Departure::Respelt { printed: part(&old[i..i + di]), read: part(&new[j..j + dj]) });
        (i, j) = (i + di, j + dj);
    }
    changes
}

/// How many words to pass over on each side until two words in a row are the same, as few as possible.
fn meets(old: &[String], new: &[String]) -> (usize, usize) {
    let same = |i: usize, j: usize| match (old.get(i), new.get(j)) {
        (Some(a), Some(b)) => a == b && (old.get(i + 1) == new.get(j + 1)),
        (None, None) => true,
        _ => false,
    };
    for total in 1..=old.len() + new.len() {
        for i in (0..=total.min(old.len())).rev() {
            let j = total - i;
            if j <= new.len() && same(i, j) {
                return (i, j);
            }
        }
    }
    (old.len(), new.len())
}

fn without_parentheses(text: &str) -> String {
    let mut depth = 0_u32;
    let keep = |c: &char| {
        depth += u32::from(*c == '(');
        let keeps = depth == 0;
        depth -= u32::from(*c == ')' && depth > 0);
        keeps
    };
    text.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::{Departure, respelt};
    use crate::compile_text;
    use crate::testing::{lexicon, setting};

    #[test]
    fn misspelt_words_are_named_with_what_they_are_read_as() {
        let printed = "Each of yourt units gets +1 power. | Armor";
        let compiled = compile_text(printed, &setting(), lexicon());
        assert_eq!(
            respelt(printed, &compiled),
            [Departure::Respelt { printed: "yourt".into(), read: "your".into() }]
        );
        assert_eq!(respelt(printed, &compiled)[0].to_string(), "“yourt” is read as “your”");
        let plain = compile_text("Armor", &setting(), lexicon());
        assert_eq!(respelt("Armor", &plain), []);
    }
}
