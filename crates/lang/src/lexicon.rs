//! The words that the cards themselves bring: names and subtypes. What is known of a card comes in as plain facts.

mod kept;

use crate::token::Source;
use std::collections::HashMap;
use vocab::ability::Noun;
use vocab::{Arena, CardType, Keyword};

/// Names and subtypes, found by their first word.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    names: HashMap<Box<str>, Vec<Entry>>,
    subtypes: HashMap<Box<str>, Vec<Entry>>,
    /// The names of Subordinates in the plural: a description would be "Dug Warrior Subordinates".
    subordinates: HashMap<Box<str>, Vec<Entry>>,
    nouns: HashMap<Box<str>, Noun>,
}

/// What a lexicon learns from one card.
#[derive(Clone, Copy, Debug)]
pub struct CardWords<'a> {
    /// The name without the version letter.
    pub name: &'a str,
    /// Whether the card is unique.
    pub is_unique: bool,
    /// The subtypes as printed.
    pub subtypes: &'a str,
    /// The type, which tells what the subtypes stand for.
    pub card_type: CardType,
}

/// Words in lower case, and what they stand for as printed.
#[derive(Clone, Debug)]
struct Entry {
    words: Vec<Box<str>>,
    value: Box<str>,
}

/// The subtypes of several words that rule 203.4 keeps together, and the most common single words.
const KNOWN: [&str; 41] = [
    "Dark Jedi Master",
    "Dark Jedi Knight",
    "Dark Jedi Padawan",
    "Dark Jedi",
    "Jedi Master",
    "Jedi Knight",
    "Jedi Padawan",
    "Sith Lord",
    "Force Sensitive",
    "Bounty Hunter",
    "Capital Ship",
    "New Republic",
    "Old Republic",
    "First Order",
    "Final Order",
    "Trade Federation",
    "Yuuzhan Vong",
    "Crime Gang",
    "Imperial Remnant",
    "New Imperial",
    "Galactic Alliance",
    "Rogue One",
    "Mon Calamari",
    "Battle Station",
    "Star System",
    "Council Member",
    "Patrol Ship",
    "Lost Tribe",
    "Death Watch",
    "Nite Owl",
    "Techno Union",
    "Commerce Guild",
    "Banking Clan",
    "Supreme Leader",
    "Bando Gora",
    "Black Sun",
    "Kel Dor",
    "Blood Carver",
    "Jedi",
    "Sith",
    "Padawan",
];

/// Words that are never taken for a name on their own, even if a card is called that.
const ORDINARY: [&str; 22] = [
    "space",
    "ground",
    "character",
    "unit",
    "force",
    "mission",
    "location",
    "equipment",
    "battle",
    "event",
    "resource",
    "trap",
    "campaign",
    "subordinate",
    "pilot",
    "card",
    "arena",
    "light",
    "dark",
    "neutral",
    "side",
    "x",
];

