//! Load profiles over the real protocol on loopback: `cargo xtask load`.
//!
//! The server is a process of its own, so that its processor time and memory can be told from the generator's. Each
//! visitor has a connection for forms and pages and a live one, as a browser has: starts a game against `quick`, answers
//! at random every three seconds, and waits for the live connection while the computer thinks. What is measured is the
//! time from sending an answer to having the page that shows its effect; the computer thinks afterwards, so its thinking
//! is not in it. In the second profile one more visitor asks for hints, lab readings, deck checks, replays and the judge as
//! fast as the server answers. The third lays lab tables over all cards (those of `DEJARIK_CARDS`, if it is set) and weighs
//! them. Every visitor has a network address of the own, as through a proxy: the server's limits are the usual ones.
//!
//! `--games N`, `--seconds S` and `--every MS` change the size; `--report FILE` writes the figures as a report.

use dejarik_server::{Config, Connections, Door, Limits};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A visitor's connection.
struct Visitor {
    stream: BufReader<TcpStream>,
    cookie: String,
    /// The network address that the server is told.
    from: String,
}

struct Reply {
    status: u16,
    location: String,
    body: String,
}

impl Visitor {
    fn new(addr: SocketAddr, number: u64) -> io::Result<Visitor> {
        let [.., a, b, c] = number.to_be_bytes();
        let from = format!("10.{a}.{b}.{c}");
        let stream = TcpStream::connect(addr)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Visitor { stream: BufReader::new(stream), cookie: String::new(), from })
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<Reply> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Part: 1\r\nCookie: {}\r\nX-Forwarded-For: {}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            self.cookie,
            self.from,
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
                "set-cookie" if value.starts_with("dejarik=") => {
                    self.cookie = value.split(';').next().unwrap_or_default().to_string();
                }
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Reply { status, location, body: String::from_utf8_lossy(&body).into_owned() })
    }

    /// Starts a game; the address of its table.
    fn start(&mut self, form: &str) -> io::Result<String> {
        let reply = self.ask("POST", "/play", form)?;
        if !reply.location.starts_with("/t/") {
            return Err(io::Error::other(format!("no table: status {}", reply.status)));
        }
        // Words instead of a browser's random bytes begin the game at once.
        self.ask("POST", &format!("{}/words", reply.location), "words=load")?;
        Ok(reply.location)
    }
}

/// The values of an attribute of buttons in a page.
fn between<'a>(page: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(start).skip(1).filter_map(|rest| rest.split('"').next())
}

/// The version of a table as two numbers: the step, and what isn't a step.
fn version(text: &str) -> Option<(u64, u64)> {
    let (step, talk) = text.split_once('.')?;
    Some((step.parse().ok()?, talk.parse().ok()?))
}

/// The live connection of a table, as a browser has it.
struct Live(BufReader<TcpStream>);

impl Live {
    fn open(addr: SocketAddr, table: &str, cookie: &str) -> io::Result<Live> {
        let mut stream = TcpStream::connect(addr)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        let game = table.trim_start_matches("/t/");
        let request =
            format!("GET /live?games={game} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n");
        stream.write_all(request.as_bytes())?;
        Ok(Live(BufReader::new(stream)))
    }

    /// Waits until the table has something newer than this version.
    fn newer(&mut self, shown: (u64, u64)) -> io::Result<()> {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let told = between(&line, "\"version\":\"").next().and_then(version);
            if told.is_some_and(|told| told > shown) {
                return Ok(());
            }
        }
    }
}

const START: &str = "mine=diplomats&theirs=underworld&pace=instant&level=quick";

/// What a run is like.
#[derive(Clone, Copy)]
struct Profile {
    games: usize,
    seconds: u64,
    /// Milliseconds between two answers of a visitor.
    every: u64,
}

