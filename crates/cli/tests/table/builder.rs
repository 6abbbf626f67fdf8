//! The builder in a browser: a deck from nothing, without a page load.

use crate::browser::{self, Browser, Page};
use crate::played::TABLE;
use crate::served::Served;
use std::path::Path;

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
    // Cards like it, for the format, and back to the search; the deck doesn't change.
    builder.click(
        ".in-deck button[name=alike]",
        "document.querySelector('.alike-to')?.innerText.includes('Infantry Automaton')",
    );
    let alike = builder.browser.text(&builder.page, "document.querySelector('.found').innerText");
    assert!(alike.contains("Automaton") && !alike.contains("Infantry Automaton"), "{alike}");
    builder.click("[name=find]", "!document.querySelector('.alike-to') && document.querySelector('.found [data-region=\"found-Infantry Automaton\"]')");
    builder.says("4 cards, 4 units");
    // What isn't saved outlives the page, and can be undone.
    builder.browser.eval(&builder.page, "location.reload()");
    builder.browser.until(
        &builder.page,
        "!window.same && document.querySelector('.standing')?.innerText.includes('4 cards')",
        "the draft",
    );
    builder.click("[data-undo]", "document.querySelector('.standing').innerText.includes('0 cards')");
    builder.browser.eval(&builder.page, "window.same = true");
    // A text that can't be read is told, and the deck stays.
    builder.browser.eval(
        &builder.page,
        "{ const text = document.querySelector('textarea[name=list]'); text.value = '3 No Such Card'; text.dispatchEvent(new Event('change', { bubbles: true })); }",
    );
    builder.browser.until(&builder.page, "document.querySelector('.in-deck .bad')", "an unknown card");
    assert!(builder.browser.holds(&builder.page, "window.same"), "no page was loaded");
}

/// The cards of a deck file with their numbers, in the order of their first copies.
fn cards_of(file: &Path) -> Vec<(String, u32)> {
    let list = std::fs::read_to_string(file).expect("a deck");
    let mut cards: Vec<(String, u32)> = Vec::new();
    for name in list.split("<name id=").skip(1) {
        let name = name.split_once('>').and_then(|(_, rest)| rest.split_once('<')).expect("a name").0;
        let name = name.replace("&apos;", "'");
        match cards.iter_mut().find(|(known, _)| *known == name) {
            Some((_, number)) => *number += 1,
            None => cards.push((name, 1)),
        }
    }
    cards
}

/// The flags of the program, the names and numbers of a deck's cards, and two searches with a card that each finds.
type Wanted = (Vec<String>, Vec<(String, u32)>, [(&'static str, &'static str); 2]);

/// A starter of the players, or a deck of the CORE set where there is no folder: what the program is started with, the
/// deck, and the searches that find all of its cards, each with one that it finds.
fn wanted() -> Wanted {
    match std::env::var("DEJARIK_CARDS") {
        Ok(folder) => {
            let cards = cards_of(&Path::new(&folder).join("decks/Starter_Reb_LS.dek"));
            let searches = [
                ("set:start side:light", "Ewok Militia (Starter)"),
                ("set:start side:neutral", "Proton Torpedoes (Starter)"),
            ];
            (vec!["--cards".into(), folder], cards, searches)
        }
        Err(_) => {
            let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cards/core/decks/Diplomats.dek");
            let searches =
                [("set:core side:light", "Calm Reply"), ("set:core side:neutral", "Spacelane Marshal")];
            (Vec::new(), cards_of(&core), searches)
        }
    }
}

