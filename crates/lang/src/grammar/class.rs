//! One class of cards: adjectives and a noun, "unique Rebel Starfighter", "non-Droid unit card".

use super::first::{self, CLASS, NOUN};
use super::with::is_with;
use crate::lexicon::plural as plural_of;
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Class, Noun, Quality, Uniqueness};
use vocab::{Arena, Keyword, Side};

pub(super) const PLAIN: [(&str, Quality); 18] = [
    ("unique", Quality::Uniqueness(Uniqueness::Unique)),
    ("non-unique", Quality::Uniqueness(Uniqueness::NonUnique)),
    ("damaged", Quality::Damaged),
    ("undamaged", Quality::Undamaged),
    ("tapped", Quality::Tapped),
    ("untapped", Quality::Untapped),
    ("attacking", Quality::Attacking(None)),
    ("defending", Quality::Defending(None)),
    ("partially built", Quality::PartiallyBuilt),
    ("face-up", Quality::FaceUp),
    ("face-down", Quality::FaceDown),
    ("piloted", Quality::Piloted),
    ("stacked", Quality::Stacked),
    ("cornered", Quality::Cornered),
    ("multi-arena", Quality::MultiArena),
    ("light side", Quality::Side(Side::Light)),
    ("dark side", Quality::Side(Side::Dark)),
    ("neutral", Quality::Side(Side::Neutral)),
];

pub(super) const NOUNS: [(&str, Noun); 24] = [
    ("unit card", Noun::UnitCard),
    ("unit cards", Noun::UnitCard),
    ("unit", Noun::Unit),
    ("units", Noun::Unit),
    ("card", Noun::Card),
    ("cards", Noun::Card),
    ("subordinate", Noun::Subordinate),
    ("subordinates", Noun::Subordinate),
    ("pilot", Noun::Pilot),
    ("pilots", Noun::Pilot),
    ("equipment", Noun::Equipment),
    ("location", Noun::Location),
    ("locations", Noun::Location),
    ("mission", Noun::Mission),
    ("missions", Noun::Mission),
    ("campaign", Noun::Campaign),
    ("campaigns", Noun::Campaign),
    ("trap", Noun::Trap),
    ("traps", Noun::Trap),
    ("battle card", Noun::BattleCard),
    ("battle cards", Noun::BattleCard),
    ("resource", Noun::Resource),
    ("event", Noun::Event),
    ("events", Noun::Event),
];

/// Whether a word ends a noun in the table, counting "Battle" in "Battle or Mission cards".
pub fn is_noun_word(word: &str) -> bool {
    NOUNS.iter().any(|(noun, _)| noun.rsplit(' ').next() == Some(word))
}

/// A class. If there is no noun, the last subtype, name or "Character" serves as one.
pub fn read_class(p: &mut Parser) -> Option<Class> {
    p.may_begin(CLASS).then_some(())?;
    p.attempt(|p| {
        let mut adjectives: Vec<Quality> = Vec::new();
        // "the Iron Veil": an article before a name means nothing.
        if p.at("the") {
            adjectives.extend(p.attempt(|p| {
                p.words("the");
                p.card_name().map(|name| Quality::Name(name.into()))
            }));
        }
        while p.may_begin(CLASS) {
            let is_adjective = p.at("pilot unit card") || p.at("pilot unit cards");
            if !is_adjective && let Some(noun) = read_noun(p) {
                // "a Character card", "a partially built Ground unit": a unit card (rules 203.3, 204.2). Equipment and
                // Locations only fit arenas.
                let as_card = match noun {
                    Noun::Card => matches!(adjectives.last(), Some(Quality::Type(_))),
                    Noun::Unit => adjectives.contains(&Quality::PartiallyBuilt),
                    _ => false,
                };
                let noun = if as_card { Noun::UnitCard } else { noun };
                return Some(Class { adjectives, noun });
            }
            match read_adjective(p) {
                Some(quality) => adjectives.push(quality),
                None => break,
            }
            // "non-Skill, non-Trait Equipment".
            // Also "untapped, non-Jedi Character".
            if p.sees(|p| p.words(",") && p.lower().starts_with("non-")) {
                p.advance(1);
            }
        }
        let noun =
            implied_noun(p, &adjectives).or_else(|| p.attempt(|p| read_noun_to_come(p, &adjectives)))?;
        // What is partially built isn't a unit yet (rule 702.1).
        let is_built = noun == Noun::Unit && adjectives.contains(&Quality::PartiallyBuilt);
        Some(Class { noun: if is_built { Noun::UnitCard } else { noun }, adjectives })
    })
}

