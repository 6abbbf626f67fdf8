//! The promise over the protocol and in real browsers: no card before both have revealed, verification of a finished game
//! from its file and both promise files, a swapped secret, and a program of forty lines that checks a game without us.

use crate::browser::{self, Browser, Page};
use crate::cut::{Form, get, invited, post};
use crate::hostile::{cookie, deal, header, join, status};
use crate::served::Served;
use rig::{Missing, or_skip};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dejarik")).args(arguments).output().expect("the command runs")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

/// What a page shows of cards.
const CARDS: [&str; 4] = ["data-slot", "data-card", "id=\"hand\"", "class=\"card\""];

#[test]
fn no_page_shows_a_card_before_both_have_revealed() {
    let served = Served::start();
    let (game, host, link) = invited(&served);
    let guest = join(&served, &link, "Mira").1;
    let no_card = |when: &str| {
        for cookie in [&host, &guest, ""] {
            for part in ["", "/text", "/log", "?card=3", "/pile/dark", "/pile/light"] {
                let page = get(&served, &format!("/t/{game}{part}"), cookie);
                assert_eq!(status(&page), 200, "{page}");
                for sign in CARDS {
                    assert!(!page.contains(sign), "{when}: {sign} in /t/{game}{part}: {page}");
                }
            }
        }
    };
    let promise = |page: &str| {
        page.split("data-promise=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default()
            .to_string()
    };
    let shown = promise(&get(&served, &format!("/t/{game}"), &host));
    assert_eq!(shown.len(), 64, "the promise is there before anybody does anything");
    no_card("both sit");
    // The host commits as a browser does, and can't reveal anything else, or for the other seat.
    let seat = |cookie: &str| -> String {
        let page = get(&served, &format!("/t/{game}"), cookie);
        page.split("data-seats=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .expect("a seat")
            .to_string()
    };
    let (own, secret) = (seat(&host), [7; 32]);
    let number = u8::from(own == "light");
    let commitment = fair::hex(&fair::commitment(&game, number, &secret));
    let send = |what: &str, cookie: &str, body: &str| {
        status(&post(&served, &format!("/t/{game}/{what}"), cookie, body))
    };
    let other = if own == "dark" { "light" } else { "dark" };
    assert_eq!(send("commit", &host, &format!("{other}={commitment}")), 403, "not the other seat");
    assert_eq!(send("commit", "", &format!("{own}={commitment}")), 403, "not a stranger");
    assert_eq!(send("commit", &host, &format!("{own}=12")), 400);
    assert_eq!(send("commit", &host, &format!("{own}={commitment}")), 303);
    assert_eq!(send("commit", &host, &format!("{own}={commitment}")), 303, "the same again is harmless");
    assert_eq!(send("commit", &host, &format!("{own}={}", "ab".repeat(32))), 409, "and nothing else counts");
    no_card("one has committed");
    deal(&served, &game, &guest);
    no_card("one has revealed");
    assert_eq!(send("reveal", &host, &format!("{own}={}", "ab".repeat(32))), 409);
    no_card("a wrong secret");
    // What was promised is the same after a restart.
    let served = served.kill_and_start();
    assert_eq!(promise(&get(&served, &format!("/t/{game}"), &host)), shown);
    let body = format!("{own}={}", fair::hex(&secret));
    assert_eq!(status(&post(&served, &format!("/t/{game}/reveal"), &host, &body)), 303);
    assert_eq!(status(&post(&served, &format!("/t/{game}/reveal"), &host, &body)), 303, "also repeated");
    for cookie in [&host, &guest] {
        let page = get(&served, &format!("/t/{game}"), cookie);
        assert!(page.contains("id=\"hand\"") && promise(&page) == shown, "{page}");
    }
}

/// Two friends play to the end, now and then with a takeback; the game and their cookies.
fn played(served: &Served) -> (String, [String; 2]) {
    let (game, host, link) = invited(served);
    let guest = join(served, &link, "Mira").1;
    deal(served, &game, &host);
    deal(served, &game, &guest);
    let (cookies, begun, mut chance) = ([host, guest], Instant::now(), 9_u64);
    let (mut answers, mut last, mut seen) = (0, String::new(), String::new());
    loop {
        assert!(
            begun.elapsed() < Duration::from_secs(100),
            "the game doesn't end: {answers} answers, the last one was told\n{last}\nand the page is\n{seen}"
        );
        let mut asked = None;
        for (place, cookie) in cookies.iter().enumerate() {
            let page = get(served, &format!("/t/{game}"), cookie);
            seen.clone_from(&page);
            if page.contains(&format!("/t/{game}/end\"")) {
                return (game, cookies);
            }
            if let Some(form) = Form::read(&page) {
                asked = Some((place, form));
                break;
            }
        }
        let Some((place, form)) = asked else {
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let body = form.body((chance >> 33) as usize);
        last = post(served, &format!("/t/{game}/answer"), &cookies[place], &body);
        answers += 1;
        if answers == 40 {
            let number = body.split(['=', '&']).nth(1).and_then(|n| n.parse::<u32>().ok()).expect("a number");
            let undo = format!("n={}&request=5", number + body.split(',').count() as u32);
            post(served, &format!("/t/{game}/undo"), &cookies[place], &undo);
            post(served, &format!("/t/{game}/agree"), &cookies[1 - place], "agree=yes&request=6");
        }
    }
}

#[test]
fn a_finished_game_verifies_from_its_files_and_a_swapped_secret_goes_red() {
    let served = Served::start();
    let (game, cookies) = played(&served);
    let folder = tempfile::tempdir().expect("a folder");
    let text = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let save = |name: &str, content: &str| fs::write(folder.path().join(name), content).expect("written");
    let file = get(&served, &format!("/r/{game}/file"), "");
    save("game.json", body(&file));
    for (place, cookie) in cookies.iter().enumerate() {
        save(&format!("promise-{place}.json"), body(&get(&served, &format!("/t/{game}/promise"), cookie)));
    }
    assert_eq!(status(&get(&served, &format!("/t/{game}/promise"), "")), 403, "a stranger has none");
    assert!(get(&served, &format!("/r/{game}/verify"), "").contains("Verified."));
    let both = ["--promise", &text("promise-0.json"), "--promise", &text("promise-1.json")];
    let verify = |file: &str| run(&[&["verify", &text(file)], &both[..]].concat());
    let good = verify("game.json");
    // The same file can be analysed: its cards and its chance are in it.
    #[cfg(feature = "parquet")]
    {
        let out = format!("{}/", text("analysed"));
        let analysed = run(&["analyse", &text("game.json"), "--walks", "0", "--out", &out]);
        assert!(said(&analysed).contains("1 of 1 games, 1 file in"), "{}", said(&analysed));
    }
    assert!(good.status.success() && said(&good).contains("Verified."), "{}", said(&good));
    assert!(said(&run(&["verify", &text("game.json")])).contains("Without a promise file"));
    let told = said(&run(&["replay", &text("game.json")]));
    assert!(told.contains("Mira") && told.lines().count() > 40, "{told}");

    // Whatever is altered is found, and named.
    let value: Value = serde_json::from_str(body(&file)).expect("a file");
    assert!(!body(&file).contains("holder"), "who held the seats isn't published");
    let altered = |change: &dyn Fn(&mut Value), fault: &str| {
        let mut other = value.clone();
        change(&mut other);
        save("other.json", &other.to_string());
        let found = verify("other.json");
        assert!(found.status.code() == Some(1) && said(&found).contains(fault), "{fault}: {}", said(&found));
    };
    altered(&|file| file["secret"] = "ab".repeat(32).into(), "isn’t the one that it promised");
    altered(&|file| file["entropy"][1] = "ab".repeat(32).into(), "seat 1");
    altered(&|file| file["decks"][0] = "other cards".into(), "locked");
    altered(&|file| file["setup"]["dark"]["cards"]["cards"][0] = "Mistveil Scouts".into(), "locked");
    let last = value["log"].as_array().expect("a log").len() - 1;
    altered(&|file| file["log"][last]["value"] = 9.into(), "receipt");
    altered(&|file| drop(file["log"].as_array_mut().expect("a log").remove(last)), "receipt");
    altered(&|file| file["dice"][0][2] = 7.into(), "dice");

    python(&value, folder.path());

    // Somebody swaps the secret in the database.
    let path = served.folder().join("games.sqlite");
    let served = served.kill_and_start();
    let db = rusqlite::Connection::open(&path).expect("the database");
    db.busy_timeout(Duration::from_secs(5)).expect("set");
    let swapped =
        db.execute("UPDATE secrets SET server_secret = ?1 WHERE game = ?2", ["cd".repeat(32), game.clone()]);
    assert_eq!(swapped, Ok(1));
    let page = get(&served, &format!("/r/{game}/verify"), "");
    assert!(page.contains("Not verified.") && page.contains("isn’t the one that it promised"), "{page}");
    let table = get(&served, &format!("/t/{game}"), &cookies[0]);
    assert!(status(&table) == 500 && table.contains("isn’t the one that it promised"), "{table}");
    save("other.json", body(&get(&served, &format!("/r/{game}/file"), "")));
    assert_eq!(verify("other.json").status.code(), Some(1));
    // Who swaps the promise too is found by what the players kept.
    let new = fair::hex(&fair::promise(&game, &[0xcd; 32]));
    db.execute("UPDATE games SET promise = ?1 WHERE id = ?2", [new, game.clone()]).expect("swapped");
    let page = get(&served, &format!("/r/{game}/verify"), "");
    assert!(page.contains("Not verified."), "{page}");
    let data = served.folder().to_string_lossy().into_owned();
    assert!(run(&["store", "check", "--data", &data]).status.success(), "the database alone can’t tell");
}

/// A game of the computer against itself that is over; its file.
fn watched(served: &Served) -> String {
    let body = "mine=diplomats&theirs=underworld&way=watch&pace=instant&level=random";
    let answer = post(served, "/play", "", body);
    let game = header(&answer, "location:").trim_start_matches("/t/").to_string();
    let begun = Instant::now();
    loop {
        let file = get(served, &format!("/r/{game}/file"), "");
        if status(&file) == 200 {
            return file;
        }
        assert!(begun.elapsed() < Duration::from_secs(300), "the game doesn't end: {file}");
        thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn the_answers_of_the_computer_are_computed_again_with_the_cards_of_the_file() {
    let served = Served::start();
    let file = watched(&served);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json").to_string_lossy().into_owned();
    fs::write(&path, body(&file)).expect("written");
    let verified = run(&["verify", &path, "--computer"]);
    let told = said(&verified);
    assert!(verified.status.success() && told.contains("computed again, all the same"), "{told}");
    let value: Value = serde_json::from_str(body(&file)).expect("a file");
    let answers = value["log"].as_array().expect("a log").iter().filter(|step| step["kind"] == "computer");
    assert!(told.contains(&format!("{} answers of the computer", answers.count())), "{told}");
    // The cards are in the file, and they are the ones that were locked.
    let cards = value["cards"].as_str().expect("the cards");
    assert!(cards.starts_with("pocket 1\nset CORE\ncard "), "{cards}");
    let mut other = value.clone();
    other["cards"] = cards.replacen("\t40\t", "\t50\t", 1).into();
    fs::write(&path, other.to_string()).expect("written");
    let altered = run(&["verify", &path]);
    let told = said(&altered);
    assert!(altered.status.code() == Some(1) && told.contains("aren’t the ones that were locked"), "{told}");
}

/// The program of the documentation checks the game, and finds what was altered.
fn python(value: &Value, folder: &Path) {
    let docs =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/FAIR.md")).expect("the document");
    let program =
        docs.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    let lines = program.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 40, "{lines} lines");
    fs::write(folder.join("check.py"), program).expect("written");
    let check = |name: &str, value: &Value| {
        fs::write(folder.join(name), value.to_string()).expect("written");
        Command::new("python3").current_dir(folder).args(["check.py", name]).output()
    };
    let none = |_| Missing("Python (Debian: apt-get install python3)".into());
    let Some(good) = or_skip("the program of docs/FAIR.md", check("good.json", value).map_err(none)) else {
        return;
    };
    assert!(good.status.success() && said(&good).contains("dice"), "{}", said(&good));
    for (name, change) in [("secret", "ab".repeat(32)), ("transcript", "ab".repeat(32))] {
        let mut other = value.clone();
        other[name] = change.into();
        assert!(!check("bad.json", &other).expect("it runs").status.success(), "{name}");
    }
    let mut other = value.clone();
    other["dice"][0][2] = 7.into();
    assert!(!check("bad.json", &other).expect("it runs").status.success());
}

/// The secret that a browser keeps, and what it would save.
fn kept(browser: &mut Browser, page: &Page) -> Value {
    let game = browser.text(page, "document.querySelector('[data-fair]').dataset.fair");
    let text = browser.text(page, &format!("JSON.stringify(dejarikPromise.file('{game}'))"));
    serde_json::from_str(&text).expect("a file")
}

#[test]
fn an_answer_that_comes_after_what_followed_it_holds_up_no_game() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest] = [0, 1].map(|_| browser.page(1440, 900));
    // The host's browser hears of the other commitment before it has the answer to its own.
    browser.first(
        &host,
        "{ const plain = fetch; \
           window.fetch = async (address, options) => { \
             const answer = await plain(address, options); \
             while (String(address).includes('/commit') && !document.querySelector('[data-fair]')?.dataset.reveal) \
               await new Promise((on) => setTimeout(on, 20)); \
             return answer; \
           }; }",
    );
    browser.open(&host, &served.address);
    browser.eval(&host, "document.querySelector('.way').click()");
    browser.until(&host, "document.querySelector('.invite input')", "the invitation");
    let link = browser.text(&host, "document.querySelector('.invite input').value");
    let path = link.split_once("/join/").expect("a link").1.to_string();
    browser.eval(&host, "document.querySelector('a.btn.main').click()");
    browser.until(&host, "document.body.dataset.before", "the table");
    browser.open(&guest, &format!("{}/join/{path}", served.address));
    browser.eval(&guest, "document.querySelector('.join button').click()");
    for page in [&host, &guest] {
        browser.until(page, "document.querySelector('#hand')", "the hand");
    }
}

#[test]
fn browsers_do_their_part_by_themselves() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest, late] = [0, 1, 2].map(|_| browser.page(1440, 900));
    browser.open(&host, &served.address);
    // The script's hash is the one of the program, for parts of every length around its blocks.
    for length in (0..140).step_by(3).chain([55, 56, 63, 64, 119, 120, 1000]) {
        let own = browser.text(
            &host,
            &format!("dejarikPromise.hex(dejarikPromise.hash(dejarikPromise.utf8('é' + 'a'.repeat({length})), [1, 0]))"),
        );
        let text = format!("é{}", "a".repeat(length));
        assert_eq!(own, fair::hex(&fair::hash(&[text.as_bytes(), &[1, 0]])), "{length}");
    }
    let abc = browser.text(&host, "dejarikPromise.hex(dejarikPromise.sha256(dejarikPromise.utf8('abc')))");
    assert_eq!(abc, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");

    browser.eval(&host, "document.querySelector('.way').click()");
    browser.until(&host, "document.querySelector('.invite input')", "the invitation");
    let link = browser.text(&host, "document.querySelector('.invite input').value");
    let path = link.split_once("/join/").expect("a link").1.to_string();
    browser.eval(&host, "document.querySelector('a.btn.main').click()");
    browser.until(
        &host,
        "document.body.dataset.before && !document.querySelector('[data-commit]')",
        "the commitment",
    );
    assert!(!browser.holds(&host, "document.querySelector('[data-slot], [data-card]')"), "no card is dealt");
    browser.open(&guest, &format!("{}/join/{path}", served.address));
    browser.eval(&guest, "document.querySelector('.join button').click()");
    for page in [&host, &guest] {
        browser.until(page, "document.querySelector('#hand')", "the hand");
    }
    let game = browser.text(&host, "document.body.dataset.game");
    let files = [&host, &guest].map(|page| kept(&mut browser, page));
    assert_eq!(files[0]["promise"], files[1]["promise"]);
    assert_eq!(files[0]["transcript"], files[1]["transcript"]);
    assert_ne!(files[0]["entropy"], files[1]["entropy"]);
    for (page, own) in [&host, &guest].into_iter().zip(&files) {
        assert!(own["receipt"][1].as_str().is_some_and(|receipt| receipt.len() == 64), "{own}");
        // What the browser kept is what the server says now.
        let server =
            browser.text(page, &format!("fetch('/t/{game}/promise').then((answer) => answer.text())"));
        let server: Value = serde_json::from_str(&server).expect("a file");
        for name in ["game", "seat", "promise", "transcript", "entropy"] {
            assert_eq!(own[name], server[name], "{name}");
        }
    }
    // Whoever shows another promise later is found out by the browser itself.
    browser.eval(&guest, &format!(
        "{{ const name = 'dejarik-promise-{game}', kept = JSON.parse(localStorage[name]); kept.promise = 'ab'.repeat(32); \
           localStorage[name] = JSON.stringify(kept); location.reload(); }}"
    ));
    browser.until(&guest, "document.querySelector('.broken-promise')", "the warning");

    // A browser that has lost its secret says so; typed words need no script.
    browser.open(&late, &served.address);
    browser.eval(&late, "document.querySelector('.way').click()");
    browser.until(&late, "document.querySelector('.invite input')", "the invitation");
    let link = browser.text(&late, "document.querySelector('.invite input').value");
    let token = link.split_once("/join/").expect("a link").1.to_string();
    browser.eval(&late, "document.querySelector('a.btn.main').click()");
    browser.until(
        &late,
        "document.body.dataset.before && !document.querySelector('[data-commit]')",
        "the commitment",
    );
    let other = browser.text(&late, "document.body.dataset.game");
    // Away from the table, or its page, which still knows the secret, would write it down again.
    browser.open(&late, &format!("{}/cards", served.address));
    browser.eval(&late, "localStorage.clear()");
    let seat = join(&served, &token, "Gero").1;
    deal(&served, &other, &seat);
    browser.open(&late, &format!("{}/t/{other}", served.address));
    browser.until(
        &late,
        "document.querySelector('#lost') && !document.querySelector('#lost').hidden",
        "the loss",
    );
    assert!(browser.holds(&late, "!document.querySelector('#again').hidden"), "the table can be laid again");
}

#[test]
fn who_types_words_is_asked_for_them_and_nobody_acts_instead() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    let answer = served.request("POST", "/play", crate::hostile::FORM, "mine=diplomats&theirs=underworld");
    let (game, seat) = (header(&answer, "location:"), cookie(&answer));
    browser.open(&page, &format!("{}/cards", served.address));
    browser.eval(&page, "1");
    // The visitor's own browser: the same seat, with the wish to type.
    assert!(get(&served, &game, &seat).contains("name=\"words\""));
    browser.open(&page, &served.address);
    browser.eval(&page, "document.querySelector('.play').form.addEventListener('submit', (event) => { event.preventDefault(); \
        fetch('/play', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) }) \
        .then((answer) => { location.href = answer.url + '?own'; }); })");
    browser.eval(&page, "document.querySelector('.play').click()");
    browser.until(&page, "location.search === '?own' && document.querySelector('#words')", "the question");
    thread::sleep(Duration::from_millis(700));
    assert!(
        browser.holds(&page, "document.querySelector('[data-commit]')"),
        "the script leaves it to the player"
    );
    browser.eval(&page, "{ document.querySelector('#words').value = '4 6 1'; document.querySelector('.join button').click(); }");
    browser.until(&page, "document.querySelector('#hand')", "the hand");
}
