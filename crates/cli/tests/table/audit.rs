//! The automated audit of accessibility: axe-core, which `cargo xtask test` fetches.

use crate::browser::{self, Browser, Page};
use crate::played::{asked, click, play_now, watched_to_its_end};
use crate::served::Served;
use rig::{Missing, or_skip};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Where the test command puts axe-core, in the target folder.
const FETCHED: &str = "axe/node_modules/axe-core/axe.min.js";

/// A browser that audits the pages it is sent to, and collects what it finds.
struct Audit {
    browser: Browser,
    page: Page,
    axe: String,
    found: Vec<String>,
}

impl Audit {
    /// Audits what the page shows now.
    fn look(&mut self, what: &str) {
        self.browser.eval(&self.page, &format!("{}; 0", self.axe));
        let result = self.browser.eval(
            &self.page,
            "axe.run({ resultTypes: ['violations'] }).then((result) => ({ checked: result.passes.length, bad: result.violations \
             .filter((one) => ['serious', 'critical'].includes(one.impact)) \
             .map((one) => one.id + ': ' + one.help + ' at ' + one.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + node.failureSummary).join(', ')) }))",
        );
        // A page on which axe checked nothing has not been audited.
        let checked = result["checked"].as_u64().unwrap_or(0);
        assert!(checked > 8, "{what}: only {checked} checks were made: {result}");
        let bad = result["bad"].as_array().cloned().unwrap_or_default();
        self.found.extend(bad.iter().filter_map(Value::as_str).map(|finding| format!("{what}: {finding}")));
    }

    /// Audits a page of the server.
    fn open(&mut self, address: &str, path: &str) {
        self.browser.open(&self.page, &format!("{address}{path}"));
        self.look(path);
    }

    /// Does something that leads to a page, waits for it and audits it.
    fn go(&mut self, what: &str, action: &str, until: &str) {
        self.browser.eval(&self.page, action);
        self.browser.until(&self.page, until, what);
        self.look(what);
    }

    fn audited(mut self) {
        self.found.sort();
        self.found.dedup();
        assert!(self.found.is_empty(), "{:#?}", self.found);
    }
}

fn audit() -> Option<(Served, Audit)> {
    let program = browser::program()?;
    let fetched = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name(FETCHED);
    let file = std::env::var_os("AXE_CORE").map_or(fetched, PathBuf::from);
    let missing = |_| {
        let help = "`cargo xtask test` fetches it with npm; or name axe.min.js in AXE_CORE";
        Missing(format!("axe-core ({}). {help}", file.display()))
    };
    let axe = or_skip("the audit of accessibility", std::fs::read_to_string(&file).map_err(missing))?;
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    Some((served, Audit { browser, page, axe, found: Vec::new() }))
}

#[test]
fn the_audit_finds_what_is_wrong() {
    let Some((served, mut audit)) = audit() else { return };
    audit.open(&served.address, "/");
    assert!(audit.found.is_empty(), "{:?}", audit.found);
    audit.go(
        "a bad page",
        "{ const bad = document.createElement('button'); bad.style.width = '40px'; document.querySelector('main').append(bad); }",
        "document.querySelector('main > button')",
    );
    assert!(audit.found.iter().any(|finding| finding.contains("button-name")), "{:?}", audit.found);
}

#[test]
fn the_reading_pages_have_no_serious_finding() {
    let Some((served, mut audit)) = audit() else { return };
    for path in [
        "/",
        "/cards",
        "/cards?q=t%3Aspace%20order%3Acost",
        "/cards?q=((",
        "/card?name=Mistveil%20Scouts",
        "/card?name=Ilara%20Venn%20(B)",
        "/decks",
        "/decks/diplomats",
        "/learn/page",
        "/learn/practice",
        "/learn/practice/first",
        "/learn/practice/keywords",
        "/puzzles",
        "/puzzles/P03?at=0",
        "/puzzles/P03?at=0&state=given",
        "/puzzles/storm",
        "/keywords",
        "/rules",
        "/rules?q=armor",
        "/odds?power=6&crit=2&armor=1&health=4",
        "/lab",
        "/lab?type=Battle&text=Draw%20a%20frog.",
        "/judge",
        "/judge?find=ilara&at=4",
        "/judge?q=dark%20space%3A%20%40Nobody",
        "/nothing/here",
    ] {
        audit.open(&served.address, path);
    }
    audit.open(&served.address, "/decks/diplomats");
    audit.go(
        "the keyword sheet",
        "document.querySelector('[formaction=\"/decks/sheet\"]').click()",
        "document.querySelector('.paper')",
    );
    audit.open(&served.address, "/decks/diplomats");
    audit.go(
        "the builder",
        "document.querySelector('.tools [formaction=\"/decks/build\"]').click()",
        "document.querySelector('.builder')",
    );
    audit.open(&served.address, "/decks");
    audit.go(
        "the check of a bad deck",
        "{ document.querySelector('#deck-list').value = '9 Mistveil Scouts\\n2 No Such Card'; document.querySelector('#bring .main').click(); }",
        "document.querySelector('.faults')",
    );
    audit.audited();
}

