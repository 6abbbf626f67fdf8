//! `dejarik cards explain`: how a text is read, clause by clause, or where and why it is not.

use super::{Answer, Done, bad_input};
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, TERM, WARN, paint};
use crate::source::Cards;
use cards::{Found, Printing};
use engine::support::unsupported_in;
use lang::{
    Compiled, CompiledClause, Departure, Lexicon, Setting, Standing, Unread, chosen, compile_card,
    compile_text, define_from, departures, other_readings, render, respelt,
};
use serde_json::{Value, json};
use std::io;
use vocab::ability::{Ability, Uniqueness};
use vocab::{Arenas, CardType, Completeness, Cost, Definition, Side, Stat};

/// How many expectations are shown.
const FEW: usize = 8;

/// How an answer is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people, with the abilities as trees or without.
    Text {
        /// With them.
        tree: bool,
    },
    /// For programs.
    Json,
}

/// Which of the meanings that were not chosen are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    /// Those that a player could think of.
    Open,
    /// All, for whoever words a reading.
    All,
}

/// A text with all that says how it's read.
struct Asked<'a> {
    setting: &'a Setting,
    lexicon: &'a Lexicon,
    compiled: &'a Compiled,
    departures: &'a [Departure],
    /// What the referee can't carry out.
    refused: Option<String>,
    others: Others,
}

/// Explains a card.
pub fn card(out: &mut Out, source: &Cards, name: &[String], form: Form) -> Done {
    if name.is_empty() {
        return Err(bad_input("name a card, or give a text with --text"));
    }
    let all = source.collection();
    let Found::One(id) = all.find(&name.join(" ")) else {
        // The list of candidates is that of `dejarik card`.
        return super::card::run(out, source, name, form == Form::Json);
    };
    let printing = all.get(id);
    head(out, printing, form)?;
    let compiled = compile_card(printing, source.lexicon());
    let departures = departures(printing, &compiled);
    show_of(out, source, printing, (&compiled, &departures), (Others::Open, form))
}

/// Explains a text as that of a card.
pub fn text_as(out: &mut Out, source: &Cards, text: &str, name: &str, form: Form) -> Done {
    let all = source.collection();
    let Found::One(id) = all.find(name) else {
        return super::card::run(out, source, &[name.to_string()], form == Form::Json);
    };
    let printing = all.get(id);
    head(out, printing, form)?;
    let compiled = compile_text(text, &Setting::of(printing, source.lexicon()), source.lexicon());
    let departures = respelt(text, &compiled);
    show_of(out, source, printing, (&compiled, &departures), (Others::All, form))
}

fn head(out: &mut Out, printing: &Printing, form: Form) -> io::Result<()> {
    match form {
        Form::Json => Ok(()),
        Form::Text { .. } => {
            let name = paint(BOLD, printing.name.full());
            out.line(format!("{name}  {}", paint(FAINT, &printing.type_line())))
        }
    }
}

fn show_of(
    out: &mut Out,
    source: &Cards,
    printing: &Printing,
    (compiled, departures): (&Compiled, &[Departure]),
    (others, form): (Others, Form),
) -> Done {
    let setting = &Setting::of(printing, source.lexicon());
    let refused = refused(source, &define_from(printing, compiled))?;
    let asked = Asked { setting, lexicon: source.lexicon(), compiled, departures, refused, others };
    show(out, &asked, form)
}

/// Explains a text of the user's own.
pub fn text(out: &mut Out, source: &Cards, text: &str, card_type: &str, form: Form) -> Done {
    let lexicon = source.lexicon();
    let setting = &Setting::new(parse_type(card_type)?, "", lexicon);
    let compiled = &compile_text(text, setting, lexicon);
    let definition = Definition {
        name: "".into(),
        version: None,
        uniqueness: Uniqueness::NonUnique,
        side: Side::Neutral,
        card_type: setting.card_type,
        subtypes: "".into(),
        cost: Cost::None,
        speed: Stat::None,
        power: Stat::None,
        health: Stat::None,
        expansion: "".into(),
        words: text.to_lowercase().into(),
        abilities: compiled.abilities(),
        completeness: Completeness::Exact,
    };
    let refused = refused(source, &definition)?;
    let departures = &respelt(text, compiled);
    show(out, &Asked { setting, lexicon, compiled, departures, refused, others: Others::Open }, form)
}

