//! `dejarik health` against a table that runs, and against one that doesn't.

use crate::served::Served;
use std::process::Command;

fn health(address: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_dejarik")).args(["health", address]).output();
    let output = output.expect("the program starts");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn health_is_yes_while_the_table_runs_and_no_afterwards() {
    let served = Served::start();
    let address = served.address.clone();
    assert_eq!(health(&address), (Some(0), "The table is healthy.\n".into()));
    drop(served);
    let (status, said) = health(&address);
    assert_eq!(status, Some(1));
    assert!(said.starts_with("The table at 127.0.0.1:"), "{said}");
    assert_eq!(health("nowhere").0, Some(2));
}
