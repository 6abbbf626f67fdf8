//! The choices of the open question in words. Choices that look alike get what sets them apart: the clause with its
//! price, whose card it is, where it lies, what lies on it.

use crate::names::{Names, fold};
use crate::place::place_in_words;
use crate::position::Write;
use crate::verdict::{Open, role};
use engine::state::Slot;
use engine::{AbilityId, Choice, Game, Spot, Why};
use vocab::Counter;

/// A choice in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    /// `Trooper`.
    pub base: String,
    /// `Trooper (damage 2)`: the same, where several choices have these words.
    pub full: String,
}

/// What words mean among the choices of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The choice with this number.
    One(usize),
    /// None of them.
    None,
    /// More than one, in full words.
    Several(Vec<String>),
}

/// The choices of the open question, in order.
pub(crate) fn offers(game: &Game, write: &Write<'_>) -> Vec<Offer> {
    let choices = game.choices();
    let bases: Vec<String> = choices.iter().map(|choice| base(game, *choice)).collect();
    let offer = |(place, base): (usize, &String)| {
        let alike: Vec<Choice> = choices
            .iter()
            .zip(&bases)
            .filter(|(_, other)| *other == base)
            .map(|(choice, _)| *choice)
            .collect();
        let details = match choices[place] {
            Choice::Option(option) => option_in_words(game, write, option),
            choice if alike.len() > 1 => details(game, write, choice, &alike),
            _ => None,
        };
        let details = details.filter(|details| details != base);
        let full = details.map_or_else(|| base.clone(), |details| format!("{base} ({details})"));
        Offer { base: base.clone(), full }
    };
    bases.iter().enumerate().map(offer).collect()
}

/// The open question.
pub(crate) fn open(game: &Game, write: &Write<'_>) -> Option<Open> {
    let ask = game.asked()?;
    let choices = offers(game, write).into_iter().map(|offer| offer.full).collect();
    Some(Open { who: ask.who, why: ask.why.words().into(), rule: ask.rule, choices })
}

/// A choice in words, whatever the others are.
pub(crate) fn base(game: &Game, choice: Choice) -> String {
    match (choice, game.asked().map(|ask| ask.why)) {
        // 1738.2: in a chance a unit by itself offers its Lucky.
        (Choice::Card(unit), Some(Why::PlayOrPass)) => format!("{} uses Lucky", game.name_of(unit)),
        (choice, _) => game.label(choice),
    }
}

/// An option that is no more than a number, in the words of the card.
fn option_in_words(game: &Game, write: &Write<'_>, option: u8) -> Option<String> {
    let source = game.asked()?.source?;
    let definition = game.catalog().definition(game.whole().card(source).definition);
    match game.option(option)? {
        engine::Meaning::Words(words) => Some(words),
        engine::Meaning::Ability(ability) => write(definition, &ability).map(|clause| bare(&clause)),
    }
}

/// A clause without the keyword that it stands behind, and without its full stop.
fn bare(clause: &str) -> String {
    let inner = clause.strip_prefix("Upkeep: ").or_else(|| clause.strip_prefix("Adapt: "));
    inner.unwrap_or(clause).trim_end_matches('.').to_string()
}

/// What sets a choice apart from those that look like it; `None` if nothing does.
fn details(game: &Game, write: &Write<'_>, choice: Choice, alike: &[Choice]) -> Option<String> {
    let mut details: Vec<String> = Vec::new();
    if let Some((card, id)) = ability(choice)
        && alike.iter().any(|other| ability(*other).map(|(_, id)| id) != Some(id))
    {
        details.extend(clause(game, write, card, id));
    }
    for part in [Choice::card, target] {
        let others = alike.iter().filter_map(|other| part(*other));
        details.extend(part(choice).map(|card| set_apart(game, card, others)).unwrap_or_default());
    }
    (!details.is_empty()).then(|| details.join(", "))
}

/// An ability of a card in the words of the card.
pub(crate) fn clause(game: &Game, write: &Write<'_>, card: Slot, id: AbilityId) -> Option<String> {
    let definition = game.catalog().definition(game.whole().card(card).definition);
    write(definition, game.catalog().ability(id)).map(|clause| bare(&clause))
}

const fn ability(choice: Choice) -> Option<(Slot, AbilityId)> {
    match choice {
        Choice::Use(card, id) | Choice::Ability(card, id) => Some((card, id)),
        _ => None,
    }
}

/// The card that another one is put on.
const fn target(choice: Choice) -> Option<Slot> {
    match choice {
        Choice::Put(_, Spot::OnTop(host) | Spot::Under(host) | Spot::Pilot(host) | Spot::Attach(host)) => {
            Some(host)
        }
        _ => None,
    }
}

