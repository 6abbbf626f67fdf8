//! Crowded tables in windows of every size: no text is cut off, nothing lies on anything else, fingers find their targets.

use crate::browser::{self, Browser, Page};
use crate::played::{asked, click, moved_on, number, play_now};
use crate::served::Served;
use std::time::Duration;

/// Windows, some of them at 200 %: half as many pixels of the page.
const SIZES: [(u32, u32); 11] = [
    (1440, 900),
    (1366, 650),
    (1024, 768),
    (820, 1180),
    (390, 844),
    (844, 390),
    (720, 450),
    (683, 325),
    (512, 384),
    (410, 590),
    (422, 360),
];

/// Seven units against five, a Location, Equipment, a Pilot, a stack, nine cards in hand, build zones.
pub const CROWD: &str = "\
dark space: @Velvet Lance Starfighter; @Tithe Control Ship damage 2; @Swarm Drone Fighter tapped; @Raptor Drone Bomber; @Merciless Ledger (B); @Swarm Drone Fighter tapped; @Swarm Drone Fighter tapped
light space: @Arrowhead Starfighter; Courier of the Outer Systems 40/2/5 cost 5 \"Pay 1 Force -> Evade 2 | Shields 1\" damage 1; @Neutral Zone Frigate; @Anvil Bomber tapped; @Anvil Bomber
light pilot Arrowhead Starfighter: @Brenna Sool (A)
light on Neutral Zone Frigate: @Reinforced Hull
light space: @Nebula Fringe
dark ground: @Tumbler Destroyers; @Honor Guard Speeder
light ground: @Powder Ridge Squad; @Five Worlds Delegation (A)
light under Five Worlds Delegation: @Ilara Venn (A)
dark character: @Twin-Knife Enforcer
light character: @Senate Blade Guard
light force 7
dark force 9
light hand: @Consult the Holorecords; @Split-Second Choice; @Diplomatic Immunity; @Lessons of the Fallen; @The Long Negotiation; @Five Worlds Delegation (A); @Form of the Open Hand; @Neutral Zone Frigate; @Black Market Shipment
dark hand: @Split-Second Choice; @Harvest of Captives; @Barbed Serpent Staff
light build zone: @Rebel War Fund resource 3
light building: @Neutral Zone Frigate counters 3; @Senate Blade Guard counters 1
dark building: @Tithe Control Ship counters 2; @Tumbler Destroyers counters 1
dark deck: 20 @Swarm Drone Fighter
light deck: 20 @Anvil Bomber
";

pub const PREVENTION: &str = "\
start battle space

Velvet Lance Starfighter attacks Courier of the Outer Systems
pass
pass
pass
pass
dice 6 5
";

pub const BUILDING: &str = "light build 11\nstart build light\n";

/// What is cut off: an element whose content is larger than itself and can't be scrolled, text that ends in dots of the style
/// sheet, or a card or button that is cut by something around it that can't be scrolled.
const CLIPPED: &str = "(() => { \
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.vh, .skip, svg') && one.getBoundingClientRect().width > 2; \
  const scrolls = (style) => [style.overflowX, style.overflowY].some((way) => way === 'auto' || way === 'scroll'); \
  const found = []; \
  for (const one of document.querySelectorAll('.table *')) { \
    if (!seen(one) || one.closest('#fx')) continue; \
    const style = getComputedStyle(one); \
    const what = `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`; \
    const large = one.clientWidth > 0 && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3); \
    const framed = one.matches('.card, button, .btn, .choice, .plate, .plaque, .att li, .key, .name, .type, .text, .title, .body, .verdict-chip, .lane, .lane *, .ask *, .tally *, .order li, label, summary'); \
    if (large && !scrolls(style) && (framed || style.overflow !== 'visible') && style.display !== 'inline') found.push(`${what} ${one.scrollWidth}>${one.clientWidth} ${one.scrollHeight}>${one.clientHeight}`); \
    if (style.textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth + 1) found.push(`dots: ${what}`); \
    if (one.matches('.card, button, .plate, .plaque')) { \
      const box = one.getBoundingClientRect(); \
      for (let around = one.parentElement; around && !scrolls(getComputedStyle(around)); around = around.parentElement) { \
        const wall = around.getBoundingClientRect(); \
        if (getComputedStyle(around).overflow !== 'visible' && (box.right > wall.right + 1 || box.bottom > wall.bottom + 1)) { found.push(`cut by ${around.className}: ${what}`); break; } \
      } \
    } \
  } \
  return found.slice(0, 12); })()";

