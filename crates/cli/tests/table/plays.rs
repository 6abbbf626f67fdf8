//! The table plays: what happens is seen event by event, skipped by any key, and leads to the page of the server.

use crate::browser::{self, Browser, Page};
use crate::played::{asked, click, moved_on, number, play_now, play_well, watched_to_its_end};
use crate::served::Served;
use std::time::{Duration, Instant};

const LONG: Duration = Duration::from_secs(300);

/// Writes down every sentence of the stage.
const RECORD: &str = "window.recorded = []; new MutationObserver(() => { \
    const told = document.querySelector('#stage .sentence')?.cloneNode(true); told?.querySelectorAll('small').forEach((one) => one.remove()); \
    const text = told?.textContent.trim(); \
    if (document.body.dataset.playing && text && text !== window.recorded.at(-1)) window.recorded.push(text); \
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });";

/// What the page shows, without what only the moment adds.
const SHOWN: &str = "(() => { const copy = document.body.cloneNode(true); \
    copy.querySelectorAll('#said, #stage, #fx, #wire, script, [data-region=step], .transport').forEach((one) => one.remove()); \
    copy.querySelectorAll('details').forEach((one) => one.removeAttribute('open')); \
    copy.querySelectorAll('*').forEach((one) => { const all = [...one.attributes].map(({ name, value }) => [name, value]).sort(); \
      all.forEach(([name]) => one.removeAttribute(name)); all.forEach(([name, value]) => one.setAttribute(name, value)); }); \
    copy.querySelectorAll('.new').forEach((one) => one.classList.remove('new')); \
    copy.querySelectorAll('[data-again], [data-speed]').forEach((one) => one.replaceWith('')); \
    copy.querySelectorAll('[data-region=watching]').forEach((one) => one.remove()); \
    return copy.querySelector('main').outerHTML + copy.querySelector('.them').outerHTML + copy.querySelector('.dock').outerHTML \
      + copy.querySelector('[data-list=log]').outerHTML + copy.querySelector('.track').textContent; })()";

/// A replay is where its viewer wanted to go.
const ARRIVED: &str = "!document.body.dataset.playing && !document.body.hasAttribute('aria-busy')";

/// Where two pages differ.
fn difference(one: &str, other: &str) -> Option<String> {
    let at = one.bytes().zip(other.bytes()).position(|(a, b)| a != b);
    let at = at.or((one.len() != other.len()).then(|| one.len().min(other.len())))?;
    let part = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(160)..text.len().min(at + 200)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    Some(format!("{}\n--- but ---\n{}", part(one), part(other)))
}

fn playing(browser: &mut Browser, page: &Page) -> bool {
    browser.holds(page, "document.body.dataset.playing")
}

/// Waits until nothing is shown any more and the page asks, or the game is over; whether it asks.
fn asked_after_the_show(browser: &mut Browser, page: &Page) -> bool {
    let ready = "!document.body.dataset.playing && (document.body.dataset.asked || document.querySelector('.prompt a[href$=\"/end\"]'))";
    browser.until(page, ready, "a question or the end");
    browser.holds(page, "document.body.dataset.asked")
}

/// The page as it would be if it were loaded anew.
fn fresh(browser: &mut Browser, page: &Page) -> String {
    let other = browser.beside(page, 1440, 900);
    let address = browser.text(page, "location.href");
    browser.open(&other, &address);
    browser.until(&other, "window.dejarikTable", "the page");
    let shown = browser.text(&other, SHOWN);
    browser.front(page);
    shown
}

