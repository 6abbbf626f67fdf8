//! Keyword sheets: the keywords of a deck with their definitions.

use crate::keyword_file::KeywordFile;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use vocab::keyword::Nature;
use vocab::{Edition, Keyword, KeywordSet};

/// A sheet, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The name of the deck.
    pub deck: String,
    /// Where the definitions are from.
    pub source: String,
    /// The keywords in alphabetical order.
    pub entries: Vec<Entry>,
}

/// One keyword of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name: `Evade`.
    pub name: String,
    /// The name with its parameter: `Evade X`.
    pub heading: String,
    /// The definition.
    pub definition: String,
    /// What is to be known about the definition, if anything.
    pub note: Option<String>,
}

impl Sheet {
    /// A sheet with our own definitions.
    pub fn new(deck: &str, keywords: KeywordSet, edition: Edition) -> Sheet {
        let entries = keywords.iter().map(|keyword| {
            let (definition, note) = match keyword.definition(edition) {
                Some(definition) => (definition, None),
                None => (
                    keyword.row().definition,
                    Some("Not on the older sheets; this is the current definition."),
                ),
            };
            Entry {
                name: keyword.name().to_string(),
                heading: keyword.heading(),
                definition: format!("{}. {definition}", kind(keyword)),
                note: note.map(str::to_string),
            }
        });
        let source = format!("Dejarik keyword table, edition {edition}");
        Sheet { deck: deck.to_string(), source, entries: entries.collect() }
    }

    /// A sheet with the definitions of the community's keyword file; what it lacks is said.
    pub fn from_file(deck: &str, keywords: KeywordSet, file: &KeywordFile, file_name: &str) -> Sheet {
        let entries = keywords.iter().map(|keyword| match file.definition(keyword.name()) {
            Some(found) => Entry {
                name: keyword.name().to_string(),
                heading: found.heading().to_string(),
                definition: found.text().to_string(),
                note: None,
            },
            None => Entry {
                name: keyword.name().to_string(),
                heading: keyword.heading(),
                definition: String::new(),
                note: Some(format!("{file_name} doesn't define this keyword.")),
            },
        });
        Sheet { deck: deck.to_string(), source: file_name.to_string(), entries: entries.collect() }
    }

    /// What the abbreviations on the sheet mean; nothing if there are none.
    fn legend(&self) -> Option<String> {
        let is_used = |short: &str| {
            let mut words =
                self.entries.iter().flat_map(|e| e.definition.split(|c: char| !c.is_alphanumeric()));
            words.any(|word| word == short)
        };
        let used: Vec<String> = ABBREVIATIONS
            .iter()
            .filter(|(short, _)| is_used(short))
            .map(|(short, long)| format!("{short}: {long}"))
            .collect();
        (!used.is_empty()).then(|| used.join(". ") + ".")
    }

    /// Plain text in the shape of the community's sheets: name, blank line, heading and definition.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.deck);
        for entry in &self.entries {
            text.push_str(&format!("\n{}\n\n{}: {}\n", entry.name, entry.heading, entry.definition));
            if let Some(note) = &entry.note {
                text.push_str(&format!("({note})\n"));
            }
        }
        if let Some(legend) = self.legend() {
            text.push_str(&format!("\n{legend}\n"));
        }
        text
    }

    /// Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n", escape_markdown(&self.deck), escape_markdown(&self.source));
        for entry in &self.entries {
            let (heading, definition) = (escape_markdown(&entry.heading), escape_markdown(&entry.definition));
            text.push_str(&format!("\n## {}\n\n**{heading}:** {definition}\n", escape_markdown(&entry.name)));
            if let Some(note) = &entry.note {
                text.push_str(&format!("\n*{}*\n", escape_markdown(note)));
            }
        }
        if let Some(legend) = self.legend() {
            text.push_str(&format!("\n{}\n", escape_markdown(&legend)));
        }
        text
    }

    /// A page of its own, without any other file, that prints cleanly.
    pub fn html(&self) -> String {
        let page: Markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.deck) " \u{2013} keywords" }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    header {
                        h1 { (self.deck) }
                        p { (self.entries.len()) " keywords \u{b7} " (self.source) }
                    }
                    @if self.entries.len() > 6 {
                        nav aria-label="Keywords" {
                            @for entry in &self.entries { a href=(format!("#{}", anchor(&entry.name))) { (entry.name) } " " }
                        }
                    }
                    main {
                        @for entry in &self.entries {
                            section id=(anchor(&entry.name)) {
                                h2 { (entry.heading) }
                                p { (entry.definition) }
                                @if let Some(note) = &entry.note { p class="note" { (note) } }
                            }
                        }
                    }
                    @if let Some(legend) = self.legend() { footer { (legend) } }
                }
            }
        };
        page.into_string()
    }
}