/// "Imperial Ground or Imperial Character unit cards", "Neutral or Jedi units": the noun comes at the end of the list.
fn read_noun_to_come(p: &mut Parser, adjectives: &[Quality]) -> Option<Noun> {
    let open = matches!(
        adjectives.last()?,
        Quality::Type(_) | Quality::Side(_) | Quality::Uniqueness(_) | Quality::Tapped | Quality::Damaged
    );
    let more = open
        && p.sees(|p| {
            p.one_of(&JOINTS).is_some() && (p.words("a") || p.words("an") || read_class(p).is_some())
        });
    more.then_some(Noun::Unit)
}

/// What separates the classes of a list.
pub const JOINTS: [&str; 7] = [", and / or", "and / or", ", or", ", and", "or", "and", ","];

/// What the last adjective stands for if no noun follows.
fn implied_noun(p: &Parser, adjectives: &[Quality]) -> Option<Noun> {
    match adjectives.last()? {
        Quality::Subtype(subtype) => Some(p.lexicon.noun(subtype)),
        Quality::Type(Arena::Character) | Quality::Name(_) => Some(Noun::Unit),
        Quality::Not(inner) => match &**inner {
            Quality::Subtype(subtype) => Some(p.lexicon.noun(subtype)),
            _ => None,
        },
        _ => None,
    }
}

fn read_noun(p: &mut Parser) -> Option<Noun> {
    p.may_begin(NOUN).then_some(())?;
    // "Battle or Mission cards".
    let battle = p.attempt(|p| {
        p.words("battle").then_some(())?;
        p.sees(|p| p.one_of(&JOINTS).is_some() && (p.words("mission") || p.words("missions"))).then_some(())
    });
    if battle.is_some() {
        return Some(Noun::BattleCard);
    }
    let noun = p.choice(&NOUNS)?;
    match noun {
        Noun::Equipment
        | Noun::Location
        | Noun::Mission
        | Noun::Campaign
        | Noun::Trap
        | Noun::Resource
        | Noun::Event => {
            let _ = p.words("card") || p.words("cards");
        }
        Noun::Card | Noun::Unit | Noun::UnitCard | Noun::Subordinate | Noun::Pilot | Noun::BattleCard => {}
    }
    Some(noun)
}

/// The same where there are no units: the cards are meant (rule 204.2).
pub fn as_card(class: &mut Class) {
    if class.noun == Noun::Unit {
        class.noun = Noun::UnitCard;
    }
}

fn read_adjective(p: &mut Parser) -> Option<Quality> {
    // "Pilot unit card": a card with the keyword, wherever it is.
    if p.at("pilot unit card") || p.at("pilot unit cards") {
        p.words("pilot");
        return Some(Quality::Keyword(Keyword::Pilot, None));
    }
    if p.may_begin(first::PLAIN)
        && let Some(quality) = p.choice(&PLAIN)
    {
        return Some(quality);
    }
    let written = p.written();
    if let Some(rest) = written.strip_prefix("non-").or_else(|| written.strip_prefix("Non-")) {
        if let Some(arena) = Arena::from_name(rest) {
            p.advance(1);
            return Some(Quality::Type(arena).negated());
        }
        if let Some((_, quality)) = DENIED.iter().find(|(word, _)| rest.eq_ignore_ascii_case(word)) {
            p.advance(1);
            return Some(quality.clone().negated());
        }
        return p.subtype(4).map(|subtype| Quality::subtype(subtype).negated());
    }
    if let Some(name) = p.card_name() {
        return Some(Quality::Name(name.into()));
    }
    if let Some(types) = p.attempt(read_types) {
        return Some(types);
    }
    p.subtype(0).map(Quality::subtype)
}

