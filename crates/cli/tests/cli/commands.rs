//! The program as a person or a script uses it: the binary, its output, its exit status.

use crate::folder;
use crate::program::{json, program, says};
use serde_json::Value;
use std::fs;
use std::process::Stdio;

#[test]
fn it_gives_a_tour_on_the_built_in_cards() {
    let tour = says(0, &["tour"]);
    for part in ["$ dejarik search", "Ilara Venn (C)", "Overkill:", "1740.3", "Crimson Dominion", "is legal"]
    {
        assert!(tour.contains(part), "{part} in {tour}");
    }
}

#[test]
fn every_keyword_can_be_looked_up_in_both_editions() {
    assert_eq!(json(0, &["keyword", "--json"]).as_array().unwrap().len(), 61);
    assert_eq!(json(0, &["keyword", "--edition", "sheets", "--json"]).as_array().unwrap().len(), 33);
    let evade = says(0, &["keyword", "Evade", "2"]);
    assert!(evade.starts_with("Evade X\n") && evade.contains("1724.1"), "{evade}");
    assert!(says(0, &["keyword", "absorb", "--edition", "sheets"]).contains("The sheets don't have Absorb"));
    assert!(says(1, &["keyword", "fo"]).contains("Focus, Foresight, Forewarning, Fortitude"));
    assert!(says(2, &["keyword", "--edition", "third"]).contains("expected `current` or `sheets`"));
}

#[test]
fn rules_are_shown_by_number_section_and_words() {
    assert!(says(0, &["rule", "1107.9"]).contains("Final dice: add the attacker's Accuracy"));
    assert!(says(0, &["rule", "overkill"]).contains("1740.9"));
    let ranked = says(0, &["rule", "contested", "bids"]);
    assert!(ranked.starts_with("All words\n") && ranked.contains("806.2"), "{ranked}");
    let (all, some) = ranked.split_once("\nSome of the words\n").expect("rules with one of the words");
    assert!(all.contains("806.") && !some.contains("  806.2 "), "{ranked}");
    assert_eq!(json(0, &["rule", "attack", "--limit", "3", "--json"]).as_array().unwrap().len(), 3);
    assert!(json(0, &["rule", "attack", "--limit", "0", "--json"]).as_array().unwrap().len() > 40);
    assert_eq!(json(0, &["rule", "806", "--json"]).as_array().unwrap().len(), 8);
    says(1, &["rule", "1107.99"]);
}

#[test]
fn cards_are_found_by_name_and_by_query() {
    let card = json(0, &["card", "taro", "quill", "b", "--json"]);
    assert_eq!(card["name"], "Taro Quill (B)");
    assert_eq!(card["keywords"], serde_json::json!(["Deflect", "Double Strike"]));
    assert_eq!(card["legality"]["Core"], "legal by set CORE (Taro Quill (B))");
    assert!(says(1, &["card", "taro"]).starts_with("Which of these do you mean?"));
    assert!(says(1, &["card", "tarro", "quil", "a"]).contains("Taro Quill (A)"));
    let found = json(0, &["search", "t:space", "-sub:rebel", "side:light", "order:cost", "--json"]);
    let cost = |card: &Value| card["cost"].as_u64().expect("a unit of a deck has a cost");
    let costs: Vec<u64> = found.as_array().unwrap().iter().map(cost).collect();
    assert!(costs.len() > 5 && costs.is_sorted(), "{costs:?}");
    assert_eq!(json(0, &["search", "", "--json"]).as_array().unwrap().len(), 220);
    assert_eq!(json(0, &["search", "", "--limit", "2", "--json"]).as_array().unwrap().len(), 2);
    assert!(says(0, &["search", "sub:bounty hunter", "kw:bounty", "--limit", "1"]).contains("not shown"));
    says(1, &["search", "cost>90"]);
    let error = says(2, &["search", "t:space powr>3"]);
    assert!(error.contains("  t:space powr>3\n          ^^^^\n"), "{error}");
    assert!(error.contains("did you mean `power`?"), "{error}");
}

