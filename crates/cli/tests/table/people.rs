//! People who meet at a server, each in a browser of their own: a match with a clock, a game that goes on in another
//! browser, somebody who watches later, somebody who isn't wanted; and a lobby that brings two together by itself.

use crate::browser::{self, Browser, Page};
use crate::played::{click, settle};
use crate::served::Served;
use std::time::{Duration, Instant};

/// The words of the prompt.
fn says(browser: &mut Browser, page: &Page, words: &str) -> bool {
    browser.holds(page, &format!("document.querySelector('#prompt')?.innerText.includes('{words}')"))
}

fn told(browser: &mut Browser, page: &Page, words: &str) {
    let said = format!("document.querySelector('#prompt')?.innerText.includes('{words}')");
    browser.until(page, &said, words);
}

/// Presses the button of a form in the menu.
fn press(browser: &mut Browser, page: &Page, action: &str) {
    let button = format!("document.querySelector('.menu form[action$=\"/{action}\"] button')");
    browser.until(page, &button, action);
    browser.eval(page, &format!("{button}.click()"));
}

fn game(browser: &mut Browser, page: &Page) -> String {
    browser.text(page, "document.body.dataset.game")
}

/// Both pages are at one table, which isn't this one, and its game has begun.
fn both_at_another(browser: &mut Browser, pages: [&Page; 2], old: &str) -> String {
    for page in pages {
        let there = format!(
            "document.body?.dataset.game && document.body.dataset.game !== '{old}' && document.querySelector('#say-line')"
        );
        browser.until(page, &there, "the next table");
    }
    let [one, other] = pages.map(|page| game(browser, page));
    assert_eq!(one, other, "they sit at one table");
    one
}

const AGAIN: &str = "document.querySelector('.prompt form[action$=\"/again\"] button')";

/// Goes on to the next game of the match: one of the two is enough.
fn next_game(browser: &mut Browser, pages: [&Page; 2]) -> String {
    let old = game(browser, pages[0]);
    browser.until(pages[0], AGAIN, "the way on");
    browser.eval(pages[0], &format!("{AGAIN}.click()"));
    both_at_another(browser, pages, &old)
}

/// The page that is asked.
fn asked<'a>(browser: &mut Browser, pages: [&'a Page; 2]) -> &'a Page {
    let begun = Instant::now();
    loop {
        for page in pages {
            if browser.holds(page, "document.body.dataset.asked") {
                return page;
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(300), "nobody is asked");
        settle();
    }
}

/// Lays a table for a friend, with a deck of one's own; the page is at the table then. The invitation.
fn lays(browser: &mut Browser, page: &Page, address: &str, fields: &[(&str, &str)]) -> String {
    browser.open(page, address);
    for (name, value) in fields {
        let field = format!(
            "{{ const field = document.createElement('input'); \
               Object.assign(field, {{ type: 'hidden', name: '{name}', value: '{value}' }}); \
               document.querySelector('.way').form.append(field); }}"
        );
        browser.eval(page, &field);
    }
    browser.eval(page, "document.querySelector('.way').click()");
    browser.until(page, "document.querySelector('.invite input')", "the invitation");
    let link = browser.text(page, "document.querySelector('.invite input').value");
    let table = browser.text(page, "document.querySelector('a.btn.main').getAttribute('href')");
    browser.open(page, &format!("{address}{table}"));
    browser.until(page, "document.body.dataset.before", "the table before the game");
    format!("{address}/join/{}", link.split_once("/join/").expect("a link").1)
}

/// Sits down by an invitation with a name and a deck of one's own, or the one that lies there.
fn sits(browser: &mut Browser, page: &Page, link: &str, name: &str, list: &str) {
    browser.open(page, link);
    browser.eval(
        page,
        &format!(
            "{{ document.querySelector('#name').value = '{name}'; document.querySelector('#deck-name').value = 'Deck of {name}'; \
               document.querySelector('#deck-list').value = '{list}'; document.querySelector('.join button').click(); }}"
        ),
    );
}

