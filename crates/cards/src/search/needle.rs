//! Looking for words in texts and names without copying the text of any card.

use crate::name::{CardName, spoken};

/// How many places are tried at once.
const LANES: usize = 32;

/// The form in which texts are compared: lower case, plain quotation marks, runs of blanks as one.
pub(super) fn lowered(text: &str) -> String {
    let mut lowered = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{201C}' | '\u{201D}' => lowered.push('"'),
            '\u{2018}' | '\u{2019}' => lowered.push('\''),
            '\u{2013}' | '\u{2014}' => lowered.push('-'),
            blank if blank.is_whitespace() => {
                if !lowered.ends_with(' ') {
                    lowered.push(' ');
                }
            }
            other => lowered.extend(other.to_lowercase()),
        }
    }
    lowered
}

/// Whether a text contains words that are in the form of [`lowered`].
pub(super) fn in_text(text: &str, wanted: &str) -> bool {
    if text.is_ascii() {
        in_ascii(text.as_bytes(), wanted.as_bytes())
    } else {
        lowered(text).contains(wanted)
    }
}

/// Looks for the first two letters at many places at once, then compares the rest where they are.
pub(super) fn in_ascii(text: &[u8], wanted: &[u8]) -> bool {
    // The bit that tells capitals from small letters is set in both; what else it makes alike is compared later.
    let (first, second) = match *wanted {
        [] => return true,
        [only] => return text.iter().any(|byte| byte.to_ascii_lowercase() == only),
        [first, second, ..] => (first | 0x20, second | 0x20),
    };
    let distance = |(a, b): (&u8, &u8)| ((a | 0x20) ^ first) | ((b | 0x20) ^ second);
    let Some((_, seconds)) = text.split_first() else { return false };
    let (blocks, tail) = text[..seconds.len()].as_chunks::<LANES>();
    let (next_blocks, next_tail) = seconds.as_chunks::<LANES>();
    let found = |from: usize, block: &[u8], next: &[u8]| {
        let mut places = block.iter().zip(next).zip(from..);
        places.any(|(pair, start)| distance(pair) == 0 && begins(&text[start..], wanted))
    };
    blocks.iter().zip(next_blocks).enumerate().any(|(i, (block, next))| {
        let nearest = block.iter().zip(next).fold(u8::MAX, |least, pair| least.min(distance(pair)));
        nearest == 0 && found(i * LANES, block, next)
    }) || found(blocks.len() * LANES, tail, next_tail)
}

/// Whether a text begins with the wanted words; a run of blanks counts as one.
fn begins(text: &[u8], wanted: &[u8]) -> bool {
    let mut rest = text;
    for byte in wanted {
        match rest.split_first() {
            Some((own, after)) if own.to_ascii_lowercase() == *byte => {
                rest = if *byte == b' ' { after.trim_ascii_start() } else { after };
            }
            Some(_) | None => return false,
        }
    }
    true
}

/// Whether a name contains words that are in the form of [`spoken`].
pub(super) fn in_name(name: &str, wanted: &str) -> bool {
    if !name.is_ascii() {
        return spoken(name).contains(wanted);
    }
    let Some(first) = wanted.bytes().next() else { return true };
    let (name, wanted) = (name.as_bytes(), wanted.as_bytes());
    let mut letters = name.iter().enumerate();
    letters.any(|(at, own)| own.to_ascii_lowercase() == first && spoken_rest(&name[at..], wanted).is_some())
}

/// Whether this is the name: by the rules (202.1), with its version, or with all its marks.
pub(super) fn is_name(name: &CardName, wanted: &str) -> bool {
    let with_marks = is_spoken(name.full(), wanted);
    with_marks
        || is_spoken(name.base(), wanted)
        || (name.printing.is_some()
            && in_name(name.base(), first_word(wanted))
            && spoken(&name.title()) == wanted)
}

fn first_word(wanted: &str) -> &str {
    wanted.split(' ').next().unwrap_or_default()
}

fn is_spoken(name: &str, wanted: &str) -> bool {
    if !name.is_ascii() {
        return spoken(name) == wanted;
    }
    let rest = spoken_rest(without(name.as_bytes(), is_silent), wanted.as_bytes());
    rest.is_some_and(|rest| without(rest, is_silent).is_empty())
}

/// What follows the wanted words at the start of a name: the letters of [`spoken`] without writing them down.
fn spoken_rest<'a>(name: &'a [u8], wanted: &[u8]) -> Option<&'a [u8]> {
    let mut rest = name;
    for byte in wanted {
        let (own, after) = without(rest, is_mute).split_first()?;
        if is_gap(*own) && *byte == b' ' {
            rest = without(after, is_silent);
        } else if !is_gap(*own) && own.to_ascii_lowercase() == *byte {
            rest = after;
        } else {
            return None;
        }
    }
    Some(rest)
}

/// The text without the letters of a sort at its start.
fn without(text: &[u8], sort: fn(u8) -> bool) -> &[u8] {
    let count = text.iter().take_while(|byte| sort(**byte)).count();
    &text[count..]
}

const fn is_silent(byte: u8) -> bool {
    is_mute(byte) || is_gap(byte)
}

/// Letters that [`spoken`] leaves out.
const fn is_mute(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'\'')
}

/// Letters that [`spoken`] makes one blank.
const fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'-' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::{in_name, in_text, is_spoken, lowered};
    use crate::name::spoken;
    use proptest::prelude::{prop_assert_eq, proptest};

    #[test]
    fn words_are_found_in_any_case_and_over_doubled_blanks() {
        let text = "One of your  units gets +2 power, and each unit in that arena is tapped.";
        for wanted in ["one of", "YOUR units", "gets +2", "tapped.", "o", " units ", "in that arena is"] {
            assert!(in_text(text, &lowered(wanted)), "{wanted}");
        }
        for wanted in ["yourunits", "gets -2", "tapped. ", "z", "arena was"] {
            assert!(!in_text(text, &lowered(wanted)), "{wanted}");
        }
        assert!(in_text("Caf\u{e9}  \u{201C}Yes\u{201D}", &lowered("caf\u{c9} \"yes\"")));
    }

    proptest! {
        #[test]
        fn the_quick_search_finds_what_the_plain_one_finds(text in "[abAB +\\[{]{0,90}", wanted in "[abAB +{]{1,3}") {
            let wanted = lowered(&wanted);
            prop_assert_eq!(in_text(&text, &wanted), lowered(&text).contains(&wanted));
        }

        #[test]
        fn names_are_compared_as_they_are_spoken(name in "[abAB '()\u{e9}-]{0,9}", wanted in "[abAB '(-]{1,4}") {
            let wanted = spoken(&wanted);
            prop_assert_eq!(in_name(&name, &wanted), spoken(&name).contains(&wanted));
            prop_assert_eq!(is_spoken(&name, &wanted), spoken(&name) == wanted);
        }
    }
}
