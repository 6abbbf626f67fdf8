//! Two browsers at one table: the link works once, and neither page holds a byte of the other's hidden cards.

use crate::browser::{self, Browser, Page};
use crate::hand;
use crate::hostile::{FORM, cookie, header, status};
use crate::played::{click, friends, settle};
use crate::served::Served;
use serde_json::Value;
use std::collections::BTreeSet;

/// Everything that a visitor can get of a table, as one text.
const ALL_BYTES: &str = "Promise.all(['', '/text', '/log', '?card=3', '/pile/dark', '/pile/light', '/events?after=0', '/events?after=9999&have=0', \
     ...new Set([...document.querySelectorAll('[data-token], [data-card]')] \
       .map((card) => '/card/' + (card.dataset.token || card.dataset.card)))] \
     .map((part) => fetch('/t/' + document.body.dataset.game + part).then((answer) => answer.text()))) \
     .then((all) => document.documentElement.outerHTML + all.join('\\n'))";

/// The names of the cards that only their owner sees: the hand, and what is being built.
fn hidden(browser: &mut Browser, page: &Page) -> BTreeSet<String> {
    let names = browser.eval(
        page,
        "[...document.querySelectorAll('#hand .name, .zone .known .name')].map((name) => name.textContent)",
    );
    let names = names.as_array().cloned().unwrap_or_default();
    names.iter().filter_map(Value::as_str).map(str::to_string).collect()
}

fn asked(browser: &mut Browser, page: &Page) -> bool {
    browser.holds(page, "document.body.dataset.asked")
}

#[test]
fn two_browsers_play_and_hidden_cards_never_reach_the_wrong_one() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest, public] = [0, 1, 2].map(|_| browser.page(1440, 900));
    browser.open(&host, &served.address);
    browser.eval(&host, "document.querySelector('.way').click()");
    browser.until(&host, "document.querySelector('.invite input')", "the invitation");
    let link = browser.text(&host, "document.querySelector('.invite input').value");
    let path = link.split_once("/join/").expect("a link").1;
    let join = format!("{}/join/{path}", served.address);
    browser.open(&guest, &join);
    browser.eval(&guest, "{ document.querySelector('#name').value = '<b>Mira</b>'; document.querySelector('.join button').click(); }");
    browser.until(&guest, "document.body?.dataset.game", "the guest's table");
    let game = browser.text(&guest, "document.body.dataset.game");
    // The link works once.
    browser.open(&public, &join);
    assert!(browser.text(&public, "document.body.innerText").contains("has been used"));
    for page in [&host, &public] {
        browser.open(page, &format!("{}/t/{game}", served.address));
        // Both browsers do their part first.
        browser.until(page, "document.querySelector('.them')", "the game");
    }
    // A name is a text, whatever is in it.
    assert!(browser.text(&host, "document.querySelector('.them').innerText").contains("<b>Mira</b>"));

    let (mut answers, mut searched) = (0_u64, 0);
    while answers < 60 {
        settle();
        let both = [asked(&mut browser, &host), asked(&mut browser, &guest)];
        assert!(!(both[0] && both[1]), "one question has one who is asked");
        match both {
            [true, _] => click(&mut browser, &host, answers * 11 + 2),
            [_, true] => click(&mut browser, &guest, answers * 13 + 1),
            [false, false] if browser.holds(&host, "document.querySelector('.prompt a[href$=\"/end\"]')") => {
                break;
            }
            [false, false] => continue,
        }
        answers += 1;
        if answers % 6 == 0 {
            settle();
            let secrets = [hidden(&mut browser, &host), hidden(&mut browser, &guest)];
            let open = browser.text(&public, ALL_BYTES);
            for (reader, secret) in [(&guest, &secrets[0]), (&host, &secrets[1])] {
                let bytes = browser.text(reader, ALL_BYTES);
                let own = hidden(&mut browser, reader);
                for name in secret.iter().filter(|name| !own.contains(*name) && !open.contains(*name)) {
                    searched += 1;
                    assert!(!bytes.contains(name.as_str()), "{name} is in the other's page");
                }
            }
        }
    }
    assert!(searched > 20, "only {searched} hidden cards were searched for");
}

