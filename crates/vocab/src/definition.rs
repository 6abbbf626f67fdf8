//! What a playable card is: its printed facts and what its text means.

use crate::ability::{Ability, Text, Uniqueness};
use crate::{CardType, EquipmentFit};
use crate::{Cost, Side, Stat, Version};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// A card as the engine knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Definition {
    /// Its name without the version letter (rule 202.1).
    pub name: Text,
    /// Its version letter.
    pub version: Option<Version>,
    /// Whether it's unique (rule 202.2).
    pub uniqueness: Uniqueness,
    /// Its side (rule 103.1).
    pub side: Side,
    /// Its type, with the arenas that belong to it (rule 203.1).
    #[serde(rename = "type", serialize_with = "type_and_arenas")]
    pub card_type: CardType,
    /// Its subtypes as printed, for `subtype::split` and `subtype::has` to read (rule 203.2).
    pub subtypes: Text,
    /// Its build cost (rule 201.1).
    pub cost: Cost,
    /// Its printed speed.
    pub speed: Stat,
    /// Its printed power.
    pub power: Stat,
    /// Its printed health.
    pub health: Stat,
    /// The set that its expansion symbol stands for.
    #[serde(skip)]
    pub expansion: Text,
    /// The words of its game text in lower case, for texts that look for a word (rule 201.2).
    #[serde(skip)]
    pub words: Text,
    /// What its text means, clause by clause.
    pub abilities: Vec<Ability>,
    /// Whether that is all of its text.
    pub completeness: Completeness,
}

/// Whether every word of a card was understood; there is no "mostly".
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Completeness {
    /// The abilities are all that the card says.
    #[default]
    Exact,
    /// These clauses weren't understood; by default such a card isn't allowed in a game.
    Partial(Unread),
}

/// Clauses that weren't understood.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Unread {
    /// Their words.
    words: Vec<Text>,
    /// For each the moment that it waits for, where that much of it was read: its player is reminded then (rule 1316.2).
    #[serde(skip)]
    waits: Vec<Option<Ability>>,
}

impl Completeness {
    /// Exact, if no clause is left over.
    pub fn of(unread: Vec<Text>) -> Completeness {
        if unread.is_empty() {
            Completeness::Exact
        } else {
            Completeness::Partial(Unread { words: unread, waits: Vec::new() })
        }
    }

    /// The same, with the moments that clauses wait for, as far as `moment` knows them.
    #[must_use]
    pub fn waiting(self, moment: impl Fn(&str) -> Option<Ability>) -> Completeness {
        match self {
            Completeness::Exact => Completeness::Exact,
            Completeness::Partial(Unread { words, .. }) => {
                let waits = words.iter().map(|clause| moment(clause)).collect();
                Completeness::Partial(Unread { words, waits })
            }
        }
    }

    /// What stands for the clause at this place: the moment that it waits for, with the rest carried out by hand.
    pub fn waits(&self, place: usize) -> Option<&Ability> {
        match self {
            Completeness::Exact => None,
            Completeness::Partial(unread) => unread.waits.get(place)?.as_ref(),
        }
    }

    /// The clauses that weren't understood.
    pub fn unread(&self) -> &[Text] {
        match self {
            Completeness::Exact => &[],
            Completeness::Partial(unread) => &unread.words,
        }
    }
}

impl fmt::Display for Definition {
    /// The name as players write it: `Luke Skywalker (A)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(f, &self.name, self.version)
    }
}

/// A name with its version in parentheses.
pub(crate) fn write_name(f: &mut fmt::Formatter<'_>, name: &str, version: Option<Version>) -> fmt::Result {
    match version {
        Some(version) => write!(f, "{name} ({version})"),
        None => f.write_str(name),
    }
}

/// Card types have no data format of their own; the word and the arenas say it all.
fn type_and_arenas<S: Serializer>(card_type: &CardType, s: S) -> Result<S::Ok, S::Error> {
    let mut form = s.serialize_struct("CardType", 2)?;
    form.serialize_field("word", card_type.word())?;
    let fits_location = matches!(card_type, CardType::Equipment(Some(EquipmentFit::Location)));
    match card_type.arenas() {
        Some(arenas) => form.serialize_field("arenas", &arenas)?,
        None if fits_location => form.serialize_field("fits", "Location")?,
        None => form.skip_field("arenas")?,
    }
    form.end()
}

#[cfg(test)]
mod tests {
    use super::Completeness;

    #[test]
    fn a_card_with_unread_clauses_is_partial_and_names_them() {
        assert_eq!(Completeness::of(Vec::new()), Completeness::Exact);
        let partial = Completeness::of(vec!["Sing aloud.".into()]);
        assert_eq!(partial.unread(), ["Sing aloud.".into()]);
    }
}
