//! `dejarik health` against a table that runs, and against one that doesn't; what a server shows of itself, and how it
//! stops.

use crate::hostile::{start, status};
use crate::served::Served;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

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

/// A proxy asks how its servers are under the names that it has for them, and gets an answer; for everything else the door
/// knows the table's own names only.
#[test]
fn a_proxy_may_ask_under_any_name_how_the_server_is_and_for_nothing_else() {
    let served = Served::with(&["--public-url", "https://table.example.org"]);
    let ask = |method: &str, path: &str, hosts: &str| {
        status(
            &served.raw(
                format!("{method} {path} HTTP/1.1\r\n{hosts}Connection: close\r\nContent-Length: 0\r\n\r\n")
                    .as_bytes(),
            ),
        )
    };
    let begun = Instant::now();
    // A server that has just started may have to show first that it writes.
    while ask("GET", "/health/ready", "Host: one:7777\r\n") != 200 {
        assert!(begun.elapsed() < Duration::from_secs(30), "never ready");
        std::thread::sleep(Duration::from_millis(50));
    }
    for path in ["/health", "/health/live", "/health/ready"] {
        assert_eq!(ask("GET", path, "Host: one:7777\r\n"), 200, "{path}");
        assert_eq!(ask("GET", path, "Host: table.example.org\r\n"), 200, "{path}");
        assert_eq!(ask("POST", path, "Host: one:7777\r\n"), 421, "{path}");
        assert_eq!(ask("GET", path, "Host: one:7777\r\nHost: two:7777\r\n"), 400, "{path}");
    }
    for path in ["/", "/me", "/live", "/t/health", "/healthy", "/health/", "/health/ready/", "//health/ready"]
    {
        assert_eq!(ask("GET", path, "Host: one:7777\r\n"), 421, "{path}");
    }
}

/// When the store last wrote something to show that it writes.
fn probed(folder: &Path) -> Option<i64> {
    let db = rusqlite::Connection::open(folder.join("games.sqlite")).expect("the database");
    db.busy_timeout(Duration::from_secs(30)).expect("set");
    db.query_row("SELECT at FROM probe", [], |row| row.get(0)).ok()
}

#[test]
fn a_server_that_says_it_is_well_has_written_lately() {
    let served = Served::start();
    let begun = Instant::now();
    let first = loop {
        if let Some(at) = probed(served.folder()) {
            break at;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing was ever written");
        std::thread::sleep(Duration::from_millis(200));
    };
    while probed(served.folder()) == Some(first) {
        assert!(begun.elapsed() < Duration::from_secs(120), "it is written again and again");
        std::thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(status(&served.request("GET", "/health/ready", "", "")), 200);
}

#[test]
fn counts_are_served_on_an_address_of_their_own() {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let served = Served::with(&["--metrics", &address.to_string()]);
    start(&served);
    assert_eq!(status(&served.request("GET", "/metrics", "", "")), 404, "not where everybody looks");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    for name in [
        "dejarik_requests_total{route=\"/play\",status=\"303\"} 1",
        "dejarik_requests_total{route=\"none\",status=\"404\"} 1",
        "dejarik_owners{state=\"well\"} 1",
        "dejarik_owners{state=\"stalled\"} 0",
        "dejarik_lag_seconds_count",
        "dejarik_request_seconds_count",
        "dejarik_appends_total{outcome=\"written\"}",
        "dejarik_append_seconds_count",
        "dejarik_awake_games 1",
        "dejarik_waiting_work{class=\"think\"}",
        "dejarik_live_streams 0",
        "dejarik_too_much_total 0",
    ] {
        assert!(text.contains(name), "{name} in {text}");
    }
}

/// Asked to stop, a server ends its streams and itself, whatever clients do, and leaves one file in order.
#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_stop_does_so_in_time_and_in_order() {
    let mut served = Served::start();
    let (game, _) = start(&served);
    let host = served.address.trim_start_matches("http://").to_string();
    let open = |text: &str| {
        let mut stream = TcpStream::connect(&host).expect("a connection");
        stream.write_all(text.as_bytes()).expect("sent");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
        stream
    };
    let mut live = open(&format!("GET /live?games={game} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    let mut first = [0; 12];
    live.read_exact(&mut first).expect("the stream begins");
    assert_eq!(&first, b"HTTP/1.1 200");
    // Somebody is in the middle of a form, and somebody keeps a connection open for nothing.
    let _form = open("POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\nmine=");
    let _idle = open("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let begun = Instant::now();
    let asked = Command::new("kill").args(["-TERM", &served.process_id().to_string()]).status();
    assert!(asked.is_ok_and(|done| done.success()));
    let mut rest = Vec::new();
    live.read_to_end(&mut rest).expect("the stream is ended, not cut off");
    while served.is_alive() {
        assert!(begun.elapsed() < Duration::from_secs(40), "it doesn't stop");
        std::thread::sleep(Duration::from_millis(50));
    }
    println!("stopped after {:?}", begun.elapsed());
    let log = served.folder().join("games.sqlite-wal");
    assert!(!log.exists() || std::fs::metadata(&log).is_ok_and(|log| log.len() == 0), "the log is folded in");
    let data = served.folder().to_string_lossy().into_owned();
    let checked =
        Command::new(env!("CARGO_BIN_EXE_dejarik")).args(["store", "check", "--data", &data]).output();
    assert!(checked.expect("the command runs").status.success());
    let served = served.kill_and_start();
    assert_eq!(status(&served.request("GET", &format!("/t/{game}"), "", "")), 200, "and starts again");
}

#[cfg(unix)]
#[test]
fn everything_in_the_data_folder_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let served = Served::start();
    start(&served);
    let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(served.folder()), 0o700);
    let other = tempfile::tempdir().expect("a folder");
    let (backup, data) = (other.path().join("backup.sqlite"), served.folder().to_string_lossy().into_owned());
    let made = Command::new(env!("CARGO_BIN_EXE_dejarik"))
        .args(["store", "backup", &backup.to_string_lossy(), "--data", &data])
        .status();
    assert!(made.is_ok_and(|done| done.success()));
    assert_eq!(mode(&backup), 0o600);
    let files = std::fs::read_dir(served.folder()).expect("the folder").flatten();
    let files: Vec<_> = files.map(|file| (file.file_name(), mode(&file.path()))).collect();
    assert!(files.len() >= 3 && files.iter().all(|(_, mode)| *mode == 0o600), "{files:?}");
}
