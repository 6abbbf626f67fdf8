//! The manifest files, packs and keyword files: made-up ones, hostile ones, and the players' own if they are there.

mod hostile;
mod keywords;
mod packs;
mod plugin_info;
mod real;
mod release;
mod update_list;

use dejarik_cards::Finding;

/// The codes of findings in order.
fn codes(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code).collect()
}