#[test]
fn friends_with_open_pages_go_on_after_a_restart() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest] = friends(&mut browser, &served.address);
    // Talk moves the version on without a step: after the restart it starts anew.
    let say = "{ document.querySelector('#say-line').value = 'hi'; document.querySelector('.say').requestSubmit(); }";
    browser.eval(&host, say);
    browser.until(&guest, "document.querySelector('.chat li:not(.eyebrow)')", "the words");
    let served = served.kill_and_start_there();
    for answers in 0..6 {
        let ready = "document.body.dataset.asked";
        let begun = std::time::Instant::now();
        let who = loop {
            settle();
            if asked(&mut browser, &host) {
                break &host;
            }
            if asked(&mut browser, &guest) {
                break &guest;
            }
            assert!(begun.elapsed().as_secs() < 300, "both pages wait for each other: {ready}");
        };
        click(&mut browser, who, answers * 7 + 1);
        let number = crate::played::number(&mut browser, who);
        let both = format!("Number(document.body.dataset.number) >= {number}");
        for page in [&host, &guest] {
            browser.until(page, &both, "the other page");
        }
    }
    drop(served);
}

#[test]
fn a_guest_brings_a_deck_and_the_host_comes_along() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest, late] = [0, 1, 2].map(|_| browser.page(1440, 900));
    browser.open(&host, &served.address);
    browser.eval(&host, "document.querySelector('.way').click()");
    browser.until(&host, "document.querySelector('.invite input')", "the invitation");
    let link = browser.text(&host, "document.querySelector('.invite input').value");
    let join = format!("{}/join/{}", served.address, link.split_once("/join/").expect("a link").1);
    let old = browser.text(&host, "document.querySelector('a.btn.main').getAttribute('href')");
    browser.open(&host, &format!("{}{old}", served.address));
    browser.until(&host, "document.body.dataset.before", "the table before the game");
    // Two guests come with lists; the list of one can't be read, and nothing happens.
    for page in [&guest, &late] {
        browser.open(page, &join);
    }
    let sit = |list: &str| {
        format!(
            "{{ document.querySelector('#deck-name').value = 'Mine'; document.querySelector('#deck-list').value = '{list}'; \
               document.querySelector('.join button').click(); }}"
        )
    };
    browser.eval(&late, &sit("60 No Such Card"));
    browser.until(&late, "/can’t be played/.test(document.body.innerText)", "the refusal");
    browser.eval(&guest, &sit("30 Infantry Automaton\\n30 Shade Automaton"));
    for page in [&host, &guest] {
        browser.until(page, "document.querySelector('#say-line')", "the game");
    }
    let [one, other] = [&host, &guest].map(|page| browser.text(page, "document.body.dataset.game"));
    assert_eq!(one, other, "they sit at one table");
    assert!(!old.ends_with(&one));
    assert!(browser.text(&host, "document.querySelector('.them').innerText").contains("Mine"));
    // The link is used up, the old table leads to the new one, and no list has nothing to show for it.
    browser.open(&late, &join);
    assert!(browser.text(&late, "document.body.innerText").contains("has been used"));
    browser.open(&host, &format!("{}{old}", served.address));
    browser.until(&host, &format!("document.body.dataset.game === '{one}'"), "the way to the new table");
    browser.open(&host, &served.address);
    assert!(!browser.text(&host, "document.body.innerText").contains("not begun"));
}

