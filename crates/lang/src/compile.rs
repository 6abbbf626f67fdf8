//! From a card's text to its abilities, or to the place where reading stopped.

use crate::clauses::{Clause, split};
use crate::grammar::clause::{Failure, read_clause, write_ability};
use crate::idle::chooses_in_vain;
use crate::lexicon::{Lexicon, own_names};
use crate::parser::{Parser, Probe, Setting};
use crate::repair::{Repair, repair};
use crate::token::Source;
use crate::writer::{Unwritable, Writer};
use std::ops::Range;
use std::rc::Rc;
use vocab::CardType;
use vocab::ability::{Ability, AbilityKind, Duration, Effect, Wrapper};

/// A compiled text, clause by clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The text after repair.
    pub text: String,
    /// The repairs.
    pub repairs: Vec<Repair>,
    /// The clauses in order.
    pub clauses: Vec<CompiledClause>,
    /// Whether a reading stands for the printed text.
    pub corrected: bool,
}

/// One clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompiledClause {
    /// Where it stands in the repaired text, in bytes.
    pub span: Range<usize>,
    /// Its words.
    pub text: String,
    /// What it means, or why it couldn't be read.
    pub outcome: Result<Vec<Ability>, Unread>,
}

/// Why a clause wasn't read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The place in the clause where reading stopped, in bytes.
    pub at: usize,
    /// The words there.
    pub words: String,
    /// What could have come next.
    pub expected: Vec<&'static str>,
    /// Two readings that contradict each other.
    pub readings: Option<Box<(Vec<Ability>, Vec<Ability>)>>,
}

impl Compiled {
    /// All abilities, in order.
    pub fn abilities(&self) -> Vec<Ability> {
        self.clauses.iter().filter_map(|clause| clause.outcome.as_ref().ok()).flatten().cloned().collect()
    }

    /// The clauses that weren't read.
    pub fn unread(&self) -> impl Iterator<Item = (&CompiledClause, &Unread)> {
        self.clauses.iter().filter_map(|clause| clause.outcome.as_ref().err().map(|unread| (clause, unread)))
    }

    /// Whether every clause was read.
    pub fn is_exact(&self) -> bool {
        self.clauses.iter().all(|clause| clause.outcome.is_ok())
    }
}

impl Setting {
    /// A card with nothing but a type and a name.
    pub fn new(card_type: CardType, name: &str, lexicon: &Lexicon) -> Setting {
        Setting { card_type, name: name.into(), own_names: own_names(name, true, lexicon) }
    }
}

/// Compiles a text in a setting.
pub fn compile_text(text: &str, setting: &Setting, lexicon: &Lexicon) -> Compiled {
    let (text, repairs) = repair(text);
    let clauses = split(&text);
    let mut compiled = Vec::with_capacity(clauses.len());
    for group in groups(&clauses) {
        compiled.extend(compile_group(group, setting, lexicon));
    }
    Compiled { text, repairs, clauses: compiled, corrected: false }
}

/// A clause with the Enhance texts that follow it: they refer to what it chose, so they share its slots.
pub(crate) fn groups(clauses: &[Clause]) -> impl Iterator<Item = &[Clause]> {
    let mut rest = clauses;
    std::iter::from_fn(move || {
        let enhancing = rest.iter().skip(1).take_while(|clause| clause.text.starts_with("Enhance:")).count();
        if rest.is_empty() {
            return None;
        }
        let (group, after) = rest.split_at(1 + enhancing);
        rest = after;
        Some(group)
    })
}

fn compile_group(group: &[Clause], setting: &Setting, lexicon: &Lexicon) -> Vec<CompiledClause> {
    let sources: Vec<Source> = group.iter().map(|clause| Source::new(&clause.text)).collect();
    let outcomes = read_twice(&sources, setting, lexicon, None);
    let clauses = group.iter().zip(outcomes);
    clauses
        .map(|(clause, outcome)| CompiledClause {
            span: clause.start..clause.start + clause.text.len(),
            text: clause.text.clone(),
            outcome: match outcome {
                Ok(abilities) if abilities.iter().any(chooses_in_vain) => Err(unused(&clause.text)),
                outcome => outcome.map_err(|failure| unread(&clause.text, failure)),
            },
        })
        .collect()
}

