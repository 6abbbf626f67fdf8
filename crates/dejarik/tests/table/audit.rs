//! The automated audit of accessibility: axe-core, from the folder that `AXE_CORE` names.

use crate::browser::{self, Browser, Page};
use crate::played::{asked, click, play_now};
use crate::served::Served;
use serde_json::Value;

/// The serious findings on a page, in words.
fn findings(browser: &mut Browser, page: &Page, axe: &str) -> Vec<String> {
    browser.eval(page, &format!("{axe}; 0"));
    let result = browser.eval(
        page,
        "axe.run({ resultTypes: ['violations'] }).then((result) => result.violations \
         .filter((one) => ['serious', 'critical'].includes(one.impact)) \
         .map((one) => one.id + ': ' + one.help + ' at ' + one.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + node.failureSummary).join(', ')))",
    );
    let list = result.as_array().cloned().unwrap_or_default();
    list.iter().filter_map(Value::as_str).map(str::to_string).collect()
}

#[test]
fn the_main_pages_have_no_serious_finding() {
    let Some(program) = browser::program() else { return };
    let Ok(file) = std::env::var("AXE_CORE") else {
        eprintln!("skipped: no axe-core. `cargo xtask test` fetches it with npm and names it in AXE_CORE.");
        return;
    };
    let axe = std::fs::read_to_string(&file).expect("AXE_CORE names axe.min.js");
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    let mut all = Vec::new();
    for path in [
        "/",
        "/cards",
        "/card?name=Mistveil%20Scouts",
        "/decks",
        "/decks/diplomats",
        "/keywords",
        "/odds",
        "/lab",
    ] {
        browser.open(&page, &format!("{}{path}", served.address));
        all.extend(
            findings(&mut browser, &page, &axe).into_iter().map(|finding| format!("{path}: {finding}")),
        );
    }
    play_now(&mut browser, &page, &served.address);
    for turn in 0..40 {
        if !asked(&mut browser, &page) {
            break;
        }
        if turn % 8 == 0 {
            all.extend(
                findings(&mut browser, &page, &axe).into_iter().map(|finding| format!("table: {finding}")),
            );
        }
        click(&mut browser, &page, turn * 3 + 2);
    }
    all.sort();
    all.dedup();
    assert!(all.is_empty(), "{all:#?}");
}
