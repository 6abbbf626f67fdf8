//! Many games at once over the real protocol on loopback: `cargo xtask load`.
//!
//! Each visitor has a connection, starts a game against the weakest computer player, and answers at random. What is
//! measured is the time from sending an answer to having the page that shows its effect; the computer thinks
//! afterwards, so its thinking is not in it.

use cards::core_set;
use cards::deck::{Deck, ReadDeck};
use server::{Config, Limits};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

const GAMES: usize = 200;
const SECONDS: u64 = 20;

/// A visitor's connection.
struct Visitor {
    stream: BufReader<TcpStream>,
    cookie: String,
}

struct Reply {
    status: u16,
    location: String,
    body: String,
}

impl Visitor {
    fn new(addr: SocketAddr) -> io::Result<Visitor> {
        let stream = TcpStream::connect(addr)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Visitor { stream: BufReader::new(stream), cookie: String::new() })
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<Reply> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: load\r\nX-Part: 1\r\nCookie: {}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            self.cookie,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let (mut length, mut location) = (0, String::new());
        loop {
            let mut header = String::new();
            self.stream.read_line(&mut header)?;
            let Some((name, value)) = header.trim().split_once(": ") else { break };
            match name {
                "content-length" => length = value.parse().unwrap_or(0),
                "location" => location = value.to_string(),
                "set-cookie" => self.cookie = value.split(';').next().unwrap_or_default().to_string(),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Reply { status, location, body: String::from_utf8_lossy(&body).into_owned() })
    }
}

/// The values of an attribute of buttons in a page.
fn between<'a>(page: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(start).skip(1).filter_map(|rest| rest.split('"').next())
}

/// Plays for a while; the times from answer to page, and what went wrong.
fn play(addr: SocketAddr, number: u64, until: Instant) -> io::Result<(Vec<Duration>, usize)> {
    let mut visitor = Visitor::new(addr)?;
    let (mut times, mut errors, mut chance) = (Vec::new(), 0, number);
    while Instant::now() < until {
        let started =
            visitor.ask("POST", "/play", "mine=diplomats&theirs=underworld&pace=instant&level=quick")?;
        let table = started.location;
        while Instant::now() < until {
            let page = visitor.ask("GET", &table, "")?.body;
            if page.contains("/end\"") {
                break;
            }
            let choices: Vec<&str> = between(&page, "form=\"answer\" name=\"a\" value=\"").collect();
            let Some(question) = between(&page, "name=\"n\" value=\"").next() else { break };
            if !page.contains("data-asked") || choices.is_empty() {
                thread::sleep(Duration::from_millis(20));
                continue;
            }
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let answer = choices[(chance >> 33) as usize % choices.len()];
            let sent = Instant::now();
            let reply =
                visitor.ask("POST", &format!("{table}/answer"), &format!("n={question}&a={answer}"))?;
            times.push(sent.elapsed());
            errors += usize::from(reply.status != 200);
            // As fast as a person at best.
            thread::sleep(Duration::from_millis(250));
        }
    }
    Ok((times, errors))
}

/// The memory of this process in kilobytes, where the system tells it.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn main() {
    let folder = std::env::temp_dir().join(format!("dejarik-load-{}", std::process::id()));
    let decks: Vec<ReadDeck> = core_set::DECKS
        .iter()
        .map(|(name, text)| Deck::read(&format!("{name}.dek"), text.as_bytes()).expect("a CORE deck"))
        .collect();
    let limits = Limits { games: 1e9, burst: 1e9, ..Limits::default() };
    let addr = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { addr, data: folder.clone(), plugin: core_set::plugin(), decks, limits };
    let (ready, listening) = mpsc::channel();
    thread::spawn(move || {
        server::serve(config, |addr| ready.send(addr).expect("told")).expect("the server runs");
    });
    let addr = listening.recv().expect("the server listens");
    let empty = memory();
    let until = Instant::now() + Duration::from_secs(SECONDS);
    let players: Vec<_> =
        (0..GAMES as u64).map(|number| thread::spawn(move || play(addr, number, until))).collect();
    let (mut times, mut errors) = (Vec::new(), 0);
    for player in players {
        match player.join().expect("a player ends") {
            Ok((own, wrong)) => {
                times.extend(own);
                errors += wrong;
            }
            Err(error) => {
                eprintln!("a connection failed: {error}");
                errors += 1;
            }
        }
    }
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!("{GAMES} games for {SECONDS} s: {} answers, {errors} errors", times.len());
    println!(
        "answer to update: median {:?}, 99 % {:?}, most {:?}",
        at(0.5),
        at(0.99),
        times.last().copied().unwrap_or_default()
    );
    if let (Some(empty), Some(full)) = (empty, memory()) {
        println!(
            "memory: {} kB before, {} kB after, {} kB for each game",
            empty,
            full,
            full.saturating_sub(empty) / GAMES as u64
        );
    }
    // The database is of no use to anybody.
    let _ = std::fs::remove_dir_all(folder);
    std::process::exit(i32::from(errors > 0));
}
