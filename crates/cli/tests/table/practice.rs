//! A puzzle at the table by keyboard and on a phone, and a drill by mouse and keyboard, in a real browser.

use crate::browser::{self, Browser, Page};
use crate::served::Served;
use std::time::Duration;

/// The page is there and its script runs.
const READY: &str = "document.readyState === 'complete' && window.dejarikTable !== undefined";
/// What a puzzle has come to.
const STATE: &str = "document.querySelector('.puzzle')?.dataset.state";

fn is_in(browser: &mut Browser, page: &Page, state: &str) {
    browser.until(page, &format!("{READY} && {STATE} === '{state}'"), state);
}

#[test]
fn a_puzzle_is_missed_explained_and_solved_by_keyboard_and_on_a_phone() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    // P03: Evade 2 for 1 damage is the mistake, passing is right; then the big one comes.
    browser.open(&page, &format!("{}/puzzles/P03", served.address));
    is_in(&mut browser, &page, "asked");
    browser.press(&page, "1");
    is_in(&mut browser, &page, "missed");
    let told = browser.text(&page, "document.querySelector('.lesson-lines').innerText");
    assert!(told.contains("68.8 % of the time") && told.contains("For example"), "{told}");
    browser.press(&page, "1");
    is_in(&mut browser, &page, "asked");
    browser.press(&page, "p");
    // Then the big attack: the dodge, and all of it.
    for (at, key) in [(2, "1"), (3, "3")] {
        let there = format!("location.search === '?at={at}' && {READY} && {STATE} === 'asked'");
        browser.until(&page, &there, "the next question");
        browser.press(&page, key);
    }
    is_in(&mut browser, &page, "solved");
    let why = browser.text(&page, "document.querySelector('.lesson-lines').innerText");
    assert!(why.contains("93.8 %") && why.contains("Evade 2 stops up to 2"), "{why}");
    assert!(why.contains("Only the first try counts"), "{why}");

    let phone = browser.page(390, 844);
    browser.touched(&phone);
    browser.open(&phone, &format!("{}/puzzles/P10", served.address));
    is_in(&mut browser, &phone, "asked");
    // The Corvette taps the Arrowhead.
    let own = "[...document.querySelectorAll('#prompt .choice')].find((one) => one.innerText.includes('Customs Corvette'))";
    browser.until(&phone, own, "the ability");
    browser.tap(&phone, own, Duration::from_millis(20));
    is_in(&mut browser, &phone, "solved");
    assert!(browser.holds(&phone, "document.documentElement.scrollWidth <= 390"));
}

#[test]
fn drills_are_answered_by_mouse_and_by_key() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    browser.open(&page, &format!("{}/learn/practice", served.address));
    browser.eval(&page, "document.querySelector('a[href=\"/learn/practice/survive\"]').click()");
    browser.until(
        &page,
        "location.search.includes('u=') && document.querySelector('.drill-form .btn')",
        "a question",
    );
    browser.eval(&page, "document.querySelector('.drill-form .btn').click()");
    browser.until(&page, &format!("{READY} && document.querySelector('.drill-result')"), "the answer");
    let told = browser.text(&page, "document.querySelector('.drill-result').innerText");
    assert!(told.contains("%: destroyed") && told.contains("it survives"), "{told}");
    browser.press(&page, "n");
    browser.until(&page, &format!("{READY} && document.querySelector('.drill-form')"), "the next question");
    browser.press(&page, "2");
    browser.until(&page, &format!("{READY} && document.querySelector('.drill-result')"), "the answer");
    browser.open(&page, &format!("{}/learn/practice", served.address));
    let kept = browser.text(&page, "document.querySelector('.stones').innerText");
    assert!(kept.contains("of 2 right"), "{kept}");
    // A guess to the percent: the slider says what it stands at.
    browser.open(&page, &format!("{}/learn/practice/sure", served.address));
    browser.until(&page, &format!("{READY} && document.querySelector('[data-guess]')"), "the slider");
    browser.eval(&page, "{ const one = document.querySelector('[data-guess]'); one.value = 33; one.dispatchEvent(new Event('input')); }");
    assert_eq!(browser.text(&page, "document.querySelector('output').innerText"), "33");
}

/// The sentence about what is pointed at.
const TIP: &str = "document.querySelector('#tip:not([hidden])')?.innerText";

#[test]
fn everything_says_what_it_is_under_the_mouse_at_the_focus_and_under_a_finger() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    let table = "document.body?.dataset.game && document.body.dataset.asked && document.querySelector('.prompt .choice')";
    browser.open(&page, &served.address);
    browser.eval(&page, "document.querySelector('button.play').click()");
    browser.until(&page, &format!("{READY} && {table}"), "a game");
    // A stranger to the game is told something at the first question.
    assert!(browser.holds(&page, "document.querySelector('p.coach')"));
    let says = |words: &str| format!("({TIP} || '').includes('{words}')");
    browser.hover(&page, "document.querySelector('.them .tally .force')");
    browser.until(&page, &says("You gain 4 each turn"), "the sentence under the mouse");
    browser.press(&page, "Escape");
    browser.until(&page, &format!("!({TIP})"), "Escape closes it");
    browser.eval(&page, "document.querySelector('.skip').focus()");
    for _ in 0..80 {
        browser.press(&page, "Tab");
        if browser.holds(&page, "document.activeElement.matches('.mine .tally')") {
            break;
        }
    }
    for words in ["Force pays for special moves", "Build points pay for cards", "The discard pile"] {
        browser.until(&page, &says(words), "the sentences at the focus");
    }
    browser.press(&page, "w");
    browser.until(&page, "document.querySelector('.desk .moves li')", "what can be done");
    let moves = browser.text(&page, "document.querySelector('.desk .moves').innerText");
    assert!(moves.starts_with("What can I do?"), "{moves}");

    let phone = browser.beside(&page, 390, 844);
    browser.touched(&phone);
    let address = browser.text(&page, "location.href");
    browser.open(&phone, &address);
    browser.until(&phone, &format!("{READY} && {table}"), "the game on a phone");
    let own = "[...document.querySelectorAll('.tally .deck, .tally [data-pool$=\"-deck\"]')].find((one) => one.getClientRects().length)";
    browser.tap(&phone, own, Duration::from_millis(700));
    browser.until(&phone, &says("Cards left in the deck"), "the sentence under a finger");
}