/// Five browsers: two play a match with their own decks, one of them goes on in a third browser; a fourth watches a minute
/// late and then plays with a fifth, whom nobody wants to hear.
#[test]
fn two_play_a_match_while_one_changes_browsers_one_watches_and_one_is_blocked() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::with(&["--site"]), Browser::start(&program));
    let browser = &mut browser;
    let [ada, ben, elsewhere, cleo, dirk] = [0; 5].map(|_| browser.page(1280, 800));
    let address = served.address.clone();
    let conditions = [
        ("clock", "own"),
        ("bank", "0"),
        ("free", "45"),
        ("bonus", "0"),
        ("games", "3"),
        ("watching", "later"),
        ("name", "Ada"),
        ("mine_name", "Marchers"),
        ("mine_list", "30 Infantry Automaton\\n30 Shade Automaton"),
    ];
    let link = lays(browser, &ada, &address, &conditions);
    sits(browser, &ben, &link, "Ben", "40 Infantry Automaton\\n20 Shade Automaton");
    let first = both_at_another(browser, [&ada, &ben], "");
    for (page, deck) in [(&ada, "Deck of Ben"), (&ben, "Marchers")] {
        let them = browser.text(page, "document.querySelector('.them').innerText");
        assert!(them.contains(deck), "each brought a deck: {them}");
    }

    // A guest makes a key, and goes on in another browser in the middle of the game.
    let one = asked(browser, [&ada, &ben]);
    click(browser, one, 1);
    let page = browser.beside(&ben, 1280, 800);
    browser.open(&page, &format!("{address}/me"));
    browser.eval(&page, "document.querySelector('form[action=\"/me/key\"] button').click()");
    browser.until(&page, "document.querySelector('.key-words')", "the key");
    let key = browser.text(&page, "document.querySelector('.invite input').value");
    browser.open(&elsewhere, &format!("{address}/key/{key}"));
    browser.eval(&elsewhere, "document.querySelector('form.join button').click()");
    browser.until(&elsewhere, &format!("document.querySelector('a[href=\"/t/{first}\"]')"), "Ben’s games");
    browser.open(&elsewhere, &format!("{address}/t/{first}"));
    browser.until(&elsewhere, "document.querySelector('#say-line')", "the same seat");
    // The old page of Ben has nothing more to do.
    browser.open(&ben, &format!("{address}/rules"));
    let players = [&ada, &elsewhere];
    for _ in 0..8 {
        let one = asked(browser, players);
        let is_there = std::ptr::eq(one, &elsewhere);
        click(browser, one, 1);
        if is_there {
            break;
        }
    }
    let answers = crate::played::number(browser, &elsewhere);

    // Who watches sees nothing of it yet: the cards aren't even dealt.
    browser.open(&cleo, &format!("{address}/t/{first}"));
    let seen = "Number(document.body.dataset.number || 0)";
    assert!(browser.holds(&cleo, &format!("{seen} < {answers}")), "a minute later");
    assert!(!browser.holds(&cleo, "document.querySelector('#say-line') && document.body.dataset.asked"));

    // Meanwhile the time of whoever is asked runs, and two others play.
    let beside = browser.beside(&cleo, 1280, 800);
    let link = lays(browser, &beside, &address, &[("name", "Cleo")]);
    browser.open(&dirk, &link);
    browser.eval(
        &dirk,
        "{ document.querySelector('#name').value = 'Dirk'; document.querySelector('.join button').click(); }",
    );
    for page in [&beside, &dirk] {
        browser.until(page, "document.querySelector('#say-line')", "their game");
    }
    let say = |words: &str| {
        format!(
            "{{ document.querySelector('#say-line').value = '{words}'; document.querySelector('.say').requestSubmit(); }}"
        )
    };
    let heard = |words: &str| format!("document.querySelector('.chat').innerText.includes('{words}')");
    browser.eval(&dirk, &say("nasty words"));
    browser.until(&beside, &heard("nasty words"), "what Dirk says");
    let other = game(browser, &beside);
    let opponent = browser.beside(&cleo, 1280, 800);
    let decide = |what: &str| format!("document.querySelector('button[name=do][value={what}]').click()");
    browser.open(&opponent, &format!("{address}/t/{other}/opponent"));
    browser.eval(&opponent, &decide("mute"));
    browser.until(&opponent, "document.querySelector('button[value=unmute]')", "that Dirk is muted");
    browser.until(
        &beside,
        "!document.querySelector('.chat').innerText.includes('nasty')",
        "nothing of Dirk’s",
    );
    browser.eval(&dirk, &say("more of it"));
    browser.until(&dirk, &heard("more of it"), "Dirk’s own words: nobody has told him");
    browser.eval(&opponent, &decide("block"));
    browser.until(&opponent, "document.querySelector('button[value=unblock]')", "that Dirk is blocked");
    assert!(!browser.holds(&beside, &heard("more of it")));
    press(browser, &beside, "concede");
    told(browser, &dirk, "You win!");
    browser.eval(&dirk, &format!("{AGAIN}.click()"));
    browser.until(&dirk, "/no rematch with this player/.test(document.body?.innerText)", "the refusal");
    // Nor does an invitation lead to Cleo’s table any more.
    let link = lays(browser, &beside, &address, &[("name", "Cleo")]);
    browser.open(&dirk, &link);
    browser.eval(&dirk, "document.querySelector('.join button').click()");
    browser.until(&dirk, "/This seat isn’t open to you/.test(document.body.innerText)", "the closed seat");

    // The clock has run out once.
    told(browser, &ada, "had no time left");
    let ada_lost = says(browser, &ada, "You had no time left");
    let [winner, loser] = if ada_lost { [&elsewhere, &ada] } else { [&ada, &elsewhere] };
    told(browser, winner, "You win!");
    // By now who watches has seen the end of it, too.
    told(browser, &cleo, "had no time left");
    // A resignation, and the match stands one to one.
    next_game(browser, [winner, loser]);
    press(browser, winner, "concede");
    told(browser, loser, "You win!");
    // A draw counts for nobody.
    next_game(browser, [loser, winner]);
    press(browser, winner, "draw");
    told(browser, loser, "offers a draw");
    browser.eval(loser, "document.querySelector('.wish button[value=yes]').click()");
    told(browser, winner, "The game is a draw.");
    // Another resignation decides the match.
    let last = next_game(browser, [winner, loser]);
    press(browser, loser, "concede");
    told(browser, winner, "You win!");
    browser.until(winner, "/You’ve won the match, 2 to 1/.test(document.body.innerText)", "the match");
    // The rematch takes both.
    browser.until(loser, AGAIN, "the way to a rematch");
    browser.eval(loser, &format!("{AGAIN}.click()"));
    told(browser, winner, "wants one, too");
    browser.eval(winner, &format!("{AGAIN}.click()"));
    both_at_another(browser, players, &last);

    // All of it is in the lists of those who played it.
    let page = browser.beside(winner, 390, 844);
    browser.open(&page, &format!("{address}/me/games"));
    let record = browser.text(&page, "document.querySelector('.lead').innerText");
    assert_eq!(record, "4 games: 2 won, 1 drawn, 1 lost.");
    let rows = browser
        .text(&page, "[...document.querySelectorAll('.record tbody tr')].map((row) => row.innerText).join()");
    assert_eq!(rows.matches('4').count(), 2, "one deck and one opponent: {rows}");
}

