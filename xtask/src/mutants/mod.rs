//! `cargo xtask mutants`: small faults planted in the rules, and whether the tests notice them.
//!
//! Compiling every mutant by itself would take hours. Here all of them are compiled at once into a copy of the tree:
//! a mutated expression becomes `if mutant(n) { mutated } else { original }`, and a variable says which one is on. The
//! tests are built once and then run once for each mutant.

mod find;
mod plant;
mod run;

use crate::shell;
use find::Mutant;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is mutated: the rules of the referee, what players are shown, and the odds.
const WHERE: [&str; 14] = [
    "crates/engine/src/rules/attack",
    "crates/engine/src/rules/battle",
    "crates/engine/src/rules/build",
    "crates/engine/src/rules/damage",
    "crates/engine/src/rules/keywords",
    "crates/engine/src/rules/play",
    "crates/engine/src/rules/trigger",
    "crates/engine/src/rules/history.rs",
    "crates/engine/src/facts/attack",
    "crates/engine/src/facts/keywords",
    "crates/engine/src/facts/history.rs",
    "crates/engine/src/view.rs",
    "crates/engine/src/determinise.rs",
    "crates/odds/src",
];

/// The crates that are mutated, as their folders and their packages.
const CRATES: [(&str, &str); 2] = [("crates/engine", "dejarik-engine"), ("crates/odds", "dejarik-odds")];

/// The packages whose tests are run.
const TESTED: [&str; 3] = ["dejarik-engine", "dejarik-odds", "dejarik-proof"];

/// What the tests read at run time.
const READ: [&str; 4] = ["crates/judge/scenarios", "crates/judge/cards", "crates/proof", "crates/vocab/src"];

pub const HELP: &str = "\
cargo xtask mutants list                  every place that could be mutated, and how many there are
cargo xtask mutants build [--seed S] [--count N] [--only LIST]
                                          draws N of them, compiles them into a copy of the tree, packs the tests;
                                          LIST is a file: a line names the places whose words hold all its parts,
                                          which ` & ` keeps apart
cargo xtask mutants run [--from A] [--to B] [--jobs J]
                                          runs the tests once for each, and says which survive
Both take --folder F (/tmp/dejarik-mutants): everything lies there, and the tests look for their files there.";

/// What the command line says.
struct Options {
    folder: PathBuf,
    seed: u64,
    count: usize,
    only: Option<String>,
    from: usize,
    to: usize,
    jobs: usize,
}

pub fn run_command(root: &Path, arguments: &[String]) -> Result<(), String> {
    let Some((command, rest)) = arguments.split_first() else { return Err(HELP.into()) };
    let options = read(rest)?;
    match command.as_str() {
        "list" => {
            let all = every(root)?;
            for mutant in &all {
                println!("{}", mutant.words());
            }
            println!("{} places", all.len());
            Ok(())
        }
        "build" => build(root, &options),
        "run" => run::run(&options.folder, options.from..options.to.saturating_add(1), options.jobs),
        _ => Err(HELP.into()),
    }
}

fn read(arguments: &[String]) -> Result<Options, String> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options {
        folder: PathBuf::from("/tmp/dejarik-mutants"),
        seed: 20,
        count: 200,
        only: None,
        from: 1,
        to: usize::MAX - 1,
        jobs,
    };
    let mut rest = arguments.iter();
    while let Some(name) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{name} needs a value\n{HELP}"))?;
        let number = || value.parse::<usize>().map_err(|_| format!("{name}: `{value}` is not a number"));
        match name.as_str() {
            "--folder" => options.folder = value.into(),
            "--seed" => options.seed = number()? as u64,
            "--count" => options.count = number()?,
            "--only" => options.only = Some(value.clone()),
            "--from" => options.from = number()?,
            "--to" => options.to = number()?,
            "--jobs" => options.jobs = number()?.max(1),
            _ => return Err(HELP.into()),
        }
    }
    Ok(options)
}