/// Abbreviations of the rulebook that definitions use.
const ABBREVIATIONS: [(&str, &str); 3] =
    [("POP", "play-or-pass chance"), ("DS", "the Dark Side player"), ("LS", "the Light Side player")];

/// Class and nature, which a player needs to know of every keyword: `Cumulative, static`.
fn kind(keyword: Keyword) -> String {
    let row = keyword.row();
    let nature = match row.nature {
        Nature::Static | Nature::StaticWithTrigger => "static",
        Nature::Activated => "activated",
        Nature::Triggered => "triggered",
    };
    match row.class {
        Some(class) => format!("{class:?}, {nature}"),
        None => nature[..1].to_uppercase() + &nature[1..],
    }
}

/// The style of the page: one typeface of the system, two columns on paper.
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1e24;--soft:#5b6370;--line:#d8dce3;--paper:#fff;--term:#1b5e9b}\
@media(prefers-color-scheme:dark){:root{--ink:#e7eaf0;--soft:#9aa3b2;--line:#333a46;--paper:#14171c;--term:#7cbcf2}}\
*{box-sizing:border-box}\
body{margin:0 auto;max-width:46rem;padding:2rem 1.25rem 4rem;font:1rem/1.55 system-ui,sans-serif;\
color:var(--ink);background:var(--paper)}\
header{border-bottom:2px solid var(--ink);margin-bottom:1rem}\
h1{font-size:1.7rem;margin:0 0 .2rem}header p{margin:0 0 .7rem;color:var(--soft)}\
nav{display:flex;flex-wrap:wrap;gap:.3rem .9rem;margin-bottom:1.5rem}nav a{color:var(--term)}\
section{border-bottom:1px solid var(--line);padding:.4rem 0 .6rem;scroll-margin-top:1rem}\
h2{font-size:1.05rem;margin:.3rem 0 .1rem;color:var(--term)}section p{margin:.2rem 0}\
.note{color:var(--soft);font-style:italic}footer{color:var(--soft);margin-top:1rem;font-size:.9rem}\
@media print{:root{--ink:#000;--soft:#444;--line:#bbb;--paper:#fff;--term:#000}\
@page{margin:14mm}body{max-width:none;padding:0;font-size:9.5pt;line-height:1.4}nav{display:none}\
main{columns:2;column-gap:9mm}section{break-inside:avoid}}";

fn anchor(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// Escapes what Markdown would take for marks.
fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '[' | ']' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::Sheet;
    use vocab::{Edition, Keyword};

    fn sheet(edition: Edition) -> Sheet {
        Sheet::new("A <deck>", [Keyword::Parry, Keyword::Absorb].into_iter().collect(), edition)
    }

    #[test]
    fn the_text_has_the_shape_of_the_communitys_sheets() {
        let text = sheet(Edition::Current).text();
        assert!(text.starts_with("A <deck>\n\nAbsorb\n\nAbsorb X: Layered, activated. "), "{text}");
        assert!(text.contains("\n\nParry\n\nParry X: Cumulative, triggered. "));
        assert!(text.ends_with("\nPOP: play-or-pass chance.\n"), "{text}");
    }

    #[test]
    fn a_keyword_that_the_older_sheets_lack_is_marked() {
        let older = sheet(Edition::Sheets);
        assert!(older.entries[0].note.is_some() && older.entries[1].note.is_none());
        assert_ne!(older.entries[1].definition, sheet(Edition::Current).entries[1].definition);
    }

    #[test]
    fn names_are_escaped_in_every_form() {
        assert!(sheet(Edition::Current).html().contains("<h1>A &lt;deck&gt;</h1>"));
        assert!(sheet(Edition::Current).markdown().starts_with("# A \\<deck\\>\n"));
    }
}