/// What the referee can't carry out of what was read.
pub fn refused(source: &Cards, definition: &Definition) -> Result<Option<String>, super::Failure> {
    let catalog = source.catalog().map_err(bad_input)?;
    Ok(unsupported_in(definition, catalog.library()))
}

/// Reads the type as set files write it.
fn parse_type(word: &str) -> Result<CardType, super::Failure> {
    let words: Vec<&str> = word.split(['-', ' ']).filter(|word| !word.is_empty()).collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    Ok(match lower[..] {
        ["battle"] => CardType::Battle,
        ["mission"] => CardType::Mission,
        ["mission", "trap"] | ["trap"] => CardType::Trap,
        ["mission", "campaign"] | ["campaign"] => CardType::Campaign,
        ["location"] => CardType::Location(None),
        ["equipment"] => CardType::Equipment(None),
        ["resource"] => CardType::Resource,
        ["event"] => CardType::Event,
        ["subordinate"] => CardType::Subordinate(None),
        _ => match Arenas::parse(word) {
            Some(arenas) => CardType::Unit(arenas),
            None => {
                return Err(bad_input(format!(
                    "{word}: not a card type; use Space, Ground, Character (or several with /), Battle, Mission, \
                     Trap, Campaign, Location, Equipment, Resource, Event, Subordinate"
                )));
            }
        },
    })
}

fn show(out: &mut Out, asked: &Asked, form: Form) -> Done {
    let Asked { compiled, departures, refused, .. } = asked;
    let enforced = compiled.is_exact() && refused.is_none();
    let answer = if enforced { Answer::Yes } else { Answer::No };
    let Form::Text { tree } = form else {
        let clauses: Vec<Value> = compiled.clauses.iter().map(|clause| value(clause, asked)).collect();
        let repairs: Vec<String> = compiled.repairs.iter().map(ToString::to_string).collect();
        let departures: Vec<String> = departures.iter().map(ToString::to_string).collect();
        out.json(&json!({
            "exact": compiled.is_exact(),
            "enforced": enforced,
            "refused": refused,
            "repairs": repairs,
            "departures": departures,
            "clauses": clauses,
        }))?;
        return Ok(answer);
    };
    for repair in &compiled.repairs {
        out.line(paint(FAINT, &format!("repaired: {repair}")))?;
    }
    for departure in *departures {
        out.hanging(&format!("{} ", paint(WARN, "not as printed:")), "  ", &departure.to_string())?;
    }
    if compiled.clauses.is_empty() {
        out.line("There's no text to read.")?;
        return Ok(answer);
    }
    for clause in &compiled.clauses {
        out.gap()?;
        match &clause.outcome {
            Ok(abilities) => read(out, clause, abilities, asked, tree)?,
            Err(unread) => stopped(out, clause, unread)?,
        }
    }
    out.gap()?;
    let verdict = match refused {
        Some(construct) => paint(WARN, &format!("The referee can't carry out {construct}.")),
        None if enforced => paint(GOOD, "The referee carries it out."),
        None => paint(WARN, "The referee carries out what is read; the rest is done by hand."),
    };
    out.hanging("", "  ", &verdict)?;
    Ok(answer)
}

fn read(
    out: &mut Out,
    clause: &CompiledClause,
    abilities: &[Ability],
    asked: &Asked,
    with_tree: bool,
) -> io::Result<()> {
    out.hanging(&format!("{} ", paint(GOOD, "read")), "     ", &clause.text)?;
    match render(abilities, asked.setting, asked.lexicon) {
        Ok(english) => out.hanging("   = ", "     ", &paint(TERM, &english))?,
        Err(reason) => out.hanging("   = ", "     ", &paint(WARN, &reason.to_string()))?,
    }
    for chosen in chosen(&clause.text) {
        out.hanging("   : ", "     ", &paint(FAINT, &format!("{} [{}]", chosen.meaning, chosen.rule)))?;
    }
    for (english, reason) in rivals(clause, abilities, asked) {
        out.hanging("   : ", "     ", &paint(FAINT, &format!("{reason}; so not: {english}")))?;
    }
    if with_tree {
        for ability in abilities {
            tree(out, &json!(ability), 5)?;
        }
    }
    Ok(())
}

