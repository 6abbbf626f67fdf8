//! The report of the engine's speed: figures against their floors, and where the instructions go, counted by callgrind.

use crate::deck_pool::DeckPool;
use crate::measure::{self, Figure};
use crate::report;
use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// As many games as callgrind watches.
const GAMES: u64 = 24;

/// Measures, prints the table and writes the report.
pub fn command(pool: &DeckPool, program: &Path) -> Result<(), String> {
    let mut figures = measure::table(pool, Duration::from_millis(1500))?;
    match std::env::var_os("DEJARIK_CARDS").as_deref().map(Path::new) {
        Some(cards) => figures.extend(measure::starters(&DeckPool::of_folder(cards, &cards.join("decks"))?)?),
        None => {
            println!("The players' starter decks are skipped: DEJARIK_CARDS doesn't name their folder.\n");
        }
    }
    let counted = count(program);
    println!("The engine: CORE decks, random players, one core.\n");
    for figure in &figures {
        let floor = figure.floor().map_or_else(String::new, |floor| format!("(floor {floor})"));
        println!("  {:<36} {:>14}  {floor}", figure.what, figure.amount.shown());
    }
    match &counted {
        Ok(counted) => println!("  {:<36} {:>14}", "instructions per decision", counted.per_decision()),
        Err(reason) => println!("  instructions per decision: skipped, {reason}"),
    }
    println!("\n{}", report::write("speed.md", &text(&figures, &counted))?);
    Ok(())
}

fn text(figures: &[Figure], counted: &Result<Counted, String>) -> String {
    let mut text = String::from(
        "# How fast the engine is\n\n\
         Written by `cargo xtask bench`; do not edit. CORE decks, random players, one core of the machine that wrote this. \
         Times are processor time where the system reports it, the best of five rounds. They vary from run to run with \
         whatever else the machine is doing; instruction counts hardly do.\n\n\
         | what | figure | floor | reached |\n|---|---:|---:|---|\n",
    );
    for figure in figures {
        let floor = figure.floor().unwrap_or_default();
        let reached = match figure.is_reached() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {} | {} | {floor} | {reached} |", figure.what, figure.amount.shown());
    }
    text.push_str(
        "\nA decision is a question with at least two answers; questions with one answer are answered by the engine \
         itself and not counted. A game is played from the shuffled decks to its end, and its events are recorded. \
         Copying a state over another copies only what is in use; a new copy copies all of it. The starter decks are those of the \
         players' folder, in all pairs, where `DEJARIK_CARDS` names it. Replaying includes the hashes of \
         the replay file.\n\n## Where the time goes\n\n",
    );
    match counted {
        Ok(counted) => counted.write(&mut text),
        Err(reason) => {
            let _ = writeln!(text, "Instructions were not counted: {reason}.");
        }
    }
    text.push_str(NEXT);
    text
}

/// What the profile says is worth doing next.
const NEXT: &str = "
## What would be next

- Questions in the build step still cost the most: completions are listed again after every answer. The rules that \
change costs are found once for each listing; if they were kept until something moves, once for each step would do.
- The static rules on the table are found once until something moves, but whom they apply to is asked again for every \
value. If values were kept, too, once for each step would do.
- Half of a state's copy is the records of cards, at twenty bytes each; sixteen would save a tenth of the copy.
";

/// The instructions of some games, by part of the program.
#[derive(Debug, Default)]
struct Counted {
    decisions: u64,
    parts: Vec<(String, u64)>,
}

impl Counted {
    fn total(&self) -> u64 {
        self.parts.iter().map(|(_, instructions)| instructions).sum()
    }

    fn per_decision(&self) -> u64 {
        self.total() / self.decisions.max(1)
    }

    fn write(&self, text: &mut String) {
        let _ = writeln!(
            text,
            "Instructions under callgrind, {GAMES} games, {} decisions: about {} for a decision, {} for a game. The start of \
             the program is left out. Each part counts only its own work, not what it calls.\n\n\
             | part | share |\n|---|---:|",
            self.decisions,
            self.per_decision(),
            self.total() / GAMES
        );
        let total = self.total().max(1) as f64;
        for (part, instructions) in &self.parts {
            let share = *instructions as f64 / total * 100.0;
            if share >= 1.0 {
                let _ = writeln!(text, "| {part} | {share:.0} % |");
            }
        }
    }
}

