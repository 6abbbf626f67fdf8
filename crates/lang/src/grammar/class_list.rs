//! Lists of classes: "unique Jedi or Sith Characters". A word that occurs once applies to all of them.

use super::class::{JOINTS, article, read_class, write_class};
use crate::parser::Parser;
use crate::writer::{Writer, Written};
use vocab::ability::{Class, Noun, Quality};
use vocab::{Arena, Keyword};

/// A list of classes, and how it's written.
pub struct ClassList {
    /// The classes.
    pub classes: Vec<Class>,
    /// Whether one of them is "another".
    pub another: bool,
    /// Whether units and other cards are listed separately, each with its article.
    pub apart: bool,
    /// Whether they are joined by "and".
    pub together: bool,
}

/// One class of a list, and how it's written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    class: Class,
    /// Whether it has an article of its own, or "another": earlier words then don't apply to it.
    apart: bool,
    /// Whether its noun is written, rather than implied by a subtype or still to come.
    has_noun: bool,
    /// Whether it looks like a plural, and so is a noun itself.
    plural: bool,
    /// How many adjectives come before it, not counting shared ones.
    own: usize,
}

/// Words that continue a sentence about a card.
const VERBS: [&str; 9] = ["gets", "gains", "loses", "can", "can't", "does", "doesn't", "may", "attacks"];

/// "Rebel Starfighters or Jedi", "Ground units and Characters".
pub fn read_class_list(p: &mut Parser) -> Option<ClassList> {
    let read_item = |p: &mut Parser, apart: bool| {
        let class = read_class(p)?;
        let is_name = matches!(class.adjectives.last(), Some(Quality::Name(_)));
        let (has_noun, plural) = (p.is_after_noun(), p.is_after_plural() && !is_name);
        let own = class.adjectives.len();
        Some(Item { class, apart, has_noun, plural, own })
    };
    let mut items = vec![read_item(p, false)?];
    let (mut another, mut apart, mut together) = (false, false, false);
    while let Some((next, other, article, joint)) = p.attempt(|p| {
        let joint = JOINTS[p.one_of(&JOINTS)?];
        // "Whenever you play a Battle card, Ilara gets ...": the list has ended.
        (joint != "," || !p.sees(Parser::own_name)).then_some(())?;
        // "a Jedi or a Sith" is one of them, "a Jedi and a Sith" are two, "a Jedi and/or a Sith" are up to two.
        let (mut other, mut article) = (false, false);
        if joint.ends_with("or") && !joint.ends_with("/ or") {
            other = p.words("another") || p.words("other");
            article = !other && (p.words("a") || p.words("an"));
        }
        let item = read_item(p, other || article)?;
        // "..., Ilara Venn gets +1 power": the last item of a list has a conjunction, so this starts something new.
        (joint != "," || !p.sees(|p| p.one_of(&VERBS).is_some())).then_some(())?;
        Some((item, other, article, joint))
    }) {
        apart |= article && items.iter().any(|item| item.class.noun != next.class.noun);
        items.push(next);
        another |= other;
        together |= joint.ends_with("and");
    }
    let mut classes = share(items);
    // "units/unit cards": in play or anywhere else.
    let anywhere = |p: &mut Parser| p.words("/ unit cards") || p.words("/ unit card");
    if classes.iter().all(|class| class.noun == Noun::Unit) && anywhere(p) {
        let cards = classes.iter().map(|class| Class { noun: Noun::UnitCard, ..class.clone() });
        classes = cards.chain(classes.clone()).collect();
    }
    Some(ClassList { classes, another, apart, together })
}

/// The classes, with everything that applies to all of them.
fn share(mut items: Vec<Item>) -> Vec<Class> {
    // "Creatures or Subordinates": a plural is a noun itself.
    let of_own = items.iter().rev().skip(1).filter(|item| item.plural).count();
    if of_own == 0 || of_own + 1 < items.len() {
        share_noun(&mut items);
    }
    share_tail(&mut items);
    share_type(&mut items);
    share_before_types(&mut items);
    share_faction(&mut items);
    share_qualifiers(&mut items);
    join_denied(&mut items);
    items.into_iter().map(|item| item.class).collect()
}

