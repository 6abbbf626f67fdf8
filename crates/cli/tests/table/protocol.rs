//! The protocol of an open page (docs/PROTOCOL.md), over sockets: a page that applies what it gets shows at every step what
//! a page loaded anew shows, whatever was lost, doubled or swapped on the way.

use crate::cut::{Friends, get, post};
use crate::hostile::{FORM, header, status};
use crate::served::Served;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// As long as a message may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn json(answer: &str) -> Value {
    assert_eq!(status(answer), 200, "{answer}");
    let body = answer.split_once("\r\n\r\n").expect("a body").1;
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

/// An open page, without a browser: the regions that it shows, and what it has been told.
#[derive(Clone, Debug, Default, PartialEq)]
struct Shows {
    number: u64,
    version: String,
    have: BTreeMap<String, String>,
    body: Value,
}

struct Page<'a> {
    game: &'a str,
    cookie: &'a str,
    shows: Shows,
    /// All sentences that were told, and the number of the last.
    told: Vec<(u64, String)>,
}

/// What became of an answer of the server.
#[derive(Debug, PartialEq)]
enum Applied {
    Yes,
    /// It was overtaken.
    Dropped,
    /// The page lacks something that the answer leaves out.
    Lacking,
}

fn names_and_hashes(have: &str) -> BTreeMap<String, String> {
    have.split(' ')
        .map(|one| one.split_once(':').expect("name and hash"))
        .map(|(a, b)| (a.into(), b.into()))
        .collect()
}

impl Page<'_> {
    fn query(shows: &Shows) -> String {
        let have: Vec<&str> = shows.have.values().map(String::as_str).collect();
        format!("after={}&have={}", shows.number, have.join(","))
    }

    fn news(&self, served: &Served, shows: &Shows) -> Value {
        json(&get(served, &format!("/t/{}/events?{}", self.game, Page::query(shows)), self.cookie))
    }

    /// A page loaded anew.
    fn fresh(&self, served: &Served) -> Shows {
        let mut page =
            Page { game: self.game, cookie: self.cookie, shows: Shows::default(), told: Vec::new() };
        let news = page.news(served, &Shows::default());
        assert!(news["whole"].is_string(), "whoever has nothing gets everything");
        assert_eq!(page.apply(&news), Applied::Yes);
        page.shows
    }

    /// Does what the script does.
    fn apply(&mut self, news: &Value) -> Applied {
        let to = news["to"].as_u64().expect("a step");
        if to < self.shows.number {
            return Applied::Dropped;
        }
        if let Some(have) = news["have"].as_str() {
            assert!(news["whole"].is_string());
            self.shows.have = names_and_hashes(have);
        } else {
            let empty = serde_json::Map::new();
            let parts = news["parts"].as_object().unwrap_or(&empty);
            let lists = news["lists"].as_object().unwrap_or(&empty);
            let listed: BTreeSet<&str> =
                lists.values().filter_map(Value::as_array).flatten().filter_map(Value::as_str).collect();
            if listed.iter().any(|name| !parts.contains_key(*name) && !self.shows.have.contains_key(*name)) {
                return Applied::Lacking;
            }
            for (name, part) in parts {
                let html = part[1].as_str().expect("an element");
                assert!(html.contains(&format!("data-region=\"{name}\"")), "{name}: {html}");
                self.shows.have.insert(name.clone(), part[0].as_str().expect("a hash").to_string());
            }
            // What a list no longer names is gone.
            let is_listed = |name: &str| lists.keys().any(|list| name.starts_with(&format!("{list}-")));
            self.shows.have.retain(|name, _| !is_listed(name) || listed.contains(name.as_str()));
        }
        self.shows.body = news["body"].clone();
        self.shows.version = news["version"].as_str().expect("a version").to_string();
        self.shows.number = to;
        for event in news["events"].as_array().into_iter().flatten() {
            let n = event["n"].as_u64().expect("a number");
            if self.told.last().is_none_or(|(last, _)| n > *last) {
                self.told.push((n, event["text"].as_str().expect("a sentence").to_string()));
            }
        }
        Applied::Yes
    }
}