/// Counts the instructions of games; what a run without games costs is taken off.
fn count(program: &Path) -> Result<Counted, String> {
    let (_, idle) = callgrind(program, 0)?;
    let (decisions, mut busy) = callgrind(program, GAMES)?;
    for (part, instructions) in idle {
        let own = busy.entry(part).or_default();
        *own = own.saturating_sub(instructions);
    }
    let mut parts: Vec<(String, u64)> =
        busy.into_iter().filter(|(_, instructions)| *instructions > 0).collect();
    parts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(Counted { decisions, parts })
}

/// The decisions of a run with this many games, and its instructions by part.
fn callgrind(program: &Path, games: u64) -> Result<(u64, HashMap<String, u64>), String> {
    let file = std::env::temp_dir().join(format!("dejarik-callgrind-{}-{games}", std::process::id()));
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .args(["play", &games.to_string()])
        .output()
        .map_err(|_| "valgrind is not installed".to_string())?;
    let profile = fs::read_to_string(&file);
    let _ = fs::remove_file(&file);
    let told = String::from_utf8_lossy(&output.stdout).trim().parse::<u64>();
    match (profile, told) {
        (Ok(profile), Ok(decisions)) if output.status.success() => Ok((decisions, by_part(&profile))),
        (_, _) => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(format!("callgrind did not count: {}", said.lines().last().unwrap_or("it says nothing")))
        }
    }
}

/// The instructions that each part of a program takes itself, out of a profile of callgrind.
fn by_part(profile: &str) -> HashMap<String, u64> {
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut parts = HashMap::new();
    let mut part = String::new();
    let mut is_call = false;
    for line in profile.lines() {
        if let Some(name) = line.strip_prefix("fn=").or_else(|| line.strip_prefix("cfn=")) {
            // A name is written out once: `(12) engine::game::Game::run`, then only `(12)`.
            let (number, written) = name.split_once(' ').unwrap_or((name, ""));
            let name = names.entry(number).or_insert(written);
            if line.starts_with("fn=") {
                part = part_of(name);
            }
        } else if line.starts_with("calls=") {
            is_call = true;
        } else if line.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first)) {
            // The line after a call is what was called.
            if !std::mem::take(&mut is_call) {
                let own = line.split(' ').nth(1).and_then(|number| number.parse::<u64>().ok()).unwrap_or(0);
                *parts.entry(part.clone()).or_default() += own;
            }
        }
    }
    parts
}

/// The letters that a piece of a path begins with.
fn word_of(piece: &str) -> String {
    piece.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// The part of the program that a function belongs to: a module of the engine, memory, or anything else.
fn part_of(function: &str) -> String {
    if let Some(place) = function.find("engine::") {
        let path: Vec<&str> = function[place..].split("::").skip(1).take(3).collect();
        let is_module = |word: &&str| word.starts_with(|first: char| first.is_ascii_lowercase());
        let modules: Vec<&str> = path.iter().copied().take_while(is_module).collect();
        return match &modules[..] {
            ["facts", "now", "gather", ..] => {
                "engine: gathering what a card has (`facts/now/gather`)".to_string()
            }
            [layer @ ("records" | "facts" | "rules"), module, ..] => {
                format!("engine: `{layer}/{}`", word_of(module))
            }
            [module, ..] => format!("engine: `{}`", word_of(module)),
            [] => "engine: other".to_string(),
        };
    }
    let is_memory = [
        "malloc",
        "free",
        "realloc",
        "__rust_alloc",
        "__rust_dealloc",
        "__rdl_",
        "memcpy",
        "memmove",
        "memset",
    ];
    if is_memory.iter().any(|word| function.contains(word)) {
        "memory: taking, giving back, copying".to_string()
    } else {
        "lists and iterators of the library, the random players, anything else".to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{by_part, part_of};

    #[test]
    fn a_profile_counts_what_functions_do_themselves() {
        let profile = "version: 1\nfl=(1) a.rs\nfn=(1) engine::game::Game::run\n3 10\n+2 5\ncfn=(2) malloc\n\
                       calls=1 0\n* 100\n\nfn=(2)\n7 90\n+1 10\n";
        let parts = by_part(profile);
        assert_eq!(parts["engine: `game`"], 15);
        assert_eq!(parts["memory: taking, giving back, copying"], 100);
    }

    #[test]
    fn functions_belong_to_modules() {
        assert_eq!(
            part_of("engine::facts::now::<impl engine::facts::game::Game>::now_at"),
            "engine: `facts/now`"
        );
        assert_eq!(part_of("engine::rules::check::settle"), "engine: `rules/check`");
        assert_eq!(part_of("engine::view::of"), "engine: `view`");
    }
}
