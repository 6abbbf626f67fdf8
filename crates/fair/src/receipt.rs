//! Receipts: after every step a hash over everything so far, so that no step can be dropped or altered later.

use crate::hash::{Digest, hash};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// A step as it is published: who holds a seat isn't part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The kind of step, a word.
    pub kind: String,
    /// The seat that it is about: 0 or 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Its number.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub value: u32,
    /// Its words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The receipt before the first step that has one.
pub fn first_receipt(transcript: &Digest) -> Digest {
    hash(&[b"dejarik/2 receipts", transcript])
}

/// The receipt after a step. Something secret goes in with each, because the other side could find a hidden choice by
/// trying the few that there are; after the game it follows from the server's secret.
pub fn receipt(before: &Digest, secret: &Digest, number: u32, entry: &Entry) -> Digest {
    let Entry { kind, seat, value, text } = entry;
    // 255 stands for no seat.
    let seat = [seat.unwrap_or(255)];
    let (number, value) = (number.to_le_bytes(), value.to_le_bytes());
    let salt = salt(secret, number);
    hash(&[b"dejarik/2 step", before, &number, kind.as_bytes(), &seat, &value, text.as_bytes(), &salt])
}

fn salt(secret: &Digest, number: [u8; 4]) -> Digest {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret) else { return [0; 32] };
    mac.update(b"dejarik/2 receipt");
    mac.update(&number);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::{Entry, first_receipt, receipt};

    #[test]
    fn a_receipt_depends_on_the_step_its_number_and_all_before_it() {
        let entry = Entry { kind: "answer".into(), seat: None, value: 3, text: String::new() };
        let (first, secret) = (first_receipt(&[4; 32]), [1; 32]);
        let after = receipt(&first, &secret, 7, &entry);
        for other in [
            receipt(&first, &secret, 8, &entry),
            receipt(&after, &secret, 7, &entry),
            receipt(&first, &[2; 32], 7, &entry),
            receipt(&first, &secret, 7, &Entry { value: 2, ..entry.clone() }),
            receipt(&first, &secret, 7, &Entry { kind: "wish".into(), ..entry.clone() }),
            receipt(&first, &secret, 7, &Entry { seat: Some(0), ..entry.clone() }),
            receipt(&first, &secret, 7, &Entry { text: "x".into(), ..entry }),
        ] {
            assert_ne!(other, after);
        }
    }
}
