//! Pictures of the main states: `cargo xtask screens` writes them into a folder, for people to look at.

use crate::browser::{self, Browser, Page};
use crate::played::{asked, click, moved_on, number, play_well, watched_to_its_end};
use crate::served::Served;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Large, tablet and phone.
const SIZES: [(u32, u32); 3] = [(1440, 900), (1024, 768), (390, 844)];

/// A number that divides evenly by the number of choices, and not by five: the first choice that isn't a pass.
const FIRST: u64 = 8 * 9 * 7 * 11 * 13 * 17 * 19;

/// What is wider than the screen.
const WIDE: &str = "[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > screen.width + 1 \
     && one.checkVisibility() && !one.closest('.vh')).map((one) => one.tagName + '.' + one.className).slice(0, 6).join(' ')";

struct Camera {
    browser: Browser,
    page: Page,
    folder: PathBuf,
}

impl Camera {
    /// Pictures of what the page shows, in every size.
    fn shoot(&mut self, name: &str) {
        // Motion is over by then.
        thread::sleep(Duration::from_millis(700));
        for (width, height) in SIZES {
            self.browser.size(&self.page, width, height);
            thread::sleep(Duration::from_millis(150));
            self.browser.screenshot(&self.page, &self.folder.join(format!("{name}-{width}.png")));
            let wide =
                self.browser.eval(&self.page, "Math.max(document.documentElement.scrollWidth, innerWidth)");
            if wide.as_u64() > Some(u64::from(width)) {
                eprintln!(
                    "{name} is {wide} wide where {width} are there: {}",
                    self.browser.text(&self.page, WIDE)
                );
            }
        }
        self.browser.size(&self.page, SIZES[0].0, SIZES[0].1);
    }

    /// Plays until something holds on the page, mostly with the first choice: a game of several turns.
    fn play_until(&mut self, wanted: &str) -> bool {
        for turn in 1..600_u64 {
            let goes_on = asked(&mut self.browser, &self.page);
            if self.browser.holds(&self.page, wanted) || !goes_on {
                return self.browser.holds(&self.page, wanted);
            }
            if self
                .browser
                .holds(&self.page, "/Pull anyone back/.test(document.querySelector('#ask-h').textContent)")
            {
                // Nobody retreats from a picture.
                let before = number(&mut self.browser, &self.page);
                self.browser.press(&self.page, "e");
                moved_on(&mut self.browser, &self.page, before);
            } else {
                click(&mut self.browser, &self.page, if turn.is_multiple_of(19) { 0 } else { FIRST });
            }
        }
        false
    }

    /// Does something that leads to a page, and takes pictures of it.
    fn go(&mut self, name: &str, action: &str, until: &str) {
        self.browser.eval(&self.page, action);
        self.browser.until(&self.page, until, name);
        self.shoot(name);
    }
}

#[test]
#[ignore = "writes pictures; cargo xtask screens runs it"]
fn screens() {
    let Some(program) = browser::program() else { return };
    let folder = PathBuf::from(std::env::var("SCREENS").unwrap_or_else(|_| "screens".into()));
    std::fs::create_dir_all(&folder).expect("the folder");
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(SIZES[0].0, SIZES[0].1);
    let mut camera = Camera { browser, page, folder };
    // SCREENS_OF=pages or SCREENS_OF=games takes a part of them.
    let part = std::env::var("SCREENS_OF").unwrap_or_default();
    if part != "games" {
        pages(&mut camera, &served.address);
    }
    if part != "pages" {
        games(&mut camera, &served.address);
    }
}

/// The table in the README: a battle, with a question about whom to attack.
#[test]
#[ignore = "writes a picture; cargo xtask picture runs it"]
fn picture() {
    let program = browser::program().expect("a browser to make the picture with");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/table.png");
    let folder = file.parent().expect("a folder").to_path_buf();
    std::fs::create_dir_all(&folder).expect("the folder");
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(SIZES[0].0, SIZES[0].1);
    let mut camera = Camera { browser, page, folder };
    play_well(&mut camera.browser, &camera.page, &served.address);
    let target = "document.body.dataset.asked && document.querySelector('.prompt .body b.good')";
    let later = format!("{target} && /Turn [2-9]/.test(document.body.innerText)");
    assert!(camera.play_until(&later), "this game has no battle to show");
    thread::sleep(Duration::from_millis(700));
    camera.browser.screenshot(&camera.page, &file);
}

