//! Servers that keep their games in a PostgreSQL database.

use crate::cut::{Form, Friends, get, post};
use crate::hostile::{FORM, start, status, until_asked};
use crate::served::Served;
use rig::{Nats, Postgres, Proxy, Way, or_skip};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const TESTS: &str = "the tests of servers with a PostgreSQL database";

fn dejarik(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dejarik")).args(arguments).output().expect("the command runs")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Answers the question of a player's page; says whether the server took it.
fn answers(served: &Served, game: &str, cookie: &str) -> u16 {
    let page = get(served, &format!("/t/{game}"), cookie);
    let form = Form::read(&page).unwrap_or_else(|| panic!("a question: {page}"));
    status(&post(served, &format!("/t/{game}/answer"), cookie, &form.body(0)))
}

#[test]
fn games_move_from_a_database_into_a_folder_and_back_and_go_on() {
    let Some(postgres) = or_skip(TESTS, Postgres::shared()) else { return };
    let url = postgres.database("moved").expect("a database");
    let none = dejarik(&["store", "check", "--store", &url]);
    assert_eq!(
        (none.status.code(), said(&none).contains("no games are kept")),
        (Some(2), true),
        "{}",
        said(&none)
    );
    let served = Served::with(&["--store", &url]);
    let (game, cookie) = start(&served);
    until_asked(&served, &game, &cookie);
    assert_eq!(answers(&served, &game, &cookie), 303);
    until_asked(&served, &game, &cookie);
    drop(served);
    let checked = dejarik(&["store", "check", "--store", &url]);
    assert!(checked.status.success() && said(&checked).contains("1 game,"), "{}", said(&checked));
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_string_lossy().into_owned();
    let moved = dejarik(&["store", "move", "--store", &url, "--to", &data]);
    assert!(said(&moved).contains("1 game was copied"), "{}", said(&moved));
    let served = Served::at(folder);
    until_asked(&served, &game, &cookie);
    assert_eq!(answers(&served, &game, &cookie), 303, "the seat is where it was");
    until_asked(&served, &game, &cookie);
    let again = postgres.database("moved_again").expect("a database");
    let data = served.folder().to_string_lossy().into_owned();
    let served = served.kill();
    // Whoever reads the arguments of a process learns no password from us, nor from what we print.
    let hidden = again.replace("postgres@", "postgres:secret@");
    let moved = dejarik(&["store", "move", "--data", &data, "--to", &hidden]);
    assert!(
        said(&moved).contains("1 game was copied") && !said(&moved).contains("secret"),
        "{}",
        said(&moved)
    );
    drop(served);
    let served = Served::with(&["--store", &again]);
    until_asked(&served, &game, &cookie);
    assert_eq!(answers(&served, &game, &cookie), 303);
    let refused = dejarik(&["serve", "--store", "mysql://here"]);
    assert!(
        refused.status.code() == Some(2) && said(&refused).contains("no kind of store"),
        "{}",
        said(&refused)
    );
}

/// A backup that `pg_dump` makes during play is a whole: restored elsewhere, the game goes on from there, seats included.
#[test]
fn a_database_is_backed_up_during_play_and_goes_on_elsewhere() {
    let Some(postgres) = or_skip(TESTS, Postgres::shared()) else { return };
    let url = postgres.database("backed_up").expect("a database");
    let served = Served::with(&["--store", &url]);
    let (game, cookie) = start(&served);
    until_asked(&served, &game, &cookie);
    assert_eq!(answers(&served, &game, &cookie), 303);
    until_asked(&served, &game, &cookie);
    let before = steps(&get(&served, &format!("/t/{game}"), &cookie));
    let file = postgres.dump("backed_up").expect("a backup");
    assert_eq!(answers(&served, &game, &cookie), 303, "the game goes on meanwhile");
    let restored = postgres.restore("restored", &file).expect("restored");
    let checked = dejarik(&["store", "check", "--store", &restored]);
    assert!(checked.status.success() && said(&checked).contains("1 game,"), "{}", said(&checked));
    let elsewhere = Served::with(&["--store", &restored]);
    until_asked(&elsewhere, &game, &cookie);
    assert_eq!(steps(&get(&elsewhere, &format!("/t/{game}"), &cookie)), before);
    assert_eq!(answers(&elsewhere, &game, &cookie), 303);
}

/// A database that goes under a running server: pages can still be read, nothing is said to be done that isn't, and the
/// game goes on by itself when the database is back.
#[test]
fn a_table_outlives_its_database() {
    let Some(mut postgres) = or_skip(TESTS, Postgres::start()) else { return };
    let served = Served::with(&["--store", &postgres.url()]);
    let friends = Friends::sit(&served);
    let (who, _) = friends.asked(&served);
    let (game, cookie) = (friends.game.clone(), friends.cookies[who].clone());
    assert_eq!(answers(&served, &game, &cookie), 303);
    for kill in [false, true] {
        let (who, form) = friends.asked(&served);
        let cookie = &friends.cookies[who];
        if kill {
            postgres.kill();
        } else {
            postgres.stop();
        }
        let refused = post(&served, &format!("/t/{game}/answer"), cookie, &form.body(0));
        assert_ne!(status(&refused), 303, "{refused}");
        assert_eq!(status(&get(&served, &format!("/t/{game}"), cookie)), 200, "pages are read from memory");
        assert_eq!(status(&served.request("GET", "/health/ready", "", "")), 503);
        postgres.start_again().expect("started");
        let begun = Instant::now();
        // The same request again: whatever became of the first, it has one effect.
        loop {
            let again = post(&served, &format!("/t/{game}/answer"), cookie, &form.body(0));
            if status(&again) == 303 {
                break;
            }
            assert_eq!(status(&again), 503, "{again}");
            assert!(begun.elapsed() < Duration::from_secs(30), "it goes on: {again}");
            std::thread::sleep(Duration::from_millis(50));
        }
        while status(&served.request("GET", "/health/ready", "", "")) != 200 {
            assert!(begun.elapsed() < Duration::from_secs(30), "ready again");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    let checked = dejarik(&["store", "check", "--store", &postgres.url()]);
    assert!(checked.status.success(), "{}", said(&checked));
}

/// Until something is true of a page.
fn until(served: &Served, path: &str, cookie: &str, is_so: impl Fn(&str) -> bool) -> String {
    let begun = Instant::now();
    loop {
        let page = get(served, path, cookie);
        if is_so(&page) {
            return page;
        }
        assert!(begun.elapsed() < Duration::from_secs(40), "{page}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Two players at two servers: each sees the other's steps, and a click that reaches the other server is the same click.
#[test]
fn friends_at_two_servers_play_one_game() {
    let Some(postgres) = or_skip(TESTS, Postgres::shared()) else { return };
    let url = postgres.database("two_servers").expect("a database");
    let servers = [Served::with(&["--store", &url]), Served::with(&["--store", &url])];
    let friends = Friends::sit(&servers[0]);
    let path = format!("/t/{}", friends.game);
    for turn in 0..12 {
        if friends.is_over(&servers[0]) {
            break;
        }
        let (who, form) = friends.asked(&servers[turn % 2]);
        let body = form.body(turn);
        // Sent twice, once to each: it has one effect, and both say so.
        for server in [&servers[turn % 2], &servers[(turn + 1) % 2]] {
            let answer = post(server, &format!("{path}/answer"), &friends.cookies[who], &body);
            assert_eq!(status(&answer), 303, "{answer}");
        }
        let there = steps(&get(&servers[turn % 2], &path, &friends.cookies[who]));
        until(&servers[(turn + 1) % 2], &path, &friends.cookies[who], |page| steps(page) >= there);
    }
    let checked = dejarik(&["store", "check", "--store", &url]);
    assert!(checked.status.success(), "{}", said(&checked));
}

/// The number of the next step, as a page has it.
fn steps(page: &str) -> u32 {
    let number = page.split("data-number=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse().ok());
    number.unwrap_or(0)
}

/// What can happen between two programs.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Cut,
    OneWay(Way),
    Slow(Duration),
}

/// A way that is long, but not so long that anybody gives up.
const LONG: Duration = Duration::from_millis(700);
/// One on which everybody has given up.
const ENDLESS: Duration = Duration::from_secs(30);

impl Fault {
    /// All of them; the longest only where there is time for them (`cargo xtask faults`).
    fn all() -> Vec<Fault> {
        let mut all =
            vec![Fault::Cut, Fault::OneWay(Way::There), Fault::OneWay(Way::Back), Fault::Slow(LONG)];
        if std::env::var_os("FAULT_LONG").is_some() {
            all.push(Fault::Slow(ENDLESS));
        }
        all
    }

    fn begin(self, proxy: &Proxy) {
        match self {
            Fault::Cut => {
                proxy.refuse(true);
                proxy.cut();
            }
            Fault::OneWay(way) => proxy.hold(Some(way)),
            Fault::Slow(delay) => proxy.delay(delay),
        }
    }

    fn end(proxy: &Proxy) {
        proxy.refuse(false);
        proxy.hold(None);
        proxy.delay(Duration::ZERO);
    }
}

/// Sends a form and waits for whatever the server makes of it, however long it doubts.
fn post_patiently(served: &Served, path: &str, cookie: &str, body: &str) -> String {
    let patience = Duration::from_secs(90);
    served.request_for(patience, "POST", path, &format!("{FORM}Cookie: {cookie}\r\n"), body)
}

/// One of two servers is cut off from the database, hears or says nothing, or waits long for everything: the players go on
/// at the other, and a request that reached both has one effect, whatever the first server made of it. The fault lasts until
/// the first server has said what it made of it.
#[test]
fn a_server_that_is_cut_off_from_its_database_loses_and_doubles_nothing() {
    let Some(postgres) = or_skip(TESTS, Postgres::start()) else { return };
    let proxy = Proxy::to(postgres.port()).expect("a proxy");
    let servers = [
        Served::with(&["--store", &postgres.url_at(proxy.port())]),
        Served::with(&["--store", &postgres.url()]),
    ];
    let friends = Friends::sit(&servers[0]);
    let (page, form) = (format!("/t/{}", friends.game), format!("/t/{}/answer", friends.game));
    for fault in Fault::all() {
        // While all is well: the connections are open when the fault begins.
        let begun = Instant::now();
        let (who, asked) = friends.asked(&servers[0]);
        while status(&post(&servers[0], &form, &friends.cookies[who], &asked.body(1))) != 303 {
            assert!(begun.elapsed() < Duration::from_secs(30), "{fault:?}: all is well before it");
            std::thread::sleep(Duration::from_millis(50));
        }
        let (who, asked) = friends.asked(&servers[0]);
        let (cookie, body) = (&friends.cookies[who], asked.body(0));
        fault.begin(&proxy);
        let begun = Instant::now();
        let there = std::thread::scope(|scope| {
            let cut_off = scope.spawn(|| post_patiently(&servers[0], &form, cookie, &body));
            let answer = post(&servers[1], &form, cookie, &body);
            assert_eq!(status(&answer), 303, "{fault:?}: {answer}");
            assert!(begun.elapsed() < Duration::from_secs(5), "{fault:?}: nobody waits at the other server");
            let there = steps(&get(&servers[1], &page, cookie));
            let said = cut_off.join().expect("an answer");
            let took = begun.elapsed().as_secs_f64();
            println!(
                "report: {fault:?} between a server and its database: {} after {took:.1} s",
                status(&said)
            );
            match fault {
                // It's slow, and that is all.
                Fault::Slow(LONG) => assert_eq!(status(&said), 303, "{said}"),
                // Nothing comes back, or nothing in time: it can't know.
                Fault::OneWay(_) | Fault::Slow(_) => {
                    assert!(status(&said) == 503 && said.contains("doesn’t know yet"), "{fault:?}: {said}");
                }
                Fault::Cut => assert_eq!(status(&said), 503, "{said}"),
            }
            there
        });
        Fault::end(&proxy);
        until(&servers[0], &page, cookie, |page| steps(page) >= there);
        let begun = Instant::now();
        // Sent again to the one that was cut off, it's the same request, and it is done.
        while status(&post(&servers[0], &form, cookie, &body)) != 303 {
            assert!(begun.elapsed() < Duration::from_secs(30), "{fault:?}: it goes on");
            std::thread::sleep(Duration::from_millis(50));
        }
        let twice = "SELECT count(*) FROM (SELECT request FROM steps WHERE request <> 0 GROUP BY request \
                     HAVING max(number) - min(number) + 1 <> count(*)) AS torn";
        assert_eq!(postgres.sql(twice).expect("counted"), "0", "{fault:?}");
        let now = steps(&get(&servers[1], &page, cookie));
        assert_eq!(steps(&until(&servers[0], &page, cookie, |page| steps(page) >= now)), now, "{fault:?}");
    }
    let checked = dejarik(&["store", "check", "--store", &postgres.url()]);
    assert!(checked.status.success(), "{}", said(&checked));
}

/// A player against the computer, at two servers.
struct Alone {
    game: String,
    cookie: String,
}

impl Alone {
    /// Goes on at a server, with another game if this one is over: the question.
    fn asked(&mut self, at: &Served) -> (String, Form) {
        loop {
            let is_there = |page: &str| Form::read(page).is_some() || page.contains("The game is over");
            let page = until(at, &self.page(), &self.cookie, is_there);
            if let Some(form) = Form::read(&page) {
                return (page, form);
            }
            (self.game, self.cookie) = start(at);
        }
    }

    fn page(&self) -> String {
        format!("/t/{}", self.game)
    }

    fn form(&self) -> String {
        format!("/t/{}/answer", self.game)
    }
}

/// A server that has taken a player's answer hears nothing of its database any more, or only long afterwards: the computer
/// goes on at another server within 20 seconds, and so does the player.
#[test]
fn the_computer_goes_on_elsewhere_when_its_server_hears_nothing_of_the_database() {
    let Some(postgres) = or_skip(TESTS, Postgres::start()) else { return };
    let proxy = Proxy::to(postgres.port()).expect("a proxy");
    let deaf = Served::with(&["--store", &postgres.url_at(proxy.port())]);
    let other = Served::with(&["--store", &postgres.url()]);
    let (game, cookie) = start(&deaf);
    let mut alone = Alone { game, cookie };
    let count = |sql: &str| postgres.sql(sql).expect("counted").parse::<u64>().expect("a number");
    let faults = [Fault::OneWay(Way::Back)].into_iter().chain(Fault::all().into_iter().skip(4));
    for fault in faults {
        // Until an answer makes the computer's turn: many questions are followed by another of the player's.
        let took = (0..200).find_map(|attempt| {
            // While all is well: the connections are open when the fault begins, and the visitor is known.
            let (_, asked) = alone.asked(&deaf);
            if status(&post(&deaf, &alone.form(), &alone.cookie, &asked.body(attempt))) != 303 {
                std::thread::sleep(Duration::from_millis(100));
                return None;
            }
            let (asked, question) = alone.asked(&deaf);
            let (page, form, cookie) = (alone.page(), alone.form(), &alone.cookie);
            until(&other, &page, cookie, |page| steps(page) >= steps(&asked));
            let all = format!("SELECT steps FROM games WHERE id = '{}'", alone.game);
            let due = format!("SELECT count(*) FROM games WHERE id = '{}' AND due", alone.game);
            let before = count(&all);
            let (said, body) = (OnceLock::new(), question.body(attempt));
            fault.begin(&proxy);
            let went_on = std::thread::scope(|scope| {
                scope.spawn(|| said.set(post_patiently(&deaf, &form, cookie, &body)));
                let begun = Instant::now();
                while count(&all) == before {
                    // Whatever it was busy with, it hasn't come to the answer: once more.
                    if said.get().is_some_and(|said: &String| !said.contains("doesn’t know yet")) {
                        Fault::end(&proxy);
                        return None;
                    }
                    assert!(begun.elapsed() < Duration::from_secs(60), "{fault:?}: the answer is written");
                    std::thread::sleep(Duration::from_millis(20));
                }
                let begun = Instant::now();
                if count(&due) == 0 {
                    // The player is asked once more: that's no case of ours, and nobody waits for the end of it.
                    Fault::end(&proxy);
                    return None;
                }
                while count(&due) > 0 {
                    assert!(begun.elapsed() < Duration::from_secs(20), "{fault:?}: the computer goes on");
                    std::thread::sleep(Duration::from_millis(50));
                }
                Some(begun.elapsed())
            });
            let is_elsewhere = |page: &str| Form::read(page).is_some() || page.contains("The game is over");
            if went_on.is_some() {
                until(&other, &page, cookie, is_elsewhere);
            }
            Fault::end(&proxy);
            let said = said.into_inner().expect("an answer");
            assert!([303, 503, 409].contains(&status(&said)), "{fault:?}: {said}");
            went_on
        });
        let took = took.expect("the computer's turn").as_secs_f64();
        println!("report: {fault:?} while the computer is asked: it went on elsewhere after {took:.1} s");
        let (_, asked) = alone.asked(&other);
        let answer = post(&other, &alone.form(), &alone.cookie, &asked.body(0));
        assert_eq!(status(&answer), 303, "{fault:?}: the player goes on: {answer}");
    }
    let checked = dejarik(&["store", "check", "--store", &postgres.url()]);
    assert!(checked.status.success(), "{}", said(&checked));
}

/// Servers that tell each other of steps over NATS, one of them through a proxy that cuts, holds back and delays: steps are
/// seen all the same.
#[cfg(feature = "farm")]
#[test]
fn servers_see_each_others_steps_whatever_happens_to_the_bus() {
    let Some(postgres) = or_skip(TESTS, Postgres::shared()) else { return };
    let Some(mut nats) = or_skip(TESTS, Nats::start()) else { return };
    let proxy = Proxy::to(nats.port()).expect("a proxy");
    let url = postgres.database("bus").expect("a database");
    let bus = [format!("nats://127.0.0.1:{}", proxy.port()), nats.url()];
    let servers = bus.map(|bus| Served::with(&["--store", &url, "--bus", &bus]));
    let friends = Friends::sit(&servers[0]);
    let (page, form) = (format!("/t/{}", friends.game), format!("/t/{}/answer", friends.game));
    for (turn, fault) in [None, Some(Fault::Cut), None, Some(Fault::OneWay(Way::There))]
        .into_iter()
        .chain([Some(Fault::OneWay(Way::Back)), Some(Fault::Slow(LONG)), None])
        .enumerate()
    {
        if let Some(fault) = fault {
            fault.begin(&proxy);
        }
        let (one, other) = (&servers[turn % 2], &servers[(turn + 1) % 2]);
        let (who, asked) = friends.asked(one);
        let answer = post(one, &form, &friends.cookies[who], &asked.body(0));
        assert_eq!(status(&answer), 303, "{fault:?}: {answer}");
        let there = steps(&get(one, &page, &friends.cookies[who]));
        until(other, &page, &friends.cookies[who], |page| steps(page) >= there);
        Fault::end(&proxy);
        if turn == 2 {
            nats.kill();
        } else if turn == 4 {
            nats.start_again().expect("started");
        }
    }
}

/// A server dies while the computer is asked: another goes on, without anybody looking.
#[test]
fn a_server_that_is_killed_leaves_its_games_to_another() {
    let Some(postgres) = or_skip(TESTS, Postgres::shared()) else { return };
    let url = postgres.database("killed").expect("a database");
    let first = Served::with(&["--store", &url]);
    let (game, cookie) = start(&first);
    until_asked(&first, &game, &cookie);
    assert_eq!(answers(&first, &game, &cookie), 303);
    let second = Served::with(&["--store", &url]);
    // As if the server had died right after the player's answer: the last step asks the computer.
    let first = first.kill();
    let waits = "SELECT count(*) FROM games WHERE due";
    let begun = Instant::now();
    while postgres.sql_in("killed", waits).expect("counted") != "0" {
        assert!(begun.elapsed() < Duration::from_secs(20), "the computer goes on within 20 seconds");
        std::thread::sleep(Duration::from_millis(100));
    }
    until_asked(&second, &game, &cookie);
    assert_eq!(answers(&second, &game, &cookie), 303, "the player goes on at the other server");
    drop(first);
}

/// A server with newer rules takes a game over, as a row in the log and one in the list of servers: the older one says over
/// HTTP that the game is elsewhere and takes no new tables, until no newer server is left.
#[test]
fn a_server_with_older_rules_sends_players_elsewhere() {
    let Some(postgres) = or_skip(TESTS, Postgres::shared()) else { return };
    let url = postgres.database("versions").expect("a database");
    let served = Served::with(&["--store", &url]);
    let friends = Friends::sit(&served);
    let (page, form) = (format!("/t/{}", friends.game), format!("/t/{}/answer", friends.game));
    let (who, asked) = friends.asked(&served);
    let (cookie, body) = (&friends.cookies[who], asked.body(0));
    let newer = format!(
        "INSERT INTO nodes SELECT 'newer', now() + interval '1 hour', rules + 1 FROM nodes LIMIT 1; \
         INSERT INTO steps SELECT id, steps, 'carried', NULL, (SELECT max(rules) FROM nodes), NULL, changed, 0, NULL \
             FROM games WHERE id = '{game}'; \
         UPDATE games SET steps = steps + 1 WHERE id = '{game}'",
        game = friends.game
    );
    postgres.sql_in("versions", &newer).expect("taken over");
    let begun = Instant::now();
    let until = |what: &str, is_so: &dyn Fn() -> bool| {
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let table = "mine=diplomats&theirs=underworld&pace=instant";
    let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
    let play = || served.request("POST", "/play", kind, table);
    until("the older server hears of the newer", &|| status(&play()) == 503);
    until("the game is elsewhere", &|| status(&post(&served, &form, cookie, &body)) == 421);
    let told = get(&served, &page, cookie);
    assert!(status(&told) == 421 && told.contains("newer rules on another server"), "{told}");
    let written = format!("SELECT count(*) FROM steps WHERE game = '{}' AND kind = 'carried'", friends.game);
    assert_eq!(postgres.sql_in("versions", &written).expect("counted"), "1", "it isn't taken back");
    postgres.sql_in("versions", "DELETE FROM nodes WHERE node = 'newer'").expect("gone for good");
    until("the older server goes on", &|| status(&get(&served, &page, cookie)) == 200);
    let (who, asked) = friends.asked(&served);
    assert_eq!(status(&post(&served, &form, &friends.cookies[who], &asked.body(0))), 303);
    until("and takes tables again", &|| status(&play()) == 303);
    drop(served);
    let checked = dejarik(&["store", "check", "--store", &url]);
    assert!(checked.status.success(), "{}", said(&checked));
}

/// Asked to stop, a server lets its games go on, takes no new ones, and isn't ready; asked again, it stops.
#[test]
fn a_server_that_drains_goes_on_with_its_games_and_takes_no_new_ones() {
    let mut served = Served::with(&["--drain", "1h"]);
    let friends = Friends::sit(&served);
    let ask = |served: &Served| {
        let id = served.process_id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("sent").success());
    };
    ask(&served);
    let begun = Instant::now();
    while status(&served.request("GET", "/health/ready", "", "")) != 503 {
        assert!(begun.elapsed() < Duration::from_secs(20), "not ready any more");
        std::thread::sleep(Duration::from_millis(20));
    }
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let refused = served.request("POST", "/play", form, "mine=diplomats&theirs=underworld&pace=instant");
    assert!(status(&refused) == 503 && refused.contains("takes no new tables"), "{refused}");
    let (who, form) = friends.asked(&served);
    let path = format!("/t/{}/answer", friends.game);
    assert_eq!(status(&post(&served, &path, &friends.cookies[who], &form.body(0))), 303, "the game goes on");
    ask(&served);
    let begun = Instant::now();
    while served.is_alive() {
        assert!(begun.elapsed() < Duration::from_secs(30), "it stops");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Asks a server to stop, as systems do.
fn ask_to_stop(served: &Served) {
    let id = served.process_id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("sent").success());
}

/// How long a server still runs.
fn until_it_ends(served: &mut Served, most: Duration) -> Duration {
    let begun = Instant::now();
    while served.is_alive() {
        assert!(begun.elapsed() < most, "it doesn't stop");
        std::thread::sleep(Duration::from_millis(20));
    }
    begun.elapsed()
}

/// A server with a database that is asked to stop: it ends by itself when the last of its games is over, long before its time,
/// or when its time is over, and then another goes on with the game.
#[test]
fn draining_ends_with_the_games_or_with_its_time() {
    let Some(postgres) = or_skip(TESTS, Postgres::shared()) else { return };
    let url = postgres.database("drained").expect("a database");
    let mut served = Served::with(&["--store", &url, "--drain", "1h"]);
    let friends = Friends::sit(&served);
    ask_to_stop(&served);
    let (who, form) = friends.asked(&served);
    let path = |what: &str| format!("/t/{}/{what}", friends.game);
    assert_eq!(status(&post(&served, &path("answer"), &friends.cookies[who], &form.body(0))), 303);
    std::thread::sleep(Duration::from_secs(3));
    assert!(served.is_alive(), "as long as they play");
    let conceded = post(&served, &path("concede"), &friends.cookies[0], "");
    assert_eq!(status(&conceded), 303, "{conceded}");
    until_it_ends(&mut served, Duration::from_secs(30));

    let mut served = Served::with(&["--store", &url, "--drain", "4s"]);
    let friends = Friends::sit(&served);
    let other = Served::with(&["--store", &url]);
    ask_to_stop(&served);
    let lasted = until_it_ends(&mut served, Duration::from_secs(40));
    assert!(lasted >= Duration::from_secs(3), "it leaves them their time: {lasted:?}");
    let (who, form) = friends.asked(&other);
    let answer = post(&other, &format!("/t/{}/answer", friends.game), &friends.cookies[who], &form.body(0));
    assert_eq!(status(&answer), 303, "the game goes on at another: {answer}");
    drop((served, other));
    let checked = dejarik(&["store", "check", "--store", &url]);
    assert!(checked.status.success() && said(&checked).contains("2 games,"), "{}", said(&checked));
}