/// Every mutant, in the order of files and lines.
fn every(root: &Path) -> Result<Vec<Mutant>, String> {
    let mut files = Vec::new();
    for place in WHERE {
        sources(&root.join(place), &mut files)?;
    }
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = shell::text(file.strip_prefix(root).unwrap_or(&file))?;
        all.extend(find::in_file(&name, &text).map_err(|error| format!("{name}: {error}"))?);
    }
    Ok(all)
}

fn sources(place: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", place.display());
    if place.is_file() {
        files.push(place.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(place).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        let is_source = path.is_dir() || path.extension().is_some_and(|end| end == "rs");
        if is_source && !is_test {
            sources(&path, files)?;
        }
    }
    Ok(())
}

/// Draws mutants, plants them and builds the tests.
fn build(root: &Path, options: &Options) -> Result<(), String> {
    let all = every(root)?;
    let mut order: Vec<Mutant> = match &options.only {
        Some(list) => {
            let text = fs::read_to_string(list).map_err(|error| format!("{list}: {error}"))?;
            let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
            let wanted = |mutant: &&Mutant| lines.iter().any(|line| mutant.is_at(line));
            all.iter().filter(wanted).cloned().collect()
        }
        None => all.clone(),
    };
    shuffle(&mut order, options.seed);
    order.truncate(options.count + options.count / 5 + 5);
    let tree = options.folder.join("tree");
    copy_tree(root, &tree)?;
    // Some mutants aren't Rust (a sum of strings has no difference): the compiler says which, and they're left out.
    let drawn = loop {
        let drawn: Vec<Mutant> = order.iter().take(options.count).cloned().collect();
        let planted = plant::plant(root, &tree, &drawn, &CRATES.map(|(folder, _)| folder))?;
        let wrong = errors(&tree, root, &planted)?;
        if wrong.is_empty() {
            break drawn;
        }
        for number in &wrong {
            println!("not Rust: {}", drawn[number - 1].words());
        }
        let mut number = 0;
        order.retain(|_| {
            number += 1;
            !wrong.contains(&number)
        });
    };
    let executables = tests(&tree, root)?;
    pack(options, &tree, &drawn, &executables, all.len())
}

/// A shuffle that a seed reproduces (Fisher and Yates; SplitMix64).
fn shuffle(list: &mut [Mutant], seed: u64) {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    for last in (1..list.len()).rev() {
        let other = (next() % (last as u64 + 1)) as usize;
        list.swap(last, other);
    }
}

/// Copies what git knows and what is new, as far as it changed, so that cargo builds no more than it must.
fn copy_tree(root: &Path, tree: &Path) -> Result<(), String> {
    let root_text = shell::text(root)?;
    let list =
        |arguments: &[&str]| shell::output("git", &[&["-C", &root_text, "ls-files"], arguments].concat());
    let files = format!("{}\n{}", list(&[])?, list(&["--others", "--exclude-standard"])?);
    for file in files.lines().filter(|file| !file.is_empty()) {
        let (from, to) = (root.join(file), tree.join(file));
        let Ok(bytes) = fs::read(&from) else { continue };
        write_if_changed(&to, &bytes)?;
    }
    Ok(())
}

fn write_if_changed(file: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(file).is_ok_and(|own| own == bytes) {
        return Ok(());
    }
    let wrong = |error: std::io::Error| format!("{}: {error}", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(wrong)?;
    }
    fs::write(file, bytes).map_err(wrong)
}

/// Cargo in the copy, with a build folder of its own: cargo takes a copy of a workspace for the workspace itself, and
/// would use mutated crates for the real ones.
fn cargo_in(tree: &Path, root: &Path, arguments: &[&str]) -> Result<Vec<Value>, String> {
    let done = Command::new("cargo")
        .args(arguments)
        .arg("--message-format=json")
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", root.join("target/mutants"))
        .env("RUSTFLAGS", "")
        .output()
        .map_err(|error| format!("`cargo` can't be started: {error}"))?;
    let text = String::from_utf8_lossy(&done.stdout);
    let messages: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let failed = messages.iter().any(|message| message["message"]["level"] == "error");
    if !done.status.success() && !failed {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned());
    }
    Ok(messages)
}

