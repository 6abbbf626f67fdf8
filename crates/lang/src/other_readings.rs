//! The readings that were not chosen: the grammar takes the first phrase that fits, and here is why that one.
//!
//! A text is read again with each of its phrases refused in turn. If it can still be read to its end and then means
//! something else, the order of the grammar has decided. Every such decision is a preference with a reason; the tests
//! fail where there is none.

use crate::clauses::{Clause, split};
use crate::compile::{groups, read_twice};
use crate::grammar::clause::Failure;
use crate::lexicon::Lexicon;
use crate::parser::{Probe, Setting};
use crate::repair::repair;
use crate::token::Source;
use std::rc::Rc;
use vocab::ability::Ability;

/// Why one phrase is taken before another that would fit as well.
#[derive(Debug, PartialEq, Eq)]
pub struct Preference {
    /// The phrase that is taken: its place in the grammar, or its words.
    pub phrase: &'static str,
    /// A word of the ability model that the other reading has more often; empty if it has fewer words.
    pub over: &'static str,
    /// The reason.
    pub reason: &'static str,
    /// Whether a player could read it the other way.
    pub standing: Standing,
}

/// How a preference relates to what players think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A rule decides it, or both readings come to the same.
    Settled,
    /// English leaves it open: whoever asks how a card is read is told what was chosen.
    Open,
}

/// A reading that was not chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherReading {
    /// What the clause would mean.
    pub abilities: Vec<Ability>,
    /// The phrase that stood in its way by coming first: its place in the grammar, or its words.
    pub phrase: &'static str,
    /// Why that phrase is preferred; nothing if nobody has said so.
    pub preference: Option<&'static Preference>,
}

/// The preferences of the grammar.
pub const PREFERENCES: [Preference; 73] = [
    settled(
        "selector::read_such_fighter",
        "",
        "the attacking or defending unit of a kind is that unit, and only if it's of that kind",
    ),
    open(
        "reference::read_whose",
        "Each",
        "a player's unit of a kind, after one was chosen, is the chosen one (rule 1311.1)",
    ),
    settled("reference::read_known", "Name", "a card's own name means that card alone (rule 202.3)"),
    settled(
        "reference::read_known",
        "Subtype",
        "a card's own name means that card alone, even if it's a subtype too (rule 202.3)",
    ),
    settled(
        "reference::read_known",
        "Mission",
        "a card's own name means that card alone, even if it's a word of the game (rule 202.3)",
    ),
    settled(
        "reference::read_known",
        "",
        "a card's own name means that card alone, and its text works where it says so (rule 202.3)",
    ),
    settled("cost::read_tapped_force", "Subtype", "Force is paid, and there are no units of that name"),
    settled("you may also", "", "\"also\" goes on with what the roll comes to"),
    settled("effect::several::read_attached", "", "\"attached to one of ...\" is one unit, which is chosen"),
    settled("effect::several::read_created_apart", "", "\"and/or\" lets each of them go its own way"),
    settled("reference::read_subject_by_name", "Name", "a name that was just said means that unit"),
    settled("it", "This", "nothing is attached to itself"),
    settled("him", "This", "nothing is attached to itself"),
    settled("him", "Result", "a card from a hand is nobody"),
    open("its stack", "Result", "a card in a discard pile has no stack"),
    settled("filter::read_worn", "Unit", "what is attached is an Equipment"),
    settled("each revealed", "Among", "the revealed cards are those that were just revealed"),
    open("of them", "Named", "the cards that were found there are meant, not everything that was looked at"),
    open(
        "of those cards",
        "Named",
        "the cards that were found there are meant, not everything that was looked at",
    ),
    open("of your", "Card", "a description of its own says what is chosen anew"),
    open("its arena", "Of", "a card that enters goes to an arena of its own types (rule 303)"),
    open("in", "", "\"in the same arena\" behind several units says that they are together"),
    settled(".", "Shuffle", "the shuffle ends the search"),
    settled(", and", "Shuffle", "the shuffle ends the search"),
    settled(",", "Shuffle", "the shuffle ends the search"),
    settled(". then", "Shuffle", "the shuffle ends the search"),
    settled(". if you do ,", "Shuffle", "the shuffle ends the search"),
    settled("shuffle", "Shuffle", "the shuffle ends the search"),
    settled("class_list::read_class_list", "OneOf", "\"A or B\" is one description of two kinds"),
    settled("class_list::read_class_list", "Any", "\"A or B\" is one description of two kinds"),
    settled("class_list::read_class_list", "", "what is said once in front of a list is said of all of it"),
    settled("are", "", "\"A and B are there\" asks for both of them"),
    open("piloted by", "", "who pilots is said of the kind directly before it"),
    settled("class::read_types", "Unit", "\"a Space or Ground unit\" is one description"),
    settled("unit", "UnitCard", "\"a Space or Ground unit card\" is one description"),
    settled("unit", "", "\"unit\" is one of them, and its player chooses among equals"),
    settled("a", "ChooseOne", "\"a Spy or a unit\" is one description of two kinds"),
    settled("with::read_keyword", "OneOf", "\"Armor or Shields\" are two keywords of one unit"),
    settled("with::read_keyword", "Measure", "a keyword with X has that very number"),
    settled("may then", "", "\"then\" goes on with what was done"),
    open("pilot", "Subtype", "a Pilot is what has the keyword, whatever its subtypes are"),
    open("pilots", "Subtype", "a Pilot is what has the keyword, whatever its subtypes are"),
    open("pilots", "", "a side that is said of units and Pilots is said of both (rule 1902.48)"),
    open("pilot unit card", "Subtype", "a Pilot is what has the keyword, whatever its subtypes are"),
    open("and", "", "\"you have A and B\" asks for both of them"),
    open(
        "retreat",
        "Each",
        "a price in named units is paid with yours, and with both where \"and\" joins them",
    ),
    settled("attack", "Replacement", "without \"would\" it's the attack itself, misspelled or not"),
    settled("that player", "That", "a player is chosen once, for everything that follows"),
    settled("discard any", "You", "\"any\" says that it may be anybody's"),
    settled("player::read_owner", "BuildZone", "an arena or a build zone is one place"),
    open("with", "", "what stands behind \"with\" belongs to the kind directly before it"),
    open("place::read_place", "", "a place belongs to what stands directly before it"),
    settled(
        "grant::read_grants",
        "Number",
        "\"for each\" multiplies every bonus in front of it (rule 1313.1)",
    ),
    open("effect::sentence::read_body", "Must", "\"you may\" reaches over everything up to \"if you do\""),
    open("effect::sentence::read_body", "", "\"may ... unless\": who may, decides before anybody pays"),
    open("to", "This", "both units are chosen before a counter moves"),
    settled(", and", "Sequence", "what a unit becomes and gets is one change with one duration"),
    settled(", and", "", "a stack goes along with its unit, named or not (rule 1602.4)"),
    settled(
        "clause::read_triggered",
        "If",
        "a condition after the event is looked at when it happens (rule 1305)",
    ),
    settled(
        "effect::meanwhile::read_meanwhile",
        "If",
        "a condition after the event is looked at when it happens (rule 1305)",
    ),
    settled("if you roll", "Dice", "a die and its results are one table"),
    settled("if", "condition", "a condition behind a keyword says when it can be played"),
    open("prevent", "Lasting", "damage is prevented where it is pending, unless a duration is said"),
    open("can't retreat", "", "the time is said of the prohibition"),
    settled("would attack", "WhenWould", "a unit that would attack is a time of its own (rule 1105)"),
    settled("timing::read_item", "Stage", "the end of a step is a time of its own (rule 1307.5)"),
    settled(
        "if no unit is attacking",
        "Not",
        "\"if\" and \"when no unit is attacking\" are the same time (rule 1307.7)",
    ),
    open("is being attacked", "IsAttacked", "while it is attacked, not only when the attack is declared"),
    settled("play only when that unit is attacking", "Is", "only a unit that attacks can be chosen"),
    open("once per turn", "FirstEachTurn", "once per turn, but not only the first time"),
    open("play", "", "what is said behind the last option is said of that option"),
    open(
        "effect::modes::read_timing_of_all",
        "",
        "what is said behind options in one sentence is said of all of them",
    ),
    settled("cards in its stack", "Is", "the cards in a stack are counted one by one"),
];

