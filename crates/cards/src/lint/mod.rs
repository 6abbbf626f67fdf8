//! The lint: faults in a card folder, with file, line and fix.
//!
//! The readers report what they tolerate; this finds what only shows when the files are seen together.

mod blanks;
mod decks;
mod links;
mod sets;
mod texts;

pub use blanks::{Fix, without_blanks};

use crate::finding::Finding;
use crate::plugin::Plugin;

/// All findings for a folder, by file and line.
pub fn lint(plugin: &Plugin) -> Vec<Finding> {
    let mut findings = plugin.findings.clone();
    sets::check(plugin, &mut findings);
    texts::check(plugin, &mut findings);
    blanks::check(plugin, &mut findings);
    links::check(plugin, &mut findings);
    decks::check(plugin, &mut findings);
    findings.sort_by(|a, b| (&a.place, a.severity, a.code).cmp(&(&b.place, b.severity, b.code)));
    findings
}
