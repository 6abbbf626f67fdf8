//! Texts that are carried out by hand, in a real browser: agreed to, done, taken back, killed and continued.

use crate::browser::{self, Browser, Page};
use crate::hostile::{FORM, header, status};
use crate::played::{moved_on, number, settle};
use crate::served::Served;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with two decks: their units have a text that nobody can read.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let (sets, decks) = (folder.path().join("sets"), folder.path().join("decks"));
    fs::create_dir_all(&sets).expect("a folder");
    fs::create_dir_all(&decks).expect("a folder");
    let mut rows = String::from(
        "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText\tScript\tClassification\n",
    );
    let mut lists = [("L", String::new()), ("D", String::new())];
    for (place, (side, list)) in lists.iter_mut().enumerate() {
        let word = ["Bard", "Fiddler"][place];
        for (number, arena) in ["Space", "Ground", "Character"].iter().enumerate() {
            let (name, id) = (format!("{arena} {word}"), place * 3 + number + 1);
            let more = if *arena == "Character" { " | Dance until the band stops." } else { "" };
            rows.push_str(&format!(
                "{name}\tHND\tHND00{id}\t{side}\t{arena}\tRebel Singer\t3\t{}\t2\t6\tC\t{id}\t\tArmor | Sing a song that the table likes.{more}\t\tHND\n",
                30 + place * 10
            ));
            list.push_str(&format!("20 {name}\n"));
        }
    }
    fs::write(sets.join("HND.txt"), rows).expect("written");
    fs::write(decks.join("Bards.txt"), &lists[0].1).expect("written");
    fs::write(decks.join("Fiddlers.txt"), &lists[1].1).expect("written");
    folder
}

fn serve(folder: &Path) -> Served {
    Served::with(&["--cards", &folder.to_string_lossy()])
}

/// A picture for people to look at, where somebody wants them.
fn shoot(browser: &mut Browser, page: &Page, name: &str) {
    let Some(folder) = std::env::var_os("SCREENS") else { return };
    std::thread::sleep(Duration::from_millis(700));
    browser.screenshot(page, &Path::new(&folder).join(format!("hand-{name}.png")));
}

/// Starts a game between two people; their pages.
fn two(served: &Served, browser: &mut Browser) -> [Page; 2] {
    let [host, guest] = [0, 1].map(|_| browser.page(1440, 900));
    browser.open(&host, &served.address);
    browser.eval(
        &host,
        "{ document.querySelector('#mine').value = 'bards'; document.querySelector('#theirs').value = 'fiddlers'; \
           document.querySelector('#w-friend').checked = true; document.querySelector('#mine').form.requestSubmit(); }",
    );
    browser.until(&host, "document.querySelector('button[name=hands]')", "the agreement");
    let list = browser.text(&host, "document.querySelector('main').innerText");
    assert!(list.contains("3 cards of this deck have a text that the players carry out by hand"), "{list}");
    assert!(list.contains("Sing a song that the table likes.") && list.contains("Ground Fiddler"), "{list}");
    shoot(browser, &host, "agreement");
    browser.eval(&host, "document.querySelector('button[name=hands]').click()");
    browser.until(&host, "document.querySelector('.invite input')", "the invitation");
    let link = browser.text(&host, "document.querySelector('.invite input').value");
    let token = link.split_once("/join/").expect("a link").1;
    // Whoever hasn't agreed doesn't sit down.
    let refused = served.request("POST", &format!("/join/{token}?with=cookie"), FORM, "name=Gero");
    assert!(status(&refused) == 400, "{refused}");
    browser.open(&guest, &format!("{}/join/{token}", served.address));
    let list = browser.text(&guest, "document.querySelector('main').innerText");
    assert!(list.contains("Ground Bard") && list.contains("Sing a song that the table likes."), "{list}");
    shoot(browser, &guest, "invitation");
    browser.eval(&guest, "document.querySelector('.join button').click()");
    browser.until(&guest, "document.body?.dataset.game", "the guest's table");
    let game = browser.text(&guest, "document.body.dataset.game");
    browser.open(&host, &format!("{}/t/{game}", served.address));
    for page in [&host, &guest] {
        browser.until(page, "document.querySelector('.them')", "the game");
    }
    [host, guest]
}

