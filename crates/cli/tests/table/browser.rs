//! A headless Chromium, driven over its own protocol: just what the tests of the table need.
//!
//! The protocol is JSON over a WebSocket. The tests use a dozen of its methods, so a WebSocket is all the library that
//! they need; a whole binding of the protocol would take longer to build than the table.

#![allow(dead_code, reason = "each test uses a part of it")]

use rig::{Missing, or_skip};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, connect};

/// The programs that are a Chromium.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The browser's program: that of `CHROMIUM`, or one on the path. `None` if there is none, with the reason told.
pub fn program() -> Option<PathBuf> {
    if let Ok(named) = std::env::var("CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path)
        .flat_map(|folder| NAMES.map(|name| folder.join(name)))
        .find(|program| program.is_file());
    let missing = || Missing("Chromium (Debian: apt-get install chromium), or its path in CHROMIUM".into());
    or_skip("the tests in a browser", found.ok_or_else(missing))
}

/// As long as a page may take on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(300);

/// A running browser.
pub struct Browser {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    next: u64,
    _profile: tempfile::TempDir,
}

/// A page in a context of its own: its cookies are not those of other pages.
#[derive(Clone, Debug)]
pub struct Page {
    session: String,
    context: Value,
}

impl Browser {
    /// Starts the browser; on a busy machine it sometimes ends before it is ready, and then another one is started.
    pub fn start(program: &Path) -> Browser {
        let mut said = String::new();
        for _ in 0..3 {
            match Browser::try_start(program) {
                Ok(browser) => return browser,
                Err(messages) => said.push_str(&messages),
            }
        }
        panic!("the browser does not start: {said}");
    }

    /// The browser, or what it said before it ended.
    fn try_start(program: &Path) -> Result<Browser, String> {
        let profile = tempfile::tempdir().expect("a folder");
        let mut process = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            .args(["--remote-debugging-port=0", "--no-first-run", "--disable-extensions"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let errors = BufReader::new(process.stderr.take().expect("its messages"));
        let mut lines = errors.lines().map_while(Result::ok);
        let mut said = String::new();
        let address = lines.by_ref().find_map(|line| {
            let address = line.split_once("listening on ").map(|(_, address)| address.to_string());
            said.push_str(&line);
            said.push('\n');
            address
        });
        let Some(address) = address else {
            // It has closed its messages, so it ends by itself, if it has not been killed already.
            let end = process.wait().expect("its end");
            return Err(format!("{end}: {said}"));
        };
        // Nobody reads the rest, but somebody must take it.
        thread::spawn(move || lines.for_each(drop));
        let (socket, _) = connect(address).expect("a connection to the browser");
        Ok(Browser { process, socket, next: 0, _profile: profile })
    }

    fn call(&mut self, method: &str, parameters: &Value, page: Option<&Page>) -> Value {
        self.try_call(method, parameters, page).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The browser's answer, or the error that it answers with.
    fn try_call(&mut self, method: &str, parameters: &Value, page: Option<&Page>) -> Result<Value, Value> {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": parameters });
        if let Some(page) = page {
            message["sessionId"] = json!(page.session);
        }
        self.socket.send(Message::text(message.to_string())).expect("sent");
        loop {
            let Message::Text(text) = self.socket.read().expect("an answer of the browser") else { continue };
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            if answer["id"] == json!(self.next) {
                let error = answer["error"].clone();
                return if error.is_null() { Ok(answer["result"].clone()) } else { Err(error) };
            }
        }
    }

    /// A page of a new visitor.
    pub fn page(&mut self, width: u32, height: u32) -> Page {
        let context = self.call("Target.createBrowserContext", &json!({}), None)["browserContextId"].clone();
        self.page_of(context, width, height)
    }

    /// Another page of the same visitor.
    pub fn beside(&mut self, page: &Page, width: u32, height: u32) -> Page {
        self.page_of(page.context.clone(), width, height)
    }

    fn page_of(&mut self, context: Value, width: u32, height: u32) -> Page {
        let wanted = json!({ "url": "about:blank", "browserContextId": context });
        let target = self.call("Target.createTarget", &wanted, None);
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = self.call("Target.attachToTarget", &attach, None);
        let session = session["sessionId"].as_str().expect("a session").to_string();
        let page = Page { session, context };
        self.call("Page.enable", &json!({}), Some(&page));
        self.size(&page, width, height);
        // What happens is shown at once, unless a test wants to see it.
        self.speed(&page, "instant");
        page
    }

    /// How fast a page shows what happens, in documents that it opens from now on.
    pub fn speed(&mut self, page: &Page, speed: &str) {
        self.first(page, &format!("try {{ localStorage.setItem('dejarik-speed', '{speed}') }} catch {{}}"));
    }

    /// Brings a page to the front: pages behind others show nothing.
    pub fn front(&mut self, page: &Page) {
        self.call("Page.bringToFront", &json!({}), Some(page));
    }

    /// What the visitor's system asks for: `prefers-reduced-motion`, `forced-colors`, ...
    pub fn prefers(&mut self, page: &Page, feature: &str, value: &str) {
        let media = json!({ "features": [{ "name": feature, "value": value }] });
        self.call("Emulation.setEmulatedMedia", &media, Some(page));
    }

    /// Runs a script in every document of a page before its own scripts.
    pub fn first(&mut self, page: &Page, script: &str) {
        self.call("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }), Some(page));
    }

    /// The size of a page.
    pub fn size(&mut self, page: &Page, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.call("Emulation.setDeviceMetricsOverride", &metrics, Some(page));
    }

    /// Opens an address and waits until it is there.
    pub fn open(&mut self, page: &Page, address: &str) {
        self.call("Page.navigate", &json!({ "url": address }), Some(page));
        let wanted = json!(address.split('#').next().unwrap_or(address));
        self.until(
            page,
            "document.readyState === 'complete' && location.href !== 'about:blank'",
            &wanted.to_string(),
        );
    }

    /// The value of an expression; nothing if the page went to another address meanwhile.
    pub fn eval(&mut self, page: &Page, expression: &str) -> Value {
        let wanted = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = match self.try_call("Runtime.evaluate", &wanted, Some(page)) {
            Ok(answer) => answer,
            Err(error) if error["message"].as_str().is_some_and(|why| why.contains("navigated")) => {
                return Value::Null;
            }
            Err(error) => panic!("{expression}: {error}"),
        };
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// The text of an expression.
    pub fn text(&mut self, page: &Page, expression: &str) -> String {
        self.eval(page, expression).as_str().unwrap_or_default().to_string()
    }

    /// Whether an expression holds; one that fails on a page that is still loading does not.
    pub fn holds(&mut self, page: &Page, expression: &str) -> bool {
        let tried =
            format!("(() => {{ try {{ return Boolean({expression}) }} catch {{ return false }} }})()");
        self.eval(page, &tried) == json!(true)
    }

    /// Waits until an expression holds on a page that is there whole, its scripts included.
    pub fn until(&mut self, page: &Page, expression: &str, what: &str) {
        let start = Instant::now();
        let whole = format!("document.readyState === 'complete' && ({expression})");
        while !self.holds(page, &whole) {
            if start.elapsed() >= PATIENCE {
                let there = self.text(
                    page,
                    "`${location.href} ${document.readyState}: ${document.body?.innerText.slice(0, 400)}`",
                );
                panic!("waited in vain for {what} at {there}");
            }
            thread::sleep(Duration::from_millis(25));
        }
    }

    /// Presses a key, as a person does.
    pub fn press(&mut self, page: &Page, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, "\r"),
            "Tab" => (9, ""),
            "Escape" => (27, ""),
            other => (i32::from(other.to_uppercase().as_bytes()[0]), other),
        };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let event = json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", &event, Some(page));
        }
    }

    /// Moves the mouse onto the middle of an element.
    pub fn hover(&mut self, page: &Page, element: &str) {
        let middle = format!(
            "(() => {{ const box = ({element}).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        let middle = self.eval(page, &middle);
        let moved = json!({ "type": "mouseMoved", "x": middle[0], "y": middle[1] });
        self.call("Input.dispatchMouseEvent", &moved, Some(page));
    }

    /// A screen that is touched: fingers instead of a mouse.
    pub fn touched(&mut self, page: &Page) {
        self.call("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true }), Some(page));
    }

    /// Touches the middle of an element for a while.
    pub fn tap(&mut self, page: &Page, element: &str, time: Duration) {
        let middle = format!(
            "(() => {{ const one = {element}; one.scrollIntoView({{ block: 'nearest' }}); \
               const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        let middle = self.eval(page, &middle);
        let points = json!([{ "x": middle[0], "y": middle[1] }]);
        let down = json!({ "type": "touchStart", "touchPoints": points });
        self.call("Input.dispatchTouchEvent", &down, Some(page));
        thread::sleep(time);
        self.call("Input.dispatchTouchEvent", &json!({ "type": "touchEnd", "touchPoints": [] }), Some(page));
    }

    /// A picture of what is seen.
    pub fn screenshot(&mut self, page: &Page, file: &Path) {
        let picture = self.call("Page.captureScreenshot", &json!({ "format": "png" }), Some(page));
        let data = base64(picture["data"].as_str().expect("a picture"));
        std::fs::write(file, data).expect("the picture is written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It has nothing to save.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn base64(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut held) = (0_u32, 0);
    for sextet in text.bytes().filter_map(value) {
        bits = (bits << 6) | u32::from(sextet);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}
