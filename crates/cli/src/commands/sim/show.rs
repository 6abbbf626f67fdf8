//! The count of a batch, for people and for programs.

use super::Met;
use crate::output::{BOLD, Cell, FAINT, Out, count, paint};
use engine::Deck;
use serde_json::{Value, json};
use sim::{Interval, Party, Share, Summary};
use std::io;

/// How many cards are listed for each deck.
const CARDS: usize = 6;

/// A card is listed if it came into play in at least one game out of this many.
const OFTEN: u64 = 20;

/// Two decks.
pub fn pair(out: &mut Out, Met { batch, summary }: &Met) -> io::Result<()> {
    let [a, b] = Party::ALL.map(|party| batch.of(party));
    let title = format!("{} ({}) against {} ({})", a.name, a.player, b.name, b.player);
    out.line(paint(BOLD, &title))?;
    out.line(format!("{}, seed {}", count(summary.games() as usize, "game", "games"), batch.seed))?;
    out.gap()?;
    let mut rows = Vec::new();
    for party in Party::ALL {
        let name = &batch.of(party).name;
        let games = [
            ("", summary.of(party)),
            ("  in the Dark Side role", summary.as_dark(party)),
            ("  in the Light Side role", summary.as_light(party)),
        ];
        for (role, share) in games {
            if share.games > 0 {
                let label = if role.is_empty() { name.as_str() } else { role };
                rows.push(share_row(label, share));
            }
        }
    }
    out.table(&["", "won", "of", "rate", "95 % interval"], &rows)?;
    out.gap()?;
    let [shortest, half, longest] = summary.lengths();
    out.line(format!(
        "Length: {:.1} turns on average ({shortest} to {longest}, half of them {half} or fewer); {:.0} decisions",
        summary.mean_turns(),
        summary.mean_decisions()
    ))?;
    out.line(format!("The lead changes {:.1} times a game on average.", summary.mean_lead_changes()))?;
    let ways: Vec<String> = summary
        .ways()
        .map(|(way, winner, games)| match winner {
            Some(party) => format!("{} by {} {games}", batch.of(party).name, way.words()),
            None => format!("{} {games}", way.words()),
        })
        .collect();
    out.hanging("Won: ", "  ", &ways.join("; "))?;
    for party in Party::ALL {
        let at_least = (summary.games() / OFTEN).max(5);
        let cards = summary.deciding(party, at_least);
        if cards.is_empty() {
            continue;
        }
        out.gap()?;
        let heading = format!("Cards of {} that it won with most often", batch.of(party).name);
        out.line(paint(BOLD, &heading))?;
        let rows: Vec<Vec<Cell>> = cards
            .iter()
            .take(CARDS)
            .map(|(name, count)| {
                vec![
                    Cell::new(format!("  {name}")),
                    Cell::number(count.deployed.games),
                    Cell::number(percent(count.deployed.rate())),
                    Cell::number(count.drawn.games),
                    Cell::number(percent(count.drawn.rate())),
                ]
            })
            .collect();
        out.table(&["", "in play", "won", "drawn", "won"], &rows)?;
        let effects = summary.effects(party, at_least);
        if effects.is_empty() {
            continue;
        }
        out.gap()?;
        let heading = format!("Cards of {} that change most", batch.of(party).name);
        out.line(paint(BOLD, &heading))?;
        let rows: Vec<Vec<Cell>> = effects
            .iter()
            .take(CARDS)
            .map(|(name, effect)| {
                let Interval { low, high } = effect.interval;
                vec![
                    Cell::new(format!("  {name}")),
                    Cell::number(percent(effect.with.rate())),
                    Cell::number(percent(effect.without.rate())),
                    Cell::number(format!("{:+.1}", 100.0 * effect.difference)),
                    Cell::new(format!("{:+.1} to {:+.1}", 100.0 * low, 100.0 * high)),
                ]
            })
            .collect();
        out.table(&["", "drawn: won", "not drawn: won", "points", "95 % interval"], &rows)?;
    }
    Ok(())
}

