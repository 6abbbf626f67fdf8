//! Search: cards by a line of words.
//!
//! `t:character side:dark power>=6 -sub:sith order:cost`
//!
//! A query is read once into typed terms and then run over a [`Collection`]. What it cannot be is an error that
//! points at the place. The language is described in docs/SEARCH.md.
//!
//! ```
//! use dejarik_cards::search::Query;
//! use dejarik_cards::{Collection, SetFile, set_file::Row};
//!
//! let mut set = SetFile::new("XMP");
//! for name in ["Old Mill", "Brask's Skiff"] {
//!     let mut fields = [""; 17];
//!     (fields[0], fields[1], fields[2], fields[3], fields[4]) = (name, "XMP", name, "L", "Battle");
//!     set.push(Row::new(fields)?);
//! }
//! let (cards, _) = Collection::new([&set]);
//!
//! let found = Query::parse("t:battle brasks")?.run(&cards);
//! assert_eq!(cards.get(found[0]).name.full(), "Brask's Skiff");
//!
//! let error = Query::parse("t:battle powr>3").unwrap_err();
//! assert_eq!(error.help.as_deref(), Some("did you mean `power`?"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod eval;
mod field;
mod needle;
mod order;
mod parse;
mod term;
mod token;
mod value;
mod words;

pub use error::QueryError;
pub use order::{Direction, Order, Unique};
pub use term::{Has, Is, Measure, Op, Operand, Rarity, Term, TypeWord};

use crate::{Collection, PrintingId};
use std::fmt;

/// A query that was read: which cards, in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    expr: Expr,
    order: Order,
    direction: Direction,
    unique: Unique,
}

/// Which cards: terms and how they are joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// All of these; everything, if there are none.
    And(Vec<Expr>),
    /// At least one of these.
    Or(Vec<Expr>),
    /// Not this.
    Not(Box<Expr>),
    /// One thing asked of a card.
    Term(Term),
}

impl Query {
    /// Reads a query; an empty one is every card.
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        parse::query(text)
    }

    /// The printings that were asked for, in order.
    pub fn run(&self, collection: &Collection) -> Vec<PrintingId> {
        let matching = |id: &PrintingId| self.matches(collection, *id);
        let found = match self.unique {
            Unique::Prints => collection.printings().map(|(id, _)| id).filter(matching).collect(),
            Unique::Cards => collection
                .cards()
                .filter_map(|card| collection.printings_of(card).iter().copied().find(matching))
                .collect(),
        };
        order::sorted(collection, found, self.order, self.direction)
    }

    /// Whether a printing is one that was asked for.
    pub fn matches(&self, collection: &Collection, id: PrintingId) -> bool {
        eval::holds(&self.expr, collection, id)
    }

    /// Whether it asks what of a card's text is enforced: only who compiles the cards knows
    /// ([`Collection::leave_to_players`]).
    pub fn asks_what_is_enforced(&self) -> bool {
        fn asks(expr: &Expr) -> bool {
            match expr {
                Expr::And(list) | Expr::Or(list) => list.iter().any(asks),
                Expr::Not(inner) => asks(inner),
                Expr::Term(Term::Is(is)) => matches!(is, Is::Enforced | Is::ByHand),
                Expr::Term(_) => false,
            }
        }
        asks(&self.expr)
    }

    /// Which cards.
    pub const fn expr(&self) -> &Expr {
        &self.expr
    }

    /// What they are ordered by.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// Which way they are ordered.
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// Whether printings of one card are shown once or each.
    pub const fn unique(&self) -> Unique {
        self.unique
    }
}

impl Expr {
    /// All of these; lists in the list become one, a list of one is what it holds.
    fn all(list: Vec<Expr>) -> Expr {
        let mut flat = Vec::with_capacity(list.len());
        for expr in list {
            match expr {
                Expr::And(inner) => flat.extend(inner),
                Expr::Or(_) | Expr::Not(_) | Expr::Term(_) => flat.push(expr),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Expr::And(flat) }
    }

    /// One of these; lists in the list become one, a list of one is what it holds.
    fn any(list: Vec<Expr>) -> Expr {
        let mut flat = Vec::with_capacity(list.len());
        for expr in list {
            match expr {
                Expr::Or(inner) => flat.extend(inner),
                Expr::And(_) | Expr::Not(_) | Expr::Term(_) => flat.push(expr),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Expr::Or(flat) }
    }

    /// Not this; twice not is nothing.
    fn negated(self) -> Expr {
        match self {
            Expr::Not(inner) => *inner,
            other @ (Expr::And(_) | Expr::Or(_) | Expr::Term(_)) => Expr::Not(Box::new(other)),
        }
    }

    /// Writes a part of a larger expression: lists go in parentheses.
    fn write_part(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::And(_) | Expr::Or(_) => write!(f, "({self})"),
            Expr::Not(_) | Expr::Term(_) => write!(f, "{self}"),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::And(list) => list.iter().enumerate().try_for_each(|(i, expr)| {
                f.write_str(if i == 0 { "" } else { " " })?;
                expr.write_part(f)
            }),
            Expr::Or(list) => list.iter().enumerate().try_for_each(|(i, expr)| {
                f.write_str(if i == 0 { "" } else { " or " })?;
                write!(f, "{expr}")
            }),
            Expr::Not(inner) => {
                f.write_str("-")?;
                inner.write_part(f)
            }
            Expr::Term(term) => write!(f, "{term}"),
        }
    }
}

/// The query in its canonical spelling; reading that again gives the same query.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = vec![self.expr.to_string()];
        if self.order != Order::default() {
            parts.push(format!("order:{}", self.order));
        }
        if self.direction != Direction::default() {
            parts.push(format!("dir:{}", self.direction));
        }
        if self.unique != Unique::default() {
            parts.push(format!("unique:{}", self.unique));
        }
        parts.retain(|part| !part.is_empty());
        f.write_str(&parts.join(" "))
    }
}

impl std::str::FromStr for Query {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Query, QueryError> {
        Query::parse(text)
    }
}