fn pages(camera: &mut Camera, address: &str) {
    for (path, name) in [
        ("/", "start"),
        ("/cards?q=t:character", "cards"),
        ("/card?name=Ilara%20Venn%20(B)", "card"),
        ("/decks", "decks"),
        ("/decks/diplomats", "deck"),
        ("/keywords", "keywords"),
        ("/rules", "rules"),
        ("/judge", "judge"),
        ("/odds?power=6&crit=2&armor=1&health=4", "odds"),
        ("/lab", "lab"),
        ("/lab?type=Battle&text=Draw%20two%20frogs.", "lab-unread"),
        ("/nothing", "problem"),
    ] {
        camera.browser.open(&camera.page, &format!("{address}{path}"));
        camera.shoot(name);
    }
    for (name, button, until) in [
        ("sheet", "[formaction=\"/decks/sheet\"]", "document.querySelector('.paper')"),
        ("builder", ".tools [formaction=\"/decks/build\"]", "document.querySelector('.builder')"),
    ] {
        camera.browser.open(&camera.page, &format!("{address}/decks/diplomats"));
        camera.go(name, &format!("document.querySelector('{button}').click()"), until);
    }
    camera.browser.open(&camera.page, &format!("{address}/decks"));
    let bad = "{ document.querySelector('#deck-list').value = '9 Mistveil Scouts\\n2 No Such Card'; \
                 document.querySelector('#bring .main').click(); }";
    camera.go("deck-check", bad, "document.querySelector('.faults')");
    for (way, until) in
        [("hotseat", "document.querySelector('#prompt')"), ("friend", "document.querySelector('.invite')")]
    {
        camera.browser.open(&camera.page, address);
        let start =
            format!("document.querySelector('.ways [value={way}]').form.querySelector('button').click()");
        camera.go(way, &start, until);
    }
    let to_the_table = "document.querySelector('main a[href^=\"/t/\"]').click()";
    camera.go("friend-waiting", to_the_table, "document.body?.dataset.game");
}

fn games(camera: &mut Camera, address: &str) {
    let game = watched_to_its_end(&mut camera.browser, &camera.page, address, "quick");
    for (path, name) in [
        (format!("/t/{game}/end"), "end"),
        (format!("/r/{game}?at=150"), "replay"),
        (format!("/r/{game}/verify"), "verify"),
        (format!("/t/{game}/log"), "log"),
        ("/".into(), "start-again"),
    ] {
        camera.browser.open(&camera.page, &format!("{address}{path}"));
        camera.shoot(name);
    }
    play_well(&mut camera.browser, &camera.page, address);
    for (wanted, name) in [
        (
            "document.body.dataset.asked && document.body.innerText.includes('Place your first units')",
            "setup",
        ),
        ("document.body.dataset.asked && document.querySelector('.groups .cost.build')", "build"),
        ("document.body.dataset.asked && document.querySelector('.prompt .body b.good')", "target"),
        ("document.body.dataset.asked && document.querySelector('.lane .die')", "attack"),
        ("document.body.dataset.asked && document.querySelector('.groups .cost.build')", "build-later"),
        ("document.body.dataset.asked && document.querySelector('.prompt .body b.good')", "target-later"),
        ("document.querySelector('.prompt a[href$=\"/end\"]')", "over"),
    ] {
        if !camera.play_until(wanted) {
            eprintln!("no `{name}` in this game");
            continue;
        }
        camera.shoot(name);
        if name == "target" {
            camera.go("odds-panel", "document.querySelector('[data-panel=odds]').click()", "true");
            camera.go(
                "card-panel",
                "document.querySelector('.arena.now .card').dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))",
                "document.querySelector('.inspect')",
            );
            camera.browser.eval(&camera.page, "document.querySelector('[data-panel=log]').click()");
        }
        if name == "build" {
            let menu = |camera: &mut Camera, word: &str, name: &str| {
                let open = format!(
                    "[...document.querySelectorAll('.menu summary')].find((one) => one.textContent === '{word}').click()"
                );
                camera.go(name, &open, "document.querySelector('.menu[open]')");
                camera.browser.press(&camera.page, "Escape");
            };
            menu(camera, "Stops", "stops");
            menu(camera, "Menu", "menu");
            let text = camera.browser.text(&camera.page, "location.pathname");
            camera.browser.open(&camera.page, &format!("{address}{text}/text"));
            camera.shoot("text");
            camera.browser.open(&camera.page, &format!("{address}{text}"));
        }
        if name != "over" && asked(&mut camera.browser, &camera.page) {
            click(&mut camera.browser, &camera.page, FIRST);
        }
    }
    if camera.browser.holds(&camera.page, "document.querySelector('.prompt a[href$=\"/end\"]')") {
        camera.go(
            "end-own",
            "document.querySelector('.prompt a[href$=\"/end\"]').click()",
            "document.querySelector('.verdict')",
        );
    }
}
