//! How decks stand to each other, for people and for programs.

use super::{Flags, Met, Played};
use crate::output::{BOLD, Cell, FAINT, Out, paint};
use serde_json::{Value, json};
use sim::{Effect, Interval, Party, Share, Summary, wilson};
use std::collections::BTreeMap;
use std::io;

/// How many cards are listed for each deck.
const CARDS: usize = 3;
/// A pair is uneven beyond this.
const UNEVEN: f64 = 0.60;

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn range(Interval { low, high }: Interval) -> String {
    format!("{} to {}", percent(low), percent(high))
}

fn add(shares: impl Iterator<Item = Share>) -> Share {
    shares.fold(Share::default(), |all, one| Share {
        wins: all.wins + one.wins,
        draws: all.draws + one.draws,
        games: all.games + one.games,
    })
}

/// A deck's games in a pair.
fn of_deck(met: &Met, deck: usize) -> Option<Share> {
    match deck {
        deck if deck == met.a => Some(met.summary.of(Party::A)),
        deck if deck == met.b => Some(met.summary.of(Party::B)),
        _ => None,
    }
}

/// All games of a deck.
fn overall(played: &Played, deck: usize) -> Share {
    add(played.met.iter().filter_map(|met| of_deck(met, deck)))
}

/// All games in the Dark Side role.
fn in_the_dark(played: &Played) -> Share {
    add(played.met.iter().flat_map(|met| Party::ALL.map(|party| met.summary.as_dark(party))))
}

/// The matrix, the role, the lengths and the cards that stand out.
pub fn tables(out: &mut Out, names: &[&str], flags: &Flags, played: &Played) -> io::Result<()> {
    let games: u64 = played.met.iter().map(|met| met.summary.games()).sum();
    out.line(paint(BOLD, &format!("{games} games of {} players, seed {}", flags.player, flags.seed)))?;
    out.gap()?;
    let mut heading = vec![""];
    heading.extend(names);
    let rows: Vec<Vec<Cell>> = (0..names.len())
        .map(|row| {
            let mut cells = vec![Cell::new(names[row])];
            cells.extend((0..names.len()).map(|column| {
                let met = played.met.iter().find(|met| (met.a, met.b) == (row.min(column), row.max(column)));
                let share = met.and_then(|met| of_deck(met, row));
                Cell::number(share.map_or("-".into(), |share| percent(share.rate())))
            }));
            cells
        })
        .collect();
    out.table(&heading, &rows)?;
    out.gap()?;
    let rows: Vec<Vec<Cell>> = (0..names.len())
        .map(|deck| {
            let all = overall(played, deck);
            let interval = Cell::new(range(all.interval()));
            vec![Cell::new(names[deck]), Cell::number(all.games), Cell::number(percent(all.rate())), interval]
        })
        .collect();
    out.table(&["", "games", "won", "95 % interval"], &rows)?;
    out.gap()?;
    let uneven: Vec<String> = played
        .met
        .iter()
        .filter_map(|met| {
            let share = met.summary.of(Party::A);
            let (better, worse, share) = if share.rate() >= 0.5 {
                (met.a, met.b, share)
            } else {
                (met.b, met.a, met.summary.of(Party::B))
            };
            (share.rate() > UNEVEN).then(|| {
                format!(
                    "{} beats {} in {} ({})",
                    names[better],
                    names[worse],
                    percent(share.rate()),
                    range(share.interval())
                )
            })
        })
        .collect();
    if uneven.is_empty() {
        out.line("No pair is beyond 40 : 60.")?;
    } else {
        out.hanging("Beyond 40 : 60: ", "  ", &uneven.join("; "))?;
    }
    let dark = in_the_dark(played);
    out.line(format!("The Dark Side role wins {} ({}).", percent(dark.rate()), range(dark.interval())))?;
    let mean = |of: fn(&Summary) -> f64| {
        played.met.iter().map(|met| of(&met.summary) * met.summary.games() as f64).sum::<f64>()
            / games.max(1) as f64
    };
    let early: u64 = played.met.iter().map(|met| met.summary.ended_by(2)).sum();
    out.line(format!(
        "A game lasts {:.1} turns, {} end by turn 2; the lead changes {:.2} times.",
        mean(Summary::mean_turns),
        percent(early as f64 / games.max(1) as f64),
        mean(Summary::mean_lead_changes),
    ))?;
    for (deck, name) in names.iter().enumerate() {
        let effects = effects(played, deck);
        if effects.is_empty() {
            continue;
        }
        out.gap()?;
        out.line(paint(BOLD, &format!("Cards of {name} that stand out")))?;
        let best = effects.iter().take(CARDS);
        let worst = effects.iter().rev().take(CARDS.min(effects.len().saturating_sub(CARDS)));
        let rows: Vec<Vec<Cell>> = best
            .chain(worst)
            .map(|(card, effect)| {
                vec![
                    Cell::new(format!("  {card}")),
                    Cell::number(percent(effect.with.rate())),
                    Cell::number(percent(effect.without.rate())),
                    Cell::number(format!("{:+.1}", 100.0 * effect.difference)),
                    Cell::new(format!(
                        "{:+.1} to {:+.1}",
                        100.0 * effect.interval.low,
                        100.0 * effect.interval.high
                    )),
                    Cell::number(effect.with.games),
                ]
            })
            .collect();
        out.table(&["", "drawn: won", "not drawn: won", "points", "95 % interval", "games drawn"], &rows)?;
    }
    out.gap()?;
    let note = "A card that is drawn late is drawn in long games: what stands out is a hint, not a cause. Try another cost with \
                --cost.";
    out.paragraph("", &paint(FAINT, note))
}

