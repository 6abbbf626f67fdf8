//! `dejarik deck sheet`: the keyword reference of a deck.

use crate::cli::SheetForm;
use crate::commands::{Answer, Done, Failure, bad_input};
use crate::output::{FAINT, Out, WARN, count, paint};
use crate::source::Cards;
use cards::bytes;
use cards::keyword_file::{KeywordFile, MAX_KEYWORD_FILE};
use cards::sheet::Sheet;
use std::fs;
use std::path::{Path, PathBuf};
use vocab::Edition;

/// How the sheet is wanted.
pub struct Wanted {
    /// Which glossary.
    pub edition: Edition,
    /// Text, Markdown or HTML.
    pub form: SheetForm,
    /// The community's keyword file, to be used instead of our glossary.
    pub keywords: Option<PathBuf>,
    /// The file to write to.
    pub target: Option<PathBuf>,
}

/// Writes the sheet of a deck.
pub fn run(out: &mut Out, source: &Cards, file: &str, wanted: &Wanted) -> Done {
    let read = source.read_deck(file)?;
    let all = source.collection();
    let deck = read.deck.resolve(all);
    for unknown in &deck.unknown {
        let note =
            format!("`{}` isn't a known card, so its keywords aren't on the sheet", unknown.entry.name);
        anstream::eprintln!("{}", paint(WARN, &note));
    }
    let keywords = deck.keywords(all);
    let sheet = match &wanted.keywords {
        Some(path) => Sheet::from_file(&deck.name, keywords, &keyword_file(path)?, &file_name(path)),
        None => Sheet::new(&deck.name, keywords, wanted.edition),
    };
    let document = match wanted.form {
        SheetForm::Text => sheet.text(),
        SheetForm::Md => sheet.markdown(),
        SheetForm::Html => sheet.html(),
    };
    match &wanted.target {
        Some(path) => {
            fs::write(path, &document).map_err(|error| bad_input(format!("{}: {error}", path.display())))?;
            out.line(paint(
                FAINT,
                &format!(
                    "{} written to {}",
                    count(sheet.entries.len(), "keyword", "keywords"),
                    path.display()
                ),
            ))?;
        }
        None if wanted.form == SheetForm::Text => out.raw(&textwrap::fill(&document, out.width))?,
        None => out.raw(&document)?,
    }
    if wanted.target.is_none() && !document.ends_with('\n') {
        out.gap()?;
    }
    Ok(Answer::Yes)
}

fn keyword_file(path: &Path) -> Result<KeywordFile, Failure> {
    let name = file_name(path);
    let data = bytes::read_limited(path, MAX_KEYWORD_FILE as u64)
        .map_err(|error| bad_input(format!("{}: {error}", path.display())))?;
    let (file, findings) = KeywordFile::read(&name, &data).map_err(bad_input)?;
    for finding in findings {
        anstream::eprintln!("{}", paint(WARN, &finding.to_string()));
    }
    Ok(file)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
