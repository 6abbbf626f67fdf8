//! Three servers on one database, behind one proxy: `cargo xtask cluster`.
//!
//! Many visitors play against the computer, each request through the proxy to whichever server comes next. In the middle one
//! server is killed, and later the database is restarted. Visitors repeat what wasn't acknowledged, as browsers do. At the
//! end, everything that was acknowledged is looked up in the database, and every finished game is verified.
//!
//! With `--capacity` nothing dies: more and more visitors play, an answer of each every three seconds, until 99 % of the
//! answers aren't acknowledged within 150 ms any more; then numbers in between, down to a tenth. Everything is looked up and
//! verified there, too.
//!
//! `--games N`, `--seconds S` and `--every MS` change the size; `--report FILE` writes the figures as a report.

use dejarik_server::{Address, Config, Connections, Door, Limits};
use rig::{Postgres, Proxy};
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};
use store::{GameId, Games};

/// How many servers there are.
const SERVERS: usize = 3;
const START: &str = "mine=diplomats&theirs=underworld&pace=instant&level=quick";
/// How long a visitor waits for an answer before asking again.
const PATIENCE: Duration = Duration::from_secs(4);

struct Reply {
    status: u16,
    location: String,
    body: String,
}

/// Somebody who plays.
struct Visitor {
    port: u16,
    cookie: String,
    /// The network address that the servers are told.
    from: String,
    chance: u64,
}

impl Visitor {
    fn ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<Reply> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let (cookie, from, length) = (&self.cookie, &self.from, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Part: 1\r\nCookie: {cookie}\r\n\
             X-Forwarded-For: {from}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::to_string);
        if let Some(cookie) = header("set-cookie: ").filter(|cookie| cookie.starts_with("dejarik=")) {
            self.cookie = cookie.split(';').next().unwrap_or_default().to_string();
        }
        Ok(Reply { status, location: header("location: ").unwrap_or_default(), body: body.to_string() })
    }

    /// A number from the stream of this visitor.
    fn next(&mut self) -> u64 {
        self.chance =
            self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.chance >> 20
    }

    /// Starts a game: the address of its table.
    fn start(&mut self) -> Option<String> {
        let table = self.ask("POST", "/play", START).ok()?.location;
        if !table.starts_with("/t/") {
            return None;
        }
        let begun = self.ask("POST", &format!("{table}/words"), "words=cluster").ok()?;
        matches!(begun.status, 200 | 303).then_some(table)
    }
}

/// The values of an attribute in a page.
fn between<'a>(page: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(start).skip(1).filter_map(|rest| rest.split('"').next())
}

/// An answer that was acknowledged.
struct Acknowledged {
    game: String,
    number: u32,
    request: u64,
    /// When it was sent first, and when it was acknowledged.
    sent: Instant,
    done: Instant,
}

/// What is noted while everybody plays.
#[derive(Default)]
struct Notes {
    acknowledged: Vec<Acknowledged>,
    /// Between an acknowledged answer and the next question, or the end.
    thoughts: Vec<[Instant; 2]>,
    finished: BTreeSet<String>,
    games: BTreeSet<String>,
    /// Answers to a page that was older than the game.
    stale: usize,
    /// Tries that weren't acknowledged.
    repeated: usize,
}

