//! Pictures of the players' folders: which cards have one, and where it lies.
//!
//! The folders are read once, when the server starts. A visitor names a set and a picture, never a path: what is not on
//! the list is not there.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Where pictures lie in a plugin folder: a folder for each set (FORMATS.md 13).
const FOLDER: &str = "sets/setimages";

/// What browsers show, by the end of the file's name.
const KINDS: [(&str, &str); 4] =
    [("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("png", "image/png"), ("webp", "image/webp")];

/// The largest picture that is sent.
pub const LARGEST: u64 = 8 << 20;

/// The pictures that are there.
#[derive(Debug, Default)]
pub struct Pictures(HashMap<(String, String), PathBuf>);

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| entry.ok().map(|entry| entry.path()))
}

impl Pictures {
    /// The pictures of plugin folders; those of earlier folders come first.
    pub fn of(folders: &[PathBuf]) -> Pictures {
        let mut pictures = HashMap::new();
        for set in folders.iter().flat_map(|folder| files(&folder.join(FOLDER))) {
            let Some(code) = set.file_name().and_then(|name| name.to_str()) else { continue };
            for file in files(&set).filter(|file| kind(file).is_some()) {
                if let Some(name) = file.file_stem().and_then(|name| name.to_str()) {
                    pictures.entry(key(code, name)).or_insert(file);
                }
            }
        }
        Pictures(pictures)
    }

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The file of a picture and what kind it is.
    pub fn find(&self, set: &str, image: &str) -> Option<(&Path, &'static str)> {
        let file = self.0.get(&key(set, image))?;
        Some((file, kind(file)?))
    }
}

fn key(set: &str, image: &str) -> (String, String) {
    (set.to_lowercase(), image.to_lowercase())
}

fn kind(file: &Path) -> Option<&'static str> {
    let end = file.extension()?.to_str()?.to_lowercase();
    KINDS.iter().find(|(own, _)| *own == end).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::Pictures;
    use std::fs;

    #[test]
    fn only_pictures_of_the_folder_are_found() {
        let folder = std::env::temp_dir().join(format!("dejarik-pictures-{}", std::process::id()));
        let set = folder.join("sets/setimages/XMP");
        fs::create_dir_all(&set).unwrap();
        for file in ["XMP001_Scout.jpg", "XMP002_Notes.txt", "XMP003_Ace.PNG"] {
            fs::write(set.join(file), "x").unwrap();
        }
        let pictures = Pictures::of(std::slice::from_ref(&folder));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(pictures.find("xmp", "XMP001_Scout").map(|(_, kind)| kind), Some("image/jpeg"));
        assert_eq!(pictures.find("XMP", "XMP003_Ace").map(|(_, kind)| kind), Some("image/png"));
        for (set, image) in [("XMP", "XMP002_Notes"), ("XMP", "../XMP/XMP001_Scout"), ("..", "setimages")] {
            assert!(pictures.find(set, image).is_none(), "{set}/{image}");
        }
        assert!(Pictures::of(&[]).is_empty());
    }
}
