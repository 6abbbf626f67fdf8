//! Random legal decks of every format, whole games with random actions by hand, checked at every question (rule 1316).

mod report;
mod tally;

pub use tally::{Tally, Times};

use crate::numbers::{Numbers, Temper};
use crate::soak;
use crate::texts;
use cards::deck::{Entry, ZoneName};
use cards::format::legality;
use cards::{Format, Legality};
use dejarik::{Cards, Playtest};
use engine::invariants::Watch;
use engine::state::{Agreement, ByHand, Options, Outcome, Seed};
use engine::{Catalog, Choice, Deck, Game, Recorder, Setup, Why};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use vocab::{Arena, CardType, DefinitionId, Role, Side, Stat};

/// A game that has more answers than this does not end (rule 1502.11).
const MOST_ANSWERS: usize = 30_000;
/// As many events as a fault tells.
const TOLD: usize = 16;
/// Of one card in so many no text may come up in the games around it: its moment is too rare for random games.
const SILENT: usize = 20;
/// How often a deck is tried before a format is said to have none.
const TRIES: usize = 400;

/// A card that may be in a deck of a format.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    id: DefinitionId,
    side: Side,
    most: usize,
}

/// What came of the games of one format.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The format.
    pub format: String,
    /// Decks that were built, and those among them with a text by hand.
    pub decks: (usize, usize),
    /// Texts of all cards of the decks: enforced ones, and all.
    pub clauses: (usize, usize),
    /// Games that were played to their end.
    pub games: usize,
    /// Questions that were answered.
    pub answers: usize,
    /// The cards of the decks that have a text by hand.
    pub by_hand: BTreeSet<DefinitionId>,
    /// What became of these texts.
    pub tally: Tally,
    /// What does not hold: the number of the game, and what is wrong.
    pub broken: Vec<(usize, String)>,
}

/// The cards that a player of a role may have in a deck of a format.
fn candidates(cards: &Cards, catalog: &Catalog, format: &Format, role: Role) -> Vec<Candidate> {
    let collection = cards.collection();
    let candidate = |card| {
        let most = match legality(collection, card, format) {
            Legality::Legal(_) => 4,
            Legality::Restricted(..) => 1,
            Legality::NotInFormat | Legality::Banned(_) => return None,
        };
        let id = cards.definition_id(collection.get(collection.shown(card)).name.full(), catalog)?;
        let definition = catalog.definition(id);
        let fits = match definition.side {
            Side::Dark => role == Role::Dark,
            Side::Light => role == Role::Light,
            Side::Neutral => true,
            Side::YuuzhanVong => false,
        };
        let in_deck = definition.card_type.may_be_in_deck();
        (fits && in_deck).then_some(Candidate { id, side: definition.side, most })
    };
    collection.cards().filter_map(candidate).collect()
}

/// A deck of random cards: twelve units for each arena, then anything, up to sixty; none if the deck rules refuse it.
fn deck(
    cards: &Cards,
    catalog: &Catalog,
    format: &Format,
    from: &[Candidate],
    numbers: &mut Numbers,
) -> Option<Vec<DefinitionId>> {
    let mut deck: Vec<DefinitionId> = Vec::new();
    let is_unit_of = |id: DefinitionId, arena: Arena| {
        let definition = catalog.definition(id);
        // 503.6: in setup no text gives a unit health.
        matches!(definition.card_type, CardType::Unit(_))
            && definition.card_type.is_unit_of(arena)
            && matches!(definition.health, Stat::Value(1..))
    };
    let mut add = |deck: &mut Vec<DefinitionId>, fits: &dyn Fn(DefinitionId) -> bool, until: usize| {
        let from: Vec<&Candidate> = from.iter().filter(|card| fits(card.id)).collect();
        for _ in 0..TRIES {
            let reached = deck.iter().filter(|id| fits(**id)).count();
            if reached >= until || from.is_empty() {
                return;
            }
            let card = from[numbers.below(from.len())];
            let copies = (1 + numbers.below(card.most)).min(until - reached);
            let has = deck.iter().filter(|id| **id == card.id).count();
            deck.extend(std::iter::repeat_n(card.id, copies.min(card.most.saturating_sub(has))));
        }
    };
    for arena in Arena::ALL {
        add(&mut deck, &|id| is_unit_of(id, arena), 13);
    }
    add(&mut deck, &|_| true, 60);
    let mut list = cards::Deck::new("random");
    for id in &deck {
        list.add(&ZoneName::Deck, Entry::named(catalog.definition(*id).to_string()), 1);
    }
    cards.check(&list, format).is_legal().then_some(deck)
}