#[test]
fn an_opponents_turn_is_seen_event_by_event_and_is_in_the_log() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    browser.speed(&page, "quick");
    browser.first(&page, RECORD);
    play_well(&mut browser, &page, &served.address);
    let begun = Instant::now();
    let mut seen = 0;
    for turn in 0.. {
        if begun.elapsed() > LONG {
            break;
        }
        if !asked_after_the_show(&mut browser, &page) {
            // A short game: another one.
            play_well(&mut browser, &page, &served.address);
            continue;
        }
        let recorded = browser.eval(&page, "window.recorded.splice(0)");
        let told: Vec<String> = recorded
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|one| one.as_str().map(str::to_string))
            .collect();
        let log = browser.eval(
            &page,
            "[...document.querySelectorAll('.log [data-n]')].map((one) => { const copy = one.cloneNode(true); \
               copy.querySelectorAll('small, .rule, .trace ol').forEach((other) => other.remove()); return copy.textContent.trim(); })",
        );
        let log: Vec<&str> = log.as_array().into_iter().flatten().filter_map(|one| one.as_str()).collect();
        // Each sentence of the stage is in the log, in the same order; headings of the log have no verb.
        let mut at = 0;
        for sentence in told.iter().filter(|told| !told.ends_with(" starts.")) {
            let found = log[at..].iter().position(|line| line == sentence);
            assert!(found.is_some(), "`{sentence}` is not in the log after {at}: {log:#?}");
            at += found.unwrap_or(0);
        }
        assert!(
            browser.holds(&page, "!document.querySelector('#fx').children.length"),
            "nothing stays on the layer"
        );
        seen = seen.max(told.len());
        if seen >= 5 && turn > 8 {
            break;
        }
        click(&mut browser, &page, turn * 7 + 3);
    }
    assert!(seen >= 5, "the longest show had {seen} events");
    // Each sentence is read out once.
    let said = browser.eval(&page, "[...document.querySelectorAll('#said p')].length").as_u64().unwrap_or(0);
    assert!(said >= 5, "{said} sentences for those who hear the page");
}

#[test]
fn whatever_is_skipped_leads_to_the_same_page() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    browser.speed(&page, "slow");
    play_well(&mut browser, &page, &served.address);
    let begun = Instant::now();
    let (mut skipped, mut compared) = (0, 0);
    for turn in 0..400 {
        // The show is left at another moment each time: by a key, by a click on a card, which answers nothing.
        while !browser.holds(&page, "document.body.dataset.asked && !document.body.dataset.playing") {
            if playing(&mut browser, &page) {
                let before = number(&mut browser, &page);
                std::thread::sleep(Duration::from_millis(turn % 7 * 120));
                if turn % 2 == 0 {
                    browser.press(&page, "1");
                } else {
                    browser.eval(&page, "{ const card = document.querySelector('.unit .card, .choice[name=a]'); \
                        card.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })); \
                        card.dispatchEvent(new PointerEvent('pointerup', { bubbles: true })); card.click(); }");
                }
                skipped += 1;
                assert!(number(&mut browser, &page) >= before);
            }
            assert!(
                !browser.holds(&page, "document.querySelector('.toast:not(:empty)')"),
                "no press answered anything by mistake"
            );
            if browser.holds(&page, "document.querySelector('.prompt a[href$=\"/end\"]')") {
                break;
            }
            std::thread::sleep(Duration::from_millis(25));
        }
        if !browser.holds(&page, "document.body.dataset.asked") {
            break;
        }
        if turn % 9 == 5 {
            assert!(browser.holds(&page, "!document.querySelector('#fx').children.length"));
            let (shown, fresh) = (browser.text(&page, SHOWN), fresh(&mut browser, &page));
            assert_eq!(difference(&shown, &fresh), None, "after {turn} answers");
            compared += 1;
        }
        if (skipped > 8 && compared > 2) || begun.elapsed() > LONG {
            break;
        }
        let before = number(&mut browser, &page);
        let choose = format!(
            "{{ const all = [...document.querySelectorAll('.prompt .choice[name=a]')]; all[{turn} % 5 ? {turn} % all.length : 0].click(); }}"
        );
        browser.eval(&page, &choose);
        let on =
            format!("document.body.dataset.playing || Number(document.body.dataset.number) !== {before}");
        browser.until(&page, &on, "what comes of it");
    }
    assert!(skipped > 3 && compared > 0, "{skipped} shows were skipped, {compared} pages compared");
}

