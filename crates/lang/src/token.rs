//! Words and where they are: what the grammar reads.

use crate::clauses::quotes;
use crate::grammar::first::First;

/// The numbers written as words, from zero up.
pub const NUMBERS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word, with inner hyphens and apostrophes; `'s` is a word of its own.
    Word,
    /// A number without a plus or minus.
    Number(i16),
    /// `->`.
    Arrow,
    /// `[tap]`.
    Tap,
    /// `[pilot]`.
    Pilot,
    /// An opening quotation mark, with the token that closes it.
    Open(usize),
    /// A closing quotation mark.
    Close,
    /// Any other character, by itself.
    Sign,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// A text with its tokens.
#[derive(Clone, Debug)]
pub struct Source {
    /// The text as written.
    pub text: String,
    /// The same in lower case, with every byte in the same place.
    pub lower: String,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// The first two bytes of each token in lower case: enough to rule out most phrases.
    pub initials: Vec<[u8; 2]>,
    /// The phrases that each token can begin.
    pub firsts: Vec<First>,
}

impl Source {
    /// Cuts a text into tokens.
    pub fn new(text: &str) -> Source {
        let mut tokens = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut marks = quotes(text).into_iter().peekable();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            if c == ' ' {
                at += 1;
                continue;
            }
            let (mut kind, len) = token_at(text, at, c);
            if c == '"' {
                while marks.next_if(|(place, _)| *place < at).is_some() {}
                let opens = marks.next_if(|(place, _)| *place == at).is_some_and(|(_, opens)| opens);
                kind = match (opens, open.pop()) {
                    (true, outer) => {
                        open.extend(outer);
                        open.push(tokens.len());
                        Kind::Open(usize::MAX)
                    }
                    (false, Some(partner)) => {
                        set_partner(&mut tokens, partner);
                        Kind::Close
                    }
                    (false, None) => Kind::Sign,
                };
            }
            tokens.push(Token { kind, start: at, end: at + len });
            at += len;
        }
        // A mark that's never closed is closed by the end of the clause.
        for partner in open {
            set_partner(&mut tokens, partner);
        }
        let lower = text.to_ascii_lowercase();
        let initials = tokens.iter().map(|token| initials(&lower[token.start..token.end])).collect();
        let firsts = tokens.iter().map(|token| {
            let word = &lower[token.start..token.end];
            First::of(word, text[token.start..].starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()))
        });
        let firsts = firsts.collect();
        Source { lower, text: text.to_string(), tokens, initials, firsts }
    }

    /// The token as written.
    pub fn text(&self, token: Token) -> &str {
        &self.text[token.start..token.end]
    }

    /// The token in lower case.
    pub fn lower(&self, token: Token) -> &str {
        &self.lower[token.start..token.end]
    }
}

/// The first two bytes of a phrase; after a word of one letter, a space.
#[inline]
pub const fn initials(phrase: &str) -> [u8; 2] {
    match phrase.as_bytes() {
        [first, second, ..] => [*first, *second],
        [only] => [*only, b' '],
        [] => [0, 0],
    }
}

fn set_partner(tokens: &mut [Token], open: usize) {
    let close = tokens.len();
    tokens[open].kind = Kind::Open(close);
}

fn token_at(text: &str, at: usize, c: char) -> (Kind, usize) {
    let rest = &text[at..];
    for (word, kind) in [("->", Kind::Arrow), ("[tap]", Kind::Tap), ("[pilot]", Kind::Pilot)] {
        if rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)) {
            return (kind, word.len());
        }
    }
    if rest.starts_with("'s") && !rest[2..].starts_with(char::is_alphanumeric) {
        return (Kind::Word, 2);
    }
    if !c.is_alphanumeric() {
        return (Kind::Sign, c.len_utf8());
    }
    let len = word_len(rest);
    let kind = rest[..len].parse().map_or(Kind::Word, Kind::Number);
    (kind, len)
}

/// The length of the first word: letters and digits, with hyphens and apostrophes between them.
fn word_len(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        if c.is_alphanumeric() {
            continue;
        }
        let next = chars.peek().map(|(_, next)| *next);
        let inner = match c {
            // "X-1" is a sum, not a word; "X-Wing" is one.
            '-' => &text[..i] != "X" || !next.is_some_and(|c| c.is_ascii_digit()),
            '\'' => {
                let rest = &text[i + 1..];
                !rest.starts_with('s') || rest[1..].starts_with(char::is_alphanumeric)
            }
            _ => false,
        };
        if !(inner && next.is_some_and(char::is_alphanumeric)) {
            return i;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Kind, Source};

    fn words(text: &str) -> Vec<String> {
        let source = Source::new(text);
        source.tokens.iter().map(|token| source.text(*token).to_string()).collect()
    }

    #[test]
    fn words_numbers_and_signs() {
        assert_eq!(words("[Tap] -> Evade X+1."), ["[Tap]", "->", "Evade", "X", "+", "1", "."]);
        assert_eq!(
            words("your opponent's non-Droid units'"),
            ["your", "opponent", "'s", "non-Droid", "units", "'"]
        );
        assert_eq!(words("20/1/2 OX-90 can't"), ["20", "/", "1", "/", "2", "OX-90", "can't"]);
        assert_eq!(words("X-1 X-Wing"), ["X", "-", "1", "X-Wing"]);
    }

    #[test]
    fn quotes_know_their_partner() {
        let source = Source::new("gets \"Armor\" now");
        assert_eq!(source.tokens[1].kind, Kind::Open(3));
        assert_eq!(source.tokens[3].kind, Kind::Close);
        let open = Source::new("gets \"Armor");
        assert_eq!(open.tokens[1].kind, Kind::Open(3));
    }
}
