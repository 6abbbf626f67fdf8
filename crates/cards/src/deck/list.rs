//! Plain lists of cards, `.txt` (FORMATS.md section 8).

use super::{Deck, DeckError, Entry, MAX_CARDS, Reading, Zone, ZoneName, shown};
use crate::bytes::fold;

/// What a line of a list is.
enum Line<'a> {
    Blank,
    Comment,
    Header(ZoneName),
    Cards { count: usize, name: &'a str, set: &'a str },
    Other,
}

/// Reads a list; a line that isn't a card, a header or a comment is reported.
pub(super) fn read(text: &str, reading: &mut Reading<'_>) -> Result<Deck, DeckError> {
    let mut deck = Deck::bare("");
    let mut zone = ZoneName::Deck;
    let mut ended_at = None;
    let mut first_ignored = None;
    for (number, line) in (1..).zip(text.lines()) {
        match parse(line.trim()) {
            Line::Blank => {
                if zone == ZoneName::Deck && !deck.zone(&zone).is_empty() {
                    // Cards that follow without a header come along outside the deck (rule 302.5).
                    zone = ZoneName::Supply;
                    ended_at = Some(number);
                }
            }
            Line::Comment => {}
            Line::Header(name) => {
                if let ZoneName::Other(name) = &name {
                    reading.unknown_zone(Some(number), name);
                }
                zone = name;
                ended_at = None;
                deck.zone_mut(&zone);
            }
            Line::Cards { count, .. } if count > MAX_CARDS => {
                let reason = format!("{count} copies; a deck has at most {MAX_CARDS} cards");
                return Err(DeckError::Line { line: number, reason });
            }
            Line::Cards { count, name, set } => {
                if let Some(blank) = ended_at.take() {
                    let message = format!("the blank line {blank} ends the deck; what follows is the Supply");
                    let cure = "write `Deck:`, `Supply:` or `Sideboard:` above these lines";
                    reading.warn(Some(number), "blank-line", message, cure);
                }
                reading.count(count)?;
                deck.add(&zone, Entry { set: set.into(), ..Entry::named(name) }, count);
            }
            Line::Other => {
                first_ignored.get_or_insert(number);
                let message = format!("ignored: `{}`", shown(line.trim()));
                reading.warn(Some(number), "ignored-line", message, "a card is written: 4, tab, name");
            }
        }
    }
    match first_ignored {
        Some(line) if deck.zones.is_empty() => {
            let reason = "no line of this file is a card; expected lines such as `4<tab>Name`".to_string();
            Err(DeckError::Line { line, reason })
        }
        _ => Ok(deck),
    }
}

fn parse(line: &str) -> Line<'_> {
    if line.is_empty() {
        return Line::Blank;
    }
    if line.starts_with('#') || line.starts_with("//") {
        return Line::Comment;
    }
    if let Some(header) = header(line) {
        return Line::Header(header);
    }
    let counted = match (leading(line), trailing(line)) {
        // `99 Skiffs x2`: a name may begin with a number, but nobody writes the count twice.
        (Some(Leading { gap: ' ', .. }), Some(trailing)) | (None, Some(trailing)) => Some(trailing),
        (Some(leading), _) => Some((leading.count, leading.name)),
        (None, None) => None,
    };
    match counted {
        Some((count @ 1.., name)) => {
            let (name, set) = bracketed_set(name);
            Line::Cards { count, name, set }
        }
        Some((0, _)) | None => Line::Other,
    }
}

/// `Sideboard:` in any case; our writer marks other zones as `Zone: Name`.
fn header(line: &str) -> Option<ZoneName> {
    if let Some(name) = line.strip_prefix("Zone: ") {
        return Some(ZoneName::from_name(name));
    }
    ZoneName::known(line.strip_suffix(':').unwrap_or(line))
}

/// A count at the start of a line.
struct Leading<'a> {
    count: usize,
    gap: char,
    name: &'a str,
}

/// `4<tab>Name`, `4 Name`, `4x Name`.
fn leading(line: &str) -> Option<Leading<'_>> {
    let (count, rest) = line.split_at(line.find(|c: char| !c.is_ascii_digit())?);
    let rest = rest.strip_prefix(['x', 'X']).unwrap_or(rest);
    let gap = rest.chars().next().filter(|c| matches!(c, ' ' | '\t'))?;
    let name = rest.trim();
    (!name.is_empty()).then_some(Leading { count: number(count)?, gap, name })
}

/// `Name x4`.
fn trailing(line: &str) -> Option<(usize, &str)> {
    let (name, last) = line.rsplit_once([' ', '\t'])?;
    let count = number(last.strip_prefix(['x', 'X'])?)?;
    let name = name.trim_end();
    (!name.is_empty()).then_some((count, name))
}

/// A number of copies; one with too many digits is more than any deck has.
fn number(digits: &str) -> Option<usize> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// `Name [SET]`: no card has such a bracket in its name. Names can end in `(SET)`, so that one is only removed
/// when the deck is matched with a collection and the whole text isn't a name.
fn bracketed_set(name: &str) -> (&str, &str) {
    let split = name.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    match split {
        Some((before, set)) if is_set_code(set) && !before.trim().is_empty() => (before.trim_end(), set),
        _ => (name, ""),
    }
}

/// Whether a word may be a set code and not a version letter such as `B2` (FORMATS.md 2, 3).
pub(super) fn is_set_code(word: &str) -> bool {
    crate::plugin::is_set_code(word) && word.parse::<vocab::Version>().is_err()
}

/// Writes a list: tabs, a header for every zone outside the deck that has cards, LF.
pub(super) fn write(deck: &Deck) -> String {
    let filled = deck.zones.iter().filter(|zone| !zone.cards.is_empty());
    let (main, outside): (Vec<&Zone>, Vec<&Zone>) = filled.partition(|zone| zone.name == ZoneName::Deck);
    let mut lines: Vec<String> = main.iter().flat_map(|zone| card_lines(zone)).collect();
    if !lines.is_empty() && !outside.is_empty() {
        lines.push(String::new());
    }
    for zone in outside {
        lines.push(match &zone.name {
            ZoneName::Other(name) => format!("Zone: {}", fold(name)),
            known => format!("{known}:"),
        });
        lines.extend(card_lines(zone));
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

fn card_lines(zone: &Zone) -> Vec<String> {
    let line = |(card, count): (&Entry, u32)| match &*fold(&card.name) {
        // A list has nothing but names.
        "" => format!("# {count} without a name: {}", fold(&card.id)),
        name => format!("{count}\t{name}"),
    };
    zone.counted().into_iter().map(line).collect()
}
