//! The builder in a browser: a deck from nothing, without a page load.

use crate::browser::{self, Browser, Page};
use crate::played::TABLE;
use crate::served::Served;

/// A visitor at the builder, with what they have done so far.
struct Builder<'a> {
    browser: &'a mut Browser,
    page: Page,
    strokes: usize,
}

impl<'a> Builder<'a> {
    fn start(browser: &'a mut Browser, address: &str) -> Builder<'a> {
        let page = browser.page(1440, 900);
        browser.open(&page, &format!("{address}/decks/build"));
        browser.eval(
            &page,
            "window.same = true; document.querySelector('#q').focus(); document.querySelector('#q').select()",
        );
        Builder { browser, page, strokes: 0 }
    }

    /// Types a query, letter by letter, and waits for what it finds.
    fn search(&mut self, query: &str, found: &str) {
        self.browser.eval(&self.page, "document.querySelector('#q').value = ''");
        for letter in query.chars() {
            self.browser.press(&self.page, &letter.to_string());
            self.strokes += 1;
        }
        self.browser.until(
            &self.page,
            &format!("document.querySelector('.found [data-region=\"found-{found}\"]')"),
            found,
        );
    }

    /// Clicks a button, and waits until it has had its effect.
    fn click(&mut self, button: &str, effect: &str) {
        self.browser.until(&self.page, &format!("document.querySelector('{button}')"), button);
        self.browser.eval(&self.page, &format!("document.querySelector('{button}').click()"));
        self.strokes += 1;
        self.browser.until(&self.page, effect, button);
    }

    /// Puts copies of a card that was found into the deck.
    fn put(&mut self, number: u32, name: &str) {
        let button = format!(".found button[value=\"{number} {name}\"]").replace('\'', "\\'");
        let effect = format!(
            "[...document.querySelectorAll('.in-deck li')].some((one) => one.dataset.region === {:?} && one.querySelector('b').textContent === '{number}')",
            format!("in-{name}")
        );
        self.click(&button, &effect);
    }

    fn says(&mut self, words: &str) {
        self.browser.until(
            &self.page,
            &format!("document.querySelector('.standing').innerText.includes('{words}')"),
            words,
        );
    }
}

#[test]
fn a_deck_is_built_checked_and_undone_without_a_page_load() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let mut builder = Builder::start(&mut browser, &served.address);
    builder.says("0 cards");
    builder.search("infantry", "Infantry Automaton");
    builder.put(4, "Infantry Automaton");
    builder.says("4 cards, 4 units");
    builder.put(2, "Infantry Automaton");
    builder.says("2 cards, 2 units");
    builder.click(
        ".in-deck button[name=add]",
        "document.querySelector('.standing').innerText.includes('3 cards')",
    );
    builder.click(
        ".in-deck button[name=drop]",
        "document.querySelector('.standing').innerText.includes('2 cards')",
    );
    builder.click("[data-undo]", "document.querySelector('.standing').innerText.includes('3 cards')");
    builder.click("[data-undo]", "document.querySelector('.standing').innerText.includes('2 cards')");
    // Enter in the search searches, and does nothing to the deck.
    builder.browser.eval(&builder.page, "document.querySelector('#q').focus()");
    builder.browser.press(&builder.page, "Enter");
    // By keyboard: down into what was found, and a number of copies.
    builder.browser.eval(&builder.page, "document.querySelector('#q').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))");
    builder.browser.until(&builder.page, "document.activeElement.closest('.found li')", "the first row");
    builder.browser.press(&builder.page, "4");
    builder.says("4 cards, 4 units");
    // Whoever uses keys stays where they are.
    assert!(builder.browser.holds(&builder.page, "document.activeElement.closest('.found li')"));
    // A text that can't be read is told, and the deck stays.
    builder.browser.eval(
        &builder.page,
        "{ const text = document.querySelector('textarea[name=list]'); text.value = '3 No Such Card'; text.dispatchEvent(new Event('change', { bubbles: true })); }",
    );
    builder.browser.until(&builder.page, "document.querySelector('.in-deck .bad')", "an unknown card");
    assert!(builder.browser.holds(&builder.page, "window.same"), "no page was loaded");
}