/// A clause that chooses something of which nothing more is said.
fn unused(text: &str) -> Unread {
    let expected = vec!["what is done with the choice"];
    Unread { at: text.len(), words: String::new(), expected, readings: None }
}

pub(crate) type Outcome = Result<Vec<Ability>, Failure>;

/// What each clause of a group says.
pub(crate) fn read_twice(
    sources: &[Source],
    setting: &Setting,
    lexicon: &Lexicon,
    probe: Option<&Rc<Probe>>,
) -> Vec<Outcome> {
    let (outcomes, used) = read_group(sources, setting, lexicon, None, probe);
    if used.is_empty() {
        return outcomes;
    }
    // Second reading: the steps that later text refers to get slots.
    read_group(sources, setting, lexicon, Some(&used), probe).0
}

fn read_group(
    sources: &[Source],
    setting: &Setting,
    lexicon: &Lexicon,
    plan: Option<&[u8]>,
    probe: Option<&Rc<Probe>>,
) -> (Vec<Outcome>, Vec<u8>) {
    let mut outcomes = Vec::with_capacity(sources.len());
    let mut before: Option<Parser> = None;
    for source in sources {
        let mut p = match &before {
            None => Parser::new(source, lexicon, setting).with_probe(probe),
            Some(before) => Parser::continued(source, before),
        };
        if let (None, Some(plan)) = (&before, plan) {
            p = p.with_plan(plan.to_vec());
        }
        p.is_asked_why = probe.is_none();
        let outcome = read_clause(&mut p);
        if let (None, Ok(abilities)) = (&before, &outcome) {
            p.normal = abilities.iter().find_map(duration_of_play);
        }
        outcomes.push(outcome);
        before = Some(p);
    }
    let used = before.map(|p| p.used_steps()).unwrap_or_default();
    (outcomes, used)
}

/// How long the effect of a play lasts, taken from the last part that has a duration.
fn duration_of_play(ability: &Ability) -> Option<Duration> {
    match &ability.kind {
        AbilityKind::OneShot(play) | AbilityKind::Activated(play) => duration_of(&play.effect).cloned(),
        AbilityKind::Keyword(_)
        | AbilityKind::Wrapper(_)
        | AbilityKind::Static(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => None,
    }
}

fn duration_of(effect: &Effect) -> Option<&Duration> {
    match effect {
        Effect::Sequence(steps) => steps.iter().rev().find_map(duration_of),
        Effect::Named(_, inner) => duration_of(inner),
        Effect::Lasting(lasting) => Some(&lasting.duration),
        Effect::Meanwhile(_, duration) => Some(duration),
        Effect::Do { what, then, .. } => then.as_deref().and_then(duration_of).or_else(|| duration_of(what)),
        Effect::If { then, .. } => duration_of(then),
        Effect::Act(_)
        | Effect::Keyword(..)
        | Effect::ChooseOne(..)
        | Effect::Unless { .. }
        | Effect::Pay(..)
        | Effect::Table(..)
        | Effect::ForEach(..)
        | Effect::Delayed(..)
        | Effect::ByHand => None,
    }
}

fn unread(text: &str, failure: Failure) -> Unread {
    match failure {
        Failure::Unread(stop) => Unread {
            at: stop.at,
            words: text[stop.at..].to_string(),
            expected: stop.expected,
            readings: None,
        },
        Failure::Ambiguous(first, second) => Unread {
            at: 0,
            words: text.to_string(),
            expected: vec!["a clause with one reading"],
            readings: Some(Box::new((first, second))),
        },
    }
}

/// The canonical English of abilities, one clause each: a text that compiles to the same abilities.
pub fn render(abilities: &[Ability], setting: &Setting, lexicon: &Lexicon) -> Result<String, Unwritable> {
    let mut w = Writer::new(lexicon, setting);
    let mut clauses = Vec::with_capacity(abilities.len());
    for ability in abilities {
        if !matches!(ability.kind, AbilityKind::Wrapper(Wrapper::Enhance(_))) {
            w = Writer::new(lexicon, setting);
        }
        write_ability(&mut w, ability)?;
        clauses.push(w.take());
    }
    Ok(clauses.join(" | "))
}
