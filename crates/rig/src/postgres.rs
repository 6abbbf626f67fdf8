//! A PostgreSQL of its own for a test: made in a temporary folder, thrown away with it.

use crate::Missing;
use std::fs;
use std::io::Read as _;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Where Debian keeps the programs of its versions.
const DEBIAN: &str = "/usr/lib/postgresql";
/// The user that Debian's package makes; as root the server refuses to run.
const USER: &str = "postgres";
/// How long the server may take to start or stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts the server, and stops it when told so. If whoever started it is gone, however that process ended, nothing is
/// left of the server either.
pub const WATCH: &str = r#"folder=$1; shift; "$@" <&- & server=$!
if read -r how; then kill "$how" "$server"; wait "$server"
else kill -QUIT "$server"; wait "$server"; rm -rf -- "$folder"; fi"#;

/// A running server. It is stopped, and everything that it kept is removed, when this is dropped.
pub struct Postgres {
    programs: PathBuf,
    /// Under whom it runs, where that is somebody else: user and group.
    user: Option<(u32, u32)>,
    folder: TempDir,
    port: u16,
    running: Option<Child>,
}

impl Postgres {
    /// Makes and starts a server, or says what is missing.
    pub fn start() -> Result<Postgres, Missing> {
        let programs = programs()?;
        let user = user()?;
        let failed = |what: &str, error: std::io::Error| Missing(format!("PostgreSQL: {what}: {error}"));
        let folder = tempfile::Builder::new()
            .prefix("dejarik-pg-")
            .tempdir()
            .map_err(|error| failed("a folder", error))?;
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).map_err(|error| failed("a folder", error))?;
        }
        let mut postgres = Postgres { programs, user, folder, port: 0, running: None };
        let made = postgres
            .program("initdb")
            .args(["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"])
            .arg("--pgdata")
            .arg(postgres.data())
            .output()
            .map_err(|error| failed("initdb", error))?;
        if !made.status.success() {
            let said = String::from_utf8_lossy(&made.stderr).into_owned();
            return Err(Missing(format!("PostgreSQL: initdb failed: {said}")));
        }
        // Somebody else may take a free port before the server does.
        for _ in 0..5 {
            let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
            postgres.port = free.map_err(|error| failed("a free port", error))?.port();
            if postgres.start_again().is_ok() {
                return Ok(postgres);
            }
        }
        Err(Missing(format!("PostgreSQL doesn't start: {}", postgres.log())))
    }

    /// A server that all tests of a program share; each makes databases of its own. It goes when the program does.
    pub fn shared() -> Result<&'static Postgres, Missing> {
        static SHARED: OnceLock<Result<Postgres, Missing>> = OnceLock::new();
        SHARED.get_or_init(Postgres::start).as_ref().map_err(Clone::clone)
    }

    /// Starts the server after it was stopped or killed, on the same port and with everything it kept.
    pub fn start_again(&mut self) -> Result<(), String> {
        let log = fs::File::options().create(true).append(true).open(self.folder.path().join("log"));
        let log = log.map_err(|error| error.to_string())?;
        let mut command = Command::new("sh");
        command.args(["-c", WATCH, "watch"]).arg(self.folder.path());
        command.arg(self.programs.join("postgres")).arg("-D").arg(self.data());
        command.args(["-p", &self.port.to_string(), "-k", "", "-h", "127.0.0.1"]);
        command.args(["-c", "max_connections=60", "-c", "shared_buffers=32MB"]);
        command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let begun = Instant::now();
        while !self.answers() {
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

    /// Makes the server speak TLS, with a certificate for 127.0.0.1: the file of the authority that signed it.
    pub fn encrypt(&mut self) -> Result<PathBuf, Missing> {
        let request = ["req", "-newkey", "rsa:2048", "-nodes"];
        let authority =
            ["-x509", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=dejarik tests", "-days", "2"];
        self.openssl(&[&request[..], &authority].concat())?;
        let own = ["-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost"];
        self.openssl(&[&request[..], &own, &["-addext", "subjectAltName=IP:127.0.0.1"]].concat())?;
        let sign =
            ["x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
        self.openssl(
            &[&sign[..], &["-out", "server.pem", "-days", "2", "-copy_extensions", "copy"]].concat(),
        )?;
        let file = |name: &str| self.folder.path().join(name);
        for (setting, value) in [
            ("ssl_cert_file", file("server.pem")),
            ("ssl_key_file", file("server.key")),
            ("ssl", "on".into()),
        ] {
            self.sql(&format!("ALTER SYSTEM SET {setting} = '{}'", value.display()))?;
        }
        let authority = file("ca.pem");
        self.stop();
        self.start_again().map_err(|error| Missing(format!("PostgreSQL doesn't start with TLS: {error}")))?;
        Ok(authority)
    }

    fn openssl(&self, arguments: &[&str]) -> Result<(), Missing> {
        let mut command = Command::new("openssl");
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        match command.output() {
            Ok(made) if made.status.success() => Ok(()),
            Ok(made) => Err(Missing(format!("openssl: {}", String::from_utf8_lossy(&made.stderr)))),
            Err(_) => Err(Missing("openssl (Debian: apt-get install openssl)".into())),
        }
    }

    /// Stops the server in good order: connections are cut off, nothing has to be recovered.
    pub fn stop(&mut self) {
        self.end("-INT");
    }

    /// Stops the server as a crash would: it recovers from its log at the next start.
    pub fn kill(&mut self) {
        self.end("-QUIT");
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

    /// The address of the database that every server has.
    pub fn url(&self) -> String {
        self.url_at(self.port)
    }

    /// The same through another port: a proxy's.
    pub fn url_at(&self, port: u16) -> String {
        format!("postgres://postgres@127.0.0.1:{port}/postgres")
    }

    /// A new, empty database: its address.
    pub fn database(&self, name: &str) -> Result<String, Missing> {
        self.sql(&format!("CREATE DATABASE {name}"))?;
        Ok(format!("postgres://postgres@127.0.0.1:{}/{name}", self.port))
    }

    /// Runs a statement in the first database and gives back what it printed.
    pub fn sql(&self, statement: &str) -> Result<String, Missing> {
        self.sql_in("postgres", statement)
    }

    /// Runs a statement in a database and gives back what it printed.
    pub fn sql_in(&self, database: &str, statement: &str) -> Result<String, Missing> {
        let done = self
            .program("psql")
            .args(["-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", "postgres"])
            .args(["-p", &self.port.to_string(), "-d", database, "-c", statement])
            .output()
            .map_err(|error| Missing(format!("psql: {error}")))?;
        if done.status.success() {
            Ok(String::from_utf8_lossy(&done.stdout).trim().to_string())
        } else {
            Err(Missing(format!("psql: {}", String::from_utf8_lossy(&done.stderr))))
        }
    }

    /// A database as `pg_dump` writes it, into a file of the server's folder.
    pub fn dump(&self, database: &str) -> Result<PathBuf, Missing> {
        let file = self.folder.path().join(format!("{database}.dump"));
        self.tool("pg_dump", &["-Fc", "-d", database, "-f", &file.to_string_lossy()])?;
        Ok(file)
    }

    /// A new database from such a file: its address.
    pub fn restore(&self, name: &str, file: &Path) -> Result<String, Missing> {
        let url = self.database(name)?;
        self.tool("pg_restore", &["--exit-on-error", "-d", name, &file.to_string_lossy()])?;
        Ok(url)
    }

    fn tool(&self, name: &str, arguments: &[&str]) -> Result<(), Missing> {
        let place = ["-h", "127.0.0.1", "-U", "postgres", "-p", &self.port.to_string()].map(str::to_string);
        let done = self.program(name).args(place).args(arguments).output();
        match done.map_err(|error| Missing(format!("{name}: {error}")))? {
            done if done.status.success() => Ok(()),
            done => Err(Missing(format!("{name}: {}", String::from_utf8_lossy(&done.stderr)))),
        }
    }

    /// The folder that holds everything.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Seconds of processor time that the server and everything it has started have used since its last start.
    pub fn processor(&self) -> f64 {
        let Some(first) = self.running.as_ref().map(Child::id) else { return 0.0 };
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let mut all: Vec<(u32, u32, f64)> = Vec::new();
        for entry in entries {
            let text = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let Some((head, rest)) = text.rsplit_once(')') else { continue };
            let fields: Vec<&str> = rest.split_whitespace().collect();
            let number =
                |place: usize| fields.get(place).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
            let Some(own) = head.split(' ').next().and_then(|id| id.parse().ok()) else { continue };
            // Its own time, and that of children that have ended, in hundredths of a second on every Linux that matters.
            let ticks: f64 = (11..15).map(number).sum();
            all.push((own, number(1) as u32, ticks / 100.0));
        }
        let mut family = vec![first];
        let mut next = 0;
        while let Some(parent) = family.get(next).copied() {
            family.extend(all.iter().filter(|(_, of, _)| *of == parent).map(|(own, _, _)| *own));
            next += 1;
        }
        all.iter().filter(|(own, _, _)| family.contains(own)).map(|(_, _, seconds)| seconds).sum()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir("/").stdin(Stdio::null());
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    /// Whether somebody can log in.
    fn answers(&self) -> bool {
        TcpStream::connect(("127.0.0.1", self.port)).is_ok()
            && self
                .program("pg_isready")
                .args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()])
                .status()
                .is_ok_and(|status| status.success())
    }

    fn log(&self) -> String {
        let mut text = String::new();
        if let Ok(mut file) = fs::File::open(self.folder.path().join("log")) {
            // What can't be read is missing from the message, nothing more.
            let _ = file.read_to_string(&mut text);
        }
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(5)..].join(" | ")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The folder of the newest version's programs.
fn programs() -> Result<PathBuf, Missing> {
    let versions = fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let mut found: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| {
            let version = entry.file_name().to_string_lossy().parse().ok()?;
            let folder = entry.path().join("bin");
            folder.join("initdb").is_file().then_some((version, folder))
        })
        .collect();
    found.sort();
    let newest = found.pop().map(|(_, folder)| folder);
    newest.ok_or_else(|| Missing("PostgreSQL (Debian: apt-get install postgresql)".into()))
}

/// Under whom the server runs: root hands it to the package's own user.
fn user() -> Result<Option<(u32, u32)>, Missing> {
    if !is_root() {
        return Ok(None);
    }
    let missing = || Missing(format!("the user `{USER}` of PostgreSQL's package"));
    own_user(USER).map(Some).ok_or_else(missing)
}

fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let own =
        status.lines().find_map(|line| line.strip_prefix("Uid:")?.split_whitespace().nth(1)?.parse().ok());
    own == Some(0_u32)
}

/// The user that a package made for its server, and that user's group, if this is root, who can hand a server over.
pub fn own_user(name: &str) -> Option<(u32, u32)> {
    if !is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    users.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        let ids = (fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?);
        (fields[0] == name).then_some(ids)
    })
}
