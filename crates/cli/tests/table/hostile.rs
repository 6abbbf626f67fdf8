//! Visitors who mean harm: no panic, no leak, other games unaffected.

use crate::served::Served;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

pub const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// The value of a header.
pub fn header(answer: &str, name: &str) -> String {
    let line = answer.lines().find(|line| line.to_lowercase().starts_with(name));
    line.map(|line| line[name.len()..].trim().to_string()).unwrap_or_default()
}

/// Starts a game and gives back its name and the cookie of its seat.
pub fn start(served: &Served) -> (String, String) {
    let answer = served.request("POST", "/play", FORM, "mine=diplomats&theirs=underworld&pace=instant");
    let game = header(&answer, "location:").trim_start_matches("/t/").to_string();
    let cookie = header(&answer, "set-cookie:").split(';').next().unwrap_or_default().to_string();
    assert!(game.len() == 10 && cookie.starts_with("dejarik="), "{answer}");
    deal(served, &game, &cookie);
    (game, cookie)
}

/// Does a player's part of the shuffle, as somebody without a script does: with typed words.
pub fn deal(served: &Served, game: &str, cookie: &str) {
    let headers = format!("{FORM}Cookie: {cookie}\r\n");
    let answer = served.request("POST", &format!("/t/{game}/words"), &headers, "words=4+6+1+1+3");
    assert_eq!(status(&answer), 303, "{answer}");
}

/// The cookie that an answer sets, as a browser sends it back.
pub fn cookie(answer: &str) -> String {
    header(answer, "set-cookie:").split(';').next().unwrap_or_default().to_string()
}

/// Sits down by an invitation, as a browser that is new here does: it gets its token first, and sends the form again.
pub fn join(served: &Served, link: &str, name: &str) -> (String, String) {
    let body = format!("name={name}");
    let first = served.request("POST", &format!("/join/{link}"), FORM, &body);
    assert_eq!(status(&first), 307, "{first}");
    let own = cookie(&first);
    let headers = format!("{FORM}Cookie: {own}\r\n");
    (served.request("POST", &header(&first, "location:"), &headers, &body), own)
}

