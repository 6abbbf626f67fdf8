//! Words that the cards bring: names, subtypes, and what is in quotation marks or lists.

use super::Parser;
use crate::token::Kind;

impl<'a> Parser<'a> {
    /// One of the card's own names.
    pub fn own_name(&mut self) -> bool {
        let tokens = self.name_length(&self.setting.own_names);
        if tokens == 0 {
            return false;
        }
        // "Ilara's Signet" isn't Ilara.
        let written_as_name = |n: usize| {
            self.source.tokens[self.pos..self.pos + n].iter().all(|token| {
                let word = self.source.text(*token);
                word.len() < 4 || !word.starts_with(|c: char| c.is_lowercase())
            })
        };
        let longer = self
            .lexicon
            .name_at(self.source, self.pos)
            .is_some_and(|(_, longer)| longer > tokens && written_as_name(longer));
        let found = !longer && tokens > self.name_length(&self.bearer);
        self.pos += if found { tokens } else { 0 };
        found
    }

    /// One of the names of the card that gets the ability.
    pub fn bearer_name(&mut self) -> bool {
        let tokens = self.name_length(&self.bearer);
        self.pos += tokens;
        tokens > 0
    }

    /// The length in tokens of the first of these names that comes next.
    fn name_length(&self, names: &[Vec<Box<str>>]) -> usize {
        let first = self.source.tokens.get(self.pos).filter(|_| self.pos < self.end);
        let written = first.map_or("", |token| self.source.text(*token));
        if !written.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) {
            return 0;
        }
        let found = names.iter().find(|name| {
            name.iter().zip(self.pos..).all(|(word, i)| {
                i < self.end
                    && self.source.tokens.get(i).is_some_and(|token| self.source.lower(*token) == &**word)
            })
        });
        found.map_or(0, Vec::len)
    }

    /// The name of a card in the collection.
    pub fn card_name(&mut self) -> Option<&'a str> {
        self.peek()?;
        let subordinate = self.lexicon.subordinate_at(self.source, self.pos);
        let (name, tokens) = subordinate.or_else(|| self.lexicon.name_at(self.source, self.pos))?;
        if self.pos + tokens > self.end {
            return None;
        }
        self.pos += tokens;
        Some(name)
    }

    /// A subtype, perhaps after a few letters of the token ("non-").
    pub fn subtype(&mut self, skipped: usize) -> Option<&'a str> {
        self.peek()?;
        let Some((subtype, tokens)) = self.lexicon.subtype_at(self.source, self.pos, skipped) else {
            self.expect("a subtype");
            return None;
        };
        if self.pos + tokens > self.end {
            return None;
        }
        self.pos += tokens;
        Some(subtype)
    }

    /// The words between quotation marks, as they are.
    pub fn quoted_words(&mut self) -> Option<&'a str> {
        let Kind::Open(close) = self.peek()?.kind else {
            self.expect("words in quotation marks");
            return None;
        };
        if close > self.end || close == self.pos + 1 {
            return None;
        }
        let tokens = &self.source.tokens[self.pos + 1..close];
        let words = &self.source.text[tokens.first()?.start..tokens.last()?.end];
        self.pos = (close + 1).min(self.end);
        Some(words)
    }

    /// The bullet before an item of a list: `*`, or `-` if no number follows.
    pub fn bullet(&mut self) -> bool {
        let found = self.is_bullet(self.pos);
        if found {
            self.pos += 1;
        } else {
            self.expect("*");
        }
        found
    }

    fn is_bullet(&self, at: usize) -> bool {
        let text = |i: usize| {
            let token = self.source.tokens.get(i).filter(|_| i < self.end);
            token.map_or("", |token| self.source.text(*token))
        };
        match text(at) {
            "*" => true,
            "-" => text(at + 1).starts_with(|c: char| c.is_ascii_uppercase() || matches!(c, '+' | '"' | '[')),
            _ => false,
        }
    }

    /// The words up to the next separator (`*` is any bullet) outside quotation marks, as they are.
    pub fn up_to(&mut self, separator: &str) -> Option<&'a str> {
        let first = self.peek()?;
        let mut close = self.pos;
        while close < self.end {
            let token = self.source.tokens[close];
            match token.kind {
                Kind::Open(partner) => close = partner.min(self.end),
                Kind::Sign if separator == "*" && self.is_bullet(close) => break,
                Kind::Sign if separator != "*" && self.source.text(token) == separator => break,
                _ => {}
            }
            close += 1;
        }
        let close = close.min(self.end);
        let last = self.source.tokens.get(close.checked_sub(1)?)?;
        self.pos = close;
        (last.end > first.start).then(|| &self.source.text[first.start..last.end])
    }
}
