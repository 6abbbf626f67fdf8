//! `dejarik cards explain`: how a text is read, clause by clause, or where and why it is not.

use super::{Answer, Done, bad_input};
use crate::output::{BAD, BOLD, FAINT, GOOD, Out, TERM, WARN, paint};
use crate::source::Cards;
use cards::Found;
use lang::{
    Compiled, CompiledClause, Departure, Lexicon, Setting, Standing, Unread, chosen, compile_card,
    compile_text, departures, other_readings, render, respelt,
};
use serde_json::{Value, json};
use std::io;
use vocab::ability::Ability;
use vocab::{Arenas, CardType};

/// How many expectations are shown.
const FEW: usize = 8;

/// Explains a card.
pub fn card(out: &mut Out, source: &Cards, name: &[String], as_json: bool) -> Done {
    if name.is_empty() {
        return Err(bad_input("name a card, or give a text with --text"));
    }
    let all = source.collection();
    let Found::One(id) = all.find(&name.join(" ")) else {
        // The list of candidates is that of `dejarik card`.
        return super::card::run(out, source, name, as_json);
    };
    let printing = all.get(id);
    let lexicon = source.lexicon();
    let setting = Setting::of(printing, lexicon);
    let compiled = compile_card(printing, lexicon);
    if !as_json {
        let line = format!("{}  {}", paint(BOLD, printing.name.full()), paint(FAINT, &printing.type_line()));
        out.line(line)?;
    }
    let departures = departures(printing, &compiled);
    show(out, &compiled, &departures, &setting, lexicon, as_json)
}

/// Explains a text of the user's own.
pub fn text(out: &mut Out, source: &Cards, text: &str, card_type: &str, as_json: bool) -> Done {
    let lexicon = source.lexicon();
    let setting = Setting::new(parse_type(card_type)?, "", lexicon);
    let compiled = compile_text(text, &setting, lexicon);
    let departures = respelt(text, &compiled);
    show(out, &compiled, &departures, &setting, lexicon, as_json)
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

fn show(
    out: &mut Out,
    compiled: &Compiled,
    departures: &[Departure],
    setting: &Setting,
    lexicon: &Lexicon,
    as_json: bool,
) -> Done {
    let answer = if compiled.is_exact() { Answer::Yes } else { Answer::No };
    if as_json {
        let clauses: Vec<Value> =
            compiled.clauses.iter().map(|clause| value(clause, setting, lexicon)).collect();
        let repairs: Vec<String> = compiled.repairs.iter().map(ToString::to_string).collect();
        let departures: Vec<String> = departures.iter().map(ToString::to_string).collect();
        out.json(&json!({
            "exact": compiled.is_exact(),
            "repairs": repairs,
            "departures": departures,
            "clauses": clauses,
        }))?;
        return Ok(answer);
    }
    for repair in &compiled.repairs {
        out.line(paint(FAINT, &format!("repaired: {repair}")))?;
    }
    for departure in departures {
        out.hanging(&format!("{} ", paint(WARN, "not as printed:")), "  ", &departure.to_string())?;
    }
    if compiled.clauses.is_empty() {
        out.line("There's no text to read.")?;
    }
    for clause in &compiled.clauses {
        out.gap()?;
        match &clause.outcome {
            Ok(abilities) => read(out, clause, abilities, setting, lexicon)?,
            Err(unread) => stopped(out, clause, unread)?,
        }
    }
    Ok(answer)
}

fn read(
    out: &mut Out,
    clause: &CompiledClause,
    abilities: &[Ability],
    setting: &Setting,
    lexicon: &Lexicon,
) -> io::Result<()> {
    out.hanging(&format!("{} ", paint(GOOD, "read")), "     ", &clause.text)?;
    match render(abilities, setting, lexicon) {
        Ok(english) => out.hanging("   = ", "     ", &paint(TERM, &english))?,
        Err(reason) => out.hanging("   = ", "     ", &paint(WARN, &reason.to_string()))?,
    }
    for chosen in chosen(&clause.text) {
        out.hanging("   : ", "     ", &paint(FAINT, &format!("{} [{}]", chosen.meaning, chosen.rule)))?;
    }
    for (english, reason) in rivals(clause, abilities, setting, lexicon) {
        out.hanging("   : ", "     ", &paint(FAINT, &format!("{reason}; so not: {english}")))?;
    }
    for ability in abilities {
        tree(out, &json!(ability), 5)?;
    }
    Ok(())
}

/// What a clause could have meant as well: in other words, and why it doesn't.
fn rivals(
    clause: &CompiledClause,
    abilities: &[Ability],
    setting: &Setting,
    lexicon: &Lexicon,
) -> Vec<(String, &'static str)> {
    let own = render(abilities, setting, lexicon).ok();
    let others = other_readings(&clause.text, setting, lexicon).into_iter();
    let open = others.filter_map(|other| {
        let preference = other.preference.filter(|preference| preference.standing == Standing::Open)?;
        let english = render(&other.abilities, setting, lexicon).ok();
        english.filter(|english| Some(english) != own.as_ref()).map(|english| (english, preference.reason))
    });
    open.collect()
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

fn value(clause: &CompiledClause, setting: &Setting, lexicon: &Lexicon) -> Value {
    match &clause.outcome {
        Ok(abilities) => json!({
            "text": clause.text,
            "read": true,
            "canonical": render(abilities, setting, lexicon).ok(),
            "chosen": chosen(&clause.text).iter().map(|chosen| json!({
                "meaning": chosen.meaning,
                "rule": chosen.rule,
            })).collect::<Vec<_>>(),
            "not": rivals(clause, abilities, setting, lexicon).iter().map(|(english, reason)| json!({
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
