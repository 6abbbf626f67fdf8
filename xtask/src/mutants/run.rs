//! Runs the tests once for each mutant, several mutants at a time.

use super::plant::VARIABLE;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A test that takes this many times as long as without a mutant won't end.
const PATIENCE: u32 = 8;

/// The tests in the order in which they're tried: what notices most in the shortest time comes first.
const ORDER: [(&str, &[&str]); 9] = [
    ("referee-tests", &[]),
    ("dejarik_odds-unit", &[]),
    ("odds-tests", &[]),
    ("proof-tests", &["kinds"]),
    ("proof-tests", &["golden"]),
    ("proof-tests", &["twins"]),
    ("proof-tests", &["generated"]),
    ("dejarik_engine-unit", &[]),
    ("proof-tests", &["--skip", "kinds", "--skip", "golden", "--skip", "twins", "--skip", "generated"]),
];

/// What came of one mutant.
enum End {
    /// The test that failed.
    Caught(String),
    Survived,
}

/// Runs the mutants with these numbers; the result is printed and written beside the list.
pub fn run(folder: &Path, numbers: Range<usize>, jobs: usize) -> Result<(), String> {
    let list = folder.join("mutants.json");
    let text = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let record: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mutants: Vec<(usize, String)> = record["mutants"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| Some((one["number"].as_u64()? as usize, one["words"].as_str()?.to_string())))
        .filter(|(number, _)| numbers.contains(number))
        .collect();
    let bin = folder.join("bin");
    let limits = baseline(&bin)?;
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some((number, words)) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let start = Instant::now();
                    let end = one(&bin, *number, words, &limits);
                    let took = start.elapsed().as_secs_f32();
                    let by = match &end {
                        End::Caught(test) => format!("caught by {test}"),
                        End::Survived => "SURVIVED".to_string(),
                    };
                    println!("{number:>4} {took:>6.1} s  {by}  {words}");
                    let caught = matches!(end, End::Caught(_));
                    let entry = json!({ "number": number, "words": words, "caught": caught, "by": by });
                    results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((*number, entry));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(number, _)| *number);
    let caught = results.iter().filter(|(_, entry)| entry["caught"] == true).count();
    println!("{caught} of {} caught", results.len());
    let from = results.first().map_or(0, |(number, _)| *number);
    let list: Vec<Value> = results.into_iter().map(|(_, entry)| entry).collect();
    let file = folder.join(format!("results-{from}.json"));
    let text = serde_json::to_string_pretty(&list).map_err(|error| error.to_string())?;
    fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Every part must pass without a mutant; how long it may take with one.
fn baseline(bin: &Path) -> Result<Vec<Duration>, String> {
    let mut limits = Vec::new();
    for (name, filter) in ORDER {
        let start = Instant::now();
        if let Some(test) = part(&bin.join(name), filter, 0, Duration::from_secs(900)) {
            return Err(format!("{name} fails without a mutant: {test}"));
        }
        let took = start.elapsed();
        println!("{name} {}: {:.1} s", filter.join(" "), took.as_secs_f32());
        limits.push(took * PATIENCE + Duration::from_secs(20));
    }
    Ok(limits)
}

fn one(bin: &Path, number: usize, words: &str, limits: &[Duration]) -> End {
    let is_odds = words.starts_with("crates/odds");
    for ((name, filter), limit) in ORDER.iter().zip(limits) {
        // Nothing of the referee uses the odds, and the odds use nothing of it.
        let about_odds = name.contains("odds");
        let about_both = filter.contains(&"--skip") || filter.contains(&"twins");
        if about_odds != is_odds && !about_both {
            continue;
        }
        if let Some(test) = part(&bin.join(name), filter, number, *limit) {
            return End::Caught(test);
        }
    }
    End::Survived
}

/// The first test that fails, or what else went wrong; nothing if all pass.
fn part(file: &PathBuf, filter: &[&str], number: usize, limit: Duration) -> Option<String> {
    let child = Command::new(file)
        .args(filter)
        .arg("--test-threads=1")
        .env(VARIABLE, number.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return Some(format!("{}: {error}", file.display())),
    };
    let out = child.stdout.take()?;
    let (send, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    let end = Instant::now() + limit;
    let mut last = String::new();
    let failed = loop {
        match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                if let Some(test) = line.strip_suffix(" ... FAILED") {
                    break Some(test.trim_start_matches("test ").to_string());
                }
                last = line;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => break Some(format!("running too long after `{last}`")),
            Err(mpsc::RecvTimeoutError::Disconnected) => break None,
        }
    };
    if failed.is_some() {
        // It is enough that one fails.
        let _ = child.kill();
        let _ = child.wait();
        return failed;
    }
    match child.wait() {
        Ok(status) if status.success() => None,
        Ok(status) => Some(format!("{status} after `{last}`")),
        Err(error) => Some(error.to_string()),
    }
}