#[test]
fn built_in_decks_are_legal_and_have_sheets_in_three_forms() {
    let check = json(0, &["deck", "check", "droid army", "--format", "core", "--json"]);
    assert_eq!(
        (&check["legal"], &check["side"], &check["cards"]),
        (&true.into(), &"Dark".into(), &60.into())
    );
    let text = says(0, &["deck", "sheet", "Droid_Army", "--edition", "sheets"]);
    assert!(text.starts_with("Droid Army\n\nAccuracy\n\nAccuracy X/-X: Cumulative, static. "), "{text}");
    assert!(says(0, &["deck", "sheet", "Droid Army", "--as", "md"]).contains("\n## Critical Hit\n"));
    let page = says(0, &["deck", "sheet", "Droid Army", "--as", "html"]);
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("http"), "a page of its own");
    let stats = json(0, &["deck", "stats", "Droid Army", "--json"]);
    assert_eq!(stats["units"], 43);
    assert!(says(0, &["deck", "stats", "Droid Army"]).contains("Opening hand: "));
    let same = says(0, &["deck", "diff", "Droid Army", "droid_army"]);
    assert!(same.contains("The same cards."), "{same}");
    let folder = tempfile::tempdir().expect("a folder");
    let [older, newer] =
        [("older.txt", "4 Anvil Bomber\n1 Spear"), ("newer.txt", "2 Anvil Bomber\n3 Calm Reply")].map(
            |(name, list)| {
                let path = folder.path().join(name);
                fs::write(&path, list).expect("a file");
                path.to_string_lossy().into_owned()
            },
        );
    let told = says(0, &["deck", "diff", &older, &newer]);
    for part in
        ["−2 Anvil Bomber  4 → 2", "+3 Calm Reply  0 → 3", "−1 Spear  1 → 0", "3 cards in, 3 cards out"]
    {
        assert!(told.contains(part), "{part} in {told}");
    }
    let changes = &json(0, &["deck", "diff", &older, &newer, "--json"])["changes"];
    assert_eq!(
        changes[0],
        serde_json::json!({ "zone": "Deck", "card": "Anvil Bomber", "before": 4, "after": 2 })
    );
    says(2, &["deck", "diff", "Droid Army", "no such deck"]);
    assert_eq!(json(0, &["deck", "list", "--json"]).as_array().unwrap().len(), 8);
}

#[test]
fn many_decks_are_checked_at_once() {
    let text = says(0, &["deck", "check", "Diplomats", "Underworld"]);
    assert!(text.contains("Diplomats is legal") && text.ends_with("2 of 2 decks legal\n"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.txt");
    fs::write(&file, "1 Envoy Attendant\n").unwrap();
    let several = json(1, &["deck", "check", "Diplomats", file.to_str().unwrap(), "--json"]);
    let legal: Vec<&Value> = several.as_array().unwrap().iter().map(|deck| &deck["legal"]).collect();
    assert_eq!(legal, [true, false]);
    says(2, &["deck", "check", "Diplomats", "no such deck"]);
}

#[test]
fn formats_say_what_they_allow() {
    let formats = json(0, &["formats", "--json"]);
    let named =
        |name: &str| formats.as_array().unwrap().iter().find(|format| format["name"] == name).cloned();
    assert_eq!(named("Core").expect("the format of the set")["sets"], serde_json::json!(["CORE"]));
    assert!(named("Open").is_some());
    assert!(says(0, &["formats", "core"]).starts_with("Core\nAllows the set CORE: "));
    assert!(says(2, &["formats", "coer"]).contains("did you mean Core?"));
}

#[test]
fn packs_are_opened_by_seed() {
    let list = json(0, &["packs", "list", "--json"]);
    assert_eq!(list[0]["title"], "Core booster");
    let open = |seed: &str| json(0, &["packs", "open", "core", "--count", "3", "--seed", seed, "--json"]);
    assert_eq!(open("4"), open("4"));
    assert_ne!(open("4")["opened"], open("5")["opened"]);
    let size = open("4")["opened"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pack| pack.as_array().unwrap().len())
        .sum::<usize>();
    assert_eq!(size, 3 * 11);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pool.dek");
    says(0, &["packs", "open", "core", "--out", file.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(&file).unwrap().matches("<card>").count(), 11);
    assert!(says(2, &["packs", "open", "core", "--out", file.to_str().unwrap()]).contains("--force"));
    assert!(says(2, &["packs", "open", "no such pack"]).contains("packs list"));
}

#[test]
fn completions_and_manual_pages_come_from_the_program() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(says(0, &["completions", shell]).contains("coverage"), "{shell}");
    }
    assert!(says(0, &["man"]).starts_with(".ie \\n(.g"), "a page in the language of man");
    let folder = tempfile::tempdir().unwrap();
    says(0, &["man", "--out", folder.path().to_str().unwrap()]);
    for page in ["dejarik.1", "dejarik-search.1", "dejarik-deck-check.1"] {
        assert!(folder.path().join(page).is_file(), "{page}");
    }
    assert!(says(0, &["help", "deck", "check"]).contains("how to fix it"));
}

#[test]
fn a_keyword_file_of_the_players_takes_the_place_of_our_definitions() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keywords.txt");
    fs::write(&file, "Accuracy\t**Accuracy X:** Theirs.\n").unwrap();
    let text = says(0, &["deck", "sheet", "Rebel Scum", "--keywords", file.to_str().unwrap()]);
    assert!(text.contains("\nAccuracy X: Theirs.\n"), "{text}");
    assert!(text.contains("(keywords.txt doesn't define this keyword.)"), "{text}");
}

