//! Pictures of the main states: `cargo xtask screens` writes them into a folder, for people to look at.

use crate::browser::{self, Browser, Page};
use crate::cut::post;
use crate::hostile::join;
#[cfg(target_os = "linux")]
use crate::kept::ReadOnly;
use crate::layout::{BUILDING, CROWD, PREVENTION, position};
use crate::played::{asked, click, moved_on, number, play_well, watched_to_its_end};
use crate::served::Served;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Large, low, small, a tablet held upright, a phone, a phone on its side, and a large one at 200 %.
const SIZES: [(u32, u32); 7] =
    [(1440, 900), (1366, 650), (1024, 768), (820, 1180), (390, 844), (844, 390), (720, 450)];

/// A number that divides evenly by the number of choices, and not by five: the first choice that isn't a pass.
const FIRST: u64 = 8 * 9 * 7 * 11 * 13 * 17 * 19;

/// What is wider than the screen.
const WIDE: &str = "[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > screen.width + 1 \
     && one.checkVisibility() && !one.closest('.vh')).map((one) => one.tagName + '.' + one.className).slice(0, 6).join(' ')";

/// Two frames: what was changed is on the screen then.
const DRAWN: &str =
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))";

struct Camera {
    browser: Browser,
    page: Page,
    folder: PathBuf,
}

impl Camera {
    /// Waits until a window has its size and is drawn.
    fn resize(&mut self, width: u32, height: u32) {
        self.browser.size(&self.page, width, height);
        self.browser.until(&self.page, &format!("innerWidth === {width}"), "the window");
        self.browser.eval(&self.page, DRAWN);
    }