/// Clicks the first choice of the prompt whose words hold these.
fn choose(browser: &mut Browser, page: &Page, words: &str) {
    let before = number(browser, page);
    let found = format!(
        "[...document.querySelectorAll('.prompt .choice[name=a]')].find((one) => (one.ariaLabel || one.textContent).toLowerCase().includes({:?}))",
        words.to_lowercase()
    );
    browser.until(page, &format!("document.body.dataset.asked && {found}"), words);
    browser.eval(page, &format!("{found}.click()"));
    moved_on(browser, page, before);
}

/// Which of two pages is asked.
fn who<'a>(browser: &mut Browser, pages: &'a [Page]) -> &'a Page {
    let begun = Instant::now();
    loop {
        for page in pages {
            if browser.holds(page, "document.body.dataset.asked") {
                return page;
            }
        }
        settle();
        assert!(begun.elapsed().as_secs() < 60, "everybody waits");
    }
}

/// Answers with the first choice until something holds on a page of the one who is asked: setup, then build steps.
fn until<'a>(browser: &mut Browser, pages: &'a [Page], wanted: &str) -> &'a Page {
    for _ in 0..200 {
        let page = who(browser, pages);
        if browser.holds(page, wanted) {
            return page;
        }
        let before = number(browser, page);
        browser.eval(
            page,
            "{ const all = [...document.querySelectorAll('.prompt .choice[name=a]')]; \
               const done = document.querySelector('.prompt .choice[data-key=e]'); \
               (/first units/.test(document.querySelector('#ask-h').textContent) ? all[0] : done || all[0]).click(); }",
        );
        moved_on(browser, page, before);
    }
    panic!("waited in vain for {wanted}");
}

const BUILD: &str = "/By hand/.test(document.querySelector('.groups')?.textContent)";
const SINGS: &str = "[...document.querySelectorAll('.prompt .choice[name=a]')].find((one) => /: .*sing a song/i.test(one.textContent) || /by hand/i.test(one.textContent))";

/// Begins a text by hand in a build step, and taps a card for it.
fn sing(browser: &mut Browser, page: &Page) {
    let before = number(browser, page);
    browser.eval(page, &format!("{SINGS}.click()"));
    moved_on(browser, page, before);
    browser.until(page, "document.querySelector('.deeds')", "the actions");
    let story = browser.text(page, "document.querySelector('.hand-story').innerText");
    assert!(story.contains("Sing a song that the table likes."), "{story}");
    assert!(!story.contains("Dance"), "the text that was picked, and no other: {story}");
    choose(browser, page, "tap or untap");
    choose(browser, page, "tap a card");
    // One of the units glows: the first choice is it.
    choose(browser, page, " ");
    browser.until(page, "document.querySelector('.deeds')", "the actions again");
}

/// The report of the position runs with the judge's command, and says what was done by hand.
fn report(browser: &mut Browser, page: &Page, cards: &Path) {
    let text = browser.text(
        page,
        "fetch(location.pathname + '/report').then((answer) => answer.text()) \
           .then((page) => new DOMParser().parseFromString(page, 'text/html').querySelector('#q').value)",
    );
    assert!(text.contains("by hand light") && text.contains("start build light"), "{text}");
    let body = format!("new URLSearchParams({{ expected: 'Nobody sings.', q: {text:?} }})");
    let file = browser.text(
        page,
        &format!("fetch(location.pathname + '/report', {{ method: 'POST', body: {body} }}).then((answer) => answer.text())"),
    );
    assert!(file.starts_with("# Expected: Nobody sings."), "{file}");
    let path = cards.join("report.txt");
    fs::write(&path, &file).expect("written");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dejarik"));
    let judged =
        command.arg("--cards").arg(cards).arg("judge").arg(&path).output().expect("the command runs");
    let said = String::from_utf8_lossy(&judged.stdout);
    assert!(judged.status.success(), "{said}{}\n{file}", String::from_utf8_lossy(&judged.stderr));
    assert!(said.contains("uses its text by hand"), "{said}\n{file}");
}