/// Plays until it is time.
fn play(visitor: &mut Visitor, every: u64, until: Instant, notes: &Mutex<Notes>) {
    while Instant::now() < until {
        let Some(table) = visitor.start() else {
            thread::sleep(Duration::from_millis(200));
            continue;
        };
        let game = table.trim_start_matches("/t/").to_string();
        locked(notes).games.insert(game.clone());
        let (mut since, mut page) = (None::<Instant>, String::new());
        while Instant::now() < until {
            let over = page.contains("/end\"");
            let choices: Vec<String> =
                between(&page, "form=\"answer\" name=\"a\" value=\"").map(str::to_string).collect();
            let question: Option<u32> =
                between(&page, "name=\"n\" value=\"").next().and_then(|n| n.parse().ok());
            let asked = page.contains("data-asked") && !choices.is_empty();
            if (over || asked)
                && let Some(since) = since.take()
            {
                locked(notes).thoughts.push([since, Instant::now()]);
            }
            if over {
                locked(notes).finished.insert(game.clone());
                break;
            }
            let Some(number) = question.filter(|_| asked) else {
                thread::sleep(Duration::from_millis(if page.is_empty() { 20 } else { 250 }));
                if let Ok(reply) = visitor.ask("GET", &table, "") {
                    page = reply.body;
                }
                continue;
            };
            let pause = every * 4 / 5 + visitor.next() % (every * 2 / 5).max(1);
            thread::sleep(Duration::from_millis(pause));
            let choice = &choices[visitor.next() as usize % choices.len()];
            let (request, sent) = (visitor.next() | 1, Instant::now());
            let form = format!("n={number}&a={choice}&request={request}");
            page = String::new();
            // The same request until it is acknowledged or turns out to be late; at the end of the time for half a minute.
            while Instant::now() < until + Duration::from_secs(30) {
                match visitor.ask("POST", &format!("{table}/answer"), &form) {
                    Ok(reply) if reply.status == 200 => {
                        let done = Instant::now();
                        since = Some(done);
                        page = reply.body;
                        let game = game.clone();
                        locked(notes).acknowledged.push(Acknowledged { game, number, request, sent, done });
                        break;
                    }
                    Ok(reply) if reply.status == 409 => {
                        locked(notes).stale += 1;
                        break;
                    }
                    _ => {
                        locked(notes).repeated += 1;
                        thread::sleep(Duration::from_millis(100));
                    }
                }
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Serves in this process and prints the address: what the trial starts three times.
fn serve(url: &str, metrics: &str) {
    let connections = Connections { all: 100_000, each: 100_000 };
    let config = Config {
        bus: None,
        addr: SocketAddr::from(([127, 0, 0, 1], 0)),
        store: Address::Postgres(url.into()),
        cards: dejarik::Cards::core(),
        folders: Vec::new(),
        limits: Limits { connections, ..Limits::default() },
        door: Door { proxy_header: Some("X-Forwarded-For".into()), ..Door::default() },
        site: dejarik_server::Site::default(),
        fetch: dejarik_server::Fetch::default(),
        metrics: Some(metrics.parse().expect("an address")),
        drain: Duration::ZERO,
    };
    dejarik_server::serve(config, |addr| println!("{addr}")).expect("the server runs");
}

/// A server of the cluster, ended with the run.
struct Served {
    child: Child,
    port: u16,
    metrics: u16,
}

impl Served {
    fn start(url: &str) -> Served {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let metrics = free.expect("a free port").port();
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--serve", url, &format!("127.0.0.1:{metrics}")])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("an address");
        let addr: SocketAddr = line.trim().parse().expect("an address");
        Served { child, port: addr.port(), metrics }
    }

    /// Appends by outcome.
    fn appends(&self) -> Vec<(String, u64)> {
        let mut visitor =
            Visitor { port: self.metrics, cookie: String::new(), from: String::new(), chance: 0 };
        let text = visitor.ask("GET", "/metrics", "").map(|reply| reply.body).unwrap_or_default();
        let lines = text.lines().filter_map(|line| line.strip_prefix("dejarik_appends_total{outcome=\""));
        lines
            .filter_map(|line| {
                let (outcome, number) = line.split_once("\"} ")?;
                Some((outcome.to_string(), number.parse().ok()?))
            })
            .collect()
    }

    /// Seconds of processor time.
    fn processor(&self) -> f64 {
        processor(&self.child.id().to_string())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Seconds of processor time that a process has used.
fn processor(process: &str) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> =
        text.rsplit_once(')').map(|(_, rest)| rest.split_whitespace().collect()).unwrap_or_default();
    let ticks = |place: usize| fields.get(place).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    // User and system time, in hundredths of a second on every Linux that matters.
    (ticks(11) + ticks(12)) / 100.0
}

/// What of the acknowledged answers isn't in the database.
fn lost(url: &str, acknowledged: &[Acknowledged]) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = store::Postgres::open(url).await.expect("the database");
        let mut lost = Vec::new();
        let games: BTreeSet<&str> = acknowledged.iter().map(|answer| answer.game.as_str()).collect();
        for game in games {
            let stored = store.load(&GameId::from(game)).await.expect("read").expect("there");
            for answer in acknowledged.iter().filter(|answer| answer.game == game) {
                let row = stored.rows.get(answer.number as usize);
                if row.is_none_or(|row| row.request != answer.request) {
                    lost.push(format!("{game}: step {}", answer.number));
                }
            }
        }
        let checked = store::Postgres::check(url).await.expect("checked");
        lost.extend(checked.faults);
        lost
    })
}

/// The longest and the 99th percentile of some times, in words.
fn longest(mut times: Vec<Duration>) -> (Duration, String) {
    times.sort();
    let most = times.last().copied().unwrap_or_default();
    let nearly = times.get(times.len() * 99 / 100).copied().unwrap_or_default();
    let words = format!(
        "{:.2} s at most, 99 % within {:.2} s ({} in all)",
        most.as_secs_f64(),
        nearly.as_secs_f64(),
        times.len()
    );
    (most, words)
}

/// Everybody who plays, one after the other.
fn visitors<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    games: usize,
    port: u16,
    every: u64,
    until: Instant,
    notes: &'scope Mutex<Notes>,
) {
    for number in 0..games as u64 {
        thread::Builder::new()
            .stack_size(256 << 10)
            .spawn_scoped(scope, move || {
                thread::sleep(Duration::from_millis(number * 20));
                let from = format!("10.0.{}.{}", number / 250, number % 250 + 1);
                let mut visitor = Visitor { port, cookie: String::new(), from, chance: number };
                play(&mut visitor, every, until, notes);
            })
            .expect("a thread for each visitor");
    }
}

/// How long an answer may take, for 99 of 100.
const WANTED: Duration = Duration::from_millis(150);

/// The finished games that don't verify.
fn unverified(port: u16, finished: &BTreeSet<String>) -> Vec<String> {
    let mut verifier = Visitor { port, cookie: String::new(), from: "10.9.9.9".into(), chance: 1 };
    let mut unverified = Vec::new();
    for game in finished {
        let mut tries = 0..40;
        let is_verified = tries.any(|_| match verifier.ask("GET", &format!("/r/{game}/verify"), "") {
            Ok(reply) if reply.status == 200 => reply.body.contains("Verified."),
            // One who asks so much has to slow down.
            _ => {
                thread::sleep(Duration::from_millis(300));
                false
            }
        });
        if !is_verified {
            unverified.push(game.clone());
        }
    }
    unverified
}

/// The load of the machine.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("unknown").to_string()
}

