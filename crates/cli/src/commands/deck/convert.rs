//! `dejarik deck convert`: between .dek, .txt and .json.

use crate::commands::{Answer, Done, bad_input};
use crate::files::{self, Existing};
use crate::output::{FAINT, Out, WARN, count, paint};
use crate::source::Cards;
use cards::deck::Kind;
use std::path::Path;

/// Reads a deck and writes it in the form that the ending of the output asks for.
pub fn run(out: &mut Out, source: &Cards, input: &str, output: &Path, force: bool) -> Done {
    let name = output.to_string_lossy();
    let Some(kind) = Kind::of_name(&name) else {
        return Err(bad_input(format!("{name}: expected a name that ends in .dek, .txt or .json")));
    };
    let read = source.read_deck(input)?;
    let all = source.collection();
    for finding in &read.findings {
        out.hanging(&paint(WARN, "note "), "     ", &finding.to_string())?;
    }
    let resolved = read.deck.resolve(all);
    for notice in &resolved.notices {
        out.hanging(&paint(WARN, "note "), "     ", &notice.message(all))?;
    }
    for unknown in &resolved.unknown {
        let note = format!(
            "`{}` isn't a known card and is kept as written; {}",
            unknown.entry.name,
            unknown.cure(all)
        );
        out.hanging(&paint(WARN, "note "), "     ", &note)?;
    }
    let deck = read.deck.filled(all).grouped();
    files::write(output, &deck.write(kind), Existing::forced(force))
        .map_err(|error| bad_input(format!("{name}: {error}")))?;
    out.line(paint(FAINT, &format!("{} written to {name}", count(deck.len(), "card", "cards"))))?;
    Ok(Answer::Yes)
}