#[test]
fn where_a_format_was_chosen_nobody_sits_down_with_a_deck_that_isnt_legal_in_it() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let [host, guest] = [0, 1].map(|_| browser.page(1440, 900));
    let faults = "document.querySelector('.faults li') && /Not legal in Open/.test(document.body.innerText)";
    // The host's own deck is checked before there is a table.
    let lay = |list: &str| {
        format!(
            "{{ const form = document.querySelector('#c-format').form; form.format.value = 'Open'; \
               form.querySelector('[value=friend]').checked = true; \
               for (const [name, value] of [['mine_list', '{list}'], ['mine_name', 'Many']]) {{ \
                 const field = document.createElement('input'); Object.assign(field, {{ type: 'hidden', name, value }}); form.append(field); }} \
               form.requestSubmit(); }}"
        )
    };
    browser.open(&host, &served.address);
    browser.eval(&host, &lay("60 Infantry Automaton"));
    browser.until(&host, faults, "the faults");
    browser.open(&host, &served.address);
    browser.eval(&host, &lay(""));
    browser.until(&host, "document.querySelector('.invite input')", "the invitation");
    let conditions = "document.querySelector('.conditions').innerText";
    assert!(browser.text(&host, conditions).contains("Open"));
    let link = browser.text(&host, "document.querySelector('.invite input').value");
    let join = format!("{}/join/{}", served.address, link.split_once("/join/").expect("a link").1);
    browser.open(&guest, &join);
    let told = browser.text(&guest, conditions);
    for part in ["Open", "Hints", "If the other agrees", "Anyone with the table’s address", "Texts by hand"]
    {
        assert!(told.contains(part), "{part} isn’t told: {told}");
    }
    let sit = |list: &str| {
        format!(
            "{{ document.querySelector('#deck-list').value = '{list}'; document.querySelector('.join button').click(); }}"
        )
    };
    browser.eval(&guest, &sit("30 Infantry Automaton\\n30 Shade Automaton"));
    browser.until(&guest, faults, "the guest’s faults");
    // Nobody has sat down: the link still works, and a legal deck does.
    browser.open(&guest, &join);
    browser.eval(&guest, &sit(""));
    browser.until(&guest, "document.body?.dataset.game", "the guest’s table");
    let game = browser.text(&guest, "document.body.dataset.game");
    browser.open(&host, &format!("{}/t/{game}", served.address));
    for page in [&guest, &host] {
        browser.until(page, "document.querySelector('#say-line')", "the game");
    }
}

/// A guest brings a deck with texts by hand to a table that has none: the guest agrees first, then the host (rule 1316.1).
#[test]
fn a_guest_who_brings_texts_by_hand_sits_down_when_both_have_agreed() {
    let folder = hand::folder();
    let served = hand::serve(folder.path());
    let laid = served.request("POST", "/play", FORM, "mine=diplomats&theirs=droid-army&way=friend");
    let (host, table) = (format!("Cookie: {}\r\n", cookie(&laid)), header(&laid, "location:"));
    let page = served.request("GET", &table, &host, "");
    let token = |page: &str| {
        let link = page.split("/join/").nth(1).unwrap_or_else(|| panic!("no invitation: {page}"));
        link.chars().take_while(char::is_ascii_alphanumeric).collect::<String>()
    };
    let path = format!("/join/{}", token(&page));
    let first = served.request("POST", &path, FORM, "name=Gero&deck=fiddlers");
    let guest = format!("{FORM}Cookie: {}\r\n", cookie(&first));
    let join = |body: &str| served.request("POST", &format!("{path}?with=cookie"), &guest, body);
    // What the guest brings is listed before anybody sits down.
    let listed = join("name=Gero&deck=fiddlers");
    assert!(status(&listed) == 200 && listed.contains("Sing a song that the table likes."), "{listed}");
    let refused = join("name=Gero&deck=fiddlers&brought=perhaps");
    assert!(status(&refused) == 200 && refused.contains("Sing a song"), "{refused}");
    let seated = join("name=Gero&deck=fiddlers&brought=agreed");
    assert_eq!(status(&seated), 303, "{seated}");
    let new = header(&seated, "location:");
    let old = table.trim_end_matches("/invite");
    assert_ne!(new, old, "the decks of a table are fixed");
    // The host is led there, reads the texts and agrees by sitting down.
    let moved = served.request("GET", old, &host, "");
    let way = format!("/join/{}", token(&moved));
    let invitation = served.request("GET", &way, &host, "");
    assert!(invitation.contains("Sing a song that the table likes."), "{invitation}");
    let form = format!("{FORM}{host}");
    let refused = served.request("POST", &way, &form, "name=Mira");
    assert_eq!(status(&refused), 400, "{refused}");
    let seated = served.request("POST", &way, &form, "name=Mira&hands=agreed");
    assert!(status(&seated) == 303 && header(&seated, "location:") == new, "{seated}");
    let list = served.request("GET", &format!("{new}/hand"), &host, "");
    assert!(list.contains("Space Fiddler"), "{list}");
}