const fn settled(phrase: &'static str, over: &'static str, reason: &'static str) -> Preference {
    Preference { phrase, over, reason, standing: Standing::Settled }
}

const fn open(phrase: &'static str, over: &'static str, reason: &'static str) -> Preference {
    Preference { phrase, over, reason, standing: Standing::Open }
}

/// Every other reading of a text: what one of its clauses would mean if one phrase in it were read differently.
///
/// This reads the text hundreds of times, so it is for tests and for those who ask.
pub fn other_readings(text: &str, setting: &Setting, lexicon: &Lexicon) -> Vec<OtherReading> {
    let (text, _) = repair(text);
    let clauses = split(&text);
    groups(&clauses).flat_map(|group| of_group(group, setting, lexicon)).collect()
}

fn of_group(group: &[Clause], setting: &Setting, lexicon: &Lexicon) -> Vec<OtherReading> {
    let sources: Vec<Source> = group.iter().map(|clause| Source::new(&clause.text)).collect();
    let read = |probe: Probe| {
        let probe = Rc::new(probe);
        let outcomes = read_twice(&sources, setting, lexicon, Some(&probe));
        let abilities: Result<Vec<Vec<Ability>>, Failure> = outcomes.into_iter().collect();
        (abilities.ok().map(|all| all.concat()), probe)
    };
    let (Some(first), watched) = read(Probe::default()) else { return Vec::new() };
    let mut others: Vec<OtherReading> = Vec::new();
    // A phrase and the words in it can stand in the way of the same reading; what is said of the phrase says more.
    let mut choices = watched.choices();
    choices.sort_by_key(|(choice, _)| !choice.words.is_empty());
    for (choice, name) in choices {
        let Some(abilities) = read(Probe::refusing(choice)).0 else { continue };
        if abilities == first {
            continue;
        }
        let phrase = short(name);
        match others.iter_mut().find(|other| other.abilities == abilities) {
            Some(OtherReading { preference: Some(_), .. }) => {}
            Some(other) => {
                if let Some(preference) = preference(phrase, &first, &abilities) {
                    (other.phrase, other.preference) = (phrase, Some(preference));
                }
            }
            None => {
                let preference = preference(phrase, &first, &abilities);
                others.push(OtherReading { abilities, phrase, preference });
            }
        }
    }
    others
}

/// The place of a phrase without what all of them share.
fn short(name: &'static str) -> &'static str {
    let inside = name.rsplit_once("grammar::").map_or(name, |(_, inside)| inside);
    inside.strip_suffix("::{{closure}}").unwrap_or(inside)
}

fn preference(phrase: &str, first: &[Ability], other: &[Ability]) -> Option<&'static Preference> {
    let mut own = PREFERENCES.iter().filter(|preference| preference.phrase == phrase).peekable();
    own.peek()?;
    let (first, other) = (format!("{first:?}"), format!("{other:?}"));
    own.find(|preference| {
        let words = |text: &str| words(text).filter(|word| *word == preference.over).count();
        match preference.over {
            "" => words_of(&other) <= words_of(&first),
            _ => words(&other) > words(&first),
        }
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

fn words_of(text: &str) -> usize {
    words(text).count()
}
