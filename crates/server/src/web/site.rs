//! What a server offers to the public, besides a table for friends.

use crate::secret;
use std::path::Path;

/// What is switched on for the public. By default nothing is: the program is a private table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// Whether strangers meet here: then players can report each other.
    pub public: bool,
    /// The digest of the operator's key; without one there is no operator's desk.
    pub operator: Option<String>,
}

/// How many letters an operator's key has at least: nobody guesses one.
const SHORTEST: usize = 20;

impl Site {
    /// The same with the operator's key that a file has in its first line.
    pub fn with_operator(self, file: &Path) -> Result<Site, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let key = text.lines().next().unwrap_or_default().trim();
        if key.chars().count() < SHORTEST {
            return Err(format!(
                "{}: the first line is the operator's key; it needs {SHORTEST} letters or more",
                file.display()
            ));
        }
        Ok(Site { operator: Some(secret::digest(key)), ..self })
    }

    /// Whether somebody has the operator's key. Digests are compared, so how long it takes says nothing of the key.
    pub fn is_operator(&self, key: Option<&str>) -> bool {
        matches!((&self.operator, key), (Some(known), Some(key)) if secret::digest(key.trim()) == *known)
    }
}

#[cfg(test)]
mod tests {
    use super::Site;

    #[test]
    fn only_who_has_the_whole_key_is_the_operator() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("key");
        std::fs::write(&file, "a-long-key-that-nobody-guesses\nand a note\n").expect("written");
        let site = Site::default().with_operator(&file).expect("a key");
        assert!(site.is_operator(Some("a-long-key-that-nobody-guesses")));
        assert!(
            !site.is_operator(Some("a-long-key")) && !site.is_operator(Some("")) && !site.is_operator(None)
        );
        assert!(!Site::default().is_operator(Some("")), "without a key nobody is");
        std::fs::write(&file, "\nshort\n").expect("written");
        assert!(Site::default().with_operator(&file).is_err(), "an empty line is no key");
        assert!(Site::default().with_operator(&folder.path().join("none")).is_err());
    }
}
