//! A probe for other readings: it lists the phrases that a reading is made of, and refuses one of them at a time.
//!
//! A phrase is tried in a fixed order, and the first that fits is taken. Whether another would have fitted as well shows
//! when that one is refused: if the text can still be read to its end, it has a second reading.

use std::cell::{Cell, RefCell};
use std::panic::Location;

/// A choice that the reader made at a token: a phrase that was attempted, or fixed words.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The line of the grammar that attempted the phrase.
    line: Option<&'static Location<'static>>,
    /// The path of the phrase, or the words themselves.
    pub name: &'static str,
    at: usize,
}

impl PartialEq for Choice {
    fn eq(&self, other: &Choice) -> bool {
        self.at == other.at
            && self.line == other.line
            && (self.line.is_some() || std::ptr::eq(self.name, other.name))
    }
}

impl Choice {
    /// A phrase of the grammar.
    pub const fn phrase(line: &'static Location<'static>, name: &'static str, at: usize) -> Choice {
        Choice { line: Some(line), name, at }
    }

    /// Fixed words.
    pub const fn words(words: &'static str, at: usize) -> Choice {
        Choice { line: None, name: words, at }
    }
}

/// What is watched, or refused, while a text is read.
#[derive(Debug, Default)]
pub struct Probe {
    refused: Cell<Option<Choice>>,
    taken: RefCell<Vec<Choice>>,
}

impl Probe {
    /// A probe that refuses this choice.
    pub fn refusing(choice: Choice) -> Probe {
        Probe { refused: Cell::new(Some(choice)), taken: RefCell::default() }
    }

    /// Whether this choice may not be made.
    pub fn refuses(&self, choice: Choice) -> bool {
        self.refused.get() == Some(choice)
    }

    /// How many choices have been made so far.
    pub fn count(&self) -> usize {
        self.taken.borrow().len()
    }

    /// This choice was made.
    pub fn take(&self, choice: Choice) {
        self.taken.borrow_mut().push(choice);
    }

    /// What was made since has come to nothing.
    pub fn forget(&self, count: usize) {
        self.taken.borrow_mut().truncate(count);
    }

    /// The choices of the whole reading, each once.
    pub fn choices(&self) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for choice in self.taken.borrow().iter() {
            if !choices.contains(choice) {
                choices.push(*choice);
            }
        }
        choices
    }
}
