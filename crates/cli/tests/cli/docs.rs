//! Every command that the documents show is run: a reader who copies it gets an answer.

use crate::program::program;
use crate::{folder, recorded};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Commands that aren't run, and why.
const NOT_RUN: [(&str, &str); 3] = [
    ("cargo xtask", "the project's own commands; they run these tests"),
    ("cargo install", "it changes the computer of whoever runs the tests"),
    ("cargo build", "it would build the program again"),
];

/// Commands whose answer is no, and why.
const NO: [(&str, &str); 2] = [
    ("deck check Diplomats Underworld my.txt", "my.txt is an illegal deck here"),
    ("play ", "there's nobody at the keyboard, so the game isn't finished"),
];

/// A command in a document.
#[derive(Debug)]
struct Shown {
    file: String,
    line: usize,
    words: Vec<String>,
}

#[test]
fn every_command_of_the_documents_runs() {
    let work = tempfile::tempdir().unwrap();
    prepare(work.path());
    let shown = commands();
    assert!(shown.len() > 40, "only {} commands were found", shown.len());
    let mut faults = Vec::new();
    for Shown { file, line, words } in &shown {
        let words = quick(words);
        let text = words.join(" ");
        let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = program(&arguments)
            .current_dir(work.path())
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let expected = if (text.contains(".parquet") || text.ends_with('/')) && cfg!(not(feature = "parquet"))
        {
            // This build says how to get one that can.
            2
        } else {
            i32::from(NO.iter().any(|(start, _)| text.starts_with(start)))
        };
        if output.status.code() != Some(expected) {
            let error = String::from_utf8_lossy(&output.stderr);
            faults.push(format!("{file}:{line}: dejarik {text}: {:?}\n{error}", output.status.code()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The files that the documents speak of.
fn prepare(work: &Path) {
    folder::copy_core(&work.join("path/to/starwars"));
    folder::make_release(&work.join("path/to/starwars"));
    let release = ["cards", "release", "path/to/starwars", "--date", "2024.02.02", "--write"];
    assert!(program(&release).current_dir(work).output().unwrap().status.success());
    let begun = program(&["cards", "reading", "ilara venn c"]).output().unwrap().stdout;
    let reading = String::from_utf8(begun).unwrap().replace("\nwhy\n", "\nwhy it shows what a reading is\n");
    fs::write(work.join("path/to/starwars/readings.txt"), reading).unwrap();
    fs::create_dir_all(work.join("crates/judge")).unwrap();
    folder::copy(Path::new(&format!("{ROOT}/crates/judge/scenarios")), &work.join("crates/judge/scenarios"));
    folder::copy(Path::new(&format!("{ROOT}/crates/judge/lessons")), &work.join("crates/judge/lessons"));
    fs::create_dir_all(work.join("crates/puzzles")).unwrap();
    folder::copy(Path::new(&format!("{ROOT}/crates/puzzles/puzzles")), &work.join("crates/puzzles/puzzles"));
    fs::write(work.join("my.txt"), "4 Envoy Attendant\n1 Ilara Venn (A)\n").unwrap();
    fs::write(work.join("game-xyz.json"), recorded::game()).unwrap();
    fs::create_dir_all(work.join("dejarik-data")).unwrap();
    let games = format!("{ROOT}/crates/server/tests/data/v0.1/games.sqlite");
    fs::copy(games, work.join("dejarik-data/games.sqlite")).unwrap();
}

/// The same command with few games: how many there are changes nothing about whether it runs.
fn quick(words: &[String]) -> Vec<String> {
    let mut words = words.to_vec();
    if let Some(games) = words.iter().position(|word| word == "--games") {
        words[games + 1] = "2".to_string();
    } else if words[0] == "sim" {
        words.extend(["--games".to_string(), "2".to_string()]);
    } else if words[0] == "analyse" {
        words.extend(["--walks".to_string(), "0".to_string()]);
    }
    words
}

/// All commands in code blocks of the README and the documents.
fn commands() -> Vec<Shown> {
    let mut files = vec![PathBuf::from(ROOT).join("README.md")];
    let docs = fs::read_dir(format!("{ROOT}/docs")).unwrap().map(|entry| entry.unwrap().path());
    files.extend(docs.filter(|path| path.extension().is_some_and(|end| end == "md")));
    files.sort();
    files.iter().flat_map(|file| in_file(file)).collect()
}

fn in_file(path: &Path) -> Vec<Shown> {
    let text = fs::read_to_string(path).unwrap();
    let file = path.file_name().unwrap().to_string_lossy().into_owned();
    let mut fenced = false;
    let mut shown = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if !fenced && !line.starts_with("    ") {
            continue;
        }
        let command = line.trim().trim_start_matches("$ ");
        if NOT_RUN.iter().any(|(start, _)| command.starts_with(start)) {
            continue;
        }
        let program = ["cargo run --release --features parquet -- ", "cargo run --release -- ", "dejarik "];
        let Some(arguments) = program.iter().find_map(|start| command.strip_prefix(start)) else {
            // Without arguments the program serves the table for ever; the browser tests do that.
            let serves = ["cargo run --release", "dejarik"].contains(&command);
            assert!(serves || !command.starts_with("cargo"), "{file}:{number}: `{command}` isn't known here");
            continue;
        };
        // What needs a queue or a database is run by the tests of the farm and of several servers, which start one.
        let needs_more = ["nats://", "postgres://"].iter().any(|scheme| arguments.contains(scheme));
        if !arguments.starts_with("serve") && !needs_more {
            shown.push(Shown { file: file.clone(), line: number, words: split(arguments) });
        }
    }
    shown
}

/// Words as a shell splits them, quotation marks removed; a comment or a redirection ends the command.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut begun) = (Vec::new(), String::new(), None, false);
    for c in text.chars() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (None, '\'' | '"') => (quote, begun) = (Some(c), true),
            (None, '#' | '>') if !begun => break,
            (None, ' ') => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            (_, c) => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

#[test]
fn words_are_split_as_a_shell_does() {
    assert_eq!(
        split("deck sheet \"Droid Army\" --as 'a  b' ''  # a note"),
        ["deck", "sheet", "Droid Army", "--as", "a  b", ""]
    );
}
