//! `dejarik sim --out DIR/`, `dejarik sim --farm`, `dejarik worker` and `dejarik farm` as people use them.

use crate::program::{program, run};
use crate::recorded;
use rig::{Missing, Nats, or_skip};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The games of a folder's files, and its manifest.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    let named = named.filter(|(name, _)| name != "farm.lock");
    named.map(|(name, path)| (name, fs::read(path).expect("bytes"))).collect()
}

/// The arguments of the games that are played everywhere here.
fn sim<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let games = ["sim", "Droid Army", "Diplomats", "--games", "60", "--seed", "4", "--player-a", "learner"];
    [&games[..], &["--player-b", "learner", "--json"], more].concat()
}

fn counted(arguments: &[&str]) -> Value {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_folder_counts_as_a_file_does_and_is_not_played_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = format!("{}/games/", folder.path().display());
    let plain = counted(&sim(&[]));
    let first = counted(&sim(&["--out", &out, "--batch", "7", "--threads", "2"]));
    assert_eq!(first, plain, "the cards that travel with the games play as those of the folder");
    let before = files(Path::new(&out));
    assert_eq!(counted(&sim(&["--out", &out, "--batch", "7", "--threads", "1"])), plain);
    assert_eq!(files(Path::new(&out)), before);
    let refused = run(&sim(&["--out", &out, "--batch", "8"]));
    let reason = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && reason.contains("another job"), "{reason}");
    let refused = run(&sim(&["--batch", "8"]));
    assert_eq!(refused.status.code(), Some(2));
    query(Path::new(&out));
}

/// The query of docs/SIMULATOR.md, in DuckDB if it is there.
fn query(folder: &Path) {
    // Where the test command puts it.
    let fetched = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("duckdb/duckdb_cli/duckdb");
    let usual = if fetched.is_file() { fetched.to_string_lossy().into_owned() } else { "duckdb".into() };
    let named = std::env::var("DUCKDB").unwrap_or(usual);
    let found = Command::new(&named).arg("--version").output();
    let missing = |_| Missing("DuckDB (`cargo xtask test` fetches it; or its path in DUCKDB)".into());
    if or_skip("the query of docs/SIMULATOR.md", found.map_err(missing)).is_none() {
        return;
    }
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/SIMULATOR.md"));
    let document = document.expect("the document");
    let shown = document.lines().find_map(|line| line.trim().strip_prefix("duckdb -c "));
    let query = shown
        .expect("a query in the document")
        .trim_matches('"')
        .replace("games/", &format!("{}/", folder.display()));
    let answer = Command::new(named).args(["-noheader", "-csv", "-c", &query]).output().expect("an answer");
    let said = String::from_utf8_lossy(&answer.stderr).into_owned();
    let rows = String::from_utf8_lossy(&answer.stdout).into_owned();
    let fields: Vec<&str> = rows.trim().split(',').collect();
    // One pair of decks, and what the folder's own manifest counts.
    assert!(matches!(fields[..], ["Droid Army", "Diplomats", "60", _, _]), "{rows}{said}");
    let manifest: Value = serde_json::from_slice(&files(folder)["manifest.json"]).expect("JSON");
    let parts = manifest["parts"].as_array().expect("parts").iter();
    let counted = parts.flat_map(|part| part["counts"]["0"]["turns"].as_object().expect("turns").iter());
    let all: f64 = counted
        .map(|(turns, games)| turns.parse::<f64>().expect("a number") * games.as_f64().expect("a number"))
        .sum();
    let turns: f64 = fields[3].parse().expect("a number");
    assert!((turns - all / 60.0).abs() < 1e-6, "{turns} turns");
}

