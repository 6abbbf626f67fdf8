//! The writer: canonical English, kept in step with the reader so that pronouns mean the same in both directions.

use crate::lexicon::Lexicon;
use crate::parser::{Scope, Setting};
use crate::referents::{Referents, UNUSED};
use std::fmt;
use vocab::ability::{Class, Effect, Player, Slot, X};

/// Why an ability has no canonical English: the grammar never produces such an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unwritable(pub &'static str);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the grammar has no words for {}", self.0)
    }
}

impl std::error::Error for Unwritable {}

/// The result of writing.
pub type Written = Result<(), Unwritable>;

/// A writer in the middle of its work.
pub struct Writer<'a> {
    out: String,
    capital: bool,
    /// Names and subtypes.
    pub lexicon: &'a Lexicon,
    /// The card.
    pub setting: &'a Setting,
    /// What has been mentioned.
    pub refs: Referents,
    /// Whose ability it is.
    pub scope: Scope,
    /// What a Pilot list is for.
    pub piloted: Vec<Class>,
    /// What X is, until the text has said so.
    pub x: Option<X>,
    /// Whether this is a Bounty: its text can refer to the discarded unit.
    pub in_bounty: bool,
    /// Who does what the text says.
    pub actor: Player,
    /// Whether verbs take no ending although somebody else acts: "your opponent may discard".
    pub bare: bool,
}

impl<'a> Writer<'a> {
    /// An empty page.
    pub fn new(lexicon: &'a Lexicon, setting: &'a Setting) -> Writer<'a> {
        Writer {
            out: String::new(),
            capital: true,
            lexicon,
            setting,
            refs: Referents::default(),
            scope: Scope::Own,
            piloted: Vec::new(),
            x: None,
            in_bounty: false,
            actor: Player::You,
            bare: false,
        }
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.out
    }

    /// Ends this text and begins another; what was mentioned is kept.
    pub fn take(&mut self) -> String {
        self.capital = true;
        std::mem::take(&mut self.out)
    }

    /// Words, with a space before them where one belongs.
    pub fn say(&mut self, words: impl AsRef<str>) {
        let words = words.as_ref();
        let Some(first) = words.chars().next() else { return };
        let glued = matches!(first, ',' | '.' | ':' | ';' | '/' | '\'')
            || self.out.ends_with(['"', '*', '/', '+']) && self.opened();
        if !self.out.is_empty() && !glued {
            self.out.push(' ');
        }
        if self.capital && first.is_lowercase() {
            self.out.extend(first.to_uppercase());
            self.out.push_str(&words[first.len_utf8()..]);
        } else {
            self.out.push_str(words);
        }
        self.capital = false;
    }

    /// Whether what follows the last character comes without a space.
    fn opened(&self) -> bool {
        !self.out.ends_with('"') || self.out[..self.out.len() - 1].ends_with([' ', '*', '/', ':'])
    }

    /// The next word begins a sentence.
    pub fn capital(&mut self) {
        self.capital = true;
    }

    /// Ends a sentence, once.
    pub fn stop(&mut self) {
        if !self.out.ends_with(['.', ':']) && !self.out.ends_with(".\"") {
            self.out.push('.');
        }
        self.capital = true;
    }

    /// "instead", before the full stop that is already there.
    pub fn instead(&mut self) {
        let stopped = self.out.ends_with('.');
        if stopped {
            self.out.pop();
        }
        self.say("instead");
        self.stop();
    }

    /// A quotation: an ability that is given.
    pub fn quote(&mut self, write: impl FnOnce(&mut Self) -> Written) -> Written {
        self.say("\"");
        self.capital = true;
        write(self)?;
        self.out.push('"');
        self.capital = false;
        Ok(())
    }

    /// A list with commas, and a word such as "and" before the last item.
    pub fn list<T>(
        &mut self,
        items: &[T],
        last: &str,
        mut write: impl FnMut(&mut Self, &T) -> Written,
    ) -> Written {
        for (i, item) in items.iter().enumerate() {
            match items.len() - i {
                _ if i == 0 => {}
                1 => self.say(last),
                _ => self.say(","),
            }
            write(self, item)?;
        }
        Ok(())
    }

    /// A step was written: what it chose can be referred to.
    pub fn step(&mut self, effect: &Effect, slot: Option<Slot>) {
        self.refs.after_step(effect, slot.unwrap_or(UNUSED));
    }
}
