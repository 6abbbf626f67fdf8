//! Texts that are carried out by hand, in a real browser: agreed to, done, taken back, killed and continued.

use crate::browser::{self, Browser, Page};
use crate::hostile::{FORM, deal, header, status, until_asked};
use crate::played::{moved_on, number, settle};
use crate::served::Served;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with two decks: their units have a text that nobody can read.
pub fn folder() -> TempDir {
    folder_with("Dance until the band stops.")
}

/// The same; the Characters have this text, too.
fn folder_with(more: &str) -> TempDir {
    folder_of(more, 0)
}

/// The same, with so many Battle cards of one name in each deck: they never lie on the table before a battle.
fn folder_of(more: &str, secrets: usize) -> TempDir {
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
            let more = if *arena == "Character" { format!(" | {more}") } else { String::new() };
            rows.push_str(&format!(
                "{name}\tHND\tHND00{id}\t{side}\t{arena}\tRebel Singer\t3\t{}\t2\t6\tC\t{id}\t\tArmor | Sing a song that the table likes.{more}\t\tHND\n",
                30 + place * 10
            ));
            list.push_str(&format!("{} {name}\n", if secrets == 0 { 20 } else { 10 }));
        }
        if secrets > 0 {
            let (name, id) = (["Quiet Chorus", "Distant Drum"][place], 7 + place);
            rows.push_str(&format!(
                "{name}\tHND\tHND00{id}\t{side}\tBattle\t\t1\t\t\t\tC\t{id}\t\tDraw 2 cards.\t\tHND\n"
            ));
            list.push_str(&format!("{secrets} {name}\n"));
        }
    }
    fs::write(sets.join("HND.txt"), rows).expect("written");
    fs::write(decks.join("Bards.txt"), &lists[0].1).expect("written");
    fs::write(decks.join("Fiddlers.txt"), &lists[1].1).expect("written");
    folder
}

pub fn serve(folder: &Path) -> Served {
    Served::with(&["--cards", &folder.to_string_lossy()])
}

/// Pictures for people to look at, where somebody wants them: on a desktop, a tablet and a phone.
fn shoot(browser: &mut Browser, page: &Page, name: &str) {
    let Some(folder) = std::env::var_os("SCREENS") else { return };
    let own = browser.eval(page, "[innerWidth, innerHeight]");
    let own = [0, 1].map(|side| own[side].as_u64().and_then(|side| u32::try_from(side).ok()).unwrap_or(900));
    for (width, height) in [(1440, 900), (1024, 768), (390, 844)] {
        browser.size(page, width, height);
        std::thread::sleep(Duration::from_millis(700));
        browser.screenshot(page, &Path::new(&folder).join(format!("hand-{name}-{width}.png")));
    }
    browser.size(page, own[0], own[1]);
}

/// Starts a game between two people; their pages.
fn two(served: &Served, browser: &mut Browser, sizes: [(u32, u32); 2]) -> [Page; 2] {
    let [host, guest] = sizes.map(|(width, height)| browser.page(width, height));
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
        if begun.elapsed().as_secs() >= 60 {
            let all: Vec<String> = pages.iter().map(|page| browser.text(page, STATE)).collect();
            panic!("everybody waits:\n{}", all.join("\n"));
        }
    }
}

/// What a page shows and knows, for whoever looks into why nobody is asked.
const STATE: &str = "(() => { const at = (what) => document.querySelector(what)?.innerText?.replace(/\\s+/g, ' ').slice(0, 300); \
    return JSON.stringify({ at: location.href, ready: document.readyState, hidden: document.hidden, focus: document.hasFocus(), \
        ...document.body.dataset, have: undefined, busy: document.body.ariaBusy, playing: window.dejarikPlayer?.playing, \
        wire: at('#wire'), wireHidden: document.getElementById('wire')?.hidden, stage: at('#stage'), prompt: at('.prompt'), log: at('.log') }); })()";

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
    // One click away, from any position.
    assert!(browser.holds(page, "document.querySelector('.turn > a[href$=\"/report\"]').checkVisibility()"));
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
    assert!(said.contains("text by hand"), "{said}\n{file}");
}

