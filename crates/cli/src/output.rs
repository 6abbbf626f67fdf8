//! What people see: width, colours, tables, wrapped text. Plain when piped.

use anstyle::{AnsiColor, Color, RgbColor, Style};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use unicode_width::UnicodeWidthStr;
use vocab::Side;

/// Where the answer of a command goes.
pub struct Out {
    stream: Box<dyn Write>,
    /// Columns to fill.
    pub width: usize,
}

impl Out {
    /// Standard output: coloured on a terminal, plain when piped or when colours are unwanted.
    pub fn stdout() -> Out {
        let width = terminal_size::terminal_size().map_or(100, |(terminal_size::Width(width), _)| width);
        Out {
            stream: Box::new(anstream::AutoStream::auto(io::stdout())),
            width: usize::from(width).clamp(40, 132),
        }
    }

    /// Somewhere else, without colours.
    #[cfg(test)]
    pub fn plain(stream: Box<dyn Write>, width: usize) -> Out {
        Out { stream: Box::new(anstream::StripStream::new(stream)), width }
    }

    /// A line.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.stream, "{}", text.as_ref().trim_end())
    }

    /// An empty line.
    pub fn gap(&mut self) -> io::Result<()> {
        writeln!(self.stream)
    }

    /// A paragraph, wrapped and indented.
    pub fn paragraph(&mut self, indent: &str, text: &str) -> io::Result<()> {
        self.hanging(indent, indent, text)
    }

    /// A paragraph whose first line begins differently from the others.
    pub fn hanging(&mut self, first: &str, others: &str, text: &str) -> io::Result<()> {
        let options = textwrap::Options::new(self.width).initial_indent(first).subsequent_indent(others);
        for line in textwrap::wrap(text, options) {
            self.line(line)?;
        }
        Ok(())
    }

    /// JSON for programs, and nothing else. It has no colours to take out, so it goes straight to standard output.
    pub fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        self.stream.flush()?;
        let mut stdout = BufWriter::new(io::stdout().lock());
        serde_json::to_writer_pretty(&mut stdout, value)?;
        writeln!(stdout)?;
        stdout.flush()
    }

    /// A list for programs that was written in parts, each a list of its own and none of them empty.
    pub fn json_list(&mut self, parts: &[String]) -> io::Result<()> {
        if parts.is_empty() {
            return self.json(&[(); 0]);
        }
        self.stream.flush()?;
        let mut stdout = BufWriter::new(io::stdout().lock());
        let inside: Vec<&str> =
            parts.iter().map(|part| part.trim_start_matches("[\n").trim_end_matches("\n]")).collect();
        writeln!(stdout, "[\n{}\n]", inside.join(",\n"))?;
        stdout.flush()
    }

    /// Text as it is, for documents that a command produces.
    pub fn raw(&mut self, text: &str) -> io::Result<()> {
        self.stream.write_all(text.as_bytes())
    }

    /// A question at the start of a line, shown at once.
    pub fn prompt(&mut self, text: &str) -> io::Result<()> {
        self.raw(text)?;
        self.stream.flush()
    }

    /// Rows in aligned columns under a faint heading; the last column is cut at the width.
    pub fn table(&mut self, heading: &[&str], rows: &[Vec<Cell>]) -> io::Result<()> {
        let mut widths: Vec<usize> = heading.iter().map(|title| title.width()).collect();
        for row in rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.text.width());
            }
        }
        let titles: Vec<Cell> = heading.iter().map(|title| Cell::new(*title).style(FAINT)).collect();
        for row in std::iter::once(&titles).chain(rows) {
            self.row(&widths, row)?;
        }
        Ok(())
    }

    fn row(&mut self, widths: &[usize], row: &[Cell]) -> io::Result<()> {
        let mut line = String::new();
        let mut used = 0;
        for (i, (cell, width)) in row.iter().zip(widths).enumerate() {
            let room = self.width.saturating_sub(used).max(8);
            let text = if i + 1 == row.len() { cut(&cell.text, room) } else { cell.text.clone() };
            let pad = " ".repeat(width.saturating_sub(text.width()));
            let styled = paint(cell.style, &text);
            let _ = match cell.align {
                Align::Left => write!(line, "{styled}{pad}  "),
                Align::Right => write!(line, "{pad}{styled}  "),
            };
            used += width + 2;
        }
        self.line(line)
    }
}

/// A cell of a table.
pub struct Cell {
    text: String,
    style: Style,
    align: Align,
}

enum Align {
    Left,
    Right,
}

impl Cell {
    /// Plain text, to the left.
    pub fn new(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), style: Style::new(), align: Align::Left }
    }

    /// A number, to the right.
    pub fn number(value: impl std::fmt::Display) -> Cell {
        Cell { align: Align::Right, ..Cell::new(format!("{value}")) }
    }

    /// In a style.
    pub fn style(mut self, style: Style) -> Cell {
        self.style = style;
        self
    }
}

/// Titles.
pub const BOLD: Style = Style::new().bold();
/// Less important text.
pub const FAINT: Style = Style::new().dimmed();
/// What is right.
pub const GOOD: Style = ansi(AnsiColor::Green);
/// What is wrong.
pub const BAD: Style = ansi(AnsiColor::Red).bold();
/// What needs attention.
pub const WARN: Style = ansi(AnsiColor::Yellow);
/// Keywords and commands.
pub const TERM: Style = ansi(AnsiColor::Cyan);

const fn ansi(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(color)))
}

/// The colours that players know for the sides (FORMATS.md section 15).
pub fn side_style(side: Option<Side>) -> Style {
    let (r, g, b) = match side {
        Some(Side::Light) => (0x34, 0x98, 0xDB),
        Some(Side::Dark) => (0xE7, 0x4C, 0x3C),
        Some(Side::Neutral) => (0xD2, 0xB5, 0x8C),
        Some(Side::YuuzhanVong) => (0x2E, 0x9E, 0x2E),
        None => return Style::new(),
    };
    Style::new().fg_color(Some(Color::Rgb(RgbColor(r, g, b))))
}

/// The text in a style; the stream removes the codes where they're not wanted.
pub fn paint(style: Style, text: &str) -> String {
    if style.is_plain() { text.to_string() } else { format!("{style}{text}{style:#}") }
}

/// The text, cut to a width with an ellipsis.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let mut short = String::new();
    for c in text.chars() {
        if short.width() + 2 > width {
            break;
        }
        short.push(c);
    }
    short.truncate(short.trim_end().len());
    short + "\u{2026}"
}

/// `1 card`, `2 cards`.
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
