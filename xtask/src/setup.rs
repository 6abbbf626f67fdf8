//! What the tests need beside the program: Chromium, axe-core, DuckDB, PostgreSQL, NATS and a few small programs.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of axe-core that the audit uses.
const AXE: &str = "axe-core@4.10.3";
/// The version of DuckDB that the query of docs/SIMULATOR.md is tried with. Debian has no package of it.
const DUCKDB: &str = "duckdb-cli==1.5.6";

/// A program of Debian that tests need.
struct Needed {
    /// What it is called.
    name: &'static str,
    /// Its package.
    package: &'static str,
    /// What is skipped without it.
    tests: &'static str,
    is_there: fn() -> bool,
}

const NEEDED: [Needed; 6] = [
    Needed { name: "Chromium", package: "chromium", tests: "the tests in a browser", is_there: has_browser },
    Needed {
        name: "PostgreSQL",
        package: "postgresql",
        tests: "the tests of the PostgreSQL store and of several servers",
        is_there: has_postgres,
    },
    Needed {
        name: "NATS",
        package: "nats-server",
        tests: "the tests of the farm and of the bus over NATS",
        is_there: has_nats,
    },
    Needed {
        name: "strace",
        package: "strace",
        tests: "the test of a disk that becomes readable only",
        is_there: || is_on_path("strace"),
    },
    Needed {
        name: "Python",
        package: "python3",
        tests: "the program of docs/FAIR.md",
        is_there: || is_on_path("python3"),
    },
    Needed {
        name: "systemd-analyze",
        package: "systemd",
        tests: "systemd's opinion of the units",
        is_there: || is_on_path("systemd-analyze"),
    },
];

/// Installs what is missing where that is allowed, and says what is skipped where it isn't. Where nothing may be skipped
/// (`DEJARIK_NO_SKIP`), something that is missing is an error.
pub fn programs(root: &Path) -> Result<(), String> {
    let mut missing = Vec::new();
    for needed in NEEDED {
        if !(needed.is_there)() && may_install() {
            install(needed.package);
        }
        if !(needed.is_there)() {
            let Needed { name, package, tests, .. } = needed;
            missing.push(format!("{tests}. Missing: {name} (Debian: apt-get install {package})"));
        }
    }
    match axe(root) {
        // The tests that this process starts read it.
        Ok(file) => eprintln!("xtask: accessibility is audited with {}", file.display()),
        Err(what) => missing.push(format!("the audit of accessibility. Missing: {what}")),
    }
    if let Err(what) = duckdb(root) {
        missing.push(format!("the query of docs/SIMULATOR.md. Missing: {what}"));
    }
    for missing in &missing {
        eprintln!("xtask: skipped: {missing}");
    }
    if !missing.is_empty() && env::var_os("DEJARIK_NO_SKIP").is_some() {
        return Err(format!("nothing may be skipped, but this would be: {}", missing.join("; ")));
    }
    Ok(())
}

fn is_on_path(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

fn has_browser() -> bool {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    env::var_os("CHROMIUM").is_some() || names.into_iter().any(is_on_path)
}

fn has_postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    versions.into_iter().any(|version| version.path().join("bin/initdb").is_file())
}

fn has_nats() -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/bin".into()]);
    folders.into_iter().any(|folder| folder.join("nats-server").is_file())
}

/// Whether packages may be installed: by root, on Debian, on a machine that is there for this or where somebody said so.
fn may_install() -> bool {
    let is_debian = Path::new("/etc/debian_version").is_file();
    let is_root = crate::shell::output("id", &["-u"]).is_ok_and(|id| id.trim() == "0");
    is_wanted() && is_debian && is_root
}

/// Whether this machine is there for the tests, or somebody said that they may install what they need.
fn is_wanted() -> bool {
    env::var("CI").is_ok_and(|ci| ci == "true") || env::var_os("DEJARIK_INSTALL").is_some()
}

/// Installs a package of Debian, if that works.
fn install(package: &str) {
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command.status().is_ok_and(|status| status.success())
    };
    let install = ["install", "-y", "-qq", "--no-install-recommends", package];
    // A new machine knows no packages until it has asked for their list.
    if !(apt(&install) || apt(&["update", "-qq"]) && apt(&install)) {
        eprintln!("xtask: {package} can't be installed");
    }
}

/// The file of axe-core, if it has been fetched.
pub fn axe_if_there(root: &Path) -> Option<PathBuf> {
    match env::var_os("AXE_CORE") {
        Some(named) => Some(named.into()),
        None => Some(file_of_axe(root)).filter(|file| file.is_file()),
    }
}

fn file_of_axe(root: &Path) -> PathBuf {
    target(root).join("axe/node_modules/axe-core/axe.min.js")
}

fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// The program of DuckDB, if it is there: named in `DUCKDB`, on the path, or fetched.
pub fn duckdb_if_there(root: &Path) -> Option<PathBuf> {
    if let Some(named) = env::var_os("DUCKDB") {
        return Some(named.into());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&path).map(|folder| folder.join("duckdb"));
    on_path.chain([file_of_duckdb(root)]).find(|file| file.is_file())
}

fn file_of_duckdb(root: &Path) -> PathBuf {
    target(root).join("duckdb/duckdb_cli/duckdb")
}

/// The program of DuckDB, or what is missing. Where something may be installed, pip fetches it into the target folder.
fn duckdb(root: &Path) -> Result<PathBuf, String> {
    let help = format!("DuckDB (`pip install {DUCKDB}`, or its path in DUCKDB)");
    if let Some(there) = duckdb_if_there(root) {
        return Ok(there);
    }
    if is_wanted() {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"]);
        pip.arg(target(root).join("duckdb")).arg(DUCKDB);
        if !pip.status().is_ok_and(|status| status.success()) && may_install() {
            install("python3-pip");
            // Whether that helped is looked at below.
            let _ = pip.status();
        }
    }
    duckdb_if_there(root).ok_or(help)
}

/// The file of axe-core: named in `AXE_CORE`, or fetched by npm into the target folder; or what is missing.
fn axe(root: &Path) -> Result<PathBuf, String> {
    if let Some(there) = axe_if_there(root) {
        return Ok(there);
    }
    let file = file_of_axe(root);
    let folder = file.ancestors().nth(3).unwrap_or(root);
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    if !is_on_path("npm") && may_install() {
        install("npm");
    }
    let fetched = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--silent", "--prefix"])
        .arg(folder)
        .arg(AXE)
        .status();
    match fetched {
        Err(_) => Err("npm (Debian: apt-get install npm), or the path of axe.min.js in AXE_CORE".into()),
        Ok(_) if file.is_file() => Ok(file),
        Ok(_) => Err(format!("{AXE}, which npm could not fetch; or the path of axe.min.js in AXE_CORE")),
    }
}
