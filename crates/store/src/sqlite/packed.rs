//! Long texts in the database, compressed: films and the cards of games.

use crate::game::StoreError;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rusqlite::types::ValueRef;
use std::io::{Read, Write};

/// No text is longer: a damaged one doesn't fill the memory.
const LONGEST: u64 = 64 << 20;

/// A text, compressed.
pub fn pack(text: &str) -> Result<Vec<u8>, StoreError> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    packed.map_err(|error| StoreError::Value(error.to_string()))
}

/// The text of a value: compressed, or as older programs wrote it.
pub fn unpack(value: ValueRef<'_>) -> Result<String, StoreError> {
    let unreadable = |error: &dyn std::fmt::Display| StoreError::Value(error.to_string());
    match value {
        ValueRef::Blob(packed) => {
            let mut text = String::new();
            let mut decoder = DeflateDecoder::new(packed).take(LONGEST);
            decoder.read_to_string(&mut text).map_err(|error| unreadable(&error))?;
            Ok(text)
        }
        other => other.as_str().map(str::to_string).map_err(|error| unreadable(&error)),
    }
}

#[cfg(test)]
mod tests {
    use super::{pack, unpack};
    use rusqlite::types::ValueRef;

    #[test]
    fn a_text_is_smaller_and_comes_back_whole() {
        let text = "The Dark Side draws a card. Größe\n".repeat(500);
        let packed = pack(&text).expect("packed");
        assert!(packed.len() * 20 < text.len(), "{} bytes", packed.len());
        assert_eq!(unpack(ValueRef::Blob(&packed)), Ok(text.clone()));
        assert_eq!(unpack(ValueRef::Text(text.as_bytes())), Ok(text), "as older programs wrote it");
        assert!(unpack(ValueRef::Blob(&packed[..packed.len() / 2])).is_err());
        assert!(unpack(ValueRef::Integer(4)).is_err());
    }
}
