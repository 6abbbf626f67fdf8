//! Games outlive programs: a data folder of version 0.1 goes on, and a backup taken during play can be restored.

use crate::cut::{Form, post};
use crate::hostile::{FORM, deal, header, join, start, status, until_asked};
use crate::served::Served;
#[cfg(target_os = "linux")]
use rig::{Missing, or_skip};
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/data/v0.1")
}

fn get(served: &Served, path: &str, cookie: &str) -> String {
    crate::cut::get(served, path, &format!("dejarik={cookie}"))
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
    assert!(after.status.success() && said(&after).contains("schema 14"), "{}", said(&after));
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
    // The two commands, while the game goes on.
    let table = || crate::cut::get(&served, &format!("/t/{game}"), &format!("dejarik={cookie}"));
    let before = number(&table());
    let (stop, answers) = (AtomicBool::new(false), AtomicUsize::new(0));
    let backup = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::SeqCst) {
                if let Some(form) = Form::read(&table()) {
                    let seat = format!("dejarik={cookie}");
                    post(&served, &format!("/t/{game}/answer"), &seat, &form.body(0));
                    answers.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
        // Some answers come before it and, as a rule, some while it is taken; a game may also end early.
        let begun = std::time::Instant::now();
        while answers.load(Ordering::SeqCst) < 3 && begun.elapsed().as_secs() < 20 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let backup = store(&["backup", &file, "--data", &data]);
        stop.store(true, Ordering::SeqCst);
        backup
    });
    assert!(backup.status.success(), "{}", said(&backup));
    assert!(!store(&["backup", &file, "--data", &data]).status.success(), "a backup is never overwritten");
    let restore = store(&["restore", &file, "--data", &restored]);
    assert!(restore.status.success(), "{}", said(&restore));
    let checked = store(&["check", "--data", &restored]);
    assert!(checked.status.success(), "{}", said(&checked));
    let after = number(&table());
    assert!(!store(&["restore", &file, "--data", &restored]).status.success(), "games are never overwritten");
    let copied = store(&["move", "--data", &restored, "--to", &moved]);
    assert!(said(&copied).contains("1 game was copied"), "{}", said(&copied));
    assert_eq!(store(&["check", "--data", "no-such-folder"]).status.code(), Some(2));
    drop(served);
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(Path::new(&moved).join("games.sqlite"), folder.path().join("games.sqlite")).expect("copied");
    let served = Served::at(folder);
    let page = get(&served, &format!("/t/{game}"), cookie);
    assert!(status(&page) == 200, "{page}");
    let start = get(&served, "/", cookie);
    assert!(start.contains(&format!("/t/{game}")), "the seat is where it was");
    // The computer may have gone on from there.
    assert!(number(&page) >= before, "{before}, {}, {after}", number(&page));
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
    // Nothing is asked that couldn't be answered; there are two ways on, and none for those who watch.
    assert!(Form::read(&page).is_none() && page.contains("Undo, and play on from here"), "{page}");
    let watched = get(&frozen, "");
    assert!(
        watched.contains("had another effect") && !watched.contains("End it without a result"),
        "{watched}"
    );
    let text = get(&format!("{frozen}/text"), &other);
    assert!(text.contains("had another effect") && !text.contains("/answer?text=1"), "{text}");
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
    let page = get(&ended, &third);
    assert!(page.contains("ended without a result") && Form::read(&page).is_none(), "{page}");
    let back = format!("n={}&request=6", number(&page));
    assert_eq!(status(&post(&served, &format!("/t/{ended}/undo"), &third, &back)), 409, "and stays ended");
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
        let disk = mounted.then(|| Disk(folder));
        or_skip("the tests on a small disk", disk.ok_or_else(|| Missing("root, who may mount one".into())))
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

    /// Makes the disk readable only, or writable again.
    fn remount(&self, how: &str) {
        let remount =
            || Command::new("mount").args(["-o", &format!("remount,{how}")]).arg(self.0.path()).status();
        // The system closes the files of a server that was killed in its own time.
        let begun = std::time::Instant::now();
        while !remount().is_ok_and(|done| done.success()) {
            assert!(begun.elapsed() < std::time::Duration::from_secs(60), "remounted {how}");
            std::thread::sleep(std::time::Duration::from_millis(50));
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

#[cfg(target_os = "linux")]
#[test]
fn on_a_disk_that_is_readable_only_no_table_opens_and_nothing_is_lost() {
    let Some(disk) = Disk::new() else { return };
    let data = tempfile::Builder::new().prefix("data").tempdir_in(disk.0.path()).expect("a folder");
    let served = Served::at(data);
    let (game, cookie) = played(&served, 3);
    let page = |served: &Served| crate::cut::get(served, &format!("/t/{game}"), &cookie);
    let before = number(&page(&served));
    let stopped = served.kill();
    disk.remount("ro");
    let refused = stopped.second();
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains(&*stopped.folder().to_string_lossy()), "{}", said(&refused));
    disk.remount("rw");
    let served = stopped.kill_and_start();
    assert!(number(&page(&served)) >= before, "the game is where it was");
    drop(served);
    drop(disk);
}

/// While it lives, the system refuses a running server every write to its database, as it does on a disk that has become
/// readable only. (A disk can't be remounted so while somebody has files open on it for writing.)
#[cfg(target_os = "linux")]
pub struct ReadOnly<'a> {
    tracer: std::process::Child,
    served: &'a Served,
}