/// The answer of a player who does something by hand now and then.
pub(crate) fn answer(game: &Game, numbers: &mut Numbers) -> usize {
    let (choices, why) = (game.choices(), game.asked().map(|ask| ask.why));
    let nothing = choices.iter().position(|choice| matches!(choice, Choice::Done | Choice::Pass));
    match (why, nothing) {
        (Some(Why::ByHand), Some(nothing)) if numbers.below(3) == 0 => nothing,
        (Some(Why::PlayOrPass), Some(nothing)) if numbers.below(3) > 0 => nothing,
        (Some(Why::ByHand | Why::Agree), _) => numbers.below(choices.len()),
        _ => numbers.answer(game, Temper::Busy),
    }
}

/// One game; the questions answered, and what became of the texts by hand.
fn play(catalog: &Arc<Catalog>, decks: [Vec<DefinitionId>; 2], seed: u64) -> Result<(usize, Tally), String> {
    let [dark, light] = decks.map(|cards| Deck { cards, supply: Vec::new() });
    let options = Options { by_hand: Agreement::both(ByHand::Used), ..Options::default() };
    let setup = Setup { dark, light, seed: Seed::from(seed), options };
    let mut recorder = Recorder::new(catalog.clone(), &setup).map_err(|error| error.to_string())?;
    let (mut numbers, mut watch) = (Numbers::new(seed), Watch::default());
    let mut answers: Vec<usize> = Vec::new();
    let (copied_at, mut copy) = (60 + numbers.below(200), recorder.game().clone());
    let (mut tally, mut last) = (Tally::default(), Vec::<String>::new());
    while !recorder.game().choices().is_empty() {
        let at = answers.len();
        let wrong = |what: String| {
            let why = recorder.game().asked().map(|ask| ask.why);
            let told = &last[last.len().saturating_sub(TOLD)..];
            format!("at question {at}, {why:?}: {what}; before: {}", told.join(", "))
        };
        if at == copied_at {
            copy = recorder.game().clone();
        }
        // Most of the time the cheap checks, now and then hidden cards dealt anew as well.
        let checked = if at.is_multiple_of(8) {
            soak::at_question(recorder.game(), &mut watch, seed ^ at as u64)
        } else {
            watch.check(recorder.game())
        };
        checked.map_err(wrong)?;
        let chosen = answer(recorder.game(), &mut numbers);
        answers.push(chosen);
        recorder.answer(chosen).map_err(|refused| format!("at question {at}: {refused}"))?;
        let events = recorder.take_events();
        last.extend(events.iter().map(|event| recorder.game().tell(event)));
        last.drain(..last.len().saturating_sub(TOLD));
        tally.see(recorder.game(), &events);
        watch.see(&events);
        if answers.len() > MOST_ANSWERS {
            return Err("the game does not end".into());
        }
    }
    match recorder.game().outcome() {
        Some(Outcome::Won(..) | Outcome::Draw(_)) => {}
        other => return Err(format!("the game ends with {other:?} after {} answers", answers.len())),
    }
    let copied_at = if answers.len() > copied_at { copied_at } else { 0 };
    soak::afterwards(catalog, &mut recorder, copy, &answers[copied_at..])?;
    Ok((answers.len(), tally))
}

/// Plays this many random decks of a format, two in each game, on all cores.
pub fn format(cards: &Cards, format: &Format, decks: usize, seed: u64) -> Result<Found, String> {
    let catalog = cards.catalog().map_err(|error| error.to_string())?;
    let mut found = Found { format: format.name.clone(), ..Found::default() };
    let mut numbers = Numbers::new(seed);
    let from = Role::ALL.map(|role| candidates(cards, &catalog, format, role));
    let mut pairs: Vec<[Vec<DefinitionId>; 2]> = Vec::new();
    for _ in 0..decks / 2 {
        let mut built = Role::ALL.iter().map(|role| {
            let mut tries = (0..TRIES).map(|_| {
                let from = &from[*role as usize];
                // A deck of one side alone now and then: Neutral cards are the larger half of some formats.
                let own: Vec<Candidate> =
                    from.iter().copied().filter(|card| card.side != Side::Neutral).collect();
                let from = if numbers.below(3) == 0 { &own } else { from };
                deck(cards, &catalog, format, from, &mut numbers)
            });
            tries.find_map(|deck| deck)
        });
        match (built.next().flatten(), built.next().flatten()) {
            (Some(dark), Some(light)) => pairs.push([dark, light]),
            (_, _) => break,
        }
    }
    for deck in pairs.iter().flatten() {
        let by_hand = |id: &DefinitionId| catalog.by_hand(*id).len();
        let texts = |id: &DefinitionId| catalog.facts(*id).abilities.len();
        found.decks.0 += 1;
        found.by_hand.extend(deck.iter().filter(|id| by_hand(id) > 0));
        found.decks.1 += usize::from(deck.iter().any(|id| by_hand(id) > 0));
        found.clauses.0 += deck.iter().map(|id| texts(id).saturating_sub(by_hand(id))).sum::<usize>();
        found.clauses.1 += deck.iter().map(|id| texts(id).max(by_hand(id))).sum::<usize>();
    }
    let (next, shared) = (AtomicUsize::new(0), Mutex::new(found));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(pair) = pairs.get(number) else { return };
                    let own_seed = seed ^ ((number as u64 + 1) << 20);
                    let played = catch_unwind(AssertUnwindSafe(|| play(&catalog, pair.clone(), own_seed)));
                    let played = played
                        .unwrap_or_else(|panic| Err(format!("panic: {}", soak::words_of(panic.as_ref()))));
                    let mut found = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    match played {
                        Ok((answers, tally)) => {
                            found.games += 1;
                            found.answers += answers;
                            found.tally.add(&tally);
                        }
                        Err(what) => found.broken.push((number, what)),
                    }
                }
            });
        }
    });
    let mut found = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.broken.sort();
    Ok(found)
}

