//! Set files: a header line and one card per line.
//!
//! `sets/<CODE>.txt`, 17 columns (FORMATS.md section 2).
//!
//! Fields keep their raw text, so that an unedited file is written back byte for byte.

use crate::bytes::{self, Encoding, LineEnd};
use crate::finding::{Finding, Place};

/// The header line of every set file.
pub const HEADER: &str = "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\
    \tUsage\tText\tScript\tClassification\tDraftRarity";

/// The number of columns.
pub const COLUMNS: usize = 17;

/// A column of a set file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of the header")]
pub enum Column {
    Name,
    Set,
    ImageFile,
    Side,
    Type,
    Subtype,
    Cost,
    Speed,
    Power,
    Health,
    Rarity,
    Number,
    Usage,
    Text,
    Script,
    Classification,
    DraftRarity,
}

impl Column {
    /// The name in the header.
    pub fn name(self) -> &'static str {
        HEADER.split('\t').nth(self as usize).unwrap_or_default()
    }
}

/// One line of a set file: its raw fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    line: String,
    /// Where each field ends in `line`; a field that the row lacks is empty.
    ends: [u32; COLUMNS],
    encoding: Encoding,
    /// Nothing for a last line without a line end.
    line_end: Option<LineEnd>,
    number: u32,
}

impl Row {
    /// A new row of ASCII fields; the error names the column and what is wrong with its text.
    pub fn new(fields: [&str; COLUMNS]) -> Result<Row, String> {
        let mut plain = Vec::with_capacity(COLUMNS);
        for (field, name) in fields.iter().zip(HEADER.split('\t')) {
            let field = bytes::to_ascii(field)
                .map_err(|c| format!("{name}: the character {c:?} has no plain form; set files are ASCII"))?;
            if let Some(c) = field.chars().find(|c| matches!(c, '\t' | '\n' | '\r')) {
                return Err(format!("{name}: {c:?} would break the row"));
            }
            plain.push(field);
        }
        Ok(Row::parse(plain.join("\t"), Encoding::Utf8, Some(LineEnd::Lf), 0))
    }

    fn parse(line: String, encoding: Encoding, line_end: Option<LineEnd>, number: u32) -> Row {
        let mut ends = [line.len() as u32; COLUMNS];
        for (end, (at, _)) in ends.iter_mut().zip(line.match_indices('\t')) {
            *end = at as u32;
        }
        Row { line, ends, encoding, line_end, number }
    }

    /// The raw text of a field.
    pub fn get(&self, column: Column) -> &str {
        let i = column as usize;
        let end = self.ends[i] as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize + 1 };
        self.line.get(start..end).unwrap_or_default()
    }

    /// The row with other texts in some fields.
    fn with(&self, changes: &[(Column, String)]) -> Row {
        let mut fields: Vec<&str> = self.line.split('\t').collect();
        for (column, text) in changes {
            if let Some(field) = fields.get_mut(*column as usize) {
                *field = text;
            }
        }
        Row::parse(fields.join("\t"), self.encoding, self.line_end, self.number)
    }

    /// The line in the file, counted from 1; 0 for a row made by hand.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The whole line.
    pub fn line(&self) -> &str {
        &self.line
    }

    fn columns(&self) -> usize {
        self.line.matches('\t').count() + 1
    }

    fn is_blank(&self) -> bool {
        self.line.trim().is_empty()
    }
}

/// A set file: the header, then cards and perhaps blank lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetFile {
    /// The code: the file name without `.txt`.
    pub code: String,
    lines: Vec<Row>,
    byte_order_mark: bool,
}

impl SetFile {
    /// A new set file without cards.
    pub fn new(code: impl Into<String>) -> SetFile {
        let header = Row::parse(HEADER.to_string(), Encoding::Utf8, Some(LineEnd::Lf), 1);
        SetFile { code: code.into(), lines: vec![header], byte_order_mark: false }
    }

    /// Reads a set file; never fails. What is wrong with it is in the findings.
    pub fn read(code: &str, data: &[u8]) -> (SetFile, Vec<Finding>) {
        let file = format!("sets/{code}.txt");
        let mut findings = Vec::new();
        let body = bytes::without_bom(data);
        let mut lines = Vec::new();
        for (number, raw) in (1..).zip(body.split_inclusive(|byte| *byte == b'\n')) {
            let (content, line_end) = match raw {
                [content @ .., b'\r', b'\n'] => (content, Some(LineEnd::CrLf)),
                [content @ .., b'\n'] => (content, Some(LineEnd::Lf)),
                content => (content, None),
            };
            let (text, encoding) = Encoding::decode(content);
            if encoding == Encoding::Windows1252 {
                findings.push(stray_byte(&file, number, content));
            }
            let row = Row::parse(text.into_owned(), encoding, line_end, number);
            if number == 1 {
                check_header(&file, &row.line, &mut findings);
            } else if !row.is_blank() {
                check_columns(&file, &row, &mut findings);
            }
            lines.push(row);
        }
        (SetFile { code: code.to_string(), lines, byte_order_mark: body.len() != data.len() }, findings)
    }