fn share_row(label: &str, share: Share) -> Vec<Cell> {
    let Interval { low, high } = share.interval();
    let draws = if share.draws > 0 { format!(" and {} drawn", share.draws) } else { String::new() };
    vec![
        Cell::new(label),
        Cell::number(format!("{}{draws}", share.wins)),
        Cell::number(share.games),
        Cell::number(percent(share.rate())),
        Cell::new(format!("{} to {}", percent(low), percent(high))),
    ]
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// All pairs: how often the deck on the left beats the one above.
pub fn matrix(out: &mut Out, decks: &[(String, Deck)], met: &[Met]) -> io::Result<()> {
    let find = |row: usize, column: usize| {
        let (first, second) = (row.min(column), row.max(column));
        // The pairs were made in this order: 0-0, 0-1, ... 1-1, ...
        let before: usize = (0..first).map(|deck| decks.len() - deck).sum();
        let met = met.get(before + second - first)?;
        let party = if row <= column { Party::A } else { Party::B };
        Some(met.summary.of(party)).filter(|share| share.games > 0)
    };
    let mut heading = vec![""];
    heading.extend(decks.iter().map(|(name, _)| name.as_str()));
    let rows: Vec<Vec<Cell>> = (0..decks.len())
        .map(|row| {
            let mut cells = vec![Cell::new(decks[row].0.clone())];
            cells.extend((0..decks.len()).map(|column| {
                Cell::number(find(row, column).map_or("-".into(), |share| percent(share.rate())))
            }));
            cells
        })
        .collect();
    out.table(&heading, &rows)?;
    out.gap()?;
    let games: u64 = met.iter().map(|met| met.summary.games()).sum();
    let each = count(met[0].batch.games as usize, "game", "games");
    let note = format!(
        "Win rate of the deck on the left. {games} games, seed {}; over {each} a rate is accurate to about ±{:.0} points.",
        met[0].batch.seed,
        100.0 * 0.98 / (met[0].batch.games as f64).sqrt()
    );
    out.line(paint(FAINT, &note))
}

/// Two decks, for programs.
pub fn pair_json(Met { batch, summary }: &Met) -> Value {
    let parties = Party::ALL.map(|party| {
        let entrant = batch.of(party);
        json!({
            "deck": entrant.name,
            "player": entrant.player.name(),
            "all": share_json(summary.of(party)),
            "dark": share_json(summary.as_dark(party)),
            "light": share_json(summary.as_light(party)),
            "cards": cards_json(summary, party),
        })
    });
    let [a, b] = parties;
    let ways: Vec<Value> = summary
        .ways()
        .map(|(way, winner, games)| json!({ "way": way, "winner": winner, "games": games }))
        .collect();
    let lengths: Vec<Value> =
        summary.turns().iter().map(|(turns, games)| json!({ "turns": turns, "games": games })).collect();
    json!({
        "games": summary.games(),
        "seed": batch.seed,
        "a": a,
        "b": b,
        "ways": ways,
        "mean_turns": summary.mean_turns(),
        "lengths": lengths,
        "mean_decisions": summary.mean_decisions(),
    })
}

fn share_json(share: Share) -> Value {
    let Interval { low, high } = share.interval();
    json!({
        "wins": share.wins,
        "draws": share.draws,
        "games": share.games,
        "rate": share.rate(),
        "low": low,
        "high": high,
    })
}

fn cards_json(summary: &Summary, party: Party) -> Vec<Value> {
    let cards = summary.cards(party).iter();
    cards
        .map(|(name, count)| json!({ "name": name, "drawn": count.drawn, "deployed": count.deployed }))
        .collect()
}

/// All pairs, for programs.
pub fn matrix_json(met: &[Met]) -> Value {
    json!({ "pairs": met.iter().map(pair_json).collect::<Vec<_>>() })
}