#[test]
fn without_motion_the_same_is_told() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    browser.prefers(&page, "prefers-reduced-motion", "reduce");
    browser.speed(&page, "quick");
    browser.first(&page, RECORD);
    // Nothing that is animated goes anywhere.
    browser.first(
        &page,
        "{ const real = Element.prototype.animate; window.moved = 0; Element.prototype.animate = function (frames, options) { \
             if (JSON.stringify(frames).includes('transform')) window.moved += 1; return real.call(this, frames, options); }; }",
    );
    play_well(&mut browser, &page, &served.address);
    let begun = Instant::now();
    let mut turn = 0;
    while browser.eval(&page, "window.recorded.length").as_u64() < Some(12) && begun.elapsed() < LONG {
        if !asked_after_the_show(&mut browser, &page) {
            break; // what was told is gone with the page of the next game
        }
        click(&mut browser, &page, turn * 7 + 3);
        turn += 1;
    }
    let told = browser.eval(&page, "window.recorded.length").as_u64().unwrap_or(0);
    assert!(told >= 5, "{told} events were shown");
    assert_eq!(browser.eval(&page, "window.moved").as_u64(), Some(0), "nothing moves");
}

#[test]
fn two_hundred_quick_clicks_lose_none() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    browser.first(&page, "window.errors = []; { const real = console.error; console.error = (...all) => { window.errors.push(all.map((one) => one?.stack || one).join(' ')); real(...all); }; }");
    let begun = Instant::now();
    let mut clicks = 0;
    while clicks < 200 && begun.elapsed() < LONG * 2 {
        browser.speed(&page, if clicks % 2 == 0 { "instant" } else { "quick" });
        play_now(&mut browser, &page, &served.address);
        browser.until(&page, "window.dejarikTable && document.querySelector('.them')", "the table");
        // In the page itself, as fast as it goes: every visible choice is clicked at once, and must be counted.
        let left = 200 - clicks;
        let script = format!(
            "(async () => {{ const wait = () => new Promise((done) => setTimeout(done, 4)); \
               const press = (one) => ['pointerdown', 'pointerup'].forEach((kind) => one.dispatchEvent(new PointerEvent(kind, {{ bubbles: true }}))); let clicks = 0; const end = Date.now() + 60000; \
               while (clicks < {left} && Date.now() < end) {{ \
                 if (document.body.dataset.playing) {{ press(document.body); await new Promise((done) => setTimeout(done, 30)); continue; }} \
                 if (document.querySelector('.prompt a[href$=\"/end\"]')) break; \
                 const all = [...document.querySelectorAll('.prompt .choice[name=a]')].filter((one) => one.offsetParent); \
                 if (!document.body.dataset.asked || !all.length) {{ await wait(); continue; }} \
                 const before = document.body.dataset.number; \
                 const choice = all[(clicks * 7) % all.length]; \
                 press(choice); choice.click(); clicks += 1; \
                 const patience = Date.now() + 20000; \
                 while (document.body.dataset.number === before) {{ \
                   if (document.querySelector('.toast:not(:empty)')) return `refused: ${{document.querySelector('.toast:not(:empty)').textContent}}`; \
                   if (document.body.dataset.playing) {{ press(document.body); await new Promise((done) => setTimeout(done, 30)); }} \
                   if (Date.now() > patience) return `lost after ${{clicks}}: ${{JSON.stringify({{ ...document.body.dataset, have: 0 }})}} busy ${{document.body.getAttribute('aria-busy')}} ${{document.querySelector('#stage .sentence').textContent}} ${{document.querySelector('#ask-h')?.textContent}} ${{choice.textContent}} ${{document.querySelector('#wire').textContent}} ${{(window.errors || []).join()}}`; await wait(); }} }} \
               return String(clicks); }})()"
        );
        let counted = browser.text(&page, &script);
        clicks += counted.parse::<u32>().unwrap_or_else(|_| panic!("{clicks} clicks before: {counted}"));
    }
    assert!(clicks >= 200, "{clicks} clicks in time");
}

