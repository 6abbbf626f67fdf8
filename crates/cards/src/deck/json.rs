//! Decks as JSON (FORMATS.md section 16): metadata, then per zone `[{id, name, set, count}]`.
//!
//! The deck site's answers (section 12) are read as well: `cards`, `setCode`, a name at the top.

use super::{Deck, DeckError, Entry, Reading, Zone, ZoneName, dek, shown};
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// Key and value in the order of the file; a key may come twice.
struct Pairs<T>(Vec<(String, T)>);

impl<T> Default for Pairs<T> {
    fn default() -> Pairs<T> {
        Pairs(Vec::new())
    }
}

impl<T: Serialize> Serialize for Pairs<T> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Pairs<T>, D::Error> {
        struct PairsVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for PairsVisitor<T> {
            type Value = Pairs<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<T>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        d.deserialize_map(PairsVisitor(PhantomData))
    }
}

/// Cards as other programs write them: every key may be missing or null.
#[derive(Deserialize)]
struct CardIn {
    id: Option<String>,
    name: Option<String>,
    #[serde(alias = "setCode")]
    set: Option<String>,
    count: Option<u64>,
}

#[derive(Deserialize)]
struct DeckIn {
    name: Option<String>,
    metadata: Option<Pairs<serde_json::Value>>,
    #[serde(alias = "cards")]
    deck: Option<Vec<CardIn>>,
    supply: Option<Vec<CardIn>>,
    sideboard: Option<Vec<CardIn>>,
    outside: Option<Vec<CardIn>>,
    other: Option<Pairs<Vec<CardIn>>>,
}

#[derive(Serialize)]
struct CardOut<'a> {
    id: &'a str,
    name: &'a str,
    set: &'a str,
    count: u32,
}

/// Reads a deck; unknown keys are ignored.
pub(super) fn read(text: &str, reading: &mut Reading<'_>) -> Result<Deck, DeckError> {
    let input: DeckIn = serde_json::from_str(text).map_err(|error| wrong(&error))?;
    let mut deck = Deck { meta: Vec::new(), ..Deck::bare("") };
    let mut name = input.name;
    for (key, value) in input.metadata.unwrap_or_default().0 {
        let text = match value {
            serde_json::Value::String(text) => text,
            serde_json::Value::Null => continue,
            other => other.to_string(),
        };
        if key == "name" && name.is_none() {
            name = Some(text);
        } else if dek::is_tag(&key) {
            deck.meta.push((key, text));
        } else {
            let message = format!("the metadata `{}` is ignored", shown(&key));
            reading.warn(None, "metadata-key", message, "a key is one word of letters and digits");
        }
    }
    if deck.meta("game").is_none() {
        deck.meta.insert(0, ("game".into(), "starwars".into()));
    }
    deck.name = name.or_else(|| deck.meta("title").map(str::to_string)).unwrap_or_default();
    let known = [input.deck, input.supply, input.sideboard, input.outside];
    for (zone, cards) in ZoneName::KNOWN.into_iter().zip(known) {
        if let Some(cards) = cards {
            add(&mut deck, &zone, cards, reading)?;
        }
    }
    for (zone, cards) in input.other.unwrap_or_default().0 {
        let name = match ZoneName::from_name(&zone) {
            // A file can't name such a zone.
            ZoneName::Other(name) if name.is_empty() => ZoneName::Outside,
            name => name,
        };
        if matches!(name, ZoneName::Other(_)) {
            reading.unknown_zone(None, &zone);
        }
        add(&mut deck, &name, cards, reading)?;
    }
    Ok(deck)
}

/// The JSON reader's message, without the line, which we give ourselves.
fn wrong(error: &serde_json::Error) -> DeckError {
    let message = error.to_string();
    let reason = message.rsplit_once(" at line ").map_or(&*message, |(reason, _)| reason);
    DeckError::Line { line: error.line() as u32, reason: reason.to_string() }
}

fn add(
    deck: &mut Deck,
    zone: &ZoneName,
    cards: Vec<CardIn>,
    reading: &mut Reading<'_>,
) -> Result<(), DeckError> {
    deck.zone_mut(zone);
    for card in cards {
        let count = usize::try_from(card.count.unwrap_or(1)).unwrap_or(usize::MAX);
        reading.count(count)?;
        let trimmed = |field: Option<String>| field.unwrap_or_default().trim().to_string();
        let entry = Entry { name: trimmed(card.name), set: trimmed(card.set), id: trimmed(card.id) };
        if entry.name.is_empty() && entry.id.is_empty() {
            let message = format!("a card in `{}` has no name; it is ignored", shown(zone.name()));
            reading.warn(None, "ignored-card", message, "give it \"name\" or \"id\"");
            continue;
        }
        deck.add(zone, entry, count);
    }
    Ok(())
}

/// A value in the file that we write.
#[derive(Serialize)]
#[serde(untagged)]
enum Out<'a> {
    Metadata(Pairs<&'a str>),
    Cards(Vec<CardOut<'a>>),
    Zones(Pairs<Vec<CardOut<'a>>>),
}

/// Writes a deck; the zones of the game are keys of their own, other zones are under `other`.
pub(super) fn write(deck: &Deck) -> String {
    let mut metadata = vec![("name".to_string(), &*deck.name)];
    metadata.extend(deck.meta.iter().map(|(key, value)| (key.clone(), &**value)));
    let mut file = vec![("metadata".to_string(), Out::Metadata(Pairs(metadata)))];
    let mut other = Vec::new();
    for zone in &deck.zones {
        let key = match &zone.name {
            ZoneName::Deck => "deck",
            ZoneName::Supply => "supply",
            ZoneName::Sideboard => "sideboard",
            ZoneName::Outside => "outside",
            ZoneName::Other(name) => {
                other.push((name.clone(), cards(zone)));
                continue;
            }
        };
        file.push((key.to_string(), Out::Cards(cards(zone))));
    }
    if !other.is_empty() {
        file.push(("other".to_string(), Out::Zones(Pairs(other))));
    }
    let text = serde_json::to_string_pretty(&Pairs(file)).expect("strings and numbers can be written");
    text + "\n"
}

fn cards(zone: &Zone) -> Vec<CardOut<'_>> {
    let counted = zone.counted().into_iter();
    counted.map(|(card, count)| CardOut { id: &card.id, name: &card.name, set: &card.set, count }).collect()
}
