//! What the tests in a browser need: Chromium and axe-core.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of axe-core that the audit uses.
const AXE: &str = "axe-core@4.10.3";

/// Fetches what is missing where it can, and says what is skipped where it can't.
pub fn browser_tests(root: &Path) {
    if !has_browser() {
        install_browser();
    }
    match axe(root) {
        // The tests that this process starts read it.
        Ok(file) => eprintln!("xtask: accessibility is audited with {}", file.display()),
        Err(missing) => eprintln!("xtask: skipped: the audit of accessibility. Missing: {missing}"),
    }
}

fn has_browser() -> bool {
    env::var_os("CHROMIUM").is_some()
        || env::var_os("PATH").is_some_and(|path| {
            let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
            env::split_paths(&path).any(|folder| names.iter().any(|name| folder.join(name).is_file()))
        })
}

/// Installs Debian's Chromium if the machine lets us, or says why the browser tests are skipped.
fn install_browser() {
    let apt = |arguments: &[&str]| {
        Command::new("apt-get").args(arguments).status().is_ok_and(|status| status.success())
    };
    let install = ["install", "-y", "-qq", "chromium"];
    // A new machine knows no packages until it has asked for their list.
    let is_installed = apt(&install) || apt(&["update", "-qq"]) && apt(&install);
    if !is_installed {
        eprintln!(
            "xtask: skipped: the tests in a browser. Missing: Chromium (Debian: apt-get install chromium), or its path in CHROMIUM"
        );
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
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("axe/node_modules/axe-core/axe.min.js")
}

/// The file of axe-core: named in `AXE_CORE`, or fetched by npm into the target folder; or what is missing.
fn axe(root: &Path) -> Result<PathBuf, String> {
    if let Some(there) = axe_if_there(root) {
        return Ok(there);
    }
    let file = file_of_axe(root);
    let folder = file.ancestors().nth(3).unwrap_or(root);
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
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