#[cfg(target_os = "linux")]
impl ReadOnly<'_> {
    /// Nothing where processes can't be traced.
    pub fn on(served: &Served) -> Option<ReadOnly<'_>> {
        let file = |end: &str| served.folder().join(format!("games.sqlite{end}"));
        let tracer = Command::new("strace")
            .args([
                "-f",
                "-qq",
                "-o",
                "/dev/null",
                "-e",
                "inject=write,pwrite64,pwritev,ftruncate:error=EROFS",
            ])
            .arg("-P")
            .arg(file(""))
            .arg("-P")
            .arg(file("-wal"))
            .args(["-p", &served.process_id().to_string()])
            .stderr(std::process::Stdio::null())
            .spawn();
        let tests = "the test of a disk that becomes readable only";
        let none = |_| Missing("strace (Debian: apt-get install strace)".into());
        let mut tracer = or_skip(tests, tracer.map_err(none))?;
        let begun = std::time::Instant::now();
        while !ReadOnly::traced(served).iter().all(|traced| *traced) {
            if tracer.try_wait().is_ok_and(|ended| ended.is_some()) {
                return or_skip(tests, Err(Missing("a user who may trace processes".into())));
            }
            assert!(begun.elapsed().as_secs() < 60, "the server is traced");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        Some(ReadOnly { tracer, served })
    }

    /// Which threads of the server are traced.
    fn traced(served: &Served) -> Vec<bool> {
        let threads = fs::read_dir(format!("/proc/{}/task", served.process_id())).expect("its threads");
        threads
            .flatten()
            .filter_map(|thread| fs::read_to_string(thread.path().join("status")).ok())
            .map(|status| !status.contains("TracerPid:\t0"))
            .collect()
    }
}

