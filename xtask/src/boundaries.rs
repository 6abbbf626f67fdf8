//! What we care about is a check, not a paragraph: file length, first lines, dependencies, rule numbers.

use std::fs;
use std::path::{Path, PathBuf};

const MAX_LINES: usize = 800;

/// Which crates of ours a crate may use; the way of the data has one direction (ARCHITECTURE.md).
const MAY_USE: [(&str, &[&str]); 8] = [
    ("crates/vocab", &[]),
    ("crates/cards", &["vocab"]),
    ("crates/odds", &["vocab"]),
    ("crates/lang", &["vocab", "cards"]),
    ("crates/engine", &["vocab"]),
    ("crates/judge", &["vocab", "engine"]),
    ("crates/dejarik", &["vocab", "cards", "odds", "lang", "engine", "judge"]),
    ("xtask", &[]),
];

/// Checks the tree; the error lists everything that is wrong.
pub fn check() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no workspace above xtask")?;
    let mut faults = Vec::new();
    let mut files = Vec::new();
    for (folder, _) in MAY_USE {
        if !root.join(folder).is_dir() {
            faults.push(format!("{folder} is not there: boundaries.rs must follow the tree"));
        }
        sources(&root.join(folder), &mut files).map_err(|error| format!("{folder}: {error}"))?;
    }
    let rules = rule_numbers(root)?;
    for file in &files {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
        check_source(&name, &text, &rules, &mut faults);
    }
    check_dependencies(root, &mut faults)?;
    if faults.is_empty() { Ok(()) } else { Err(format!("boundaries:\n  {}", faults.join("\n  "))) }
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

/// Numbers such as 1107.9 or 503.6 in a comment.
fn cited_rules(comment: &str) -> Vec<String> {
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
            let uses = manifest.lines().any(|line| line.starts_with(&format!("{name} = ")));
            if uses && !allowed.contains(&name) {
                faults.push(format!("{folder} uses {name}, which lies above it"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{check_source, cited_rules};

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
