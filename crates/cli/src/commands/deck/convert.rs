//! `dejarik deck convert`: between .dek, .txt and .json.

use crate::commands::{Answer, Done, bad_input};
use crate::output::{FAINT, Out, WARN, count, paint};
use crate::source::Cards;
use cards::deck::Kind;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Reads a deck and writes it in the form that the ending of the output asks for.
pub fn run(out: &mut Out, source: Cards, input: &str, output: &Path, force: bool) -> Done {
    let name = output.to_string_lossy();
    let Some(kind) = Kind::of_name(&name) else {
        return Err(bad_input(format!("{name}: expected a name that ends in .dek, .txt or .json")));
    };
    let (source, read) = source.with_deck(input)?;
    let all = source.collection();
    for finding in &read.findings {
        out.hanging(&paint(WARN, "note "), "     ", &finding.to_string())?;
    }
    let resolved = read.deck.resolve(all);
    for notice in &resolved.notices {
        out.hanging(&paint(WARN, "note "), "     ", &notice.message(all))?;
    }
    for unknown in &resolved.unknown {
        let note =
            format!("`{}` is no card here and is kept as written; {}", unknown.entry.name, unknown.cure(all));
        out.hanging(&paint(WARN, "note "), "     ", &note)?;
    }
    let deck = read.deck.filled(all).grouped();
    write_new(output, &deck.write(kind), force).map_err(|error| bad_input(format!("{name}: {error}")))?;
    out.line(paint(FAINT, &format!("{} written to {name}", count(deck.len(), "card", "cards"))))?;
    Ok(Answer::Yes)
}

/// Writes beside the target and moves it there, so that a failure leaves no half of a deck.
fn write_new(path: &Path, data: &[u8], force: bool) -> std::io::Result<()> {
    if !force && path.exists() {
        return Err(std::io::Error::other("the file exists; --force replaces it"));
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".part");
    let written = OpenOptions::new().write(true).create_new(true).open(&temporary).and_then(|mut file| {
        file.write_all(data)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| drop(fs::remove_file(&temporary)))
}
