//! Finding a card by what a person types: `vader b2`, `brasks y-wing`, `nola brsak`.

use crate::collection::{CardId, Collection, PrintingId};
use crate::name::{SpokenName, spoken};
use vocab::Version;

/// What a search by name found; ties are shown, never chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Exactly one card fits.
    One(PrintingId),
    /// Several cards fit, best first.
    Several(Vec<PrintingId>),
    /// None fits; these come close, best first (perhaps none).
    Near(Vec<PrintingId>),
}

/// How well a name fits what was typed; smaller is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The base name is what was typed.
    Base,
    /// The name begins with it.
    Start,
    /// The name contains its words, in this order and side by side.
    Inside,
    /// Each typed word begins a word of the name.
    Words,
}

impl Collection {
    /// Finds cards by name as people type it.
    pub fn find(&self, typed: &str) -> Found {
        let wanted = spoken(typed);
        if let Some(ids) = self.by_spoken.get(&wanted) {
            return of(ids.clone()).unwrap_or(Found::Near(Vec::new()));
        }
        let (words, version) = version_request(&wanted);
        let both = version.and_then(|version| of(self.by_words(words, Some(version))));
        // "brask b" could also mean a name with a word that begins with b.
        both.or_else(|| of(self.by_words(&wanted, None)))
            .unwrap_or_else(|| Found::Near(self.suggestions(typed, 5)))
    }

    /// Cards whose names fit the words, best fit first, one printing each.
    fn by_words(&self, words: &str, version: Option<Version>) -> Vec<PrintingId> {
        if words.is_empty() {
            return Vec::new();
        }
        let mut fitting: Vec<(Fit, CardId, PrintingId)> = Vec::new();
        for (card, base) in self.cards().zip(&self.spoken_bases) {
            let id = self.shown(card);
            let name = &self.get(id).name;
            if (version.is_none() || name.version == version)
                && let Some(fit) = fit(words, &base.text)
            {
                fitting.push((fit, card, id));
            }
        }
        fitting.sort_by(|a, b| {
            let name = |entry: &(Fit, CardId, PrintingId)| &self.get(entry.2).name;
            (a.0, name(a).base().len(), name(a).base(), name(a).version).cmp(&(
                b.0,
                name(b).base().len(),
                name(b).base(),
                name(b).version,
            ))
        });
        fitting.into_iter().map(|(_, _, id)| id).collect()
    }

    /// Up to `most` cards with names near a misspelt one, nearest first.
    pub fn suggestions(&self, name: &str, most: usize) -> Vec<PrintingId> {
        let wanted = spoken(name);
        let (words, version) = version_request(&wanted);
        let far = 1 + words.len() / 6;
        let words = SpokenName::new(words);
        let mut near: Vec<(usize, bool, PrintingId)> = Vec::new();
        for (card, base) in self.cards().zip(&self.spoken_bases) {
            if let Some(distance) = words.distance(base, far) {
                let id = self.shown(card);
                near.push((distance, self.get(id).name.version != version, id));
            }
        }
        near.sort();
        near.into_iter().map(|(_, _, id)| id).take(most).collect()
    }
}

fn of(ids: Vec<PrintingId>) -> Option<Found> {
    match ids[..] {
        [] => None,
        [only] => Some(Found::One(only)),
        _ => Some(Found::Several(ids)),
    }
}

/// A last word such as `b2` asks for a version.
fn version_request(wanted: &str) -> (&str, Option<Version>) {
    let Some((words, last)) = wanted.rsplit_once(' ') else { return (wanted, None) };
    match last.to_ascii_uppercase().parse() {
        Ok(version) => (words, Some(version)),
        Err(()) => (wanted, None),
    }
}

fn fit(words: &str, base: &str) -> Option<Fit> {
    if base == words {
        return Some(Fit::Base);
    }
    if base.strip_prefix(words).is_some_and(|rest| rest.starts_with(' ')) {
        return Some(Fit::Start);
    }
    let each_begins = words.split(' ').all(|word| base.split(' ').any(|part| part.starts_with(word)));
    each_begins.then(|| if base.contains(words) { Fit::Inside } else { Fit::Words })
}

#[cfg(test)]
mod tests {
    use super::Found;
    use crate::{Collection, Resolved, SetFile, set_file::Row};

    fn collection() -> Collection {
        let names =
            ["Nola Brask (A)", "Nola Brask (B2)", "Nola Brask (B2) (Promo)", "Brask's Y-wing", "Old Mill"];
        let mut set = SetFile::new("XMP");
        for (i, name) in names.iter().enumerate() {
            let image = format!("XMP{i}");
            let mut fields = [""; 17];
            (fields[0], fields[1], fields[2], fields[3], fields[4]) = (name, "XMP", &image, "L", "Battle");
            set.push(Row::new(fields).unwrap());
        }
        let (mut collection, findings) = Collection::new([&set]);
        assert_eq!(findings, []);
        let (aliases, _) = crate::Aliases::read("Ancient Mill\tOld Mill\t2026-01-02");
        collection.add_aliases(aliases);
        collection
    }

    fn names(collection: &Collection, found: Found) -> Vec<String> {
        let ids = match found {
            Found::One(id) => vec![id],
            Found::Several(ids) | Found::Near(ids) => ids,
        };
        ids.into_iter().map(|id| collection.get(id).name.full().to_string()).collect()
    }

    #[test]
    fn people_find_cards_by_words_and_version() {
        let all = collection();
        assert_eq!(names(&all, all.find("brask b2")), ["Nola Brask (B2)"]);
        assert_eq!(names(&all, all.find("NOLA BRASK A")), ["Nola Brask (A)"]);
        assert_eq!(names(&all, all.find("brasks y wing")), ["Brask's Y-wing"]);
        assert_eq!(names(&all, all.find("nola")), ["Nola Brask (A)", "Nola Brask (B2)"]);
        assert!(matches!(all.find("nola"), Found::Several(_)), "ties are shown");
        assert_eq!(names(&all, all.find("nola brsak")), ["Nola Brask (A)", "Nola Brask (B2)"]);
        assert!(matches!(all.find("nola brsak"), Found::Near(_)), "a misspelling is not chosen");
        assert_eq!(all.find(""), Found::Near(Vec::new()));
        assert_eq!(all.find("zzzzz"), Found::Near(Vec::new()));
    }

    #[test]
    fn printings_are_one_card() {
        let all = collection();
        assert_eq!((all.len(), all.cards().len()), (5, 4));
        let promo = all.resolve("nola brask (b2) (promo)").printing().unwrap();
        let plain = all.resolve("Nola Brask (B2)").printing().unwrap();
        assert_eq!(all.card_of(promo), all.card_of(plain));
        assert_eq!(all.shown(all.card_of(promo)), plain);
    }

    #[test]
    fn deck_names_match_exactly_in_any_case_or_by_alias_and_never_by_guessing() {
        let all = collection();
        assert!(matches!(all.resolve(" Old  Mill "), Resolved::Exact(_)));
        assert!(matches!(all.resolve("OLD MILL"), Resolved::OtherCase(_)));
        assert!(
            matches!(all.resolve("ancient mill"), Resolved::Renamed(_, alias) if alias.date == "2026-01-02")
        );
        let Resolved::Unknown(near) = all.resolve("Old Mil") else { panic!("guessed") };
        assert_eq!(all.get(near[0]).name.full(), "Old Mill");
    }
}