/// "Clone or Droid unit cards" are both cards: the noun at the end belongs to the whole list.
fn share_noun(items: &mut [Item]) {
    let Some((last, before)) = items.split_last_mut() else { return };
    let last = &last.class;
    // "a Pilot or Speeder unit card": one that can pilot, wherever it is.
    if last.noun == Noun::UnitCard {
        for item in before.iter_mut().filter(|item| item.class.noun == Noun::Pilot) {
            item.class.adjectives.push(Quality::Keyword(Keyword::Pilot, None));
            item.class.noun = Noun::UnitCard;
            item.own += 1;
            item.has_noun = false;
        }
    }
    // "a Ground or Space Location": both are Locations.
    if matches!(last.noun, Noun::Location | Noun::Equipment) && last.adjectives.iter().any(is_type) {
        let awaits_noun = |item: &&mut Item| {
            !item.has_noun && !item.plural && item.class.adjectives.last().is_some_and(is_type)
        };
        for item in before.iter_mut().filter(awaits_noun) {
            item.class.noun = last.noun;
        }
    }
    // "a Desert or Pasaana Location": so are both of these; "a Rebel or Location" is any Location, and any Rebel.
    if last.noun == Noun::Location && matches!(last.adjectives[..], [Quality::Subtype(_)]) {
        let awaits_noun = |item: &&mut Item| {
            !item.has_noun && !item.plural && matches!(item.class.adjectives[..], [Quality::Subtype(_)])
        };
        for item in before.iter_mut().filter(awaits_noun) {
            item.class.noun = Noun::Location;
        }
    }
    // "a Rebel or Subordinate": any Subordinate, and any Rebel.
    let apart = matches!(last.noun, Noun::Subordinate | Noun::Pilot) && last.adjectives.is_empty();
    if !apart && matches!(last.noun, Noun::UnitCard | Noun::Card | Noun::Subordinate | Noun::Pilot) {
        let nounless = |item: &&mut Item| item.class.noun == Noun::Unit && !item.class.adjectives.is_empty();
        for item in before.iter_mut().filter(nounless) {
            item.class.noun = last.noun;
        }
    }
}

/// "Light Side or Neutral non-Droid units": what follows the sides applies to both.
fn share_tail(items: &mut [Item]) {
    for i in (1..items.len()).rev() {
        let Some((head, tail)) = items[i].class.adjectives.split_first() else { continue };
        let before = &items[i - 1];
        // "Ground or Character Imperial Subordinate" is of types what the others are of sides.
        let types = is_type(head) && before.class.adjectives.last().is_some_and(is_type);
        let (head, tail) = (sort(head), tail.to_vec());
        let is_alike = types || (before.class.adjectives.last().map(sort) == Some(head) && head.is_some());
        if is_alike && !items[i].apart && !before.has_noun && !before.plural {
            items[i - 1].class.adjectives.extend(tail);
        }
    }
}

/// "Jedi or Sith Characters", "Clone and Republic Ground units": both are of that type.
fn share_type(items: &mut [Item]) {
    for i in (1..items.len()).rev() {
        let [.., head, of_type @ Quality::Type(_)] = &items[i].class.adjectives[..] else { continue };
        let (is_name, of_type) = (matches!(head, Quality::Name(_)), of_type.clone());
        for j in (0..i).rev() {
            let own = &items[j].class.adjectives;
            let is_typed = own.iter().any(|quality| matches!(quality, Quality::Type(_) | Quality::AnyOf(_)));
            let is_other = !is_name && matches!(own.last(), Some(Quality::Name(_)));
            let is_noun = items[j].has_noun || items[j].plural || own.is_empty();
            if items[j + 1].apart || is_typed || is_other || is_noun {
                break;
            }
            items[j].class.adjectives.push(of_type.clone());
        }
    }
}

