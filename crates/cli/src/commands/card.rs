//! `dejarik card`: one card with all that is known of it.

use super::{Answer, Done};
use crate::output::{BOLD, Cell, FAINT, Out, TERM, WARN, cut, paint, side_style};
use crate::source::Cards;
use cards::format::{Legality, legality};
use cards::{Collection, Found, Printing, PrintingId, cost_formula};
use serde_json::{Value, json};
use vocab::{Cost, Edition, Stat};

/// Shows the card that is meant, or the ones that may be.
pub fn run(out: &mut Out, source: &Cards, name: &[String], as_json: bool) -> Done {
    let typed = name.join(" ");
    let all = source.collection();
    let (candidates, question) = match all.find(&typed) {
        Found::One(id) => {
            if as_json {
                out.json(&value(source, source.lexicon(), id))?;
            } else {
                show(out, source, id)?;
            }
            return Ok(Answer::Yes);
        }
        Found::Several(ids) => (ids, "Which of these do you mean?"),
        Found::Near(ids) if ids.is_empty() => (ids, "No card has that name."),
        Found::Near(ids) => (ids, "No card has that name. These come close:"),
    };
    if as_json {
        let names: Vec<&str> = candidates.iter().map(|id| all.get(*id).name.full()).collect();
        out.json(&json!({ "found": null, "candidates": names }))?;
    } else {
        out.line(question)?;
        let shown = &candidates[..candidates.len().min(30)];
        out.table(&HEADING, &shown.iter().map(|id| row(all.get(*id))).collect::<Vec<_>>())?;
        if candidates.len() > shown.len() {
            out.line(paint(FAINT, &format!("... and {} more", candidates.len() - shown.len())))?;
        }
    }
    Ok(Answer::No)
}

/// The columns of a list of cards.
pub const HEADING: [&str; 6] = ["cost", "name", "s/p/h", "set", "type", "text"];

/// A card as a row of a list.
pub fn row(card: &Printing) -> Vec<Cell> {
    vec![
        Cell::number(card.cost),
        Cell::new(cut(card.name.full(), 36)).style(side_style(card.side)),
        Cell::new(statistics(card)),
        Cell::new(&*card.set).style(FAINT),
        Cell::new(cut(&card.type_line(), 34)),
        Cell::new(&*card.text).style(FAINT),
    ]
}

fn statistics(card: &Printing) -> String {
    match (card.speed, card.power, card.health) {
        (Stat::None, Stat::None, Stat::None) => String::new(),
        (speed, power, health) => format!("{speed}/{power}/{health}"),
    }
}

fn show(out: &mut Out, source: &Cards, id: PrintingId) -> std::io::Result<()> {
    let all = source.collection();
    let card = all.get(id);
    let style = side_style(card.side).bold();
    let number = card.number.map_or(String::new(), |number| format!(" #{number}"));
    out.line(format!(
        "{}  {}",
        paint(style, card.name.full()),
        paint(FAINT, &format!("{}{number}", card.set))
    ))?;
    let side = card.side.map_or(String::new(), |side| format!("{side} "));
    out.line(format!("{side}{}", card.type_line()))?;
    if let Some(line) = numbers(card) {
        out.line(line)?;
    }
    if !card.text.is_empty() {
        out.gap()?;
    }
    for clause in card.text.split(" | ") {
        out.hanging("  ", "    ", clause)?;
    }
    let compiled = lang::compile_card(card, source.lexicon());
    let departures = lang::departures(card, &compiled);
    section(out, "Not read as printed", !departures.is_empty())?;
    for departure in &departures {
        out.hanging("  ", "    ", &paint(WARN, &departure.to_string()))?;
    }
    let by_hand = texts_by_hand(source, card);
    section(out, "Carried out by hand (`dejarik cards explain` says why)", !by_hand.is_empty())?;
    for clause in &by_hand {
        out.hanging("  ", "    ", &paint(WARN, clause))?;
    }
    section(out, "Keywords", !card.keywords.is_empty())?;
    for keyword in card.keywords.iter() {
        let definition = keyword.definition(Edition::Current).unwrap_or_default();
        let gist = definition.split_inclusive(". ").next().unwrap_or_default();
        out.hanging("  ", "    ", &format!("{}: {}", paint(TERM, keyword.name()), gist.trim()))?;
    }
    section(out, "Rulings", !card.usage.rulings.is_empty())?;
    for ruling in &card.usage.rulings {
        out.hanging("  ", "    ", ruling)?;
    }
    related(out, all, id)?;
    show_legality(out, source, id)
}

