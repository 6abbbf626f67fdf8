//! Games outlive programs: a data folder of version 0.1 goes on, and a backup taken during play can be restored.

use crate::cut::{Form, post};
use crate::hostile::{FORM, deal, header, join, start, status, until_asked};
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
    assert!(after.status.success() && said(&after).contains("schema 5"), "{}", said(&after));
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

/// A game in which the player has given this many answers and is asked again.
fn played(served: &Served, answers: usize) -> (String, String) {
    played_until(served, |_, given| given == answers)
}

/// A game in which enough has happened and the player is asked again; one that ends before is left for another.
fn played_until(served: &Served, enough: impl Fn(&str, usize) -> bool) -> (String, String) {
    for _ in 0..8 {
        let (game, cookie) = start(served);
        let question = || {
            until_asked(served, &game, &cookie);
            let page = served.request("GET", &format!("/t/{game}"), &format!("Cookie: {cookie}\r\n"), "");
            Form::read(&page)
        };
        let mut given = 0;
        while let Some(form) = question() {
            if enough(&game, given) {
                return (game, cookie);
            }
            assert_eq!(status(&post(served, &format!("/t/{game}/answer"), &cookie, &form.body(0))), 303);
            given += 1;
        }
    }
    panic!("every game ends early");
}

#[test]
fn games_of_other_rules_are_carried_where_they_mean_the_same_and_frozen_where_not() {
    let served = Served::start();
    let (carried, seat) = played(&served, 5);
    let db = rusqlite::Connection::open(served.folder().join("games.sqlite")).expect("the database");
    db.busy_timeout(std::time::Duration::from_secs(5)).expect("set");
    // A trail is kept now and then: how soon depends on how often the computer was asked.
    let has_trail = |game: &str, given: usize| {
        let sql = "SELECT count(trail) FROM steps WHERE game = ?1";
        given >= 9 && db.query_row(sql, [game], |row| row.get::<_, i64>(0)).expect("read") > 0
    };
    let (frozen, other) = played_until(&served, has_trail);
    let (ended, third) = played_until(&served, has_trail);
    // As a program with rules 99 left it.
    let sql = "INSERT INTO steps (game, number, kind, value, at, request) SELECT id, steps, 'carried', 99, 0, 0 \
               FROM games WHERE id = ?1";
    db.execute(sql, [&carried]).expect("written");
    db.execute("UPDATE games SET steps = steps + 1 WHERE id = ?1", [&carried]).expect("written");
    // A card or a rule that means something else now: the trail is another one.
    for game in [&frozen, &ended] {
        let trails =
            db.execute("UPDATE steps SET trail = trail + 1 WHERE game = ?1 AND trail IS NOT NULL", [game]);
        assert!(trails.expect("written") > 0, "trails are kept");
    }
    drop(db);
    let served = served.kill_and_start();
    let get = |game: &str, cookie: &str| {
        served.request("GET", &format!("/t/{game}"), &format!("Cookie: {cookie}\r\n"), "")
    };
    let page = get(&carried, &seat);
    assert!(page.contains("(version 99, now version") && page.contains("still holds"), "{page}");
    let form = Form::read(&page).expect("it goes on");
    assert_eq!(status(&post(&served, &format!("/t/{carried}/answer"), &seat, &form.body(0))), 303);
    assert_eq!(status(&post(&served, &format!("/t/{carried}/abandon"), &seat, "n=0&request=3")), 409);

    let page = get(&frozen, &other);
    assert!(page.contains("had another effect then") && page.contains("End without a result"), "{page}");
    let n = number(&page);
    assert_eq!(
        status(&post(&served, &format!("/t/{frozen}/answer"), &other, &format!("n={n}&request=7&a=0"))),
        409
    );
    assert_eq!(
        status(&post(&served, &format!("/t/{frozen}/undo"), &other, &format!("n={n}&request=8"))),
        303
    );
    let text = until_asked(&served, &frozen, &other);
    assert!(text.contains("/answer?text=1") && !text.contains("had another effect"), "it goes on: {text}");

    assert_eq!(
        status(&post(&served, &format!("/t/{ended}/abandon"), "", "n=0&request=5")),
        403,
        "not a stranger"
    );
    for _ in 0..2 {
        let body = "n=0&request=5";
        assert_eq!(
            status(&post(&served, &format!("/t/{ended}/abandon"), &third, body)),
            303,
            "also repeated"
        );
    }
    assert!(get(&ended, &third).contains("ended without a result"));
    let served = served.kill_and_start();
    let headers = format!("Cookie: {third}\r\n");
    assert!(served.request("GET", &format!("/t/{ended}"), &headers, "").contains("ended without a result"));
}

/// A small disk of its own, until dropped.
#[cfg(target_os = "linux")]
struct Disk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl Disk {
    /// Nothing where disks may not be mounted.
    fn new() -> Option<Disk> {
        let folder = tempfile::tempdir().expect("a folder");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=6m", "tmpfs"])
            .arg(folder.path())
            .output()
            .is_ok_and(|done| done.status.success());
        if !mounted {
            eprintln!("skipped: only root can mount a small disk");
        }
        mounted.then(|| Disk(folder))
    }

