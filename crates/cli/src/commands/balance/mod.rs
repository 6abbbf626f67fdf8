//! `dejarik balance`: whether decks are a fair fight, which cards stand out, and what another cost would change.

mod kept;
mod show;

use super::sim::{open, stop_on_interrupt, threads};
use super::{Answer, Done, Failure, bad_input};
use crate::cli::balance::Balance as Flags;
use crate::output::Out;
use crate::source::Cards;
use ai::Knowledge;
use engine::state::{ByHand, Options};
use engine::{Catalog, Deck, Game};
use kept::Kept;
use sim::{Batch, Entrant, Record, Seats, Stop, Summary};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use vocab::{Cost, DefinitionId, Library};

/// Two decks that have met.
struct Met {
    a: usize,
    b: usize,
    /// By the number of the game.
    records: Vec<Record>,
    summary: Summary,
}

/// All pairs, with the printed costs or with others.
struct Played {
    met: Vec<Met>,
    stop: Stop,
}

/// Plays all pairs and shows how they stand.
pub fn run(out: &mut Out, source: &Cards, flags: &Flags) -> Done {
    let (catalog, decks) =
        open(source, &flags.decks, ByHand::Refused, "balance is for cards that are enforced in full")?;
    let changed = if flags.cost.is_empty() { None } else { Some(with_costs(&catalog, &flags.cost)?) };
    let mut kept = Kept::open(flags.keep.as_deref())?;
    let stop = stop_on_interrupt()?;
    let before = play_all(&catalog, &decks, flags, "", &mut kept, &stop)?;
    let after = match &changed {
        Some(changed) if before.stop == Stop::No => {
            Some(play_all(changed, &decks, flags, &flags.cost.join(", "), &mut kept, &stop)?)
        }
        _ => None,
    };
    let names: Vec<&str> = decks.iter().map(|(name, _)| name.as_str()).collect();
    if flags.json.json {
        out.json(&show::json(&names, flags, &before, after.as_ref()))?;
    } else {
        show::tables(out, &names, flags, &before)?;
        if let Some(after) = &after {
            show::change(out, &names, flags, &before, after)?;
        }
    }
    if stop.load(Ordering::Relaxed) {
        anstream::eprintln!("stopped; the games played so far are counted");
        return Ok(Answer::No);
    }
    Ok(Answer::Yes)
}

/// The same cards, some of them at another cost. They keep their numbers, so decks stay what they are.
fn with_costs(catalog: &Catalog, changes: &[String]) -> Result<Arc<Catalog>, Failure> {
    let mut definitions: Vec<_> =
        catalog.library().iter().map(|(_, definition)| definition.clone()).collect();
    for change in changes {
        let wrong =
            || bad_input(format!("`{change}`: expected a card and its cost, such as \"Furnace Tank=5\""));
        let (name, cost) = change.rsplit_once('=').ok_or_else(wrong)?;
        let cost: u8 = cost.trim().parse().map_err(|_| wrong())?;
        let found = catalog.library().find_by_title(name.trim());
        let DefinitionId(id) =
            found.ok_or_else(|| bad_input(format!("there's no card called `{}`", name.trim())))?;
        definitions[usize::from(id)].cost = Cost::Points(cost);
    }
    let library = Library::new(definitions).map_err(bad_input)?;
    Ok(Arc::new(Catalog::new(library).map_err(bad_input)?))
}

fn play_all(
    catalog: &Arc<Catalog>,
    decks: &[(String, Deck)],
    flags: &Flags,
    costs: &str,
    kept: &mut Kept,
    stop: &AtomicBool,
) -> Result<Played, Failure> {
    let options = Options { edition: flags.edition, ..Options::default() };
    let entrant = |of: usize| {
        let (name, deck) = &decks[of];
        let (player, knowledge) = (flags.player, Knowledge::default());
        Entrant { name: name.clone(), deck: deck.clone(), player, knowledge }
    };
    let mut played = Played { met: Vec::new(), stop: Stop::No };
    for a in 0..decks.len() {
        for b in a + 1..decks.len() {
            let batch = Batch {
                catalog: catalog.clone(),
                a: entrant(a),
                b: entrant(b),
                seats: Seats::Swap,
                // Pairs of one seed are whole.
                games: flags.games.next_multiple_of(2),
                seed: flags.seed,
                options,
            };
            Game::new(catalog.clone(), &batch.setup(0)).map_err(bad_input)?;
            let run = name_of(&batch, flags, costs);
            let mut records = kept.of(&run, batch.games);
            let missing: Vec<u64> =
                (0..batch.games).filter(|game| !records.iter().any(|record| record.game == *game)).collect();
            let mut written = Ok(());
            if !missing.is_empty() && !stop.load(Ordering::Relaxed) {
                let end = batch.run(&missing, threads(flags.threads), stop, |record| {
                    if written.is_ok() {
                        written = kept.keep(&run, &record);
                    }
                    records.push(record);
                });
                end.map_err(bad_input)?;
            }
            written?;
            records.sort_by_key(|record| record.game);
            let mut summary = Summary::default();
            records.iter().for_each(|record| summary.count(record));
            played.met.push(Met { a, b, records, summary });
        }
    }
    if stop.load(Ordering::Relaxed) {
        played.stop = Stop::Yes;
    }
    Ok(played)
}

/// What must be the same for a game to be the same: both lists with all they cost, the players, the seed.
fn name_of(batch: &Batch, flags: &Flags, costs: &str) -> String {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for entrant in [&batch.a, &batch.b] {
        for id in entrant.deck.cards.iter().chain(&entrant.deck.supply) {
            let definition = format!("{:?}", batch.catalog.definition(*id));
            for byte in definition.bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
        }
    }
    let (a, b) = (&batch.a.name, &batch.b.name);
    format!(
        "{a}/{b}/{}/{}/{}/{costs}/{}/{hash:016x}",
        flags.player,
        flags.seed,
        flags.edition.name(),
        engine::RULES
    )
}
