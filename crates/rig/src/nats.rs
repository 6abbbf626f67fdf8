//! A NATS server with JetStream of a test: in a temporary folder, thrown away with it.

use crate::Missing;
use crate::postgres::{WATCH, own_user};
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long the server may take to start or stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server. It is stopped, and everything that it kept is removed, when this is dropped.
pub struct Nats {
    program: PathBuf,
    /// Under whom it runs, where that is somebody else: user and group.
    user: Option<(u32, u32)>,
    folder: TempDir,
    port: u16,
    running: Option<Child>,
}

impl Nats {
    /// Starts a server, or says what is missing.
    pub fn start() -> Result<Nats, Missing> {
        Nats::start_with("")
    }

    /// The same with settings in the words of its configuration file: `max_payload: 16KB`.
    pub fn start_with(settings: &str) -> Result<Nats, Missing> {
        let failed = |what: &str, error: std::io::Error| Missing(format!("nats-server: {what}: {error}"));
        let program = program()?;
        let folder = tempfile::Builder::new()
            .prefix("dejarik-nats-")
            .tempdir()
            .map_err(|error| failed("a folder", error))?;
        let user = own_user("nats");
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).map_err(|error| failed("a folder", error))?;
        }
        let private = fs::Permissions::from_mode(0o700);
        fs::set_permissions(folder.path(), private).map_err(|error| failed("a folder", error))?;
        let file = folder.path().join("settings");
        fs::write(&file, format!("{settings}\n")).map_err(|error| failed("its settings", error))?;
        if let Some((user, group)) = user {
            chown(&file, Some(user), Some(group)).map_err(|error| failed("its settings", error))?;
        }
        let mut nats = Nats { program, user, folder, port: 0, running: None };
        // Somebody else may take a free port before the server does.
        for _ in 0..5 {
            let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
            nats.port = free.map_err(|error| failed("a free port", error))?.port();
            if nats.start_again().is_ok() {
                return Ok(nats);
            }
        }
        Err(Missing(format!("nats-server doesn't start: {}", nats.log())))
    }

    /// Starts the server after it was stopped or killed, on the same port and with everything it kept.
    pub fn start_again(&mut self) -> Result<(), String> {
        let log = fs::File::options().create(true).append(true).open(self.folder.path().join("log"));
        let log = log.map_err(|error| error.to_string())?;
        let mut command = Command::new("sh");
        command.args(["-c", WATCH, "watch"]).arg(self.folder.path());
        command.arg(&self.program).args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]);
        command.arg(self.folder.path().join("data")).arg("-c").arg(self.folder.path().join("settings"));
        command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let ended = child.try_wait().ok().flatten();
            if ended.is_some() || begun.elapsed() > PATIENCE {
                self.running = Some(child);
                self.kill();
                return Err(self.log());
            }
            sleep(Duration::from_millis(20));
        }
        self.running = Some(child);
        Ok(())
    }

    /// Stops the server in good order.
    pub fn stop(&mut self) {
        self.end("-TERM");
    }

    /// Stops the server as a crash would.
    pub fn kill(&mut self) {
        self.end("-KILL");
    }

    fn end(&mut self, signal: &str) {
        let Some(mut child) = self.running.take() else { return };
        if let Some(mut pipe) = child.stdin.take() {
            // A server that has ended by itself needs no signal.
            let _ = std::io::Write::write_all(&mut pipe, format!("{signal}\n").as_bytes());
        }
        let _ = child.wait();
    }

    /// The port on the loopback address.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The folder that holds everything.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn log(&self) -> String {
        let text = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(5)..].join(" | ")
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Where the program is.
fn program() -> Result<PathBuf, Missing> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/bin".into()]);
    let found = folders.map(|folder| folder.join("nats-server")).find(|program| program.is_file());
    found.ok_or_else(|| Missing("nats-server (Debian: apt-get install nats-server)".into()))
}