/// Plays for a while; the times from answer to page, and what went wrong. Answers before `from` don't count.
fn play(
    addr: SocketAddr,
    number: u64,
    every: u64,
    [from, until]: [Instant; 2],
) -> io::Result<(Vec<Duration>, usize)> {
    let mut visitor = Visitor::new(addr, number)?;
    let (mut times, mut errors, mut chance) = (Vec::new(), 0, number);
    while Instant::now() < until {
        let table = visitor.start(START)?;
        let mut live = Live::open(addr, &table, &visitor.cookie)?;
        let mut page = visitor.ask("GET", &table, "")?.body;
        while Instant::now() < until && !page.contains("/end\"") {
            let choices: Vec<&str> = between(&page, "form=\"answer\" name=\"a\" value=\"").collect();
            let question = between(&page, "name=\"n\" value=\"").next().unwrap_or_default();
            if !page.contains("data-asked") || choices.is_empty() {
                let shown = between(&page, "data-version=\"").next().and_then(version);
                live.newer(shown.unwrap_or((0, 0)))?;
                page = visitor.ask("GET", &table, "")?.body;
                continue;
            }
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let answer = choices[(chance >> 33) as usize % choices.len()];
            let sent = Instant::now();
            let form = format!("n={question}&a={answer}");
            let reply = visitor.ask("POST", &format!("{table}/answer"), &form)?;
            if sent >= from {
                times.push(sent.elapsed());
                errors += usize::from(reply.status != 200);
            }
            page = reply.body;
            // A fifth more or less, so that visitors don't march in step.
            let pause = every * 4 / 5 + (chance >> 40) % (every * 2 / 5).max(1);
            thread::sleep(Duration::from_millis(pause).saturating_sub(sent.elapsed()));
        }
    }
    Ok((times, errors))
}

/// The address of the one who floods.
const FLOOD: u64 = 0x00C0_FFEE;

/// One visitor who asks for heavy work on five connections as fast as it is answered; how much was done, and how often
/// the visitor was told to slow down.
fn flood(addr: SocketAddr, until: Instant, done: &AtomicUsize, refused: &AtomicUsize) -> io::Result<()> {
    let mut visitor = Visitor::new(addr, FLOOD)?;
    let table = visitor.start(START)?;
    let watched = visitor.start("mine=diplomats&theirs=underworld&pace=instant&level=random&way=watch")?;
    let replay = watched.replacen("/t/", "/r/", 1);
    // A game of random players is over in seconds; until then there is no replay.
    while Instant::now() < until && visitor.ask("GET", &replay, "")?.status != 200 {
        thread::sleep(Duration::from_millis(200));
    }
    let list: String = (0..60).map(|_| "1%09Diplomat%0A").collect();
    let lab = "/lab?type=Character&text=Accuracy+1+%7C+Pay+2+Force+-%3E+Evade+2+%7C+Each+of+your+other+Jedi+in+this+arena+gets+%2B10+speed.";
    let asks: [(&str, String, String); 5] = [
        ("POST", format!("{table}/hint"), String::new()),
        ("GET", lab.into(), String::new()),
        ("POST", "/decks/own".into(), format!("name=Load&list={list}")),
        ("GET", format!("{replay}?at=200"), String::new()),
        ("GET", "/judge?find=Scouts".into(), String::new()),
    ];
    thread::scope(|scope| {
        for (method, path, body) in &asks {
            let cookie = visitor.cookie.clone();
            scope.spawn(move || {
                let Ok(mut own) = Visitor::new(addr, FLOOD) else { return };
                own.cookie = cookie;
                while Instant::now() < until {
                    match own.ask(method, path, body) {
                        Ok(reply) if reply.status == 429 => refused.fetch_add(1, Ordering::Relaxed),
                        // The computer may be asked in the flood's own game: then there is no hint, at the same price.
                        Ok(reply) if matches!(reply.status, 200 | 409) => {
                            done.fetch_add(1, Ordering::Relaxed)
                        }
                        // Anything else is work that wasn't done: the report would flatter.
                        Ok(reply) => return eprintln!("{path} was answered with {}", reply.status),
                        Err(_) => return,
                    };
                }
            });
        }
    });
    Ok(())
}

/// Seconds of processor time that a process has used, where the system tells it.
fn processor(process: &str) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place).and_then(|field| field.parse::<f64>().ok());
    // User and system time, in hundredths of a second on every Linux that matters.
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// The memory of a process in kilobytes, where the system tells it: now, and at most.
fn memory(process: u32) -> Option<[u64; 2]> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    Some([field("VmRSS:")?, field("VmHWM:")?])
}

