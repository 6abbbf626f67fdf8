//! `dejarik deck list`: the decks that come with the cards.

use crate::commands::{Answer, Done};
use crate::output::{BAD, Cell, FAINT, GOOD, Out, paint, side_style};
use crate::source::Cards;
use cards::deck::{self, Stats};
use cards::format::Format;
use serde_json::{Value, json};
use vocab::Arena;

/// Lists the decks with their side, size and arenas.
pub fn run(out: &mut Out, source: &Cards, as_json: bool) -> Done {
    let all = source.collection();
    let (mut rows, mut values) = (Vec::new(), Vec::<Value>::new());
    for known in source.decks() {
        let resolved = known.read()?.deck.resolve(all);
        let (stats, report) = (Stats::of(&resolved, all), deck::check(&resolved, all, &Format::open()));
        let arenas = Arena::ALL.map(|arena| stats.by_arena[arena].to_string()).join("/");
        let legal = if report.is_legal() {
            Cell::new("legal").style(GOOD)
        } else {
            Cell::new("not legal").style(BAD)
        };
        rows.push(vec![
            Cell::new(&known.name).style(side_style(Some(report.side))),
            Cell::new(report.side.name()),
            Cell::number(stats.cards),
            Cell::number(stats.units),
            Cell::new(arenas),
            Cell::number(stats.keywords.len()),
            legal,
        ]);
        values.push(json!({
            "name": known.name, "side": report.side, "cards": stats.cards, "units": stats.units,
            "by_arena": stats.by_arena, "keywords": stats.keywords, "legal": report.is_legal(),
        }));
    }
    if as_json {
        out.json(&values)?;
    } else if rows.is_empty() {
        out.line(paint(FAINT, "The card folder has no decks."))?;
    } else {
        out.table(&["deck", "side", "cards", "units", "s/g/c", "keywords", "open format"], &rows)?;
    }
    Ok(if values.is_empty() { Answer::No } else { Answer::Yes })
}