#[test]
fn a_starter_of_the_players_is_built_in_at_most_ninety_strokes() {
    let Some(program) = browser::program() else { return };
    let Ok(folder) = std::env::var("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS names no folder of cards");
        return;
    };
    let list = std::fs::read_to_string(std::path::Path::new(&folder).join("decks/Starter_Reb_LS.dek"));
    let list = list.expect("the starter");
    let mut cards: Vec<(String, u32)> = Vec::new();
    for name in list.split("<name id=").skip(1) {
        let name = name.split_once('>').and_then(|(_, rest)| rest.split_once('<')).expect("a name").0;
        let name = name.replace("&apos;", "'");
        match cards.iter_mut().find(|(known, _)| *known == name) {
            Some((_, number)) => *number += 1,
            None => cards.push((name, 1)),
        }
    }
    let (served, mut browser) = (Served::with(&["--cards", &folder]), Browser::start(&program));
    let mut builder = Builder::start(&mut browser, &served.address);
    builder.search("set:start side:light", "Ewok Militia (Starter)");
    let found = builder.browser.eval(
        &builder.page,
        "[...document.querySelectorAll('.found li')].map((one) => one.dataset.region.slice('found-'.length))",
    );
    let found: Vec<&str> = found.as_array().into_iter().flatten().filter_map(|name| name.as_str()).collect();
    let (light, neutral): (Vec<_>, Vec<_>) =
        cards.iter().partition(|(name, _)| found.contains(&name.as_str()));
    for (name, number) in light {
        builder.put(*number, name);
    }
    builder.search("set:start side:neutral", "Proton Torpedoes (Starter)");
    for (name, number) in neutral {
        builder.put(*number, name);
    }
    builder.says("Legal in Open");
    assert!(builder.browser.holds(&builder.page, "window.same"), "no page was loaded");
    eprintln!("report: {} cards in {} strokes and clicks", cards.len(), builder.strokes);
    assert!(builder.strokes <= 90, "{} strokes and clicks", builder.strokes);
}

#[test]
fn a_deck_is_saved_changed_compared_shared_and_played() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let address = served.address.clone();
    let mut builder = Builder::start(&mut browser, &address);
    builder.search("infantry", "Infantry Automaton");
    builder.put(4, "Infantry Automaton");
    let page = builder.page.clone();
    let text =
        |browser: &mut Browser, page: &Page| browser.text(page, "document.querySelector('main').innerText");
    browser.eval(&page, "document.querySelector('#name').value = 'Tin <b>Men</b>'; document.querySelector('[formaction=\"/decks/save\"]').click()");
    browser.until(&page, "location.pathname.startsWith('/decks/kept/')", "the deck's page");
    let path = browser.text(&page, "location.pathname");
    assert!(text(&mut browser, &page).contains("Tin <b>Men</b>"), "a name is a text");
    // A second version: one more card, one fewer of another.
    browser.eval(&page, "document.querySelector('main form[action=\"/decks/build\"] button.main').click()");
    browser.until(&page, "document.querySelector('[data-builder]')", "the builder");
    browser.eval(&page, "document.querySelector('.in-deck button[name=drop]').click()");
    browser.until(&page, "document.querySelector('.standing').innerText.includes('3 cards')", "one fewer");
    browser.eval(&page, "document.querySelector('[formaction=\"/decks/save\"]').click()");
    browser.until(&page, "location.pathname.startsWith('/decks/kept/') && document.querySelectorAll('.versions li').length === 2", "two versions");
    assert_eq!(browser.text(&page, "location.pathname"), path, "it is the same deck");
    browser.open(&page, &format!("{address}{path}?v=2&with=1"));
    assert!(
        browser.text(&page, "document.querySelector('#changes').innerText").contains("−1 Infantry Automaton")
    );
    // What hasn't changed is no new version.
    browser.eval(&page, "document.querySelector('main form[action=\"/decks/build\"] button.main').click()");
    browser.until(&page, "document.querySelector('[data-builder]')", "the builder");
    browser.eval(&page, "document.querySelector('[formaction=\"/decks/save\"]').click()");
    browser.until(&page, "location.pathname.startsWith('/decks/kept/')", "the deck's page");
    assert_eq!(browser.eval(&page, "document.querySelectorAll('.versions li').length").as_u64(), Some(2));
    // Nobody else sees it until it is shared, and nobody else changes it.
    let other = browser.page(390, 844);
    browser.open(&other, &address);
    let status = format!("fetch('{path}').then((answer) => answer.status)");
    assert_eq!(browser.eval(&other, &status).as_u64(), Some(404));
    browser.eval(&page, "document.querySelector('form[action$=\"/share\"] button').click()");
    browser.until(
        &page,
        "document.querySelector('form[action$=\"/share\"] button[value=no]')",
        "the shared deck",
    );
    browser.open(&other, &format!("{address}{path}"));
    assert!(text(&mut browser, &other).contains("A deck that somebody shares"));
    assert!(
        browser
            .holds(&other, "!document.querySelector('form[action$=\"/share\"], form[action$=\"/forget\"]')")
    );
    for action in ["share", "forget"] {
        let post = format!(
            "fetch('{path}/{action}', {{ method: 'POST', body: new URLSearchParams() }}).then((answer) => answer.status)"
        );
        assert_eq!(browser.eval(&other, &post).as_u64(), Some(404), "{action}");
    }
    // It lies among the decks of its owner, also after a restart, and can be played.
    let served = served.kill_and_start_there();
    browser.open(&page, &format!("{}/decks", served.address));
    assert!(text(&mut browser, &page).contains("Your decks"));
    browser.open(&page, &served.address);
    browser.eval(&page, "{ const mine = document.querySelector('#mine'); mine.value = mine.querySelector('optgroup option').value; mine.form.requestSubmit(); }");
    browser.until(&page, TABLE, "the table");
    browser.open(&page, &format!("{}{path}", served.address));
    browser.eval(&page, "document.querySelector('form[action$=\"/forget\"] button').click()");
    browser.until(&page, "location.pathname === '/decks'", "the decks");
    assert!(!text(&mut browser, &page).contains("Your decks"));
}
