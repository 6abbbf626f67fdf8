//! `dejarik deck stats`: numbers of a deck.

use crate::commands::{Answer, Done};
use crate::output::{BOLD, FAINT, Out, TERM, WARN, count, paint, side_style};
use crate::source::Cards;
use cards::deck::{Opening, PulledResource, Stats};
use serde_json::{Value, json};
use vocab::Arena;

/// The longest bar of a chart.
const BAR: f64 = 40.0;

/// Shows the numbers.
pub fn run(out: &mut Out, source: &Cards, file: &str, as_json: bool) -> Done {
    let read = source.read_deck(file)?;
    let deck = read.deck.resolve(source.collection());
    let stats = Stats::of(&deck, source.collection());
    if as_json {
        let mut value = json!({ "deck": deck.name });
        if let (Value::Object(all), Value::Object(facts)) = (&mut value, json!(stats)) {
            all.extend(facts);
        }
        out.json(&value)?;
        return Ok(Answer::Yes);
    }
    if !deck.unknown.is_empty() {
        let unknown: u32 = deck.unknown.iter().map(|unknown| unknown.count).sum();
        let note = format!("{} unknown, so not counted", count(unknown as usize, "card is", "cards are"));
        out.line(paint(WARN, &note))?;
    }
    out.line(paint(BOLD, &deck.name))?;
    let sides: Vec<String> = stats
        .by_side
        .iter()
        .map(|(side, n)| paint(side_style(Some(*side)), &format!("{n} {side}")))
        .collect();
    out.line(format!(
        "{} in the deck ({} different), {} outside; {}",
        count(stats.cards as usize, "card", "cards"),
        stats.different,
        stats.outside,
        sides.join(", ")
    ))?;
    arenas(out, &stats)?;
    costs(out, &stats)?;
    opening(out, &stats.opening)?;
    keywords(out, &stats)?;
    versions(out, &stats)?;
    Ok(Answer::Yes)
}

fn title(out: &mut Out, text: &str) -> std::io::Result<()> {
    out.gap()?;
    out.line(paint(BOLD, text))
}

fn arenas(out: &mut Out, stats: &Stats) -> std::io::Result<()> {
    title(out, &format!("Units: {} (a deck needs 36, with 12 in each arena)", stats.units))?;
    let most = Arena::ALL.map(|arena| stats.by_arena[arena]).into_iter().max().unwrap_or(1);
    for arena in Arena::ALL {
        bar(out, arena.name(), stats.by_arena[arena], most, "")?;
    }
    if stats.multi_arena > 0 {
        let note = format!("  {} in several arenas, counted in each", stats.multi_arena);
        out.line(paint(FAINT, &note))?;
    }
    let others: Vec<String> = stats
        .by_type
        .iter()
        .filter(|(word, _)| *word != "Unit")
        .map(|(word, n)| format!("{n} {word}"))
        .collect();
    if !others.is_empty() {
        out.hanging("  ", "  ", &format!("Others: {}", others.join(", ")))?;
    }
    Ok(())
}

fn costs(out: &mut Out, stats: &Stats) -> std::io::Result<()> {
    title(out, "Build costs")?;
    let most = stats.curve.iter().map(|step| step.units + step.others).max().unwrap_or(1);
    for step in &stats.curve {
        let units = count(step.units as usize, "unit", "units");
        let others = count(step.others as usize, "other", "others");
        let note = if step.others > 0 { format!("{units}, {others}") } else { String::new() };
        bar(out, &step.cost.to_string(), step.units + step.others, most, &note)?;
    }
    if let (Some(unit), Some(setup)) = (stats.unit_cost, stats.setup_units) {
        let note =
            format!("  a unit costs {unit:.2} on average, so the 30 points of setup buy about {setup:.1}");
        out.line(paint(FAINT, &note))?;
    }
    Ok(())
}

fn opening(out: &mut Out, opening: &Opening) -> std::io::Result<()> {
    let pulled = match opening.resource {
        PulledResource::None => "",
        PulledResource::Deck => ", plus a Resource pulled from the deck",
        PulledResource::Outside => ", plus a Resource from outside",
    };
    title(out, &format!("Opening hand: {} of {} cards{pulled}", opening.drawn, opening.from))?;
    out.line(format!("  units on average        {:.2}", opening.units))?;
    for arena in Arena::ALL {
        out.line(format!("  a unit for {:<12} {}", arena.name(), percent(opening.by_arena[arena])))?;
    }
    out.line(format!("  for all three arenas    {}", percent(opening.every_arena)))?;
    out.line(format!("  no unit at all          {}", percent(opening.no_unit)))
}

fn keywords(out: &mut Out, stats: &Stats) -> std::io::Result<()> {
    title(out, &format!("Keywords: {}", stats.keywords.len()))?;
    let list: Vec<String> =
        stats.by_keyword.iter().map(|(keyword, n)| format!("{} x{n}", paint(TERM, keyword.name()))).collect();
    out.hanging("  ", "  ", &list.join(", "))
}

fn versions(out: &mut Out, stats: &Stats) -> std::io::Result<()> {
    let stacks: Vec<String> = stats
        .versions
        .iter()
        .filter(|unique| unique.versions > 1)
        .map(|unique| format!("{} ({} versions, {} cards)", unique.name, unique.versions, unique.cards))
        .collect();
    if stacks.is_empty() {
        return Ok(());
    }
    title(out, "Stacks")?;
    out.hanging("  ", "  ", &stacks.join(", "))
}

fn bar(out: &mut Out, name: &str, n: u32, most: u32, note: &str) -> std::io::Result<()> {
    let length = (f64::from(n) / f64::from(most.max(1)) * BAR).round() as usize;
    let blocks = paint(TERM, &"\u{2588}".repeat(length));
    out.line(format!("  {name:<10} {n:>3} {blocks} {}", paint(FAINT, note)))
}

fn percent(chance: f64) -> String {
    format!("{:5.1} %", chance * 100.0)
}