/// Whoever waits in the lobby sits down by themselves, without the page being loaded again; and who has the lobby open sees
/// the other come and go, and keeps what they have typed.
#[test]
fn the_lobby_keeps_itself_up_to_date_and_leads_both_to_their_table() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::with(&["--site"]), Browser::start(&program));
    let browser = &mut browser;
    let [ada, ben] = [0; 2].map(|_| browser.page(390, 844));
    let lobby = format!("{}/lobby", served.address);
    browser.open(&ben, &lobby);
    browser.eval(&ben, "{ window.same = true; document.querySelector('#l-name').value = 'Ben'; }");
    browser.open(&ada, &lobby);
    let seek = |name: &str, what: &str| {
        format!(
            "{{ document.querySelector('#l-name').value = '{name}'; document.querySelector('#l-clock').value = 'quick'; \
               document.querySelector('button[value={what}]').click(); }}"
        )
    };
    browser.eval(&ada, &seek("Ada", "seek"));
    browser.until(&ada, "/Looking for an opponent/.test(document.body?.innerText)", "the wait");
    browser.eval(&ada, "window.same = true");
    browser.until(&ben, "document.querySelector('.seeks')?.innerText.includes('Ada')", "Ada’s wish");
    assert!(browser.holds(&ben, "window.same && document.querySelector('#l-name').value === 'Ben'"));
    assert!(browser.holds(&ada, "window.same"), "no page was loaded");
    browser.eval(&ben, &seek("Ben", "seek"));
    both_at_another(browser, [&ada, &ben], "");
}
