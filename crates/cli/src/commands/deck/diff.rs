//! `dejarik deck diff`: what changes from one deck to another.

use crate::commands::{Answer, Done};
use crate::output::{BAD, BOLD, Cell, FAINT, GOOD, Out, count, paint};
use crate::source::Cards;
use cards::deck::{Change, Stats};
use serde_json::json;
use vocab::Arena;

/// Compares two decks.
pub fn run(out: &mut Out, source: &Cards, files: [&str; 2], as_json: bool) -> Done {
    let all = source.collection();
    let [older, newer] = files.map(|file| source.read_deck(file));
    let (older, newer) = (older?.deck, newer?.deck);
    let changes = older.changes(&newer, all);
    let stats = [&older, &newer].map(|deck| Stats::of(&deck.resolve(all), all));
    if as_json {
        let [before, after] = &stats;
        out.json(&json!({
            "older": older.name, "newer": newer.name, "changes": changes,
            "cards": [before.cards, after.cards], "units": [before.units, after.units],
            "by_arena": [before.by_arena, after.by_arena], "unit_cost": [before.unit_cost, after.unit_cost],
        }))?;
        return Ok(Answer::Yes);
    }
    out.line(format!("{} {} {}", paint(BOLD, &older.name), paint(FAINT, "→"), paint(BOLD, &newer.name)))?;
    if changes.is_empty() {
        out.line("The same cards.")?;
        return Ok(Answer::Yes);
    }
    let mut zone = None;
    for change in &changes {
        if zone.replace(&change.zone) != Some(&change.zone) {
            out.gap()?;
            out.line(paint(BOLD, change.zone.name()))?;
        }
        out.line(in_words(change))?;
    }
    out.gap()?;
    let [before, after] = stats.map(|stats| numbers(&stats));
    let rows: Vec<Vec<Cell>> = before
        .into_iter()
        .zip(after)
        .map(|((name, before), (_, after))| vec![Cell::new(name), Cell::new(before), Cell::new(after)])
        .collect();
    out.table(&["", "before", "after"], &rows)?;
    let more: i64 = changes.iter().map(|change| change.difference().max(0)).sum();
    let less: i64 = changes.iter().map(|change| (-change.difference()).max(0)).sum();
    let [more, less] = [more, less].map(|cards| count(usize::try_from(cards).unwrap_or(0), "card", "cards"));
    out.line(paint(FAINT, &format!("{more} in, {less} out")))?;
    Ok(Answer::Yes)
}

fn in_words(change: &Change) -> String {
    let difference = change.difference();
    let number = format!("{:>4}", format!("{difference:+}").replace('-', "−"));
    let (style, number) = (if difference > 0 { GOOD } else { BAD }, number);
    let was = format!("{} → {}", change.before, change.after);
    format!("{} {}  {}", paint(style, &number), change.card, paint(FAINT, &was))
}

/// The numbers of a deck that a change may move.
fn numbers(stats: &Stats) -> Vec<(&'static str, String)> {
    let arenas = Arena::ALL.map(|arena| (arena.name(), stats.by_arena[arena].to_string()));
    let cost = stats.unit_cost.map_or_else(String::new, |cost| format!("{cost:.2}"));
    [("cards", stats.cards.to_string()), ("units", stats.units.to_string())]
        .into_iter()
        .chain(arenas)
        .chain([("average unit cost", cost)])
        .collect()
}
