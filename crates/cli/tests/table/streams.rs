//! Open pages in a real browser: one live stream for all of them, and no click that gets lost.

use crate::browser::{self, Browser, Page};
use crate::hostile::status;
use crate::played::{asked, click, moved_on, number, play_now};
use crate::served::Served;
use serde_json::Value;
use std::thread;
use std::time::{Duration, Instant};

/// How many live streams the server holds.
fn streams(served: &Served) -> u64 {
    let answer = served.request("GET", "/health", "", "");
    assert_eq!(status(&answer), 200, "{answer}");
    let body = answer.split_once("\r\n\r\n").expect("a body").1;
    serde_json::from_str::<Value>(body).expect("JSON")["streams"].as_u64().expect("a number")
}

fn until_streams(served: &Served, wanted: u64) {
    let begun = Instant::now();
    while streams(served) != wanted {
        assert!(begun.elapsed() < Duration::from_secs(90), "{} streams, not {wanted}", streams(served));
        thread::sleep(Duration::from_millis(50));
    }
}

/// Answers a few questions; the computer's answers come by the stream.
fn play(browser: &mut Browser, page: &Page, answers: u64) {
    for turn in 0..answers {
        if !asked(browser, page) {
            return;
        }
        click(browser, page, turn * 7 + 3);
    }
    asked(browser, page);
}

#[test]
fn the_pages_of_a_browser_share_one_stream() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let first = browser.page(1440, 900);
    play_now(&mut browser, &first, &served.address);
    browser.until(&first, "document.querySelector('.them')", "the first table");
    let second = browser.beside(&first, 1440, 900);
    play_now(&mut browser, &second, &served.address);
    browser.until(&second, "document.querySelector('.them')", "the second table");
    for page in [&first, &second, &first] {
        play(&mut browser, page, 3);
    }
    until_streams(&served, 1);
    // Somebody else has a stream of his own.
    let other = browser.page(1440, 900);
    play_now(&mut browser, &other, &served.address);
    browser.until(&other, "document.querySelector('.them')", "another table");
    until_streams(&served, 2);
    // Pages that are left take their streams with them.
    for page in [&first, &second, &other] {
        browser.open(page, &format!("{}/fair", served.address));
    }
    until_streams(&served, 0);
}

#[test]
fn a_browser_without_shared_workers_hears_of_its_tables_too() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(390, 844);
    browser.first(&page, "delete window.SharedWorker;");
    play_now(&mut browser, &page, &served.address);
    browser.until(&page, "document.querySelector('.them')", "the table");
    assert!(browser.holds(&page, "typeof SharedWorker === 'undefined'"));
    play(&mut browser, &page, 4);
    until_streams(&served, 1);
}

/// Answers, and waits for the computer's answers, which come by the stream: how long a page waited for them at most.
fn slowest(browser: &mut Browser, page: &Page) -> Duration {
    let mut slowest = Duration::ZERO;
    for turn in 0..3 {
        click(browser, page, turn * 7 + 3);
        let begun = Instant::now();
        browser.until(
            page,
            "document.body.dataset.asked || document.querySelector('a[href$=\"/end\"]')",
            "news",
        );
        slowest = slowest.max(begun.elapsed());
    }
    slowest
}

#[test]
fn whoever_has_answered_hears_of_it_within_seconds_from_a_stream_that_is_dead() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    // It opens, and says nothing for ever.
    browser.first(
        &page,
        "delete window.SharedWorker; \
         window.EventSource = class { constructor() { setTimeout(() => this.onopen?.()); } addEventListener() {} close() {} };",
    );
    play_now(&mut browser, &page, &served.address);
    browser.until(&page, "document.querySelector('.them') && document.body.dataset.asked", "the table");
    let waited = slowest(&mut browser, &page);
    assert_eq!(streams(&served), 0, "nothing comes by a stream");
    let expected = Duration::from_secs(2)..Duration::from_secs(8);
    assert!(expected.contains(&waited), "{waited:?}: it had to ask by itself, and did soon");
}

