//! The grammar: terms side by side are joined by and; `or` binds less, `-` and `not` bind more.

use super::error::{QueryError, shown};
use super::field::{Clause, Field, Meaning, Show, filled, text};
use super::order::{Arrangement, Direction};
use super::term::{Op, Term};
use super::token::{Kind, Token, tokens};
use super::words::Words;
use super::{Expr, Query};
use crate::name::spoken;
use std::ops::Range;

/// Longer queries than this are refused.
const MAX_LENGTH: usize = 4 << 10;

/// Deeper nesting than this is refused.
const MAX_DEPTH: usize = 64;

/// Reads a query.
pub(super) fn query(text: &str) -> Result<Query, QueryError> {
    if text.len() > MAX_LENGTH {
        return Err(too_long(text));
    }
    Parser::new(text).and_then(Parser::query).map_err(|error| error.of(text))
}

fn too_long(text: &str) -> QueryError {
    let cut = text.char_indices().map(|(at, _)| at).take_while(|at| *at <= MAX_LENGTH).last().unwrap_or(0);
    let message = format!("the query is longer than {} KiB", MAX_LENGTH >> 10);
    QueryError::at(cut..cut, message).of(&text[..cut])
}

/// A word that joins terms.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    And,
    Or,
    Not,
}

impl Words for Joint {
    const ALL: &'static [Joint] = &[Joint::And, Joint::Or, Joint::Not];