    /// The cards in order.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.lines.iter().skip(1).filter(|row| !row.is_blank())
    }

    /// Adds a card at the end, in the line style of the file.
    pub fn push(&mut self, mut row: Row) {
        let style = self.lines.first().and_then(|header| header.line_end).unwrap_or_default();
        if let Some(last) = self.lines.last_mut() {
            last.line_end.get_or_insert(style);
        }
        row.line_end = Some(style);
        row.number = self.lines.len() as u32 + 1;
        self.lines.push(row);
    }

    /// The file with other texts in some fields of some cards; everything else stays as it is. The texts must not
    /// contain tabs or line ends.
    pub fn edited(&self, mut edit: impl FnMut(&Row) -> Vec<(Column, String)>) -> SetFile {
        let mut file = self.clone();
        for row in file.lines.iter_mut().skip(1).filter(|row| !row.is_blank()) {
            let changes = edit(row);
            if !changes.is_empty() {
                *row = row.with(&changes);
            }
        }
        file
    }

    /// The file as bytes; for an unedited file, those that were read.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.lines.iter().map(|row| row.line.len() + 2).sum::<usize>() + 3);
        if self.byte_order_mark {
            out.extend_from_slice(bytes::BOM);
        }
        for row in &self.lines {
            out.extend_from_slice(&row.encoding.encode(&row.line));
            out.extend_from_slice(row.line_end.map_or("", LineEnd::as_str).as_bytes());
        }
        out
    }
}

fn stray_byte(file: &str, line: u32, content: &[u8]) -> Finding {
    let at = std::str::from_utf8(content).err().map_or(0, |error| error.valid_up_to());
    Finding::warning(
        Place::line(file, line),
        "stray-byte",
        format!("byte {:02X} at column {} isn't UTF-8; read as Windows-1252", content[at], at + 1),
        "replace it with an ASCII character",
    )
}

fn check_header(file: &str, header: &str, findings: &mut Vec<Finding>) {
    if header.trim_end() != HEADER {
        findings.push(Finding::error(
            Place::line(file, 1),
            "header",
            "the first line is not the header of a set file",
            format!("the 17 column names, separated by tabs: {}", HEADER.replace('\t', " ")),
        ));
    }
}

fn check_columns(file: &str, row: &Row, findings: &mut Vec<Finding>) {
    let columns = row.columns();
    // 16 columns are older data without DraftRarity: accepted (FORMATS.md 2).
    if columns != COLUMNS && columns != COLUMNS - 1 {
        findings.push(Finding::error(
            Place::line(file, row.number),
            "columns",
            format!("{columns} columns instead of {COLUMNS}"),
            "separate the fields by single tabs",
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, HEADER, Row, SetFile};

    fn file(lines: &[&str]) -> Vec<u8> {
        format!("{HEADER}\n{}", lines.join("")).into_bytes()
    }

    const NOLA: &str = "Nola Brask (B)\tXMP\tXMP014\tL\tCharacter\tRebel Pilot\t4\t40\t3\t4\tU\t14\t\t\
        Say \"yes\" | Evade 2\t\tREB, STAND\t";

    #[test]
    fn fields_are_raw_and_quotes_are_plain_characters() {
        let (set, findings) = SetFile::read("XMP", &file(&[NOLA, "\n"]));
        assert_eq!(findings, []);
        assert_eq!(set.rows().next().unwrap().get(Column::Name), "Nola Brask (B)");
        assert_eq!(set.rows().next().unwrap().get(Column::Text), "Say \"yes\" | Evade 2");
        assert_eq!(set.rows().next().unwrap().get(Column::DraftRarity), "");
        assert_eq!(set.rows().next().unwrap().number(), 2);
    }

    #[test]
    fn what_was_read_is_written_back_byte_for_byte() {
        let odd = [
            file(&[NOLA, "\n", "\n", NOLA, "\r\n", "  \r\n", NOLA]),
            file(&[NOLA, "\r\n", "\n"]),
            b"".to_vec(),
            b"\n".to_vec(),
            b"no header at all".to_vec(),
            [b"\xEF\xBB\xBF".as_slice(), &file(&[NOLA, "\n"])].concat(),
            [file(&[NOLA]).as_slice(), b"\xA9 \xC2\n"].concat(),
        ];
        for data in odd {
            let (set, _) = SetFile::read("XMP", &data);
            assert_eq!(set.write(), data, "{:?}", String::from_utf8_lossy(&data));
        }
    }

    #[test]
    fn a_row_without_the_last_column_is_older_data() {
        let old = NOLA.trim_end_matches('\t');
        let (set, findings) = SetFile::read("XMP", &file(&[old, "\n"]));
        assert_eq!((set.rows().count(), findings.len()), (1, 0));
        let (_, findings) = SetFile::read("XMP", &file(&["Only\tthree\tcolumns\n"]));
        assert_eq!(findings[0].code, "columns");
        assert_eq!(findings[0].place.to_string(), "sets/XMP.txt:2");
    }

    #[test]
    fn a_new_card_follows_the_style_of_the_file() {
        let data = format!("{HEADER}\r\n{NOLA}").into_bytes();
        let (mut set, _) = SetFile::read("XMP", &data);
        set.push(Row::new(["x"; 17]).unwrap());
        let written = String::from_utf8(set.write()).unwrap();
        assert!(written.starts_with(&format!("{HEADER}\r\n{NOLA}\r\nx\tx")) && written.ends_with("x\r\n"));
        assert_eq!(set.rows().last().unwrap().number(), 3);
    }

    #[test]
    fn a_new_row_is_ascii_or_an_error_that_names_the_column() {
        let mut fields = [""; 17];
        fields[0] = "Nola\u{2019}s Skiff";
        assert_eq!(Row::new(fields).unwrap().get(Column::Name), "Nola's Skiff");
        fields[13] = "a\tb";
        assert!(Row::new(fields).unwrap_err().starts_with("Text:"));
        fields[13] = "\u{3c0}";
        assert!(Row::new(fields).unwrap_err().starts_with("Text: the character '\u{3c0}'"));
    }
}