/// The processor of this machine, in its own words, and how many cores it has.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    format!("{cores} cores, {}", name.map_or("a processor without a name", |(_, name)| name))
}

/// So many games at once with nothing going wrong: a row of the table, and whether answers came soon enough. What was
/// acknowledged and isn't there, or doesn't verify, is an error.
fn quiet(games: usize, seconds: u64, every: u64) -> Result<(String, bool), String> {
    let postgres = Postgres::start().unwrap_or_else(|missing| panic!("{missing}"));
    let servers: Vec<Served> = (0..SERVERS).map(|_| Served::start(&postgres.url())).collect();
    let proxy = Proxy::over(servers.iter().map(|served| served.port).collect()).expect("a proxy");
    let notes = Mutex::new(Notes::default());
    // Everybody has a table and a question by then.
    let ramp = Duration::from_millis(games as u64 * 20) + Duration::from_secs(15);
    let from = Instant::now() + ramp;
    let until = from + Duration::from_secs(seconds);
    let used = || {
        let served: f64 = servers.iter().map(Served::processor).sum();
        [served, postgres.processor(), processor("self")]
    };
    let mut before = [0.0; 3];
    let mut after = [0.0; 3];
    thread::scope(|scope| {
        visitors(scope, games, proxy.port(), every, until, &notes);
        thread::sleep(ramp);
        before = used();
        thread::sleep(Duration::from_secs(seconds));
        after = used();
    });
    let (mut conflicts, mut all) = (0, 0);
    for (outcome, number) in servers.iter().flat_map(Served::appends) {
        all += number;
        conflicts += if outcome == "conflict" { number } else { 0 };
    }
    let notes = notes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut wrong = lost(&postgres.url(), &notes.acknowledged);
    wrong.extend(
        unverified(proxy.port(), &notes.finished).into_iter().map(|game| format!("{game} isn't verified")),
    );
    if !wrong.is_empty() {
        return Err(format!("{games} games at once: {}", wrong.join("; ")));
    }
    let counted = notes.acknowledged.iter().filter(|answer| answer.sent >= from && answer.done <= until);
    let mut times: Vec<Duration> = counted.map(|answer| answer.done - answer.sent).collect();
    times.sort();
    let at = |share: usize| {
        times.get(times.len() * share / 100).copied().unwrap_or_default().as_secs_f64() * 1000.0
    };
    let cores = [0, 1, 2].map(|of| (after[of] - before[of]) / seconds as f64);
    let conflicts = conflicts as f64 * 100.0 / all.max(1) as f64;
    let row = format!(
        "| {games} | {:.1} | {:.0} ms | {:.0} ms | {conflicts:.2} % | {:.2} | {:.2} | {:.2} | {} | {} |\n",
        times.len() as f64 / seconds as f64,
        at(50),
        at(99),
        cores[0],
        cores[1],
        cores[2],
        notes.acknowledged.len(),
        notes.finished.len()
    );
    Ok((row, !times.is_empty() && at(99) <= WANTED.as_secs_f64() * 1000.0 && conflicts < 1.0))
}

