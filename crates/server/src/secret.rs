//! Names and secrets that nobody can guess, and the promise that a game's seed is.

use engine::state::Seed;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// Letters without those that are taken for one another when a link is read aloud.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Random bytes of the system; a system without them cannot keep a secret, so nothing is started there.
fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

fn letters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// The public name of a game: 50 bits.
pub fn game_name() -> Result<String, getrandom::Error> {
    Ok(letters(&random::<10>()?))
}

/// A secret of 160 bits: who holds it holds the seat.
pub fn token() -> Result<String, getrandom::Error> {
    Ok(letters(&random::<32>()?))
}

/// A visitor's name: 80 bits.
pub fn visitor_name() -> Result<String, getrandom::Error> {
    Ok(letters(&random::<16>()?))
}

/// The letters of a recovery key: a word has three of the first and two of the second, in turns, and can be read aloud.
const CONSONANTS: &[u8; 16] = b"bdfghjklmnprstvz";
const VOWELS: &[u8; 4] = b"aiou";
/// The words of a recovery key, and the letters of each.
const WORDS: usize = 8;
const WORD: usize = 5;

/// A recovery key: 128 bits as eight made-up words.
pub fn recovery_key() -> Result<String, getrandom::Error> {
    let bytes = random::<{ WORDS * 2 }>()?;
    let words = bytes.chunks(2).map(|pair| {
        let bits = usize::from(pair[0]) << 8 | usize::from(pair[1]);
        let letter = |from: &[u8], shift: usize| char::from(from[bits >> shift & (from.len() - 1)]);
        let [a, c, e] = [12, 6, 0].map(|shift| letter(CONSONANTS, shift));
        let [b, d] = [10, 4].map(|shift| letter(VOWELS, shift));
        String::from_iter([a, b, c, d, e])
    });
    Ok(words.collect::<Vec<_>>().join("-"))
}

/// A recovery key as it was shown, from what somebody typed; nothing if it can't be one.
pub fn read_key(typed: &str) -> Option<String> {
    if typed.len() > 200 {
        return None;
    }
    let letters: Vec<u8> =
        typed.bytes().filter(u8::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase()).collect();
    let fits = |(place, letter): (usize, &u8)| match place % WORD % 2 {
        0 => CONSONANTS.contains(letter),
        _ => VOWELS.contains(letter),
    };
    if letters.len() != WORDS * WORD || !letters.iter().enumerate().all(fits) {
        return None;
    }
    let words = letters.chunks(WORD).map(|word| String::from_utf8_lossy(word).into_owned());
    Some(words.collect::<Vec<_>>().join("-"))
}

/// A number for a form, by which it is known again when it is sent twice.
pub fn request() -> Result<u64, getrandom::Error> {
    Ok(u64::from_le_bytes(random::<8>()?))
}

/// A secret for a promise.
pub fn secret() -> Result<[u8; 32], getrandom::Error> {
    random::<32>()
}

/// Whether a text can be a name or secret of ours.
pub fn is_wellformed(text: &str) -> bool {
    (10..=32).contains(&text.len()) && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// What is kept of a secret: enough to know it again, too little to use it.
pub fn digest(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

/// A seed in a form that people can compare.
pub fn seed_in_words(seed: Seed) -> String {
    format!("{:016x}{:016x}", seed.0[0], seed.0[1])
}

/// The promise shown before a game: the hash of the seed that is revealed after it.
pub fn commitment(seed: Seed) -> String {
    digest(&format!("dejarik {}", seed_in_words(seed)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::{commitment, digest, game_name, is_wellformed, read_key, recovery_key, token};
    use engine::state::Seed;

    #[test]
    fn names_and_secrets_are_long_wellformed_and_never_the_same() {
        let (a, b) = (token().unwrap(), token().unwrap());
        assert!(is_wellformed(&a) && a.len() == 32 && a != b);
        assert!(is_wellformed(&game_name().unwrap()));
        assert!(!is_wellformed("../../etc") && !is_wellformed("") && !is_wellformed("ABCDEFGHIJ"));
    }

    #[test]
    fn a_recovery_key_can_be_typed_as_people_type() {
        let (key, other) = (recovery_key().unwrap(), recovery_key().unwrap());
        assert!(key != other && key.split('-').count() == 8 && key.len() == 47, "{key}");
        assert_eq!(read_key(&key), Some(key.clone()));
        assert_eq!(read_key(&format!("  {} ", key.to_uppercase().replace('-', " "))), Some(key.clone()));
        assert_eq!(read_key(&key.replace('-', "")), Some(key.clone()));
        for wrong in [&key[1..], "", "eeeee", &key.replace('-', "x"), &format!("{key}-babab")] {
            assert_eq!(read_key(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_commitment_depends_on_both_halves_of_the_seed() {
        assert_eq!(digest("").len(), 64);
        assert_ne!(commitment(Seed([1, 2])), commitment(Seed([1, 3])));
        assert_eq!(commitment(Seed([0, 0])), digest("dejarik 00000000000000000000000000000000"));
    }
}
