//! A probe for other readings: it lists the phrases that a reading is made of, and refuses one of them at a time.
//!
//! A phrase is tried in a fixed order, and the first that fits is taken. Whether another would have fitted as well shows
//! when that one is refused: if the text can still be read to its end, it has a second reading.

use std::cell::RefCell;
use std::panic::Location;

/// A line of the grammar.
pub type Line = &'static Location<'static>;

/// A choice that the reader made at a token: a phrase that was attempted, or fixed words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The line of the grammar that made it.
    pub line: Line,
    /// Which of the fixed words that this line looks for; empty for a phrase.
    pub words: &'static str,
    /// The token.
    pub at: usize,
}

/// What is watched, or refused, while a text is read.
#[derive(Debug, Default)]
pub struct Probe {
    refused: Option<Choice>,
    taken: RefCell<Vec<(Choice, &'static str)>>,
}

impl Probe {
    /// A probe that refuses this choice.
    pub fn refusing(choice: Choice) -> Probe {
        Probe { refused: Some(choice), taken: RefCell::default() }
    }

    /// Whether this choice may not be made.
    pub fn refuses(&self, choice: Choice) -> bool {
        self.refused == Some(choice)
    }

    /// How many choices have been made so far.
    pub fn count(&self) -> usize {
        self.taken.borrow().len()
    }

    /// This choice was made; the name is the path of the phrase, or the words.
    pub fn take(&self, choice: Choice, name: &'static str) {
        self.taken.borrow_mut().push((choice, name));
    }

    /// What was made since has come to nothing.
    pub fn forget(&self, count: usize) {
        self.taken.borrow_mut().truncate(count);
    }

    /// The choices of the whole reading with their names, each once.
    pub fn choices(&self) -> Vec<(Choice, &'static str)> {
        let mut choices: Vec<(Choice, &'static str)> = Vec::new();
        for (choice, name) in self.taken.borrow().iter() {
            if choices.iter().all(|(known, _)| known != choice) {
                choices.push((*choice, *name));
            }
        }
        choices
    }
}
