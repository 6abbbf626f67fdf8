//! The faults in full: what the test command tries a few times is tried thousands of times.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The arguments of `cargo`, and variables that say how often.
type Part = (&'static [&'static str], &'static [(&'static str, &'static str)]);

/// What is run.
const PARTS: [Part; 3] = [
    (
        &["test", "--release", "--package", "dejarik-server", "--lib", "simulation", "--", "--nocapture"],
        &[("FAULT_SEEDS", "10000")],
    ),
    (
        &[
            "test",
            "--release",
            "--package",
            "dejarik-cli",
            "--all-features",
            "--test",
            "table",
            "--",
            "--nocapture",
            // They wait for servers more than they compute: visitors have to slow down, doubts last ten seconds.
            "--test-threads=8",
            "cut::",
            "kept::",
            "nodes::",
        ],
        &[("FAULT_CUTS", "2000"), ("FAULT_KILLS", "100"), ("FAULT_LONG", "yes")],
    ),
    (
        &[
            "test",
            "--release",
            "--package",
            "dejarik-store",
            "--all-features",
            "--lib",
            "--",
            "--nocapture",
            "postgres::",
            "nats::",
        ],
        &[],
    ),
];

/// The bytes of whole games, for hidden names, tokens and twins.
const BYTES: Part = (
    &["test", "--release", "--package", "dejarik-server", "--lib", "bytes", "--", "--nocapture"],
    &[("BYTES", "20000")],
);

const REPORT: &str = "\
# Faults

Written by `cargo xtask faults`: the simulation of owners, registries and stores; requests that are cut off, servers that are
killed, servers that are cut off from their database, over the built program; and the PostgreSQL store whose connections are
ended and whose database is killed ([docs/SERVER.md](../SERVER.md) says what each must hold). A fault found would have ended the
command: this page is only written when there was none.
";

/// Runs everything, and writes the report of it. Names of variables with values say how often instead
/// (`FAULT_SEEDS=100`).
pub fn run(root: &Path, options: &[String]) -> Result<(), String> {
    let lines = parts(&PARTS, options)?;
    if options.is_empty() {
        let list: String = lines.iter().map(|line| format!("- {line}\n")).collect();
        let file = root.join("docs/reports/faults.md");
        std::fs::write(&file, format!("{REPORT}\n{list}"))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Looks for hidden information in 20,000 responses of each kind.
pub fn bytes(options: &[String]) -> Result<(), String> {
    parts(&[BYTES], options).map(drop)
}

/// Runs parts; the lines that they have for a report.
fn parts(parts: &[Part], options: &[String]) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for (arguments, often) in parts {
        eprintln!("\n== cargo {}", arguments.join(" "));
        let mut command = Command::new("cargo");
        command.args(*arguments).envs(often.iter().copied());
        command.envs(options.iter().filter_map(|option| option.split_once('=')));
        let started = command.stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("`cargo` can't be started: {error}"))?;
        for line in child.stdout.take().map(BufReader::new).into_iter().flat_map(BufRead::lines).flatten() {
            println!("{line}");
            // A test's own line may stand behind what the harness says.
            lines.extend(line.split_once("report: ").map(|(_, line)| line.to_string()));
        }
        match child.wait() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("`cargo {}` failed: {status}", arguments.join(" "))),
            Err(error) => return Err(format!("`cargo` can't be waited for: {error}")),
        }
    }
    Ok(lines)
}
