//! Two servers of different versions behind a proxy that sends a game's requests to the same server: a page whose game has
//! gone to the newer one finds it, and the click that met the older one counts.

use crate::browser::{self, Browser};
use crate::cut::{get, post};
use crate::hostile::{header, status};
use crate::played::{asked, click, moved_on, number, play_now};
use crate::served::Served;
use rig::{Postgres, or_skip};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// What the proxy has passed on: the first line of a request, and to which server.
type Passed = Arc<Mutex<Vec<(String, usize)>>>;

/// A proxy that chooses a server by the cookie alone, as the one in `packaging` does by it and the game's name. Each request
/// has a connection of its own.
struct Router {
    address: String,
    passed: Passed,
}

impl Router {
    fn to(servers: Vec<String>) -> Router {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let passed = Passed::default();
        let own = passed.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (servers, passed) = (servers.clone(), own.clone());
                // A connection that breaks is the browser's or the server's business.
                thread::spawn(move || drop(pass(client, &servers, &passed)));
            }
        });
        Router { address, passed }
    }

    /// The servers that requests of a kind came to, in order.
    fn came_to(&self, start: &str, end: &str) -> Vec<usize> {
        let passed = self.passed.lock().expect("a list");
        let path = |line: &str| line.split([' ', '?']).nth(1).unwrap_or_default().to_string();
        let kept = passed.iter().filter(|(line, _)| line.starts_with(start) && path(line).ends_with(end));
        kept.map(|(_, server)| *server).collect()
    }
}

fn pass(mut client: TcpStream, servers: &[String], passed: &Passed) -> std::io::Result<()> {
    let (mut all, mut some) = (Vec::new(), [0; 4096]);
    let end = loop {
        if let Some(end) = all.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        match client.read(&mut some)? {
            0 => return Ok(()),
            read => all.extend_from_slice(&some[..read]),
        }
    };
    let head = String::from_utf8_lossy(&all[..end]).into_owned();
    let tried =
        head.split("dejarik-elsewhere=").nth(1).map_or("0", |rest| rest.split(';').next().unwrap_or("0"));
    let tried: usize = tried.lines().next().and_then(|number| number.trim().parse().ok()).unwrap_or(0);
    let server = tried % servers.len();
    passed.lock().expect("a list").push((head.lines().next().unwrap_or_default().to_string(), server));
    let mut to = TcpStream::connect(servers[server].trim_start_matches("http://"))?;
    for line in head.lines().filter(|line| !line.to_ascii_lowercase().starts_with("connection:")) {
        to.write_all(format!("{line}\r\n").as_bytes())?;
    }
    to.write_all(b"Connection: close\r\n\r\n")?;
    to.write_all(&all[end + 4..])?;
    let (mut from, mut on) = (client.try_clone()?, to.try_clone()?);
    thread::spawn(move || {
        // Whoever goes away takes the request along.
        let _ = std::io::copy(&mut from, &mut on);
        let _ = on.shutdown(Shutdown::Both);
    });
    std::io::copy(&mut to, &mut client)?;
    client.shutdown(Shutdown::Both)
}

/// Until something is so.
fn until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_click_at_the_older_server_counts_at_the_newer_and_the_page_goes_on_there() {
    let tests = "the tests of servers with a PostgreSQL database";
    let Some(postgres) = or_skip(tests, Postgres::shared()) else { return };
    let Some(program) = browser::program() else { return };
    let older = Served::with(&["--store", &postgres.database("older").expect("a database")]);
    // The newer one will have the same game in a database of its own: nothing else here has newer rules.
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    let router = Router::to(vec![older.address.clone(), format!("http://{free}")]);
    let mut browser = Browser::start(&program);
    let page = browser.page(1440, 900);
    // The page asks for nothing by itself as long as the test wants, so that its click is the first to be sent on.
    browser.first(
        &page,
        "{ const real = window.fetch; window.slow = false; \
           window.fetch = async (address, options) => { \
             while (window.slow && String(address).includes('/events?')) await new Promise((go) => setTimeout(go, 20)); \
             return real(address, options); }; }",
    );
    play_now(&mut browser, &page, &router.address);
    for turn in 0..2 {
        assert!(asked(&mut browser, &page));
        click(&mut browser, &page, turn * 7 + 3);
    }
    assert!(asked(&mut browser, &page));
    let game = browser.text(&page, "document.body.dataset.game");
    let file = postgres.dump("older").expect("a backup");
    let copy = postgres.restore("newer", &file).expect("restored");
    let newer = Served::there(&["--store", &copy], &free.to_string());
    until("the newer server is ready", || status(&newer.request("GET", "/health/ready", "", "")) == 200);
    // A server with newer rules shows itself and takes the game over.
    let shows = "INSERT INTO nodes SELECT 'newer', now() + interval '1 hour', rules + 1 FROM nodes LIMIT 1";
    postgres.sql_in("older", shows).expect("shown");
    let laid = || status(&post(&older, "/play", "", "mine=diplomats&theirs=underworld&pace=instant"));
    until("the older server hears of the newer", || laid() == 503);
    let before = number(&mut browser, &page);
    browser.eval(&page, "window.slow = true");
    let takes = format!(
        "INSERT INTO steps SELECT id, steps, 'carried', NULL, (SELECT max(rules) FROM nodes), NULL, changed, 0, NULL \
             FROM games WHERE id = '{game}'; \
         UPDATE games SET steps = steps + 1 WHERE id = '{game}'"
    );
    postgres.sql_in("older", &takes).expect("taken over");
    browser.eval(&page, "document.querySelector('.prompt .choice[name=a]').click()");
    moved_on(&mut browser, &page, before);
    browser.eval(&page, "window.slow = false");
    assert!(number(&mut browser, &page) > before, "the click counts");
    let answers = router.came_to("POST", &format!("/t/{game}/answer"));
    // The older server may be busy with finding out before it says where the game is.
    let at_newer = answers.iter().filter(|server| **server == 1).count();
    let is_last = answers.last() == Some(&1);
    assert!(is_last && at_newer == 1 && answers.len() >= 4, "it met the older one first: {answers:?}");
    // The stream finds its way too, and with it the computer's answers.
    until("the stream comes from the newer server", || router.came_to("GET", "/live").last() == Some(&1));
    for turn in 0..3 {
        if !asked(&mut browser, &page) {
            break;
        }
        click(&mut browser, &page, turn * 7 + 3);
    }
    asked(&mut browser, &page);
    assert!(
        router.came_to("POST", &format!("/t/{game}/answer"))[answers.len()..]
            .iter()
            .all(|server| *server == 1)
    );
    let counted = format!("SELECT steps FROM games WHERE id = '{game}'");
    let steps =
        |database| postgres.sql_in(database, &counted).expect("counted").parse::<u64>().expect("a number");
    assert!(steps("newer") > steps("older"), "it is played at the newer server alone");
    // Somebody who loads the page at the older server gets there without doing anything.
    let told = get(&older, &format!("/t/{game}"), "");
    assert_eq!((status(&told), header(&told, "refresh:").as_str()), (421, "2"), "{told}");
    assert!(header(&told, "set-cookie:").starts_with("dejarik-elsewhere=1; "), "{told}");
}
