//! The project's own commands: `cargo xtask test` sets up and runs everything, the others measure and make reports.

mod boundaries;
mod faults;
mod layers;
mod mutants;
mod papers;
mod release;
mod rules;
mod setup;
mod shell;
mod test;

use shell::{cargo, run};
use std::env;
use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test     everything CI runs: format, lints, boundaries, papers, tests, documentation
cargo xtask tree     the checks that build nothing: boundaries, rules, papers
cargo xtask release  the archive for a release, with checksums: target/release-VERSION/; --check only tries the packaging

cargo xtask bench    the engine's speed with the CORE decks: docs/reports/speed.md; `all` runs the other benchmarks too
cargo xtask soak     random games of all pairs of CORE decks, checked after every answer: --games N --seed S --from F;
                     with the decks of a folder: --decks FOLDER --per-pair N
cargo xtask golden   records the golden games again, after a deliberate change of a rule
cargo xtask texts    every card of a folder that is carried out, in games built around it: FOLDER --games N --seed S
cargo xtask hands    random legal decks of every format in whole games with texts by hand: FOLDER --decks N --games N --seed S
cargo xtask audit    200 compiled cards at random, print beside reading: FOLDER --seed COMMIT --count N; with
                     --verdicts FILE: docs/reports/audit.md
cargo xtask odds     the exact odds against 100,000 attacks of the engine in each of 50 mixed cases
cargo xtask ladder   how strong the computer players are: docs/reports/ladder.md; resumes when interrupted;
                     --farm nats://host:4222 has a farm's workers play too
cargo xtask duel     two players against each other, over all pairs of decks
cargo xtask gifts    what the computer players give away for nothing: docs/reports/gifts.md
cargo xtask moments  whether what players are told after a game holds with another seed: docs/reports/moments.md;
                     --games N --seed S --player NAME --rounds N
cargo xtask questions  how often players are asked, and what the table's own answers cost them: --games N --seed S
                     --decks FOLDER --search ROUNDS --every N; docs/reports/questions.md
cargo xtask fit      fits what the players think an arena needs to the results of games
cargo xtask scaling  games per second of the computer players, and what a second core brings
cargo xtask faults   cut requests, killed servers and failing stores, thousands of times: docs/reports/faults.md;
                     FAULT_SEEDS=N FAULT_CUTS=N FAULT_KILLS=N for other numbers and no report
cargo xtask bytes    whole games over the real routes, searched for hidden names and tokens and compared with twins
cargo xtask load     1,000 games at once over the real protocol, alone and beside a flood: docs/reports/load.md;
                     --games N --seconds S --every MS for another size
cargo xtask cluster  three servers, a database and a proxy: games go on when one is killed: docs/reports/cluster.md;
                     --games N --seconds S --every MS for another size and no report; --capacity: how many games are
                     too many: docs/reports/capacity.md
cargo xtask farm     a farm of real processes that are killed and stopped: docs/reports/farm.md; --scaling: only what a
                     second worker adds, and no report
cargo xtask appends  how many steps a second PostgreSQL takes, on one connection and on four; --report:
                     docs/reports/appends.md
cargo xtask screens  pictures of the table's states in windows of all sizes, in screens/ (or the folder that SCREENS names);
                     pages, states, games or troubles: only these
cargo xtask picture  the picture of the table in the README: docs/images/table.png
cargo xtask ledger   rewrites crates/lang/ledger.tsv: which cards of DEJARIK_CARDS are understood
cargo xtask rules    which scenarios and tests cite which rule of chapters 5 to 17, and which rules none does
cargo xtask generated  every scenario of the tables in crates/proof/generated, and each with its sign turned
cargo xtask mutants  small faults planted in the rules, and which of them the tests notice (CONTRIBUTING.md)
cargo xtask kinds    which scenarios use each kind of effect, cost, trigger, condition and amount, and which none does

Set DEJARIK_CARDS to a folder of community cards (one that holds `sets/`) to run the tests over it too.";

