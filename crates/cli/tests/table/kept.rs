//! Games outlive programs: a data folder of version 0.1 goes on, and a backup taken during play can be restored.

use crate::hostile::{FORM, deal, header, join, status};
use crate::served::Served;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/data/v0.1")
}

fn get(served: &Served, path: &str, cookie: &str) -> String {
    served.request("GET", path, &format!("Cookie: dejarik={cookie}\r\n"), "")
}

fn store(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dejarik"));
    command.arg("store").args(arguments).output().expect("the command runs")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn number(page: &str) -> u64 {
    let found = page.split("data-number=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse().ok());
    found.unwrap_or_else(|| panic!("{page}"))
}

#[test]
fn a_table_of_version_0_1_goes_on_and_nobody_loses_a_seat() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(fixture().join("games.sqlite"), folder.path().join("games.sqlite")).expect("copied");
    let data = folder.path().to_string_lossy().into_owned();
    let before = said(&store(&["check", "--data", &data]));
    assert!(before.contains("8 games") && before.contains("version 0.1"), "{before}");
    let served = Served::at(folder);
    let games: Value =
        serde_json::from_str(&fs::read_to_string(fixture().join("games.json")).expect("the list"))
            .expect("the list");
    let mut frozen = Vec::new();
    for (name, about) in games.as_object().expect("games") {
        let game = about["game"].as_str().expect("a name");
        let cookies: Vec<&str> =
            about["seats"].as_array().expect("seats").iter().filter_map(Value::as_str).collect();
        let (answers, over) = (about["answers"].as_u64().expect("a number"), about["over"] == true);
        // One browser has both seats of the hot-seat game.
        let seats = if name == "hotseat" { 2 } else { cookies.len() as u64 };
        let public = get(&served, &format!("/t/{game}"), "");
        assert_eq!(status(&public), 200, "{name}");
        let steps = number(&public);
        // The computer may have gone on with a game that waited for it.
        assert!(steps >= answers + seats && (!over || steps == answers + seats), "{name}: {steps}");
        assert!(!public.contains("/wishes\""), "{name}: a stranger has no seat");
        for cookie in cookies {
            let page = get(&served, &format!("/t/{game}"), cookie);
            let own = page.contains("/wishes\"") || page.contains("Show my cards") || over;
            assert!(own, "{name}: a seat is lost");
            let start = get(&served, "/", cookie);
            assert!(start.contains(&format!("/t/{game}")), "{name}: it is on the holder's list");
        }
        let verified = get(&served, &format!("/r/{game}/verify"), "");
        // A game that no longer fits the rules is shown as far as it does, says so, and is never called verified.
        if public.contains("The cards or rules have changed") {
            frozen.push(name.as_str());
            assert_eq!(status(&get(&served, &format!("/t/{game}/log"), "")), 200, "{name}");
            assert!(!verified.contains("Verified."), "{name}");
        } else if over {
            for page in ["end", "log"] {
                assert_eq!(status(&get(&served, &format!("/t/{game}/{page}"), "")), 200, "{name}");
            }
            assert!(verified.contains("Verified."), "{name}");
        }
    }
    // Both were played under rules that have been cured since. A further game here means that a change of the rules
    // has stopped somebody's running game: say so in the changelog, or undo it.
    frozen.sort_unstable();
    assert_eq!(frozen, ["finished", "watched"]);
    // An invitation that was sent under 0.1 still works.
    let waiting = &games["waiting"];
    let link = waiting["invitation"].as_str().expect("an invitation");
    let (joined, _) = join(&served, link, "Late");
    assert_eq!(status(&joined), 303, "{joined}");
    assert_eq!(header(&joined, "location:"), format!("/t/{}", waiting["game"].as_str().expect("a name")));
    // Whoever held a seat under 0.1 is a visitor now, who can make a recovery key.
    let seat = games["computer"]["seats"][0].as_str().or_else(|| games["hotseat"]["seats"][0].as_str());
    let headers = format!("{FORM}Cookie: dejarik={}\r\n", seat.expect("a seat"));
    assert!(served.request("POST", "/me/key", &headers, "").contains("Write these eight words down"));
    // What version 0.1 wrote is kept beside it, and the new file is in order.
    assert!(served.folder().join("games-before-1.sqlite").is_file());
    let after = store(&["check", "--data", &data]);
    assert!(after.status.success() && said(&after).contains("schema 3"), "{}", said(&after));
}

#[test]
fn a_backup_taken_during_play_is_restored_and_games_move_between_folders() {
    let served = Served::start();
    let answer = served.request("POST", "/play", FORM, "mine=diplomats&theirs=underworld&pace=instant");
    let game = header(&answer, "location:").trim_start_matches("/t/").to_string();
    let cookie = header(&answer, "set-cookie:").split(';').next().unwrap_or_default().to_string();
    deal(&served, &game, &cookie);
    let cookie = cookie.trim_start_matches("dejarik=");
    let data = served.folder().to_string_lossy().into_owned();
    let other = tempfile::tempdir().expect("a folder");
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let (file, restored, moved) = (
        text(other.path().join("backup.sqlite")),
        text(other.path().join("restored")),
        text(other.path().join("moved")),
    );
    // The two commands, while the server runs.
    let backup = store(&["backup", &file, "--data", &data]);
    assert!(backup.status.success(), "{}", said(&backup));
    assert!(!store(&["backup", &file, "--data", &data]).status.success(), "a backup is never overwritten");
    let restore = store(&["restore", &file, "--data", &restored]);
    assert!(restore.status.success(), "{}", said(&restore));
    assert!(!store(&["restore", &file, "--data", &restored]).status.success(), "games are never overwritten");
    let copied = store(&["move", "--data", &restored, "--to", &moved]);
    assert!(said(&copied).contains("1 game was copied"), "{}", said(&copied));
    assert_eq!(store(&["check", "--data", "no-such-folder"]).status.code(), Some(2));
    drop(served);
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(Path::new(&moved).join("games.sqlite"), folder.path().join("games.sqlite")).expect("copied");
    let served = Served::at(folder);
    let page = get(&served, &format!("/t/{game}"), cookie);
    assert!(status(&page) == 200 && page.contains("/wishes\""), "the seat is where it was");
}
