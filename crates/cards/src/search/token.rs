//! The query in pieces: words, quoted strings, operators, signs and parentheses.

use super::error::QueryError;
use super::term::Op;
use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

/// A piece of the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word: a field, a value, a part of a name, `or`.
    Word(String),
    /// A string in quotation marks, without them.
    Quoted(String),
    /// An operator between a field and a value.
    Op(Op),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `-` before a term.
    Minus,
    /// `!` before a name.
    Bang,
}

/// A piece and its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

/// Where a word ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// At the start of a term: an operator ends the word.
    Term,
    /// After an operator: signs and operators are part of the value.
    Value,
}

/// Takes a query apart.
pub(super) fn tokens(query: &str) -> Result<Vec<Token>, QueryError> {
    let mut reader = Reader { query, chars: query.char_indices().peekable() };
    let mut tokens: Vec<Token> = Vec::new();
    loop {
        reader.skip_blanks();
        let start = reader.at();
        let mode = match tokens.last() {
            Some(Token { kind: Kind::Op(_), .. }) => Mode::Value,
            Some(_) | None => Mode::Term,
        };
        let Some(kind) = reader.next(mode)? else { return Ok(tokens) };
        tokens.push(Token { kind, span: start..reader.at() });
    }
}

struct Reader<'a> {
    query: &'a str,
    chars: Peekable<CharIndices<'a>>,
}

impl Reader<'_> {
    /// The place of the next character.
    fn at(&mut self) -> usize {
        self.chars.peek().map_or(self.query.len(), |(at, _)| *at)
    }

    fn rest(&mut self) -> &str {
        let at = self.at();
        &self.query[at..]
    }

    fn skip_blanks(&mut self) {
        while self.chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
    }

    fn next(&mut self, mode: Mode) -> Result<Option<Kind>, QueryError> {
        let Some((_, c)) = self.chars.peek().copied() else { return Ok(None) };
        let single = match (c, mode) {
            ('(', _) => Some(Kind::Open),
            (')', _) => Some(Kind::Close),
            ('-', Mode::Term) => Some(Kind::Minus),
            ('!', Mode::Term) if !self.rest().starts_with("!=") => Some(Kind::Bang),
            _ => None,
        };
        if let Some(kind) = single {
            self.chars.next();
            return Ok(Some(kind));
        }
        if is_quote(c) {
            return self.quoted().map(Some);
        }
        if mode == Mode::Term
            && let Some(op) = self.operator()
        {
            return Ok(Some(Kind::Op(op)));
        }
        Ok(Some(Kind::Word(self.word(mode))))
    }

    fn operator(&mut self) -> Option<Op> {
        let (op, sign) = operator_at(self.rest())?;
        for _ in sign.chars() {
            self.chars.next();
        }
        Some(op)
    }

    fn word(&mut self, mode: Mode) -> String {
        let mut word = String::new();
        while let Some((_, c)) = self.chars.peek().copied() {
            let ends = c.is_whitespace() || matches!(c, '(' | ')') || is_quote(c);
            if ends || (mode == Mode::Term && operator_at(self.rest()).is_some()) {
                break;
            }
            word.push(c);
            self.chars.next();
        }
        word
    }

    /// A string up to its closing mark; `\"` is a mark inside.
    fn quoted(&mut self) -> Result<Kind, QueryError> {
        let open = self.at();
        self.chars.next();
        let mut text = String::new();
        while let Some((_, c)) = self.chars.next() {
            if is_quote(c) {
                return Ok(Kind::Quoted(text));
            }
            let escaped = if c == '\\' { self.chars.next_if(|(_, next)| needs_escape(*next)) } else { None };
            text.push(escaped.map_or(c, |(_, next)| next));
        }
        let mark = self.query[open..].chars().next().map_or(1, char::len_utf8);
        Err(QueryError::at(open..open + mark, "this quotation mark isn't closed")
            .help("write another `\"` at the end of the words"))
    }
}

fn operator_at(text: &str) -> Option<(Op, &'static str)> {
    Op::SIGNS.iter().find(|(_, sign)| text.starts_with(sign)).copied()
}

/// Straight marks, and the curly ones that phones write.
fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201C}' | '\u{201D}' | '\u{201E}')
}

fn needs_escape(c: char) -> bool {
    c == '\\' || is_quote(c)
}

/// A value as it can follow an operator: in quotation marks unless it is one plain word.
pub(super) fn value(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '*' | '+' | '-' | '.' | '_');
    if !text.is_empty() && text.chars().all(is_plain) { text.to_string() } else { quoted(text) }
}

/// A text in quotation marks.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        if needs_escape(c) {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('"');
    quoted
}