/// The choices of the prompt in what the server sent or a page has.
fn choices(page: &str) -> Vec<String> {
    let prompt = page.split("id=\"prompt\"").nth(1).unwrap_or_default();
    let prompt = prompt.split("</section>").next().unwrap_or_default();
    let found = prompt.split("form=\"answer\" name=\"a\" value=\"").skip(1);
    found.filter_map(|rest| rest.split('"').next().map(str::to_string)).collect()
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// How many answers are given at least; games may be short.
const ANSWERS: usize = 40;

/// What was seen to happen.
#[derive(Debug, Default)]
struct Counts {
    answers: usize,
    takebacks: usize,
    /// Batches over several steps.
    long: usize,
    /// Bytes of everything and of what changed, plain and packed.
    bytes: [[usize; 2]; 2],
}

impl Counts {
    const fn is_enough(&self) -> bool {
        self.answers >= ANSWERS && self.takebacks > 0 && self.long > 0
    }
}

/// Two friends with open pages; everything that can go wrong between them and the server does.
struct Played<'a> {
    served: &'a Served,
    friends: &'a Friends,
    pages: [Page<'a>; 2],
    /// What each page was sent, in case it comes again.
    old: [Vec<Value>; 2],
    chance: Chance,
}

impl<'a> Played<'a> {
    fn new(served: &'a Served, friends: &'a Friends, seed: u64) -> Played<'a> {
        let pages = [0, 1].map(|seat| {
            let cookie = &friends.cookies[seat];
            let mut page = Page { game: &friends.game, cookie, shows: Shows::default(), told: Vec::new() };
            page.shows = page.fresh(served);
            page
        });
        Played { served, friends, pages, old: [Vec::new(), Vec::new()], chance: Chance(seed) }
    }

    /// One answer or takeback; `false` when the game is over.
    fn round(&mut self, round: usize, counts: &mut Counts) -> bool {
        let (served, game) = (self.served, self.friends.game.as_str());
        let is_asked = |page: &Page| page.fresh(served).body["data-asked"] == "yes";
        let Some(who) = self.pages.iter().position(is_asked) else { return false };
        let (other, cookie) = (1 - who, &self.friends.cookies[who]);
        let whole = get(served, &format!("/t/{game}"), cookie);
        let choices = choices(&whole);
        assert!(!choices.is_empty(), "{whole}");
        // The page that answers may have missed everything since it was last refreshed: one request is enough.
        let before = self.pages[who].shows.number;
        let query = Page::query(&self.pages[who].shows);
        let number = self.pages[who].fresh(served).number;
        let takes_back = round % 6 == 4 && whole.contains("form=\"undo\"");
        let (path, body) = if takes_back {
            ("undo", format!("n={number}&request={}", round + 7))
        } else {
            let choice = &choices[self.chance.below(choices.len())];
            ("answer", format!("n={number}&request={}&a={choice}", round + 7))
        };
        let news = json(&post(served, &format!("/t/{game}/{path}?{query}"), cookie, &body));
        assert_eq!(news["from"].as_u64(), Some(before), "the batch begins where the page is");
        assert!(news["to"].as_u64() > Some(number), "and leads beyond the answer");
        self.old[who].push(news.clone());
        assert_eq!(self.pages[who].apply(&news), Applied::Yes);
        assert_eq!(
            self.pages[who].shows,
            self.pages[who].fresh(served),
            "round {round}: what an answer brings"
        );
        if takes_back {
            // The opponent agrees, and both pages go back by going on.
            let query = Page::query(&self.pages[other].shows);
            let agree = format!("agree=yes&request={}", round + 100_007);
            let path = format!("/t/{game}/agree?{query}");
            let news = json(&post(served, &path, &self.friends.cookies[other], &agree));
            assert_eq!(news["undo"], Value::from(true), "{news}");
            assert_eq!(self.pages[other].apply(&news), Applied::Yes);
            let news = self.pages[who].news(served, &self.pages[who].shows);
            assert_eq!(news["undo"], Value::from(true));
            assert_eq!(self.pages[who].apply(&news), Applied::Yes);
            counts.takebacks += 1;
        }
        // Two of three messages to the other page are lost; the third brings everything.
        if round % 3 == 2 {
            let news = self.pages[other].news(served, &self.pages[other].shows);
            counts.long += usize::from(news["to"].as_u64() > news["from"].as_u64().map(|from| from + 1));
            assert_eq!(news["from"].as_u64(), Some(self.pages[other].shows.number));
            assert_eq!(self.pages[other].apply(&news), Applied::Yes);
            self.old[other].push(news);
        }
        for seat in 0..2 {
            self.late_and_old(seat, round);
        }
        counts.answers += 1;
        self.weigh(who, &query, counts);
        true
    }

    /// What comes late changes nothing, and whatever old regions a page says it has, it gets what it lacks.
    fn late_and_old(&mut self, seat: usize, round: usize) {
        let page = &mut self.pages[seat];
        let late = self.old[seat].first();
        if let Some(late) = late.filter(|late| late["to"].as_u64() < Some(page.shows.number)) {
            let shows = page.shows.clone();
            assert_eq!(page.apply(late), Applied::Dropped);
            assert_eq!(page.shows, shows);
        }
        let some = page.shows.have.iter().take(self.chance.below(30));
        let stale = Shows {
            have: some.map(|(name, hash)| (name.clone(), hash.clone())).collect(),
            number: page.shows.number.saturating_sub(self.chance.below(9) as u64),
            ..page.shows.clone()
        };
        let news = page.news(self.served, &stale);
        let mut again = Page { game: page.game, cookie: page.cookie, shows: stale, told: page.told.clone() };
        assert_eq!(again.apply(&news), Applied::Yes, "round {round}");
        assert_eq!(again.shows, page.fresh(self.served), "round {round}: an old page");
        let numbers: Vec<u64> = again.told.iter().map(|(n, _)| *n).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "no sentence twice: {numbers:?}");
    }

    /// What it costs: the whole page as it was sent before, and what an answer brings; each also packed.
    fn weigh(&self, who: usize, query: &str, counts: &mut Counts) {
        let game = &self.friends.game;
        let cookie = format!("X-Part: 1\r\nCookie: {}\r\n", self.friends.cookies[who]);
        let paths = [format!("/t/{game}"), format!("/t/{game}/events?{query}")];
        for (path, bytes) in paths.iter().zip(&mut counts.bytes) {
            let length = |headers: &str| {
                let answer = self.served.request("GET", path, headers, "");
                assert_eq!(
                    header(&answer, "content-encoding:") == "gzip",
                    headers.contains("gzip"),
                    "{path}"
                );
                header(&answer, "content-length:").parse::<usize>().expect("a length")
            };
            bytes[0] += length(&cookie);
            bytes[1] += length(&format!("{cookie}Accept-Encoding: gzip\r\n"));
        }
    }
}

