//! The path of lessons, taken to its end: by mouse with every wrong answer on the way, by keyboard, on a phone; through a
//! crash; as text. Afterwards each has its replay and a file that proves itself.

use crate::browser::{self, Browser, Page};
use crate::served::Served;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a lesson may take without a browser.
const PATIENCE: Duration = Duration::from_secs(120);

/// All lessons.
const PATH: [&str; 10] = ["L01", "L02", "L03", "L04", "L05", "L06", "L07", "L08", "L09", "L10"];

/// Whether the learner is to do something, and nothing is being shown any more.
const READY: &str = "window.dejarikTable && document.querySelector('#prompt .choice') && !document.querySelector('#stage:not([hidden])') && (document.querySelector('#go-on') || document.body.dataset.asked || document.querySelector('.prompt a[href$=\"/end\"]'))";
/// What is shown: the step and the coach's words.
const STATE: &str = "document.body.dataset.version + document.querySelector('#prompt')?.innerText + document.body.dataset.number";
/// The question, and where in the lesson it is asked.
const QUESTION: &str =
    "document.querySelector('.lesson')?.dataset.place + ' ' + document.querySelector('#ask-h').innerText";
/// The buttons, one in each line.
const BUTTONS: &str = "[...document.querySelectorAll('#prompt .choice')].map((one) => one.innerText.replaceAll('\\n', ' ')).join('\\n')";
/// The lesson is over.
const OVER: &str = "document.querySelector('.prompt a[href$=\"/end\"]')";

/// How a learner presses a button.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Mouse,
    Keyboard,
    Finger,
}

/// Presses the button with this place, and waits until something comes of it.
fn press(browser: &mut Browser, page: &Page, place: usize, by: By) {
    let before = browser.text(page, STATE);
    let choice = format!("document.querySelectorAll('#prompt .choice')[{place}]");
    match by {
        By::Mouse => drop(browser.eval(page, &format!("{choice}.click()"))),
        By::Keyboard => {
            let key = browser.text(page, &format!("{choice}.dataset.key"));
            assert!(!key.is_empty(), "{before}: a choice without a key");
            browser.press(page, &key);
        }
        By::Finger => browser.tap(page, &choice, Duration::from_millis(20)),
    }
    let told = serde_json::json!(before);
    let mut touched = Instant::now();
    while by == By::Finger && browser.holds(page, &format!("({STATE}) === {told}")) {
        // A button may move away under a finger, while cards find their places: people touch it again.
        if touched.elapsed() > Duration::from_secs(3) {
            browser.tap(page, &choice, Duration::from_millis(20));
            touched = Instant::now();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    browser.until(page, &format!("({STATE}) !== {told} && {READY}"), &format!("an answer to {before}"));
}

/// Starts a lesson from the list; the whole game with a seed of its own, so that it is always the same one.
fn start(browser: &mut Browser, page: &Page, address: &str, lesson: &str) {
    browser.open(page, &format!("{address}/learn"));
    browser.eval(
        page,
        &format!(
            "{{ const form = document.querySelector('form[action=\"/learn/{lesson}\"]'); \
               for (const [name, value] of [['pace', 'instant'], ['seed', '7']]) {{ \
                 const field = document.createElement('input'); Object.assign(field, {{ type: 'hidden', name, value }}); form.append(field); }} \
               form.requestSubmit(); }}"
        ),
    );
    browser.until(page, &format!("document.body?.dataset.game && {READY}"), lesson);
}

/// What was pressed in which question: no wrong answer twice.
#[derive(Default)]
struct Tried(Vec<String>);

impl Tried {
    /// The place of a button that wasn't pressed in this question yet. By mouse the last is tried first, so that wrong
    /// answers come up.
    fn next(&mut self, shown: &str, buttons: &[&str], by: By) -> usize {
        let is_fresh = |place: &usize| !self.0.contains(&format!("{shown} {}", buttons[*place]));
        let place = match by {
            By::Mouse => (0..buttons.len()).rev().find(is_fresh),
            By::Keyboard | By::Finger => (0..buttons.len()).find(is_fresh),
        };
        let place = place.unwrap_or_default();
        self.0.push(format!("{shown} {}", buttons[place]));
        place
    }
}

/// Takes a lesson to its end: tries the buttons of every question until one leads on. The name of its game.
fn take(browser: &mut Browser, page: &Page, address: &str, lesson: &str, by: By) -> String {
    start(browser, page, address, lesson);
    let mut tried = Tried::default();
    let mut presses = 0;
    while !browser.holds(page, OVER) {
        let (shown, buttons) = (browser.text(page, QUESTION), browser.text(page, BUTTONS));
        let buttons: Vec<&str> = buttons.lines().collect();
        let place = if browser.holds(page, "document.querySelector('#go-on')") {
            tried.next(&shown, &buttons, by)
        } else {
            // The game after the script: always the first thing that can be done.
            0
        };
        press(browser, page, place, by);
        presses += 1;
        assert!(presses < 900, "{lesson} doesn't end: {shown}");
    }
    browser.text(page, "document.body.dataset.game")
}

/// What a command says of the file of a game.
fn verified(served: &Served, game: &str) -> String {
    let file = served.request("GET", &format!("/r/{game}/file"), "", "");
    let (_, body) = file.split_once("\r\n\r\n").expect("a body");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lesson.json");
    std::fs::write(&path, body).expect("written");
    let run = |name: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_dejarik")).arg(name).arg(&path).output().expect("runs");
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    };
    assert!(run("replay").contains("attack"), "{}", run("replay"));
    run("verify")
}

fn path(width: u32, height: u32, by: By) {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(width, height);
    if by == By::Finger {
        browser.touched(&page);
    }
    let mut games = Vec::new();
    for lesson in PATH {
        games.push(take(&mut browser, &page, &served.address, lesson, by));
    }
    let done = "document.querySelectorAll('.stones .done').length";
    browser.open(&page, &format!("{}/learn", served.address));
    browser.until(&page, &format!("{done} === {}", PATH.len()), "progress is kept");
    for game in &games {
        let said = verified(&served, game);
        assert!(said.contains("Verified."), "{said}");
        // Its summary and its replay.
        browser.open(&page, &format!("{}/t/{game}/end", served.address));
        browser.until(
            &page,
            "document.querySelector('#v-h') && document.querySelector('form[action^=\"/learn/L\"]')",
            "a summary",
        );
        browser.open(&page, &format!("{}/r/{game}?at=1", served.address));
        browser.until(
            &page,
            "document.querySelector('#ask-h').innerText.startsWith('After 1 of')",
            "a replay",
        );
    }
    // The browser alone remembers it too: another server has no record of this visitor.
    let cookie = served.request("GET", "/learn", "Cookie: dejarik-learned=L01:done~L02:done\r\n", "");
    assert_eq!(cookie.matches("class=\"box done\"").count(), 2, "{cookie}");
}

#[test]
fn the_lessons_are_taken_by_mouse_with_wrong_answers() {
    path(1440, 900, By::Mouse);
}

#[test]
fn and_by_keyboard() {
    path(1024, 768, By::Keyboard);
}

#[test]
fn and_on_a_phone() {
    path(390, 844, By::Finger);
}

#[test]
fn a_lesson_goes_on_where_it_was_when_the_server_is_killed() {
    let Some(program) = browser::program() else { return };
    let (mut served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1024, 768);
    start(&mut browser, &page, &served.address, "L02");
    let game = browser.text(&page, "document.body.dataset.game");
    // After every press the server dies: whatever the coach had said by then, nobody hears it twice or loses an answer.
    let mut tried = Tried::default();
    while !browser.holds(&page, OVER) {
        let (shown, buttons) = (browser.text(&page, QUESTION), browser.text(&page, BUTTONS));
        let place = tried.next(&shown, &buttons.lines().collect::<Vec<_>>(), By::Mouse);
        press(&mut browser, &page, place, By::Mouse);
        let before = (browser.text(&page, QUESTION), browser.text(&page, BUTTONS));
        served = served.kill_and_start_there();
        browser.open(&page, &format!("{}/t/{game}", served.address));
        browser.until(&page, READY, "the lesson");
        assert_eq!((browser.text(&page, QUESTION), browser.text(&page, BUTTONS)), before);
    }
    browser.open(&page, &format!("{}/learn", served.address));
    browser.until(&page, "document.querySelectorAll('.stones .done').length === 1", "progress is kept");
}

#[test]
fn after_the_second_miss_the_card_glows_and_after_the_third_the_button_is_named() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    start(&mut browser, &page, &served.address, "L01");
    let pass = "[...document.querySelectorAll('#prompt .choice')].findIndex((one) => one.classList.contains('pass'))";
    let glows = "document.querySelector('.unit.look .name')?.innerText ?? ''";
    for (miss, glowing, named) in
        [(1, "", false), (2, "Infantry Automaton", false), (3, "Infantry Automaton", true)]
    {
        let place = browser.eval(&page, pass).as_u64().expect("a button") as usize;
        press(&mut browser, &page, place, By::Mouse);
        assert_eq!(browser.text(&page, glows), glowing, "miss {miss}");
        let words = browser.text(&page, "document.querySelector('.lesson-lines').innerText");
        assert_eq!(words.contains("Choose “"), named, "miss {miss}: {words}");
    }
}