const CAPACITY: &str = "\
# How many games three servers carry

Written by `cargo xtask cluster --capacity`: three servers on one PostgreSQL behind a proxy that sends every request to the
next one, all on one machine with the visitors. Each visitor plays against the computer and answers every three seconds; more
and more of them, half as many again each time, until 99 % of the answers take longer than 150 ms; then the numbers between
the last that went well and the first that didn't, down to a tenth. At the end of each run every acknowledged answer is looked
up in the database and every finished game is verified: one that was missing would have ended the command.
";

/// More and more games, until answers take too long.
fn capacity(seconds: u64, every: u64, first: usize) -> Result<String, String> {
    let mut table = String::from(
        "| games at once | answers a second | median | 99 % within | conflicts | cores: servers | database | visitors and proxy | \
         answers, none lost | finished games, all verified |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let before = load();
    let (mut good, mut bad) = (0, None::<usize>);
    loop {
        let games = match bad {
            None if good == 0 => first,
            None => good * 3 / 2,
            Some(bad) if bad * 10 > good * 11 && good > 0 => usize::midpoint(good, bad),
            Some(_) => break,
        };
        let (row, ok) = quiet(games, seconds, every)?;
        print!("{row}");
        table.push_str(&row);
        if ok {
            good = games;
        } else {
            bad = Some(games);
        }
    }
    let (most, machine, after) =
        (if good == 0 { "none of these".into() } else { good.to_string() }, machine(), load());
    Ok(format!(
        "{table}\nLargest number of games with 99 % of the answers within 150 ms: {most}. {machine}. The machine's load was {before} \
         before and {after} at the end, this command's own included.\n"
    ))
}

fn trial(games: usize, seconds: u64, every: u64) -> (Vec<(String, String)>, bool) {
    let mut postgres = Postgres::start().unwrap_or_else(|missing| panic!("{missing}"));
    let url = postgres.url();
    let mut servers: Vec<Served> = (0..SERVERS).map(|_| Served::start(&url)).collect();
    let proxy = Proxy::over(servers.iter().map(|served| served.port).collect()).expect("a proxy");
    let (port, notes) = (proxy.port(), Mutex::new(Notes::default()));
    let (begun, loaded) = (Instant::now(), load());
    let ramp = Duration::from_millis(games as u64 * 20);
    let until = begun + ramp + Duration::from_secs(seconds);
    let (mut killed, mut stopped, mut back) = (begun, begun, begun);
    thread::scope(|scope| {
        visitors(scope, games, port, every, until, &notes);
        thread::sleep(ramp + Duration::from_secs(seconds) / 4);
        killed = Instant::now();
        servers[SERVERS - 1].child.kill().expect("killed");
        thread::sleep(Duration::from_secs(seconds) / 3);
        stopped = Instant::now();
        postgres.stop();
        postgres.start_again().expect("started");
        back = Instant::now();
    });
    let played = begun.elapsed().as_secs_f64();
    let notes = notes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let lost = lost(&url, &notes.acknowledged);
    lost.iter().for_each(|lost| eprintln!("lost: {lost}"));
    // Answers during the restart of the database count from when it was back.
    let answers = |from: Instant, to: Instant| {
        let some = notes.acknowledged.iter().filter(|answer| answer.done >= from && answer.sent < to);
        some.map(|answer| {
            answer.done - answer.sent.max(if from == stopped { back } else { answer.sent }).min(answer.done)
        })
        .collect::<Vec<_>>()
    };
    let thoughts = |from: Instant, to: Instant| {
        let some = notes.thoughts.iter().filter(|[since, asked]| *asked >= from && *since < to);
        some.map(|[since, asked]| *asked - *since).collect::<Vec<_>>()
    };
    let (_, quiet_words) = longest(answers(begun, killed));
    let (kill, kill_words) = longest(answers(killed, stopped));
    let (restart, restart_words) = longest(answers(stopped, until + Duration::from_secs(60)));
    let (computer, computer_words) = longest(thoughts(killed, until + Duration::from_secs(60)));
    let unverified = unverified(port, &notes.finished);
    let mut appends = std::collections::BTreeMap::<String, u64>::new();
    for served in &servers[..SERVERS - 1] {
        for (outcome, number) in served.appends() {
            *appends.entry(outcome).or_default() += number;
        }
    }
    let all: u64 = appends.values().sum();
    let conflicts = appends.get("conflict").copied().unwrap_or(0) as f64 * 100.0 / all.max(1) as f64;
    let shares: f64 = servers[..SERVERS - 1].iter().map(Served::processor).sum();
    let ok = lost.is_empty()
        && unverified.is_empty()
        && conflicts < 1.0
        && kill < Duration::from_secs(5)
        && restart < Duration::from_secs(5)
        && computer < Duration::from_secs(20);
    let lines = vec![
        ("games, visitors".into(), format!("{}, {games}", notes.games.len())),
        ("acknowledged answers".into(), notes.acknowledged.len().to_string()),
        ("of these lost".into(), lost.len().to_string()),
        (
            "finished games, of these not verified".into(),
            format!("{}, {}", notes.finished.len(), unverified.len()),
        ),
        ("answer to acknowledgement, all well".into(), quiet_words),
        ("the same after a server was killed".into(), kill_words),
        ("the same after the database was back".into(), restart_words),
        ("answer to the next question (the computer), after the kill".into(), computer_words),
        ("the database was away".into(), format!("{:.1} s", (back - stopped).as_secs_f64())),
        ("tries repeated, pages that were late".into(), format!("{}, {}", notes.repeated, notes.stale)),
        ("appends by outcome, of the two servers left".into(), format!("{appends:?}")),
        ("conflicts".into(), format!("{conflicts:.2} %")),
        (
            "processor: two servers, visitors".into(),
            format!("{:.2}, {:.2} cores", shares / played, processor("self") / played),
        ),
        ("the machine".into(), machine()),
        (
            "its load before and at the end, this command's own included".into(),
            format!("{loaded}, {}", load()),
        ),
    ];
    (lines, ok)
}

const REPORT: &str = "\
# Three servers, one database

Written by `cargo xtask cluster`: three servers on one PostgreSQL behind a proxy that sends every request to the next one,
all on one machine with the visitors. One server is killed with `kill -9`, later the database is restarted. Every
acknowledged answer is looked up in the database at the end, and every finished game is verified.
";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, url, metrics] = &arguments[..]
        && flag == "--serve"
    {
        return serve(url, metrics);
    }
    let option = |name: &str| {
        arguments.iter().position(|argument| argument == name).and_then(|place| arguments.get(place + 1))
    };
    let number = |name: &str, usual: u64| option(name).and_then(|value| value.parse().ok()).unwrap_or(usual);
    if arguments.iter().any(|argument| argument == "--capacity") {
        let (seconds, every) = (number("--seconds", 30), number("--every", 3000));
        let table = match capacity(seconds, every, number("--games", 100) as usize) {
            Ok(table) => table,
            Err(wrong) => {
                eprintln!("{wrong}");
                std::process::exit(1);
            }
        };
        let text = format!("{CAPACITY}\n{table}");
        println!("{text}");
        if let Some(file) = option("--report") {
            std::fs::write(file, &text).expect("the report");
        }
        return;
    }
    let (games, seconds, every) = (number("--games", 200), number("--seconds", 80), number("--every", 1000));
    let (lines, ok) = trial(games as usize, seconds, every);
    let table: String = lines.iter().map(|(what, figure)| format!("| {what} | {figure} |\n")).collect();
    let text = format!(
        "{REPORT}\n`--games {games} --seconds {seconds} --every {every}` (an answer of each visitor every {every} ms)\n\n| | |\n|---|---|\n{table}"
    );
    println!("{text}");
    if let Some(file) = option("--report").filter(|_| ok) {
        std::fs::write(file, &text).expect("the report");
    }
    if !ok {
        eprintln!("the figures aren't those that were promised");
        std::process::exit(1);
    }
}
