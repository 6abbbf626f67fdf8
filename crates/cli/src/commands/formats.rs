//! `dejarik formats`: which formats there are, and which cards they allow.

use super::{Answer, Done, bad_input};
use crate::output::{BOLD, Cell, FAINT, Out, count, paint};
use crate::source::Cards;
use cards::format::{Format, Legality, LegalitySource, legality};
use serde_json::{Value, json};

/// What a format does to the cards of the source.
#[derive(Default)]
struct Counts {
    legal: usize,
    restricted: Vec<String>,
    banned: Vec<String>,
}

/// Lists all formats, or shows one.
pub fn run(out: &mut Out, source: &Cards, name: Option<&str>, as_json: bool) -> Done {
    if let Some(name) = name {
        let format = source.formats().get(name).map_err(bad_input)?;
        let counts = count_cards(source, format);
        if as_json {
            out.json(&value(format, &counts))?;
        } else {
            show(out, format, &counts)?;
        }
        return Ok(Answer::Yes);
    }
    let counted: Vec<(&Format, Counts)> =
        source.formats().iter().map(|format| (format, count_cards(source, format))).collect();
    if as_json {
        let values: Vec<Value> = counted.iter().map(|(format, counts)| value(format, counts)).collect();
        out.json(&values)?;
        return Ok(Answer::Yes);
    }
    let rows: Vec<Vec<Cell>> = counted
        .iter()
        .map(|(format, counts)| {
            vec![
                Cell::new(&format.name),
                Cell::number(counts.legal),
                Cell::number(counts.restricted.len()),
                Cell::number(counts.banned.len()),
                Cell::new(allows(format)).style(FAINT),
            ]
        })
        .collect();
    out.table(&["format", "cards", "restricted", "banned", "allows"], &rows)?;
    Ok(Answer::Yes)
}

fn count_cards(source: &Cards, format: &Format) -> Counts {
    let all = source.collection();
    let mut counts = Counts::default();
    for card in all.cards() {
        let name = || all.get(all.shown(card)).name.full().to_string();
        match legality(all, card, format) {
            Legality::Legal(_) => counts.legal += 1,
            Legality::Restricted(..) => {
                counts.legal += 1;
                counts.restricted.push(name());
            }
            Legality::Banned(_) => counts.banned.push(name()),
            Legality::NotInFormat => {}
        }
    }
    counts.restricted.sort();
    counts.banned.sort();
    counts
}

/// What makes a card part of the format, in words.
fn allows(format: &Format) -> String {
    let word = if format.sets.len() == 1 { "set" } else { "sets" };
    let sets = format!("the {word} {}", format.sets.join(", "));
    match &format.source {
        LegalitySource::Everything => "every card".into(),
        LegalitySource::Sets => sets,
        LegalitySource::Tag(tag) => format!("cards with the tag {tag}"),
        LegalitySource::TagOrSets(tag) => format!("cards with the tag {tag}, and {sets}"),
    }
}

fn show(out: &mut Out, format: &Format, counts: &Counts) -> std::io::Result<()> {
    out.line(paint(BOLD, &format.name))?;
    out.hanging("", "  ", &format!("Allows {}: {}.", allows(format), count(counts.legal, "card", "cards")))?;
    for (title, names) in [("Restricted to 1 copy", &counts.restricted), ("Banned", &counts.banned)] {
        if !names.is_empty() {
            out.gap()?;
            out.line(paint(BOLD, title))?;
            out.paragraph("  ", &names.join(", "))?;
        }
    }
    Ok(())
}

fn value(format: &Format, counts: &Counts) -> Value {
    json!({
        "name": format.name,
        "sets": format.sets,
        "source": format.source.to_string(),
        "cards": counts.legal,
        "restricted": counts.restricted,
        "banned": counts.banned,
    })
}
