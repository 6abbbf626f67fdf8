//! The order of what was found, and whether printings count one by one.

use super::error::QueryError;
use super::field::{Clause, Show};
use super::term::{Measure, Rarity};
use super::value::Measured;
use super::words::Words;
use crate::{Collection, Printing, PrintingId};
use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

/// What the cards are ordered by; ties by name and version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By name, then version.
    #[default]
    Name,
    /// By set code, then the number in it.
    Set,
    /// Common first.
    Rarity,
    /// By a number; then cards with `X` or `*`, then cards without it.
    By(Measure),
}

/// Which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Small ones first.
    #[default]
    Ascending,
    /// Large ones first.
    Descending,
}

/// Whether printings of one card are shown once or each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unique {
    /// One printing per card: the first that was asked for.
    #[default]
    Cards,
    /// Every printing.
    Prints,
}

impl Words for Order {
    const ALL: &'static [Order] = &[
        Order::Name,
        Order::By(Measure::Cost),
        Order::By(Measure::Power),
        Order::By(Measure::Speed),
        Order::By(Measure::Health),
        Order::Set,
        Order::Rarity,
        Order::By(Measure::Number),
        Order::By(Measure::Keywords),
    ];

    fn words(self) -> &'static [&'static str] {
        match self {
            Order::Name => &["name"],
            Order::Set => &["set"],
            Order::Rarity => &["rarity"],
            Order::By(measure) => measure.words(),
        }
    }
}

impl Words for Direction {
    const ALL: &'static [Direction] = &[Direction::Ascending, Direction::Descending];

    fn words(self) -> &'static [&'static str] {
        match self {
            Direction::Ascending => &["asc", "ascending"],
            Direction::Descending => &["desc", "descending"],
        }
    }
}

impl Words for Unique {
    const ALL: &'static [Unique] = &[Unique::Cards, Unique::Prints];

    fn words(self) -> &'static [&'static str] {
        match self {
            Unique::Cards => &["cards", "card"],
            Unique::Prints => &["prints", "print", "printings"],
        }
    }
}

macro_rules! display_as_word {
    ($($name:ty),*) => { $(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    )* };
}
display_as_word!(Order, Direction, Unique);

/// What a query has said so far of how to show the cards.
#[derive(Default)]
pub(super) struct Arrangement {
    pub(super) order: Option<Order>,
    pub(super) direction: Option<Direction>,
    pub(super) unique: Option<Unique>,
}

impl Arrangement {
    /// Takes in a field that says how to show the cards.
    pub(super) fn add(
        &mut self,
        show: Show,
        clause: &Clause<'_>,
        span: Range<usize>,
    ) -> Result<(), QueryError> {
        match show {
            Show::Order => once(&mut self.order, clause.word("order")?, "order", span),
            Show::Direction => self.direct(clause.word("direction")?, span),
            Show::Unique => once(&mut self.unique, clause.word("word of `unique:`")?, "unique", span),
        }
    }

    /// Takes in a direction.
    pub(super) fn direct(&mut self, direction: Direction, span: Range<usize>) -> Result<(), QueryError> {
        once(&mut self.direction, direction, "direction", span)
    }
}

fn once<T>(place: &mut Option<T>, value: T, name: &str, span: Range<usize>) -> Result<(), QueryError> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(QueryError::at(span, format!("`{name}:` is given twice"))),
    }
}

/// A printing with its place in the order, so that sorting rarely looks at the card again.
struct Ranked {
    class: Class,
    value: u64,
    second: u64,
    id: PrintingId,
}

/// Cards with a value come before those without, whatever the direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Known,
    Variable,
    Missing,
}

/// The printings in order.
pub(super) fn sorted(
    collection: &Collection,
    found: Vec<PrintingId>,
    order: Order,
    direction: Direction,
) -> Vec<PrintingId> {
    let mut ranked: Vec<Ranked> =
        found.into_iter().map(|id| ranked(order, direction, id, collection.get(id))).collect();
    ranked.sort_unstable_by(|a, b| {
        (a.class, a.value, a.second).cmp(&(b.class, b.value, b.second)).then_with(|| {
            let names = by_name(collection.get(a.id), collection.get(b.id));
            let names = if order == Order::Name { direction.of(names) } else { names };
            names.then(a.id.cmp(&b.id))
        })
    });
    ranked.into_iter().map(|ranked| ranked.id).collect()
}

fn ranked(order: Order, direction: Direction, id: PrintingId, card: &Printing) -> Ranked {
    let name = head(card.name.base());
    let (class, value, second) = match order {
        Order::Name => (Class::Known, name, 0),
        Order::Set => (Class::Known, head(&card.set), card.number.map_or(u64::MAX, u64::from)),
        Order::Rarity => match Rarity::of(&card.rarity) {
            Some(rarity) => (Class::Known, rarity as u64, name),
            None => (Class::Missing, 0, name),
        },
        Order::By(measure) => match measure.of(card) {
            Measured::Number(number) => (Class::Known, shifted(number), name),
            Measured::Variable => (Class::Variable, 0, name),
            Measured::Missing => (Class::Missing, 0, name),
        },
    };
    let value = match direction {
        Direction::Ascending => value,
        Direction::Descending => !value,
    };
    Ranked { class, value, second, id }
}

impl Direction {
    fn of(self, ordering: Ordering) -> Ordering {
        match self {
            Direction::Ascending => ordering,
            Direction::Descending => ordering.reverse(),
        }
    }
}

/// A number in the order of numbers without a sign.
fn shifted(number: i32) -> u64 {
    (i64::from(number) - i64::from(i32::MIN)).unsigned_abs()
}

/// The first eight letters as a number that sorts like them; set codes have at most six (FORMATS.md 2).
fn head(text: &str) -> u64 {
    let mut letters = [0; 8];
    for (letter, byte) in letters.iter_mut().zip(text.bytes()) {
        *letter = byte.to_ascii_lowercase();
    }
    u64::from_be_bytes(letters)
}

fn by_name(a: &Printing, b: &Printing) -> Ordering {
    let letters = |byte: u8| byte.to_ascii_lowercase();
    let (left, right) = (a.name.base().bytes().map(letters), b.name.base().bytes().map(letters));
    left.cmp(right)
        .then_with(|| a.name.version.cmp(&b.name.version))
        .then_with(|| a.set.cmp(&b.set))
        .then_with(|| a.number.cmp(&b.number))
}
