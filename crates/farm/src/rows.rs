//! Rows of a Parquet file: whatever columns a kind of job has.

use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use serde::Serialize;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A text.
    Text,
    /// A text, or nothing.
    MaybeText,
    /// A whole number of 64 bits, never negative.
    Wide,
    /// A whole number of 32 bits.
    Number,
    /// A whole number of 32 bits, or nothing.
    MaybeNumber,
    /// A fraction.
    Real,
    /// Texts.
    Texts,
    /// Fractions of 32 bits.
    Reals,
}

/// A column: its name, and what it holds.
pub type Column = (&'static str, Holds);

/// What stands in a column of a row.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    /// A text.
    Text(&'a str),
    /// Of 64 bits.
    Wide(u64),
    /// Of 32 bits.
    Number(u32),
    /// A fraction.
    Real(f64),
    /// Texts.
    Texts(&'a [String]),
    /// Fractions.
    Reals(&'a [f32]),
    /// Nothing.
    Nothing,
}

/// How many rows are written at a time.
const GROUP: usize = 4096;

/// A Parquet file that is being written.
pub struct Rows {
    /// Nothing if rows are only tried.
    writer: Option<SerializedFileWriter<File>>,
    columns: &'static [Column],
    rows: usize,
    group: Vec<Held>,
}

/// The values of a column that aren't written yet.
enum Values {
    Texts(Vec<ByteArray>),
    Wide(Vec<i64>),
    Numbers(Vec<i32>),
    Reals(Vec<f64>),
    Floats(Vec<f32>),
}

struct Held {
    values: Values,
    /// Where values may be missing or many: 1 for each value, 0 where there is none.
    present: Vec<i16>,
    /// Where there may be many: 0 where a row begins, 1 for its further values.
    repeated: Vec<i16>,
}

impl Holds {
    /// The column in the words of Parquet.
    fn schema(self, name: &str) -> String {
        let list = |element: &str| {
            format!("required group {name} (LIST) {{ repeated group list {{ required {element}; }} }}")
        };
        match self {
            Holds::Text => format!("required binary {name} (STRING);"),
            Holds::MaybeText => format!("optional binary {name} (STRING);"),
            Holds::Wide => format!("required int64 {name} (INTEGER(64, false));"),
            Holds::Number => format!("required int32 {name};"),
            Holds::MaybeNumber => format!("optional int32 {name};"),
            Holds::Real => format!("required double {name};"),
            Holds::Texts => list("binary element (STRING)"),
            Holds::Reals => list("float element"),
        }
    }

    fn held(self) -> Held {
        let values = match self {
            Holds::Text | Holds::MaybeText | Holds::Texts => Values::Texts(Vec::new()),
            Holds::Wide => Values::Wide(Vec::new()),
            Holds::Number | Holds::MaybeNumber => Values::Numbers(Vec::new()),
            Holds::Real => Values::Reals(Vec::new()),
            Holds::Reals => Values::Floats(Vec::new()),
        };
        Held { values, present: Vec::new(), repeated: Vec::new() }
    }

    const fn may_lack(self) -> bool {
        matches!(self, Holds::MaybeText | Holds::MaybeNumber | Holds::Texts | Holds::Reals)
    }

    const fn may_repeat(self) -> bool {
        matches!(self, Holds::Texts | Holds::Reals)
    }
}

impl Held {
    /// Takes what stands in a row; false if it isn't what the column holds.
    fn push(&mut self, holds: Holds, cell: Cell<'_>) -> bool {
        let count = match (&mut self.values, cell) {
            (Values::Texts(to), Cell::Text(text)) => {
                to.push(text.into());
                1
            }
            // The columns are unsigned: the bits are kept.
            (Values::Wide(to), Cell::Wide(number)) => {
                to.push(number.cast_signed());
                1
            }
            (Values::Numbers(to), Cell::Number(number)) => {
                to.push(i32::try_from(number).unwrap_or(i32::MAX));
                1
            }
            (Values::Reals(to), Cell::Real(number)) => {
                to.push(number);
                1
            }
            (Values::Texts(to), Cell::Texts(texts)) => {
                to.extend(texts.iter().map(|text| ByteArray::from(text.as_str())));
                texts.len()
            }
            (Values::Floats(to), Cell::Reals(numbers)) => {
                to.extend(numbers);
                numbers.len()
            }
            (_, Cell::Nothing) => 0,
            _ => return false,
        };
        if holds.may_lack() {
            self.present.extend(std::iter::repeat_n(i16::from(count > 0), count.max(1)));
        }
        if holds.may_repeat() {
            self.repeated.extend((0..count.max(1)).map(|place| i16::from(place > 0)));
        }
        count == 1 || holds.may_lack()
    }

    fn write(&self, holds: Holds, column: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let (present, repeated) =
            (holds.may_lack().then_some(&self.present[..]), holds.may_repeat().then_some(&self.repeated[..]));
        match &self.values {
            Values::Texts(values) => all::<ByteArrayType>(column, values, present, repeated),
            Values::Wide(values) => all::<Int64Type>(column, values, present, repeated),
            Values::Numbers(values) => all::<Int32Type>(column, values, present, repeated),
            Values::Reals(values) => all::<DoubleType>(column, values, present, repeated),
            Values::Floats(values) => all::<FloatType>(column, values, present, repeated),
        }
    }
}

/// Writes all values of a column.
fn all<T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    values: &[T::T],
    present: Option<&[i16]>,
    repeated: Option<&[i16]>,
) -> Result<(), ParquetError> {
    column.typed::<T>().write_batch(values, present, repeated).map(drop)
}

impl Rows {
    /// An empty file with these columns.
    pub fn new(file: File, columns: &'static [Column]) -> io::Result<Rows> {
        let all: String = columns.iter().map(|(name, holds)| holds.schema(name)).collect();
        let schema = parse_message_type(&format!("message row {{ {all} }}")).map_err(io::Error::other)?;
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::default());
        Ok(Rows { writer: Some(writer.map_err(io::Error::other)?), ..Rows::trial(columns) })
    }

    /// No file: what is written has to have these columns, and goes nowhere.
    pub fn trial(columns: &'static [Column]) -> Rows {
        let group = columns.iter().map(|(_, holds)| holds.held()).collect();
        Rows { writer: None, columns, rows: 0, group }
    }

    /// Adds a row.
    pub fn write(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        let fits = cells.len() == self.columns.len()
            && self
                .group
                .iter_mut()
                .zip(self.columns)
                .zip(cells)
                .all(|((held, (_, holds)), cell)| held.push(*holds, *cell));
        if !fits {
            return Err(io::Error::other("a row doesn't have the columns of its file"));
        }
        self.rows += 1;
        if self.rows >= GROUP { self.flush().map_err(io::Error::other) } else { Ok(()) }
    }

    /// Completes the file.
    pub fn close(mut self) -> io::Result<()> {
        self.flush().map_err(io::Error::other)?;
        self.writer.map_or(Ok(()), |writer| writer.close().map(drop).map_err(io::Error::other))
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        if std::mem::take(&mut self.rows) == 0 {
            return Ok(());
        }
        let missing = || ParquetError::General("the schema has fewer columns".into());
        let Some(writer) = &mut self.writer else {
            self.group = self.columns.iter().map(|(_, holds)| holds.held()).collect();
            return Ok(());
        };
        let mut writer = writer.next_row_group()?;
        for (held, (_, holds)) in self.group.iter_mut().zip(self.columns) {
            let mut column = writer.next_column()?.ok_or_else(missing)?;
            held.write(*holds, &mut column)?;
            column.close()?;
            *held = holds.held();
        }
        writer.close().map(drop)
    }
}

/// The word that JSON has for a value.
pub fn word(value: &impl Serialize) -> io::Result<String> {
    match serde_json::to_value(value)? {
        serde_json::Value::String(word) => Ok(word),
        other => Err(io::Error::other(format!("{other} isn't a word"))),
    }
}
