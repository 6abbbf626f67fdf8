//! `dejarik packs`: booster packs, listed and opened.

use super::{Answer, Done, Failure, bad_input, card};
use crate::cli;
use crate::files::{self, Existing};
use crate::output::{BOLD, Cell, FAINT, Out, WARN, count, paint};
use crate::source::Cards;
use cards::deck::{Deck, Entry, Kind, Zone, ZoneName};
use cards::packs::Pack;
use cards::{Collection, PrintingId};
use serde_json::{Value, json};
use std::path::Path;

/// More packs than this are not opened for a table but for statistics.
pub const MOST: u32 = 1000;

/// Lists the packs.
pub fn list(out: &mut Out, source: &Cards, as_json: bool) -> Done {
    let all = source.collection();
    let packs = &source.packs().packs;
    if as_json {
        let values: Vec<Value> = packs.iter().map(|pack| value(pack, all)).collect();
        out.json(&values)?;
    } else {
        let rows: Vec<Vec<Cell>> = packs
            .iter()
            .map(|pack| {
                let problems = pack.problems(all);
                let state = match problems.first() {
                    None => Cell::new(""),
                    Some(problem) => Cell::new(format!("can't be opened: {problem}")).style(WARN),
                };
                vec![Cell::new(&pack.title), Cell::number(size(pack)), state]
            })
            .collect();
        out.table(&["pack", "cards", ""], &rows)?;
    }
    Ok(if packs.is_empty() { Answer::No } else { Answer::Yes })
}

/// Opens packs: the same seed gives the same cards.
pub fn open(out: &mut Out, source: &Cards, flags: &cli::OpenPacks) -> Done {
    let all = source.collection();
    let pack = find(source, &flags.title)?;
    let mut numbers = Numbers(flags.seed);
    let mut opened = Vec::new();
    for _ in 0..flags.count {
        opened.push(pack.open(all, &mut |below| numbers.below(below)).map_err(bad_input)?);
    }
    if let Some(path) = &flags.out {
        let cards: Vec<PrintingId> = opened.concat();
        write_pool(path, &pack.title, all, &cards, flags.force)?;
        let written = count(cards.len(), "card", "cards");
        out.line(paint(FAINT, &format!("{written} written to {}", path.display())))?;
        return Ok(Answer::Yes);
    }
    if flags.json.json {
        let name = |id: &PrintingId| json!({ "name": all.get(*id).name.full(), "set": all.get(*id).set });
        let packs: Vec<Vec<Value>> = opened.iter().map(|cards| cards.iter().map(name).collect()).collect();
        out.json(&json!({ "pack": pack.title, "seed": flags.seed, "opened": packs }))?;
        return Ok(Answer::Yes);
    }
    for (number, cards) in (1..).zip(&opened) {
        if number > 1 {
            out.gap()?;
        }
        let of = if flags.count > 1 { format!(", {number} of {}", flags.count) } else { String::new() };
        out.line(format!(
            "{}{of} {}",
            paint(BOLD, &pack.title),
            paint(FAINT, &format!("(seed {})", flags.seed))
        ))?;
        let rows: Vec<Vec<Cell>> = cards.iter().map(|id| card::row(all.get(*id))).collect();
        out.table(&card::HEADING, &rows)?;
    }
    Ok(Answer::Yes)
}

/// The pack with this title, or the only one whose title contains the words.
fn find<'a>(source: &'a Cards, title: &str) -> Result<&'a Pack, Failure> {
    if let Some(pack) = source.packs().get(title) {
        return Ok(pack);
    }
    let wanted = title.to_lowercase();
    let fitting: Vec<&Pack> =
        source.packs().packs.iter().filter(|pack| pack.title.to_lowercase().contains(&wanted)).collect();
    match fitting[..] {
        [pack] => Ok(pack),
        [] => Err(bad_input(format!("no pack is called `{title}`; `dejarik packs list` shows them all"))),
        ref several => {
            let titles: Vec<&str> = several.iter().map(|pack| pack.title.as_str()).collect();
            Err(bad_input(format!("several packs fit `{title}`: {}", titles.join(", "))))
        }
    }
}

/// How many cards are in it: `11`, or `10 to 12` if its chances differ.
fn size(pack: &Pack) -> String {
    let sizes = pack.chances.iter().map(|chance| chance.kinds.iter().map(|kind| kind.quantity).sum::<u32>());
    match (sizes.clone().min(), sizes.max()) {
        (Some(least), Some(most)) if least != most => format!("{least} to {most}"),
        (_, Some(size)) => size.to_string(),
        (_, None) => "0".to_string(),
    }
}

fn value(pack: &Pack, all: &Collection) -> Value {
    let problems: Vec<String> = pack.problems(all).iter().map(ToString::to_string).collect();
    let chances: Vec<Value> = pack
        .chances
        .iter()
        .map(|chance| {
            let kinds = chance.kinds.iter().map(|kind| {
                let criteria: Vec<String> = kind.criteria.iter().map(ToString::to_string).collect();
                json!({ "cards": kind.quantity, "criteria": criteria })
            });
            kinds.collect()
        })
        .collect();
    let common: Vec<String> = pack.common.iter().map(ToString::to_string).collect();
    json!({ "title": pack.title, "criteria": common, "chances": chances, "problems": problems })
}

/// The opened cards as a deck file, to build from.
fn write_pool(
    path: &Path,
    title: &str,
    all: &Collection,
    cards: &[PrintingId],
    force: bool,
) -> Result<(), Failure> {
    let name = path.display();
    let Some(kind) = Kind::of_name(&path.to_string_lossy()) else {
        return Err(bad_input(format!("{name}: expected a name that ends in .dek, .txt or .json")));
    };
    let entries = cards.iter().map(|id| {
        let card = all.get(*id);
        Entry { name: card.name.full().to_string(), set: card.set.to_string(), id: card.image.to_string() }
    });
    let zone = Zone { name: ZoneName::Deck, cards: entries.collect() };
    let deck = Deck { zones: vec![zone], ..Deck::new(title) };
    files::write(path, &deck.grouped().write(kind), Existing::forced(force))
        .map_err(|error| bad_input(format!("{name}: {error}")))
}

/// Random numbers from a seed (SplitMix64), the same on every machine.
struct Numbers(u64);

impl Numbers {
    /// A number below `n`; the bias of the remainder is far too small to see in a pack.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}