#[test]
fn what_stays_on_the_page_stays_the_same_element() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    browser.open(&page, &served.address);
    let morphed = browser.text(
        &page,
        "(() => { const box = document.createElement('div'); document.body.append(box); \
           box.innerHTML = `<section id=m><p>one</p><input id=typed><details><summary>s</summary>x</details> \
             <ul><li data-token=a>a</li><li data-token=b>b</li></ul><div id=s><p>tall</p></div><div data-list=l><b>kept</b></div></section>`; \
           const old = box.firstElementChild; const [input, b] = [box.querySelector('input'), box.querySelector('[data-token=b]')]; \
           const scroll = box.querySelector('#s'); scroll.style.cssText = 'height:20px;overflow:auto'; scroll.firstElementChild.style.height = '200px'; scroll.scrollTop = 50; \
           box.querySelector('details').open = true; input.focus(); input.value = 'half a wo'; \
           const next = document.createElement('div'); \
           next.innerHTML = `<section id=m class=new><h2>new</h2><p>two</p><input id=typed aria-label=x><details><summary>t</summary>y</details> \
             <ul><li data-token=b>b2</li><li data-token=c>c</li></ul><div id=s><p>taller</p></div><div data-list=l></div></section>`; \
           const now = dejarikMorph(old, next.firstElementChild); \
           const wrong = []; const want = (name, is) => { if (!is) wrong.push(name); }; \
           want('the same element', now === old && old.className === 'new'); \
           want('text', now.querySelector('p').textContent === 'two' && now.querySelector('h2')?.textContent === 'new'); \
           want('focus', document.activeElement === input && input.value === 'half a wo' && input.getAttribute('aria-label') === 'x'); \
           want('open fold', now.querySelector('details').open && now.querySelector('summary').textContent === 't'); \
           want('cards by token', now.querySelector('[data-token=b]') === b && b.textContent === 'b2' && !now.querySelector('[data-token=a]') && now.querySelector('li:last-child').dataset.token === 'c'); \
           want('scroll', now.querySelector('#s') === scroll); \
           want('lists', now.querySelector('[data-list] b')?.textContent === 'kept'); \
           const form = document.createElement('form'); form.innerHTML = '<input name=id>'; \
           want('a form with a field called id', dejarikMorph(form, form.cloneNode(true)) === form); \
           want('other names', dejarikMorph(now.querySelector('h2'), document.createElement('h3')).tagName === 'H3'); \
           return wrong.join(', '); })()",
    );
    assert_eq!(morphed, "");
}

#[test]
fn an_open_menu_and_a_half_typed_line_survive_what_happens() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    play_now(&mut browser, &page, &served.address);
    assert!(asked(&mut browser, &page));
    browser.eval(
        &page,
        "[...document.querySelectorAll('.menu summary')].find((one) => one.textContent === 'Stops').click()",
    );
    let before = number(&mut browser, &page);
    browser.eval(&page, "{ window.field = document.querySelector('.sheet-menu input'); window.field.focus(); \
        const form = document.querySelector('#answer'); const data = new URLSearchParams(new FormData(form)); \
        data.append('a', document.querySelector('.prompt .choice[name=a]').value); fetch(form.action, { method: 'POST', body: data, redirect: 'manual' }); }");
    moved_on(&mut browser, &page, before);
    assert!(
        browser
            .holds(&page, "document.querySelector('.menu[open]') && document.activeElement === window.field")
    );
    // Who is asked is told so by the name of the tab.
    assert!(asked(&mut browser, &page));
    browser.until(&page, "document.title.startsWith('Your turn')", "the title");
}

#[test]
fn a_lost_connection_is_told_as_long_as_it_lasts() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    play_now(&mut browser, &page, &served.address);
    assert!(asked(&mut browser, &page));
    let served = served.kill();
    browser.until(&page, "!document.querySelector('#wire').hidden && /No connection/.test(document.querySelector('#wire').textContent)", "the bar");
    let _served = served.kill_and_start_there();
    browser.until(&page, "document.querySelector('#wire.back')", "the connection");
    browser.until(&page, "document.querySelector('#wire').hidden", "an end of the bar");
    click(&mut browser, &page, 1);
}