#[cfg(target_os = "linux")]
impl Drop for ReadOnly<'_> {
    fn drop(&mut self) {
        // Asked to end, it lets go of the server first.
        let _ = Command::new("kill").arg(self.tracer.id().to_string()).status();
        let _ = self.tracer.wait();
        let begun = std::time::Instant::now();
        while ReadOnly::traced(self.served).iter().any(|traced| *traced) && begun.elapsed().as_secs() < 60 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_becomes_readable_only_is_told_loses_nothing_and_ends_when_it_can_be_written() {
    let served = Served::start();
    let (game, cookie) = played(&served, 3);
    let page = |served: &Served| crate::cut::get(served, &format!("/t/{game}"), &cookie);
    let (before, form) = (number(&page(&served)), Form::read(&page(&served)).expect("a question"));
    let answer = || post(&served, &format!("/t/{game}/answer"), &cookie, &form.body(0));
    let ready = || served.request("GET", "/health/ready", "", "");
    let Some(disk) = ReadOnly::on(&served) else { return };
    for _ in 0..3 {
        let refused = answer();
        assert!(status(&refused) == 503 && refused.contains("nothing was done"), "{refused}");
        assert_eq!(header(&refused, "retry-after:"), "1");
        assert_eq!(number(&page(&served)), before, "nothing is shown that isn't on the disk");
        let said = ready();
        assert!(status(&said) == 503 && said.contains("\"why\":\"disk I/O error"), "{said}");
        let laid =
            post(&served, "/play", &cookie, "mine=diplomats&theirs=underworld&pace=instant&request=77");
        assert_eq!(status(&laid), 503, "{laid}");
    }
    assert_eq!(status(&served.request("GET", "/health/live", "", "")), 200);
    drop(disk);
    let begun = std::time::Instant::now();
    // The same form again has its effect, once.
    while status(&answer()) != 303 {
        assert!(begun.elapsed().as_secs() < 60, "the table goes on when the disk can be written");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    let text = until_asked(&served, &game, &cookie);
    assert!(text.contains("/answer?text=1") || text.contains("The game is over"), "the computer too: {text}");
    assert_eq!(status(&ready()), 200);
    let after = number(&page(&served));
    let (steps, made) = form.steps(&served, &game, 0);
    assert!(after > before && made == steps, "done once: {made} steps of {steps}");
    let served = served.kill_and_start();
    assert!(number(&page(&served)) >= after, "and all of it is kept");
    let data = served.folder().to_string_lossy().into_owned();
    let checked = store(&["check", "--data", &data]);
    assert!(checked.status.success(), "{}", said(&checked));
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
        || db.query_row("SELECT film FROM films WHERE game = ?1", [&game], |row| row.get::<_, Vec<u8>>(0));
    while film().is_err() {
        assert!(begun.elapsed().as_secs() < 300, "a film is kept");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let packed = film().expect("a film");
    let mut text = String::new();
    flate2::read::DeflateDecoder::new(&packed[..]).read_to_string(&mut text).expect("compressed");
    println!("a film of {} bytes takes {} in the database", text.len(), packed.len());
    assert!(packed.len() * 4 < text.len(), "{} of {} bytes", packed.len(), text.len());
    let film: Value = serde_json::from_str(&text).expect("JSON");
    let told =
        film["frames"].as_array().expect("frames").iter().flat_map(|frame| frame["told"].as_array().cloned());
    let told: Vec<String> = told.flatten().filter_map(|line| line.as_str().map(str::to_string)).collect();
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

/// A folder of players' cards: the CORE set under another code and other names, with its decks.
fn players_folder(folder: &Path) {
    for part in ["sets", "decks"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let sets = &cards::core_set::plugin().sets;
    let text: String = sets.iter().map(|set| String::from_utf8(set.write()).expect("text")).collect();
    fs::write(folder.join("sets/XTR.txt"), renamed(&text).replace("\tCORE\t", "\tXTR\t")).expect("written");
    for (name, text) in cards::core_set::DECKS {
        fs::write(folder.join(format!("decks/Other {name}.dek")), renamed(text)).expect("written");
    }
}

/// Other names for the cards of the CORE set, wherever they are written.
fn renamed(text: &str) -> String {
    let mut names: Vec<String> = cards::core_set::plugin()
        .collection
        .printings()
        .map(|(_, printing)| printing.name.base().to_string())
        .collect();
    // The longest first: a name may be part of another.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.dedup();
    let mut text = text.replace("CORE0", "XTR0").replace("CORE1", "XTR1").replace("<set>CORE", "<set>XTR");
    for (number, name) in names.iter().enumerate() {
        text = text.replace(name, &format!("\u{1}{number}\u{1}"));
    }
    for (number, name) in names.iter().enumerate() {
        text = text.replace(&format!("\u{1}{number}\u{1}"), &format!("Zan {name}"));
    }
    text
}

#[test]
fn a_card_that_changes_in_its_file_doesnt_touch_a_game_that_was_laid_before() {
    let folder = tempfile::tempdir().expect("a folder");
    players_folder(folder.path());
    let cards = folder.path().to_string_lossy().into_owned();
    let served = Served::with(&["--cards", &cards]);
    let lay = |served: &Served| {
        let body = "mine=other-diplomats&theirs=other-underworld&pace=instant&way=hotseat";
        let answer = post(served, "/play", "", body);
        let game = header(&answer, "location:").trim_start_matches("/t/").to_string();
        let seat = header(&answer, "set-cookie:").split(';').next().unwrap_or_default().to_string();
        assert_eq!(game.len(), 10, "{answer}");
        deal(served, &game, &seat);
        (game, seat)
    };
    let (game, seat) = lay(&served);
    let page = |served: &Served, game: &str, seat: &str| crate::cut::get(served, &format!("/t/{game}"), seat);
    assert!(!page(&served, &game, &seat).contains("since this game was set up"));
    let before = number(&page(&served, &game, &seat));
    // Every unit of the set gets another text; the cards of this game are among them.
    let file = folder.path().join("sets/XTR.txt");
    let text = fs::read_to_string(&file).expect("the set");
    let changed = text.lines().enumerate().map(|(line, row)| {
        let mut fields: Vec<&str> = row.split('\t').collect();
        if line > 0 && matches!(fields.get(4), Some(&("Space" | "Ground" | "Character"))) {
            fields[13] = "Armor";
        }
        format!("{}\n", fields.join("\t"))
    });
    fs::write(&file, changed.collect::<String>()).expect("written");
    let served = served.kill_and_start();
    // Whoever is asked takes the screen.
    let curtain = page(&served, &game, &seat);
    let role = curtain.split("name=\"role\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    if let Some(role) = role {
        post(&served, &format!("/t/{game}/screen"), &seat, &format!("role={role}"));
    }
    let told = page(&served, &game, &seat);
    assert!(
        told.contains("changed in the card files since this game was set up")
            && told.contains("This game goes on with the cards as they were"),
        "{told}"
    );
    assert!(number(&told) >= before, "no step is lost");
    let form = Form::read(&page(&served, &game, &seat)).expect("a question");
    assert_eq!(status(&post(&served, &format!("/t/{game}/answer"), &seat, &form.body(0))), 303);
    // A game that is laid now has the cards as they are now, and nothing to tell.
    let (new, own) = lay(&served);
    assert!(!page(&served, &new, &own).contains("since this game was set up"));
    let pockets = |path: &Path| {
        let db = rusqlite::Connection::open(path.join("games.sqlite")).expect("the database");
        db.busy_timeout(std::time::Duration::from_secs(30)).expect("set");
        db.query_row("SELECT count(*) FROM pockets", [], |row| row.get::<_, i64>(0)).expect("read")
    };
    assert_eq!(pockets(served.folder()), 2, "the cards of both games are kept");
    let data = served.folder().to_string_lossy().into_owned();
    assert!(store(&["check", "--data", &data]).status.success());
    // Whoever changes the kept cards is found out.
    let path = served.folder().join("games.sqlite");
    let served = served.kill_and_start();
    let db = rusqlite::Connection::open(path).expect("the database");
    db.busy_timeout(std::time::Duration::from_secs(30)).expect("set");
    let id: String =
        db.query_row("SELECT pocket FROM games WHERE id = ?1", [&new], |row| row.get(0)).expect("a pocket");
    // As a program would have left it that read one of its cards differently.
    let packed: Vec<u8> = db
        .query_row("SELECT readings FROM pockets WHERE id = ?1", [&id], |row| row.get(0))
        .expect("readings");
    let mut readings = String::new();
    flate2::read::DeflateDecoder::new(&packed[..]).read_to_string(&mut readings).expect("compressed");
    let (title, digest) = readings.lines().next().and_then(|line| line.split_once('\t')).expect("a card");
    let other = readings.replacen(digest, "0000000000000000", 1);
    db.execute("UPDATE pockets SET readings = ?1 WHERE id = ?2", [&other, &id]).expect("written");
    let curtain = page(&served, &new, &own);
    let role = curtain.split("name=\"role\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    if let Some(role) = role {
        post(&served, &format!("/t/{new}/screen"), &own, &format!("role={role}"));
    }
    let told = page(&served, &new, &own);
    assert!(told.contains(&format!("reads {title} differently")), "{title}: {told}");
    assert!(Form::read(&told).is_some(), "and it goes on, since all answers mean the same");
    assert!(!store(&["check", "--data", &data]).status.success(), "the check finds it");
    db.execute("UPDATE games SET pocket = ?1 WHERE id = ?2", [&id, &game]).expect("written");
    let swapped = page(&served, &game, &seat);
    assert!(status(&swapped) == 500 && swapped.contains("aren’t the ones that were locked"), "{swapped}");
}
