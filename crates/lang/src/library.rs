//! From a collection to the library of playable cards.

use crate::compile::{Compiled, compile_text};
use crate::lexicon::Lexicon;
use crate::parser::Setting;
use crate::printed::compile_card;
use cards::{CardId, CardName, Collection, Printing};
use vocab::ability::{Ability, Uniqueness, waiting};
use vocab::{CardType, Completeness, Definition, DefinitionId, Library, LibraryError, Side};

/// What a library calls a card. A set tag isn't part of the name (rule 202.1), but a library tells its cards apart by
/// name: a card with a tag goes by both, and is Partial, because texts that name it wouldn't find it.
pub fn library_name(name: &CardName) -> String {
    match &name.tag {
        None => name.base().to_string(),
        Some(tag) => format!("{} ({tag})", name.base()),
    }
}

/// The card in a library that a player means by a name: exact, in another case or renamed, by any of its printings.
pub fn find_card(name: &str, collection: &Collection, library: &Library) -> Option<DefinitionId> {
    let title = match collection.resolve(name).printing() {
        // A library has the printing that people see.
        Some(printing) => collection.get(collection.shown(collection.card_of(printing))).name.clone(),
        None => CardName::parse(name, "").0,
    };
    library.find(&library_name(&title), title.version)
}

/// The card of a collection that a playable card was made from. What the mark of a printing or a set tag adds to its name
/// is no part of a definition's, so the name alone may lead nowhere.
pub fn card_of(definition: &Definition, collection: &Collection) -> Option<CardId> {
    let name = definition.name.to_lowercase();
    let version = definition.version.map_or_else(String::new, |version| format!(" ({version})"));
    let tagged = || {
        let (base, tag) = name.strip_suffix(')')?.rsplit_once(" (")?;
        collection.card(&format!("{base}{version} {{{tag}}}"))
    };
    collection.card(&format!("{name}{version}")).or_else(tagged)
}

/// Compiles one card; a card with unread clauses is Partial and lists them.
pub fn define(printing: &Printing, lexicon: &Lexicon) -> Definition {
    let mut definition = define_from(printing, &compile_card(printing, lexicon));
    let setting = Setting::of(printing, lexicon);
    let read = |text: &str| whole_text(text, &setting, lexicon).ok();
    definition.completeness = definition.completeness.waiting(|clause| waiting(clause, read));
    definition
}

/// The same, from a text that is already compiled.
pub fn define_from(printing: &Printing, compiled: &Compiled) -> Definition {
    let unread = compiled.unread().map(|(clause, _)| clause.text.as_str().into()).collect();
    Definition {
        name: printing.name.base().into(),
        version: printing.name.version,
        uniqueness: if printing.name.is_unique() { Uniqueness::Unique } else { Uniqueness::NonUnique },
        side: printing.side.unwrap_or(Side::Neutral),
        card_type: printing.card_type,
        subtypes: printing.subtypes.clone(),
        cost: printing.cost,
        speed: printing.speed,
        power: printing.power,
        health: printing.health,
        expansion: printing.set.clone(),
        words: printing.text.to_lowercase().into(),
        abilities: compiled.abilities(),
        completeness: Completeness::of(unread),
    }
}

/// The abilities of a text that can be read in full, or the first clause that can't.
pub fn whole_text(text: &str, setting: &Setting, lexicon: &Lexicon) -> Result<Vec<Ability>, String> {
    let compiled = compile_text(text, setting, lexicon);
    match compiled.unread().next() {
        Some((clause, _)) => Err(format!("`{}` was not understood", clause.text)),
        None => Ok(compiled.abilities()),
    }
}

/// The card that a player means by a name such as "Mara (B)". The version letter is needed only if there are several
/// versions.
pub fn printed_card(name: &str, collection: &Collection, lexicon: &Lexicon) -> Result<Definition, String> {
    let mut printings = collection.printings().map(|(_, printing)| printing);
    let printing = match printings.find(|printing| printing.name.full() == name) {
        Some(exact) => exact,
        None => find_printing(name, collection)?,
    };
    Ok(define(printing, lexicon))
}

/// The printing that a name means, whatever its case, if it was renamed, or without its version letter.
fn find_printing<'a>(name: &str, collection: &'a Collection) -> Result<&'a Printing, String> {
    if let Some(printing) = collection.resolve(name).printing() {
        return Ok(collection.get(printing));
    }
    let mut versions: Vec<&Printing> = Vec::new();
    for (_, printing) in collection.printings() {
        let is_new = || versions.iter().all(|other| other.name.version != printing.name.version);
        if printing.name.base().eq_ignore_ascii_case(name) && is_new() {
            versions.push(printing);
        }
    }
    match versions[..] {
        [] => Err(format!("`{name}` isn't among the open cards; `--cards FOLDER` opens some")),
        [only] => Ok(only),
        [..] => {
            let names: Vec<&str> = versions.iter().map(|printing| printing.name.full()).collect();
            Err(format!("`{name}` could be {}: write the version letter", names.join(" or ")))
        }
    }
}

