//! Fixed words: the phrases of the grammar, numbers and keywords.

use super::{Choice, Line, Parser};
use crate::token::{Kind, NUMBERS, initials};
use std::panic::Location;
use std::sync::LazyLock;
use vocab::Keyword;

/// A keyword and the words of its name.
type Named = (Vec<&'static str>, Keyword);

/// The words of all keywords, by their first letter.
static KEYWORDS: LazyLock<[Vec<Named>; 26]> = LazyLock::new(|| {
    let mut by_letter = [const { Vec::new() }; 26];
    for keyword in Keyword::all() {
        let words: Vec<&str> = keyword.name().split(' ').collect();
        by_letter[usize::from(words[0].as_bytes()[0] - b'A')].push((words, keyword));
    }
    by_letter
});

impl Parser<'_> {
    /// These words in any case, with single spaces; a word may end in `'s`. All or none.
    #[inline]
    #[track_caller]
    pub fn words(&mut self, words: &'static str) -> bool {
        let here = self.initials();
        self.words_after(here, words, Location::caller())
    }

    #[inline]
    fn words_after(&mut self, here: [u8; 2], words: &'static str, line: Line) -> bool {
        // Most phrases differ in their first letters.
        if initials(words) == here {
            return self.stands(words, line);
        }
        self.expect(words);
        false
    }

    /// The first letters of the token here, if fuel is left.
    #[inline]
    fn initials(&mut self) -> [u8; 2] {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 || self.pos >= self.end { [0; 2] } else { self.source.initials[self.pos] }
    }

    /// Skips these words if all of them come next; otherwise notes that they were expected.
    #[inline(never)]
    fn stands(&mut self, words: &'static str, line: Line) -> bool {
        let start = self.pos;
        let choice = Choice { line, words, at: self.base + start };
        if self.probe.as_ref().is_some_and(|probe| probe.refuses(choice)) {
            return false;
        }
        let mut rest = words;
        loop {
            let token = self.lower();
            let mut after = rest.strip_prefix(token).filter(|_| !token.is_empty());
            if let Some(hanging) = after.and_then(|after| after.strip_prefix("'s")) {
                self.pos += 1;
                after = (self.lower() == "'s").then_some(hanging);
            }
            match after.map(|after| (after, after.strip_prefix(' '))) {
                Some(("", _)) => {
                    self.pos += 1;
                    self.take(choice, words);
                    return true;
                }
                Some((_, Some(next))) => {
                    self.pos += 1;
                    rest = next;
                }
                // Another word begins like this one.
                Some((_, None)) | None => {
                    self.expect(words);
                    self.pos = start;
                    return false;
                }
            }
        }
    }

    /// One of these phrases: its place in the list.
    #[track_caller]
    pub fn one_of(&mut self, phrases: &[&'static str]) -> Option<usize> {
        self.first_of(phrases.iter().copied(), Location::caller())
    }

    /// The value of the first phrase that comes next.
    #[track_caller]
    pub fn choice<T: Clone>(&mut self, phrases: &[(&'static str, T)]) -> Option<T> {
        let found = self.first_of(phrases.iter().map(|(phrase, _)| *phrase), Location::caller());
        found.map(|i| phrases[i].1.clone())
    }

    #[inline]
    fn first_of(&mut self, mut phrases: impl Iterator<Item = &'static str>, line: Line) -> Option<usize> {
        let here = self.initials();
        if self.noting {
            return phrases.position(|phrase| self.words_after(here, phrase, line));
        }
        let start = self.pos;
        let found = phrases.position(|phrase| initials(phrase) == here && self.stands(phrase, line));
        // Everything before it could have come next as well.
        if found != Some(0) {
            self.noted_from = self.noted_from.max(start + 1);
        }
        found
    }

    /// Whether these words come next.
    #[track_caller]
    pub fn at(&mut self, words: &'static str) -> bool {
        let start = self.pos;
        let found = self.words(words);
        self.pos = start;
        found
    }

    /// A token of this kind.
    pub fn kind(&mut self, kind: Kind, name: &'static str) -> bool {
        let fits = self.peek().is_some_and(|token| token.kind == kind);
        if fits {
            self.pos += 1;
        } else {
            self.expect(name);
        }
        fits
    }

    /// A number in digits or as a word.
    pub fn number(&mut self) -> Option<i16> {
        let token = self.peek()?;
        let number = match token.kind {
            Kind::Number(number) => Some(number),
            _ => {
                let lower = self.source.lower(token);
                NUMBERS.iter().position(|word| *word == lower).map(|n| n as i16)
            }
        };
        match number {
            Some(_) => self.pos += 1,
            None => self.expect("a number"),
        }
        number
    }

    /// A keyword by its name, with its capital letters.
    pub fn keyword(&mut self) -> Option<Keyword> {
        let source = self.source;
        let token = self.peek()?;
        let first = source.text(token);
        if !first.starts_with(|c: char| c.is_ascii_uppercase()) {
            self.expect("a keyword");
            return None;
        }
        let found = KEYWORDS[usize::from(first.as_bytes()[0] - b'A')].iter().find(|(words, _)| {
            words
                .iter()
                .zip(self.pos..self.end)
                .filter(|(word, at)| {
                    let written = source.text(source.tokens[*at]);
                    written == **word || (**word == "INSERT" && written.eq_ignore_ascii_case(word))
                })
                .count()
                == words.len()
        });
        match found {
            Some((words, _)) => self.pos += words.len(),
            None => self.expect("a keyword"),
        }
        found.map(|(_, keyword)| *keyword)
    }
}