#[test]
fn two_players_carry_a_text_out_take_it_back_and_go_on_after_a_kill() {
    let Some(program) = browser::program() else { return };
    let folder = folder();
    let (served, mut browser) = (serve(folder.path()), Browser::start(&program));
    let pages = two(&served, &mut browser);
    let page = until(&mut browser, &pages, BUILD);
    let place = pages.iter().position(|one| std::ptr::eq(one, page)).expect("one of the two");
    let (own, other) = (&pages[place], &pages[1 - place]);
    shoot(&mut browser, own, "build");
    assert!(browser.holds(own, "document.querySelector('.card .by-hand')"), "a quiet note lies on the card");
    let tapped = "document.querySelectorAll('main .unit.tapped').length";
    assert_eq!(browser.eval(own, tapped), 0);
    sing(&mut browser, own);
    shoot(&mut browser, own, "actions");
    choose(&mut browser, own, "change speed, power or health");
    shoot(&mut browser, own, "rows");
    choose(&mut browser, own, "something else");
    assert_eq!(browser.eval(own, tapped), 1);
    browser.until(other, &format!("{tapped} === 1"), "the other sees it at once");
    // The opponent does nothing in the player's place: not with the right number, not with any choice.
    for choice in ["0", "1", "2"] {
        let before = number(&mut browser, own);
        let body = format!("new URLSearchParams({{ n: {before}, a: {choice:?} }})");
        let post = format!("fetch(location.pathname + '/answer', {{ method: 'POST', body: {body} }})");
        let refused = browser.eval(other, &format!("{post}.then((answer) => answer.status)"));
        assert!(refused.as_u64() >= Some(400), "{refused}");
        assert_eq!(number(&mut browser, own), before, "out of turn");
    }
    choose(&mut browser, own, "done");

    // The server is killed while the opponent thinks about it.
    browser.until(other, "document.body.dataset.asked", "the question");
    let served = served.kill_and_start_there();
    let game = browser.text(other, "document.body.dataset.game");
    for page in &pages {
        browser.open(page, &format!("{}/t/{game}", served.address));
    }
    browser.until(other, "document.querySelector('.hand-story')", "the question again");
    shoot(&mut browser, other, "agree");
    let story = browser.text(other, "document.querySelector('.hand-story').innerText");
    assert!(story.contains("Sing a song") && story.to_lowercase().contains("taps"), "{story}");
    choose(&mut browser, other, "take it back");
    browser.until(own, &format!("{tapped} === 0"), "as if it had not begun");
    let log = browser.text(own, "document.querySelector('.log').innerText");
    assert!(log.contains("By hand: ") && log.contains("taken back"), "{log}");
    assert!(!log.contains("By hand: By hand"), "once is enough: {log}");

    // Once more, and the opponent agrees for the rest of the game.
    browser.until(own, &format!("document.body.dataset.asked && {SINGS}"), "the text");
    sing(&mut browser, own);
    choose(&mut browser, own, "done");
    choose(&mut browser, other, "don’t ask again");
    browser.until(own, &format!("document.body.dataset.asked && {tapped} === 1"), "it stands");
    let before = number(&mut browser, own);
    browser.eval(own, &format!("{SINGS}.click()"));
    moved_on(&mut browser, own, before);
    choose(&mut browser, own, "gain or lose");
    choose(&mut browser, own, "you gain force");
    choose(&mut browser, own, "3");
    choose(&mut browser, own, "done");
    assert!(!browser.holds(other, "document.body.dataset.asked"), "1316.5: not asked again");
    let list = browser.text(own, "fetch(location.pathname + '/hand').then((answer) => answer.text())");
    assert!(list.contains("Space Fiddler") && list.contains("Space Bard"), "{list}");
    // Strangers don't read what the players agreed to.
    let stranger = served.request("GET", &format!("/t/{game}/hand"), "", "");
    assert!(status(&stranger) == 403 || !stranger.contains("Sing a song"), "{stranger}");
}

