//! The project's own commands: `cargo xtask test` sets up and runs everything, `cargo xtask bench` measures.

mod boundaries;
mod layers;
mod rules;
mod table;

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask test     format, lints, boundaries, all tests and documentation; what CI runs
cargo xtask tree     boundaries and rules alone: no building
cargo xtask bench    the engine's speed with the CORE decks: docs/reports/speed.md; with `all` also the other benchmarks
cargo xtask soak     random games of all pairs of CORE decks under watch: --games N --seed S --from F;
                     of the decks of a folder: --decks FOLDER --per-pair N
cargo xtask ledger   writes crates/lang/ledger.tsv anew: which cards of DEJARIK_CARDS are understood
cargo xtask golden   records the golden games again, after a rule was changed on purpose
cargo xtask ladder   how strong the computer players are: docs/reports/ladder.md; resumes when interrupted
cargo xtask screens  pictures of the table's main states, into screens/ (or the folder that SCREENS names)
cargo xtask load     200 games at once over the real protocol: speed and memory, into docs/reports/load.md
cargo xtask odds     100,000 attacks of the engine in each of 50 mixed cases against the exact odds
cargo xtask texts    every card of a folder that is carried out, in games built around it: FOLDER --games N --seed S
cargo xtask scaling  games per second of the computer players, and what a second core brings
cargo xtask rules    which scenarios and tests cite which rule of chapters 5 to 17, and which rules none does
cargo xtask kinds    which scenarios each kind of effect, cost, trigger, condition and amount comes up in, and which none does

Set DEJARIK_CARDS to a folder of community cards (one that holds `sets/`) to run the tests over it too.";

fn main() -> ExitCode {
    let Some(root) = Path::new(env!("CARGO_MANIFEST_DIR")).parent() else {
        eprintln!("xtask: no workspace above xtask");
        return ExitCode::FAILURE;
    };
    let done = match env::args().nth(1).as_deref() {
        Some("test") => test(root),
        Some("rules") => rules::show(root),
        Some("kinds") => cargo(&["run", "--quiet", "--package", "dejarik-proof", "--", "kinds"]),
        Some("tree") => tree(root),
        Some("bench") => bench(),
        Some("screens") => cargo(&[
            "test",
            "--package",
            "dejarik-cli",
            "--test",
            "table",
            "--",
            "--ignored",
            "--nocapture",
            "screens",
        ]),
        Some("load") => load(root),
        Some("soak") => proof("soak", env::args().skip(2)),
        Some("odds") => proof("odds", env::args().skip(2)),
        Some("scaling") => proof("scaling", env::args().skip(2)),
        Some("texts") => proof("texts", env::args().skip(2)),
        Some("ladder") => proof("ladder", env::args().skip(2)),
        Some("ledger") => ledger(root),
        Some("golden") => proof("golden", env::args().skip(2)),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("\nxtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn test(root: &Path) -> Result<(), String> {
    let start = Instant::now();
    say_what_is_skipped();
    table::prepare(root);
    component("rustfmt", "fmt")?;
    component("clippy", "clippy")?;
    cargo(&["fmt", "--all", "--check"])?;
    tree(root)?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    cargo(&["test", "--workspace"])?;
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"])?;
    // The speed of the release build matters to users, so it has to build as well.
    cargo(&["build", "--release", "--package", "dejarik-cli", "--features", "parquet"])?;
    eprintln!("\nxtask: all green in {} s", start.elapsed().as_secs());
    Ok(())
}

fn tree(root: &Path) -> Result<(), String> {
    step("boundaries");
    boundaries::check(root)?;
    step("rules");
    rules::check(root)
}

fn bench() -> Result<(), String> {
    proof("bench", std::iter::empty())?;
    match env::args().nth(2).as_deref() {
        Some("all") => cargo(&["bench", "--workspace", "--benches"]),
        _ => Ok(()),
    }
}

/// Many games at once, and the report of it.
fn load(root: &Path) -> Result<(), String> {
    let folder = root.join("docs/reports");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let file = folder.join("load.md");
    let file = file.to_str().ok_or("the workspace has a path that is no text")?;
    cargo(&["run", "--release", "--package", "dejarik-server", "--example", "load", "--", "--report", file])
}

/// Runs the program of `crates/proof`, compiled for speed.
fn proof(command: &str, options: impl Iterator<Item = String>) -> Result<(), String> {
    let options: Vec<String> = options.collect();
    let mut arguments = vec!["run", "--quiet", "--release", "--package", "dejarik-proof", "--", command];
    arguments.extend(options.iter().map(String::as_str));
    run("cargo", &arguments)
}

/// The ledger of the card language, from the folder that DEJARIK_CARDS names.
fn ledger(root: &Path) -> Result<(), String> {
    let folder =
        env::var("DEJARIK_CARDS").map_err(|_| "DEJARIK_CARDS is not set: there are no cards to look at")?;
    let file = root.join("crates/lang/ledger.tsv");
    let file = file.to_str().ok_or("the workspace has a path that is no text")?;
    cargo(&[
        "run",
        "--quiet",
        "--release",
        "--package",
        "dejarik-cli",
        "--",
        "cards",
        "ledger",
        &folder,
        file,
        "--write",
    ])
}

fn say_what_is_skipped() {
    for (variable, tests) in [
        ("DEJARIK_CARDS", "the tests over real cards"),
        ("DEJARIK_SEEDS", "the comparison with the glossaries"),
    ] {
        match env::var(variable) {
            Ok(folder) => eprintln!("xtask: {tests}: {folder}"),
            Err(_) => eprintln!("xtask: skipped: {tests} ({variable} is not set)"),
        }
    }
}

/// A minimal toolchain lacks these; rustup can add them.
fn component(name: &str, subcommand: &str) -> Result<(), String> {
    let is_there = || {
        let output = Command::new("cargo").args([subcommand, "--version"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    if !is_there() {
        run("rustup", &["component", "add", name])?;
    }
    if is_there() { Ok(()) } else { Err(format!("`cargo {subcommand}` is missing: install {name}")) }
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    step(&format!("cargo {}", arguments.join(" ")));
    run("cargo", arguments)
}

fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(arguments).env("RUSTDOCFLAGS", "-D warnings");
    if let Some(axe) = Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(table::axe_if_there) {
        command.env("AXE_CORE", axe);
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{program} {}` failed: {status}", arguments.join(" "))),
        Err(error) => Err(format!("`{program}` cannot be started: {error}")),
    }
}

fn step(name: &str) {
    eprintln!("\n== {name}");
}
