//! How often players give something away for nothing: games of a player against itself, searched for gifts.
//!
//! Every finished game is a line of a file beside the program, so that an interrupted run goes on where it was.

use crate::contestant::Contestant;
use crate::deck_pool::DeckPool;
use crate::kept::Kept;
use crate::report;
use ai::Kind;
use engine::state::{ByRole, Options, Seed};
use engine::{Game, Setup};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use vocab::Edition;

/// What all chance comes from, if nothing else is said.
const SEED: u64 = 15;
/// The players of the report, the first of version 0.1.
const PLAYERS: [&str; 6] = ["first:400", "gentle", "casual", "skilled", "strong", "master"];

/// A finished game, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    player: String,
    decks: String,
    seed: u64,
    game: u64,
    turns: u16,
    answers: usize,
    gifts: Vec<Found>,
}

/// A gift, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Found {
    kind: String,
    turn: u16,
    answers: usize,
    words: String,
}

/// `proof gifts`: one player, or all of the report.
pub fn command(options: &[&str]) -> Result<(), String> {
    let (mut games, mut seed, mut decks, mut player, mut shows) = (50, SEED, None, None, false);
    let mut rest = options;
    loop {
        let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` isn't a number"));
        rest = match rest {
            [] => break,
            ["--games", n, rest @ ..] => {
                games = number(n)?;
                rest
            }
            ["--seed", n, rest @ ..] => {
                seed = number(n)?;
                rest
            }
            ["--decks", folder, rest @ ..] => {
                decks = Some(Path::new(*folder));
                rest
            }
            ["--show", rest @ ..] => {
                shows = true;
                rest
            }
            [name, rest @ ..] if !name.starts_with('-') && player.is_none() => {
                player = Some(*name);
                rest
            }
            [other, ..] => {
                return Err(format!(
                    "unknown option `{other}`; expected a player, --games N, --seed S, --decks FOLDER or --show"
                ));
            }
        };
    }
    let pool = match decks {
        Some(decks) => DeckPool::of_folder(decks.parent().unwrap_or(decks), decks)?,
        None => DeckPool::load()?,
    };
    let folder = decks.map_or_else(|| "CORE".to_string(), |decks| decks.display().to_string());
    let players: Vec<&str> = player.map_or_else(|| PLAYERS.to_vec(), |player| vec![player]);
    let mut kept = Kept::open("gifts")?;
    let mut table = heading();
    for name in players {
        let contestant = Contestant::read(name)?;
        let wanted = Wanted { pool: &pool, folder: &folder, player: contestant, games, seed };
        let lines = run(&wanted, &mut kept)?;
        if shows {
            for (line, gift) in lines.iter().flat_map(|line| line.gifts.iter().map(move |gift| (line, gift)))
            {
                let Found { kind, turn, answers, words } = gift;
                println!("game {}, turn {turn}, after {answers} answers: {kind}: {words}", line.game);
            }
        }
        let row = row(name, &lines);
        print!("{row}");
        table.push_str(&row);
    }
    if player.is_none() {
        println!("{}", report::write("gifts.md", &text(&table, &folder, games, seed))?);
    }
    Ok(())
}

/// Games that are wanted.
struct Wanted<'a> {
    pool: &'a DeckPool,
    folder: &'a str,
    player: Contestant,
    games: u64,
    seed: u64,
}

/// Plays what is missing, on all cores.
fn run(wanted: &Wanted<'_>, kept: &mut Kept<Line>) -> Result<Vec<Line>, String> {
    let player = wanted.player.to_string();
    let is_own = |line: &&Line| {
        line.player == player
            && line.decks == wanted.folder
            && line.seed == wanted.seed
            && line.game < wanted.games
    };
    let missing: Vec<u64> = (0..wanted.games)
        .filter(|game| !kept.lines.iter().filter(is_own).any(|line| line.game == *game))
        .collect();
    let next = AtomicU64::new(0);
    let shared = Mutex::new((&mut *kept, None::<String>));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(game) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let played = play(wanted, *game);
                    let Ok(mut shared) = shared.lock() else { return };
                    let (kept, failure) = &mut *shared;
                    if let Err(reason) = played.and_then(|line| kept.keep(line)) {
                        failure.get_or_insert(reason);
                        next.store(missing.len() as u64, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let failure = shared.into_inner().map_err(|_| "a game broke off".to_string())?.1;
    match failure {
        Some(reason) => Err(reason),
        None => {
            let mut lines: Vec<Line> = kept.lines.iter().filter(is_own).cloned().collect();
            lines.sort_by_key(|line| line.game);
            Ok(lines)
        }
    }
}

fn play(wanted: &Wanted<'_>, number: u64) -> Result<Line, String> {
    let decks = wanted.pool.decks();
    let deck = |place: u64| decks[(place % decks.len() as u64) as usize].1.clone();
    let chance = wanted.seed.wrapping_mul(1_000_003).wrapping_add(number);
    let setup = Setup {
        dark: deck(number),
        // Other pairs each round, and no deck against itself alone.
        light: deck(number / decks.len() as u64 + number),
        seed: Seed::from(chance),
        options: Options { edition: Edition::Current, ..Options::default() },
    };
    let mut seats = ByRole::from_fn(|who| wanted.player.sit(chance ^ (0x5EED + who as u64)));
    let start = Game::new(wanted.pool.catalog.clone(), &setup).map_err(|error| error.to_string())?;
    let (mut game, mut answers) = (start.clone(), Vec::new());
    while let Some(ask) = game.asked() {
        let index = seats[ask.who].choose(game.seat(ask.who));
        game.answer(index).map_err(|error| error.to_string())?;
        game.forget_events();
        answers.push(index);
    }
    let found = ai::gifts(&start, &answers).into_iter().map(|gift| Found {
        kind: gift.kind.words().to_string(),
        turn: gift.turn,
        answers: gift.answers,
        words: gift.words,
    });
    Ok(Line {
        player: wanted.player.to_string(),
        decks: wanted.folder.to_string(),
        seed: wanted.seed,
        game: number,
        turns: game.whole().turn,
        answers: answers.len(),
        gifts: found.collect(),
    })
}

fn heading() -> String {
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.words()).collect();
    format!(
        "| player | games | gifts | a hundred games | {} |\n|---|---|---|---|{}\n",
        kinds.join(" | "),
        "---|".repeat(kinds.len())
    )
}

/// Both seats are the player's: a game is two games of a player.
fn row(name: &str, lines: &[Line]) -> String {
    let games = 2 * lines.len().max(1);
    let count = |kind: Option<Kind>| {
        let all = lines.iter().flat_map(|line| &line.gifts);
        all.filter(|gift| kind.is_none_or(|kind| gift.kind == kind.words())).count()
    };
    let all = count(None);
    let rate = all as f64 * 100.0 / games as f64;
    // The number of gifts is as good as Poisson's: its deviation is its root.
    let spread = 1.96 * (all as f64).sqrt() * 100.0 / games as f64;
    let kinds: Vec<String> = Kind::ALL.iter().map(|kind| count(Some(*kind)).to_string()).collect();
    let mut row = String::new();
    let low = (rate - spread).max(0.0);
    let _ = writeln!(
        row,
        "| {name} | {games} | {all} | {rate:.1} ({low:.1} to {:.1}) | {} |",
        rate + spread,
        kinds.join(" | ")
    );
    row
}

fn text(table: &str, folder: &str, games: u64, seed: u64) -> String {
    let command = if folder == "CORE" {
        format!("cargo xtask gifts --games {games} --seed {seed}")
    } else {
        format!("cargo xtask gifts --games {games} --seed {seed} --decks FOLDER")
    };
    format!(
        "# What the computer players give away\n\n\
         Written by `{command}`; do not edit. It plays on all cores and resumes where it was interrupted.\n\n\
         {table}\n\
         Each player plays {games} games against itself over the pairs of decks, which are twice as many games of a player. \
         The detector (`ai::gifts`) looks at everything both of them did: whether anything but the cost had changed once a play \
         had happened, or by the end of the turn, on ten deals and their dice; and for retreats, points, Equipment and setups \
         that nothing called for. It knows no card by name. `first:400` is the `search` of version 0.1. The range is a 95 % \
         interval.\n"
    )
}
