//! Whole games against the computer: clicked, and by keyboard alone; killed in the middle; replayed.

use crate::browser::{self, Browser};
use crate::cut::{Form, get, post};
use crate::hostile::{start, status, until_asked};
use crate::played::{asked, click, moved_on, number, play_now, play_until, start_page};
use crate::served::Served;
use std::time::{Duration, Instant};

/// As long as a game in a browser may take on a busy machine.
const LONG: Duration = Duration::from_secs(900);

#[test]
fn a_game_is_clicked_to_its_end_replayed_and_continued() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    play_now(&mut browser, &page, &served.address);
    let over = "document.querySelector('.prompt a[href$=\"/end\"]')";
    assert!(play_until(&mut browser, &page, over, LONG), "the game did not end in time");

    // The summary names the rule, shows the promise kept, and verifies.
    browser.eval(&page, "document.querySelector('.prompt a[href$=\"/end\"]').click()");
    browser.until(&page, "document.querySelector('.verdict h1')", "the summary");
    let verdict = browser.text(&page, "document.querySelector('.verdict').innerText");
    assert!(verdict.contains("win") || verdict.contains("draw"), "{verdict}");
    browser.eval(&page, "document.querySelector('a[href$=\"/verify\"]').click()");
    browser.until(&page, "document.querySelector('.verdict .ok')", "the proof");

    // The replay shows the game at any answer, and a new game goes on from there.
    let game = browser.text(&page, "location.pathname.split('/')[2]");
    browser.open(&page, &format!("{}/r/{game}?at=12", served.address));
    assert!(browser.text(&page, "document.querySelector('#ask-h').textContent").starts_with("After 12 of"));
    browser.eval(&page, "document.querySelector('form[action$=\"/continue\"] button').click()");
    browser.until(&page, "document.body.dataset.live", "the new game");
    assert_ne!(browser.text(&page, "document.body.dataset.game"), game);
    assert!(number(&mut browser, &page) >= 12);
    assert!(asked(&mut browser, &page), "the new game goes on");

    // The file can be checked by the command, and a file that was changed cannot.
    let file = browser.text(&page, &format!("fetch('/r/{game}/file').then((answer) => answer.text())"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json");
    let verify = |text: &str| {
        std::fs::write(&path, text).expect("written");
        let command = std::process::Command::new(env!("CARGO_BIN_EXE_dejarik"))
            .args(["replay", "--verify"])
            .arg(&path)
            .output()
            .expect("the command runs");
        command.status.code()
    };
    assert_eq!(verify(&file), Some(0));
    assert_eq!(verify(&file.replacen("\"options\": \"", "\"options\": \"other ", 1)), Some(1));
}

#[test]
fn a_game_is_played_by_keyboard_alone() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    start_page(&mut browser, &page, &served.address);
    // Tab to the big button and press it: two keys of a kind, no mouse.
    for _ in 0..16 {
        browser.press(&page, "Tab");
        if browser.holds(&page, "document.activeElement.matches('.play')") {
            break;
        }
    }
    assert!(browser.holds(&page, "document.activeElement.matches('.play')"), "the button is reached");
    browser.press(&page, "Enter");
    browser.until(&page, "document.body?.dataset.game", "the table");
    let start = Instant::now();
    let mut answers = 0_u32;
    assert!(asked(&mut browser, &page), "the first question");
    // Letters go to the arenas and the hand.
    browser.press(&page, "y");
    browser.until(&page, "document.activeElement.closest('#hand')", "the hand");
    // R opens the rule of the question beside the game; L goes back to the log.
    browser.press(&page, "r");
    browser.until(&page, "document.querySelector('.desk #rule-h')?.offsetParent", "the rule");
    browser.press(&page, "l");
    browser.until(&page, "document.activeElement.matches('.log')", "the log");
    // To the end of the game, or far into it on a slow machine.
    while asked(&mut browser, &page) {
        assert!(start.elapsed() < LONG, "no progress in time: {answers} answers");
        let before = number(&mut browser, &page);
        let keys = browser.text(
            &page,
            "[...document.querySelectorAll('.prompt .choice[data-key]')].map((one) => one.dataset.key).join(' ')",
        );
        let keys: Vec<&str> = keys.split(' ').filter(|key| *key != "h").collect();
        let key = match answers % 4 {
            3 => keys.iter().find(|key| matches!(**key, "p" | "e")).or(keys.first()),
            _ => keys.iter().find(|key| **key == "1").or(keys.first()),
        };
        browser.press(&page, if *key.expect("a key") == "esc" { "Escape" } else { key.expect("a key") });
        moved_on(&mut browser, &page, before);
        answers += 1;
        if answers > 150 && browser.holds(&page, "document.querySelector('.lane')") {
            break;
        }
    }
    let over = browser.holds(&page, "document.querySelector('.prompt a[href$=\"/end\"]')");
    assert!(over || answers > 150, "{answers} answers, and the game is not over");
}