/// The texts of a card that its player carries out by hand (rule 1316.1); none of a Reminder card.
fn texts_by_hand(source: &Cards, card: &Printing) -> Vec<String> {
    let Ok(catalog) = source.catalog() else { return Vec::new() };
    let texts = source
        .definition_id(card.name.full(), &catalog)
        .map(|id| source.texts_of_card_by_hand(id, &catalog))
        .unwrap_or_default();
    texts.into_iter().map(|text| text.clause).collect()
}

fn numbers(card: &Printing) -> Option<String> {
    let mut parts = Vec::new();
    if card.cost != Cost::None {
        parts.push(format!("cost {}", card.cost));
    }
    let stats = [("speed", card.speed), ("power", card.power), ("health", card.health)];
    parts.extend(
        stats.iter().filter(|(_, stat)| *stat != Stat::None).map(|(name, stat)| format!("{name} {stat}")),
    );
    if let Some(points) = cost_formula::points(card) {
        parts.push(paint(
            FAINT,
            &format!("({}.{:02} by the CORE formula)", points / 100, points.rem_euclid(100)),
        ));
    }
    (!parts.is_empty()).then(|| parts.join("  "))
}

/// Other printings, other versions, Subordinates.
fn related(out: &mut Out, all: &Collection, id: PrintingId) -> std::io::Result<()> {
    let card = all.get(id);
    let name = |id: PrintingId| format!("{} [{}]", all.get(id).name.full(), all.get(id).set);
    let printings: Vec<String> = all
        .printings_of(all.card_of(id))
        .iter()
        .filter(|other| **other != id)
        .map(|other| name(*other))
        .collect();
    let versions: Vec<String> = all
        .cards()
        .map(|other| all.shown(other))
        .filter(|other| all.card_of(*other) != all.card_of(id))
        .filter(|other| card.name.is_unique() && all.get(*other).name.base() == card.name.base())
        .map(name)
        .collect();
    let spawned: Vec<String> = card.spawned().into_iter().map(str::to_string).collect();
    for (title, names) in [("Printings", printings), ("Other versions", versions), ("Subordinates", spawned)]
    {
        section(out, title, !names.is_empty())?;
        if !names.is_empty() {
            out.hanging("  ", "    ", &names.join(", "))?;
        }
    }
    Ok(())
}

fn show_legality(out: &mut Out, source: &Cards, id: PrintingId) -> std::io::Result<()> {
    let all = source.collection();
    section(out, "Legality", true)?;
    let width = source.formats().iter().map(|format| format.name.len()).max().unwrap_or(0);
    for format in source.formats().iter() {
        let state = legality(all, all.card_of(id), format);
        let line = format!("  {:<width$}  {}", format.name, state.explain(all, format));
        match state {
            Legality::Legal(_) => out.line(line)?,
            Legality::Restricted(..) | Legality::Banned(_) => out.line(paint(WARN, &line))?,
            Legality::NotInFormat => out.line(paint(FAINT, &line))?,
        }
    }
    Ok(())
}

fn section(out: &mut Out, title: &str, wanted: bool) -> std::io::Result<()> {
    if wanted {
        out.gap()?;
        out.line(paint(BOLD, title))?;
    }
    Ok(())
}

/// The card for programs; stable. The lexicon is that of all cards: who asks for many cards makes it once.
pub fn value(source: &Cards, lexicon: &lang::Lexicon, id: PrintingId) -> Value {
    let all = source.collection();
    let card = all.get(id);
    let legal: serde_json::Map<String, Value> = source
        .formats()
        .iter()
        .map(|format| {
            (format.name.clone(), json!(legality(all, all.card_of(id), format).explain(all, format)))
        })
        .collect();
    let printings: Vec<&str> =
        all.printings_of(all.card_of(id)).iter().map(|other| all.get(*other).name.full()).collect();
    let compiled = lang::compile_card(card, lexicon);
    let unread: Vec<&str> = compiled.unread().map(|(clause, _)| clause.text.as_str()).collect();
    json!({
        "completeness": if unread.is_empty() { "exact" } else { "partial" },
        "unread": unread,
        "name": card.name.full(),
        "base_name": card.name.base(),
        "version": card.name.version,
        "unique": card.name.is_unique(),
        "set": card.set,
        "number": card.number,
        "image": card.image,
        "side": card.side,
        "type": card.card_type.name(),
        "arenas": card.card_type.arenas(),
        "subtypes": card.subtype_list(),
        "cost": card.cost,
        "speed": card.speed,
        "power": card.power,
        "health": card.health,
        "rarity": card.rarity,
        "text": card.text,
        "keywords": card.keywords,
        "rulings": card.usage.rulings,
        "tags": card.tags,
        "subordinates": card.spawned(),
        "printings": printings,
        "legality": legal,
    })
}