#[test]
fn a_worker_that_has_lost_a_page_knows_it_again_with_the_next_answer() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    // The port is kept, and no page refreshes on its own account.
    browser.first(
        &page,
        "{ const Real = window.SharedWorker; \
           window.SharedWorker = class extends Real { constructor(...all) { super(...all); window.kept = this.port; } }; }",
    );
    play_now(&mut browser, &page, &served.address);
    browser.until(&page, "document.querySelector('.them') && document.body.dataset.asked", "the table");
    until_streams(&served, 1);
    browser.eval(&page, "window.kept.postMessage({ leave: true })");
    until_streams(&served, 0);
    click(&mut browser, &page, 3);
    until_streams(&served, 1);
    asked(&mut browser, &page);
}

#[test]
fn a_click_during_a_refresh_is_not_lost_and_what_comes_late_changes_nothing() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    // Refreshes wait until they are let go, and their answers with them.
    browser.first(
        &page,
        "{ const real = window.fetch; window.late = []; window.slow = false; \
           window.fetch = async (address, options) => { \
             if (!window.slow || !String(address).includes('/events?')) return real(address, options); \
             const answer = await real(address, { ...options, signal: undefined }); \
             await new Promise((go) => window.late.push(go)); return answer; }; }",
    );
    play_now(&mut browser, &page, &served.address);
    browser.until(&page, "document.querySelector('.them')", "the table");
    for round in 0..3 {
        if !asked(&mut browser, &page) {
            break;
        }
        // Something changes that isn't an answer: the stream says so, and the page asks for it.
        browser.eval(
            &page,
            "{ window.slow = true; const all = ['general', 'attack', 'dice', 'prevention', 'attack-end', 'disrupt']; \
               fetch(`/t/${document.body.dataset.game}/wishes`, { method: 'POST', redirect: 'manual', \
                 body: new URLSearchParams(all.map((stop) => [stop, 'on'])) }); }",
        );
        browser.until(&page, "window.late.length > 0", "a refresh on its way");
        let before = number(&mut browser, &page);
        // While it is on its way somebody clicks.
        browser.eval(&page, "document.querySelector('.prompt .choice[name=a]').click()");
        moved_on(&mut browser, &page, before);
        let after = number(&mut browser, &page);
        assert!(after > before, "round {round}: the click counts");
        // The old answer comes in the end.
        browser.eval(&page, "{ window.slow = false; window.late.splice(0).forEach((go) => go()); }");
        asked(&mut browser, &page);
        assert!(number(&mut browser, &page) >= after, "round {round}: nothing goes back");
    }
}

#[test]
fn nothing_is_swapped_under_a_pressed_button() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    play_now(&mut browser, &page, &served.address);
    assert!(asked(&mut browser, &page));
    let before = number(&mut browser, &page);
    // The button is down while news come that would replace it, and up again before they are shown. A press of more than
    // two seconds is no click: on a machine as slow as that it is tried again.
    let press = "(async () => { \
        const shown = document.querySelector('[data-region=prompt]'); \
        const button = document.querySelector('.prompt .choice[name=a]'); \
        const begun = Date.now(); \
        button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })); \
        const body = Object.fromEntries([...document.body.attributes] \
          .filter((one) => !/^(data-have|aria-)/.test(one.name)).map((one) => [one.name, one.value])); \
        document.dispatchEvent(new CustomEvent('dejarik-show', { detail: { game: body['data-game'], \
          from: Number(body['data-number']), to: Number(body['data-number']), version: body['data-version'], \
          script: body['data-script'], events: [], body, parts: { prompt: ['0', shown.outerHTML] }, lists: {} } })); \
        await new Promise((done) => setTimeout(done, 200)); \
        const there = button.isConnected; \
        if (Date.now() - begun > 1500) { button.dispatchEvent(new PointerEvent('pointerup', { bubbles: true })); return 'slow'; } \
        button.dispatchEvent(new PointerEvent('pointerup', { bubbles: true })); \
        button.click(); \
        return there ? 'there' : 'gone'; })()";
    let begun = Instant::now();
    let there = loop {
        let there = browser.text(&page, press);
        if there != "slow" || begun.elapsed() > Duration::from_secs(90) {
            break there;
        }
    };
    assert_eq!(there, "there", "the button stays as long as it is pressed");
    moved_on(&mut browser, &page, before);
    assert!(number(&mut browser, &page) > before, "the click counts");
}
