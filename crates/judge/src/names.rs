//! The names of the cards on the table, as people write them: any case, with or without accents, and without the
//! version letter as long as that is clear.

use engine::state::Slot;

/// A text for comparing: small letters, no accents, straight quotation marks. Every letter stays one letter, so that
/// places in the folded text are places in the text.
pub(crate) fn fold(text: &str) -> String {
    text.chars().map(fold_letter).collect()
}

fn fold_letter(letter: char) -> char {
    let letter = letter.to_lowercase().next().unwrap_or(letter);
    match letter {
        'à'..='å' | 'ā' | 'ă' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ě' => 'e',
        'ì'..='ï' | 'ī' => 'i',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' => 'o',
        'š' | 'ś' => 's',
        'ù'..='ü' | 'ū' => 'u',
        'ý' | 'ÿ' => 'y',
        'ž' | 'ź' | 'ż' => 'z',
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201C}' | '\u{201D}' => '"',
        '\u{2013}' | '\u{2014}' => '-',
        other => other,
    }
}

/// A card of the game under the name that it has.
#[derive(Clone, Debug)]
struct Named {
    /// `Mara (B)`.
    title: String,
    /// The title, folded.
    full: String,
    /// The title without its version letter, folded.
    bare: String,
    slot: Slot,
}

/// The names of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(Vec<Named>);

/// Why a name says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unclear {
    /// No card has it; the nearest name, if one is near.
    Unknown(Option<String>),
    /// These versions have it.
    Versions(Vec<String>),
}

impl Unclear {
    /// In a sentence about the name.
    pub(crate) fn says(&self, name: &str) -> String {
        match self {
            Unclear::Unknown(None) => format!("no card here is called `{name}`"),
            Unclear::Unknown(Some(near)) => {
                format!("no card here is called `{name}`; did you mean `{near}`?")
            }
            Unclear::Versions(titles) => {
                format!("`{name}` could be {}: write the version letter", titles.join(" or "))
            }
        }
    }
}

impl Names {
    /// Adds a card under its title.
    pub(crate) fn add(&mut self, title: &str, slot: Slot) {
        let full = fold(title);
        let bare = without_version(&full).to_string();
        self.0.push(Named { title: title.to_string(), full, bare, slot });
    }

    /// All cards that a name means: those with this title, or with this name if only one version of it is here.
    pub(crate) fn find(&self, name: &str) -> Result<Vec<Slot>, Unclear> {
        let name = fold(name.trim());
        let titled: Vec<Slot> = self.0.iter().filter(|own| own.full == name).map(|own| own.slot).collect();
        if !titled.is_empty() {
            return Ok(titled);
        }
        let mut titles: Vec<&str> = Vec::new();
        for own in self.0.iter().filter(|own| own.bare == name) {
            if !titles.contains(&&*own.title) {
                titles.push(&own.title);
            }
        }
        match titles[..] {
            [] => Err(Unclear::Unknown(self.nearest(&name))),
            [_] => Ok(self.0.iter().filter(|own| own.bare == name).map(|own| own.slot).collect()),
            [..] => Err(Unclear::Versions(titles.into_iter().map(Into::into).collect())),
        }
    }

    /// The folded words with every title that needs no version letter written without it.
    pub(crate) fn without_letters(&self, words: &str) -> String {
        let mut words = words.to_string();
        for own in self.0.iter().filter(|own| own.full != own.bare) {
            let is_only = self.0.iter().all(|other| other.bare != own.bare || other.full == own.full);
            if is_only && words.contains(&own.full) {
                words = words.replace(&own.full, &own.bare);
            }
        }
        words
    }

    fn nearest(&self, name: &str) -> Option<String> {
        nearest(name, self.0.iter().map(|own| own.title.as_str()))
    }
}

/// `hunter (a)` is `hunter`.
pub(crate) fn without_version(title: &str) -> &str {
    let parts = title.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    match parts {
        Some((name, letter)) if letter.len() <= 3 => name,
        Some(_) | None => title,
    }
}

/// The word that is most like another, if one is like it at all.
pub(crate) fn nearest<'a>(words: &str, all: impl Iterator<Item = &'a str>) -> Option<String> {
    let words = fold(words);
    let near = |other: &str| {
        let folded = fold(other);
        let (own, other) = (words.chars().count(), folded.chars().count());
        let is_part =
            (folded.contains(&words) || words.contains(&folded)) && own.max(other) < 2 * own.min(other);
        // A large part counts as much as a slip of one letter.
        if is_part { 1 } else { strsim::osa_distance(&words, &folded) }
    };
    let far = (words.chars().count() / 3).max(2);
    all.map(|other| (near(other), other))
        .filter(|(distance, _)| *distance <= far)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Names, Unclear, fold};
    use engine::state::Slot;

    fn names(titles: &[&str]) -> Names {
        let mut names = Names::default();
        for (place, title) in titles.iter().enumerate() {
            names.add(title, Slot::new(place).unwrap());
        }
        names
    }

    #[test]
    fn names_are_found_in_any_spelling() {
        let here = names(&["Padmé Amidala (B)", "Walker", "Walker"]);
        let found = |name: &str| here.find(name).map(|slots| slots.len());
        assert_eq!(found("padme amidala (b)"), Ok(1));
        assert_eq!(found("PADMÉ AMIDALA"), Ok(1));
        assert_eq!(found("walker"), Ok(2));
        assert_eq!(found("Wolker"), Err(Unclear::Unknown(Some("Walker".into()))));
        assert_eq!(found("Bunker"), Err(Unclear::Unknown(None)));
        assert_eq!(here.without_letters("attack padme amidala (b)"), "attack padme amidala");
    }

    #[test]
    fn a_name_with_two_versions_needs_its_letter() {
        let here = names(&["Mara (A)", "Mara (B)"]);
        let unclear = here.find("Mara").unwrap_err();
        assert_eq!(unclear.says("Mara"), "`Mara` could be Mara (A) or Mara (B): write the version letter");
        assert_eq!(here.without_letters("mara (a)"), "mara (a)");
    }

    #[test]
    fn folding_keeps_places() {
        let text = "Padmé’s Æther";
        assert_eq!(fold(text).chars().count(), text.chars().count());
        assert_eq!(fold("Padmé’s"), "padme's");
    }
}