/// "Separatist Ground units and Characters": those Characters are Separatists as well.
fn share_before_types(items: &mut Vec<Item>) {
    for i in (1..items.len()).rev() {
        let [of_type @ Quality::Type(_)] = &items[i].class.adjectives[..] else { continue };
        if items[i].apart {
            continue;
        }
        let leads = items[..i].iter().rev().map_while(|item| match &item.class.adjectives[..] {
            [lead @ .., other @ Quality::Type(_)] if !lead.is_empty() && other != of_type => Some(lead),
            _ => None,
        });
        let shared: Vec<Item> = leads
            .map(|lead| {
                let adjectives = lead.iter().chain([of_type]).cloned().collect();
                Item { class: Class { adjectives, ..items[i].class.clone() }, ..items[i].clone() }
            })
            .collect();
        if !shared.is_empty() {
            items.splice(i..=i, shared.into_iter().rev());
        }
    }
}

/// On whose side units fight.
const FACTIONS: [&str; 12] = [
    "Imperial",
    "Rebel",
    "Republic",
    "New Republic",
    "Old Republic",
    "Separatist",
    "Resistance",
    "First Order",
    "Final Order",
    "Galactic Alliance",
    "Trade Federation",
    "Sith",
];

/// What units of every side are.
const ROLES: [&str; 16] = [
    "Battle Station",
    "Cadet",
    "Capital Ship",
    "Cruiser",
    "Fleet",
    "Officer",
    "Soldier",
    "Speeder",
    "Squad",
    "Squadron",
    "Starfighter",
    "Stormtrooper",
    "Tank",
    "Transport",
    "Walker",
    "World Devastator",
];

/// "Imperial Capital Ships and Fleets": those Fleets are Imperial as well. It could be meant otherwise; this is what
/// an adjective before two nouns says.
fn share_faction(items: &mut [Item]) {
    let is_one = |quality: &Quality, of: &[&str]| matches!(quality, Quality::Subtype(subtype) if of.contains(&&**subtype));
    let is_role = |class: &Class, at: usize| class.adjectives.get(at).is_some_and(|own| is_one(own, &ROLES));
    let Some((first, rest)) = items.split_first_mut() else { return };
    let Some(lead) = first.class.adjectives.iter().position(|own| is_one(own, &FACTIONS)) else { return };
    // "Final Order units and Pilots": those Pilots are of the Final Order as well.
    if first.has_noun && first.class.noun == Noun::Unit && first.class.adjectives.len() == lead + 1 {
        let is_bare = |item: &&mut Item| {
            !item.apart && item.class.noun == Noun::Pilot && item.class.adjectives.is_empty()
        };
        for item in rest.iter_mut().take_while(is_bare) {
            item.class.adjectives.push(first.class.adjectives[lead].clone());
        }
    }
    if !is_role(&first.class, lead + 1) || first.has_noun {
        return;
    }
    let faction = first.class.adjectives[lead].clone();
    for item in rest.iter_mut().take_while(|item| !item.apart && is_role(&item.class, 0)) {
        item.class.adjectives.insert(0, faction.clone());
    }
}

impl Item {
    /// The noun it has itself: one that is written, or "Character".
    fn noun(&self) -> Option<(Noun, bool)> {
        let character = self.class.adjectives[..self.own].last() == Some(&Quality::Type(Arena::Character));
        (self.has_noun || character).then_some((self.class.noun, character && !self.has_noun))
    }
}

