//! Running other programs, and saying which.

use crate::setup;
use std::path::Path;
use std::process::Command;

pub fn cargo(arguments: &[&str]) -> Result<(), String> {
    step(&format!("cargo {}", arguments.join(" ")));
    run("cargo", arguments)
}

pub fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(arguments).env("RUSTDOCFLAGS", "-D warnings");
    if let Some(axe) = Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(setup::axe_if_there) {
        command.env("AXE_CORE", axe);
    }
    if let Some(duckdb) = Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(setup::duckdb_if_there) {
        command.env("DUCKDB", duckdb);
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{program} {}` failed: {status}", arguments.join(" "))),
        Err(error) => Err(format!("`{program}` can't be started: {error}")),
    }
}

/// What a program prints, without the line break at the end; its own complaint if it fails.
pub fn output(program: &str, arguments: &[&str]) -> Result<String, String> {
    let done = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|error| format!("`{program}` can't be started: {error}"))?;
    if done.status.success() {
        Ok(String::from_utf8_lossy(&done.stdout).trim_end().to_string())
    } else {
        let complaint = String::from_utf8_lossy(&done.stderr);
        Err(format!("`{program} {}` failed: {}", arguments.join(" "), complaint.trim_end()))
    }
}

pub fn step(name: &str) {
    eprintln!("\n== {name}");
}

/// A path for a command line.
pub fn text(path: &Path) -> Result<String, String> {
    path.to_str().map(str::to_string).ok_or_else(|| format!("{} isn't valid Unicode", path.display()))
}