/// All cards of a collection, one definition each; Reminder cards are not part of a game (rule 217.1).
pub fn build_library(collection: &Collection, lexicon: &Lexicon) -> Result<Library, LibraryError> {
    let shown = collection.cards().map(|card| collection.get(collection.shown(card)));
    let playable = shown.filter(|printing| printing.card_type != CardType::Reminder);
    let definition = |printing: &Printing| {
        let mut definition = define(printing, lexicon);
        if let Some(tag) = &printing.name.tag {
            let mut unread = definition.completeness.unread().to_vec();
            let base = printing.name.base();
            // 202.1.
            unread.push(
                format!("Texts that name {base} mean this card, too: {tag} tells only its set.").into(),
            );
            definition.completeness = Completeness::of(unread);
            definition.name = library_name(&printing.name).into();
        }
        definition
    };
    Library::new(playable.map(definition).collect())
}

#[cfg(test)]
mod tests {
    use super::{Lexicon, build_library, card_of, find_card};
    use crate::testing::lexicon;
    use cards::core_set;
    use vocab::Completeness;

    #[test]
    fn the_core_set_is_a_library_of_exact_cards() {
        let library = build_library(&core_set::plugin().collection, lexicon()).unwrap();
        let partial: Vec<String> = library
            .iter()
            .filter(|(_, card)| card.completeness != Completeness::Exact)
            .map(|(_, card)| format!("{card}: {:?}", card.completeness))
            .collect();
        assert!(partial.is_empty(), "{partial:#?}");
    }

    #[test]
    fn two_cards_that_differ_by_a_set_tag_are_two_and_the_tagged_one_is_refused() {
        let row = |name: &str, image: &str| {
            format!("{name}\tXMP\t{image}\tD\tMission\t\t1\t\t\t\tC\t1\t\tDraw a card.\t\t\t\r\n")
        };
        let head = "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText\tScript\tClassification\tDraftRarity\r\n";
        let text = format!("{head}{}{}", row("Siege", "XMP1"), row("Siege {AGD}", "XMP2"));
        let (set, mut findings) = cards::SetFile::read("XMP", text.as_bytes());
        let mut collection = cards::Collection::default();
        collection.add_set(&set, &mut findings);
        let library = build_library(&collection, &Lexicon::of(&collection)).expect("two names");
        let completeness = |name: &str| library.find(name, None).map(|id| library[id].completeness.clone());
        assert_eq!(completeness("Siege"), Some(Completeness::Exact), "{findings:?}");
        assert!(matches!(completeness("Siege (AGD)"), Some(Completeness::Partial(_))), "rule 202.1");
        // Each is found again.
        for (name, full) in [("Siege", "Siege"), ("Siege (AGD)", "Siege {AGD}")] {
            let found = library.find(name, None).and_then(|id| card_of(&library[id], &collection));
            let found = found.map(|card| collection.get(collection.shown(card)).name.full());
            assert_eq!(found, Some(full));
        }
    }

    #[test]
    fn a_card_of_which_only_a_marked_printing_exists_is_found_again() {
        let row = |name: &str, image: &str| {
            format!("{name}\tXMP\t{image}\tD\tCharacter\tRebel\t1\t30\t2\t2\tC\t1\t\t\t\t\t\r\n")
        };
        let head = "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText\tScript\tClassification\tDraftRarity\r\n";
        let text = format!("{head}{}{}", row("Teb (D) (Starter)", "XMP1"), row("Vess (Promo)", "XMP2"));
        let (set, mut findings) = cards::SetFile::read("XMP", text.as_bytes());
        let mut collection = cards::Collection::default();
        collection.add_set(&set, &mut findings);
        let library = build_library(&collection, &Lexicon::of(&collection)).expect("two names");
        let found: Vec<Option<&str>> = library
            .iter()
            .map(|(_, card)| card_of(card, &collection))
            .map(|card| card.map(|card| collection.get(collection.shown(card)).name.full()))
            .collect();
        assert_eq!(found, [Some("Teb (D) (Starter)"), Some("Vess (Promo)")]);
    }

    #[test]
    fn a_card_is_found_in_whatever_case_its_name_is_written() {
        let collection = core_set::plugin().collection;
        let library = build_library(&collection, lexicon()).expect("the CORE set");
        let found = find_card("Ilara Venn (A)", &collection, &library);
        assert!(found.is_some());
        assert_eq!(find_card("ilara VENN (A)", &collection, &library), found);
        assert_eq!(find_card("Ilara Vent (A)", &collection, &library), None);
    }
}
