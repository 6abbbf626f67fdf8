//! `dejarik sim --out DIR/`, `dejarik sim --farm`, `dejarik worker` and `dejarik farm` as people use them.

use crate::program::{program, run};
use rig::{Nats, or_skip};
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

/// The query of docs/SIMULATOR.md, if DuckDB is there.
fn query(folder: &Path) {
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/SIMULATOR.md"));
    let document = document.expect("the document");
    let shown = document.lines().find_map(|line| line.trim().strip_prefix("duckdb -c "));
    let query = shown
        .expect("a query in the document")
        .trim_matches('"')
        .replace("games/", &folder.to_string_lossy());
    match Command::new("duckdb").args(["-noheader", "-csv", "-c", &query]).output() {
        Err(_) => eprintln!("skipped: the query of the document. Missing: duckdb"),
        Ok(answer) => {
            let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
            let games: u64 =
                answer.lines().filter_map(|line| line.split(',').nth(2)?.parse::<u64>().ok()).sum();
            assert_eq!(games, 60, "{answer}");
        }
    }
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
