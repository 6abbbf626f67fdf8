//! Windows-1252, the encoding of the older files: one byte for each character, and a character for every byte.

/// The characters of the bytes 0x80 to 0x9F. Five of them have none and stand for themselves, as in browsers.
const UPPER: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2C6}',
    '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}', '\u{90}', '\u{2018}',
    '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}', '\u{2122}', '\u{161}',
    '\u{203A}', '\u{153}', '\u{9D}', '\u{17E}', '\u{178}',
];

/// The bytes as text.
pub fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| character(*byte)).collect()
}

fn character(byte: u8) -> char {
    match byte {
        0x80..=0x9F => UPPER[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The byte of a character, if it has one.
pub fn byte(character: char) -> Option<u8> {
    match u8::try_from(character) {
        Ok(byte) if !(0x80..=0x9F).contains(&byte) => Some(byte),
        _ => UPPER.iter().zip(0x80..).find(|(upper, _)| **upper == character).map(|(_, byte)| byte),
    }
}

#[cfg(test)]
mod tests {
    use super::{byte, character, decode};

    #[test]
    fn every_byte_has_one_character_and_gets_it_back() {
        for any in 0..=255 {
            assert_eq!(byte(character(any)), Some(any));
        }
    }

    #[test]
    fn characters_are_those_of_the_standard() {
        assert_eq!(decode(b"\x80 \x93Padm\xE9\x94 \x85\x97\x99\x9F"), "€ “Padmé” …—™Ÿ");
        assert_eq!(byte('ń'), None);
    }
}
