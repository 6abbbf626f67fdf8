//! `cargo xtask soak`, `golden`, `ladder` and `bench` run this.

use dejarik_proof::{
    DeckPool, agreement, audit, decks, duel, fingerprint, fit, generated, gifts, golden, hands, kinds,
    ladder, measure, moments, questions, report, scaling, soak, speed, texts,
};
use engine::Replay;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const HELP: &str = "\
proof soak [--games N] [--seed S] [--from F]
                                    random games of all pairs of CORE decks, checked after every answer, on all
                                    cores: N games from number F (0) on; `--from 41 --games 1` is one game
proof soak --decks FOLDER [--cards FOLDER] [--per-pair N] [--seed S] [--from F --games N]
                                    the same with all pairs of a folder's decks, N (3) games each; the cards are those
                                    of the folder above it, unless you name another
proof replay FILE                   plays a replay of CORE decks and checks it after every answer
proof golden                        records the golden games again
proof bench                         measures the engine: docs/reports/speed.md
proof ladder [--only NAME] [--games N]
                                    how strong the players are; picks up where it was interrupted
proof duel A B [--games N] [--seed S] [--decks FOLDER] [--keep FILE] [--seconds T]
                                    two players against each other: levels, `closed:LEVEL` for one that doesn't know the
                                    opponent's list, `turn:N` or `step:N` for a search of N rounds, `first:N` for that of
                                    version 0.1; finished games are kept, and the same command goes on after T seconds or
                                    an interruption
proof gifts [PLAYER] [--games N] [--seed S] [--decks FOLDER] [--show]
                                    what players give away for nothing, in N (50) games of each against itself; picks up
                                    where it was interrupted: docs/reports/gifts.md
proof moments [--games N] [--seed S] [--player NAME] [--rounds N]
                                    the moments that a player is shown after a game, in N (50) games, and whether each
                                    holds with another seed: docs/reports/moments.md
proof questions [--games N] [--seed S] [--decks FOLDER] [--search ROUNDS] [--every N]
                                    how often players are asked in N (300) games, by kind, and for one in N (10) questions
                                    that the table answers what the best answer was worth: docs/reports/questions.md
proof fit [--games N] [--level LEVEL] [--decks FOLDER] [--seed S] [--passes N] [--out FILE]
                                    plays N games of all pairs of CORE decks, and of a folder's, and fits the players'
                                    judgement of a position to their results
proof odds [--attacks N]            attacks of the engine against the exact odds, 50 mixed cases
proof scaling                       games per second of players, and what a second core adds
proof texts FOLDER [--games N] [--seed S] [--only NAMES]
                                    every playable card of a folder in N (20) games around it; with `--only` those whose
                                    names begin with these words, separated by `; `
proof hands FOLDER [--decks N] [--games N] [--seed S] [--format NAME] [--only NAME]
                                    N (200) random legal decks of every format in whole games with texts by hand, and N
                                    (20) games around every card with such a text, none with `--games 0`, with `--only` just
                                    around the cards of that name: docs/reports/hands.md
proof audit FOLDER --seed COMMIT [--count N] [--verdicts FILE]
                                    N (200) cards drawn at random, print beside reading; with the verdicts on them:
                                    docs/reports/audit.md
proof kinds                         which scenarios each kind of ability comes up in; DEJARIK_CARDS names the folder for
                                    those about real cards
proof generated [WORDS]             every scenario of the tables in crates/proof/generated, and each with its sign turned;
                                    with WORDS those whose name has them, in full
proof play N [FOLDER]               plays N games of the CORE decks, or of a folder's, and prints the number of
                                    decisions";