impl Lexicon {
    /// All names and subtypes of these cards.
    pub fn new(cards: &[CardWords<'_>]) -> Lexicon {
        let mut lexicon = Lexicon::default();
        let mut kinds: HashMap<Box<str>, HashMap<Noun, usize>> = HashMap::new();
        for card in cards {
            for subtype in vocab::subtype::split(card.subtypes) {
                let clean = subtype.trim_matches(|c: char| !c.is_alphanumeric());
                if clean.starts_with(|c: char| c.is_ascii_uppercase()) && Arena::from_name(clean).is_none() {
                    *kinds.entry(clean.into()).or_default().entry(noun(card.card_type)).or_default() += 1;
                }
            }
        }
        for known in KNOWN {
            *kinds.entry(known.into()).or_default().entry(Noun::Unit).or_default() += 1;
        }
        for (subtype, nouns) in kinds {
            lexicon.add_subtype(&subtype, usual_noun(&nouns));
        }
        let mut seen: HashMap<&str, bool> = HashMap::new();
        for card in cards {
            *seen.entry(card.name).or_default() |= card.is_unique;
        }
        for (name, is_unique) in seen {
            lexicon.add_name(name, is_unique);
        }
        for card in cards {
            if matches!(card.card_type, CardType::Subordinate(_)) && card.name.ends_with('s') {
                lexicon.add_subordinate(card.name);
            }
        }
        lexicon.sort();
        lexicon
    }

    /// The longest entries first.
    fn sort(&mut self) {
        let lists = self.names.values_mut().chain(self.subtypes.values_mut());
        for entries in lists.chain(self.subordinates.values_mut()) {
            entries.sort_by(|a, b| b.words.len().cmp(&a.words.len()).then(a.value.cmp(&b.value)));
        }
    }

    fn add_subtype(&mut self, subtype: &str, noun: Noun) {
        self.nouns.insert(subtype.into(), noun);
        let words = words(subtype);
        let Some((last, before)) = words.split_last() else { return };
        for form in forms(last) {
            let mut words = before.to_vec();
            words.push(form);
            let entry = Entry { value: subtype.into(), words };
            self.subtypes.entry(entry.words[0].clone()).or_default().push(entry);
        }
    }

    /// A name; one that only describes is left out, unless a unique unit has it ("Rogue Squadron") and it is not a
    /// subtype by itself ("Rogue One").
    fn add_name(&mut self, name: &str, is_unique: bool) {
        let words = words(name);
        let names_one = is_unique && words.len() > 1 && !self.nouns.contains_key(name);
        let is_keyword = Keyword::from_name(name).is_some();
        let described = || self.is_description(&Source::new(name), 0);
        if words.is_empty() || is_keyword || (!names_one && described()) {
            return;
        }
        self.names.entry(words[0].clone()).or_default().push(Entry { value: name.into(), words });
    }

    fn add_subordinate(&mut self, name: &str) {
        let words = words(name);
        let Some(first) = words.first().cloned() else { return };
        let entries = self.subordinates.entry(first).or_default();
        if entries.iter().all(|entry| entry.words != words) {
            entries.push(Entry { value: name.into(), words });
        }
    }

    /// Whether only subtypes and ordinary words are left from this token: "Rebel Pilot" describes, "Death Star" names.
    fn is_description(&self, source: &Source, at: usize) -> bool {
        let Some(token) = source.tokens.get(at) else { return true };
        if ORDINARY.contains(&source.lower(*token)) && self.is_description(source, at + 1) {
            return true;
        }
        let entries = self.subtypes.get(source.lower(*token)).into_iter().flatten();
        entries.into_iter().any(|entry| {
            let fits =
                entry.words.iter().zip(at..).all(|(word, i)| {
                    source.tokens.get(i).is_some_and(|token| source.lower(*token) == &**word)
                });
            fits && self.is_description(source, at + entry.words.len())
        })
    }

    /// The longest card name that begins at a token, and how many tokens it has.
    pub fn name_at(&self, source: &Source, at: usize) -> Option<(&str, usize)> {
        find(&self.names, source, at, 0)
    }

    /// The Subordinate of that name, if the word behind says that it is one.
    pub fn subordinate_at(&self, source: &Source, at: usize) -> Option<(&str, usize)> {
        let (name, tokens) = find(&self.subordinates, source, at, 0)?;
        let next = source.tokens.get(at + tokens)?;
        matches!(source.lower(*next), "subordinate" | "subordinates").then_some((name, tokens))
    }

    /// The longest subtype that begins at a token (after skipping some of its letters), and how many tokens it has.
    pub fn subtype_at(&self, source: &Source, at: usize, skipped: usize) -> Option<(&str, usize)> {
        find(&self.subtypes, source, at, skipped)
    }

    /// What a subtype stands for on its own: "a Weapon" is an Equipment, "a Jedi" a unit.
    pub fn noun(&self, subtype: &str) -> Noun {
        self.nouns.get(subtype).copied().unwrap_or(Noun::Unit)
    }

    /// Whether the word is a subtype that only Locations have.
    fn is_place(&self, word: &str) -> bool {
        self.subtypes.get(word).is_some_and(|entries| {
            entries.iter().all(|entry| entry.words.len() == 1 && self.noun(&entry.value) == Noun::Location)
        })
    }

    /// Whether the word is a subtype, or the first word of one.
    pub fn is_subtype_word(&self, word: &str) -> bool {
        self.subtypes.contains_key(word)
    }
}

/// What cards with a subtype are: Equipment or Locations if hardly any of them is a unit.
fn usual_noun(nouns: &HashMap<Noun, usize>) -> Noun {
    let cards: usize = nouns.values().sum();
    let is_usual = |noun: &Noun| nouns.get(noun).is_some_and(|of_it| of_it * 10 >= cards * 9);
    [Noun::Equipment, Noun::Location].into_iter().find(is_usual).unwrap_or(Noun::Unit)
}

fn noun(card_type: CardType) -> Noun {
    match card_type {
        CardType::Unit(_) | CardType::Subordinate(_) => Noun::Unit,
        CardType::Equipment(_) => Noun::Equipment,
        CardType::Location(_) => Noun::Location,
        CardType::Battle => Noun::BattleCard,
        CardType::Mission | CardType::Trap | CardType::Campaign => Noun::Mission,
        CardType::Resource => Noun::Resource,
        CardType::Event | CardType::Reminder => Noun::Event,
    }
}

fn find<'a>(
    index: &'a HashMap<Box<str>, Vec<Entry>>,
    source: &Source,
    at: usize,
    skipped: usize,
) -> Option<(&'a str, usize)> {
    let first = *source.tokens.get(at)?;
    let written = &source.text(first)[skipped..];
    if !written.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) {
        return None;
    }
    let entries = index.get(&source.lower(first)[skipped..])?;
    let fits = |entry: &&Entry| {
        entry.words[1..]
            .iter()
            .zip(1..)
            .all(|(word, i)| source.tokens.get(at + i).is_some_and(|token| source.lower(*token) == &**word))
    };
    entries.iter().find(fits).map(|entry| (&*entry.value, entry.words.len()))
}

/// The words of a name in lower case, split the way texts are.
fn words(name: &str) -> Vec<Box<str>> {
    let source = Source::new(name);
    source.tokens.iter().map(|token| source.lower(*token).into()).collect()
}

