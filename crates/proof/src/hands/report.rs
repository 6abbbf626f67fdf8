//! The report of games with texts by hand: docs/reports/hands.md.

use super::Found;
use crate::texts;
use dejarik::{Acceptance, Accepted};
use engine::Catalog;
use std::collections::BTreeSet;
use std::fmt::Write;
use vocab::DefinitionId;

/// What the report is about.
pub(super) struct Subject<'a> {
    pub catalog: &'a Catalog,
    pub games: u64,
    pub seed: u64,
}

/// The report as a page.
pub(super) fn report(
    of: &Subject,
    accepted: &Acceptance,
    all: &[Found],
    around: Option<&texts::Found>,
) -> String {
    let mut text = String::from("# Any deck: texts by hand in whole games\n\n");
    let _ = write!(
        text,
        "Written by `cargo xtask hands FOLDER --seed {}` with rules number {}; do not edit. Random legal decks of all \
         cards of each format, two in each game. Both players answer at random, carry texts out by hand (rule 1316) and \
         have them taken back. The invariants are checked at every question; at every eighth also that nobody sees more \
         with other hidden cards. Afterwards a copy, a replay, and taking back and playing on must come to the same \
         state.\n\n\
         | format | decks | with a text by hand | texts enforced | games | questions | by hand | taken back | broken |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        of.seed,
        engine::RULES
    );
    for found in all {
        let share = 100.0 * found.clauses.0 as f64 / found.clauses.1.max(1) as f64;
        let texts = found.tally.all();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {share:.1} % | {} | {} | {} | {} | {} |",
            found.format,
            found.decks.0,
            found.decks.1,
            found.games,
            found.answers,
            texts.begun,
            texts.back,
            found.broken.len()
        );
    }
    text.push_str("\nA format without decks has too few cards of one side for a legal deck.\n");
    in_decks(&mut text, all);
    acceptance(&mut text, accepted);
    if let Some(around) = around {
        around_cards(&mut text, of, around);
    }
    text
}

/// The cards with texts by hand in the decks of all formats, and what became of these texts.
fn in_decks(text: &mut String, all: &[Found]) {
    let mut tally = super::Tally::default();
    let mut cards: BTreeSet<DefinitionId> = BTreeSet::new();
    for found in all {
        tally.add(&found.tally);
        cards.extend(&found.by_hand);
    }
    if cards.is_empty() {
        return;
    }
    let count = tally.cards();
    let _ = write!(
        text,
        "\n| cards with a text by hand in these decks | {} |\n|---|---:|\n| a text was begun | {} |\n\
         | something was done, and stands | {} |\n| it was taken back | {} |\n| never begun: not drawn, not built, or its \
         moment never came | {} |\n",
        cards.len(),
        count.begun,
        count.done,
        count.back,
        tally.unseen(cards.iter()).len()
    );
}

/// How much of the folder a game accepts, in four columns.
fn acceptance(text: &mut String, accepted: &Acceptance) {
    text.push_str(
        "\n## What a game accepts\n\n| | all | enforced as printed | with a reading of ours | by hand | refused |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    let mut row = |name: &str, counts: Accepted| {
        let Accepted { printed, corrected, by_hand, refused } = counts;
        let _ =
            writeln!(text, "| {name} | {} | {printed} | {corrected} | {by_hand} | {refused} |", counts.all());
    };
    row("cards", accepted.cards);
    for (format, counts) in &accepted.formats {
        row(&format!("cards of {format}"), *counts);
    }
    row("decks of the folder", accepted.decks);
}

fn around_cards(text: &mut String, of: &Subject, around: &texts::Found) {
    let (times, cards) = (around.tally.all(), around.tally.cards());
    let _ = write!(
        text,
        "\n## Every card by hand\n\n{} random games around each card with a text by hand, as in [texts.md](texts.md); \
         what became of the texts of that card.\n\n| what | figure |\n|---|---:|\n| cards | {} |\n| games | {} |\n\
         | questions answered | {} |\n| games in which something went wrong | {} |\n\
         | cards of which a text was begun | {} |\n| ... done, and it stands | {} |\n| ... taken back | {} |\n\
         | texts begun | {} |\n| texts done | {} |\n| texts taken back | {} |\n",
        of.games,
        around.cards,
        around.games,
        around.answers,
        around.broken.len(),
        cards.begun,
        cards.done,
        cards.back,
        times.begun,
        times.done,
        times.back
    );
    if around.silent.is_empty() {
        text.push_str("\nA text of every card was carried out.\n");
        return;
    }
    let _ = write!(text, "\nNo text of these {} came up in their games:\n\n", around.silent.len());
    for card in &around.silent {
        let definition = of.catalog.definition(*card);
        let sorts: Vec<&str> = texts::sorts_by_hand(of.catalog, *card);
        let _ = writeln!(text, "- {definition}, {}: {}", definition.card_type, sorts.join(", "));
    }
}