#[test]
fn an_illegal_deck_says_what_is_wrong_by_which_rule_and_the_cure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.txt");
    fs::write(&file, "5 Envoy Attendant\n1 Ilara Ven (A)\nwhat is this\n").unwrap();
    let report = says(1, &["deck", "check", file.to_str().unwrap()]);
    for part in [
        "mine.txt:3: ignored",
        "5 copies of Envoy Attendant, at most 4",
        "[rule 401.5]",
        "cure: remove 1 of 5",
        "did you mean `Ilara Venn (A)`",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
    assert!(says(2, &["deck", "check", "Diplomats", "--format", "coer"]).contains("did you mean Core?"));
    assert!(says(2, &["deck", "check", "no such deck"]).contains("there are: Diplomats, "));
}

#[test]
fn decks_are_converted_without_loss_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    says(0, &["deck", "convert", "Underworld", &path("a.txt")]);
    says(0, &["deck", "convert", &path("a.txt"), &path("b.json")]);
    says(0, &["deck", "convert", &path("b.json"), &path("c.dek")]);
    let original = concat!(env!("CARGO_MANIFEST_DIR"), "/../cards/core/decks/Underworld.dek");
    // Empty zones are not written down in a list, so only zones with cards are compared.
    let cards = |file: &str| -> Vec<String> {
        let text = fs::read_to_string(file).unwrap();
        text.lines().filter(|line| line.contains("<card>")).map(str::to_string).collect()
    };
    assert_eq!(cards(&path("c.dek")), cards(original));
    assert!(says(2, &["deck", "convert", "Underworld", &path("a.txt")]).contains("--force"));
    assert!(says(2, &["deck", "convert", "Underworld", &path("a.doc")]).contains(".dek, .txt or .json"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "no half-written file stays");
}

#[test]
fn the_lint_names_place_and_cure() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sets")).unwrap();
    let core =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../cards/core/sets/CORE.txt")).unwrap();
    let broken = core.replacen("Pay 2 Force -> ", "Pay 2 Force-> ", 1).replacen("\tCORE\t", "\tCORX\t", 1);
    fs::write(folder.path().join("sets/CORE.txt"), broken).unwrap();
    let dir = folder.path().to_str().unwrap();
    let report = says(0, &["cards", "lint", dir]);
    assert!(report.contains("wrong-set") && report.contains("sets/CORE.txt:2"), "{report}");
    assert!(report.contains("arrow-shape") && report.contains("cure: write ` -> `"), "{report}");
    let found = json(0, &["cards", "lint", dir, "--json"]);
    assert_eq!(found["cards"], 220);
    assert!(says(2, &["cards", "lint", "/nowhere/at/all"]).contains("/nowhere/at/all"));
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    assert!(says(2, &["search", "a", "--cards", sources]).contains("no set files"));
}