#[test]
fn what_happened_since_the_last_answer_is_seen_again() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    browser.first(&page, RECORD);
    play_well(&mut browser, &page, &served.address);
    let chips = "document.querySelectorAll('.since:not([hidden]) li').length > 2";
    for turn in 0..200 {
        if !asked_after_the_show(&mut browser, &page) {
            play_well(&mut browser, &page, &served.address);
            continue;
        }
        if browser.holds(&page, chips) {
            break;
        }
        click(&mut browser, &page, turn * 7 + 3);
    }
    assert!(browser.holds(&page, chips));
    let before = browser.text(&page, SHOWN);
    let said = browser.eval(&page, "document.querySelectorAll('#said p').length");
    browser.eval(&page, "while (!/Quick/.test(document.querySelector('[data-speed]').textContent)) document.querySelector('[data-speed]').click()");
    browser.eval(&page, "window.recorded = []; document.querySelector('[data-again]').click()");
    let wait = Instant::now();
    while !browser.holds(&page, "window.recorded.length > 1") {
        let state = "JSON.stringify([{ ...document.body.dataset, have: 0 }, document.querySelector('.since').outerHTML, document.querySelector('.toast:not(:empty)')?.textContent, window.recorded])";
        assert!(wait.elapsed() < Duration::from_secs(30), "{}", browser.text(&page, state));
        std::thread::sleep(Duration::from_millis(25));
    }
    assert!(asked_after_the_show(&mut browser, &page));
    assert_eq!(difference(&browser.text(&page, SHOWN), &before), None, "the same page as before");
    assert_eq!(
        browser.eval(&page, "document.querySelectorAll('#said p').length"),
        said,
        "nothing is read out twice"
    );
    // The question can be answered.
    browser.eval(&page, "while (!/Instant/.test(document.querySelector('[data-speed]').textContent)) document.querySelector('[data-speed]').click()");
    click(&mut browser, &page, 1);
}

/// What the table says of the player below. Texts of cards say "you" whoever looks.
const TOLD: &str = "[document.querySelector('.mine').ariaLabel, ...[...document.querySelectorAll('.mine :is(.who, h2)')].map((one) => one.textContent)].join(' / ')";

#[test]
fn a_replay_plays_steps_and_jumps_without_loading_pages() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    let game = watched_to_its_end(&mut browser, &page, &served.address, "careless");
    browser.speed(&page, "quick");
    browser.first(&page, RECORD);
    browser.open(&page, &format!("{}/r/{game}", served.address));
    browser.until(
        &page,
        "window.dejarikTable && document.querySelector('#stage:not([hidden])')",
        "the replay",
    );
    browser.eval(&page, "window.same = true");
    let press = |browser: &mut Browser, what: &str| {
        browser.eval(&page, &format!("document.querySelector('#stage [data-do={what}]').click()"));
    };
    let at = "Number(document.body.dataset.at)";
    press(&mut browser, "toggle");
    browser.until(&page, &format!("{at} > 3 && window.recorded.length > 2"), "some events");
    press(&mut browser, "toggle");
    browser.until(&page, "document.querySelector('#stage [data-do=toggle]').textContent === '▶'", "a pause");
    // Forward to the next attack and the next turn, and one back.
    press(&mut browser, "attack");
    browser.until(&page, "window.recorded.some((one) => / attacks /.test(one))", "the attack");
    press(&mut browser, "turn");
    browser.until(&page, "window.recorded.some((one) => /^Turn [2-9]/.test(one)) || Number(document.body.dataset.at) == document.querySelector('#at').max", "the turn");
    press(&mut browser, "back");
    browser.until(
        &page,
        &format!("document.querySelector('#stage [data-do=toggle]').textContent === '▶' && {ARRIVED}"),
        "one back",
    );
    let here = browser.eval(&page, at).as_u64().expect("a number");
    browser.eval(&page, "document.querySelector('.prompt [data-open]').click()");
    browser.until(&page, "document.querySelectorAll('.open-hand li a').length > 1", "both hands");
    // Whoever looks at a game of others is neither of its players.
    assert!(browser.holds(&page, "document.querySelectorAll('.open-hand').length === 2"), "two hands");
    assert!(
        browser.holds(&page, &format!("!/\\byour?\\b/i.test({TOLD})")),
        "nobody is meant: {}",
        browser.eval(&page, TOLD)
    );
    assert_eq!(browser.eval(&page, at).as_u64(), Some(here), "at the same point");
    browser.eval(&page, "{ const slider = document.querySelector('#at'); slider.value = 7; slider.dispatchEvent(new Event('change', { bubbles: true })); }");
    browser.until(&page, &format!("{at} === 7 && {ARRIVED}"), "the point of the slider");
    assert!(browser.holds(&page, "window.same"), "no page was loaded");
    // What is shown there is what a page that is loaded there shows.
    let shown = browser.text(&page, SHOWN);
    assert_eq!(difference(&shown, &fresh(&mut browser, &page)), None);
}