/// The numbers of the mutants that the compiler refuses.
fn errors(tree: &Path, root: &Path, planted: &[plant::Planted]) -> Result<Vec<usize>, String> {
    let mut arguments = vec!["check"];
    arguments.extend(CRATES.iter().flat_map(|(_, package)| ["--package", package]));
    let mut wrong = Vec::new();
    for message in cargo_in(tree, root, &arguments)? {
        let message = &message["message"];
        if message["level"] != "error" {
            continue;
        }
        let spans = message["spans"].as_array().cloned().unwrap_or_default();
        let found = spans.iter().filter(|span| span["is_primary"] == true).find_map(|span| {
            let (file, at) = (span["file_name"].as_str()?, span["byte_start"].as_u64()? as usize);
            plant::at(planted, file, at)
        });
        match found {
            Some(number) => wrong.push(number),
            None if spans.is_empty() => {}
            None => return Err(message["rendered"].as_str().unwrap_or("the copy is not Rust").to_string()),
        }
    }
    wrong.sort_unstable();
    wrong.dedup();
    Ok(wrong)
}

/// Builds the tests: their names and files.
fn tests(tree: &Path, root: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let mut arguments = vec!["test", "--no-run", "--lib", "--tests"];
    arguments.extend(TESTED.iter().flat_map(|package| ["--package", package]));
    let mut found = Vec::new();
    for message in cargo_in(tree, root, &arguments)? {
        if message["message"]["level"] == "error" {
            return Err(message["message"]["rendered"].as_str().unwrap_or_default().to_string());
        }
        let Some(file) = message["executable"].as_str() else { continue };
        if message["profile"]["test"] != true || message["target"]["kind"][0] == "bin" {
            continue;
        }
        let name = message["target"]["name"].as_str().unwrap_or_default();
        let kind = if message["target"]["kind"][0] == "test" { "tests" } else { "unit" };
        found.push((format!("{name}-{kind}"), PathBuf::from(file)));
    }
    Ok(found)
}

/// Lays everything ready that a machine without Rust needs, and packs it.
fn pack(
    options: &Options,
    tree: &Path,
    drawn: &[Mutant],
    executables: &[(String, PathBuf)],
    places: usize,
) -> Result<(), String> {
    let bin = options.folder.join("bin");
    let wrong = |error: std::io::Error| format!("{}: {error}", bin.display());
    let _ = fs::remove_dir_all(&bin);
    fs::create_dir_all(&bin).map_err(wrong)?;
    let own = std::env::current_exe().map_err(wrong)?;
    for (name, file) in executables.iter().chain([&("xtask".to_string(), own)]) {
        let to = bin.join(name);
        fs::copy(file, &to).map_err(wrong)?;
        // Without `strip` the files are only larger.
        let _ = shell::output("strip", &[&shell::text(&to)?]);
    }
    let list: Vec<Value> = (1..)
        .zip(drawn)
        .map(|(number, mutant): (usize, &Mutant)| json!({ "number": number, "file": mutant.file, "words": mutant.words() }))
        .collect();
    let record = json!({ "seed": options.seed, "places": places, "mutants": list });
    let text = serde_json::to_string_pretty(&record).map_err(|error| error.to_string())?;
    fs::write(options.folder.join("mutants.json"), text).map_err(wrong)?;
    let folder = shell::text(&options.folder)?;
    let archive = shell::text(&options.folder.join("mutants.tar.xz"))?;
    let read: Vec<String> = READ.iter().map(|part| format!("tree/{part}")).collect();
    let mut arguments = vec!["-C", &folder, "-cJf", &archive, "bin", "mutants.json"];
    arguments.extend(read.iter().map(String::as_str));
    shell::output("tar", &arguments)?;
    println!("{} of {places} places, seed {}: {archive}", drawn.len(), options.seed);
    println!("unpack it in {folder} and run {folder}/bin/xtask mutants run --folder {folder}");
    let _ = tree;
    Ok(())
}
