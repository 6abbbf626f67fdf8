//! The variants of the ability model, read from its source.

use std::path::Path;

/// Every enum of the ability model with its variants, in the order of files and lines.
pub fn variants() -> Result<Vec<(String, String)>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vocab/src/ability");
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(&folder).map_err(wrong)?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(wrong)?;
        // What stands behind this line are tests.
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        all.extend(variants_in(text));
    }
    Ok(all)
}

/// The variants of the public enums of a file that are written down as data; `cargo fmt` sees to their form.
fn variants_in(text: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut inside: Option<String> = None;
    let mut is_data = false;
    for line in text.lines() {
        if let Some(derived) = line.strip_prefix("#[derive(") {
            // An error isn't part of an ability.
            is_data = derived.contains("Serialize");
        } else if let Some(rest) = line.strip_prefix("pub enum ") {
            inside = is_data.then(|| word(rest));
        } else if line == "}" {
            inside = None;
        } else if let (Some(of), Some(rest)) = (&inside, line.strip_prefix("    "))
            && rest.starts_with(char::is_uppercase)
        {
            all.push((of.clone(), word(rest)));
        }
    }
    all
}

/// The word at the start of a line.
fn word(line: &str) -> String {
    line.chars().take_while(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::variants_in;

    #[test]
    fn variants_are_read_and_their_fields_are_not() {
        let text = "/// A.\n#[derive(Clone, Serialize)]\npub enum Deed<S> {\n    /// One.\n    #[default]\n    Rest,\n    Move(S),\n    \
                    Strike {\n        /// Whom.\n        whom: S,\n    },\n}\n\npub struct Other {\n    Not: u8,\n}\n\n#[derive(Clone)]\npub enum Fault {\n    Missing,\n}\n";
        let found = variants_in(text);
        let names: Vec<String> = found.iter().map(|(of, name)| format!("{of}::{name}")).collect();
        assert_eq!(names, ["Deed::Rest", "Deed::Move", "Deed::Strike"]);
    }
}
