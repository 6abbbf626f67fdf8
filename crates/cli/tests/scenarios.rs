//! Every scenario of the repository holds, by the real compiler and the real engine.

use std::process::Command;

#[test]
fn every_scenario_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../judge/scenarios");
    let output = Command::new(env!("CARGO_BIN_EXE_dejarik")).args(["judge", folder]).output().unwrap();
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
    let output = Command::new(env!("CARGO_BIN_EXE_dejarik"))
        .arg("--cards")
        .arg(cards)
        .args(["--playtest", "judge", folder])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
}