fn main() -> ExitCode {
    let Some(root) = Path::new(env!("CARGO_MANIFEST_DIR")).parent() else {
        eprintln!("xtask: no workspace above xtask");
        return ExitCode::FAILURE;
    };
    let options: Vec<String> = env::args().skip(2).collect();
    let done = match env::args().nth(1).as_deref() {
        Some("test") => test::run(root),
        Some("tree") => test::tree(root),
        Some("release") => release::run_command(root, &options),
        Some("rules") => rules::show(root),
        Some("kinds") => cargo(&["run", "--quiet", "--package", "dejarik-proof", "--", "kinds"]),
        Some("mutants") => mutants::run_command(root, &options),
        Some("bench") => bench(&options),
        Some("screens") => screens(&options),
        Some("picture") => pictures("screens::picture", &["--exact"]),
        Some("load") => load(root, &options),
        Some("faults") => faults::run(root, &options),
        Some("cluster") => cluster(root, &options),
        Some("farm") => farm(root, &options),
        Some("appends") => appends(root, &options),
        Some("bytes") => faults::bytes(&options),
        Some(
            command @ ("soak" | "audit" | "odds" | "scaling" | "texts" | "hands" | "ladder" | "duel"
            | "gifts" | "moments" | "questions" | "fit" | "golden" | "generated"),
        ) => proof(command, &options),
        Some("ledger") => ledger(root),
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

fn bench(options: &[String]) -> Result<(), String> {
    proof("bench", &[])?;
    match options.first().map(String::as_str) {
        Some("all") => cargo(&["bench", "--workspace", "--benches"]),
        _ => Ok(()),
    }
}

/// Pictures of everything, or of one part: pages, states, games, troubles.
fn screens(options: &[String]) -> Result<(), String> {
    match options {
        [] => pictures("screens::screens_of_", &[]),
        [part] => pictures(&format!("screens::screens_of_{part}"), &["--exact"]),
        _ => Err("screens takes one part: pages, states, games or troubles".into()),
    }
}

/// Browser tests that write pictures instead of checking anything.
fn pictures(name: &str, more: &[&str]) -> Result<(), String> {
    let test = [
        "test",
        "--package",
        "dejarik-cli",
        "--all-features",
        "--test",
        "table",
        "--",
        "--ignored",
        "--nocapture",
        name,
    ];
    cargo(&[&test, more].concat())
}

/// Many games at once, and the report of it.
fn load(root: &Path, options: &[String]) -> Result<(), String> {
    let folder = root.join("docs/reports");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let file = shell::text(&folder.join("load.md"))?;
    let mut arguments =
        vec!["run", "--release", "--package", "dejarik-server", "--example", "load", "--", "--report", &file];
    arguments.extend(options.iter().map(String::as_str));
    cargo(&arguments)
}

/// Three servers on one database, one of which is killed, and the report of it.
fn cluster(root: &Path, options: &[String]) -> Result<(), String> {
    let file = shell::text(&root.join("docs/reports/cluster.md"))?;
    let capacity = shell::text(&root.join("docs/reports/capacity.md"))?;
    let run = [
        "run",
        "--release",
        "--package",
        "dejarik-server",
        "--features",
        "postgres",
        "--example",
        "cluster",
        "--",
    ];
    let mut arguments = run.to_vec();
    match options {
        [] => arguments.extend(["--report", &file]),
        [one] if one == "--capacity" => arguments.extend(["--report", &capacity]),
        _ => {}
    }
    arguments.extend(options.iter().map(String::as_str));
    cargo(&arguments)
}

/// How many steps a database takes, and the report of it where one is wanted.
fn appends(root: &Path, options: &[String]) -> Result<(), String> {
    let file = shell::text(&root.join("docs/reports/appends.md"))?;
    let run = [
        "run",
        "--release",
        "--package",
        "dejarik-store",
        "--features",
        "postgres",
        "--example",
        "appends",
        "--",
    ];
    let report = match options {
        [] => vec![],
        [one] if one == "--report" => vec!["--report", &file],
        _ => return Err("appends takes --report or nothing".into()),
    };
    cargo(&[&run[..], &report].concat())
}

/// A farm of real processes, and the report of it.
fn farm(root: &Path, options: &[String]) -> Result<(), String> {
    let file = shell::text(&root.join("docs/reports/farm.md"))?;
    let run =
        ["run", "--release", "--package", "dejarik-farm", "--features", "nats", "--example", "farm", "--"];
    let mut arguments = run.to_vec();
    if options.is_empty() {
        arguments.extend(["--report", &file]);
    }
    arguments.extend(options.iter().map(String::as_str));
    cargo(&arguments)
}

/// Runs the program of `crates/proof`, compiled for speed.
fn proof(command: &str, options: &[String]) -> Result<(), String> {
    let mut arguments = vec!["run", "--quiet", "--release", "--package", "dejarik-proof"];
    if options.iter().any(|option| option == "--farm") {
        arguments.extend(["--features", "farm"]);
    }
    arguments.extend(["--", command]);
    arguments.extend(options.iter().map(String::as_str));
    run("cargo", &arguments)
}

/// The ledger of the card language, from the folder that DEJARIK_CARDS names.
fn ledger(root: &Path) -> Result<(), String> {
    let folder =
        env::var("DEJARIK_CARDS").map_err(|_| "DEJARIK_CARDS is not set: there are no cards to look at")?;
    let file = shell::text(&root.join("crates/lang/ledger.tsv"))?;
    let program = ["run", "--quiet", "--release", "--package", "dejarik-cli", "--"];
    cargo(&[&program[..], &["cards", "ledger", &folder, &file, "--write"]].concat())
}
