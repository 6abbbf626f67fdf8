//! The faults in full: what the test command tries a few times is tried thousands of times.

use std::process::Command;

/// The arguments of `cargo`, and variables that say how often.
type Part = (&'static [&'static str], &'static [(&'static str, &'static str)]);

/// What is run.
const PARTS: [Part; 2] = [
    (
        &["test", "--release", "--package", "dejarik-server", "--lib", "simulation", "--", "--nocapture"],
        &[("FAULT_SEEDS", "10000")],
    ),
    (
        &["test", "--package", "dejarik-cli", "--test", "table", "--", "--nocapture", "cut::", "kept::"],
        &[("FAULT_CUTS", "2000"), ("FAULT_KILLS", "100")],
    ),
];

/// The bytes of whole games, for hidden names, tokens and twins.
const BYTES: Part = (
    &["test", "--release", "--package", "dejarik-server", "--lib", "bytes", "--", "--nocapture"],
    &[("BYTES", "20000")],
);

/// Runs everything.
pub fn run() -> Result<(), String> {
    parts(&PARTS)
}

/// Looks for hidden information in 20,000 responses of each kind.
pub fn bytes() -> Result<(), String> {
    parts(&[BYTES])
}

fn parts(parts: &[Part]) -> Result<(), String> {
    for (arguments, often) in parts {
        eprintln!("\n== cargo {}", arguments.join(" "));
        let mut command = Command::new("cargo");
        command.args(*arguments).envs(often.iter().copied());
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("`cargo {}` failed: {status}", arguments.join(" "))),
            Err(error) => return Err(format!("`cargo` can't be started: {error}")),
        }
    }
    Ok(())
}