/// Cards and parts that lie on each other where nothing may: the middle of each must be what is seen there.
const COVERED: &str = "(() => { \
  const found = []; \
  for (const one of document.querySelectorAll('.row .card, .lane, .mine .card, .prompt .choice, .tabs label, .desk-head button, .plaque')) { \
    if (!one.checkVisibility()) continue; \
    one.scrollIntoView({ block: 'center' }); \
    const box = one.getBoundingClientRect(); \
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]; \
    if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) { found.push(`out of reach: ${one.textContent.trim().slice(0, 30)}`); continue; } \
    const there = document.elementFromPoint(x, y); \
    if (!there || !(one.contains(there) || there.contains(one) || there.closest('.unit') === one.closest('.unit') && one.closest('.unit'))) found.push(`${one.className} ${one.textContent.trim().slice(0, 30)} lies under ${there?.className || 'nothing'}`); \
  } \
  return found.slice(0, 12); })()";

fn start() -> Option<(Served, Browser, Page)> {
    let program = browser::program()?;
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    Some((served, browser, page))
}

/// The address of a position as a table.
pub fn position(served: &Served, text: &str, more: &str) -> String {
    let encoded: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("{}/judge/table?q={encoded}{more}", served.address)
}

fn list(browser: &mut Browser, page: &Page, script: &str) -> Vec<String> {
    let found = browser.eval(page, script);
    let found = found.as_array().cloned().unwrap_or_default();
    found.iter().map(|one| one.as_str().unwrap_or_default().to_string()).collect()
}