/// The forms of the last word: as it is and in the plural.
fn forms(word: &str) -> Vec<Box<str>> {
    let mut forms: Vec<Box<str>> = vec![word.into(), format!("{word}s").into()];
    if let Some(stem) = word.strip_suffix('y') {
        forms.push(format!("{stem}ies").into());
    }
    if let Some(stem) = word.strip_suffix("man") {
        forms.push(format!("{stem}men").into());
    }
    if let Some(stem) = word.strip_suffix('f') {
        forms.push(format!("{stem}ves").into());
    }
    if word.ends_with(['s', 'x', 'h']) {
        forms.push(format!("{word}es").into());
    }
    if let Some(stem) = word.strip_suffix("child") {
        forms.push(format!("{stem}children").into());
    }
    if word == "rakatan" {
        forms.push("rakata".into());
    }
    forms
}

/// The plural as the cards write it.
pub fn plural(word: &str) -> String {
    const UNCHANGED: [&str; 11] =
        ["Jedi", "Sith", "Vong", "Calamari", "Gora", "Dor", "Federation", "Owl", "Sensitive", "One", "Watch"];
    let last = word.rsplit(' ').next().unwrap_or(word);
    if UNCHANGED.contains(&last) || word.ends_with('s') {
        return word.to_string();
    }
    for (one, many) in [("Thief", "Thieves"), ("Child", "Children")] {
        if let Some(stem) = word.strip_suffix(one) {
            return format!("{stem}{many}");
        }
    }
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => format!("{stem}ies"),
        _ => format!("{word}s"),
    }
}

/// The names by which a card refers to itself, as words in lower case, longest first.
pub fn own_names(base: &str, unique: bool, lexicon: &Lexicon) -> Vec<Vec<Box<str>>> {
    let source = Source::new(base);
    let all = words(base);
    let mut names = Vec::new();
    if all.is_empty() {
        return names;
    }
    names.push(all.clone());
    // "Ki-Adi" of "Ki-Adi-Mundi".
    for word in all.iter().filter(|_| unique) {
        let parts = word.match_indices('-').map(|(at, _)| &word[..at]).filter(|part| part.len() > 3);
        names.extend(parts.map(|part| vec![part.into()]));
    }
    // "Luke's Illusion" calls itself Luke.
    if let [of @ .., possessive, illusion] = &all[..]
        && unique
        && &**possessive == "'s"
        && &**illusion == "illusion"
    {
        names.push(of.to_vec());
    }
    let joined = all.iter().any(|word| matches!(&**word, "and" | "&"));
    if unique && !joined {
        for len in (1..all.len()).rev() {
            for start in 0..=all.len() - len {
                let part = &all[start..start + len];
                let capital = |i: usize| {
                    source
                        .text(source.tokens[i])
                        .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
                };
                // "Kyp Durron's Lightsaber" doesn't call itself Kyp.
                let possessed = all[start + len..].iter().any(|next| &**next == "'s");
                let plain = part.iter().all(|word| {
                    lexicon.is_subtype_word(word)
                        || ORDINARY.contains(&&**word)
                        || word.len() < 2
                        || matches!(&**word, "the" | "of" | "a" | "in" | "to" | "for" | "captain" | "general")
                });
                // "Mission Vao" calls herself Mission, and Kol Skywalker Kol although a place has that name.
                let called = start == 0
                    && all.len() == 2
                    && matches!(part, [word] if &**word == "mission" || lexicon.is_place(word));
                if called || (capital(start) && capital(start + len - 1) && !possessed && !plain) {
                    names.push(part.to_vec());
                }
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{Lexicon, own_names, plural};
    use crate::token::Source;
    use cards::core_set;
    use vocab::ability::Noun;

    fn core() -> Lexicon {
        Lexicon::of(&core_set::plugin().collection)
    }

    #[test]
    fn names_and_subtypes_are_found_longest_first() {
        let lexicon = core();
        let source = Source::new("Ilara Venn and Dark Jedi Masters");
        assert_eq!(lexicon.name_at(&source, 0), Some(("Ilara Venn", 2)));
        assert_eq!(lexicon.subtype_at(&source, 3, 0), Some(("Dark Jedi Master", 3)));
        assert_eq!(lexicon.subtype_at(&Source::new("jedi"), 0, 0), None);
        assert_eq!(lexicon.subtype_at(&Source::new("non-Droids"), 0, 4), Some(("Droid", 1)));
        assert_eq!(lexicon.noun("Lightsaber"), Noun::Equipment);
    }

    #[test]
    fn a_unique_card_calls_itself_by_a_part_of_its_name() {
        let names = own_names("Ilara Venn", true, &core());
        assert_eq!(names.len(), 3);
        assert_eq!(names[0].len(), 2);
        let names = own_names("Ilara's Signet", true, &core());
        assert!(!names.contains(&vec!["ilara".into()]));
        assert_eq!(own_names("Cell Saboteur", false, &core()).len(), 1);
    }

    #[test]
    fn plurals() {
        assert_eq!(plural("Bounty Hunter"), "Bounty Hunters");
        assert_eq!(plural("Dark Jedi"), "Dark Jedi");
    }
}
