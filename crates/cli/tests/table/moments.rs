//! Moments: a turn that starts, an arena that is won, the end. Each says what it means, and the log says it, too.

use crate::browser::{self, Browser, Page};
use crate::played::watched_to_its_end;
use crate::served::Served;

/// Notes every banner as it appears.
const NOTE: &str = "{ window.banners = []; new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => { \
     if (node.classList?.contains('banner')) window.banners.push({ title: node.querySelector('h2')?.textContent || '', \
       about: node.querySelector('p')?.textContent || '', meter: [...node.querySelectorAll('.meter li')].map((one) => one.textContent) }); }))) \
     .observe(document.getElementById('fx'), { childList: true, subtree: true }); }";

fn finished() -> Option<(Served, Browser, Page, String)> {
    let program = browser::program()?;
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    let game = watched_to_its_end(&mut browser, &page, &served.address, "casual");
    Some((served, browser, page, game))
}

#[test]
fn a_replay_shows_who_holds_what_at_the_turn_and_the_arena_and_why_it_ended() {
    let Some((served, mut browser, page, game)) = finished() else { return };
    let replay = format!("{}/r/{game}", served.address);
    browser.open(&page, &format!("{replay}?at=0"));
    browser.until(&page, "window.dejarikTable && document.querySelector('#at')", "the replay");
    let of = browser.text(&page, "document.querySelector('#at').max");
    let of: u64 = of.parse().expect("a number");
    browser.speed(&page, "quick");
    browser.open(&page, &format!("{}/t/{game}/log", served.address));
    // Walk back to an answer before the last turn: answers are fewer than steps, so a search finds it.
    let turn = browser.text(&page, "[...document.querySelectorAll('.stage')].map((one) => /^Turn (\\d+)/.exec(one.textContent)?.[1]).filter(Boolean).at(-1)");
    let turn: u64 = turn.parse().expect("a turn");
    let (mut low, mut high) = (0, of);
    while low + 1 < high {
        let middle = u64::midpoint(low, high);
        browser.open(&page, &format!("{replay}?at={middle}"));
        let now = browser.text(
            &page,
            "(/Turn (\\d+)/.exec(document.querySelector('.track .turn b').textContent) || [0, '0'])[1]",
        );
        if now.parse::<u64>().expect("a turn") < turn {
            low = middle;
        } else {
            high = middle;
        }
    }
    // From there the turn starts; and from the last answer on the game ends.
    let mut play = |at: u64, wanted: &str| {
        browser.open(&page, &format!("{replay}?at={at}"));
        let player = "window.dejarikTable && document.querySelector('#stage [data-do=toggle]')";
        browser.until(&page, player, "the player");
        browser.eval(&page, NOTE);
        browser.eval(&page, "document.querySelector('#stage [data-do=toggle]').click()");
        browser.until(&page, wanted, "the banner");
        browser.text(&page, "JSON.stringify(window.banners)")
    };
    let turns = play(low, "window.banners.some((one) => /^Turn \\d+$/.test(one.title))");
    let ends = play(
        of - 1,
        "window.banners.some((one) => /^.* wins?$|^The game is a draw$/.test(one.title) && one.about)",
    );
    browser.eval(&page, &format!("window.banners = [...{turns}, ...{ends}]"));
    // The turn says how the arenas stand, all three of them.
    assert!(
        browser.holds(&page, "window.banners.some((one) => /^Turn \\d+$/.test(one.title) && one.meter.length === 3 && one.about.length > 8)"),
        "{}",
        browser.text(&page, "JSON.stringify(window.banners)")
    );
    // So does an arena that is won.
    let held = "window.banners.filter((one) => / holds? (Space|Ground|Character)$/.test(one.title)).every((one) => one.meter.length === 3 && one.about)";
    assert!(browser.holds(&page, held), "{}", browser.text(&page, "JSON.stringify(window.banners)"));
    // The end says why, as its page does. A replay is told from a seat: who has none there is called by name elsewhere.
    let what = |text: &str| {
        let said = text.split_once(" holds ").or_else(|| text.split_once("You hold "));
        said.map_or(text, |(_, rest)| rest).to_string()
    };
    let end = browser
        .text(&page, "window.banners.find((one) => /^.* wins?$|^The game is a draw$/.test(one.title)).about");
    browser.open(&page, &format!("{}/t/{game}/end", served.address));
    let reason =
        browser.text(&page, "document.querySelector('.verdict .lead').firstChild.textContent.trim()");
    assert_eq!(what(&reason), what(&end), "{turns} {ends}");
}

#[test]
fn the_end_names_the_reason_and_the_decisive_attack_as_the_log_tells_it() {
    let Some((served, mut browser, page, game)) = finished() else { return };
    browser.open(&page, &format!("{}/t/{game}/end", served.address));
    let decisive = browser.text(&page, "document.querySelector('.decisive')?.textContent || ''");
    let reason = browser.text(&page, "document.querySelector('.verdict .lead')?.textContent || ''");
    assert!(reason.len() > 10, "{reason}");
    // A draw has no decisive attack, and neither has a game that was won without one.
    if !decisive.is_empty() {
        let told = decisive.split_once(": ").expect("a sentence").1.trim_end_matches(" Look").to_string();
        browser.open(&page, &format!("{}/t/{game}/log", served.address));
        let sentences = browser.eval(&page, "[...document.querySelectorAll('details[data-region] > summary span:first-child')].map((one) => one.textContent.trim())");
        let sentences: Vec<&str> =
            sentences.as_array().into_iter().flatten().filter_map(|one| one.as_str()).collect();
        assert!(sentences.contains(&told.as_str()), "`{told}` is none of {sentences:#?}");
        // The table says the same.
        browser.open(&page, &format!("{}/t/{game}", served.address));
        browser.until(&page, "document.querySelector('.prompt a[href$=\"/end\"]')", "the end at the table");
        let ask = browser.text(&page, "document.querySelector('.ask').textContent");
        assert!(ask.contains(&told), "{ask}");
    }
}

#[test]
fn the_log_is_grouped_by_steps_and_each_sentence_opens_to_its_rules() {
    let Some((served, mut browser, page, game)) = finished() else { return };
    browser.open(&page, &format!("{}/t/{game}/log", served.address));
    // No heading stands above nothing but another heading.
    let empty = "[...document.querySelectorAll('.log-page .stage')].filter((one) => { \
        const all = [...document.querySelectorAll('.log-page [data-n]')]; const next = all[all.indexOf(one) + 1]; \
        return next?.classList.contains('stage') && !/^(Turn|Setup)/.test(one.textContent); }).map((one) => one.textContent)";
    let empty = browser.eval(&page, empty);
    assert_eq!(empty.as_array().map(Vec::len), Some(0), "{empty}");
    // An attack is one sentence; opened it has what happened, each with its rule.
    let attacks = "[...document.querySelectorAll('.log-page details[data-region]')]";
    assert!(browser.holds(&page, &format!("{attacks}.every((one) => one.querySelectorAll(':scope > ol > li').length >= 1 && [...one.querySelectorAll(':scope > ol > li')].every((line) => line.querySelector('.rule')))")));
    // What was joined opens to the events behind it.
    assert!(browser.holds(&page, "[...document.querySelectorAll('.log-page .trace')].some((one) => one.querySelectorAll('ol li .rule').length >= 2)"));
    // Nobody goes from the deck to the deck.
    let text = browser.text(&page, "document.querySelector('.log-page').textContent");
    for stiff in ["goes from the deck to the deck", "is about to do", "takes the attack on itself"] {
        assert!(!text.contains(stiff), "{stiff}");
    }
}
