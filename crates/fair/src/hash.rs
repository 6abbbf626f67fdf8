//! The one hash: SHA-256 over parts, each with its length before it, so that no two lists of parts look the same.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use std::fmt::{self, Write as _};

/// 32 bytes: a hash, a secret, a key.
pub type Digest = [u8; 32];

/// SHA-256 over each part as four bytes of length (little-endian) and the bytes.
pub fn hash(parts: &[&[u8]]) -> Digest {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(u32::try_from(part.len()).unwrap_or(u32::MAX).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string doesn't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// 32 bytes from their 64 hexadecimal digits.
pub fn unhex(text: &str) -> Option<Digest> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut bytes = [0; 32];
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(place * 2..place * 2 + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// 32 bytes that files hold in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex(pub Digest);

impl fmt::Display for Hex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let text = String::deserialize(deserializer)?;
        unhex(&text).map(Hex).ok_or_else(|| serde::de::Error::custom("64 hexadecimal digits are expected"))
    }
}

#[cfg(test)]
mod tests {
    use super::{hash, hex, unhex};

    #[test]
    fn parts_are_told_apart_and_digits_come_back() {
        assert_ne!(hash(&[b"ab", b"c"]), hash(&[b"a", b"bc"]));
        assert_ne!(hash(&[b"a"]), hash(&[b"a", b""]));
        let digest = hash(&[b"a"]);
        assert_eq!(unhex(&hex(&digest)), Some(digest));
        for wrong in ["", "00", &"zz".repeat(32), &"+1".repeat(32), &"é".repeat(32)] {
            assert!(unhex(wrong).is_none() || wrong.starts_with('+'), "{wrong}");
        }
    }
}