#[test]
fn crowded_tables_cut_off_no_text_and_cover_nothing() {
    let Some((served, mut browser, page)) = start() else { return };
    let mut wrong = Vec::new();
    for (what, script) in [("battle", PREVENTION), ("build step", BUILDING)] {
        for seat in ["light", "dark"] {
            let address = position(&served, &format!("{CROWD}{script}"), &format!("&seat={seat}"));
            browser.open(&page, &address);
            assert!(
                browser.holds(&page, "document.querySelectorAll('[data-arena=space] .unit').length === 12"),
                "{what}"
            );
            for (width, height) in SIZES {
                browser.size(&page, width, height);
                browser.until(&page, &format!("innerWidth === {width}"), "the window");
                let here = format!("{what}, {seat}, {width}x{height}");
                let wide = browser.eval(&page, "document.documentElement.scrollWidth");
                if wide.as_u64() > Some(u64::from(width)) {
                    wrong.push(format!("{here}: the page is {wide} wide"));
                }
                wrong.extend(list(&mut browser, &page, CLIPPED).iter().map(|one| format!("{here}: {one}")));
                wrong.extend(list(&mut browser, &page, COVERED).iter().map(|one| format!("{here}: {one}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_check_finds_what_is_cut_off() {
    let Some((served, mut browser, page)) = start() else { return };
    browser.open(&page, &position(&served, &format!("{CROWD}{PREVENTION}"), "&seat=light"));
    assert_eq!(list(&mut browser, &page, CLIPPED), Vec::<String>::new());
    browser.eval(&page, "{ const card = document.querySelector('.row .card'); card.style.height = '20px'; card.style.overflow = 'hidden'; }");
    assert!(!list(&mut browser, &page, CLIPPED).is_empty());
    browser.eval(&page, "{ document.querySelector('.dock .mine').style.marginTop = '-400px'; }");
    assert!(!list(&mut browser, &page, COVERED).is_empty());
}

#[test]
fn a_finger_reads_first_and_plays_from_the_sheet() {
    let Some((served, mut browser, page)) = start() else { return };
    browser.touched(&page);
    browser.size(&page, 390, 844);
    play_now(&mut browser, &page, &served.address);
    assert!(asked(&mut browser, &page));
    let card = "document.querySelector('.mine .unit.can button.card')";
    // Until a card can be played by itself.
    for _ in 0..60 {
        if browser.holds(&page, card) {
            break;
        }
        let before = number(&mut browser, &page);
        browser.eval(&page, "document.querySelector('.prompt .choice[name=a]').click()");
        moved_on(&mut browser, &page, before);
        assert!(asked(&mut browser, &page), "the game is over before a card could be tapped");
    }
    let before = number(&mut browser, &page);
    let name = browser.text(&page, &format!("{card}.querySelector('.name').textContent"));
    browser.tap(&page, card, Duration::from_millis(40));
    let sheet = "document.querySelector('.desk[data-open] .inspect .actions button')";
    browser.until(&page, sheet, "the sheet with the action");
    assert_eq!(number(&mut browser, &page), before, "reading is no answer");
    assert_eq!(browser.text(&page, "document.querySelector('.desk .inspect h3').textContent"), name);
    // The sheet lies above the question, and not on it.
    assert!(browser.holds(
        &page,
        "document.querySelector('.desk').getBoundingClientRect().bottom <= document.querySelector('.dock').getBoundingClientRect().top + 1"
    ));
    // What fingers aim at is large enough.
    let small = "[...document.querySelectorAll('.table button, .table summary, .table .tabs label, .table a.card')].filter((one) => one.checkVisibility() && !one.closest('.vh, .log, .sheet-menu, .until') && \
                 (one.getBoundingClientRect().height < 39.5 || one.getBoundingClientRect().width < 39.5)).map((one) => `${one.className} ${one.textContent.trim()} ${one.getBoundingClientRect().width}x${one.getBoundingClientRect().height}`)";
    assert_eq!(list(&mut browser, &page, small), Vec::<String>::new());
    // A second tap on the card doesn't play it either; the sheet does.
    browser.tap(&page, card, Duration::from_millis(40));
    assert_eq!(number(&mut browser, &page), before);
    browser.tap(&page, sheet, Duration::from_millis(40));
    moved_on(&mut browser, &page, before);
    browser.until(&page, "!document.querySelector('.desk[data-open]')", "the sheet is gone");
    // A long press reads what a tap would do.
    assert!(asked(&mut browser, &page));
    let choice = "document.querySelector('.prompt .choice[data-card]')";
    if browser.holds(&page, choice) {
        let before = number(&mut browser, &page);
        browser.tap(&page, choice, Duration::from_millis(700));
        browser.until(&page, "document.querySelector('.desk[data-open] .inspect')", "the card of a choice");
        assert_eq!(number(&mut browser, &page), before);
    }
}

#[test]
fn what_can_be_chosen_has_a_border_where_the_system_chooses_the_colours() {
    let Some((served, mut browser, page)) = start() else { return };
    browser.prefers(&page, "forced-colors", "active");
    browser.open(&page, &position(&served, &format!("{CROWD}{PREVENTION}"), "&seat=light"));
    assert!(browser.holds(&page, "matchMedia('(forced-colors: active)').matches"));
    for (what, border) in [
        (".can > .card", "3px"),
        (".choice", "1px"),
        (".row .unit:not(.can,.attacking,.defending) > .card", "1px"),
    ] {
        let width = browser
            .text(&page, &format!("getComputedStyle(document.querySelector('{what}')).borderTopWidth"));
        assert_eq!(width, border, "{what}");
    }
    assert_eq!(list(&mut browser, &page, CLIPPED), Vec::<String>::new());
}

#[test]
fn live_regions_stay_where_they_are_and_receive_only_what_is_new() {
    let Some((served, mut browser, page)) = start() else { return };
    play_now(&mut browser, &page, &served.address);
    assert!(asked(&mut browser, &page));
    browser.eval(
        &page,
        "{ window.regions = [...document.querySelectorAll('#said, #asked, #toast, #wire')]; window.heard = []; window.lost = 0; \
           new MutationObserver((all) => all.forEach((one) => { window.heard.push(...[...one.addedNodes].map((node) => node.textContent)); window.lost += one.target.id === 'said' ? [...one.addedNodes].filter((node) => node.nextSibling && node.nextSibling !== null && !all.some((other) => [...other.addedNodes].includes(node.nextSibling))).length : 0; })) \
             .observe(document.getElementById('said'), { childList: true }); }",
    );
    for turn in 0..12 {
        if !asked(&mut browser, &page) {
            break;
        }
        click(&mut browser, &page, turn * 7 + 3);
        // Whoever answered is at the new question.
        if asked(&mut browser, &page) && turn == 11 {
            browser.eval(&page, "document.querySelector('.prompt .choice[name=a]').focus()");
            let before = number(&mut browser, &page);
            browser.press(&page, "Enter");
            moved_on(&mut browser, &page, before);
            browser.until(&page, "document.activeElement?.id === 'ask-h'", "the focus on the new question");
        }
    }
    assert!(
        browser.holds(&page, "window.regions.length === 4 && window.regions.every((one) => one.isConnected)")
    );
    assert!(browser.holds(&page, "window.heard.length > 3 && window.lost === 0"), "new sentences come last");
}

#[test]
fn the_text_table_follows_the_game_by_itself() {
    let Some((served, mut browser, page)) = start() else { return };
    play_now(&mut browser, &page, &served.address);
    assert!(asked(&mut browser, &page));
    let game = browser.text(&page, "document.body.dataset.game");
    let text = browser.beside(&page, 1024, 768);
    browser.open(&text, &format!("{}/t/{game}/text", served.address));
    browser.eval(&text, "{ window.list = document.getElementById('happened'); window.version = window.list.dataset.version; }");
    for turn in 0..3 {
        browser.front(&page);
        if asked(&mut browser, &page) {
            click(&mut browser, &page, turn * 7 + 3);
        }
    }
    browser.front(&text);
    browser.until(
        &text,
        "document.getElementById('happened').dataset.version !== window.version",
        "the news",
    );
    assert!(
        browser
            .holds(&text, "window.list.isConnected && document.getElementById('q').textContent.length > 3")
    );
    // Costs and texts are said in words.
    assert!(browser.holds(
        &text,
        "/Costs \\d+\\./.test(document.body.innerText) && /Text: /.test(document.body.innerText)"
    ));
}