/// The server sends only what differs from the page that it drew: whatever a show had changed until it was left is gone.
#[test]
fn a_show_that_is_left_half_way_leaves_nothing_behind() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    let game = watched_to_its_end(&mut browser, &page, &served.address, "careless");
    browser.speed(&page, "quick");
    browser.first(&page, RECORD);
    browser.open(&page, &format!("{}/r/{game}", served.address));
    browser.until(
        &page,
        "window.dejarikTable && document.querySelector('#stage:not([hidden])')",
        "the replay",
    );
    let press = |browser: &mut Browser, what: &str| {
        browser.eval(&page, &format!("document.querySelector('#stage [data-do={what}]').click()"));
    };
    let mut left = 0;
    for events in (1..=4).cycle().take(24) {
        browser.eval(&page, "window.recorded = []");
        press(&mut browser, "toggle");
        let end = "Number(document.body.dataset.at) == document.querySelector('#at').max";
        browser.until(&page, &format!("window.recorded.length >= {events} || {end}"), "some events");
        browser.eval(&page, "dejarikPlayer.pause(true)");
        left += usize::from(playing(&mut browser, &page));
        // A show that begins only now waits for its viewer, too.
        let skip = "document.querySelector('#stage [data-do=skip]').click()";
        browser.until(&page, &format!("({skip}, {ARRIVED})"), "the page of the server");
        let shown = browser.text(&page, SHOWN);
        assert_eq!(difference(&shown, &fresh(&mut browser, &page)), None);
        if browser.holds(&page, end) {
            break;
        }
    }
    assert!(left >= 5, "shows were left half-way: {left}");
}

#[test]
fn who_watches_sees_everything_at_the_own_pace() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let player = browser.page(1440, 900);
    play_now(&mut browser, &player, &served.address);
    assert!(asked(&mut browser, &player));
    let address = browser.text(&player, "location.href");
    let page = browser.page(1440, 900);
    browser.speed(&page, "quick");
    browser.first(&page, RECORD);
    browser.open(&page, &address);
    browser.until(&page, "document.body.dataset.watch && window.dejarikTable", "the table");
    let pause = "document.querySelector('#stage [data-do=toggle]').click()";
    browser.eval(&page, pause);
    let before = number(&mut browser, &page);
    for turn in 0..12 {
        if asked(&mut browser, &player) {
            click(&mut browser, &player, turn * 7 + 3);
        }
    }
    assert!(number(&mut browser, &page) <= before + 1, "who pauses stays");
    browser.eval(&page, pause);
    let now = number(&mut browser, &player);
    browser.until(&page, &format!("Number(document.body.dataset.number) >= {now}"), "the present");
    let told = browser.eval(&page, "window.recorded.length").as_u64().unwrap_or(0);
    assert!(told >= 3, "{told} events were seen on the way");
}
