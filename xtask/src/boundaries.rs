//! What we care about is a check, not a paragraph: file length, first lines, dependencies, rule numbers.

use crate::layers;
use std::fs;
use std::path::{Path, PathBuf};

const MAX_LINES: usize = 800;

/// Which crates of ours a crate may use; the way of the data has one direction (ARCHITECTURE.md).
const MAY_USE: [(&str, &[&str]); 19] = [
    ("crates/vocab", &[]),
    ("crates/cards", &["vocab"]),
    ("crates/odds", &["vocab"]),
    ("crates/lang", &["vocab", "cards"]),
    ("crates/engine", &["vocab"]),
    ("crates/judge", &["vocab", "cards", "engine"]),
    ("crates/ai", &["vocab", "engine", "odds"]),
    ("crates/sim", &["vocab", "engine", "ai"]),
    ("crates/dejarik", &["vocab", "cards", "lang", "engine", "judge", "odds", "ai", "sim"]),
    ("crates/fair", &["vocab", "engine"]),
    ("crates/table", &["vocab", "engine", "odds", "ai", "fair"]),
    ("crates/rig", &[]),
    ("crates/puzzles", &["vocab", "engine", "judge", "odds", "ai", "sim", "dejarik"]),
    ("crates/farm", &["vocab", "engine", "ai", "sim", "dejarik", "table", "puzzles", "rig"]),
    ("crates/store", &["vocab", "fair", "table", "rig"]),
    (
        "crates/server",
        &[
            "vocab", "cards", "odds", "lang", "engine", "ai", "sim", "dejarik", "fair", "table", "puzzles",
            "store", "rig",
        ],
    ),
    (
        "crates/cli",
        &[
            "vocab", "cards", "odds", "lang", "engine", "judge", "ai", "sim", "dejarik", "fair", "server",
            "store", "table", "rig", "puzzles", "farm",
        ],
    ),
    (
        "crates/proof",
        &[
            "vocab", "cards", "lang", "engine", "judge", "odds", "ai", "sim", "dejarik", "table", "farm",
            "rig",
        ],
    ),
    ("xtask", &[]),
];

/// Words that the code of a folder does not use (its tests may), and why: pages can't show what they can't reach, and the
/// referee is the same on every machine, in every order.
const NEVER: [(&str, &[&str], &str); 2] = [
    (
        "crates/server/src/pages",
        &[
            "engine::Game",
            "state::State",
            "table::Table",
            "table::GameSetup",
            ".whole(",
            ".state(",
            ".index(",
        ],
        "pages get a viewer's sight, and name cards by tokens (docs/SERVER.md)",
    ),
    (
        "crates/engine/src",
        &[
            "HashMap",
            "HashSet",
            "BTreeMap",
            "BTreeSet",
            "f32",
            "f64",
            "std::time",
            "std::fs",
            "std::thread",
            "std::env",
            "std::net",
            "lang",
        ],
        "the state machine is pure and flat (crates/engine/DESIGN.md)",
    ),
];

/// The only files of the card language that know card files; its examples use the CORE set besides.
const CARD_FILES: [&str; 6] =
    ["printed.rs", "reading.rs", "library.rs", "coverage.rs", "ledger.rs", "testing.rs"];

/// Checks the tree; the error lists everything that is wrong.
pub fn check(root: &Path) -> Result<(), String> {
    let mut faults = Vec::new();
    let mut files = Vec::new();
    for (folder, _) in MAY_USE {
        files.extend(sources_of(root, folder)?);
    }
    let rules = rule_numbers(root)?;
    for file in &files {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
        check_source(&name, &text, &rules, &mut faults);
    }
    for (folder, words, why) in NEVER {
        let is_test = |file: &PathBuf| file.file_name().is_some_and(|name| name == "tests.rs");
        for file in sources_of(root, folder)?.into_iter().filter(|file| !is_test(file)) {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
            check_words(&name, &text, words, why, &mut faults);
        }
    }
    check_dependencies(root, &mut faults)?;
    check_keywords(root, &mut faults)?;
    check_reader(root, &mut faults)?;
    layers::check(root, &mut faults)?;
    if faults.is_empty() { Ok(()) } else { Err(format!("boundaries:\n  {}", faults.join("\n  "))) }
}