    /// Pictures of what the page shows, in every size.
    fn shoot(&mut self, name: &str) {
        for (width, height) in SIZES {
            self.resize(width, height);
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
        self.resize(SIZES[0].0, SIZES[0].1);
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

/// A camera in the folder that SCREENS names, at a table of its own. Nothing moves: a picture waits for no motion.
fn camera() -> Option<(Camera, Served)> {
    let program = browser::program()?;
    let folder = PathBuf::from(std::env::var("SCREENS").unwrap_or_else(|_| "screens".into()));
    std::fs::create_dir_all(&folder).expect("the folder");
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(SIZES[0].0, SIZES[0].1);
    browser.prefers(&page, "prefers-reduced-motion", "reduce");
    Some((Camera { browser, page, folder }, served))
}

#[test]
#[ignore = "writes pictures; cargo xtask screens runs it"]
fn screens_of_pages() {
    let Some((mut camera, served)) = camera() else { return };
    pages(&mut camera, &served.address);
}

#[test]
#[ignore = "writes pictures; cargo xtask screens runs it"]
fn screens_of_states() {
    let Some((mut camera, served)) = camera() else { return };
    states(&mut camera, &served);
}

#[test]
#[ignore = "writes pictures; cargo xtask screens runs it"]
fn screens_of_games() {
    let Some((mut camera, served)) = camera() else { return };
    games(&mut camera, &served.address);
}

#[test]
#[ignore = "writes pictures; cargo xtask screens runs it"]
fn screens_of_troubles() {
    let Some((mut camera, served)) = camera() else { return };
    troubles(&mut camera, served);
}

/// Questions of a battle, each by a script after a crowded position: what is asked last is seen.
const QUESTIONS: [(&str, &str, &str); 6] = [
    ("prevention", "light", PREVENTION),
    (
        "attacked",
        "light",
        "start battle space\n\nVelvet Lance Starfighter attacks Courier of the Outer Systems\npass\n",
    ),
    ("choose-target", "dark", "start battle space\n\n"),
    ("build-step", "light", BUILDING),
    ("build-step-dark", "dark", "dark build 9\nstart build dark\n"),
    ("retreat", "light", "start retreat light\n"),
];

/// Stated positions: the same in every run.
fn states(camera: &mut Camera, served: &Served) {
    for (name, seat, script) in QUESTIONS {
        let address = position(served, &format!("{CROWD}{script}"), &format!("&seat={seat}"));
        camera.browser.open(&camera.page, &address);
        camera.shoot(&format!("state-{name}"));
    }
    let battle = position(served, &format!("{CROWD}{PREVENTION}"), "&seat=light");
    let build = position(served, &format!("{CROWD}{BUILDING}"), "&seat=light");
    let theme = |camera: &mut Camera, name: &str| {
        camera.browser.eval(&camera.page, &format!("localStorage.setItem('dejarik-theme', '{name}')"));
    };
    theme(camera, "light");
    for (name, address) in [
        ("battle", battle.as_str()),
        ("build", &build),
        ("start", &served.address),
        ("odds", &format!("{}/odds?attacker=ulesse+dral+a&defender=ilara+venn+a&force=2", served.address)),
        ("how-to-play", &format!("{}/learn/page", served.address)),
        ("desk", &format!("{}/judge", served.address)),
        ("card", &format!("{}/card?name=Ilara%20Venn%20(B)", served.address)),
    ] {
        camera.browser.open(&camera.page, address);
        camera.shoot(&format!("light-{name}"));
    }
    theme(camera, "dark");
    camera.browser.prefers(&camera.page, "forced-colors", "active");
    for (name, address) in [("battle", battle.as_str()), ("build", &build), ("start", &served.address)] {
        camera.browser.open(&camera.page, address);
        camera.shoot(&format!("forced-{name}"));
    }
    camera.browser.prefers(&camera.page, "prefers-reduced-motion", "reduce");
    // A card that is read, with a mouse and with a finger.
    camera.browser.open(&camera.page, &battle);
    camera.go("card-view", POINT, "document.querySelector('.inspect')");
    camera.browser.touched(&camera.page);
    camera.resize(390, 844);
    camera.browser.open(&camera.page, &battle);
    let card = "document.querySelector('.yours .unit.can .card')";
    camera.browser.eval(&camera.page, &format!("{card}.scrollIntoView({{ block: 'center' }})"));
    camera.browser.tap(&camera.page, card, Duration::from_millis(40));
    camera.browser.until(&camera.page, "document.querySelector('.desk[data-open] .inspect')", "the sheet");
    camera.browser.eval(&camera.page, DRAWN);
    camera.browser.screenshot(&camera.page, &camera.folder.join("touch-sheet-390.png"));
}

/// Points at a card of the battle.
const POINT: &str = "document.querySelector('.arena.now .card').dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))";

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
    camera.browser.eval(&camera.page, DRAWN);
    camera.browser.screenshot(&camera.page, &file);
}

fn pages(camera: &mut Camera, address: &str) {
    for (path, name) in [
        ("/", "start"),
        ("/cards?q=t:character", "cards"),
        ("/card?name=Ilara%20Venn%20(B)", "card"),
        ("/decks", "decks"),
        ("/decks/diplomats", "deck"),
        ("/learn/page", "how-to-play"),
        ("/keywords", "keywords"),
        ("/rules", "rules"),
        ("/judge", "judge"),
        ("/odds?power=6&crit=2&armor=1&health=4", "odds"),
        ("/odds?attacker=ulesse+dral+a&defender=ilara+venn+a&force=2", "odds-cards"),
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

/// A visitor's own page, a promise that waits, and what people see when something is wrong.
fn troubles(camera: &mut Camera, served: Served) {
    let address = served.address.clone();
    let open = |camera: &mut Camera, path: &str| {
        camera.browser.open(&camera.page, &format!("{address}{path}"));
    };
    open(camera, "/");
    let more = "document.querySelectorAll('details').forEach((one) => { one.open = true; })";
    camera.go("start-options", more, "true");
    camera
        .browser
        .eval(&camera.page, "document.querySelector('[for=v-open]')?.scrollIntoView({ block: 'center' })");
    camera.shoot("start-watching");
    open(camera, "/me");
    camera.shoot("me-stranger");
    // A friend who has sat down takes their time with the promise.
    open(camera, "/");
    let invite = "document.querySelector('.ways [value=friend]').form.querySelector('button').click()";
    camera.go("invite", invite, "document.querySelector('.invite')");
    let link = camera
        .browser
        .text(&camera.page, "document.querySelector('.invite').innerHTML.match(/join.([a-z0-9]+)/)[1]");
    let guest = join(&served, &link, "Mira").1;
    let to_the_table = "document.querySelector('main a[href^=\"/t/\"]').click()";
    camera.go("promise-host", to_the_table, "document.body?.dataset.game");
    let game = camera.browser.text(&camera.page, "document.body.dataset.game");
    let seat = camera.browser.text(&camera.page, "document.querySelector('[data-seats]').dataset.seats");
    let other = if seat == "dark" { "light" } else { "dark" };
    let commitment = fair::hex(&fair::commitment(&game, u8::from(other == "light"), &[7; 32]));
    post(&served, &format!("/t/{game}/commit"), &guest, &format!("{other}={commitment}"));
    camera.go("promise-revealed", "0", "true");
    open(camera, "/me");
    camera.shoot("me");
    camera.go(
        "me-key",
        "document.querySelector('form[action=\"/me/key\"] button').click()",
        "location.pathname === '/me/key'",
    );
    // Too much at once.
    camera.browser.eval(&camera.page, "(async () => { for (let n = 0; n < 40; n++) if ((await fetch('/lab?text=Armor')).status === 429) break; })()");
    open(camera, "/lab?text=Armor");
    camera.shoot("too-much");
    thread::sleep(Duration::from_secs(10));
    // A lab table that made room.
    let lay = "{ const form = document.querySelector('form.try'); form.querySelector('button').click(); }";
    let mut tables = Vec::new();
    for name in ["A", "B", "C"] {
        open(camera, &format!("/lab?text=Armor+%7C+Critical+Hit+2&name={name}"));
        camera.browser.eval(&camera.page, lay);
        camera.browser.until(&camera.page, "location.pathname.startsWith('/t/') && document.body?.dataset.game && document.querySelector('#prompt')", "the table");
        tables.push(camera.browser.text(&camera.page, "location.pathname"));
        thread::sleep(Duration::from_secs(1));
    }
    open(camera, &tables[0]);
    camera.shoot("lab-ended");
    // The disk becomes readable only.
    open(camera, &tables[2]);
    camera.browser.until(&camera.page, "document.body.dataset.asked", "a question");
    #[cfg(target_os = "linux")]
    if let Some(disk) = ReadOnly::on(&served) {
        camera.go(
            "cant-save",
            "document.querySelector('[form=answer][name=a]').click()",
            "document.querySelector('.toast:not(:empty)')",
        );
        open(camera, "/");
        camera.go("cant-start", "document.querySelector('.play').click()", "true");
        drop(disk);
    }
    // Finished games, and games that other rules would play differently.
    let over = watched_to_its_end(&mut camera.browser, &camera.page, &address, "casual");
    open(camera, &format!("/t/{over}"));
    camera.shoot("over-watched");
    let db = rusqlite::Connection::open(served.folder().join("games.sqlite")).expect("the database");
    db.busy_timeout(Duration::from_secs(30)).expect("set");
    while db.query_row("SELECT 1 FROM films WHERE game = ?1", [&over], |_| Ok(())).is_err() {
        thread::sleep(Duration::from_millis(100));
    }
    open(camera, &tables[2]);
    let trails = |game: &str| {
        let sql = "SELECT count(trail) FROM steps WHERE game = ?1";
        db.query_row(sql, [game], |row| row.get::<_, i64>(0)).expect("read")
    };
    while trails(tables[2].trim_start_matches("/t/")) == 0 && asked(&mut camera.browser, &camera.page) {
        click(&mut camera.browser, &camera.page, FIRST);
    }
    db.execute("UPDATE steps SET trail = trail + 1 WHERE trail IS NOT NULL", []).expect("written");
    let _served = served.kill_and_start_there();
    open(camera, &format!("/r/{over}"));
    camera.shoot("film");
    open(camera, &format!("/t/{over}"));
    camera.shoot("frozen-over");
    open(camera, &tables[2]);
    camera.shoot("frozen");
}

fn games(camera: &mut Camera, address: &str) {
    let game = watched_to_its_end(&mut camera.browser, &camera.page, address, "casual");
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
            camera.go("card-panel", POINT, "document.querySelector('.inspect')");
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