#[test]
fn alone_against_the_computer_nobody_has_to_agree_and_nobody_is_nagged() {
    let Some(program) = browser::program() else { return };
    let folder = folder();
    let (served, mut browser) = (serve(folder.path()), Browser::start(&program));
    for (width, height, keyboard) in [(390, 844, false), (1024, 768, true)] {
        let page = browser.page(width, height);
        browser.open(&page, &served.address);
        browser.eval(
            &page,
            "{ document.querySelector('#mine').value = 'bards'; document.querySelector('#theirs').value = 'fiddlers'; \
               const form = document.querySelector('#mine').form; const pace = document.createElement('input'); \
               Object.assign(pace, { type: 'hidden', name: 'pace', value: 'instant' }); form.append(pace); form.requestSubmit(); }",
        );
        browser.until(&page, "document.querySelector('#prompt')", "the table, at once");
        let pages = [page];
        let page = until(&mut browser, &pages, BUILD);
        let name = if keyboard { "keyboard" } else { "phone" };
        shoot(&mut browser, page, &format!("{name}-build"));
        if keyboard {
            let before = number(&mut browser, page);
            let key = browser.text(page, &format!("{SINGS}.dataset.key"));
            browser.press(page, &key);
            moved_on(&mut browser, page, before);
            browser.until(page, "document.querySelector('.deeds')", "the actions");
            let key = browser.text(
                page,
                "[...document.querySelectorAll('.deeds .choice')].find((one) => /draw/i.test(one.textContent)).dataset.key",
            );
            for key in [&*key, "1", "2", "e"] {
                let before = number(&mut browser, page);
                browser.press(page, key);
                moved_on(&mut browser, page, before);
            }
        } else {
            sing(&mut browser, page);
            shoot(&mut browser, page, "phone-actions");
            let wide = browser.eval(page, "document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(390), "{wide} wide");
            choose(&mut browser, page, "done");
        }
        let log = browser.text(page, "document.querySelector('.log').textContent");
        assert!(log.contains("By hand: "), "{log}");
        report(&mut browser, page, folder.path());
        // In the battle nobody is asked in every chance, but whoever wants to is.
        let act = "/attack\\?|acts first/i.test(document.querySelector('#ask-h').textContent)";
        let nagged = format!("document.querySelector('.prompt .hold') || {act}");
        let page = until(&mut browser, &pages, &nagged);
        assert!(browser.holds(page, act), "asked although there is nothing else to play");
        let wish = "document.querySelector('.hand-wish button')";
        browser.until(page, wish, "the wish");
        if keyboard {
            browser.press(page, "b");
        } else {
            browser.eval(page, &format!("{wish}.click()"));
        }
        browser.until(
            page,
            "/next chance/.test(document.querySelector('.hand-wish').textContent)",
            "the wish is known",
        );
        shoot(&mut browser, page, &format!("{name}-wish"));
        let page =
            until(&mut browser, &pages, &format!("document.querySelector('.prompt .hold') && {SINGS}"));
        shoot(&mut browser, page, &format!("{name}-chance"));
    }
}

#[test]
fn decks_cards_and_search_show_what_is_by_hand() {
    let folder = folder();
    let served = serve(folder.path());
    let get = |path: &str| served.request("GET", path, "", "");
    let decks = get("/decks");
    assert!(decks.contains("by hand</span> 3 cards") && decks.contains("Enforced"), "{decks}");
    let deck = get("/decks/bards");
    assert!(deck.contains("3 cards of this deck have a text that the players carry out by hand"), "{deck}");
    assert!(get("/decks/diplomats").contains("Every text is enforced."));
    let card = get("/card?name=Ground%20Bard");
    assert!(card.contains("The players carry out:") && card.contains("Sing a song"), "{card}");
    assert!(get("/cards?q=is:byhand").contains("6 cards"));
    let built = served.request("POST", "/decks/build", FORM, "list=4+Ground+Bard%0A2+Anvil+Bomber&q=bard");
    assert!(built.contains("Carried out by hand: Sing a song"), "{built}");
    // 1316.1: a lab table has no hands; an unknown way is refused in words.
    let game = served.request("POST", "/play", FORM, "mine=bards&theirs=fiddlers&way=computer");
    let table = header(&game, "location:");
    let cookie = header(&game, "set-cookie:").split(';').next().unwrap_or_default().to_string();
    let wish = |body: &str| {
        let headers = format!("{FORM}Cookie: {cookie}\r\n");
        served.request("POST", &format!("{table}/hand"), &headers, body)
    };
    assert_eq!(status(&wish("when=always")), 400);
    assert_eq!(status(&served.request("POST", &format!("{table}/hand"), FORM, "when=next")), 403);
}