/// As many attacks of each case as the report has.
const ATTACKS: u64 = 100_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match &words[..] {
        ["soak", options @ ..] => run_soak(options),
        ["replay", file] => run_replay(file),
        ["golden"] => run_golden(),
        ["bench"] => run_bench(),
        ["ladder", options @ ..] => ladder::command(options),
        ["duel", first, second, options @ ..] => duel::command(first, second, options),
        ["questions", options @ ..] => questions::command(options),
        ["gifts", options @ ..] => gifts::command(options),
        ["moments", options @ ..] => moments::command(options),
        ["fit", options @ ..] => fit::command(options),
        ["odds"] => run_odds(ATTACKS),
        ["odds", "--attacks", n] => number(n).and_then(run_odds),
        ["scaling"] => run_scaling(),
        ["texts", folder, options @ ..] => run_texts(folder, options),
        ["hands", folder, options @ ..] => hands::command(folder, options),
        ["audit", options @ ..] => audit::command(options),
        ["kinds"] => run_kinds(),
        ["generated"] => run_generated(None),
        ["generated", words] => run_generated(Some(words)),
        ["play", games] => run_play(games, None),
        ["play", games, folder] => run_play(games, Some(Path::new(folder))),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("proof: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn run_kinds() -> Result<(), String> {
    let found = kinds::look(std::env::var_os("DEJARIK_CARDS").as_deref().map(Path::new))?;
    print!("{}", kinds::report(&found));
    found.verdict()
}

fn run_generated(words: Option<&str>) -> Result<(), String> {
    let cards = dejarik::Cards::core();
    let (mut played, mut wrong) = (0, 0);
    for table in generated::tables()? {
        for case in table.cases()? {
            if words.is_some_and(|words| !case.name.contains(words)) {
                continue;
            }
            played += 1;
            for fault in [case.play(&cards), case.play_turned(&cards)].into_iter().filter_map(Result::err) {
                wrong += 1;
                println!("{fault}");
            }
        }
    }
    println!("{played} scenarios, each also with its sign turned: {wrong} wrong");
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} scenarios are not as their tables say")) }
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("`{word}` isn't a number"))
}

/// The options of a soak.
struct Soak<'a> {
    games: Option<u64>,
    seed: u64,
    from: u64,
    decks: Option<&'a Path>,
    cards: Option<&'a Path>,
    per_pair: u64,
}