/// What can follow "non-", besides types and subtypes.
const DENIED: [(&str, Quality); 6] = [
    ("unit", Quality::Kind(Noun::Unit)),
    ("Subordinate", Quality::Kind(Noun::Subordinate)),
    ("Equipment", Quality::Kind(Noun::Equipment)),
    ("Location", Quality::Kind(Noun::Location)),
    ("multi-arena", Quality::MultiArena),
    ("Neutral", Quality::Side(Side::Neutral)),
];

/// "Ground", "Characters", "Space or Ground unit".
fn read_types(p: &mut Parser) -> Option<Quality> {
    let first = read_type(p)?;
    let either = p.attempt(|p| {
        (first != Arena::Character).then_some(())?;
        p.one_of(&["and / or", "or", "and", "/"])?;
        let second = read_type(p)?;
        p.sees(|p| p.words("unit") || p.words("units")).then_some(second)
    });
    Some(match either {
        Some(second) => Quality::AnyOf(vec![Quality::Type(first), Quality::Type(second)]),
        None => Quality::Type(first),
    })
}

fn read_type(p: &mut Parser) -> Option<Arena> {
    p.written().starts_with(|c: char| c.is_ascii_uppercase()).then_some(())?;
    p.choice(&[
        ("space", Arena::Space),
        ("ground", Arena::Ground),
        ("character", Arena::Character),
        ("characters", Arena::Character),
    ])
}

/// The noun as written.
const fn noun_words(noun: Noun) -> (&'static str, &'static str) {
    match noun {
        Noun::Card => ("card", "cards"),
        Noun::Unit => ("unit", "units"),
        Noun::UnitCard => ("unit card", "unit cards"),
        Noun::Subordinate => ("Subordinate", "Subordinates"),
        Noun::Pilot => ("Pilot", "Pilots"),
        Noun::Equipment => ("Equipment", "Equipment"),
        Noun::Location => ("Location", "Locations"),
        Noun::Mission => ("Mission", "Missions"),
        Noun::Campaign => ("Campaign", "Campaigns"),
        Noun::Trap => ("Trap", "Traps"),
        Noun::BattleCard => ("Battle card", "Battle cards"),
        Noun::Resource => ("Resource", "Resource"),
        Noun::Event => ("Event", "Events"),
    }
}

/// Writes what `read_class` reads.
pub fn write_class(w: &mut Writer, class: &Class, plural: bool) -> Written {
    // "unit with Stealth" in a list; a subtype comes before its noun.
    let is_after = |quality: &&Quality| match quality {
        Quality::Subtype(_) => false,
        Quality::Not(inner) => !matches!(**inner, Quality::Subtype(_)) && is_with(quality),
        other => is_with(other),
    };
    let pilot = Quality::Keyword(Keyword::Pilot, None);
    let after: Vec<Quality> =
        class.adjectives.iter().filter(is_after).filter(|quality| **quality != pilot).cloned().collect();
    if !after.is_empty() {
        let is_before = |quality: &&Quality| !after.contains(quality);
        let before = class.adjectives.iter().filter(is_before).cloned().collect();
        write_class(w, &Class { adjectives: before, noun: class.noun }, plural)?;
        for (i, quality) in after.iter().enumerate() {
            super::with::write_with(w, quality, i > 0)?;
        }
        return Ok(());
    }
    let (last, before) = match class.adjectives.split_last() {
        Some((last, before)) => (Some(last), before),
        None => (None, &class.adjectives[..]),
    };
    for (i, quality) in before.iter().enumerate() {
        write_adjective(w, quality, false)?;
        let next = class.adjectives.get(i + 1);
        if matches!((quality, next), (Quality::Not(_), Some(Quality::Not(_)))) {
            w.say(",");
        }
    }
    let implied = match last {
        Some(Quality::Subtype(subtype)) => w.lexicon.noun(subtype) == class.noun,
        Some(Quality::Type(Arena::Character) | Quality::Name(_)) => class.noun == Noun::Unit,
        _ => false,
    };
    if let Some(last) = last {
        write_adjective(w, last, implied && plural)?;
    }
    if !implied {
        let (one, many) = noun_words(class.noun);
        w.say(if plural { many } else { one });
    }
    Ok(())
}