#[test]
fn the_table_has_no_serious_finding() {
    let Some((served, mut audit)) = audit() else { return };
    play_now(&mut audit.browser, &audit.page, &served.address);
    assert!(asked(&mut audit.browser, &audit.page));
    for menu in ["Stops", "Menu"] {
        let open = format!(
            "[...document.querySelectorAll('.menu summary')].find((one) => one.textContent === '{menu}').click()"
        );
        audit.go(menu, &open, "document.querySelector('.menu[open]')");
    }
    audit.go(
        "a card on the desk",
        "{ document.querySelector('.row .card, .hand .card').focus(); document.querySelector('[data-panel=card]').click(); }",
        "document.querySelector('[data-panel-of=card]:not([hidden])')",
    );
    let game = audit.browser.text(&audit.page, "document.body.dataset.game");
    for turn in 0..80 {
        if !asked(&mut audit.browser, &audit.page) {
            break;
        }
        let sizes = [(1440, 900), (390, 844), (1024, 768)];
        if turn % 7 == 0 {
            let (width, height) = sizes[(turn / 7) as usize % sizes.len()];
            audit.browser.size(&audit.page, width, height);
            audit.look(&format!("the table, {width} wide"));
        }
        click(&mut audit.browser, &audit.page, turn * 3 + 2);
    }
    for path in ["text", "log", "pile/dark"] {
        audit.open(&served.address, &format!("/t/{game}/{path}"));
    }
    audit.audited();
}

#[test]
fn games_with_others_and_finished_games_have_no_serious_finding() {
    let Some((served, mut audit)) = audit() else { return };
    for (way, until) in
        [("hotseat", "document.querySelector('#prompt')"), ("friend", "document.querySelector('.invite')")]
    {
        audit.browser.open(&audit.page, &served.address);
        audit.go(
            way,
            &format!("document.querySelector('.ways [value={way}]').form.querySelector('button').click()"),
            until,
        );
    }
    let link = audit.browser.text(&audit.page, "document.querySelector('.invite input').value");
    audit.go(
        "waiting for a friend",
        "document.querySelector('main a[href^=\"/t/\"]').click()",
        "document.body?.dataset.game",
    );
    let friend = audit.browser.page(1440, 900);
    let host = std::mem::replace(&mut audit.page, friend);
    audit.browser.open(&audit.page, &link);
    audit.look("an invitation");
    audit.page = host;
    let game = watched_to_its_end(&mut audit.browser, &audit.page, &served.address, "casual");
    for path in [
        format!("/t/{game}"),
        format!("/t/{game}/end"),
        format!("/r/{game}?at=40"),
        format!("/r/{game}/verify"),
    ] {
        audit.open(&served.address, &path);
    }
    audit.audited();
}

#[test]
fn the_light_theme_has_no_serious_finding() {
    let Some((served, mut audit)) = audit() else { return };
    audit.browser.first(&audit.page, "try { localStorage.setItem('dejarik-theme', 'light') } catch {}");
    for path in [
        "/",
        "/cards?q=t%3Acharacter",
        "/card?name=Ilara%20Venn%20(B)",
        "/decks/diplomats",
        "/keywords",
        "/odds?power=6&crit=2&armor=1&health=4",
    ] {
        audit.open(&served.address, path);
        assert!(audit.browser.holds(&audit.page, "getComputedStyle(document.body).colorScheme === 'light'"));
    }
    play_now(&mut audit.browser, &audit.page, &served.address);
    for turn in 0..40 {
        if !asked(&mut audit.browser, &audit.page) {
            break;
        }
        if turn % 8 == 0 {
            audit.look("the light table");
        }
        click(&mut audit.browser, &audit.page, turn * 3 + 2);
    }
    let game = audit.browser.text(&audit.page, "document.body.dataset.game");
    audit.open(&served.address, &format!("/t/{game}/text"));
    audit.audited();
}