/// "untapped Villager or Farmer": the Farmer is untapped as well, unless "untapped" makes up a class of its own.
fn share_qualifiers(items: &mut [Item]) {
    let Some((first, rest)) = items.split_first() else { return };
    let own = &first.class.adjectives[..first.own];
    let mut lead: Vec<Quality> = own.iter().take_while(|quality| sort(quality).is_some()).cloned().collect();
    // "a damaged unit or Ilara Venn": the state alone makes up the class. "unique Dark Side or Light Side
    // units": the last word is one of the two sides.
    let alternative = if lead.len() < own.len() {
        None
    } else if first.has_noun {
        return;
    } else {
        lead.pop().as_ref().and_then(sort)
    };
    if lead.is_empty() {
        return;
    }
    let mut shared: Vec<Class> = rest.iter().map(|item| item.class.clone()).collect();
    for (class, item) in shared.iter_mut().zip(rest) {
        let own = class.adjectives.first().and_then(sort);
        // "a damaged Jedi unit or Sith unit": each has its own noun, and so its own adjectives.
        let is_whole = first.noun().is_some() && first.noun() == item.noun();
        let is_separate = item.apart || is_whole || own.is_some_and(|own| Some(own) != alternative);
        if class.adjectives.starts_with(&lead) {
            continue;
        }
        if is_separate {
            break;
        }
        class.adjectives.splice(0..0, lead.iter().cloned());
    }
    // "Dark Side Characters and Characters with ...": otherwise both would be the same.
    let all: Vec<&Class> = std::iter::once(&first.class).chain(&shared).collect();
    let is_repeated = all.iter().enumerate().any(|(i, class)| all[..i].contains(class));
    if !is_repeated {
        for (item, class) in items[1..].iter_mut().zip(shared) {
            item.class = class;
        }
    }
}

const fn is_type(quality: &Quality) -> bool {
    matches!(quality, Quality::Type(_))
}

/// "non-Soldiers and non-Stormtroopers" are neither: read as "or", that would be every card.
fn join_denied(items: &mut Vec<Item>) {
    let is_denied = |item: &Item| matches!(item.class.adjectives[..], [Quality::Not(_)]) && !item.apart;
    let noun = items.last().map(|item| item.class.noun);
    let alike = items.iter().all(|item| is_denied(item) && Some(item.class.noun) == noun);
    if items.len() > 1 && alike {
        let denied = items.iter().flat_map(|item| item.class.adjectives.clone()).collect();
        items[0].class.adjectives = denied;
        items.truncate(1);
    }
}

/// The sort of quality that doesn't make up a class by itself; two of the same sort exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Side,
    Uniqueness,
    Tapping,
    Damage,
    Face,
    Fight,
    Denial,
    Cards,
}

const fn sort(quality: &Quality) -> Option<Sort> {
    Some(match quality {
        Quality::Side(_) => Sort::Side,
        Quality::Uniqueness(_) => Sort::Uniqueness,
        Quality::Tapped | Quality::Untapped => Sort::Tapping,
        Quality::Damaged | Quality::Undamaged => Sort::Damage,
        Quality::PartiallyBuilt | Quality::FaceUp | Quality::FaceDown => Sort::Face,
        Quality::Attacking(None) | Quality::Defending(None) => Sort::Fight,
        Quality::Not(_) => Sort::Denial,
        Quality::Piloted | Quality::Stacked | Quality::Cornered => Sort::Cards,
        _ => return None,
    })
}