fn write_adjective(w: &mut Writer, quality: &Quality, plural: bool) -> Written {
    let as_noun = |word: &str| if plural { plural_of(word) } else { word.to_string() };
    if let Some((words, _)) = PLAIN.iter().find(|(_, plain)| plain == quality) {
        w.say(match quality {
            Quality::Side(Side::Light) => "Light Side",
            Quality::Side(Side::Dark) => "Dark Side",
            Quality::Side(_) => "Neutral",
            _ => words,
        });
        return Ok(());
    }
    match quality {
        Quality::Subtype(subtype) => w.say(as_noun(subtype)),
        Quality::Type(arena) => w.say(as_noun(arena.name())),
        Quality::Name(name) => w.say(&**name),
        Quality::Keyword(Keyword::Pilot, None) => w.say("Pilot"),
        Quality::Not(inner) => match &**inner {
            Quality::Subtype(subtype) => w.say(format!("non-{subtype}")),
            Quality::Type(arena) => w.say(format!("non-{arena}")),
            denied if DENIED.iter().any(|(_, quality)| quality == denied) => {
                let word = DENIED.iter().find(|(_, quality)| quality == denied).map_or("", |(word, _)| word);
                w.say(format!("non-{word}"));
            }
            _ => return Err(Unwritable("this adjective with `non-`")),
        },
        Quality::AnyOf(types) => match types[..] {
            [Quality::Type(first), Quality::Type(second)] if first != Arena::Character => {
                w.say(format!("{first} or {second}"));
            }
            _ => return Err(Unwritable("this list of adjectives")),
        },
        _ => return Err(Unwritable("this adjective")),
    }
    Ok(())
}

/// Whether the class is a unit given by its name alone.
pub fn is_name(class: &Class) -> bool {
    class.noun == Noun::Unit && matches!(class.adjectives[..], [Quality::Name(_)])
}

/// The article for what was written since: "a" or "an".
pub fn article(following: &str) -> &'static str {
    let vowel = following.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    let sounds = ["unique", "unit", "Yuuzhan", "one"].iter().any(|word| following.starts_with(word));
    if vowel && !sounds { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::{read_class, write_class};
    use crate::testing::both;
    use vocab::ability::{Class, Noun, Quality};

    #[test]
    fn classes() {
        for text in [
            "unit",
            "unique Rebel Starfighter",
            "Space unit",
            "Jedi Character",
            "Droid unit card",
            "non-Droid Ground unit",
            "Space or Ground unit",
            "Battle card",
            "Lightsaber",
            "partially built card",
            "damaged Dark Side unit",
            "non-unit card",
            "Jedi Pilot unit card",
            "non-Subordinate Rebel",
            "non-multi-arena Starfighter",
            "Ilara Venn",
        ] {
            both(text, read_class, |w, class| write_class(w, class, false));
        }
        for text in ["Bounty Hunters", "Characters", "Jedi", "Crime Gang Squads"] {
            both(text, read_class, |w, class| write_class(w, class, true));
        }
    }

    #[test]
    fn the_last_subtype_is_the_noun() {
        let class = both("Rebel Starfighter", read_class, |w, class| write_class(w, class, false));
        let both_subtypes = vec![Quality::subtype("Rebel"), Quality::subtype("Starfighter")];
        assert_eq!(class, Class { adjectives: both_subtypes, noun: Noun::Unit });
    }
}
