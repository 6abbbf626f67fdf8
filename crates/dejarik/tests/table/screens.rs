//! Pictures of the main states: `cargo xtask screens` writes them into a folder, for people to look at.

use crate::browser::{self, Browser};
use crate::played::{asked, click, play_now, play_until};
use crate::served::Served;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

#[test]
#[ignore = "writes pictures; cargo xtask screens runs it"]
fn screens() {
    let Some(program) = browser::program() else { return };
    let folder = PathBuf::from(std::env::var("SCREENS").unwrap_or_else(|_| "screens".into()));
    std::fs::create_dir_all(&folder).expect("the folder");
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    let shot = |browser: &mut Browser, name: &str| {
        // Motion is over by then.
        thread::sleep(Duration::from_millis(700));
        for (width, height) in [(1440, 900), (1024, 768), (390, 844)] {
            browser.size(&page, width, height);
            thread::sleep(Duration::from_millis(150));
            browser.screenshot(&page, &folder.join(format!("{name}-{width}.png")));
        }
        browser.size(&page, 1440, 900);
    };
    for (path, name) in [
        ("/", "start"),
        ("/cards?q=t:character", "cards"),
        ("/card?name=Ilara%20Venn%20(B)", "card"),
        ("/decks", "decks"),
        ("/decks/diplomats", "deck"),
        ("/keywords", "keywords"),
        ("/rules", "rules"),
        ("/odds?power=6&crit=2&armor=1&health=4", "odds"),
        ("/lab", "lab"),
    ] {
        browser.open(&page, &format!("{}{path}", served.address));
        shot(&mut browser, name);
    }
    browser.open(&page, &format!("{}/decks/diplomats", served.address));
    browser.eval(&page, "document.querySelector('[formaction=\"/decks/sheet\"]').click()");
    browser.until(&page, "document.querySelector('.paper')", "the sheet");
    shot(&mut browser, "sheet");
    play_now(&mut browser, &page, &served.address);
    let long = Duration::from_secs(240);
    for (wanted, name) in [
        ("document.body.dataset.asked && document.body.innerText.includes('Put your first units')", "setup"),
        ("document.body.dataset.asked && document.querySelector('.groups .cost.build')", "build"),
        ("document.body.dataset.asked && document.querySelector('.prompt .body b.good')", "target"),
        ("document.body.dataset.asked && document.querySelector('.lane .die')", "attack"),
        ("document.querySelector('.prompt a[href$=\"/end\"]')", "over"),
    ] {
        if play_until(&mut browser, &page, wanted, long) {
            shot(&mut browser, name);
            if name != "over" && asked(&mut browser, &page) {
                click(&mut browser, &page, 1);
            }
        } else {
            eprintln!("no `{name}` in this game");
        }
    }
    if browser.holds(&page, "document.querySelector('.prompt a[href$=\"/end\"]')") {
        browser.eval(&page, "document.querySelector('.prompt a[href$=\"/end\"]').click()");
        browser.until(&page, "document.querySelector('.verdict')", "the summary");
        shot(&mut browser, "end");
        browser.eval(&page, "document.querySelector('a[href*=\"?at=\"]').click()");
        browser.until(&page, "document.querySelector('.slider')", "the replay");
        shot(&mut browser, "replay");
    }
}
