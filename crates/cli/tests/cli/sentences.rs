//! Every sentence that the log of a table can say, in the scenarios of the repository: a change of words is seen in review.
//!
//! Cards are `CARD`; numbers above one are `2`, so that singular and plural are both there and nothing else repeats.

use engine::state::Seed;
use engine::{Names, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use table::Table;
use table::setup::{GameSetup, Kind, Player};
use vocab::Role;

fn setup() -> GameSetup {
    let player = |name: &str| Player {
        name: name.into(),
        kind: Kind::Person,
        deck: String::new(),
        cards: Names::default(),
        by_hand: Default::default(),
    };
    GameSetup {
        edition: "current".into(),
        seed: Seed::from(1),
        chance: Default::default(),
        roles: Default::default(),
        rules: 0,
        pocket: None,
        dark: player("Kestrel"),
        light: player("Mira"),
        pace: Default::default(),
        undo: Default::default(),
        passing: Default::default(),
        from: None,
        scratch: None,
        watching: Default::default(),
        lesson: None,
        conditions: Default::default(),
    }
}

/// A sentence without what changes from game to game.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for (words, card) in table::parts(text) {
        shape.push_str(
            &words
                .replace(['2', '3', '4', '5', '6', '7', '8', '9'], "2")
                .replace("10", "2")
                .replace("22", "2"),
        );
        if card.is_some() {
            shape.push_str("CARD");
        }
    }
    shape
}

#[test]
fn the_log_speaks_plain_english() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../judge/scenarios");
    let cards = dejarik::Cards::core();
    let mut kinds: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the scenarios").map(|file| file.expect("a file").path()).collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a scenario");
        let Ok(scenario) = judge::parse(&text) else { continue };
        let Some((game, told)) = cards.reach_told(&scenario) else { continue };
        let table = Table::around(game, told, setup());
        for viewer in [Viewer::Seat(Role::Light), Viewer::Seat(Role::Dark)] {
            let seen = table.seen(viewer);
            for (shown, _) in seen.told_from(0) {
                kinds.entry(shown.kind).or_default().insert(shape(&shown.text));
                if let Some(why) = &shown.why {
                    kinds.entry("why").or_default().insert(shape(why));
                }
            }
            // What each attack came to, in one sentence.
            for attack in seen.lines().chunk_by(|a, b| a.attack == b.attack) {
                if let Some(account) = seen.account(attack) {
                    kinds.entry("an attack in one sentence").or_default().insert(shape(&account));
                }
            }
        }
    }
    let mut all = String::new();
    for (kind, sentences) in &kinds {
        all.push_str(&format!("{kind}\n"));
        for sentence in sentences {
            all.push_str(&format!("  {sentence}\n"));
        }
    }
    insta::assert_snapshot!("log_sentences", all);
    // Numbers agree with what they count.
    for bad in [
        "1 cards",
        "1 counters",
        "1 dice",
        "1 hits",
        "1 points",
        "1 build points",
        "2 card ",
        "2 die ",
        "2 hit ",
        "2 counter ",
        " a 8",
        " a a",
    ] {
        assert!(!all.contains(bad), "{bad}");
    }
}
