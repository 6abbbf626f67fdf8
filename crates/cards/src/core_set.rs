//! The built-in CORE set: cards and decks of our own.
//!
//! They are stored in the players' own file formats; docs/CORE.md describes them.

use crate::format::Formats;
use crate::packs::PackDefinitions;
use crate::plugin::Plugin;
use crate::set_file::SetFile;

/// The set code.
pub const CODE: &str = "CORE";

/// The set file.
pub const SET: &str = include_str!("../core/sets/CORE.txt");

/// The format file.
pub const FORMATS: &str = include_str!("../core/formats.txt");

/// The pack definitions.
pub const PACKS: &str = include_str!("../core/packs/packdefinitions.xml");

/// The six decks by name.
pub const DECKS: [(&str, &str); 6] = [
    ("Diplomats", include_str!("../core/decks/Diplomats.dek")),
    ("Droid Army", include_str!("../core/decks/Droid_Army.dek")),
    ("Rebel Scum", include_str!("../core/decks/Rebel_Scum.dek")),
    ("Underworld", include_str!("../core/decks/Underworld.dek")),
    ("Archive Guardians", include_str!("../core/decks/Archive_Guardians.dek")),
    ("Crimson Dominion", include_str!("../core/decks/Crimson_Dominion.dek")),
];

/// Two light decks for a first game: plain units, six keywords each, nothing to decide before the first unit. They stand
/// apart from the six, which measurements and golden games are about.
pub const BEGINNER: [(&str, &str); 2] = [
    ("Open Sky", include_str!("../core/decks/Open_Sky.dek")),
    ("Steel Tide", include_str!("../core/decks/Steel_Tide.dek")),
];

/// The CORE set as if it had been loaded from a folder. Its files are tested, so nothing in them gets lost.
pub fn plugin() -> Plugin {
    let (set, mut findings) = SetFile::read(CODE, SET.as_bytes());
    let mut plugin = Plugin::default();
    plugin.collection.add_set(&set, &mut findings);
    if let Ok((formats, found)) = Formats::read(FORMATS) {
        plugin.formats = formats;
        findings.extend(found);
    }
    if let Ok((packs, found)) = PackDefinitions::read(PACKS.as_bytes()) {
        plugin.packs = packs;
        findings.extend(found);
    }
    plugin.sets.push(set);
    plugin.findings = findings;
    plugin
}
