//! A server of its own for a test: a process, a free port, an empty data folder.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// A running server.
pub struct Served {
    process: Child,
    /// Its address, with `http://`.
    pub address: String,
    folder: Arc<TempDir>,
    options: Vec<String>,
}

impl Served {
    /// Starts a server with an empty data folder.
    pub fn start() -> Served {
        Served::with(&[])
    }

    /// Starts a server with more options.
    pub fn with(options: &[&str]) -> Served {
        let options = options.iter().map(ToString::to_string).collect();
        Served::on(Arc::new(tempfile::tempdir().expect("a folder")), options)
    }

    /// Starts a server at an address of its own.
    #[cfg(feature = "postgres")]
    pub fn there(options: &[&str], addr: &str) -> Served {
        let options = options.iter().map(ToString::to_string).collect();
        Served::listening(Arc::new(tempfile::tempdir().expect("a folder")), options, addr)
    }

    /// Starts a server on a data folder.
    pub fn at(folder: TempDir) -> Served {
        Served::on(Arc::new(folder), Vec::new())
    }

    /// The data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Tries to start a second server on the same data folder.
    pub fn second(&self) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dejarik"));
        command.args(["--addr", "127.0.0.1:0", "serve", "--data"]).arg(self.folder.path());
        command.stdin(Stdio::null()).output().expect("the command runs")
    }

    fn on(folder: Arc<TempDir>, options: Vec<String>) -> Served {
        Served::listening(folder, options, "127.0.0.1:0")
    }

    fn listening(folder: Arc<TempDir>, options: Vec<String>, addr: &str) -> Served {
        let mut process = Command::new(env!("CARGO_BIN_EXE_dejarik"))
            .args(["--addr", addr, "serve"])
            .args(place(&folder, &options))
            .args(&options)
            .env("DEJARIK_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let first = lines.next().and_then(Result::ok).expect("the server tells its address");
        let address = first.split_whitespace().last().expect("an address").to_string();
        // The rest is taken, so that the server never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Served { process, address, folder, options }
    }

    /// Kills the server as hard as can be, and starts another on the same data.
    pub fn kill_and_start(mut self) -> Served {
        // It may have stopped by itself.
        let _ = self.process.kill();
        self.process.wait().expect("dead");
        Served::on(self.folder.clone(), self.options.clone())
    }

    /// Kills the server and leaves its data alone.
    pub fn kill(mut self) -> Served {
        self.process.kill().expect("killed");
        self.process.wait().expect("dead");
        self
    }

    /// Kills the server, and starts another on the same data and the same port.
    pub fn kill_and_start_there(mut self) -> Served {
        self.process.kill().expect("killed");
        self.process.wait().expect("dead");
        let addr = self.address.trim_start_matches("http://").to_string();
        Served::listening(self.folder.clone(), self.options.clone(), &addr)
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Whether the server still runs.
    pub fn is_alive(&mut self) -> bool {
        self.process.try_wait().expect("a process").is_none()
    }

    /// Sends bytes as they are, and gives back what comes.
    pub fn raw(&self, bytes: &[u8]) -> String {
        self.raw_for(bytes, Duration::from_secs(3))
    }

    /// The same, for a client that waits so long.
    pub fn raw_for(&self, bytes: &[u8], patience: Duration) -> String {
        let host = self.address.trim_start_matches("http://");
        let mut stream = TcpStream::connect(host).expect("a connection");
        stream.set_read_timeout(Some(patience)).expect("a limit");
        // The server may close a bad connection while it is written to.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A request with a body, as no browser would send it.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        self.raw(written(method, path, headers, body).as_bytes())
    }

    /// The same, for a client that waits so long.
    pub fn request_for(
        &self,
        patience: Duration,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> String {
        self.raw_for(written(method, path, headers, body).as_bytes(), patience)
    }
}

/// A request as it is sent.
fn written(method: &str, path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
}

/// Where a server keeps its games: in its folder, unless its options name a database.
fn place(folder: &TempDir, options: &[String]) -> Vec<String> {
    if options.iter().any(|option| option == "--store") {
        return Vec::new();
    }
    vec!["--data".into(), folder.path().to_string_lossy().into_owned()]
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
