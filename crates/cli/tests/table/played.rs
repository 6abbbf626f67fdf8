//! A visitor who plays: clicks, keys, and what can be read from the page.

use crate::browser::{Browser, Page};
use std::thread;
use std::time::{Duration, Instant};

/// The number of answers that the page shows.
pub fn number(browser: &mut Browser, page: &Page) -> u64 {
    browser.text(page, "document.body.dataset.number || '0'").parse().expect("a number")
}

/// Opens the start page, with the computer's full speed and a level.
fn start_page_at(browser: &mut Browser, page: &Page, address: &str, level: &str, way: &str) {
    browser.open(page, address);
    let fast = format!(
        "for (const [name, value] of [['pace', 'instant'], ['level', '{level}'], ['way', '{way}']]) {{ \
           const field = document.createElement('input'); \
           Object.assign(field, {{ type: 'hidden', name, value }}); \
           document.querySelector('.play').form.append(field); }}"
    );
    browser.eval(page, &fast);
}

/// Opens the start page, set for the computer's full speed and one that does not think long.
pub fn start_page(browser: &mut Browser, page: &Page, address: &str) {
    start_page_at(browser, page, address, "casual", "computer");
}

/// Starts a game with the big button.
pub fn play_now(browser: &mut Browser, page: &Page, address: &str) {
    start_page(browser, page, address);
    press_play(browser, page);
}

/// A table stands, and the page goes nowhere by itself any more: the page that commits to fair dice is left already.
pub const TABLE: &str = "document.body?.dataset.game && document.querySelector('#prompt')";

fn press_play(browser: &mut Browser, page: &Page) {
    browser.eval(page, "document.querySelector('.play').click()");
    browser.until(page, TABLE, "the table");
}

/// Starts a game with the big button against a computer that plays well enough for a game of several turns.
pub fn play_well(browser: &mut Browser, page: &Page, address: &str) {
    start_page_at(browser, page, address, "skilled", "computer");
    press_play(browser, page);
}

/// Lets the computer play against itself to the end of a game; the game's name.
pub fn watched_to_its_end(browser: &mut Browser, page: &Page, address: &str, level: &str) -> String {
    start_page_at(browser, page, address, level, "watch");
    press_play(browser, page);
    let game = browser.text(page, "document.body.dataset.game");
    browser.until(page, "document.querySelector('.prompt a[href$=\"/end\"]')", "the end of the game");
    game
}

/// Two browsers at one table, by an invitation: the host's page and the guest's.
pub fn friends(browser: &mut Browser, address: &str) -> [Page; 2] {
    friends_with(browser, address, &[])
}

/// The same with more fields in the form that sets up the table.
pub fn friends_with(browser: &mut Browser, address: &str, fields: &[(&str, &str)]) -> [Page; 2] {
    let [host, guest] = [0, 1].map(|_| browser.page(1440, 900));
    browser.open(&host, address);
    for (name, value) in fields {
        browser.eval(
            &host,
            &format!(
                "{{ const field = document.createElement('input'); \
                   Object.assign(field, {{ type: 'hidden', name: '{name}', value: '{value}' }}); \
                   document.querySelector('.way').form.append(field); }}"
            ),
        );
    }
    browser.eval(&host, "document.querySelector('.way').click()");
    browser.until(&host, "document.querySelector('.invite input')", "the invitation");
    let link = browser.text(&host, "document.querySelector('.invite input').value");
    let path = link.split_once("/join/").expect("a link").1;
    browser.open(&guest, &format!("{address}/join/{path}"));
    browser.eval(&guest, "document.querySelector('.join button').click()");
    browser.until(&guest, "document.body?.dataset.game", "the guest's table");
    let game = browser.text(&guest, "document.body.dataset.game");
    browser.open(&host, &format!("{address}/t/{game}"));
    for page in [&host, &guest] {
        browser.until(page, "document.querySelector('#say-line')", "the game");
    }
    [host, guest]
}

/// Waits until the page asks its visitor, or the game is over; whether it asks.
pub fn asked(browser: &mut Browser, page: &Page) -> bool {
    let ready = "window.dejarikTable && document.body.dataset.asked || document.querySelector('.prompt a[href$=\"/end\"]')";
    browser.until(page, ready, "a question or the end");
    browser.holds(page, "document.body.dataset.asked")
}

/// Clicks one of the buttons of the prompt, chosen by a number, and waits for what comes of it.
pub fn click(browser: &mut Browser, page: &Page, chance: u64) {
    let before = number(browser, page);
    // Mostly something, sometimes nothing: a game in which all pass never ends.
    let choose = format!(
        "{{ const all = [...document.querySelectorAll('.prompt .choice[name=a]')]; \
           const busy = all.filter((one) => !one.classList.contains('pass')); \
           const from = busy.length && {chance} % 5 ? busy : all; from[{chance} % from.length].click(); }}"
    );
    browser.eval(page, &choose);
    moved_on(browser, page, before);
}

/// Waits until the question with this number has been answered.
pub fn moved_on(browser: &mut Browser, page: &Page, before: u64) {
    let changed = format!("Number(document.body.dataset.number) !== {before}");
    browser.until(page, &changed, "the next question");
}

/// Waits for a page that has nothing to do at the moment.
pub fn settle() {
    thread::sleep(Duration::from_millis(120));
}

/// Plays by clicking until something holds on the page, or the game is over.
pub fn play_until(browser: &mut Browser, page: &Page, wanted: &str, limit: Duration) -> bool {
    let start = Instant::now();
    for turn in 0.. {
        let goes_on = asked(browser, page);
        if browser.holds(page, wanted) || !goes_on {
            return browser.holds(page, wanted);
        }
        if start.elapsed() > limit {
            return false;
        }
        click(browser, page, turn * 7 + 3);
    }
    false
}
