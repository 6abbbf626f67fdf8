//! The test command: every part in turn, and how long each took.

use crate::shell::{self, cargo, output, step};
use crate::{boundaries, papers, release, rules, setup};
use std::env;
use std::path::Path;
use std::time::{Duration, Instant};

/// Tests run with every feature, so that what the release has is tested too.
const TESTS: [&str; 3] = ["test", "--workspace", "--all-features"];
const CLIPPY: [&str; 7] =
    ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
const DOCS: [&str; 5] = ["doc", "--workspace", "--all-features", "--no-deps", "--quiet"];

/// Sets up and runs everything; fails at the first part that does.
pub fn run(root: &Path) -> Result<(), String> {
    let mut parts = Parts::default();
    parts.time("set-up", || {
        say_what_is_skipped();
        setup::programs(root)?;
        component("rustfmt", "fmt")?;
        component("clippy", "clippy")
    })?;
    parts.time("format, tree, papers", || {
        cargo(&["fmt", "--all", "--check"])?;
        tree(root)
    })?;
    parts.time("lints", || cargo(&CLIPPY))?;
    parts.time("building the tests", || cargo(&[&TESTS[..], &["--no-run"]].concat()))?;
    parts.time("tests", || cargo(&TESTS))?;
    parts.time("documentation", || cargo(&DOCS))?;
    parts.time("packaging", || release::check(root))?;
    parts.report();
    Ok(())
}

/// The checks that build nothing.
pub fn tree(root: &Path) -> Result<(), String> {
    step("boundaries");
    boundaries::check(root)?;
    step("rules");
    rules::check(root)?;
    step("papers");
    papers::check(root)
}

/// How long each part took, in the order in which they ran.
#[derive(Default)]
struct Parts(Vec<(&'static str, Duration)>);

impl Parts {
    fn time(&mut self, name: &'static str, part: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        let start = Instant::now();
        let done = part();
        self.0.push((name, start.elapsed()));
        if done.is_err() {
            self.report();
        }
        done
    }

    fn report(&self) {
        let total: Duration = self.0.iter().map(|(_, took)| *took).sum();
        eprintln!("\nxtask: time by part");
        for (name, took) in self.0.iter().copied().chain([("in all", total)]) {
            eprintln!("  {name:<22}{:>6} s", took.as_secs());
        }
    }
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
    let is_there = || output("cargo", &[subcommand, "--version"]).is_ok();
    if !is_there() {
        shell::run("rustup", &["component", "add", name])?;
    }
    if is_there() { Ok(()) } else { Err(format!("`cargo {subcommand}` is missing: install {name}")) }
}
