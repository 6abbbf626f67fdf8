//! `dejarik cards reading`: the beginning of a reading for a card, or the one that it has; readings checked.

use super::explain::refused;
use super::{Answer, Done, bad_input};
use crate::output::{BAD, BOLD, FAINT, Out, TERM, WARN, paint};
use crate::source::Cards;
use cards::bytes::{self, Encoding};
use cards::{Found, PrintMark, Printing, Reading, Readings};
use lang::{Setting, compile_text, define_from, left_out, reading_of, render};
use std::path::Path;

/// What stands where a clause isn't read yet; it can't be read either.
const OPEN: &str = "...";

/// Prints the block of `readings.txt` for a card, with what is read of its print in front of it.
pub fn begin(out: &mut Out, source: &Cards, name: &[String]) -> Done {
    if name.is_empty() {
        return Err(bad_input("name a card"));
    }
    let all = source.collection();
    let Found::One(id) = all.find(&name.join(" ")) else {
        return super::card::run(out, source, name, false);
    };
    let printing = all.get(id);
    let setting = Setting::of(printing, source.lexicon());
    let compiled = compile_text(&printing.text, &setting, source.lexicon());
    let mut clauses = Vec::new();
    for clause in &compiled.clauses {
        match &clause.outcome {
            Ok(abilities) => {
                let english = render(abilities, &setting, source.lexicon()).ok();
                out.line(format!("# read: {}", clause.text))?;
                clauses.push(english.unwrap_or_else(|| clause.text.clone()));
            }
            Err(unread) => {
                let (before, rest) = clause.text.split_at(unread.at);
                out.line(format!("# stops at >>>: {before}>>>{rest}"))?;
                clauses.push(OPEN.to_string());
            }
        }
    }
    let begun = || {
        let mut prints: Vec<PrintMark> = Vec::new();
        for id in all.printings_of(all.card_of(id)) {
            let mark = PrintMark::of(&all.get(*id).text);
            if !prints.contains(&mark) {
                prints.push(mark);
            }
        }
        Reading {
            name: printing.name.title(),
            prints,
            why: String::new(),
            text: clauses.join(" | "),
            without: Vec::new(),
            checked: None,
            line: 1,
        }
    };
    let reading = reading_of(printing).cloned().unwrap_or_else(begun);
    for line in reading.to_string().lines() {
        out.line(line)?;
    }
    Ok(Answer::Yes)
}

/// Says of each reading of a file what it means, whether the referee carries it out, and what it leaves out.
pub fn check(out: &mut Out, source: &Cards, file: &Path) -> Done {
    let data = bytes::read_limited(file, bytes::MAX_FILE);
    let data = data.map_err(|error| bad_input(format!("{}: {error}", file.display())))?;
    let (readings, faults) = Readings::read(&Encoding::decode(bytes::without_bom(&data)).0);
    let mut answer = Answer::Yes;
    for fault in &faults {
        answer = Answer::No;
        out.line(paint(BAD, &format!("{}:{}: expected {}", file.display(), fault.line, fault.expected)))?;
    }
    let mut all: Vec<&Reading> = readings.iter().collect();
    all.sort_by_key(|reading| reading.line);
    for reading in all {
        out.gap()?;
        let faults = check_one(out, source, reading)?;
        for fault in &faults {
            answer = Answer::No;
            out.hanging("  ", "    ", &paint(WARN, fault))?;
        }
    }
    Ok(answer)
}

/// Shows one reading; what's returned are its faults.
fn check_one(out: &mut Out, source: &Cards, reading: &Reading) -> Result<Vec<String>, super::Failure> {
    let all = source.collection();
    out.line(paint(BOLD, &reading.name))?;
    let Some(card) = all.card(&reading.card()) else { return Ok(vec!["There's no such card.".into()]) };
    let stands_for = |printing: &Printing| {
        reading.prints.is_empty() || reading.prints.contains(&PrintMark::of(&printing.text))
    };
    let printings = all.printings_of(card).iter().map(|id| all.get(*id));
    let Some(printing) = printings.into_iter().find(|printing| stands_for(printing)) else {
        return Ok(vec!["No printing has that print.".into()]);
    };
    out.hanging("  ", "    ", &paint(FAINT, &format!("{}: {}", printing.type_line(), printing.text)))?;
    let setting = Setting::of(printing, source.lexicon());
    let compiled = compile_text(&reading.text, &setting, source.lexicon());
    let mut faults = Vec::new();
    for clause in &compiled.clauses {
        match &clause.outcome {
            Ok(abilities) => {
                let english = render(abilities, &setting, source.lexicon());
                out.hanging(
                    "  = ",
                    "    ",
                    &paint(TERM, &english.unwrap_or_else(|reason| reason.to_string())),
                )?;
            }
            Err(unread) => {
                let (before, rest) = clause.text.split_at(unread.at);
                faults.push(format!("Reading stops at >>>: {before}>>>{rest}"));
            }
        }
    }
    faults.extend(compiled.repairs.iter().map(|repair| format!("Repaired: {repair}.")));
    if let Some(construct) = refused(source, &define_from(printing, &compiled))? {
        faults.push(format!("The referee can't carry out {construct}."));
    }
    let stated = |word: &String| reading.without.iter().any(|(stated, _)| stated == word);
    let missing = left_out(&printing.text, &reading.text, printing.name.base(), source.lexicon());
    faults.extend(missing.iter().filter(|word| !stated(word)).map(|word| format!("It leaves out {word}.")));
    Ok(faults)
}
