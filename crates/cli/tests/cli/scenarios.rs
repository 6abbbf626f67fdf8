//! Every scenario of the repository holds, by the real compiler and the real engine.

use crate::program::{program, run};

#[test]
fn every_scenario_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../judge/scenarios");
    let output = run(&["judge", folder]);
    let text = String::from_utf8_lossy(&output.stdout);
    let failed: Vec<&str> = text.lines().filter(|line| line.starts_with("failed")).collect();
    assert!(
        output.status.success() && failed.is_empty(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        text.lines().filter(|line| line.starts_with("held")).count() >= 308,
        "scenarios were lost: {text}"
    );
}

#[test]
fn every_lesson_holds_with_every_wrong_answer_that_it_lists() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../judge/lessons");
    let output = run(&["lesson", "check", folder]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    let lessons = text.lines().filter(|line| line.contains("of the learner’s")).count();
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(
        (lessons, text.lines().filter(|line| line.starts_with("held")).count()),
        (10, files),
        "{text}"
    );
    // Those that come with the program are these files, all of them.
    assert_eq!(run(&["lesson", "check"]).stdout, output.stdout);
}

#[test]
fn a_lesson_that_does_not_fit_says_where() {
    let lessons = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../judge/lessons"));
    let folder = tempfile::tempdir().unwrap();
    let (file, branch) = (folder.path().join("L01.txt"), folder.path().join("L01x.txt"));
    let (lesson, wrong) = (
        std::fs::read_to_string(lessons.join("L01.txt")).unwrap(),
        std::fs::read_to_string(lessons.join("L01x.txt")).unwrap(),
    );
    for (in_branch, old, new, says) in [
        (false, "#: if pass = You", "#: if done = You", "`done` isn't offered there: "),
        (
            false,
            "#: if pass = You",
            "#: if attack Infantry Automaton = You",
            "is the answer of the lesson itself",
        ),
        (false, "play L01x", "play L09x", "L09x.txt: "),
        (false, "expect Free Volunteer damage 1", "expect Free Volunteer damage 2", "damage"),
        (
            false,
            "#: done",
            "#: say Late.\n#: if pass = Later.\n#: done",
            "the learner is asked nothing after this line",
        ),
        (true, "Free Volunteer attacks Loader Droid", "Free Volunteer attacks Infantry Automaton", "L01x: "),
        (true, "@Infantry Automaton; @Loader Droid", "@Loader Droid; @Infantry Automaton", "in another way"),
    ] {
        let changed = |text: &str, here: bool| if here { text.replace(old, new) } else { text.to_string() };
        std::fs::write(&file, changed(&lesson, !in_branch)).unwrap();
        std::fs::write(&branch, changed(&wrong, in_branch)).unwrap();
        let output = run(&["lesson", "check", file.to_str().unwrap()]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{new}: {text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(
            text.contains("L01.txt:") && text.split_whitespace().collect::<Vec<_>>().join(" ").contains(says),
            "{says} in {text}"
        );
    }
    std::fs::write(&file, lesson.replace("#: goal", "#: gaol")).unwrap();
    let output = run(&["lesson", "check", file.to_str().unwrap()]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && text.contains("line 5: expected `you`, `goal`"), "{text}");
}

#[test]
fn every_scenario_of_real_cards_holds() {
    let Some(cards) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../judge/cards");
    let output = program(&["--playtest", "judge", folder, "--cards"]).arg(cards).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
}

/// Runs `dejarik judge` on a file or folder: its exit status, what it prints, and what it complains about.
fn judge(arguments: &[&std::ffi::OsStr]) -> (Option<i32>, String, String) {
    let output = program(&["judge"]).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_position_and_a_script_alone_ask_what_happens() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("question.txt");
    let question = "dark space: Hunter 60/2/9 \"Pay 1 Force -> Evade 2\"\nlight space: Bunker 10/2/9\n\
        dark force 1\nstart battle space\n\nHunter attacks Bunker\ndice 6 1\nBunker attacks Hunter\ndice 4 4\n";
    std::fs::write(&file, question).unwrap();
    let (status, text, _) = judge(&[file.as_os_str()]);
    assert_eq!(status, Some(0), "{text}");
    for line in [
        "asked  question What happens?",
        "    Dark: attack Bunker [1104.1]",
        "      Bunker gets 1 damage counter [1110.1]",
        "    Now Dark is asked to play or pass [1307.1]: pass | Hunter uses Evade 2",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
    let (status, text, _) = judge(&[file.as_os_str(), "--json".as_ref()]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &json["questions"], &json["failed"]), (Some(0), &1.into(), &0.into()));
    let asked = &json["scenarios"][0];
    assert_eq!(asked["question"], true);
    assert_eq!(asked["open"]["choices"], serde_json::json!(["pass", "Hunter uses Evade 2"]));
    assert_eq!(
        asked["timeline"][1],
        serde_json::json!({ "answer": "dark", "words": "attack Bunker", "rule": "1104.1" })
    );
}

#[test]
fn what_is_wrong_is_said_at_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let (status, _, complaint) = judge(&[folder.path().as_os_str()]);
    assert_eq!(status, Some(2));
    assert!(complaint.contains("there are no scenarios (*.txt) in this folder"), "{complaint}");
    let file = folder.path().join("T1.txt");
    let text = "T1 x\nrules 1105.1\ndark space: Hunter 60/2/9 \"Whistle a tune.\"\nexpect Hunter tapped\n";
    std::fs::write(&file, text).unwrap();
    let (status, text, _) = judge(&[folder.path().as_os_str(), "--json".as_ref()]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(status, Some(1));
    assert_eq!(
        json["scenarios"][0]["failures"],
        serde_json::json!([{ "line": 3, "column": 0, "message": "Hunter: `Whistle a tune.` was not understood" }])
    );
}

#[test]
fn options_and_choices_that_look_alike_have_their_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("question.txt");
    let open = |question: &str| {
        std::fs::write(&file, question).unwrap();
        let (_, text, _) = judge(&[file.as_os_str(), "--json".as_ref()]);
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        json["scenarios"][0]["open"]["choices"].clone()
    };
    assert_eq!(
        open(
            "dark ground: Shifter 20/2/9 \"Adapt: Armor/Fury 2\"\nlight ground: Bunker 10/1/9\nstart battle ground\n"
        ),
        serde_json::json!(["option 1 (Armor)", "option 2 (Fury 2)"])
    );
    assert_eq!(
        open(
            "dark space: Keeper 20/2/9 \"Upkeep: Pay 1 Force or tap this unit\"\ndark force 1\nstart build dark\nUpkeep of Keeper\n"
        ),
        serde_json::json!(["option 1 (Pay 1 Force)", "option 2 (Tap this unit)"])
    );
    assert_eq!(
        open(
            "dark space: Ace 20/2/9 \"Pay 1 Force -> This unit gets +1 power until end of turn. | Pay 2 Force -> This \
            unit gets +2 power until end of turn.\"\nlight space: Bunker 10/1/9\ndark force 3\nstart battle space\n"
        ),
        serde_json::json!([
            "pass",
            "Ace uses its ability (Pay 1 Force -> This unit gets +1 power until end of turn)",
            "Ace uses its ability (Pay 2 Force -> This unit gets +2 power until end of turn)"
        ])
    );
}