#[test]
fn the_lint_fixes_spaces_and_nothing_else() {
    let work = tempfile::tempdir().unwrap();
    let file = work.path().join("sets/CORE.txt");
    folder::copy_core(work.path());
    let good = fs::read(&file).unwrap();
    let text = String::from_utf8(good.clone()).unwrap();
    let spaced =
        text.replacen("Taro Quill (A)\t", "Taro Quill (A) \t", 1).replacen("Pay 2 Force", "Pay  2 Force", 1);
    fs::write(&file, &spaced).unwrap();
    let dir = work.path().to_str().unwrap();
    let found = json(0, &["cards", "lint", dir, "--json"]);
    let blanks = |value: &Value| {
        let findings = value["findings"].as_array().unwrap();
        findings.iter().filter(|one| one["code"].as_str().unwrap().ends_with("-blanks")).count()
    };
    assert_eq!(blanks(&found), 2);
    assert_eq!(fs::read_to_string(&file).unwrap(), spaced, "without --fix nothing is written");
    let report = says(0, &["cards", "lint", dir, "--fix"]);
    assert!(report.starts_with("2 fields fixed\n  sets/CORE.txt:"), "{report}");
    assert!(fs::read(&file).unwrap() == good, "the fixed file is the good one, byte for byte");
    assert_eq!(json(0, &["cards", "lint", dir, "--fix", "--json"])["fixed"], serde_json::json!([]));
}

#[test]
fn a_keyword_file_beside_the_folder_is_linted() {
    let work = tempfile::tempdir().unwrap();
    let folder = work.path().join("starwars");
    folder::copy_core(&folder);
    fs::write(work.path().join("keywords.txt"), "Evaed\t**Evaed X:** Words.\nno definition\n").unwrap();
    let report = says(1, &["cards", "lint", folder.to_str().unwrap()]);
    for part in ["../keywords.txt:1", "`Evaed`", "../keywords.txt:2", "keyword-line", "missing-keyword"] {
        assert!(report.contains(part), "{part} in {report}");
    }
}

#[test]
fn a_release_is_shown_then_written_then_checked() {
    let work = tempfile::tempdir().unwrap();
    let folder = work.path().join("starwars");
    folder::copy_core(&folder);
    folder::make_release(&folder);
    let dir = folder.to_str().unwrap();
    let list = || fs::read_to_string(folder.join("updatelist.txt")).unwrap();
    let before = list();
    let shown = says(0, &["cards", "release", dir, "--date", "2026.05.03"]);
    assert!(shown.contains("plugininfo.txt  the date becomes 2026.05.03"), "{shown}");
    assert!(shown.contains("--write writes them"), "{shown}");
    assert_eq!(list(), before);
    let written = says(0, &["cards", "release", dir, "--date", "2026.05.03", "--write"]);
    assert!(written.ends_with("ready to release.\n"), "{written}");
    let after = list();
    assert!(after.starts_with("starwars\t05-03-26\n"), "{after}");
    assert!(
        after.contains("plugins/starwars/decks/Droid_Army.dek\thttps://host/starwars/decks/Droid_Army.dek\t")
    );
    assert_eq!(
        fs::read_to_string(folder.join("uninstall.txt")).unwrap().lines().nth(1),
        Some("<dateYYMMDD>260502</dateYYMMDD>")
    );
    let again = says(0, &["cards", "release", dir, "--date", "2026.05.03"]);
    assert!(again.contains("Nothing has to change."), "{again}");
    let early = says(2, &["cards", "release", dir, "--date", "2026.05.04"]);
    assert!(early.contains("isn't later than 2026.05.03"), "{early}");
    assert!(says(2, &["cards", "release", dir, "--date", "3.5.26"]).contains("YYYY.MM.DD"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = program(&["search", "unique:prints", "--limit", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn an_option_of_the_table_is_not_dropped_by_other_commands() {
    let error = says(2, &["--addr", "127.0.0.1:0", "rule", "101.1"]);
    assert!(error.contains("only `dejarik serve` takes --addr"), "{error}");
}