impl<'a> Soak<'a> {
    fn read(options: &[&'a str]) -> Result<Soak<'a>, String> {
        let mut soak = Soak { games: None, seed: 0, from: 0, decks: None, cards: None, per_pair: 3 };
        for pair in options.chunks(2) {
            match pair {
                ["--games", n] => soak.games = Some(number(n)?),
                ["--seed", n] => soak.seed = number(n)?,
                ["--from", n] => soak.from = number(n)?,
                ["--decks", folder] => soak.decks = Some(Path::new(*folder)),
                ["--cards", folder] => soak.cards = Some(Path::new(*folder)),
                ["--per-pair", n] => soak.per_pair = number(n)?,
                [other, ..] => {
                    return Err(format!(
                        "unknown option `{other}`; expected --games N, --seed S, --from F, --decks FOLDER, --cards FOLDER \
                         or --per-pair N"
                    ));
                }
                [] => {}
            }
        }
        Ok(soak)
    }

    /// The decks, and how many games there are.
    fn open(&self) -> Result<(DeckPool, u64), String> {
        let Some(decks) = self.decks else { return Ok((DeckPool::load()?, self.games.unwrap_or(2_000))) };
        // The decks of a plugin folder lie in it, beside its sets.
        let cards = self.cards.or(decks.parent()).unwrap_or(decks);
        let pool = DeckPool::of_folder(cards, decks)?;
        let pairs = (pool.decks().len() * pool.decks().len()) as u64;
        Ok((pool, self.games.unwrap_or(pairs * self.per_pair)))
    }
}

fn run_soak(options: &[&str]) -> Result<(), String> {
    let soak = Soak::read(options)?;
    let (pool, games) = soak.open()?;
    // A panic is caught and reported with its game; the default message would only disturb the progress line.
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let last = Mutex::new(start);
    let is_terminal = std::io::stderr().is_terminal();
    let progress = |done: u64, answers: u64| {
        let Ok(mut last) = last.lock() else { return };
        let pause = Duration::from_millis(if is_terminal { 200 } else { 10_000 });
        if last.elapsed() >= pause || done == games {
            *last = Instant::now();
            let rate = done as f64 / start.elapsed().as_secs_f64();
            let (before, after) = if is_terminal { ("\r", "") } else { ("", "\n") };
            eprint!("{before}{done} of {games} games, {rate:.0} a second, {answers} decisions {after}");
            let _ = std::io::stderr().flush();
        }
    };
    let found = soak::soak(&pool, soak.from..soak.from.saturating_add(games), soak.seed, &progress);
    if is_terminal {
        eprintln!();
    }
    if soak.decks.is_some() {
        let text = decks::report(&pool, &found, soak.seed);
        println!("{text}");
        if soak.games.is_none() && soak.per_pair >= 200 {
            println!("{}", report::write("decks.md", &text)?);
        }
    }
    let Some(first) = found.broken.first() else {
        println!("{games} games, {} decisions: all good", found.answers);
        return Ok(());
    };
    for fault in found.broken.iter().take(20) {
        eprintln!("{}: {}", fault.title, fault.what);
    }
    let text = serde_json::to_string(&first.replay).map_err(|error| error.to_string())?;
    eprintln!("the first as a replay file (`proof replay FILE` plays it again):");
    println!("{text}");
    Err(format!("{} of {games} games broke", found.broken.len()))
}

fn run_replay(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let replay: Replay = serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
    let played = soak::replay(&DeckPool::load()?, &replay).map_err(|what| format!("{file}: {what}"))?;
    println!("{} answers, {} turns: all good", played.answers, played.turns);
    Ok(())
}

fn run_golden() -> Result<(), String> {
    let pool = DeckPool::load()?;
    // The old games under the new rules say whether the number has to grow; the new ones are recorded under it.
    let number = fingerprint::write(&pool)?;
    for (name, answers) in golden::write(&pool)? {
        println!("{name}: {answers} answers");
    }
    fingerprint::record(&pool, number)?;
    println!("rules {number}");
    Ok(())
}

fn run_bench() -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    speed::command(&DeckPool::load()?, &program)
}

fn run_odds(attacks: u64) -> Result<(), String> {
    let mut all = Vec::new();
    for case in agreement::cases().chain(agreement::written_cases()?) {
        let found = agreement::compare(&case, attacks)?;
        println!("{found}");
        all.push(found);
    }
    if attacks == ATTACKS {
        println!("{}", report::write("odds.md", &agreement::report(&all))?);
    }
    let broken = all.iter().filter(|found| !found.agrees()).count();
    if broken > 0 { Err(format!("{broken} cases disagree")) } else { Ok(()) }
}

fn run_scaling() -> Result<(), String> {
    let pool = DeckPool::load()?;
    let rows = scaling::table(&pool)?;
    println!("The simulator: Droid Army against Diplomats.\n");
    for measure::Row { what, figure } in &rows {
        println!("  {what:<34} {figure}");
    }
    println!("\n{}", report::write("simulator.md", &scaling::report(&rows))?);
    Ok(())
}

fn run_texts(folder: &str, options: &[&str]) -> Result<(), String> {
    let (mut games, mut seed, mut only) = (20, 0, None);
    for pair in options.chunks(2) {
        match pair {
            ["--games", n] => games = number(n)?,
            ["--seed", n] => seed = number(n)?,
            ["--only", name] => only = Some(*name),
            [other, ..] => {
                return Err(format!(
                    "unknown option `{other}`; expected --games N, --seed S or --only NAMES"
                ));
            }
            [] => {}
        }
    }
    let all = texts::Texts::load(Path::new(folder))?;
    let cards = only.map_or_else(
        || all.playable.clone(),
        |names| names.split("; ").flat_map(|name| all.named(name)).collect(),
    );
    if cards.is_empty() {
        return Err("no card of that name can be played".into());
    }
    std::panic::set_hook(Box::new(|_| {}));
    let progress = |done: usize| {
        if done.is_multiple_of(500) {
            eprintln!("{done} of {} cards", cards.len());
        }
    };
    let found = all.soak(&cards, games, seed, &progress);
    let text = texts::report(&found, games);
    println!("{text}");
    if only.is_none() && games >= 20 {
        println!("{}", report::write("texts.md", &text)?);
    }
    let broken = found.broken.len();
    if broken > 0 { Err(format!("{broken} games broke")) } else { Ok(()) }
}

fn run_play(games: &str, cards: Option<&Path>) -> Result<(), String> {
    let pool = cards.map_or_else(DeckPool::load, |cards| DeckPool::of_folder(cards, &cards.join("decks")))?;
    let mut answers = 0;
    for n in 0..number(games)? {
        answers += measure::play(&pool, &pool.game(n * 7, 0))?;
    }
    println!("{answers}");
    Ok(())
}