/// What the cards of a deck change over all its pairs, the best first; only cards that were drawn and not drawn often.
fn effects(played: &Played, deck: usize) -> Vec<(String, Effect)> {
    let mut drawn: BTreeMap<&str, Vec<Share>> = BTreeMap::new();
    for met in &played.met {
        let party = match deck {
            deck if deck == met.a => Party::A,
            deck if deck == met.b => Party::B,
            _ => continue,
        };
        for (name, count) in met.summary.cards(party) {
            drawn.entry(name).or_default().push(count.drawn);
        }
    }
    let all = overall(played, deck);
    let least = (all.games / 20).max(10);
    let mut effects: Vec<(String, Effect)> = drawn
        .into_iter()
        .map(|(name, shares)| (name.to_string(), Effect::among(add(shares.into_iter()), all)))
        .filter(|(_, effect)| effect.with.games.min(effect.without.games) >= least)
        .collect();
    effects.sort_by(|(_, a), (_, b)| b.difference.total_cmp(&a.difference));
    effects
}

/// The change of a deck's share, game by game over the same seeds, with its 95 % interval.
fn paired(before: &Played, after: &Played, deck: usize) -> (f64, Interval) {
    let points = |met: &Met, place: usize| {
        let party = if deck == met.a { Party::A } else { Party::B };
        met.records[place].winner.map_or(0.5, |winner| if winner == party { 1.0 } else { 0.0 })
    };
    let mut changes: Vec<f64> = Vec::new();
    for (one, other) in before.met.iter().zip(&after.met).filter(|(met, _)| met.a == deck || met.b == deck) {
        let both = one.records.len().min(other.records.len());
        changes.extend((0..both).map(|place| points(other, place) - points(one, place)));
    }
    let n = changes.len().max(1) as f64;
    let mean = changes.iter().sum::<f64>() / n;
    let variance = changes.iter().map(|change| (change - mean).powi(2)).sum::<f64>() / n;
    let half = 1.96 * (variance / n).sqrt();
    (mean, Interval { low: mean - half, high: mean + half })
}

/// What other costs change.
pub fn change(
    out: &mut Out,
    names: &[&str],
    flags: &Flags,
    before: &Played,
    after: &Played,
) -> io::Result<()> {
    out.gap()?;
    out.line(paint(BOLD, &format!("With {}, over the same seeds", flags.cost.join(", "))))?;
    let rows: Vec<Vec<Cell>> = names
        .iter()
        .enumerate()
        .map(|(deck, name)| {
            let (change, Interval { low, high }) = paired(before, after, deck);
            vec![
                Cell::new(*name),
                Cell::number(percent(overall(before, deck).rate())),
                Cell::number(percent(overall(after, deck).rate())),
                Cell::number(format!("{:+.1}", 100.0 * change)),
                Cell::new(format!("{:+.1} to {:+.1}", 100.0 * low, 100.0 * high)),
            ]
        })
        .collect();
    out.table(&["", "before", "after", "points", "95 % interval"], &rows)
}

fn share_json(share: Share) -> Value {
    json!({ "wins": share.wins, "draws": share.draws, "games": share.games, "rate": share.rate(),
            "interval": wilson(share.wins as f64 + 0.5 * share.draws as f64, share.games) })
}

/// Everything, for programs.
pub fn json(names: &[&str], flags: &Flags, before: &Played, after: Option<&Played>) -> Value {
    let pairs = |played: &Played| -> Vec<Value> {
        let pair = |met: &Met| {
            let control: Vec<Value> = met
                .summary
                .control()
                .map(|(turn, [a, b, nobody])| json!({ "turn": turn, "a": a, "b": b, "nobody": nobody }))
                .collect();
            json!({ "a": names[met.a], "b": names[met.b], "won_by_a": share_json(met.summary.of(Party::A)),
                    "turns": met.summary.mean_turns(), "lead_changes": met.summary.mean_lead_changes(),
                    "control": control })
        };
        played.met.iter().map(pair).collect()
    };
    let decks: Vec<Value> = names
        .iter()
        .enumerate()
        .map(|(deck, name)| {
            let cards: Vec<Value> = effects(before, deck)
                .into_iter()
                .map(|(card, effect)| json!({ "card": card, "effect": effect }))
                .collect();
            let change = after.map(|after| {
                let (points, interval) = paired(before, after, deck);
                json!({ "all": share_json(overall(after, deck)), "change": points, "interval": interval })
            });
            json!({ "deck": name, "all": share_json(overall(before, deck)), "cards": cards, "with_costs": change })
        })
        .collect();
    json!({ "player": flags.player.name(), "seed": flags.seed, "games": flags.games, "costs": flags.cost,
            "decks": decks, "pairs": pairs(before), "pairs_with_costs": after.map(pairs),
            "dark": share_json(in_the_dark(before)) })
}
