//! Long texts in a database, compressed: films and the cards of games.

use crate::game::StoreError;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};

/// No text is longer: a damaged one doesn't fill the memory.
const LONGEST: u64 = 64 << 20;

/// A text, compressed.
pub fn pack(text: &str) -> Result<Vec<u8>, StoreError> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    packed.map_err(|error| StoreError::Value(error.to_string()))
}

/// The text that was compressed.
pub fn unpack(packed: &[u8]) -> Result<String, StoreError> {
    let mut text = String::new();
    let mut decoder = DeflateDecoder::new(packed).take(LONGEST);
    decoder.read_to_string(&mut text).map_err(|error| StoreError::Value(error.to_string()))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{pack, unpack};

    #[test]
    fn a_text_is_smaller_and_comes_back_whole() {
        let text = "The Dark Side draws a card. Größe\n".repeat(500);
        let packed = pack(&text).expect("packed");
        assert!(packed.len() * 20 < text.len(), "{} bytes", packed.len());
        assert_eq!(unpack(&packed), Ok(text));
        assert!(unpack(&packed[..packed.len() / 2]).is_err());
    }
}