/// What a clause could have meant as well: in other words, and why it doesn't.
fn rivals(clause: &CompiledClause, abilities: &[Ability], asked: &Asked) -> Vec<(String, &'static str)> {
    let Asked { setting, lexicon, .. } = asked;
    let own = render(abilities, setting, lexicon).ok();
    let others = other_readings(&clause.text, setting, lexicon).into_iter();
    let shown = others.filter_map(|other| {
        let (is_open, reason) = match other.preference {
            Some(preference) => (preference.standing == Standing::Open, preference.reason),
            None => (false, "the first phrase that fits is taken"),
        };
        let english = render(&other.abilities, setting, lexicon).ok();
        let is_shown = is_open || asked.others == Others::All;
        english.filter(|english| is_shown && Some(english) != own.as_ref()).map(|english| (english, reason))
    });
    shown.collect()
}

/// The clause with a mark under the first word that was not read, and what would have fitted there.
fn stopped(out: &mut Out, clause: &CompiledClause, unread: &Unread) -> io::Result<()> {
    // A window of the clause that fits into one line and holds the place.
    let room = out.width.saturating_sub(14);
    let from = clause.text[..unread.at].char_indices().rev().take(room / 2).last().map_or(0, |(i, _)| i);
    let from = if unread.at < room { 0 } else { from };
    let shown: String = clause.text[from..].chars().take(room).collect();
    let before = clause.text[from..unread.at].chars().count();
    out.line(format!("{}  {}", paint(BAD, "stop"), shown))?;
    out.line(format!("      {}{}", " ".repeat(before), paint(BAD, "^")))?;
    if let Some(readings) = &unread.readings {
        out.line("      it could mean two things:")?;
        for reading in [&readings.0, &readings.1] {
            out.line(paint(FAINT, "      -"))?;
            for ability in reading {
                tree(out, &json!(ability), 8)?;
            }
        }
        return Ok(());
    }
    let mut expected: Vec<String> =
        unread.expected.iter().take(FEW).map(|what| (*what).to_string()).collect();
    if unread.expected.len() > FEW {
        expected.push("...".to_string());
    }
    out.hanging("      ", "      ", &paint(FAINT, &format!("expected here: {}", expected.join(" | "))))
}

fn value(clause: &CompiledClause, asked: &Asked) -> Value {
    match &clause.outcome {
        Ok(abilities) => json!({
            "text": clause.text,
            "read": true,
            "canonical": render(abilities, asked.setting, asked.lexicon).ok(),
            "chosen": chosen(&clause.text).iter().map(|chosen| json!({
                "meaning": chosen.meaning,
                "rule": chosen.rule,
            })).collect::<Vec<_>>(),
            "not": rivals(clause, abilities, asked).iter().map(|(english, reason)| json!({
                "canonical": english,
                "reason": reason,
            })).collect::<Vec<_>>(),
            "abilities": abilities,
        }),
        Err(unread) => json!({
            "text": clause.text,
            "read": false,
            "at": unread.at,
            "unread": unread.words,
            "expected": unread.expected,
        }),
    }
}

/// A value as an indented tree; what says nothing (absent, empty, usual) is left out.
fn tree(out: &mut Out, value: &Value, indent: usize) -> io::Result<()> {
    let pad = " ".repeat(indent);
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields.iter().filter(|(_, inner)| says_something(inner)) {
                match plain(inner) {
                    Some(word) => out.line(format!("{pad}{} {word}", paint(FAINT, name)))?,
                    None => {
                        out.line(format!("{pad}{}", paint(FAINT, name)))?;
                        tree(out, inner, indent + 2)?;
                    }
                }
            }
            Ok(())
        }
        Value::Array(items) => {
            for item in items.iter().filter(|item| says_something(item)) {
                match plain(item) {
                    Some(word) => out.line(format!("{pad}{word}"))?,
                    None => tree(out, item, indent)?,
                }
            }
            Ok(())
        }
        other => out.line(format!("{pad}{}", plain(other).unwrap_or_default())),
    }
}

/// A value that fits on the line of its name.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(word) => Some(word.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null => Some(String::new()),
        Value::Object(fields) if fields.len() == 1 => {
            let (name, inner) = fields.iter().next()?;
            plain(inner).map(|word| format!("{name} {word}"))
        }
        Value::Array(items) if items.iter().all(|item| !item.is_object() && !item.is_array()) => {
            let words: Option<Vec<String>> = items.iter().map(plain).collect();
            words.map(|words| words.join(" "))
        }
        Value::Object(_) | Value::Array(_) => None,
    }
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => fields.values().any(says_something),
        Value::String(word) => !matches!(word.as_str(), "Usual" | "Chosen" | "Unstated"),
        Value::Bool(_) | Value::Number(_) => true,
    }
}