    /// Leaves no room.
    fn fill(&self) {
        let mut size = 1 << 20;
        while size > 0 {
            let path = self.0.path().join(format!("filler-{size}"));
            let mut file = fs::OpenOptions::new().create(true).append(true).open(path).expect("a file");
            while std::io::Write::write_all(&mut file, &vec![0; size]).is_ok() {}
            size /= 16;
        }
    }

    fn empty(&self) {
        for entry in fs::read_dir(self.0.path()).expect("the disk").flatten() {
            if entry.file_name().to_string_lossy().starts_with("filler") {
                fs::remove_file(entry.path()).expect("removed");
            }
        }
    }
}

#[cfg(target_os = "linux")]
impl Drop for Disk {
    fn drop(&mut self) {
        // The server that used it is dead by now.
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_loses_nothing_and_ends_when_there_is_room() {
    let Some(disk) = Disk::new() else { return };
    let data = tempfile::Builder::new().prefix("data").tempdir_in(disk.0.path()).expect("a folder");
    let served = Served::at(data);
    let (game, cookie) = played(&served, 3);
    let page =
        |served: &Served| served.request("GET", &format!("/t/{game}"), &format!("Cookie: {cookie}\r\n"), "");
    let (before, form) = (number(&page(&served)), Form::read(&page(&served)).expect("a question"));
    disk.fill();
    let mut refused = 0;
    // What is left in the file may take a few answers; a laid table takes more.
    for table in 0..40 {
        let body = format!("mine=diplomats&theirs=underworld&pace=instant&request={}", table + 500);
        refused += u32::from(status(&post(&served, "/play", &cookie, &body)) == 503);
        if refused > 1 {
            break;
        }
    }
    assert!(refused > 1, "the disk is full");
    assert_eq!(status(&served.request("GET", "/health/ready", "", "")), 503);
    assert_eq!(status(&page(&served)), 200, "pages are read all the same");
    let answer = post(&served, &format!("/t/{game}/answer"), &cookie, &form.body(0));
    if status(&answer) != 303 {
        assert!(status(&answer) == 503 && answer.contains("nothing was done"), "{answer}");
        assert_eq!(number(&page(&served)), before, "nothing is shown that isn't on the disk");
    }
    disk.empty();
    let begun = std::time::Instant::now();
    // The same form again has its effect, once.
    while status(&post(&served, &format!("/t/{game}/answer"), &cookie, &form.body(0))) != 303 {
        assert!(begun.elapsed().as_secs() < 30, "the table goes on when there is room");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    let text = until_asked(&served, &game, &cookie);
    assert!(
        text.contains("/answer?text=1") && number(&page(&served)) > before,
        "the computer goes on too: {text}"
    );
    drop(served);
    drop(disk);
}

#[test]
fn a_finished_game_that_the_rules_no_longer_play_is_shown_as_it_was() {
    let served = Served::start();
    let body = "mine=diplomats&theirs=underworld&way=watch&pace=instant&level=careless";
    let game = header(&served.request("POST", "/play", FORM, body), "location:")
        .trim_start_matches("/t/")
        .to_string();
    let over = |served: &Served| served.request("GET", &format!("/t/{game}"), "", "").contains("/end\"");
    let begun = std::time::Instant::now();
    while !over(&served) {
        assert!(begun.elapsed().as_secs() < 240, "the game ends");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    let db = rusqlite::Connection::open(served.folder().join("games.sqlite")).expect("the database");
    db.busy_timeout(std::time::Duration::from_secs(5)).expect("set");
    let film =
        || db.query_row("SELECT film FROM films WHERE game = ?1", [&game], |row| row.get::<_, String>(0));
    while film().is_err() {
        assert!(begun.elapsed().as_secs() < 300, "a film is kept");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let film: Value = serde_json::from_str(&film().expect("a film")).expect("JSON");
    let told =
        film["frames"].as_array().expect("frames").iter().flat_map(|frame| frame["told"].as_array().cloned());
    let told: Vec<String> = told.flatten().filter_map(|line| line.as_str().map(str::to_string)).collect();
    assert!(told.len() > 50, "{} sentences", told.len());
    let log = served.request("GET", &format!("/r/{game}?at=5"), "", "");
    assert!(status(&log) == 200 && !log.contains("as it was"), "as long as the rules play it, it is played");
    db.execute("UPDATE steps SET trail = trail + 1 WHERE game = ?1", [&game]).expect("written");
    let served = served.kill_and_start();
    let page = served.request("GET", &format!("/r/{game}"), "", "");
    assert!(page.contains("this is the record as it was"), "{page}");
    let last = told.last().expect("a sentence");
    let plain = last.replace('&', "&amp;").replace('"', "&quot;");
    assert!(page.contains(&plain), "{last} in {page}");
    assert!(!served.request("GET", &format!("/r/{game}/verify"), "", "").contains("Verified."));
}