/// Every keyword of the vocabulary has a file of the same name in the engine, whose first line says what it does.
fn check_keywords(root: &Path, faults: &mut Vec<String>) -> Result<(), String> {
    for file in sources_of(root, "crates/vocab/src/keyword")? {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        if !is_keyword(&text) {
            continue;
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_string();
        let is_there =
            |layer: &str| root.join(format!("crates/engine/src/{layer}/keywords/{name}")).is_file();
        if !is_there("facts") && !is_there("rules") {
            faults.push(format!("the engine has no file {name} in facts/keywords or rules/keywords"));
        }
    }
    Ok(())
}

/// The reader and the writer of card text know words, not card files.
fn check_reader(root: &Path, faults: &mut Vec<String>) -> Result<(), String> {
    for file in sources_of(root, "crates/lang/src")? {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        if !CARD_FILES.iter().any(|known| file.ends_with(known)) && knows_card_files(&text) {
            faults.push(format!("{name}: uses `cards`: reading text needs words only (lang/src/printed.rs)"));
        }
    }
    Ok(())
}

/// Whether a source uses the crate `cards`, its tests apart.
fn knows_card_files(text: &str) -> bool {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    code.lines().any(|line| line.starts_with("use cards::") || line.starts_with("use cards;"))
}

/// Whether a file of the vocabulary describes one keyword.
fn is_keyword(text: &str) -> bool {
    text.contains("\n    keyword: Keyword::")
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn check_source(name: &str, text: &str, rules: &[String], faults: &mut Vec<String>) {
    let lines = text.lines().count();
    if lines > MAX_LINES {
        faults.push(format!("{name}: {lines} lines; split it (at most {MAX_LINES})"));
    }
    if !text.starts_with("//!") {
        faults.push(format!("{name}: does not begin with a `//!` line that says what it is for"));
    }
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, comment)) = line.split_once("//") else { continue };
        for cited in cited_rules(comment) {
            if !rules.contains(&cited) {
                faults.push(format!("{name}:{number}: rule {cited} does not exist"));
            }
        }
    }
}

/// The sources of a folder; a check that points at a folder that moved, or has nothing in it, checks nothing.
pub(crate) fn sources_of(root: &Path, folder: &str) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    sources(&root.join(folder), &mut files)
        .map_err(|error| format!("{folder}: {error}: xtask must follow the tree"))?;
    files.sort();
    if files.is_empty() {
        Err(format!("{folder}: no sources: xtask must follow the tree"))
    } else {
        Ok(files)
    }
}

/// Whole words, paths and calls of methods, outside comments.
fn check_words(name: &str, text: &str, words: &[&str], why: &str, faults: &mut Vec<String>) {
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split("//").next().unwrap_or(line);
        for word in words {
            let is_used = match word.split_once("::") {
                Some((first, second)) => uses_path(code, first, second),
                None if word.starts_with('.') => code.contains(word),
                None => identifiers(code).any(|identifier| identifier == *word),
            };
            if is_used {
                faults.push(format!("{name}:{number}: `{word}`: {why}"));
            }
        }
    }
}