    fn words(self) -> &'static [&'static str] {
        match self {
            Joint::And => &["and"],
            Joint::Or => &["or"],
            Joint::Not => &["not"],
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    arrangement: Arrangement,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>, QueryError> {
        Ok(Parser { text, tokens: tokens(text)?, at: 0, arrangement: Arrangement::default() })
    }

    fn query(mut self) -> Result<Query, QueryError> {
        let expr = self.any(0)?;
        if let Some(token) = self.peek() {
            return Err(QueryError::at(token.span.clone(), "no parenthesis is open here"));
        }
        let Arrangement { order, direction, unique } = self.arrangement;
        Ok(Query {
            expr,
            order: order.unwrap_or_default(),
            direction: direction.unwrap_or_default(),
            unique: unique.unwrap_or_default(),
        })
    }

    /// Lists joined by `or`.
    fn any(&mut self, depth: usize) -> Result<Expr, QueryError> {
        let mut choices = vec![self.all(depth)?];
        while self.joint() == Some(Joint::Or) {
            let span = self.take_span();
            choices.push(self.all(depth)?);
            let beside = &choices[choices.len() - 2..];
            if beside.iter().any(|choice| *choice == Expr::And(Vec::new())) {
                return Err(needs_both_sides("or", span));
            }
        }
        Ok(Expr::any(choices))
    }

    /// Terms side by side, perhaps with `and` between them.
    fn all(&mut self, depth: usize) -> Result<Expr, QueryError> {
        let mut parts = Vec::new();
        let mut is_first = true;
        while self.begins_part() {
            if self.joint() == Some(Joint::And) {
                let span = self.take_span();
                if is_first || !self.begins_part() || self.joint() == Some(Joint::And) {
                    return Err(needs_both_sides("and", span));
                }
            }
            parts.extend(self.part(depth)?);
            is_first = false;
        }
        Ok(Expr::all(parts))
    }

    /// Whether the list of terms goes on.
    fn begins_part(&self) -> bool {
        match self.peek().map(|token| &token.kind) {
            None | Some(Kind::Close) => false,
            Some(Kind::Word(_)) => self.joint() != Some(Joint::Or),
            Some(Kind::Quoted(_) | Kind::Op(_) | Kind::Open | Kind::Minus | Kind::Bang) => true,
        }
    }

    /// One part of a list; `None` for a field that says how to show the cards.
    fn part(&mut self, depth: usize) -> Result<Option<Expr>, QueryError> {
        let joint = self.joint();
        let token = self.take();
        match token.kind {
            Kind::Minus => self.negated("-", token.span, depth),
            Kind::Word(_) if joint == Some(Joint::Not) => self.negated("not", token.span, depth),
            Kind::Open => self.group(token.span, depth).map(Some),
            Kind::Bang => self.exact_name(token.span).map(Some),
            Kind::Quoted(words) => Ok(Some(Expr::Term(text(&words, &token.span)?))),
            Kind::Word(word) => match self.peek() {
                Some(Token { kind: Kind::Op(op), .. }) => {
                    let op = *op;
                    self.clause(&word, token.span, op, depth)
                }
                Some(_) | None => Ok(Some(Expr::Term(Term::Name(filled(spoken(&word), &token.span)?)))),
            },
            Kind::Op(_) => Err(QueryError::at(token.span, "there's no field before this sign")
                .help("write one, such as `cost>=3`")),
            Kind::Close => Err(QueryError::at(token.span, "no parenthesis is open here")),
        }
    }

    /// What follows a `-` or `not`.
    fn negated(&mut self, sign: &str, span: Range<usize>, depth: usize) -> Result<Option<Expr>, QueryError> {
        let stands_alone = sign == "-" && self.peek().is_some_and(|next| next.span.start > span.end);
        if stands_alone || !self.begins_part() || self.joint() == Some(Joint::And) {
            let message = format!("nothing follows `{sign}`");
            return Err(QueryError::at(span, message).help("write a term after it, such as `-t:unit`"));
        }
        if self.is_order() {
            self.arrangement.direct(Direction::Descending, span)?;
            return self.part(depth);
        }
        let inner = self.part(deeper(depth, &span)?)?;
        Ok(inner.map(Expr::negated))
    }

    /// Whether an `order:` comes here.
    fn is_order(&self) -> bool {
        match (self.peek(), self.tokens.get(self.at + 1)) {
            (Some(Token { kind: Kind::Word(word), .. }), Some(Token { kind: Kind::Op(_), .. })) => {
                Field::read(word) == Some(Field::Show(Show::Order))
            }
            (_, _) => false,
        }
    }

    /// What is in parentheses.
    fn group(&mut self, open: Range<usize>, depth: usize) -> Result<Expr, QueryError> {
        let inner = self.any(deeper(depth, &open)?)?;
        let Some(Token { kind: Kind::Close, span }) = self.peek() else {
            return Err(QueryError::at(open, "this parenthesis isn't closed").help("add a `)` for it"));
        };
        let whole = open.start..span.end;
        self.at += 1;
        if inner == Expr::And(Vec::new()) {
            return Err(QueryError::at(whole, "the parentheses are empty"));
        }
        Ok(inner)
    }

    /// What follows a `!`.
    fn exact_name(&mut self, bang: Range<usize>) -> Result<Expr, QueryError> {
        match self.peek() {
            Some(Token { kind: Kind::Word(name) | Kind::Quoted(name), span }) => {
                let name = filled(spoken(name), span)?;
                self.at += 1;
                Ok(Expr::Term(Term::ExactName(name)))
            }
            Some(_) | None => {
                Err(QueryError::at(bang, "no name follows `!`").help("write the whole name: `!\"Old Mill\"`"))
            }
        }
    }

    /// A field with its operator and value.
    fn clause(
        &mut self,
        word: &str,
        span: Range<usize>,
        op: Op,
        depth: usize,
    ) -> Result<Option<Expr>, QueryError> {
        let field = field(word, span.clone())?;
        let op_span = self.take_span();
        let value = match self.peek().cloned() {
            Some(Token { kind: Kind::Word(value) | Kind::Quoted(value), span }) => (value, span),
            Some(_) | None => return Err(self.no_value(word, span.start..op_span.end)),
        };
        self.at += 1;
        let clause = Clause { field, op, op_span, value: &value.0, value_span: value.1 };
        let whole = span.start..clause.value_span.end;
        match clause.meaning()? {
            Meaning::Term(term) => Ok(Some(Expr::Term(term))),
            Meaning::Show(_) if depth > 0 => Err(not_for_the_whole(whole)),
            Meaning::Show(show) => self.arrangement.add(show, &clause, whole).map(|()| None),
        }
    }

    fn no_value(&self, word: &str, span: Range<usize>) -> QueryError {
        let error = QueryError::at(span.clone(), format!("no value follows {}", shown(&self.text[span])));
        match self.peek() {
            Some(Token { kind: Kind::Open, .. }) => {
                error.help(format!("repeat the field inside: `({word}:... or {word}:...)`"))
            }
            Some(_) | None => error,
        }
    }

    /// The joining word here; before an operator it would be a field.
    fn joint(&self) -> Option<Joint> {
        match (self.peek(), self.tokens.get(self.at + 1)) {
            (_, Some(Token { kind: Kind::Op(_), .. })) => None,
            (Some(Token { kind: Kind::Word(word), .. }), _) => Joint::read(word),
            (_, _) => None,
        }
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// The next token; callers have seen that there is one.
    fn take(&mut self) -> Token {
        let end = self.text.len();
        let token = self.peek().cloned().unwrap_or(Token { kind: Kind::Close, span: end..end });
        self.at += 1;
        token
    }

    fn take_span(&mut self) -> Range<usize> {
        self.take().span
    }
}

fn field(word: &str, span: Range<usize>) -> Result<Field, QueryError> {
    Field::read(word).ok_or_else(|| {
        let help = match Field::nearest(word) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("fields are {}", Field::list()),
        };
        QueryError::at(span, format!("unknown field {}", shown(word))).help(help)
    })
}

fn deeper(depth: usize, span: &Range<usize>) -> Result<usize, QueryError> {
    if depth == MAX_DEPTH {
        return Err(QueryError::at(span.clone(), format!("nested more than {MAX_DEPTH} deep")));
    }
    Ok(depth + 1)
}

fn needs_both_sides(word: &str, span: Range<usize>) -> QueryError {
    QueryError::at(span, format!("`{word}` needs a term on both sides"))
        .help(format!("to look for the word in names, write `name:{word}`"))
}

fn not_for_the_whole(span: Range<usize>) -> QueryError {
    QueryError::at(span, "this says how to show the cards, not which ones")
        .help("write it outside of parentheses and without `-`")
}