#[cfg(feature = "farm")]
#[test]
fn a_worker_and_a_collector_make_the_files_of_one_process_and_the_job_can_be_seen() {
    let Some(nats) = or_skip("the farm of the program", Nats::start()) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| format!("{}/{name}/", folder.path().display());
    let alone = counted(&sim(&["--out", &place("alone"), "--batch", "7"]));
    let worker = program(&["worker", &nats.url(), "--threads", "1", "--name", "somebody"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut worker = worker.expect("a worker");
    let arguments = ["--out", &place("shared"), "--batch", "7", "--farm", &nats.url(), "--only-collect"];
    let shared = counted(&sim(&[&arguments[..], &["--check", "100%"]].concat()));
    // What is compared is played by somebody else, if there is anybody: here there is only one.
    let _ = (worker.kill(), worker.wait());
    assert_eq!(shared, alone);
    assert_eq!(files(Path::new(&place("shared"))), files(Path::new(&place("alone"))));
    let jobs = counted(&["farm", &nats.url(), "--json"]);
    let job = &jobs["jobs"][0];
    assert_eq!((&job["state"], &job["settled"], &job["games"]), (&"done".into(), &9.into(), &60.into()));
    assert_eq!(job["workers"]["somebody"], 18, "each of nine batches twice");
    let table = String::from_utf8(run(&["farm", &nats.url()]).stdout).expect("UTF-8");
    assert!(table.contains("Droid Army against Diplomats") && table.contains("100 %"), "{table}");
    let id = job["job"].as_str().expect("an id");
    let stopped = run(&["farm", &nats.url(), "--stop", id]);
    assert_eq!(stopped.status.code(), Some(0));
    assert_eq!(run(&["farm", &nats.url(), "--stop", "nothing"]).status.code(), Some(2));
}

#[cfg(feature = "farm")]
#[test]
fn games_are_analysed_and_positions_written_down_alone_and_by_a_farm() {
    let Some(nats) = or_skip("the farm of the program", Nats::start()) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| format!("{}/{name}/", folder.path().display());
    let game = folder.path().join("a game.json");
    fs::write(&game, recorded::game()).expect("written");
    let game = game.to_string_lossy().into_owned();
    let analyse = ["analyse", &game, &game, "--walks", "0", "--json", "--batch", "1"];
    let selfplay = [
        "selfplay",
        "Droid Army",
        "Diplomats",
        "--games",
        "6",
        "--player",
        "learner",
        "--json",
        "--batch",
        "2",
    ];
    for (name, kind, games) in [("analysed", &analyse[..], 2), ("positions", &selfplay[..], 6)] {
        let (alone, shared) = (place(&format!("{name}-alone")), place(&format!("{name}-shared")));
        let made = counted(&[kind, &["--out", &alone]].concat());
        assert_eq!((&made["games"], &made["of"]), (&games.into(), &games.into()), "{made}");
        let farm = ["--out", &shared, "--farm", &nats.url(), "--check", "100%", "--threads", "1"];
        assert_eq!(counted(&[kind, &farm].concat()), made);
        assert_eq!(files(Path::new(&shared)), files(Path::new(&alone)), "{name}");
    }
    let jobs = counted(&["farm", &nats.url(), "--json"]);
    let titles: Vec<&str> =
        jobs["jobs"].as_array().expect("jobs").iter().filter_map(|job| job["title"].as_str()).collect();
    assert_eq!(titles, ["analysis of 2 games", "positions of Droid Army against Diplomats, learner"]);
    // What can't be played again is refused before anything is written.
    let wrong = folder.path().join("wrong.json");
    fs::write(&wrong, recorded::game().replacen("\"answers\":[", "\"answers\":[60000,", 1)).expect("written");
    for (file, reason) in [(wrong.to_string_lossy(), "wrong.json"), ("nothing.json".into(), "nothing.json")] {
        let refused = run(&["analyse", &game, &file, "--out", &place("refused")]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && said.contains(reason), "{said}");
    }
    assert!(!Path::new(&place("refused")).exists());
}

/// The arguments of the puzzles that are looked for everywhere here: few answers are tried, so few are found.
fn puzzles<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let games =
        ["puzzles", "mine", "Droid Army", "Diplomats", "--games", "2", "--seed", "3", "--player", "skilled"];
    [&games[..], &["--nodes", "150", "--rounds", "0", "--json"], more].concat()
}

#[test]
fn puzzles_are_found_in_a_folder_as_by_one_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| format!("{}/{name}/", folder.path().display());
    let plain = counted(&puzzles(&["--out", &place("plain"), "--threads", "2"]));
    let removed = plain["removed"].as_object().expect("sieves").values();
    let removed: u64 = removed.map(|sieve| sieve["positions"].as_u64().expect("a number")).sum();
    let found: u64 = plain["found"].as_object().expect("kinds").values().filter_map(Value::as_u64).sum();
    assert_eq!(Some(removed + found), plain["positions"].as_u64(), "{plain}");
    assert_eq!(plain["puzzles"].as_array().map(Vec::len), Some(found as usize));
    assert_eq!(counted(&puzzles(&["--out", &place("job"), "--batch", "1"])), plain);
    let is_puzzle = |(name, _): &(String, Vec<u8>)| name.ends_with(".txt");
    let texts = |name: &str| -> BTreeMap<String, Vec<u8>> {
        files(Path::new(&place(name))).into_iter().filter(is_puzzle).collect()
    };
    assert_eq!(texts("job"), texts("plain"));
    let refused = run(&puzzles(&["--batch", "1"]));
    assert_eq!(refused.status.code(), Some(2), "a job needs a folder");
}

#[cfg(feature = "farm")]
#[test]
fn puzzles_are_found_by_a_farm_as_by_one_process() {
    let Some(nats) = or_skip("the farm of the program", Nats::start()) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| format!("{}/{name}/", folder.path().display());
    let alone = counted(&puzzles(&["--out", &place("alone"), "--batch", "1"]));
    let farm = [
        "--out",
        &place("shared"),
        "--batch",
        "1",
        "--farm",
        &nats.url(),
        "--check",
        "100%",
        "--threads",
        "1",
    ];
    assert_eq!(counted(&puzzles(&farm)), alone);
    assert_eq!(files(Path::new(&place("shared"))), files(Path::new(&place("alone"))));
    let jobs = counted(&["farm", &nats.url(), "--json"]);
    assert_eq!(jobs["jobs"][0]["title"], "puzzles in Droid Army against Diplomats, skilled");
}

#[test]
fn a_queue_that_isnt_there_is_named_without_its_password() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = format!("{}/games/", folder.path().display());
    let url = "nats://me:secret@127.0.0.1:9";
    for arguments in [sim(&["--out", &out, "--farm", url]), vec!["worker", url], vec!["farm", url]] {
        let refused = run(&arguments);
        let reason = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && reason.contains("127.0.0.1:9"), "{reason}");
        assert!(!reason.contains("secret"), "{reason}");
    }
}