fn identifiers(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// `std::time`, and `std::{mem, time}`.
fn uses_path(code: &str, first: &str, second: &str) -> bool {
    let Some((_, rest)) = code.split_once(&format!("{first}::")) else { return false };
    match rest.strip_prefix('{') {
        Some(group) => identifiers(group).any(|identifier| identifier == second),
        None => identifiers(rest).next() == Some(second),
    }
}

/// Numbers such as 1107.9 or 503.6 in a comment.
pub(crate) fn cited_rules(comment: &str) -> Vec<String> {
    comment
        .split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .map(|word| word.trim_matches('.'))
        .filter(|word| {
            word.split_once('.').is_some_and(|(section, rule)| {
                matches!(section.len(), 3 | 4)
                    && (1..=2).contains(&rule.len())
                    && section.parse::<u16>().is_ok_and(|section| (101..2000).contains(&section))
                    && rule.parse::<u8>().is_ok()
            })
        })
        .map(str::to_string)
        .collect()
}

fn rule_numbers(root: &Path) -> Result<Vec<String>, String> {
    let path = root.join("docs/RULEBOOK.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let listed = text.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("** ").map(|(n, _)| n));
    let in_tables = text.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(' ').map(|(n, _)| n));
    Ok(listed.chain(in_tables).filter(|n| n.contains('.')).map(str::to_string).collect())
}

fn check_dependencies(root: &Path, faults: &mut Vec<String>) -> Result<(), String> {
    for (folder, allowed) in MAY_USE {
        let path = root.join(folder).join("Cargo.toml");
        let manifest = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (other, _) in MAY_USE {
            let name = other.rsplit('/').next().unwrap_or(other);
            let uses = manifest.lines().any(|line| depends(line, name));
            if uses && !allowed.contains(&name) {
                faults.push(format!("{folder} uses {name}, which lies above it"));
            }
        }
    }
    Ok(())
}

/// `lang = ...`, `lang.workspace = true` or `[dependencies.lang]`.
fn depends(line: &str, name: &str) -> bool {
    let named = |rest: &str| rest.starts_with([' ', '.', '=']);
    line.strip_prefix(name).is_some_and(named) || line.ends_with(&format!("dependencies.{name}]"))
}

#[cfg(test)]
mod tests {
    use super::{check_source, check_words, cited_rules, depends, knows_card_files, sources_of};
    use std::path::Path;

    #[test]
    fn words_that_a_folder_does_not_use_are_found_whole_and_outside_comments() {
        let faults = |text: &str| {
            let mut faults = Vec::new();
            check_words("a.rs", text, &["HashMap", "f64", "std::time", ".whole("], "why", &mut faults);
            faults
        };
        assert_eq!(faults("use std::collections::HashMap;\n"), ["a.rs:1: `HashMap`: why"]);
        assert_eq!(faults("let x = 1;\nlet y: f64 = 0.0;\n"), ["a.rs:2: `f64`: why"]);
        assert_eq!(faults("use std::{mem, time};\n").len(), 1);
        assert_eq!(faults("let all = game.whole();\n").len(), 1);
        assert!(faults("let all = the.whole_log(); let whole = 1;\n").is_empty());
        assert_eq!(faults("let now = std::time::Instant::now();\n").len(), 1);
        assert!(
            faults("// no HashMap, no f64\nlet half64 = MyHashMap; use std::timer; use std::mem;\n")
                .is_empty()
        );
    }

    #[test]
    fn the_reader_knows_card_files_only_in_its_tests() {
        assert!(knows_card_files("//! Reads.\n\nuse cards::Printing;\n"));
        assert!(!knows_card_files("use super::cards::read;\nfn f() { cards::read(p) }\n"));
        assert!(!knows_card_files("fn f() {}\n\n#[cfg(test)]\nmod tests {\nuse cards::core_set;\n}\n"));
    }

    #[test]
    fn a_folder_that_moved_is_a_fault() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(sources_of(root, "src").is_ok_and(|files| !files.is_empty()));
        assert!(sources_of(root, "moved").is_err());
    }

    #[test]
    fn dependencies_are_seen_in_all_their_spellings() {
        for line in ["lang = { workspace = true }", "lang.workspace = true", "[dev-dependencies.lang]"] {
            assert!(depends(line, "lang"), "{line}");
        }
        assert!(!depends("language = \"1\"", "lang"));
    }

    #[test]
    fn citations_are_found_and_other_numbers_are_not() {
        assert_eq!(
            cited_rules(" 1107.9: add it (rules 503.6, 1701.10). Not 0.5, 2026.05.03, 12.3 or 3.14"),
            ["1107.9", "503.6", "1701.10"]
        );
    }

    #[test]
    fn a_number_that_does_not_exist_is_a_fault() {
        let mut faults = Vec::new();
        // In pieces, so that this file does not cite it.
        let text = format!("//! A.\n// 101.1 and 101.{}\n", 99);
        check_source("a.rs", &text, &["101.1".to_string()], &mut faults);
        assert_eq!(faults, ["a.rs:2: rule 101.99 does not exist"]);
        faults.clear();
        check_source("b.rs", "fn main() {}\n", &[], &mut faults);
        assert_eq!(faults.len(), 1);
    }
}
