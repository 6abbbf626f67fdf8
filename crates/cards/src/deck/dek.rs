//! Deck files of the table program, `.dek` (FORMATS.md section 7).

use super::{Deck, DeckError, Entry, Reading, Style, Zone, ZoneName, shown};
use crate::bytes::LineEnd;
use crate::markup::{self, Element, escape};

/// Reads a deck file; what the model has room for is kept, everything else is reported.
pub(super) fn read(text: &str, reading: &mut Reading<'_>) -> Result<Deck, DeckError> {
    let root = markup::parse(text, "deck")?;
    let mut deck = Deck { meta: Vec::new(), ..Deck::bare("") };
    deck.style = Style {
        version: root.attribute("version").unwrap_or(&deck.style.version).to_string(),
        line_end: LineEnd::of(text.as_bytes()),
    };
    for element in &root.children {
        match &*element.name {
            "meta" => element.children.iter().for_each(|pair| meta(pair, &mut deck, reading)),
            "superzone" => superzone(element, &mut deck, reading)?,
            _ => ignored(element, reading),
        }
    }
    deck.name = deck.meta("title").unwrap_or_default().trim().to_string();
    Ok(deck)
}

fn meta(pair: &Element, deck: &mut Deck, reading: &mut Reading<'_>) {
    pair.children.iter().for_each(|inner| ignored(inner, reading));
    if is_tag(&pair.name) {
        deck.meta.push((pair.name.clone(), pair.text.clone()));
    } else {
        ignored(pair, reading);
    }
}

fn superzone(element: &Element, deck: &mut Deck, reading: &mut Reading<'_>) -> Result<(), DeckError> {
    let name = element.attribute("name").map(str::trim).filter(|name| !name.is_empty());
    let Some(name) = name else {
        return Err(wrong(element, "a <superzone> without a name; expected <superzone name=\"Deck\">"));
    };
    let name = ZoneName::from_name(name);
    if let ZoneName::Other(name) = &name {
        reading.unknown_zone(Some(element.line), name);
    }
    let mut cards = Vec::new();
    for child in &element.children {
        match &*child.name {
            "card" => {
                reading.count(1)?;
                cards.push(card(child)?);
            }
            _ => ignored(child, reading),
        }
    }
    deck.zone_mut(&name).extend(cards);
    Ok(())
}

fn card(element: &Element) -> Result<Entry, DeckError> {
    let expected = "expected <card><name id=\"image\">Name</name><set>SET</set></card>";
    let Some(name) = element.child("name") else {
        return Err(wrong(element, &format!("a <card> without <name>; {expected}")));
    };
    let entry = Entry {
        name: name.trimmed().to_string(),
        set: element.child_text("set").to_string(),
        id: name.attribute("id").unwrap_or_default().trim().to_string(),
    };
    if entry.name.is_empty() && entry.id.is_empty() {
        return Err(wrong(element, &format!("a <card> without a name; {expected}")));
    }
    Ok(entry)
}

fn wrong(element: &Element, reason: &str) -> DeckError {
    DeckError::Line { line: element.line, reason: reason.to_string() }
}

fn ignored(element: &Element, reading: &mut Reading<'_>) {
    let message = format!("<{}> is ignored", shown(&element.name));
    reading.warn(
        Some(element.line),
        "ignored-element",
        message,
        "a deck holds <meta> and <superzone>, a zone holds <card>",
    );
}

/// Writes a deck file: tabs, the line ends as read, ASCII, equal cards together.
pub(super) fn write(deck: &Deck) -> String {
    let mut lines = vec![format!("<deck version=\"{}\">", escape(&deck.style.version))];
    let meta: Vec<_> = deck.meta.iter().filter(|(key, _)| is_tag(key)).collect();
    if !meta.is_empty() {
        lines.push("\t<meta>".into());
        lines.extend(meta.iter().map(|(key, value)| format!("\t\t<{key}>{}</{key}>", escape(value))));
        lines.push("\t</meta>".into());
    }
    for zone in &deck.zones {
        write_zone(zone, &mut lines);
    }
    lines.push("</deck>".into());
    let end = deck.style.line_end.as_str();
    lines.into_iter().flat_map(|line| [line, end.to_string()]).collect()
}

fn write_zone(zone: &Zone, lines: &mut Vec<String>) {
    lines.push(format!("\t<superzone name=\"{}\">", escape(zone.name.name())));
    for (card, count) in zone.counted() {
        let (id, name, set) = (escape(&card.id), escape(&card.name), escape(&card.set));
        let line = format!("\t\t<card><name id=\"{id}\">{name}</name><set>{set}</set></card>");
        lines.extend(std::iter::repeat_n(line, count as usize));
    }
    lines.push("\t</superzone>".into());
}

/// Whether a metadata key can be a tag; keys from other programs may not be.
pub(super) fn is_tag(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}
