//! Two browsers play on a clock: both see it run, a restart costs nobody anything, and running out loses.

use crate::browser::{self, Browser, Page};
use crate::played::{click, friends_with, settle};
use crate::served::Served;

/// What a clock of the page says, in seconds: the viewer's own, or the opponent's.
fn seconds(browser: &mut Browser, page: &Page, whose: &str) -> u64 {
    let text = browser.text(page, &format!("document.querySelector('{whose} .clock time').textContent"));
    let (minutes, seconds) = text.split_once(':').expect("minutes and seconds");
    minutes.parse::<u64>().expect("minutes") * 60 + seconds.parse::<u64>().expect("seconds")
}

/// The page that is asked, and the other.
fn asked<'a>(browser: &mut Browser, pages: [&'a Page; 2]) -> [&'a Page; 2] {
    loop {
        settle();
        for (one, other) in [(pages[0], pages[1]), (pages[1], pages[0])] {
            if browser.holds(one, "document.body.dataset.asked") {
                return [one, other];
            }
        }
    }
}

#[test]
fn a_clock_runs_for_whoever_is_asked_and_running_out_loses() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let clock = [("clock", "own"), ("bank", "1"), ("free", "2"), ("bonus", "0")];
    let [host, guest] = friends_with(&mut browser, &served.address, &clock);
    for answers in 0..3 {
        let [one, _] = asked(&mut browser, [&host, &guest]);
        click(&mut browser, one, answers * 7 + 1);
    }
    // Whoever thinks sees the time go, and so does the other.
    let [one, other] = asked(&mut browser, [&host, &guest]);
    let before = [seconds(&mut browser, one, ".mine"), seconds(&mut browser, other, ".mine")];
    browser.until(one, "document.querySelector('.mine .clock.runs time.soon')", "the warning colour");
    browser.until(
        one,
        "/less than a minute/.test(document.querySelector('#toast').textContent)",
        "the warning",
    );
    std::thread::sleep(std::time::Duration::from_secs(6));
    assert!(seconds(&mut browser, one, ".mine") + 3 < before[0], "one’s own time goes");
    assert!(seconds(&mut browser, other, ".them") + 3 < before[0], "the other sees it");
    assert_eq!(seconds(&mut browser, other, ".mine"), before[1], "whose own stands");
    // A restart takes no time from anybody.
    let served = served.kill_and_start_there();
    let anew = "Number(document.querySelector('.mine .clock time').dataset.from) > Date.now() + 5000";
    browser.until(one, anew, "the question, asked anew");
    let told = |words: &str| format!("document.querySelector('#prompt').innerText.includes('{words}')");
    browser.until(
        one,
        "/less than 20 seconds/.test(document.querySelector('#toast').textContent)",
        "the last warning",
    );
    browser.until(one, &told("You had no time left"), "the end");
    browser.until(other, &told("had no time left"), "the end");
    let game = browser.text(one, "document.body.dataset.game");
    browser.open(one, &format!("{}/r/{game}/verify", served.address));
    assert!(browser.text(one, "document.querySelector('h1').innerText").contains("Verified"));
}

#[test]
fn the_start_page_says_in_how_many_games_it_is_your_turn() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest] = friends_with(&mut browser, &served.address, &[("clock", "slow")]);
    assert!(browser.text(&host, "document.querySelector('.mine .clock').innerText").contains("7 days"));
    let [one, _] = asked(&mut browser, [&host, &guest]);
    // Whoever is somewhere else is told by the browser, if they want that and it may.
    for page in [&host, &guest] {
        browser.eval(
            page,
            "{ window.told = []; window.Notification = class { static permission = 'granted'; \
                 constructor(title, how) { told.push([title, how.tag]); } close() {} }; \
               localStorage.setItem('dejarik-notices', 'on'); \
               Object.defineProperty(document, 'hidden', { get: () => true }); }",
        );
    }
    click(&mut browser, one, 1);
    let [one, other] = asked(&mut browser, [&host, &guest]);
    browser.until(one, "told.length && told.at(-1)[1] === document.body.dataset.game", "a notice");
    for (page, turns) in [(one, true), (other, false)] {
        browser.open(page, &served.address);
        let told = browser.text(page, "document.querySelector('[aria-labelledby=r-h]').innerText");
        assert_eq!(told.contains("It’s your turn in 1 game."), turns, "{told}");
        assert!(told.contains(if turns { "Your turn" } else { "Their turn" }), "{told}");
    }
}

#[test]
fn the_game_of_somebody_who_has_left_is_claimed_after_a_minute() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest] = friends_with(&mut browser, &served.address, &[("clock", "quick")]);
    let [leaver, waiter] = asked(&mut browser, [&host, &guest]);
    let table = browser.text(leaver, "location.href");
    let away = "document.querySelector('.wish.away')";
    let name =
        browser.text(waiter, "document.querySelector('.them .who').firstElementChild.nextSibling.data");
    browser.open(leaver, &format!("{}/rules", served.address));
    browser.until(
        waiter,
        &format!("{away}?.innerText.includes('isn’t at the table right now')"),
        "the notice",
    );
    let told = browser.text(waiter, &format!("{away}.innerText"));
    assert!(told.starts_with(name.trim()) && told.contains("You can claim the game in 0:"), "{told}");
    browser.until(waiter, "/away/.test(document.querySelector('.them .absent').textContent)", "the mark");
    browser.eval(waiter, "window.first = document.querySelector('.wish.away time').textContent");
    browser.until(
        waiter,
        "document.querySelector('.wish.away time').textContent < first",
        "the time that runs",
    );
    // Whoever comes back finds the game as it was.
    browser.open(leaver, &table);
    browser.until(waiter, &format!("!{away} && !document.querySelector('.them .absent')"), "no notice");
    click(&mut browser, leaver, 1);
    let [leaver, waiter] = asked(&mut browser, [&host, &guest]);
    browser.open(leaver, &format!("{}/rules", served.address));
    browser.until(waiter, &format!("{away}?.querySelector('button')"), "the claim");
    if let Ok(folder) = std::env::var("SCREENS") {
        browser.screenshot(waiter, &std::path::Path::new(&folder).join("claim.png"));
    }
    browser.eval(waiter, &format!("{away}.querySelector('button').click()"));
    browser.until(
        waiter,
        "document.querySelector('#prompt').innerText.includes('didn’t come back')",
        "the end",
    );
    let game = browser.text(waiter, "document.body.dataset.game");
    browser.open(waiter, &format!("{}/r/{game}/verify", served.address));
    assert!(browser.text(waiter, "document.querySelector('h1').innerText").contains("Verified"));
}
