//! `dejarik cards coverage`: how much of a folder is read and enforced, and what leaves the rest to the players.

use super::{Answer, Done, bad_input};
use crate::output::{BOLD, Cell, FAINT, Out, count, paint};
use cards::Printing;
use cards::plugin::{Playtest, Plugin};
use dejarik::{Acceptance, Accepted, Cards};
use engine::support::unsupported_in;
use lang::coverage::{Counts, Coverage, compiled_cards, measure, phrase};
use lang::{Compiled, Lexicon, build_library};
use serde_json::{Map, Value, json};
use std::path::Path;
use vocab::Definition;

/// How many phrases are shown.
const PHRASES: usize = 40;

/// Measures a folder.
pub fn run(out: &mut Out, dir: &Path, sets: &[String], stopped_at: Option<&str>, as_json: bool) -> Done {
    let plugin = Plugin::load(dir, Playtest::Load).map_err(bad_input)?;
    for set in sets {
        if !plugin.sets.iter().any(|known| known.code.eq_ignore_ascii_case(set)) {
            return Err(bad_input(format!("{set}: no such set in {}", dir.display())));
        }
    }
    let lexicon = Lexicon::of(&plugin.collection);
    if let Some(wanted) = stopped_at {
        let cards = compiled_cards(&plugin.collection, &lexicon, sets);
        return list(out, cards, wanted, as_json);
    }
    let library = build_library(&plugin.collection, &lexicon).map_err(bad_input)?;
    let refusal = |definition: &Definition| unsupported_in(definition, &library);
    let coverage = measure(&plugin.collection, &lexicon, sets, refusal);
    // What a game accepts is a matter of all sets together: cards name each other.
    let accepted = match sets {
        [] => {
            let cards = Cards::folder_with(dir, Playtest::Load).map_err(bad_input)?;
            Some(cards.acceptance().map_err(bad_input)?)
        }
        [..] => None,
    };
    if as_json {
        let mut value = serde_json::to_value(&coverage).map_err(bad_input)?;
        if let Some(accepted) = &accepted {
            value["accepted"] = accepted_in_json(accepted);
        }
        out.json(&value)?;
        return Ok(Answer::Yes);
    }
    let mut rows: Vec<Vec<Cell>> = coverage.sets.iter().map(|(set, counts)| row(set, counts)).collect();
    rows.push(row("all", &coverage.total));
    if coverage.held_out.cards > 0 {
        rows.push(row("held out", &coverage.held_out));
    }
    out.table(&["set", "cards", "read", "", "enforced", "", "by hand", "", "clauses", "read", ""], &rows)?;
    out.line(paint(
        FAINT,
        "Held out: sets that weren't looked at while the grammar was built (one in five, by their codes).",
    ))?;
    if coverage.total.cards_corrected > 0 {
        let corrected = count(coverage.total.cards_corrected, "card is", "cards are");
        out.line(paint(FAINT, &format!("{corrected} read from a reading in place of the print.")))?;
    }
    if !coverage.unread.is_empty() {
        out.gap()?;
        out.line(paint(
            BOLD,
            "What stops the rest: the first words not read, and how many cards only they block",
        ))?;
        let rows: Vec<Vec<Cell>> = coverage
            .unread
            .iter()
            .take(PHRASES)
            .map(|stopper| {
                vec![
                    Cell::number(stopper.cards),
                    Cell::number(stopper.clauses),
                    Cell::new(stopper.phrase.as_str()),
                ]
            })
            .collect();
        out.table(&["cards", "clauses", "stopped at"], &rows)?;
        let more = coverage.unread.len().saturating_sub(PHRASES);
        if more > 0 {
            out.line(paint(
                FAINT,
                &format!("... and {} (--json has them all)", count(more, "more", "more")),
            ))?;
        }
    }
    show_refused(out, &coverage)?;
    if let Some(accepted) = &accepted {
        show_accepted(out, accepted)?;
    }
    Ok(Answer::Yes)
}