/// Writes what `read_class_list` reads, with articles where a word would otherwise apply to the whole list.
pub fn write_classes(w: &mut Writer, classes: &[Class], plural: bool) -> Written {
    let mut items = Vec::with_capacity(classes.len());
    for class in classes {
        let mut alone = Writer::new(w.lexicon, w.setting);
        write_class(&mut alone, class, plural)?;
        let is_name = matches!(class.adjectives.last(), Some(Quality::Name(_)));
        let written = alone.text();
        let last = written.rsplit(' ').next().unwrap_or_default();
        let has_noun = super::class::is_noun_word(&last.to_ascii_lowercase());
        items.push(Item {
            class: class.clone(),
            apart: false,
            has_noun,
            plural: written.ends_with('s') && !is_name,
            own: class.adjectives.len(),
        });
    }
    let is_whole = share(items) == classes;
    // After a comma, "non-" continues the class before it.
    let is_denied = |class: &Class| matches!(class.adjectives.first(), Some(Quality::Not(_)));
    if is_whole && !classes.iter().skip(1).any(is_denied) {
        return w.list(classes, "or", |w, class| write_class(w, class, plural));
    }
    for (i, class) in classes.iter().enumerate() {
        if i > 0 && is_whole {
            w.say("or");
        } else if i > 0 {
            let mut ahead = Writer::new(w.lexicon, w.setting);
            write_class(&mut ahead, class, false)?;
            w.say("or");
            w.say(article(&ahead.text().to_ascii_lowercase()));
        }
        write_class(w, class, plural && (i == 0 || is_whole))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_class_list, write_classes};
    use crate::testing::{both, reads};

    fn classes(text: &str) -> Vec<vocab::ability::Class> {
        reads(text, |p| read_class_list(p).map(|list| list.classes)).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn a_word_that_stands_once_is_said_of_all() {
        for (short, long) in [
            ("untapped Diplomat or Officer", "untapped Diplomat or untapped Officer"),
            ("unique Jedi or Sith Characters", "unique Jedi Character or unique Sith Character"),
            ("non-Droid Jedi, Sith or Officer", "non-Droid Jedi or non-Droid Sith or non-Droid Officer"),
            ("Light Side or Neutral non-Droid unit", "Light Side non-Droid unit or Neutral non-Droid unit"),
            ("unique Dark Side or Light Side units", "unique Dark Side unit or unique Light Side unit"),
            ("Rebel Ground units and Characters", "Rebel Ground unit or Rebel Character"),
            ("Neutral or Jedi Character", "Neutral Character or Jedi Character"),
            ("unique Ground unit or Character", "unique Ground unit or unique Character"),
            ("Droid and Rebel Ground units", "Droid Ground unit or Rebel Ground unit"),
            ("Ground or Space Location", "Ground Location or Space Location"),
            ("Rebel or Diplomat Location", "Rebel Location or Diplomat Location"),
            (
                "Ground or Character Rebel Subordinate",
                "Ground Rebel Subordinate or Character Rebel Subordinate",
            ),
            ("Rebel Capital Ships and Squadrons", "Rebel Capital Ship or Rebel Squadron"),
            ("Rebel units and Pilots", "Rebel units and Rebel Pilots"),
            (
                "partially built Droid or Rebel unit card",
                "partially built Droid unit card or partially built Rebel unit card",
            ),
            (
                "partially built Pilot or Rebel unit card",
                "partially built Pilot unit card or partially built Rebel unit card",
            ),
        ] {
            assert_eq!(classes(short), classes(long), "{short}");
        }
        let neither = classes("non-Jedi and non-Sith units");
        assert_eq!(neither, classes("non-Jedi, non-Sith unit"));
        assert_eq!(neither.len(), 1);
    }

    #[test]
    fn what_belongs_to_one_class_stays_with_it() {
        for text in [
            "damaged unit or Ilara Venn",
            "Jedi or unique Rebel",
            "Dark Side Sith or Light Side Jedi",
            "Light Side unit or damaged unit",
            "Yuuzhan Vong or damaged unit",
            "damaged Jedi or a Sith",
            "Diplomat or a Rebel Character",
            "Rebel Officer or Jedi",
            "Ground unit or Space Location",
            "Dark Side Character or Character",
            "Neutral Character or Jedi Character",
            "damaged Jedi unit card or Sith unit card",
        ] {
            both(
                text,
                |p| read_class_list(p).map(|list| list.classes),
                |w, classes| write_classes(w, classes, false),
            );
        }
        let diplomats = classes("Diplomats and Rebel Characters");
        assert_eq!(diplomats[0].adjectives.len(), 1, "what is in the plural is a noun itself");
    }
}
