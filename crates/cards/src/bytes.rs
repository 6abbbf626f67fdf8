//! Bytes and text: encodings, line ends, size limits.
//!
//! FORMATS.md section 1.

use crate::windows_1252;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// None of the players' files is larger than this; a larger one is refused before it's read.
pub const MAX_FILE: u64 = 16 << 20;

/// How the bytes of a text are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Strict UTF-8; includes ASCII.
    Utf8,
    /// The fallback: every byte has a meaning.
    Windows1252,
}

impl Encoding {
    /// UTF-8 if the bytes are valid, otherwise Windows-1252; never fails (FORMATS.md 1).
    pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
        match std::str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), Encoding::Utf8),
            Err(_) => (Cow::Owned(windows_1252::decode(bytes)), Encoding::Windows1252),
        }
    }

    /// Back to the bytes that were read. A character that was not read from such a file, and so may have no byte in
    /// its encoding, is written as a reference (`&#324;`).
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        match self {
            Encoding::Utf8 => Cow::Borrowed(text.as_bytes()),
            Encoding::Windows1252 => {
                let mut bytes = Vec::with_capacity(text.len());
                for character in text.chars() {
                    match windows_1252::byte(character) {
                        Some(byte) => bytes.push(byte),
                        None => bytes.extend(format!("&#{};", u32::from(character)).bytes()),
                    }
                }
                Cow::Owned(bytes)
            }
        }
    }
}

/// The line end of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnd {
    /// `\n`, the style of new files.
    #[default]
    Lf,
    /// `\r\n`.
    CrLf,
}

impl LineEnd {
    /// The style of a text, judged by its first line.
    pub fn of(text: &[u8]) -> LineEnd {
        match text.iter().position(|byte| *byte == b'\n') {
            Some(end) if end > 0 && text[end - 1] == b'\r' => LineEnd::CrLf,
            _ => LineEnd::Lf,
        }
    }

    /// The bytes as text.
    pub const fn as_str(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        }
    }
}

/// The UTF-8 byte order mark; none of the players' programs writes it, all of ours skip it.
pub const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The bytes without a UTF-8 byte order mark.
pub fn without_bom(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BOM).unwrap_or(bytes)
}

/// Reads a file of at most `limit` bytes; a longer one is an error that says so.
pub fn read_limited(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(io::ErrorKind::NotFound, "no such file"),
        _ => error,
    })?;
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let message = format!("larger than {} KiB, more than a file of this kind may have", limit >> 10);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

/// Reads one of the players' text files, and tells its encoding.
pub fn read_text(path: &Path) -> io::Result<(String, Encoding)> {
    let bytes = read_limited(path, MAX_FILE)?;
    let (text, encoding) = Encoding::decode(without_bom(&bytes));
    Ok((text.into_owned(), encoding))
}

/// The text in ASCII as the players' table program needs it: typographic quotes and dashes become plain ones.
/// The error is the first character that has no plain form.
pub fn to_ascii(text: &str) -> Result<Cow<'_, str>, char> {
    if text.is_ascii() {
        return Ok(Cow::Borrowed(text));
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        plain.push(match c {
            '\u{201C}' | '\u{201D}' => '"',
            '\u{2018}' | '\u{2019}' => '\'',
            '\u{2013}' | '\u{2014}' => '-',
            c if c.is_ascii() => c,
            other => return Err(other),
        });
    }
    Ok(Cow::Owned(plain))
}

/// Trimmed, with runs of white space reduced to one space: the form in which fields are compared.
pub fn fold(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    let mut was_space = false;
    let needs_folding = trimmed.chars().any(|c| {
        let double = c.is_whitespace() && (was_space || c != ' ');
        was_space = c.is_whitespace();
        double
    });
    if needs_folding {
        Cow::Owned(trimmed.split_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(trimmed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, LineEnd, fold, to_ascii, without_bom};

    #[test]
    fn every_byte_survives_decoding_and_encoding() {
        let all: Vec<u8> = (0..=255).collect();
        let (text, encoding) = Encoding::decode(&all);
        assert_eq!(encoding, Encoding::Windows1252);
        assert_eq!(&*encoding.encode(&text), &all[..]);
        let utf8 = "Padm\u{e9} \u{201C}x\u{201D}".as_bytes();
        assert_eq!(Encoding::decode(utf8).1, Encoding::Utf8);
        assert_eq!(&*Encoding::Windows1252.encode("\u{e9}\u{144}"), b"\xE9&#324;");
    }

    #[test]
    fn a_writer_emits_ascii_or_names_the_character() {
        assert_eq!(to_ascii("\u{201C}it\u{2019}s\u{201D} \u{2013} so").unwrap(), "\"it's\" - so");
        assert_eq!(to_ascii("Padm\u{e9}"), Err('\u{e9}'));
    }

    #[test]
    fn blanks_are_folded_for_comparing() {
        assert_eq!(fold("  Mission  - Campaign "), "Mission - Campaign");
        assert_eq!(fold("plain"), "plain");
        assert_eq!(fold("a\tb"), "a b");
    }

    #[test]
    fn line_ends_and_marks_are_seen() {
        assert_eq!(LineEnd::of(b"a\r\nb\n"), LineEnd::CrLf);
        assert_eq!(LineEnd::of(b"a\nb\r\n"), LineEnd::Lf);
        assert_eq!(without_bom(b"\xEF\xBB\xBFName"), b"Name");
    }
}
