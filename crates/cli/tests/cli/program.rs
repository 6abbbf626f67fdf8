//! Runs the program, and looks at what it says.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// The program with arguments, without what the person who runs the tests has configured.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dejarik"));
    let no_configuration = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-configuration");
    command.args(arguments).env_remove("DEJARIK_FOLDER").env("XDG_CONFIG_HOME", no_configuration);
    command
}

/// Runs the program.
pub fn run(arguments: &[&str]) -> Output {
    program(arguments).output().expect("the program starts")
}

/// The text that a command prints, which must end with this status; with status 2, the error.
#[track_caller]
pub fn says(status: i32, arguments: &[&str]) -> String {
    let output = run(arguments);
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{out}\n{err}");
    assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'), "colours in a pipe: {arguments:?}");
    if status == 2 { err } else { out }
}

/// The JSON that a command prints.
#[track_caller]
pub fn json(status: i32, arguments: &[&str]) -> Value {
    serde_json::from_str(&says(status, arguments)).expect("JSON and nothing else")
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}