#[test]
fn a_killed_server_continues_in_the_middle_of_an_attack() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    play_now(&mut browser, &page, &served.address);
    let in_attack = "document.body.dataset.asked && document.querySelector('.lane:not(.over)')";
    if !play_until(&mut browser, &page, in_attack, LONG) {
        // A game without a question inside an attack: any question will do.
        play_now(&mut browser, &page, &served.address);
        assert!(asked(&mut browser, &page));
        click(&mut browser, &page, 1);
        assert!(asked(&mut browser, &page));
    }
    let state = "[document.body.dataset.number, document.querySelector('#ask-h').textContent, \
                  document.querySelector('main').innerText, document.querySelector('.mine').innerText].join('|')";
    let (before, game) = (browser.text(&page, state), browser.text(&page, "document.body.dataset.game"));
    let served = served.kill_and_start();
    browser.open(&page, &format!("{}/t/{game}", served.address));
    assert_eq!(browser.text(&page, state), before, "the same position");
    assert!(asked(&mut browser, &page));
    click(&mut browser, &page, 0);
}

#[test]
fn an_answer_is_taken_back_against_the_computer() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    play_now(&mut browser, &page, &served.address);
    assert!(asked(&mut browser, &page));
    let before =
        (number(&mut browser, &page), browser.text(&page, "document.querySelector('#ask-h').textContent"));
    click(&mut browser, &page, 1);
    assert!(asked(&mut browser, &page));
    browser.press(&page, "u");
    // A takeback is a step too: the number grows, the question is the earlier one.
    let back = format!(
        "Number(document.body.dataset.number) > {} && document.querySelector('#ask-h').textContent === {:?}",
        before.0, before.1
    );
    browser.until(&page, &back, "the earlier question");
    assert_eq!(browser.text(&page, "document.querySelector('#ask-h').textContent"), before.1);
}

/// Whoever doesn't care where the first units go leaves them to the table, and is asked again when setup is over.
#[test]
fn the_table_places_the_first_units_for_whoever_wants_it() {
    let served = Served::start();
    let (game, cookie) = start(&served);
    let page = until_asked(&served, &game, &cookie);
    let mut text = page;
    // What comes before setup has no such button; the first choice there swaps a card, as long as there's one to swap.
    for _ in 0..20 {
        if text.contains("Place the rest for me") {
            break;
        }
        let form = Form::read(&get(&served, &format!("/t/{game}"), &cookie)).expect("a question");
        assert_eq!(status(&post(&served, &format!("/t/{game}/answer"), &cookie, &form.body(0))), 303);
        text = until_asked(&served, &game, &cookie);
    }
    assert!(text.contains("Place the rest for me") && text.contains("Place your first units"), "{text}");
    let number = Form::read(&get(&served, &format!("/t/{game}"), &cookie)).expect("a question").n;
    let placed = post(&served, &format!("/t/{game}/hold"), &cookie, &format!("n={number}&until=setup"));
    assert_eq!(status(&placed), 303, "{placed}");
    let begun = Instant::now();
    let after = loop {
        let text = until_asked(&served, &game, &cookie);
        if !text.contains("Setup") || begun.elapsed() > Duration::from_secs(60) {
            break text;
        }
    };
    assert!(!after.contains("Place your first units") && !after.contains("Place the rest for me"), "{after}");
    let now = Form::read(&get(&served, &format!("/t/{game}"), &cookie)).expect("a question").n;
    assert!(now > number + 3, "units were placed: {number}, {now}");
}