/// The traits of a card that others of its name don't share.
fn set_apart(game: &Game, card: Slot, others: impl Iterator<Item = Slot>) -> Vec<String> {
    let others: Vec<Vec<String>> = others.map(|other| traits(game, other)).collect();
    let own = traits(game, card).into_iter().enumerate();
    own.filter(|(place, own)| others.iter().any(|other| other[*place] != *own)).map(|(_, own)| own).collect()
}

/// What can be seen of a card, always in the same order.
fn traits(game: &Game, slot: Slot) -> Vec<String> {
    let card = game.whole().card(slot);
    let or = |fact: bool, yes: &str, no: &str| if fact { yes } else { no }.to_string();
    let mut traits = vec![
        role(card.controller).to_string(),
        place_in_words(game, card.place),
        or(card.is_tapped(), "tapped", "untapped"),
        or(card.is_face_down(), "face-down", "face-up"),
    ];
    let counters = |kind: Counter| format!("{} {}", kind.name(), game.whole().counters(slot, kind));
    traits.extend(Counter::ALL.into_iter().map(counters));
    traits
}

/// The choice that words mean: all of its words, or a part that only one choice has.
pub(crate) fn find(words: &str, game: &Game, offers: &[Offer], names: &Names) -> Found {
    find_as(Much::Part, words, game, offers, names)
}

/// The choice whose words are exactly these.
pub(crate) fn find_whole(words: &str, game: &Game, offers: &[Offer], names: &Names) -> Found {
    find_as(Much::Whole, words, game, offers, names)
}

/// How much of a choice's words must be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Much {
    Whole,
    Part,
}

fn find_as(much: Much, words: &str, game: &Game, offers: &[Offer], names: &Names) -> Found {
    let wanted = fold(words.trim());
    let wanted = match wanted.split_once(" attacks ") {
        Some((unit, target)) if names.find(target).is_ok() => {
            let acts = game.asked().and_then(|ask| ask.source);
            match names.find(unit) {
                Ok(units) if acts.is_some_and(|acts| units.contains(&acts)) => format!("attack {target}"),
                Ok(_) | Err(_) => return Found::None,
            }
        }
        Some(_) | None => wanted,
    };
    // `order 2` answers what comes first, `option 2` everything else.
    let is_order = game.asked().is_some_and(|ask| is_order(ask.why));
    // A card may be called Order 66.
    if let Some(Ok(number)) = wanted.strip_prefix("order ").map(str::parse::<usize>) {
        let place = number.checked_sub(1);
        let place = place.filter(|place| is_order && *place < offers.len());
        return place.map_or(Found::None, Found::One);
    }
    if is_order && wanted.starts_with("option ") {
        return Found::None;
    }
    // A unit's Lucky is offered by its name alone, whatever its number.
    let wanted = match wanted.split_once(" uses lucky") {
        Some((unit, _)) if game.asked().is_some_and(|ask| ask.why == Why::PlayOrPass) => {
            format!("{unit} uses lucky")
        }
        Some(_) | None => wanted,
    };
    let plain = names.without_letters(&wanted);
    let says = |text: &str| {
        let text = fold(text);
        text == wanted || names.without_letters(&text) == plain
    };
    for whole in [|offer: &Offer| offer.full.clone(), |offer: &Offer| offer.base.clone()] {
        let found = (0..offers.len()).filter(|place| says(&whole(&offers[*place]))).collect::<Vec<_>>();
        if !found.is_empty() {
            return one_of(&found, offers);
        }
    }
    if much == Much::Whole || FIXED.contains(&&*wanted) || wanted.parse::<u16>().is_ok() {
        return Found::None;
    }
    let part = |place: &usize| {
        let full = fold(&offers[*place].full);
        full.contains(&wanted) || names.without_letters(&full).contains(&plain)
    };
    one_of(&(0..offers.len()).filter(part).collect::<Vec<_>>(), offers)
}

/// Words that are whole.
pub(crate) const FIXED: [&str; 5] = ["pass", "done", "yes", "no", "back"];

/// Choices that can't be told apart are one.
fn one_of(found: &[usize], offers: &[Offer]) -> Found {
    match found {
        [] => Found::None,
        [first, rest @ ..] => {
            if rest.iter().all(|other| offers[*other].full == offers[*first].full) {
                Found::One(*first)
            } else {
                Found::Several(found.iter().map(|place| offers[*place].full.clone()).collect())
            }
        }
    }
}

/// Whether the question is what comes first.
pub(crate) const fn is_order(why: Why) -> bool {
    matches!(why, Why::Order | Why::BuildStepStart)
}