/// Pictures of the pages that show what is by hand, where somebody wants them.
fn look(served: &Served, browser: &mut Browser, page: &Page) {
    if std::env::var_os("SCREENS").is_none() {
        return;
    }
    let table = browser.text(page, "location.href");
    for (path, name) in [
        (format!("{table}/report"), "report"),
        (format!("{table}/hand"), "list"),
        (format!("{}/decks", served.address), "decks"),
        (format!("{}/decks/bards", served.address), "deck"),
        (format!("{}/cards?q=is:byhand", served.address), "search"),
        (format!("{}/card?name=Character%20Bard", served.address), "card"),
    ] {
        browser.open(page, &path);
        shoot(browser, page, name);
    }
    browser.open(page, &format!("{}/decks/bards", served.address));
    browser.eval(page, "document.querySelector('[formaction=\"/decks/build\"]').click()");
    browser.until(page, "document.querySelector('.builder')", "the builder");
    shoot(browser, page, "builder");
    browser.open(page, &table);
    browser.until(page, "document.body.dataset.asked", "the table again");
}

#[test]
fn two_players_carry_a_text_out_take_it_back_and_go_on_after_a_kill() {
    let Some(program) = browser::program() else { return };
    let folder = folder();
    let (served, mut browser) = (serve(folder.path()), Browser::start(&program));
    let pages = two(&served, &mut browser, [(1440, 900), (1440, 900)]);
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
    let begun = log.to_lowercase().matches("text by hand").count();
    assert!(begun == 1 && !log.to_lowercase().contains("a text of"), "one sentence: {log}");

    // Once more, and the opponent agrees for the rest of the game.
    browser.until(own, &format!("document.body.dataset.asked && {SINGS}"), "the text");
    sing(&mut browser, own);
    // Killed in the middle of the text: what was done by then is done, for both.
    let served = served.kill_and_start_there();
    for page in &pages {
        browser.open(page, &format!("{}/t/{game}", served.address));
        browser.until(page, &format!("{tapped} === 1"), "what was done");
    }
    browser.until(own, "document.querySelector('.deeds')", "the actions");
    let story = browser.text(own, "document.querySelector('.hand-story').innerText");
    assert!(story.contains("Sing a song") && story.to_lowercase().contains("taps"), "{story}");
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

/// Presses the key of the first choice whose words hold these.
fn key(browser: &mut Browser, page: &Page, words: &str) {
    let before = number(browser, page);
    let found = format!(
        "[...document.querySelectorAll('.prompt .choice[name=a]')].find((one) => (one.ariaLabel || one.textContent).toLowerCase().includes({words:?}))"
    );
    browser.until(page, &format!("document.body.dataset.asked && {found}?.dataset.key"), words);
    let key = browser.text(page, &format!("{found}.dataset.key"));
    browser.press(page, if key == "esc" { "Escape" } else { &key });
    moved_on(browser, page, before);
}

/// Touches the first choice whose words hold these.
fn touch(browser: &mut Browser, page: &Page, words: &str) {
    let before = number(browser, page);
    let found = format!(
        "[...document.querySelectorAll('.prompt .choice[name=a]')].find((one) => (one.ariaLabel || one.textContent).toLowerCase().includes({words:?}))"
    );
    browser.until(page, &format!("document.body.dataset.asked && {found}"), words);
    browser.tap(page, &found, Duration::from_millis(40));
    moved_on(browser, page, before);
}

#[test]
fn two_players_carry_texts_out_with_keys_on_a_tablet_and_by_touch_on_a_phone() {
    let Some(program) = browser::program() else { return };
    let folder = folder();
    let (served, mut browser) = (serve(folder.path()), Browser::start(&program));
    let pages = two(&served, &mut browser, [(1024, 768), (390, 844)]);
    browser.touched(&pages[1]);
    let [by_key, by_touch] = &pages;
    let page = until(&mut browser, &pages, BUILD);
    let wide = |browser: &mut Browser| {
        for (page, width) in [(by_key, 1024), (by_touch, 390)] {
            let wide = browser.eval(page, "document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(width), "{wide} wide");
        }
    };
    let tapped = "document.querySelectorAll('main .unit.tapped').length";
    if std::ptr::eq(page, by_key) {
        for words in ["sing a song", "tap or untap", "tap a card", " ", "done"] {
            key(&mut browser, by_key, words);
            wide(&mut browser);
        }
        browser.until(by_touch, &format!("{tapped} === 1"), "the other sees it at once");
        touch(&mut browser, by_touch, "take it back");
        browser.until(by_key, &format!("{tapped} === 0"), "as if it had not begun");
    } else {
        for words in ["sing a song", "tap or untap", "tap a card", " ", "done"] {
            touch(&mut browser, by_touch, words);
            wide(&mut browser);
        }
        browser.until(by_key, &format!("{tapped} === 1"), "the other sees it at once");
        key(&mut browser, by_key, "take it back");
        browser.until(by_touch, &format!("{tapped} === 0"), "as if it had not begun");
    }
    // The same the other way round, in the other player's build step.
    let other = if std::ptr::eq(page, by_key) { by_touch } else { by_key };
    let other_build = format!(
        "{BUILD} && {}",
        if std::ptr::eq(other, by_key) { "innerWidth > 800" } else { "innerWidth < 800" }
    );
    until(&mut browser, &pages, &other_build);
    let act = if std::ptr::eq(other, by_key) { key } else { touch };
    for words in ["sing a song", "gain or lose", "you gain force", "3", "done"] {
        act(&mut browser, other, words);
    }
    let answer = if std::ptr::eq(other, by_key) { touch } else { key };
    let asked = if std::ptr::eq(other, by_key) { by_touch } else { by_key };
    answer(&mut browser, asked, "don’t ask again");
    let log = browser.text(asked, "document.querySelector('.log').textContent");
    assert!(log.contains("By hand: ") && log.contains("agree"), "{log}");
    wide(&mut browser);
}

/// A text that begins with "When ..." comes up by itself at that moment, in words, and may be left alone.
#[test]
fn a_text_that_waits_for_its_moment_reminds_its_player_then() {
    let Some(program) = browser::program() else { return };
    let folder = folder_with("When this unit attacks, dance until the band stops.");
    let (served, mut browser) = (serve(folder.path()), Browser::start(&program));
    let page = browser.page(1440, 900);
    alone(&mut browser, &page, &served);
    let pages = [page];
    let attack = "[...document.querySelectorAll('.prompt .choice[name=a]')].find((one) => /^.?character fiddler/i.test(one.querySelector('.title')?.textContent) && /attack/i.test(document.querySelector('#ask-h').textContent))";
    let page = until(&mut browser, &pages, attack);
    let before = number(&mut browser, page);
    browser.eval(page, &format!("{attack}.click()"));
    moved_on(&mut browser, page, before);
    browser.until(
        page,
        "document.body.dataset.asked && document.querySelector('.hand-story')",
        "the reminder",
    );
    let story = browser.text(page, "document.querySelector('.hand-story').innerText");
    assert!(story.to_lowercase().contains("dance until the band stops"), "{story}");
    shoot(&mut browser, page, "reminder");
    choose(&mut browser, page, "done");
    assert!(
        !browser.holds(page, "document.querySelector('.hand-story')"),
        "nothing was done, and nobody is asked"
    );
}

/// Starts a game against the computer, which answers at once.
fn alone(browser: &mut Browser, page: &Page, served: &Served) {
    browser.open(page, &served.address);
    browser.eval(
        page,
        "{ document.querySelector('#mine').value = 'bards'; document.querySelector('#theirs').value = 'fiddlers'; \
           const form = document.querySelector('#mine').form; const pace = document.createElement('input'); \
           Object.assign(pace, { type: 'hidden', name: 'pace', value: 'instant' }); form.append(pace); form.requestSubmit(); }",
    );
    browser.until(page, "document.querySelector('#prompt')", "the table, at once");
}

#[test]
fn alone_on_a_desktop_a_text_is_done_taken_back_and_goes_on_after_a_kill() {
    let Some(program) = browser::program() else { return };
    let folder = folder();
    let (served, mut browser) = (serve(folder.path()), Browser::start(&program));
    let pages = [browser.page(1440, 900)];
    alone(&mut browser, &pages[0], &served);
    let page = until(&mut browser, &pages, BUILD);
    let tapped = "document.querySelectorAll('main .unit.tapped').length";
    sing(&mut browser, page);
    choose(&mut browser, page, "done");
    browser.until(page, &format!("document.body.dataset.asked && {tapped} === 1"), "1316.9: it stands");
    // Taken back, answer by answer: first the text is open again, then nothing of it has happened.
    browser.press(page, "u");
    browser.until(
        page,
        "document.body.dataset.asked && document.querySelector('.deeds')",
        "the text is open",
    );
    assert_eq!(browser.eval(page, tapped), 1, "what was done is done");
    let begins = format!("document.body.dataset.asked && !document.querySelector('.hand-story') && {SINGS}");
    for _ in 0..8 {
        if browser.holds(page, &begins) {
            break;
        }
        let now = number(&mut browser, page);
        browser.press(page, "u");
        moved_on(&mut browser, page, now);
        browser.until(page, "document.body.dataset.asked", "a question");
    }
    assert!(browser.holds(page, &begins), "the text has not begun");
    assert_eq!(browser.eval(page, tapped), 0, "as if it had not begun");
    shoot(&mut browser, page, "undone");
    // Once more; the server is killed in the middle of the text.
    sing(&mut browser, page);
    let served = served.kill_and_start_there();
    let game = browser.text(page, "document.body.dataset.game");
    browser.open(page, &format!("{}/t/{game}", served.address));
    browser.until(
        page,
        "document.body.dataset.asked && document.querySelector('.deeds')",
        "the actions again",
    );
    let story = browser.text(page, "document.querySelector('.hand-story').innerText");
    assert!(story.contains("Sing a song") && story.to_lowercase().contains("taps"), "{story}");
    assert_eq!(browser.eval(page, tapped), 1);
    shoot(&mut browser, page, "killed");
    choose(&mut browser, page, "gain or lose");
    choose(&mut browser, page, "you gain force");
    choose(&mut browser, page, "3");
    choose(&mut browser, page, "done");
    browser.until(page, "document.body.dataset.asked && !document.querySelector('.deeds')", "it stands");
    let log = browser.text(page, "document.querySelector('.log').innerText");
    assert!(log.contains("By hand: ") && log.contains("Force"), "{log}");
}

#[test]
fn alone_against_the_computer_nobody_has_to_agree_and_nobody_is_nagged() {
    let Some(program) = browser::program() else { return };
    let folder = folder();
    let (served, mut browser) = (serve(folder.path()), Browser::start(&program));
    for (width, height, keyboard) in [(390, 844, false), (1024, 768, true)] {
        let page = browser.page(width, height);
        if !keyboard {
            browser.touched(&page);
        }
        alone(&mut browser, &page, &served);
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
            for words in ["sing a song", "tap or untap", "tap a card", " "] {
                touch(&mut browser, page, words);
            }
            let story = browser.text(page, "document.querySelector('.hand-story').innerText");
            assert!(story.contains("Sing a song") && story.to_lowercase().contains("taps"), "{story}");
            shoot(&mut browser, page, "phone-actions");
            let wide = browser.eval(page, "document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(390), "{wide} wide");
            touch(&mut browser, page, "done");
        }
        let log = browser.text(page, "document.querySelector('.log').textContent");
        assert!(log.contains("By hand: "), "{log}");
        report(&mut browser, page, folder.path());
        look(&served, &mut browser, page);
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

/// What a seat is asked, on the page of text: the number of the question, and each choice with its answer.
fn asked(served: &Served, game: &str, cookie: &str) -> (String, Vec<(String, String)>) {
    let page = until_asked(served, game, cookie);
    let form = page.split("/answer?text=1\"").nth(1).unwrap_or_else(|| panic!("nobody is asked: {page}"));
    let form = form.split("</form>").next().unwrap_or_default();
    let value = |text: &str| text.split('"').next().unwrap_or_default().to_string();
    let number = form.split("name=\"n\" value=\"").nth(1).map(value).expect("a number");
    let choice = |text: &str| {
        let title = text.split('>').nth(1).and_then(|rest| rest.split('<').next()).unwrap_or_default();
        (value(text), title.to_lowercase())
    };
    (number, form.split("name=\"a\" value=\"").skip(1).map(choice).collect())
}

/// The name of a card, without what tells cards of one name apart.
fn name_of(title: &str) -> String {
    title.split([',', '(', '.']).next().unwrap_or_default().trim().to_lowercase()
}

/// The cards that lie in these places by the page of text, by their names in order; those whose face isn't seen left out.
fn cards_of(page: &str, places: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for part in page.split("<h3>").skip(1) {
        let (title, rest) = part.split_once("</h3>").expect("a heading");
        if !places.iter().any(|place| title.ends_with(place)) {
            continue;
        }
        let list = rest.split("</ul>").next().unwrap_or_default();
        let items = list.split("<li>").skip(1).map(|item| item.split("</li>").next().unwrap_or_default());
        found.extend(items.map(name_of));
    }
    found.sort();
    found
}

/// Two people at one screen: it goes from hand to hand, also for the question whether the other agrees.
#[test]
fn at_one_screen_the_other_person_agrees_or_has_it_taken_back() {
    let folder = folder();
    let served = serve(folder.path());
    let laid = "mine=bards&theirs=fiddlers&way=hotseat&pace=instant&hands=agreed";
    let game = served.request("POST", "/play", FORM, laid);
    let cookie = header(&game, "set-cookie:").split(';').next().unwrap_or_default().to_string();
    let game = header(&game, "location:").trim_start_matches("/t/").to_string();
    let headers = format!("{FORM}Cookie: {cookie}\r\n");
    let post = |path: &str, body: &str| served.request("POST", &format!("/t/{game}/{path}"), &headers, body);
    let page = || served.request("GET", &format!("/t/{game}/text"), &format!("Cookie: {cookie}\r\n"), "");
    deal(&served, &game, &cookie);
    // Whoever is asked takes the screen first; who that is.
    let take = || {
        let curtain = page();
        let role = curtain.split("name=\"role\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        if let Some(role) = role {
            let shown = post("screen", &format!("role={role}"));
            assert_eq!(status(&shown), 303, "{shown}");
        }
        role.map(str::to_string)
    };
    let say = |wanted: &[&str]| {
        let role = take();
        let (number, choices) = asked(&served, &game, &cookie);
        let found = wanted.iter().find_map(|words| choices.iter().find(|(_, title)| title.contains(words)));
        let (answer, title) = found.or(choices.first()).expect("a choice").clone();
        assert_eq!(status(&post("answer", &format!("n={number}&a={answer}"))), 303, "{title}");
        (role, title)
    };
    let mut begun = false;
    for _ in 0..200 {
        let (_, title) = say(&["sing a song", "done", "pass"]);
        begun |= title.contains("sing a song");
        if begun {
            break;
        }
    }
    assert!(begun, "nobody could sing");
    for words in ["tap or untap", "tap a card", " ", "done"] {
        assert!(say(&[words]).1.contains(words), "{words}");
    }
    let curtain = page();
    assert!(curtain.contains("Show my cards") && !curtain.contains("<h3>Hand</h3>"), "{curtain}");
    let (role, title) = say(&["take it back"]);
    assert!(role.is_some() && title.contains("take it back"), "{role:?} {title}");
    take();
    let after = page();
    assert!(after.contains("taken back"), "{after}");
}

#[test]
fn hostile_use_is_refused_in_words_and_changes_nothing() {
    let folder = folder_of("Dance until the band stops.", 30);
    let served = serve(folder.path());
    let game = served.request("POST", "/play", FORM, "mine=bards&theirs=fiddlers&way=computer&pace=instant");
    let cookie = header(&game, "set-cookie:").split(';').next().unwrap_or_default().to_string();
    let game = header(&game, "location:").trim_start_matches("/t/").to_string();
    deal(&served, &game, &cookie);
    let post = |cookie: &str, number: &str, answer: &str| {
        let headers = format!("{FORM}Cookie: {cookie}\r\n");
        served.request("POST", &format!("/t/{game}/answer"), &headers, &format!("n={number}&a={answer}"))
    };
    let say = |words: &str| {
        let (number, choices) = asked(&served, &game, &cookie);
        let found = choices.iter().find(|(_, title)| title.contains(words));
        let (answer, _) = found.unwrap_or_else(|| panic!("`{words}` is not among {choices:?}"));
        let answered = post(&cookie, &number, answer);
        assert_eq!(status(&answered), 303, "{answered}");
    };
    // Setup, and whatever comes before a build step with a text by hand.
    for _ in 0..200 {
        let (number, choices) = asked(&served, &game, &cookie);
        if choices.iter().any(|(_, title)| title.contains("sing a song")) {
            break;
        }
        let quiet = ["done", "pass", "don’t", "stays"];
        let ends = choices.iter().find(|(_, title)| quiet.iter().any(|word| title.contains(word)));
        let (answer, _) = ends.or(choices.first()).expect("a choice");
        assert_eq!(status(&post(&cookie, &number, answer)), 303);
    }
    say("sing a song");
    // Nothing but what is offered, and only to whoever is asked.
    let (number, choices) = asked(&served, &game, &cookie);
    for answer in ["99", "-1", "0,0,0,0,0,0", "move+the+hand+of+the+opponent"] {
        let refused = post(&cookie, &number, answer);
        assert_eq!(status(&refused), 400, "{answer}");
        assert!(refused.contains("role=\"status\"") || refused.contains("<h1"), "it says so: {refused}");
    }
    assert_eq!(status(&post("", &number, "1")), 403);
    assert_eq!(status(&post(&format!("dejarik={}", "a".repeat(32)), &number, "1")), 403);
    assert_eq!(asked(&served, &game, &cookie), (number, choices), "nothing has changed");
    // 1316.4: what can be chosen is what the player sees, also after a look at the other hand.
    for words in ["draw cards", "draw cards", "6", "show or look at cards", "look at your opponent"] {
        say(words);
    }
    let page = until_asked(&served, &game, &cookie);
    let (hand, mut in_play) = (cards_of(&page, &["Hand"]), cards_of(&page, &["arena", "Build zone"]));
    // What is only partially built isn't in play.
    in_play.retain(|name| name != "face-down card");
    assert!(hand.iter().any(|name| name == "quiet chorus"), "a card that lies nowhere else: {hand:?}");
    assert!(in_play.len() > 2 && !in_play.iter().any(|name| name.contains("chorus")), "{in_play:?}");
    for (from, visible) in
        [("from your hand out of the game", &hand), ("from play out of the game", &in_play)]
    {
        say("move a card");
        say(from);
        let (number, choices) = asked(&served, &game, &cookie);
        // Cards that are the same in everything are one choice.
        let mut offered: Vec<String> = choices.iter().map(|(_, title)| name_of(title)).collect();
        offered.sort();
        offered.dedup();
        let mut names = visible.clone();
        names.dedup();
        assert_eq!(offered, names, "{from}");
        for beyond in visible.len()..visible.len() + 12 {
            assert_eq!(status(&post(&cookie, &number, &beyond.to_string())), 400, "{from}: no further card");
        }
        assert_eq!(status(&post(&cookie, &number, &choices[0].0)), 303);
    }
    // 1316.7: as much as a text can hold, and not one action more, however often it is asked for.
    let mut done = 4;
    let mut last = String::new();
    loop {
        let (number, choices) = asked(&served, &game, &cookie);
        if !choices.iter().any(|(_, title)| title.starts_with("gain or lose")) {
            break;
        }
        last = number;
        say("gain or lose");
        say("you gain force");
        say("1");
        done += 1;
    }
    assert_eq!(done, 20, "then the text is done");
    // What was answered is over, however often it is sent again.
    let before = asked(&served, &game, &cookie);
    for answer in (0..40).map(|answer: u32| answer.to_string()) {
        assert_eq!(status(&post(&cookie, &last, &answer)), 409, "{answer}");
    }
    assert_eq!(asked(&served, &game, &cookie), before);
    // The file of the game verifies, and says what was done by hand; any position of its replay can be reported.
    let answers = before.0.parse::<usize>().expect("a number");
    let headers = format!("{FORM}Cookie: {cookie}\r\n");
    let gone = served.request("POST", &format!("/t/{game}/concede"), &headers, "sure=yes");
    assert!(status(&gone) == 303 || status(&gone) == 200, "{gone}");
    let get = |path: &str| served.request("GET", path, &format!("Cookie: {cookie}\r\n"), "");
    let file = get(&format!("/r/{game}/file"));
    let body = file.split_once("\r\n\r\n").expect("a body").1;
    let path = folder.path().join("game.json");
    fs::write(&path, body).expect("written");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dejarik"));
    let verified = command.arg("--cards").arg(folder.path()).arg("verify").arg(&path).output();
    let verified = verified.expect("the command runs");
    let said = String::from_utf8_lossy(&verified.stdout);
    assert!(verified.status.success(), "{said}{}", String::from_utf8_lossy(&verified.stderr));
    let at = answers.saturating_sub(12);
    let replay = get(&format!("/r/{game}?at={at}"));
    let link = format!("/t/{game}/report?at=");
    let shown = replay.split(&link).nth(1).and_then(|rest| rest.split('"').next());
    let shown: usize = shown.expect("a link").parse().expect("a number");
    let report = get(&format!("/t/{game}/report?at={shown}"));
    assert!(report.contains("by hand light") && report.contains("start build light"), "{report}");
    let last = get(&format!("/t/{game}/report"));
    assert!(last != report, "another position");
}