/// What a game accepts: cards by format, and the decks of the folder.
fn show_accepted(out: &mut Out, accepted: &Acceptance) -> std::io::Result<()> {
    out.gap()?;
    out.line(paint(BOLD, "What a game accepts: each card once, a deck as its worst card"))?;
    let row = |name: &str, counts: &Accepted| {
        let share = |part: usize| [Cell::number(part), Cell::number(percent(part, counts.all()))];
        let columns = [counts.printed, counts.corrected, counts.by_hand, counts.refused];
        let all = [Cell::new(name), Cell::number(counts.all())];
        all.into_iter().chain(columns.into_iter().flat_map(share)).collect::<Vec<_>>()
    };
    let mut rows = vec![row("all cards", &accepted.cards)];
    rows.extend(accepted.formats.iter().map(|(name, counts)| row(name, counts)));
    if accepted.decks.all() > 0 {
        rows.push(row("decks here", &accepted.decks));
    }
    let heads = ["", "all", "grammar alone", "", "with a reading", "", "by hand", "", "refused", ""];
    out.table(&heads, &rows)
}

fn accepted_in_json(accepted: &Acceptance) -> Value {
    let counts = |counts: &Accepted| {
        let Accepted { printed, corrected, by_hand, refused } = counts;
        json!({ "printed": printed, "corrected": corrected, "by_hand": by_hand, "refused": refused })
    };
    let formats = accepted.formats.iter().map(|(name, format)| (name.clone(), counts(format)));
    json!({
        "cards": counts(&accepted.cards),
        "formats": formats.collect::<Map<String, Value>>(),
        "decks": counts(&accepted.decks),
    })
}

/// What keeps cards that can be read from being played.
fn show_refused(out: &mut Out, coverage: &Coverage) -> std::io::Result<()> {
    out.gap()?;
    let read = count(coverage.total.cards_read, "card it can read", "cards it can read");
    let carried_out = coverage.total.cards_compiled;
    out.line(paint(BOLD, &format!("The referee enforces {carried_out} of {read}")))?;
    let rows: Vec<Vec<Cell>> = coverage
        .refused
        .iter()
        .map(|refused| {
            vec![
                Cell::number(refused.cards),
                Cell::new(refused.construct.as_str()),
                Cell::new(refused.such_as.join("; ").as_str()),
            ]
        })
        .collect();
    if rows.is_empty() { Ok(()) } else { out.table(&["cards", "by hand because of", "such as"], &rows) }
}

fn row(name: &str, counts: &Counts) -> Vec<Cell> {
    vec![
        Cell::new(name),
        Cell::number(counts.cards),
        Cell::number(counts.cards_read),
        Cell::number(percent(counts.cards_read, counts.cards)),
        Cell::number(counts.cards_compiled),
        Cell::number(percent(counts.cards_compiled, counts.cards)),
        Cell::number(counts.cards_by_hand),
        Cell::number(percent(counts.cards_by_hand, counts.cards)),
        Cell::number(counts.clauses),
        Cell::number(counts.clauses_compiled),
        Cell::number(percent(counts.clauses_compiled, counts.clauses)),
    ]
}

/// A share in per cent with one digit.
fn percent(part: usize, whole: usize) -> String {
    let tenths = (1000 * part).checked_div(whole).unwrap_or(1000);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The clauses that stop at a phrase.
fn list<'a>(
    out: &mut Out,
    cards: impl Iterator<Item = (&'a Printing, Compiled)>,
    wanted: &str,
    as_json: bool,
) -> Done {
    let wanted = wanted.to_lowercase();
    let mut values = Vec::new();
    let mut found = Answer::No;
    for (printing, compiled) in cards {
        for (clause, unread) in
            compiled.unread().filter(|(_, unread)| phrase(unread).to_lowercase().starts_with(&wanted))
        {
            found = Answer::Yes;
            if as_json {
                let card = printing.name.full();
                values.push(json!({ "card": card, "clause": clause.text, "at": unread.at }));
                continue;
            }
            let (read, rest) = clause.text.split_at(unread.at);
            let name = paint(BOLD, printing.name.full());
            out.hanging("", "    ", &format!("{name}: {read}{}{rest}", paint(FAINT, ">>>")))?;
        }
    }
    if as_json {
        out.json(&values)?;
    }
    Ok(found)
}