#[test]
fn changes_lead_without_a_gap_to_what_a_fresh_page_shows() {
    let served = Served::start();
    let (mut counts, mut games) = (Counts::default(), 0);
    while !counts.is_enough() {
        games += 1;
        assert!(games < 30, "{counts:?}");
        let friends = Friends::sit(&served);
        let mut played = Played::new(&served, &friends, games);
        let mut round = 0;
        while !counts.is_enough() && played.round(round, &mut counts) {
            round += 1;
        }
        assert!(round > 0 && played.pages.iter().any(|page| !page.told.is_empty()));
    }
    let [whole, changes] = counts.bytes.map(|bytes| bytes.map(|bytes| bytes / counts.answers));
    let answers = counts.answers;
    eprintln!(
        "{answers} answers: everything {whole:?} bytes, what changed {changes:?} bytes (plain, packed)"
    );
    assert!(changes[0] < whole[0] * 2 / 3, "what changed is less than everything");
    assert!(whole[1] < whole[0] / 2 && changes[1] < changes[0] / 2, "packed it is less than half");
}

/// A live stream, as a browser holds it.
struct Live(BufReader<TcpStream>);

impl Live {
    fn open(served: &Served, games: &str, cookie: &str) -> (u16, Live) {
        let host = served.address.trim_start_matches("http://");
        let mut stream = TcpStream::connect(host).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let request = format!(
            "GET /live?games={games} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nCookie: {cookie}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut live = Live(BufReader::new(stream));
        let head = live.line();
        let status = status(&head);
        loop {
            let line = live.line().to_lowercase();
            assert!(status != 200 || !line.starts_with("content-encoding"), "packed events come late");
            if line.trim().is_empty() {
                return (status, live);
            }
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.0.read_line(&mut line).expect("a line") > 0, "the stream has ended");
        line
    }

    /// The next message.
    fn message(&mut self) -> Value {
        loop {
            if let Some(data) = self.line().strip_prefix("data: ") {
                return serde_json::from_str(data.trim()).expect("JSON");
            }
        }
    }

    /// Waits until a table has reached a step.
    fn until(&mut self, game: &str, number: u64) {
        loop {
            let message = self.message();
            let version = message["version"].as_str().unwrap_or_default();
            let step: u64 = version.split('.').next().and_then(|step| step.parse().ok()).unwrap_or(0);
            if message["game"] == game && step >= number {
                return;
            }
        }
    }
}

fn fresh(served: &Served, game: &str, cookie: &str) -> Shows {
    Page { game, cookie, shows: Shows::default(), told: Vec::new() }.fresh(served)
}

/// Whoever is asked gives the first answer; the number of the log after it.
fn answer(served: &Served, friends: &Friends, request: u64) -> u64 {
    let begun = Instant::now();
    loop {
        for cookie in &friends.cookies {
            let shows = fresh(served, &friends.game, cookie);
            if shows.body["data-asked"] == "yes" {
                let choices = choices(&get(served, &format!("/t/{}", friends.game), cookie));
                let body = format!("n={}&request={request}&a={}", shows.number, choices[0]);
                let path = format!("/t/{}/answer?after={}", friends.game, shows.number);
                return json(&post(served, &path, cookie, &body))["to"].as_u64().expect("a step");
            }
        }
        assert!(begun.elapsed() < PATIENCE, "nobody is asked");
    }
}

#[test]
fn one_stream_follows_several_tables_and_begins_where_the_browser_is_after_a_kill() {
    let served = Served::start();
    let tables = [Friends::sit(&served), Friends::sit(&served)];
    // A stranger watches both on one stream.
    let games = format!("{},{}", tables[0].game, tables[1].game);
    let (status, mut live) = Live::open(&served, &games, "");
    assert_eq!(status, 200);
    let first: BTreeSet<String> =
        (0..2).map(|_| live.message()["game"].as_str().expect("a game").to_string()).collect();
    assert_eq!(first, tables.iter().map(|table| table.game.clone()).collect(), "what there is, at once");
    for (number, table) in tables.iter().enumerate() {
        let to = answer(&served, table, 7 + number as u64);
        live.until(&table.game, to);
    }
    // A browser that has the present version of one and an old one of the other is told of the other alone.
    let versions: Vec<String> = tables.iter().map(|table| fresh(&served, &table.game, "").version).collect();
    let served = served.kill_and_start_there();
    let present = fresh(&served, &tables[0].game, "").version;
    let games = format!("{}:{present},{}:1.0", tables[0].game, tables[1].game);
    let (_, mut live) = Live::open(&served, &games, "");
    assert_eq!(live.message()["game"], Value::from(tables[1].game.as_str()));
    // The step of the log is the version: it survives the kill.
    let step = |version: &str| version.split('.').next().map(str::to_string);
    assert_eq!(step(&present), step(&versions[0]));
    let to = answer(&served, &tables[0], 99);
    live.until(&tables[0].game, to);
}

#[test]
fn however_many_watch_a_player_has_a_stream() {
    let served = Served::start();
    let friends = Friends::sit(&served);
    let (mut open, mut refused) = (Vec::new(), 0);
    for _ in 0..60 {
        let (status, live) = Live::open(&served, &friends.game, "");
        match status {
            200 => open.push(live),
            429 => refused += 1,
            other => panic!("status {other}"),
        }
    }
    assert!(!open.is_empty() && refused > 0, "{} watch, {refused} found no place", open.len());
    for cookie in &friends.cookies {
        let (status, mut live) = Live::open(&served, &friends.game, cookie);
        assert_eq!(status, 200, "a player has a place");
        assert_eq!(live.message()["game"], Value::from(friends.game.as_str()));
    }
    // A player's streams are bounded, too.
    let own: Vec<(u16, Live)> =
        (0..20).map(|_| Live::open(&served, &friends.game, &friends.cookies[0])).collect();
    assert!(own.iter().any(|(status, _)| *status == 429) && own.iter().any(|(status, _)| *status == 200));
    // Nobody follows a table that doesn't exist, nor a hundred at once.
    assert_eq!(status(&served.request("GET", "/live?games=aaaaaaaaaa", FORM, "")), 404);
    let many = vec![friends.game.as_str(); 40].join(",");
    assert_eq!(status(&served.request("GET", &format!("/live?games={many}"), FORM, "")), 400);
}