/// Serves in this process and prints the address: what the generator starts beside itself.
fn serve(folder: &str, whole: bool) {
    let connections = Connections { all: 100_000, each: 100_000 };
    let limits = Limits { connections, ..Limits::default() };
    let mut cards = dejarik::Cards::core();
    if let Some(players) = std::env::var_os("DEJARIK_CARDS").filter(|_| whole) {
        cards.add(dejarik::Cards::folder(players).expect("the folder of cards"));
    }
    let config = Config {
        bus: None,
        addr: SocketAddr::from(([127, 0, 0, 1], 0)),
        store: dejarik_server::Address::Folder(folder.into()),
        cards,
        folders: Vec::new(),
        limits,
        door: Door { proxy_header: Some("X-Forwarded-For".into()), ..Door::default() },
        site: dejarik_server::Site::default(),
        fetch: dejarik_server::Fetch::default(),
        metrics: None,
        drain: Duration::ZERO,
    };
    dejarik_server::serve(config, |addr| println!("{addr}")).expect("the server runs");
}

/// A server of its own, ended with the run.
struct Served {
    child: Child,
    addr: SocketAddr,
    folder: std::path::PathBuf,
}

impl Served {
    fn start(whole: bool) -> Served {
        let folder = std::env::temp_dir().join(format!("dejarik-load-{}", std::process::id()));
        let own = std::env::current_exe().expect("this program");
        let mut child = Command::new(own)
            .arg(if whole { "--serve-whole" } else { "--serve" })
            .arg(&folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("an address");
        Served { addr: line.trim().parse().expect("an address"), child, folder }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // The database is of no use to anybody.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Runs a profile; its lines of the report, and whether everything was answered.
fn run(profile: Profile, flooded: bool) -> (Vec<(String, String)>, bool) {
    let Profile { games, seconds, every } = profile;
    let served = Served::start(false);
    let (addr, server) = (served.addr, served.child.id());
    // Fifty games a second begin; what is measured begins with the last.
    let ramp = Duration::from_millis(games as u64 * 20 + 1000);
    let begin = Instant::now();
    let span = [begin + ramp, begin + ramp + Duration::from_secs(seconds)];
    let players: Vec<_> = (0..games as u64)
        .map(|number| {
            thread::Builder::new()
                .stack_size(256 << 10)
                .spawn(move || {
                    thread::sleep(Duration::from_millis(number * 20));
                    play(addr, number, every, span)
                })
                .expect("a thread for each visitor")
        })
        .collect();
    let (done, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (mut times, mut errors) = (Vec::new(), 0);
    let mut used = [None, None];
    thread::scope(|scope| {
        if flooded {
            scope.spawn(|| {
                thread::sleep(ramp);
                if let Err(error) = flood(addr, span[1], &done, &refused) {
                    eprintln!("the flood failed: {error}");
                }
            });
        }
        thread::sleep(ramp);
        let before = [processor("self"), processor(&server.to_string())];
        thread::sleep(span[1].saturating_duration_since(Instant::now()));
        let after = [processor("self"), processor(&server.to_string())];
        for (place, used) in used.iter_mut().enumerate() {
            *used = after[place].zip(before[place]).map(|(after, before)| after - before);
        }
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
    });
    times.sort_unstable();
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        let time = times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default();
        format!("{:.1} ms", time.as_secs_f64() * 1000.0)
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = |used: Option<f64>| {
        used.map_or("unknown".into(), |used| {
            format!("{:.0}% of {cores} cores", used / seconds as f64 / cores as f64 * 100.0)
        })
    };
    let mut lines = vec![
        ("games at once, each against `quick`".to_string(), games.to_string()),
        ("an answer of each every".into(), format!("{:.1} s, for {seconds} s", every as f64 / 1000.0)),
        ("answers".into(), times.len().to_string()),
        ("errors".into(), errors.to_string()),
        ("answer to page, median (floor: 10 ms while nobody floods)".into(), at(0.5)),
        (
            format!("answer to page, 99th percentile (floor: {} ms)", if flooded { 150 } else { 100 }),
            at(0.99),
        ),
        ("answer to page, longest".into(), at(1.0)),
        ("processor of the server".into(), share(used[1])),
        ("processor of the generator beside it".into(), share(used[0])),
    ];
    if let Some([_, most]) = memory(server) {
        lines.push(("memory of the server, at most (floor: 250 MB)".into(), format!("{} MB", most / 1024)));
    }
    if flooded {
        let count = |number: &AtomicUsize| number.load(Ordering::Relaxed).to_string();
        lines.push(("heavy requests of the flood that were done".into(), count(&done)));
        lines.push(("heavy requests of the flood that were refused (429)".into(), count(&refused)));
    }
    (lines, errors == 0 && !times.is_empty())
}

/// How many lab tables are weighed.
const LABS: u64 = 100;

/// What a lab table takes, with all cards: what each of many adds to the server.
fn lab_tables() -> io::Result<Vec<(String, String)>> {
    let served = Served::start(true);
    let server = served.child.id();
    let lay = |number: u64| -> io::Result<()> {
        let mut visitor = Visitor::new(served.addr, number + 1)?;
        let form = format!(
            "name=Lab+Subject+{number}&type=Ground&text=Armor+%7C+Critical+Hit+2&cost=4&speed=40&power=4&health=4"
        );
        let reply = visitor.ask("POST", "/lab/table", &form)?;
        if !reply.location.starts_with("/t/") {
            return Err(io::Error::other(format!("no lab table: status {}", reply.status)));
        }
        visitor.ask("POST", &format!("{}/words", reply.location), "words=load")?;
        visitor.ask("GET", &reply.location, "")?;
        Ok(())
    };
    // The first ones make what all of them share.
    (0..10).try_for_each(lay)?;
    let before = memory(server);
    (10..10 + LABS).try_for_each(lay)?;
    let each =
        memory(server).zip(before).map(|([after, _], [before, _])| after.saturating_sub(before) / LABS);
    let all = std::env::var_os("DEJARIK_CARDS").map_or("the CORE set", |_| "all cards of the players");
    Ok(vec![
        ("lab tables, all awake".into(), LABS.to_string()),
        ("cards".into(), all.into()),
        (
            "memory of a lab table (floor: 1 MB)".into(),
            each.map_or("unknown".into(), |kb| format!("{kb} kB")),
        ),
    ])
}

const REPORT: &str = "\
# Load

Written by `cargo xtask load`: many visitors at once over the real protocol on loopback, each with a connection for forms
and pages and a live one. The server is a process of its own; the generator runs beside it on the same cores. An answer is
in the database before its page is sent; the computer's own thinking comes after that page and is not in the times.
";

fn main() {
    let options: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let place = options.iter().position(|option| option == name)?;
        options.get(place + 1).cloned()
    };
    for (option, whole) in [("--serve", false), ("--serve-whole", true)] {
        if let Some(folder) = value(option) {
            return serve(&folder, whole);
        }
    }
    let number = |name: &str, usual: u64| value(name).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let profile = Profile {
        games: usize::try_from(number("--games", 1000)).unwrap_or(1000),
        seconds: number("--seconds", 60),
        every: number("--every", 3000),
    };
    let mut report = String::from(REPORT);
    let mut all_well = true;
    let profiles = [
        ("Everybody plays", Some(false)),
        ("One visitor floods the server", Some(true)),
        ("Lab tables", None),
    ];
    for (title, flooded) in profiles {
        let lines = match flooded {
            Some(flooded) => {
                let (lines, well) = run(profile, flooded);
                all_well &= well;
                lines
            }
            None => lab_tables().expect("lab tables"),
        };
        println!("{title}");
        report.push_str(&format!("\n## {title}\n\n| what | figure |\n|---|---|\n"));
        for (what, figure) in &lines {
            println!("  {what}: {figure}");
            report.push_str(&format!("| {what} | {figure} |\n"));
        }
    }
    if let Some(file) = value("--report") {
        std::fs::write(&file, report).expect("the report is written");
    }
    std::process::exit(i32::from(!all_well));
}
