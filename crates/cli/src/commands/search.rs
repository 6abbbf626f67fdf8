//! `dejarik search`: cards by a query.

use super::{Answer, Done, bad_input, card};
use crate::cli::MINUS;
use crate::output::{FAINT, Out, count, paint};
use crate::source::Cards;
use cards::PrintingId;
use cards::search::Query;
use serde_json::Value;
use std::io;
use std::panic::resume_unwind;
use std::thread;

/// How many cards people get to see at once.
const SCREENFUL: usize = 40;

/// Runs a query and lists what it finds.
pub fn run(out: &mut Out, source: &Cards, words: &[String], limit: Option<usize>, as_json: bool) -> Done {
    let text: Vec<String> = words.iter().map(|word| as_typed(word, words.len())).collect();
    let query = Query::parse(&text.join(" ")).map_err(bad_input)?;
    if query.asks_what_is_enforced() {
        source.say_what_is_enforced().map_err(bad_input)?;
    }
    let found = query.run(source.collection());
    let limit = match limit {
        Some(0) => usize::MAX,
        Some(limit) => limit,
        None if as_json => usize::MAX,
        None => SCREENFUL,
    };
    let shown = &found[..found.len().min(limit)];
    if as_json {
        out.json_list(&written(source, shown)?)?;
    } else {
        if !shown.is_empty() {
            let rows: Vec<_> = shown.iter().map(|id| card::row(source.collection().get(*id))).collect();
            out.table(&card::HEADING, &rows)?;
            out.gap()?;
        }
        let more = found.len() - shown.len();
        let rest = if more > 0 { format!(", {more} not shown (--limit 0 shows all)") } else { String::new() };
        out.line(paint(FAINT, &format!("{}{rest}", count(found.len(), "card", "cards"))))?;
    }
    Ok(if found.is_empty() { Answer::No } else { Answer::Yes })
}

/// Parts of the list of cards for programs, in order. Compiling a card's text takes most of the time, and writing it down
/// a good part of the rest, so all cores share both.
fn written(source: &Cards, ids: &[PrintingId]) -> io::Result<Vec<String>> {
    let lexicon = source.lexicon();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = ids.len().div_ceil(cores).max(1);
    thread::scope(|scope| {
        let write = |part: &[PrintingId]| {
            let cards: Vec<Value> = part.iter().map(|id| card::value(source, lexicon, *id)).collect();
            serde_json::to_string_pretty(&cards)
        };
        let parts: Vec<_> = ids.chunks(share).map(|part| scope.spawn(move || write(part))).collect();
        let joined = parts.into_iter().map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic)));
        Ok(joined.collect::<serde_json::Result<Vec<String>>>()?)
    })
}

/// An argument as it was typed: the shell has removed the quotation marks, and we the minus sign.
fn as_typed(argument: &str, arguments: usize) -> String {
    let word = argument.replacen(MINUS, "-", usize::from(argument.starts_with(MINUS)));
    let is_phrase = word.contains(' ') && !word.contains(['"', '(', ')']);
    if arguments == 1 || !is_phrase {
        return word;
    }
    match word.split_once([':', '=', '<', '>']) {
        Some((field, value)) if !field.contains(' ') => {
            let sign = &word[field.len()..word.len() - value.len()];
            format!("{field}{sign}\"{value}\"")
        }
        _ => format!("\"{word}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::as_typed;

    #[test]
    fn quotation_marks_and_minus_signs_come_back() {
        assert_eq!(as_typed("t:unit cost<3", 1), "t:unit cost<3", "one argument is a whole query");
        assert_eq!(as_typed("bounty hunter", 2), "\"bounty hunter\"");
        assert_eq!(as_typed("sub:bounty hunter", 2), "sub:\"bounty hunter\"");
        assert_eq!(as_typed("(a or b)", 2), "(a or b)");
        assert_eq!(as_typed("\u{2212}sub:sith", 2), "-sub:sith");
        assert_eq!(as_typed("power>=6", 2), "power>=6");
    }
}
