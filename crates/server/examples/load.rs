//! Many games at once over the real protocol on loopback: `cargo xtask load`.
//!
//! Each visitor has a connection for forms and pages and a live one, as a browser has: starts a game against `quick`,
//! answers at random as a quick person does, and waits for the live connection while the computer thinks. What is
//! measured is the time from sending an answer to having the page that shows its effect; the computer thinks
//! afterwards, so its thinking is not in it. With `--report FILE` the figures are written as a report.

use dejarik_server::{Config, Door, Limits};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

const GAMES: usize = 200;
const SECONDS: u64 = 60;
const IDLE: usize = 300;

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

/// The live connection of a table, as a browser has it.
struct Live(BufReader<TcpStream>);

impl Live {
    fn open(addr: SocketAddr, table: &str) -> io::Result<Live> {
        let mut stream = TcpStream::connect(addr)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        stream.write_all(format!("GET {table}/live HTTP/1.1\r\nHost: load\r\n\r\n").as_bytes())?;
        Ok(Live(BufReader::new(stream)))
    }

    /// Waits until the table has something newer than this version.
    fn newer(&mut self, version: u64) -> io::Result<()> {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let told = line.trim().strip_prefix("data: ").and_then(|version| version.parse::<u64>().ok());
            if told.is_some_and(|told| told > version) {
                return Ok(());
            }
        }
    }
}

const REPORT: &str = "\
# Load

Written by `cargo xtask load`: many visitors at once over the real protocol on loopback, each with a connection for forms
and pages and a live one, answering at random half a second to a second and a half after being asked. An answer is in the
database before its page is sent; the computer's own thinking comes after that page and is not in the times. The memory of
an idle game is what each of 300 games that wait for their first answer adds to the server.

| what | figure |
|---|---|
";

const START: &str = "mine=diplomats&theirs=underworld&pace=instant&level=quick";

/// Plays for a while; the times from answer to page, and what went wrong.
fn play(addr: SocketAddr, number: u64, until: Instant) -> io::Result<(Vec<Duration>, usize)> {
    let mut visitor = Visitor::new(addr)?;
    let (mut times, mut errors, mut chance) = (Vec::new(), 0, number);
    while Instant::now() < until {
        let table = visitor.ask("POST", "/play", START)?.location;
        visitor.ask("POST", &format!("{table}/words"), "words=load")?;
        let mut live = Live::open(addr, &table)?;
        let mut page = visitor.ask("GET", &table, "")?.body;
        while Instant::now() < until && !page.contains("/end\"") {
            let choices: Vec<&str> = between(&page, "form=\"answer\" name=\"a\" value=\"").collect();
            let question = between(&page, "name=\"n\" value=\"").next().unwrap_or_default();
            if !page.contains("data-asked") || choices.is_empty() {
                let version =
                    between(&page, "data-version=\"").next().and_then(|version| version.parse().ok());
                live.newer(version.unwrap_or(0))?;
                page = visitor.ask("GET", &table, "")?.body;
                continue;
            }
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let answer = choices[(chance >> 33) as usize % choices.len()];
            let sent = Instant::now();
            let reply =
                visitor.ask("POST", &format!("{table}/answer"), &format!("n={question}&a={answer}"))?;
            times.push(sent.elapsed());
            errors += usize::from(reply.status != 200);
            page = reply.body;
            // A quick person: half a second to a second and a half.
            thread::sleep(Duration::from_millis(500 + (chance >> 40) % 1000));
        }
    }
    Ok((times, errors))
}

/// Starts games that nobody plays, and tells what each of them keeps in memory, in kilobytes.
fn idle(addr: SocketAddr) -> io::Result<Option<u64>> {
    let mut visitor = Visitor::new(addr)?;
    // The first games pay for what all share.
    let mut start = |number: usize| -> io::Result<Option<u64>> {
        for _ in 0..number {
            let table = visitor.ask("POST", "/play", START)?.location;
            visitor.ask("POST", &format!("{table}/words"), "words=load")?;
            while !visitor.ask("GET", &table, "")?.body.contains("data-asked") {
                thread::sleep(Duration::from_millis(5));
            }
        }
        Ok(memory())
    };
    let before = start(20)?;
    let after = start(IDLE)?;
    Ok(before.zip(after).map(|(before, after)| after.saturating_sub(before) / IDLE as u64))
}

/// The memory of this process in kilobytes, where the system tells it.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn main() {
    let folder = std::env::temp_dir().join(format!("dejarik-load-{}", std::process::id()));
    let limits = Limits { games: 1e9, burst: 1e9, ..Limits::default() };
    let addr = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config {
        addr,
        data: folder.clone(),
        cards: dejarik::Cards::core(),
        folders: Vec::new(),
        limits,
        door: Door::default(),
        metrics: None,
    };
    let (ready, listening) = mpsc::channel();
    thread::spawn(move || {
        dejarik_server::serve(config, |addr| ready.send(addr).expect("told")).expect("the server runs");
    });
    let addr = listening.recv().expect("the server listens");
    let each = idle(addr).expect("idle games");
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
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        let time = times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default();
        format!("{:.1} ms", time.as_secs_f64() * 1000.0)
    };
    let cores = thread::available_parallelism().map_or(0, usize::from);
    let lines = [
        ("games at once, each against `quick`".to_string(), GAMES.to_string()),
        ("played for".into(), format!("{SECONDS} s on {cores} cores, the visitors on the same cores")),
        ("answers".into(), times.len().to_string()),
        ("errors".into(), errors.to_string()),
        ("answer to update, median".into(), at(0.5)),
        ("answer to update, 99th percentile".into(), at(0.99)),
        ("answer to update, longest".into(), at(1.0)),
        ("memory of an idle game".into(), each.map_or("unknown".into(), |each| format!("{each} kB"))),
    ];
    let mut report = String::from(REPORT);
    for (what, figure) in &lines {
        println!("{what}: {figure}");
        report.push_str(&format!("| {what} | {figure} |\n"));
    }
    let mut options = std::env::args().skip_while(|option| option != "--report").skip(1);
    if let Some(file) = options.next() {
        std::fs::write(&file, report).expect("the report is written");
    }
    // The database is of no use to anybody.
    let _ = std::fs::remove_dir_all(folder);
    std::process::exit(i32::from(errors > 0));
}