/// Waits until the holder of a seat is asked, and gives back the table as text: the computer may be asked first.
pub fn until_asked(served: &Served, game: &str, cookies: &str) -> String {
    let begun = Instant::now();
    loop {
        let text = served.request("GET", &format!("/t/{game}/text"), &format!("Cookie: {cookies}\r\n"), "");
        if text.contains("/answer?text=1")
            || text.contains("The game is over")
            || begun.elapsed() > Duration::from_secs(60)
        {
            return text;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_seat_is_held_by_its_cookie_alone() {
    let served = Served::start();
    let (game, cookie) = start(&served);
    until_asked(&served, &game, &cookie);
    let answer = |cookie: &str, body: &str| {
        let headers = format!("{FORM}Cookie: {cookie}\r\n");
        status(&served.request("POST", &format!("/t/{game}/answer"), &headers, body))
    };
    let stranger = format!("dejarik={}", "a".repeat(32));
    assert_eq!(answer("", "n=0&a=0"), 403);
    assert_eq!(answer(&stranger, "n=0&a=0"), 403);
    let number = || {
        let headers = format!("Cookie: {cookie}\r\n");
        let page = served.request("GET", &format!("/t/{game}"), &headers, "");
        page.split("data-number=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse::<usize>().ok())
    };
    let before = number().expect("the table");
    for (body, wanted) in [
        (format!("n={before}&a=9999"), 400),
        (format!("n={before}&a=-1"), 400),
        (format!("n={before}&a=0,0,0,0,0,0"), 400),
        (format!("n={before}&a=%3Cscript%3E"), 400),
        (format!("n={}&a=0", before + 1), 409),
        ("a=0".to_string(), 422),
        ("n=99999999999999999999&a=0".to_string(), 422),
    ] {
        assert_eq!(answer(&cookie, &body), wanted, "{body}");
    }
    assert_eq!(number(), Some(before), "nothing has changed");
    assert_eq!(answer(&cookie, &format!("n={before}&a=0")), 303);
    // What another site sends with the visitor's cookie is refused.
    let headers = format!("{FORM}Cookie: {cookie}\r\nSec-Fetch-Site: cross-site\r\n");
    assert_eq!(status(&served.request("POST", &format!("/t/{game}/undo"), &headers, "")), 403);
}

#[test]
fn every_answer_has_strict_headers_and_hostile_text_is_only_text() {
    let served = Served::start();
    for path in
        ["/", "/cards?q=%3Cscript%3Ealert(1)%3C/script%3E", "/nothing", "/t/aaaaaaaaaa", "/assets/table.js"]
    {
        let answer = served.request("GET", path, "", "").to_lowercase();
        assert!(answer.contains("content-security-policy: default-src 'none'"), "{path}");
        assert!(answer.contains("x-content-type-options: nosniff"), "{path}");
        assert!(!answer.contains("<script>alert"), "{path}");
    }
    let list = "1+%3Cimg+src%3Dx+onerror%3Dalert(1)%3E%0A4+Mistveil+Scouts";
    let page = served.request("POST", "/decks/own", FORM, &format!("name=%3Cb%3E&list={list}"));
    assert_eq!(status(&page), 200);
    assert!(!page.contains("<img src=x") && page.contains("&lt;img"), "a name of a deck is a text");
}

/// Whatever is wrong with a request, people get a page of the table's own that says so, and none of the program's insides.
#[test]
fn requests_that_make_no_sense_get_a_page_that_says_so() {
    let served = Served::start();
    let (game, cookie) = start(&served);
    let table = format!("/t/{game}");
    let seat = format!("Cookie: {cookie}\r\n");
    let form = |extra: &str| format!("{FORM}{seat}{extra}");
    let (junk, json) = ("x".repeat(60_000), format!("Content-Type: application/json\r\n{seat}"));
    let asks: [(&str, String, String, &str, u16); 13] = [
        ("GET", "/judge?at=-1".into(), String::new(), "", 400),
        ("GET", format!("/r/{game}?at=99999999999999999999"), String::new(), "", 400),
        ("GET", "/live".into(), String::new(), "", 400),
        ("GET", "/join/%ff%fe".into(), String::new(), "", 400),
        ("GET", format!("/card?name={junk}"), String::new(), "", 400),
        ("GET", format!("/lab?text={junk}"), String::new(), "", 400),
        ("DELETE", "/".into(), String::new(), "", 405),
        ("POST", format!("{table}/answer"), form(""), "a=0", 422),
        ("POST", format!("{table}/answer"), form(""), "n=1&n=2&a=1", 422),
        ("POST", "/play".into(), json, "{}", 415),
        // A packed form isn't unpacked: it is read as it is, and makes no sense.
        ("POST", "/play".into(), form("Content-Encoding: gzip\r\n"), "\u{1f}\u{8b}\u{8}\u{0}", 400),
        ("GET", "/cards?q=a".into(), "Host: evil.example\r\n".into(), "", 400),
        (
            "GET",
            format!("{table}/events?after=4294967295&have={}", "%00,".repeat(9000)),
            seat.clone(),
            "",
            200,
        ),
    ];
    for (method, path, headers, body, wanted) in &asks {
        let answer = served.request(method, path, headers, body);
        let path: String = path.chars().take(80).collect();
        assert_eq!(status(&answer), *wanted, "{method} {path}: {answer}");
        if *wanted != 200 {
            assert!(header(&answer, "content-type:").starts_with("text/html"), "{method} {path}: {answer}");
            assert!(
                !answer.contains("deserialize") && !answer.contains("Failed"),
                "{method} {path}: {answer}"
            );
        }
    }
    // More than a head can hold ends the connection, and nothing else.
    let head =
        served.raw(format!("GET /?{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(1 << 20)).as_bytes());
    assert!(matches!(status(&head), 0 | 414 | 431), "{head}");
    assert_eq!(status(&served.request("GET", &table, &seat, "")), 200);
}

/// Naming a table many times over takes one place among those who watch it.
#[test]
fn a_stream_that_names_a_table_often_has_one_place() {
    let served = Served::start();
    let (game, cookie) = start(&served);
    until_asked(&served, &game, &cookie);
    let host = served.address.trim_start_matches("http://").to_string();
    let list = vec![game.as_str(); 16].join(",");
    let mut streams = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(&host).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
        let ask = format!("GET /live?games={list} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        stream.write_all(ask.as_bytes()).expect("sent");
        let mut first = [0; 12];
        stream.read_exact(&mut first).expect("an answer");
        assert_eq!(&first, b"HTTP/1.1 200");
        streams.push(stream);
    }
    let begun = Instant::now();
    loop {
        let page = served.request("GET", &format!("/t/{game}"), &format!("Cookie: {cookie}\r\n"), "");
        if page.contains("3 people are watching") {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "three watch: {page}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn body_of(answer: &str) -> String {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_string()
}

#[test]
fn random_and_hostile_messages_harm_nobody() {
    let mut served = Served::start();
    let (game, cookie) = start(&served);
    let page =
        |served: &Served| served.request("GET", &format!("/t/{game}"), &format!("Cookie: {cookie}\r\n"), "");
    // Another game, of somebody who is thinking: nothing of it may change.
    let (quiet, seat) = start(&served);
    let quiet_page = |served: &Served| {
        served.request("GET", &format!("/t/{quiet}/text"), &format!("Cookie: {seat}\r\n"), "")
    };
    until_asked(&served, &quiet, &seat);
    let quiet_before = body_of(&quiet_page(&served));
    // The live connection: more than a game may have, some of them with nonsense sent after them.
    let host = served.address.trim_start_matches("http://").to_string();
    let mut live: Vec<TcpStream> = Vec::new();
    for number in 0..40 {
        let mut stream = TcpStream::connect(&host).expect("a connection");
        let _ = stream
            .write_all(format!("GET /live?games={game} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes());
        if number % 3 == 0 {
            let _ = stream.write_all(&[0, 255, 13, 10, 13, 10, 60, 62]);
        }
        live.push(stream);
    }
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    let paths = [
        "/play",
        "/t/%00/answer",
        "/t/../../etc/passwd",
        "/join/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "/r/x?at=-1",
        "/odds?power=999999999999",
        "/odds?power=60&aLucky=60&dLucky=60",
        "/lab?text=Pay+X+Force+-%3E",
        "/rules?q=%F0%9F",
        "/card?name=%00",
        "/decks/own",
        "/decks/file?as=exe",
        "/decks/build",
        "/lab/table",
        "/cards?q=((((((",
        "/health",
        "/live?games=aaaaaaaaaa:%00",
        "/live?games=,,,,",
        "/live",
        "/t/aaaaaaaaaa/events?after=-1&have=%00",
    ];
    let bodies = [
        "",
        "list=%00",
        "n=1&a=1",
        "list=999999999+Name",
        "name=%FF%FE&list=4+x",
        "text=Armor&cost=999",
        "mine=x&theirs=y",
        "{}",
        "line=%3Cscript%3E%00%0d%0a",
        "line=%F0%9F%8E%B2&agree=yes&role=dark",
        "n=0&a=0,0,0,0",
    ];
    let start = Instant::now();
    let mut sent = 0;
    while start.elapsed() < Duration::from_secs(6) {
        let own = format!(
            "/t/{game}/{}",
            [
                "answer", "hold", "undo", "agree", "wishes", "screen", "hint", "again", "say", "coach",
                "events"
            ][next(11)]
        );
        let path = if next(3) == 0 { own.as_str() } else { paths[next(paths.len())] };
        let method = ["GET", "POST", "PUT", "DELETE", "HEAD"][next(5)];
        let answer = match next(8) {
            0 => {
                let junk: Vec<u8> = (0..200).map(|_| next(256) as u8).collect();
                served.raw(&junk)
            }
            // Half of them with the seat of the game: what a player can send is not harmless by itself.
            1..4 => {
                let headers = format!("{FORM}Cookie: {cookie}; dejarik-wishes={}\r\n", next(99_999));
                served.request(method, path, &headers, bodies[next(bodies.len())])
            }
            _ => served.request(method, path, FORM, bodies[next(bodies.len())]),
        };
        assert!(!(500..600).contains(&status(&answer)), "{method} {path}: {answer}");
        sent += 1;
    }
    // More than a form may hold.
    let large = format!("n=0&a={}", "1".repeat(40_000));
    // After that many forms the visitor has to wait a moment first.
    let answer = loop {
        let answer = status(&served.request("POST", &format!("/t/{game}/answer"), FORM, &large));
        if answer != 429 || start.elapsed() > Duration::from_secs(60) {
            break answer;
        }
        std::thread::sleep(Duration::from_millis(200));
    };
    assert_eq!(answer, 413);
    assert!(sent > 50, "only {sent} messages");
    assert!(served.is_alive(), "the server runs");
    // After so much heavy work the visitor may have to wait a moment first.
    let begun = Instant::now();
    while status(&page(&served)) == 429 && begun.elapsed() < Duration::from_secs(60) {}
    assert_eq!(status(&page(&served)), 200, "the game is there");
    drop(live);
    assert_eq!(body_of(&quiet_page(&served)), quiet_before, "another game is as it was");
    let question = quiet_before.split("name=\"n\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let answer = format!("n={}&a=0", question.expect("a question"));
    let headers = format!("{FORM}Cookie: {seat}\r\n");
    assert_eq!(
        status(&served.request("POST", &format!("/t/{quiet}/answer"), &headers, &answer)),
        303,
        "it goes on"
    );
}

#[test]
fn a_visitor_who_asks_too_much_is_slowed_down() {
    let served = Served::start();
    // Games are counted before anything else is looked at.
    let many: Vec<u16> =
        (0..60).map(|_| status(&served.request("POST", "/play", FORM, "mine=none&theirs=none"))).collect();
    assert!(many.contains(&429), "{many:?}");
    assert_eq!(status(&served.request("GET", "/health", "", "")), 200);
    // A token that the server never issued is no token: it makes nobody new, not even on this computer.
    let made_up = |number: usize| {
        let letters = format!("{number:b}").replace('0', "b").replace('1', "c");
        let headers = format!("{FORM}Cookie: dejarik={letters:a>32}\r\n");
        status(&served.request("POST", "/play", &headers, "mine=none&theirs=none"))
    };
    let flood: Vec<u16> = (0..12).map(made_up).collect();
    assert!(flood.iter().filter(|status| **status == 429).count() >= 9, "{flood:?}");
}

#[test]
fn slow_clients_are_closed_and_hold_nobody_up() {
    let served = Served::start();
    let host = served.address.trim_start_matches("http://").to_string();
    let half = |text: &str| {
        let mut stream = TcpStream::connect(&host).expect("a connection");
        stream.write_all(text.as_bytes()).expect("sent");
        stream.set_read_timeout(Some(Duration::from_secs(25))).expect("a limit");
        stream
    };
    // Some never finish their head, one never its form.
    let mut heads: Vec<TcpStream> = (0..200).map(|_| half("GET / HTTP/1.1\r\nHost: local")).collect();
    let mut form = half("POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\nmine=");
    let begun = Instant::now();
    assert_eq!(status(&served.request("GET", "/health/live", "", "")), 200);
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    let mut rest = String::new();
    for stream in heads.iter_mut().take(3) {
        rest.clear();
        assert!(stream.read_to_string(&mut rest).is_ok(), "the server closes it");
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    rest.clear();
    let _ = form.read_to_string(&mut rest);
    assert_eq!(status(&rest), 408, "{rest}");
}

#[test]
fn a_table_answers_to_its_own_name_alone() {
    let ask = |served: &Served, host: &str, more: &str| {
        served.raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n").as_bytes())
    };
    let plain = Served::start();
    assert_eq!(status(&ask(&plain, "evil.example:7777", "")), 421);
    assert_eq!(status(&ask(&plain, "127.0.0.1:7777", "")), 200);
    let named =
        Served::with(&["--public-url", "https://table.example.org", "--proxy-header", "X-Forwarded-For"]);
    assert_eq!(status(&ask(&named, "table.example.org", "")), 200);
    let form = "mine=diplomats&theirs=droid-army&way=friend";
    let answer = named.request("POST", "/play", FORM, form);
    assert!(header(&answer, "set-cookie:").ends_with("; Secure"), "{answer}");
    let cookie = header(&answer, "set-cookie:").split(';').next().unwrap_or_default().to_string();
    let page = named.request("GET", &header(&answer, "location:"), &format!("Cookie: {cookie}\r\n"), "");
    assert!(page.contains("https://table.example.org/join/"), "{page}");
    // Behind a proxy a made-up cookie doesn't make a new visitor: the address counts.
    let from = |address: &str, number: usize| {
        let cookie = format!("dejarik={:a>32}", format!("{number:b}").replace('0', "b").replace('1', "c"));
        let headers = format!("{FORM}Cookie: {cookie}\r\nX-Forwarded-For: 9.9.9.9, {address}\r\n");
        status(&named.request("POST", "/play", &headers, "mine=none&theirs=none"))
    };
    let flood: Vec<u16> = (0..45).map(|number| from("192.0.2.1", number)).collect();
    assert!(flood.contains(&429), "{flood:?}");
    assert_eq!(from("192.0.2.2", 1), 400, "somebody else isn't slowed down");
}

#[test]
fn only_forms_with_decks_may_be_large() {
    let served = Served::start();
    let (game, cookie) = start(&served);
    let send = |path: &str, bytes: usize| {
        let body = format!("list={}", "1+Nobody%0A".repeat(bytes / 11));
        status(&served.request("POST", path, &format!("{FORM}Cookie: {cookie}\r\n"), &body))
    };
    for path in [&*format!("/t/{game}/answer"), &format!("/t/{game}/say"), "/lab/table", "/me/use"] {
        assert_eq!(send(path, 17 << 10), 413, "{path}");
        assert_ne!(send(path, 15 << 10), 413, "{path}");
    }
    for path in ["/play", "/decks/own", "/decks/build"] {
        assert_ne!(send(path, 17 << 10), 413, "{path}");
        assert_eq!(send(path, 2 << 20), 413, "{path}");
    }
}

/// Every heavy door has its price. One visitor who asks at each of them as fast as it is answered gets what the budget
/// allows and no more, and nobody elsewhere notices.
#[test]
fn one_who_floods_heavy_doors_is_slowed_down_and_others_are_not() {
    const BUDGET: f64 = 1200.0;
    const PER_SECOND: f64 = 120.0;
    let served = Served::with(&["--proxy-header", "X-Forwarded-For"]);
    let from = |address: &str, method: &str, path: &str, cookie: &str, body: &str| {
        let headers = format!("{FORM}Cookie: {cookie}\r\nX-Forwarded-For: {address}\r\n");
        served.request(method, path, &headers, body)
    };
    // A game of the flood's own, and one that is over, for its replays.
    let answer = from("192.0.2.1", "POST", "/play", "", "mine=diplomats&theirs=underworld&pace=instant");
    let (own, seat) = (header(&answer, "location:"), cookie(&answer));
    assert_eq!(status(&from("192.0.2.1", "POST", &format!("{own}/words"), &seat, "words=4+6+1")), 303);
    let watched = "mine=diplomats&theirs=underworld&way=watch&pace=instant&level=random";
    let over =
        header(&from("192.0.2.9", "POST", "/play", "", watched), "location:").replacen("/t/", "/r/", 1);
    let begun = Instant::now();
    while status(&from("192.0.2.9", "GET", &over, "", "")) != 200 {
        assert!(begun.elapsed() < Duration::from_secs(300), "a game of random players ends");
        std::thread::sleep(Duration::from_millis(200));
    }
    let lab = "/lab?type=Character&text=Accuracy+1+%7C+Pay+2+Force+-%3E+Evade+2";
    let judge = "/judge?find=Mistveil";
    let doors: [(&str, &str, String, &str, f64); 6] = [
        ("192.0.2.1", "POST", format!("{own}/hint"), "", 30.0),
        ("192.0.2.2", "GET", lab.into(), "", 50.0),
        ("192.0.2.3", "POST", "/decks/own".into(), "name=Flood&list=60+Diplomat", 20.0),
        ("192.0.2.4", "GET", format!("{over}?at=20"), "", 5.0),
        ("192.0.2.5", "GET", judge.into(), "", 50.0),
        ("192.0.2.6", "GET", format!("{over}/verify"), "", 20.0),
    ];
    for (address, method, path, body, cost) in &doors {
        let cookie = if *address == "192.0.2.1" { seat.as_str() } else { "" };
        let (begun, mut granted, mut refused) = (Instant::now(), 0_u32, 0_u32);
        // A third more than the budget has, or less on a machine that is too slow to use it up.
        for _ in 0..(BUDGET * 1.3 / cost) as usize {
            let answer = from(address, method, path, cookie, body);
            match status(&answer) {
                429 => {
                    refused += 1;
                    assert_eq!(header(&answer, "retry-after:"), "1", "{path}");
                }
                // The computer may be asked in the flood's game: there is no hint then, but a price.
                200 | 409 => granted += 1,
                other => panic!("{path}: {other}"),
            }
            if refused > 5 || begun.elapsed() > Duration::from_secs(20) {
                break;
            }
        }
        let (spent, had) = (f64::from(granted) * cost, BUDGET + begun.elapsed().as_secs_f64() * PER_SECOND);
        assert!(spent <= had + cost, "{path}: {granted} granted, {refused} refused");
        assert!(refused > 0 || begun.elapsed() > Duration::from_secs(1), "{path}: nothing was ever refused");
        // Somebody elsewhere is served meanwhile, at the same doors too.
        assert_eq!(status(&from("198.51.100.7", "GET", "/cards?q=jedi", "", "")), 200, "{path}");
        assert_eq!(status(&from("198.51.100.7", "GET", "/lab?text=Armor", "", "")), 200, "{path}");
    }
    assert_eq!(
        status(&from("192.0.2.2", "GET", "/health/live", "", "")),
        200,
        "it costs nothing to ask that"
    );
}

/// Whoever asks for large pages and never reads them holds nobody up.
#[test]
fn clients_that_never_read_hold_nobody_up() {
    let served = Served::start();
    let (game, _) = start(&served);
    let host = served.address.trim_start_matches("http://").to_string();
    let asks = format!("GET /t/{game} HTTP/1.1\r\nHost: localhost\r\n\r\n").repeat(20);
    let open: Vec<TcpStream> = (0..40)
        .map(|_| {
            let mut stream = TcpStream::connect(&host).expect("a connection");
            stream.write_all(asks.as_bytes()).expect("sent");
            stream
        })
        .collect();
    let begun = Instant::now();
    assert_eq!(status(&served.request("GET", "/health/live", "", "")), 200);
    let (other, cookie) = start(&served);
    until_asked(&served, &other, &cookie);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    drop(open);
}