#[test]
fn a_lesson_can_be_taken_as_text_without_a_script() {
    let served = Served::start();
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let started = served.request("POST", "/learn/L01", form, "pace=instant");
    let header = |answer: &str, name: &str| {
        let line = answer
            .lines()
            .find(|line| line.to_lowercase().starts_with(name))
            .unwrap_or_else(|| panic!("{answer}"));
        line[name.len() + 1..].trim().to_string()
    };
    let cookie = header(&started, "set-cookie").split(';').next().expect("a cookie").to_string();
    let table = header(&started, "location");
    let cookies = format!("Cookie: {cookie}\r\n");
    let field = |page: &str, name: &str| {
        let from = page.split(&format!("name=\"{name}\" value=\"")).nth(1)?;
        from.split('"').next().map(str::to_string)
    };
    let mut seen = String::new();
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let page = served.request("GET", &format!("{table}/text"), &cookies, "");
        if page.contains("Well done!") {
            assert!(seen.contains("Two red droids block the door"), "{seen}");
            assert!(seen.contains("How many dice would a unit with power 5 roll?"), "{seen}");
            return;
        }
        seen.push_str(&page);
        let (n, request) = (field(&page, "n"), field(&page, "request"));
        let Some((n, request)) = n.zip(request) else {
            // The table moves by itself.
            std::thread::sleep(Duration::from_millis(30));
            continue;
        };
        // The question has its buttons; the droid with 2 health is the first target.
        let (action, answer) = match (page.contains("/go-on?text=1"), page.contains("value=\"5\"")) {
            (true, true) => ("go-on", "words=5"),
            (true, false) => ("go-on", "words="),
            (false, _) => ("answer", "a=0"),
        };
        let body = format!("n={n}&request={request}&{answer}");
        served.request("POST", &format!("{table}/{action}?text=1"), &format!("{form}{cookies}"), &body);
    }
    panic!("the lesson doesn't end: {seen}");
}
