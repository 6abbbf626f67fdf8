//! The report of all cards: how many abilities came up, and which never did.

use super::Found;
use std::collections::BTreeMap;
use std::fmt::Write;
use vocab::ability::AbilityKind;

/// What sort of ability it is.
pub(super) fn sort_of(kind: &AbilityKind) -> &'static str {
    match kind {
        AbilityKind::Keyword(keyword) => keyword.keyword().name(),
        AbilityKind::Wrapper(wrapper) => wrapper.keyword().name(),
        AbilityKind::Static(_) => "static",
        AbilityKind::Activated(_) => "activated",
        AbilityKind::Triggered(_) => "triggered",
        AbilityKind::Replacement(_) => "replacement",
        AbilityKind::Equipped(_) => "of an Equipment",
        AbilityKind::OneShot(_) => "played or completed",
        AbilityKind::Trap(_) => "of a Trap",
        AbilityKind::ToComplete(_) => "to complete",
    }
}

/// The report as a page.
pub fn report(found: &Found, games: u64) -> String {
    let mut text = String::from("# Every card in games built around it\n\n");
    let (seen, all) = found.abilities;
    let _ = write!(
        text,
        "Written by `cargo xtask texts FOLDER`; do not edit. Every card of a folder that can be read and played, in \
         {games} random games built around it: the card starts in play, in the hand or in the build zone, among units \
         that its text is about. The referee's invariants are checked at every question. An ability has come up when it \
         was offered, triggered or applied to something.\n\n\
         | what | figure |\n|---|---:|\n\
         | cards | {} |\n| games | {} |\n| questions answered | {} |\n| games in which something went wrong | {} |\n\
         | abilities | {all} |\n| abilities that came up | {seen} ({:.1} %) |\n",
        found.cards,
        found.games,
        found.answers,
        found.broken.len(),
        100.0 * seen as f64 / all.max(1) as f64,
    );
    if !found.broken.is_empty() {
        text.push_str("\n## What went wrong\n\n");
        for (card, number, what) in &found.broken {
            let _ = writeln!(text, "- {card}, game {number}: {what}");
        }
    }
    let mut sorts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (card, place, sort) in &found.unseen {
        sorts.entry(sort).or_default().push(format!("{card} {place}"));
    }
    if !sorts.is_empty() {
        text.push_str(
            "\n## Abilities that never came up\n\nThe card and the place of the ability in its text.\n\n",
        );
        for (sort, cards) in sorts {
            let _ = writeln!(text, "- **{sort}** ({}): {}", cards.len(), cards.join("; "));
        }
    }
    text
}
