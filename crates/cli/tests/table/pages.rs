//! Decks good and bad, the narrow screen, the weight of the first page.

use crate::browser::{self, Browser};
use crate::played::{TABLE, asked, click, play_now};
use crate::served::Served;

#[test]
fn a_deck_is_brought_checked_and_played_and_a_bad_one_is_refused_with_reasons() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    browser.open(&page, &format!("{}/decks/underworld", served.address));
    let list = browser.text(&page, "document.querySelector('.tools [name=list]').value");
    assert!(list.lines().count() > 10, "{list}");
    let bring = |browser: &mut Browser, list: &str| {
        browser.open(&page, &format!("{}/decks", served.address));
        let fill = format!(
            "{{ document.querySelector('#deck-list').value = {}; document.querySelector('#bring .main').click(); }}",
            serde_json::json!(list)
        );
        browser.eval(&page, &fill);
        browser.until(
            &page,
            "location.pathname === '/decks/own' && document.readyState === 'complete'",
            "the deck",
        );
    };
    bring(&mut browser, &list);
    assert!(browser.text(&page, "document.querySelector('#main').innerText").contains("Open: legal"));
    browser.eval(&page, "document.querySelector('form[action=\"/play\"] .main').click()");
    browser.until(&page, TABLE, "a game with the deck");

    bring(&mut browser, "9 Mistveil Scouts\n2 No Such Card");
    let told = browser.text(&page, "document.querySelector('#main').innerText");
    for fault in ["SIZE", "COPIES", "UNKNOWN", "No Such Card", "Refused: there's no card called"] {
        assert!(told.contains(fault), "{fault} in {told}");
    }
    bring(&mut browser, "<deck><superzone>");
    assert!(browser.text(&page, "document.body.innerText").contains("Can’t read the list"));
}

/// What is wider than a phone.
const WIDE: &str = "innerWidth + ' ' + document.documentElement.scrollWidth + ' ' + [...document.querySelectorAll('body *')] \
     .filter((one) => one.getBoundingClientRect().right > 391 && one.checkVisibility()) \
     .map((one) => one.tagName + '.' + one.className + ' in ' + one.parentElement.className + ' ' + one.textContent.slice(0, 20) + ' ' + Math.round(one.getBoundingClientRect().right)).slice(0, 8).join(', ')";

#[test]
fn everything_fits_on_a_narrow_screen() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(390, 844);
    // A phone widens its view until everything fits; so the width itself is looked at.
    let fits = "document.documentElement.scrollWidth <= 390 && innerWidth <= 390";
    let read =
        ["/", "/learn/page", "/cards", "/decks", "/keywords", "/rules", "/odds", "/lab", "/decks/diplomats"];
    let practice = [
        "/learn/practice",
        "/learn/practice/first",
        "/puzzles",
        "/puzzles/P07?at=0",
        "/puzzles/P07?at=0&state=given",
    ];
    for path in read.into_iter().chain(practice).chain(["/judge", "/judge?find=a&who=light"]) {
        browser.open(&page, &format!("{}{path}", served.address));
        let wide = browser.text(&page, WIDE);
        assert!(browser.holds(&page, fits), "{path} is wider than the screen: {wide}");
    }
    play_now(&mut browser, &page, &served.address);
    for turn in 0..40 {
        if !asked(&mut browser, &page) {
            break;
        }
        let wide = browser.text(&page, WIDE);
        assert!(browser.holds(&page, fits), "the table is wider than the screen: {wide}");
        click(&mut browser, &page, turn * 5 + 2);
    }
}

#[test]
fn the_first_page_of_a_table_is_light() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    play_now(&mut browser, &page, &served.address);
    for turn in 0..25 {
        if asked(&mut browser, &page) {
            click(&mut browser, &page, turn * 3 + 1);
        }
    }
    let weight = browser.eval(
        &page,
        "Promise.all([location.href, '/assets/table.css', '/assets/table.js', '/assets/mark.svg'] \
         .map((part) => fetch(part).then((answer) => answer.text()))) \
         .then((all) => all.reduce((sum, text) => sum + new Blob([text]).size, 0))",
    );
    assert!(weight.as_u64().is_some_and(|bytes| bytes < 150_000), "{weight} bytes");
}
