//! Two people end their game: one concedes, they agree to a draw, or they call it off.

use crate::browser::{self, Browser, Page};
use crate::played::{asked, friends, play_now};
use crate::served::Served;

/// Presses the button of a form in the menu.
fn press(browser: &mut Browser, page: &Page, action: &str) {
    let button = format!("document.querySelector('.menu form[action$=\"/{action}\"] button')");
    browser.until(page, &button, action);
    browser.eval(page, &format!("{button}.click()"));
}

fn told(browser: &mut Browser, page: &Page, words: &str) {
    browser.until(page, &format!("document.querySelector('#prompt').innerText.includes('{words}')"), words);
}

#[test]
fn two_people_agree_to_a_draw_after_one_declined_it() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest] = friends(&mut browser, &served.address);
    press(&mut browser, &host, "draw");
    told(&mut browser, &host, "offered a draw");
    told(&mut browser, &guest, "offers a draw");
    // One is offered at a time, and who declines isn't asked again at once.
    browser.eval(&guest, "document.querySelector('.wish button[value=no]').click()");
    for page in [&host, &guest] {
        browser.until(page, "!document.querySelector('.wish')", "no offer");
    }
    let offers = "document.querySelector('.menu form[action$=\"/draw\"]')";
    assert!(!browser.holds(&host, offers), "again after two turns");
    assert!(browser.holds(&guest, offers));
    press(&mut browser, &guest, "draw");
    told(&mut browser, &host, "offers a draw");
    browser.eval(&host, "document.querySelector('.wish button[value=yes]').click()");
    for page in [&host, &guest] {
        told(&mut browser, page, "The game is a draw.");
        told(&mut browser, page, "Both players agreed to it.");
    }
    let game = browser.text(&host, "document.body.dataset.game");
    browser.open(&host, &format!("{}/t/{game}/end", served.address));
    assert!(browser.text(&host, "document.body.innerText").contains("A draw."));
    browser.open(&host, &format!("{}/r/{game}/verify", served.address));
    assert!(browser.text(&host, "document.querySelector('h1').innerText").contains("Verified"));
}

#[test]
fn who_concedes_is_asked_once_and_the_other_wins() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest] = friends(&mut browser, &served.address);
    let (game, address) = (browser.text(&host, "document.body.dataset.game"), &served.address);
    // The button lies behind a question, and nobody concedes for somebody else.
    let hidden = "!document.querySelector('.menu form[action$=\"/concede\"]').checkVisibility()";
    browser.eval(
        &guest,
        "[...document.querySelectorAll('.menu summary')].find((one) => one.textContent === 'Menu').click()",
    );
    browser.until(&guest, "document.querySelector('.sure').checkVisibility()", "the menu");
    assert!(browser.holds(&guest, hidden));
    let stranger = browser.page(390, 844);
    browser.open(&stranger, address);
    let form = "{ method: 'POST', body: new URLSearchParams() }";
    let status = format!("fetch('/t/{game}/concede', {form}).then((answer) => answer.status)");
    assert_eq!(browser.eval(&stranger, &status).as_u64(), Some(403));
    press(&mut browser, &guest, "concede");
    told(&mut browser, &guest, "You conceded in");
    told(&mut browser, &host, "You win!");
    told(&mut browser, &host, "conceded in");
    // The same form again does no harm, nothing else goes on, and it is so after a restart.
    assert_eq!(browser.eval(&guest, &status).as_u64(), Some(200));
    assert_eq!(browser.eval(&host, &status).as_u64(), Some(409));
    let served = served.kill_and_start_there();
    browser.open(&host, &format!("{}/t/{game}", served.address));
    told(&mut browser, &host, "You win!");
    browser.open(&host, &format!("{}/t/{game}/end", served.address));
    assert!(browser.text(&host, "document.querySelector('.verdict').innerText").contains("conceded in"));
    browser.open(&host, &format!("{}/r/{game}/verify", served.address));
    assert!(browser.text(&host, "document.querySelector('h1').innerText").contains("Verified"));
}

#[test]
fn two_people_play_again_when_both_want_it_and_go_there_by_themselves() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest] = friends(&mut browser, &served.address);
    let game = browser.text(&host, "document.body.dataset.game");
    let names = browser.text(&host, "document.querySelector('.them').innerText");
    press(&mut browser, &guest, "concede");
    let again = "document.querySelector('.prompt form[action$=\"/again\"] button')";
    for page in [&host, &guest] {
        browser.until(page, again, "the end");
    }
    browser.eval(&guest, &format!("{again}.click()"));
    told(&mut browser, &guest, "asked for a rematch");
    told(&mut browser, &host, "wants one, too");
    // The table is still there after a restart, and so is the wish.
    let served = served.kill_and_start_there();
    browser.open(&host, &format!("{}/t/{game}", served.address));
    told(&mut browser, &host, "wants one, too");
    browser.eval(&host, &format!("{again}.click()"));
    for page in [&host, &guest] {
        let there = format!(
            "document.body?.dataset.game && document.body.dataset.game !== '{game}' && document.querySelector('#say-line')"
        );
        browser.until(page, &there, "the next game");
    }
    let [next, same] = [&host, &guest].map(|page| browser.text(page, "document.body.dataset.game"));
    assert_eq!(next, same, "they sit at one table");
    assert!(browser.holds(&host, "document.querySelector('.them').innerText.includes('Guest')"), "{names}");
    // The old table leads there, for those who played.
    browser.open(&guest, &format!("{}/t/{game}", served.address));
    let link = format!("document.querySelector('.prompt a[href=\"/t/{next}\"]')");
    browser.until(&guest, &link, "the way to the next table");
    let stranger = browser.page(1440, 900);
    browser.open(&stranger, &format!("{}/t/{game}", served.address));
    assert!(!browser.text(&stranger, "document.documentElement.outerHTML").contains(&next));
}

#[test]
fn a_game_that_has_hardly_begun_is_called_off_and_the_computer_takes_no_draw() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    play_now(&mut browser, &page, &served.address);
    assert!(asked(&mut browser, &page));
    let game = browser.text(&page, "document.body.dataset.game");
    let status = format!(
        "fetch('/t/{game}/draw', {{ method: 'POST', body: new URLSearchParams() }}).then((answer) => answer.status)"
    );
    assert_eq!(browser.eval(&page, &status).as_u64(), Some(409));
    press(&mut browser, &page, "abort");
    told(&mut browser, &page, "This game has ended");
    assert!(!browser.holds(&page, "document.querySelector('.menu form[action$=\"/concede\"]')"));
}