#[test]
fn a_deck_is_built_in_at_most_ninety_strokes_saved_changed_compared_shared_and_played() {
    let Some(program) = browser::program() else { return };
    let (flags, mut cards, searches) = wanted();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let (served, mut browser) = (Served::with(&flags), Browser::start(&program));
    let address = served.address.clone();
    let mut builder = Builder::start(&mut browser, &address);
    let (kinds, all) = (cards.len(), cards.iter().map(|(_, number)| number).sum::<u32>());
    for (query, one) in searches {
        builder.search(query, one);
        let found = builder.browser.eval(
            &builder.page,
            "[...document.querySelectorAll('.found li')].map((one) => one.dataset.region.slice('found-'.length))",
        );
        let found: Vec<&str> =
            found.as_array().into_iter().flatten().filter_map(|name| name.as_str()).collect();
        let (here, later) = cards.into_iter().partition(|(name, _)| found.contains(&name.as_str()));
        cards = later;
        let here: Vec<(String, u32)> = here;
        for (name, number) in &here {
            builder.put(*number, name);
        }
    }
    assert!(cards.is_empty(), "not found: {cards:?}");
    builder.says("Legal in Open");
    assert!(builder.browser.holds(&builder.page, "window.same"), "no page was loaded");
    let (strokes, page) = (builder.strokes, builder.page.clone());
    eprintln!("report: {kinds} different cards, {all} in all, in {strokes} strokes and clicks");
    assert!(strokes <= 90, "{strokes} strokes and clicks");
    // Saved, and then changed: one card fewer.
    let text =
        |browser: &mut Browser, page: &Page| browser.text(page, "document.querySelector('main').innerText");
    let save = "document.querySelector('[formaction=\"/decks/save\"]').click()";
    let change = "document.querySelector('main form[action=\"/decks/build\"] button.main').click()";
    browser.eval(&page, &format!("document.querySelector('#name').value = 'Tin <b>Men</b>'; {save}"));
    browser.until(&page, "location.pathname.startsWith('/decks/kept/')", "the deck's page");
    let path = browser.text(&page, "location.pathname");
    assert!(text(&mut browser, &page).contains("Tin <b>Men</b>"), "a name is a text");
    browser.eval(&page, change);
    browser.until(&page, "document.querySelector('[data-builder]')", "the builder");
    let lost = browser.text(&page, "document.querySelector('.in-deck button[name=drop]').value");
    browser.eval(&page, "document.querySelector('.in-deck button[name=drop]').click()");
    // Cards outside the deck don't count.
    browser.until(&page, "!document.querySelector('[data-undo]').hidden", "one fewer");
    browser.eval(&page, save);
    browser.until(&page, "location.pathname.startsWith('/decks/kept/') && document.querySelectorAll('.versions li').length === 2", "two versions");
    assert_eq!(browser.text(&page, "location.pathname"), path, "it is the same deck");
    // What hasn't changed is no new version.
    browser.eval(&page, change);
    browser.until(&page, "document.querySelector('[data-builder]')", "the builder");
    browser.eval(&page, save);
    browser.until(&page, "location.pathname.startsWith('/decks/kept/')", "the deck's page");
    assert_eq!(browser.eval(&page, "document.querySelectorAll('.versions li').length").as_u64(), Some(2));
    // The two versions beside each other, picked by their numbers.
    browser.eval(&page, "document.querySelector('form.compare').requestSubmit()");
    browser.until(&page, "document.querySelector('#changes')", "the comparison");
    let changes = browser.text(&page, "document.querySelector('#changes').innerText");
    assert!(changes.contains(&format!("−1 {lost}")), "{lost}: {changes}");
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
    browser.open(&other, &format!("{address}{path}?v=1"));
    assert!(text(&mut browser, &other).contains("A deck that somebody shares"));
    assert!(
        browser
            .holds(&other, "!document.querySelector('form[action$=\"/share\"], form[action$=\"/forget\"]')")
    );
    assert!(browser.holds(&other, "document.documentElement.scrollWidth <= innerWidth"), "it fits a phone");
    for action in ["share", "forget"] {
        let post = format!(
            "fetch('{path}/{action}', {{ method: 'POST', body: new URLSearchParams() }}).then((answer) => answer.status)"
        );
        assert_eq!(browser.eval(&other, &post).as_u64(), Some(404), "{action}");
    }
    // The other visitor plays the first version, which is legal.
    browser.eval(&other, "document.querySelector('form[action=\"/play\"] button[value=computer]').click()");
    browser.until(&other, TABLE, "the other visitor's table");
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
