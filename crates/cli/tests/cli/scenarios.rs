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
