//! Games as rows of a Parquet file.

use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use serde::Serialize;
use sim::{Batch, Record};
use std::fs::File;
use std::io;
use std::mem;
use std::sync::Arc;

/// A game and who met in it.
#[derive(Debug, Serialize)]
pub struct Line<'a> {
    a: &'a str,
    b: &'a str,
    player_a: &'a str,
    player_b: &'a str,
    #[serde(flatten)]
    record: &'a Record,
}

impl<'a> Line<'a> {
    /// A game of a batch.
    pub fn of(batch: &'a Batch, record: &'a Record) -> Line<'a> {
        let (a, b) = (&batch.a, &batch.b);
        Line { a: &a.name, b: &b.name, player_a: a.player.name(), player_b: b.player.name(), record }
    }
}

/// The columns, in the order in which they are written.
const SCHEMA: &str = "message game {
    required binary a (STRING);
    required binary b (STRING);
    required binary player_a (STRING);
    required binary player_b (STRING);
    required int64 game (INTEGER(64, false));
    required int64 seed (INTEGER(64, false));
    required binary dark (STRING);
    optional binary winner (STRING);
    required binary way (STRING);
    required binary rule (STRING);
    required int32 turns;
    required int32 decisions;
    required int32 answered_a;
    required int32 answered_b;
    required group drawn_a (LIST) { repeated group list { required binary element (STRING); } }
    required group drawn_b (LIST) { repeated group list { required binary element (STRING); } }
    required group deployed_a (LIST) { repeated group list { required binary element (STRING); } }
    required group deployed_b (LIST) { repeated group list { required binary element (STRING); } }
}";

/// How many games are written at a time.
const GROUP: usize = 4096;

/// A Parquet file that is being written.
pub struct Rows {
    writer: SerializedFileWriter<File>,
    group: Group,
}

/// Games that are not written yet, column by column.
#[derive(Default)]
struct Group {
    games: usize,
    /// a, b, player_a, player_b, dark, way, rule.
    texts: [Vec<ByteArray>; 7],
    /// game, seed.
    wide: [Vec<i64>; 2],
    /// turns, decisions, answered_a, answered_b.
    numbers: [Vec<i32>; 4],
    winner: Levels,
    /// drawn_a, drawn_b, deployed_a, deployed_b.
    lists: [Levels; 4],
}

/// A column with values that may be missing or many.
#[derive(Default)]
struct Levels {
    values: Vec<ByteArray>,
    /// 1 for each value, 0 where there is none.
    present: Vec<i16>,
    /// 0 where a game begins, 1 for its further values.
    repeated: Vec<i16>,
}

impl Levels {
    fn push<'a>(&mut self, values: impl IntoIterator<Item = &'a str>) {
        let start = self.values.len();
        self.values.extend(values.into_iter().map(ByteArray::from));
        let count = self.values.len() - start;
        self.present.extend(std::iter::repeat_n(i16::from(count > 0), count.max(1)));
        self.repeated.extend((0..count.max(1)).map(|place| i16::from(place > 0)));
    }
}

impl Rows {
    /// An empty file.
    pub fn new(file: File) -> Result<Rows, ParquetError> {
        let schema = Arc::new(parse_message_type(SCHEMA)?);
        let writer = SerializedFileWriter::new(file, schema, Arc::default())?;
        Ok(Rows { writer, group: Group::default() })
    }

    /// Adds a game.
    pub fn write(&mut self, line: &Line<'_>) -> io::Result<()> {
        self.group.push(line)?;
        if self.group.games >= GROUP { self.flush().map_err(io::Error::other) } else { Ok(()) }
    }

    /// Completes the file.
    pub fn close(mut self) -> io::Result<()> {
        self.flush().and_then(|()| self.writer.close()).map(drop).map_err(io::Error::other)
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let group = mem::take(&mut self.group);
        if group.games == 0 {
            return Ok(());
        }
        let mut columns = Columns(self.writer.next_row_group()?);
        let [a, b, player_a, player_b, dark, way, rule] = &group.texts;
        for texts in [a, b, player_a, player_b] {
            columns.next(|column| column.typed::<ByteArrayType>().write_batch(texts, None, None))?;
        }
        for wide in &group.wide {
            columns.next(|column| column.typed::<Int64Type>().write_batch(wide, None, None))?;
        }
        columns.next(|column| column.typed::<ByteArrayType>().write_batch(dark, None, None))?;
        let Levels { values, present, .. } = &group.winner;
        columns.next(|column| column.typed::<ByteArrayType>().write_batch(values, Some(present), None))?;
        for texts in [way, rule] {
            columns.next(|column| column.typed::<ByteArrayType>().write_batch(texts, None, None))?;
        }
        for numbers in &group.numbers {
            columns.next(|column| column.typed::<Int32Type>().write_batch(numbers, None, None))?;
        }
        for Levels { values, present, repeated } in &group.lists {
            columns.next(|column| {
                column.typed::<ByteArrayType>().write_batch(values, Some(present), Some(repeated))
            })?;
        }
        columns.0.close().map(drop)
    }
}

/// The columns of a group of rows, one after the other.
struct Columns<'a>(SerializedRowGroupWriter<'a, File>);

impl Columns<'_> {
    fn next(
        &mut self,
        write: impl FnOnce(&mut SerializedColumnWriter<'_>) -> Result<usize, ParquetError>,
    ) -> Result<(), ParquetError> {
        let missing = || ParquetError::General("the schema has fewer columns".into());
        let mut column = self.0.next_column()?.ok_or_else(missing)?;
        write(&mut column)?;
        column.close()
    }
}

impl Group {
    fn push(&mut self, line: &Line<'_>) -> io::Result<()> {
        let record = line.record;
        let (dark, way) = (word(&record.dark)?, word(&record.way)?);
        let texts = [line.a, line.b, line.player_a, line.player_b, &dark, &way, &record.rule];
        for (column, text) in self.texts.iter_mut().zip(texts) {
            column.push(ByteArray::from(text));
        }
        for (column, number) in self.wide.iter_mut().zip([record.game, record.seed]) {
            // The column is unsigned: the bits are kept.
            column.push(number.cast_signed());
        }
        let [answered_a, answered_b] = record.answered;
        let numbers = [u32::from(record.turns), record.decisions, answered_a, answered_b];
        for (column, number) in self.numbers.iter_mut().zip(numbers) {
            column.push(i32::try_from(number).unwrap_or(i32::MAX));
        }
        let winner = record.winner.as_ref().map(word).transpose()?;
        self.winner.push(winner.as_deref());
        let [drawn_a, drawn_b] = &record.drawn;
        let [deployed_a, deployed_b] = &record.deployed;
        for (column, names) in self.lists.iter_mut().zip([drawn_a, drawn_b, deployed_a, deployed_b]) {
            column.push(names.iter().map(String::as_str));
        }
        self.games += 1;
        Ok(())
    }
}

/// The word that JSON has for a value.
fn word(value: &impl Serialize) -> io::Result<String> {
    match serde_json::to_value(value)? {
        serde_json::Value::String(word) => Ok(word),
        other => Err(io::Error::other(format!("{other} isn't a word"))),
    }
}