/// `proof hands FOLDER [--decks N] [--games N] [--seed S] [--format NAME] [--only NAME]`.
pub fn command(folder: &str, options: &[&str]) -> Result<(), String> {
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` isn't a number"));
    let (mut decks, mut games, mut seed, mut only, mut card) = (200, 20, 14, None, None);
    for pair in options.chunks(2) {
        match pair {
            ["--decks", n] => decks = number(n)?,
            ["--games", n] => games = number(n)?,
            ["--seed", n] => seed = number(n)?,
            ["--format", name] => only = Some(*name),
            ["--only", name] => card = Some(*name),
            [other, ..] => {
                return Err(format!(
                    "unknown option `{other}`; expected --decks N, --games N, --seed S, --format NAME or --only NAME"
                ));
            }
            [] => {}
        }
    }
    let cards =
        Cards::folder_with(Path::new(folder), Playtest::LeaveOut).map_err(|error| error.to_string())?;
    std::panic::set_hook(Box::new(|_| {}));
    let mut all = Vec::new();
    let formats = cards.formats().iter().filter(|_| card.is_none());
    let wanted = formats.filter(|format| only.is_none_or(|name| format.is_called(name)));
    for one in wanted {
        let found = format(&cards, one, usize::try_from(decks).unwrap_or(200), seed)?;
        eprintln!(
            "{}: {} decks, {} games, {} questions, {} texts by hand, {} broken",
            found.format,
            found.decks.0,
            found.games,
            found.answers,
            found.tally.all().begun,
            found.broken.len()
        );
        for (game, what) in found.broken.iter().take(5) {
            eprintln!("  game {game}: {what}");
        }
        all.push(found);
    }
    // Without games, or for one format alone, the decks are all.
    let around = if only.is_some() || games == 0 {
        None
    } else {
        let texts = texts::Texts::by_hand(&cards)?;
        let around = card.map_or_else(|| texts.playable.clone(), |name| texts.named(name));
        let progress = |done: usize| {
            if done.is_multiple_of(100) {
                eprintln!("{done} of {} cards", around.len());
            }
        };
        Some(texts.soak(&around, games, seed, &progress))
    };
    for (card, game, what) in around.iter().flat_map(|around| &around.broken).take(5) {
        eprintln!("  {card}, game {game}: {what}");
    }
    let catalog = cards.catalog().map_err(|error| error.to_string())?;
    let accepted = cards.acceptance().map_err(|error| error.to_string())?;
    let subject = report::Subject { catalog: &catalog, games, seed };
    let text = report::report(&subject, &accepted, &all, around.as_ref());
    println!("{text}");
    if only.is_none() && card.is_none() && decks >= 200 && (games == 0 || games >= 20) {
        println!("{}", crate::report::write("hands.md", &text)?);
    }
    let broken = all.iter().map(|found| found.broken.len()).sum::<usize>()
        + around.as_ref().map_or(0, |around| around.broken.len());
    let refused = accepted.cards.refused + accepted.decks.refused;
    let (silent, of) = around.map_or((0, 0), |around| (around.silent.len(), around.cards));
    match (broken, refused) {
        (0, 0) if silent * SILENT <= of || card.is_some() => Ok(()),
        (0, 0) => Err(format!("no text of {silent} cards of {of} came up, more than one in {SILENT}")),
        (0, refused) => Err(format!("{refused} cards and decks are refused")),
        (broken, _) => Err(format!("{broken} games broke")),
    }
}
