//! The papers around the code agree with it: changelog, minimum Rust version, container, service, links.

use crate::boundaries::sources_of;
use crate::shell::output;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const DOCKERFILE: &str = "packaging/Dockerfile";
/// The units, and what each is called when it is started.
const SERVICES: [(&str, &str); 2] = [
    ("packaging/dejarik.service", "dejarik.service"),
    ("packaging/dejarik-node@.service", "dejarik-node@1.service"),
];
/// Where the service expects the program.
const INSTALLED: &str = "/usr/local/bin/dejarik";

/// Checks all of them; the error lists everything that is wrong.
pub fn check(root: &Path) -> Result<(), String> {
    let mut faults = Vec::new();
    let manifest = read(root, "Cargo.toml")?;
    let rust = setting(&manifest, "rust-version").ok_or("Cargo.toml states no rust-version")?;
    check_changelog(&version(root)?, &read(root, "CHANGELOG.md")?, &mut faults);
    check_dependencies(root, &rust, &mut faults)?;
    check_dockerfile(root, &read(root, DOCKERFILE)?, &rust, &mut faults);
    for (service, name) in SERVICES {
        check_service(root, service, name, &mut faults)?;
    }
    check_named_tests(&read(root, SERVER)?, &sources(root)?, &mut faults);
    for file in documents(root)? {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        check_links(root, &file, &text, &mut faults);
    }
    if faults.is_empty() { Ok(()) } else { Err(format!("papers:\n  {}", faults.join("\n  "))) }
}

/// The paper that names the test of every promise and fault.
const SERVER: &str = "docs/SERVER.md";

/// All source text of our crates.
fn sources(root: &Path) -> Result<String, String> {
    let mut text = String::new();
    for path in sources_of(root, "crates")? {
        text += &fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(text)
}

/// Every test that a paper names is there.
fn check_named_tests(paper: &str, sources: &str, faults: &mut Vec<String>) {
    let is_test = |name: &&str| {
        name.matches('_').count() > 1 && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
    };
    for name in paper.split('`').skip(1).step_by(2).filter(is_test) {
        if !sources.contains(&format!("fn {name}(")) && !sources.contains(&format!("fn {name}<")) {
            faults.push(format!("{SERVER} names a test `{name}`, which isn't there"));
        }
    }
}

/// The version of the workspace.
pub fn version(root: &Path) -> Result<String, String> {
    setting(&read(root, "Cargo.toml")?, "version").ok_or_else(|| "Cargo.toml states no version".into())
}

fn read(root: &Path, name: &str) -> Result<String, String> {
    fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"))
}

/// The value of the first line `name = "value"`.
fn setting(manifest: &str, name: &str) -> Option<String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix('='))?;
    Some(line.trim().trim_matches('"').to_string())
}

fn check_changelog(version: &str, changelog: &str, faults: &mut Vec<String>) {
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## "));
    let fits = newest.is_some_and(|heading| {
        heading.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    if !fits {
        faults.push(format!(
            "CHANGELOG.md: the newest section is `{}`, the version is {version}",
            newest.unwrap_or("missing")
        ));
    }
}

/// No dependency wants a newer Rust than the one that we state; our own code is checked by clippy's `incompatible_msrv`.
fn check_dependencies(root: &Path, rust: &str, faults: &mut Vec<String>) -> Result<(), String> {
    let manifest = crate::shell::text(&root.join("Cargo.toml"))?;
    let metadata =
        output("cargo", &["metadata", "--format-version", "1", "--locked", "--manifest-path", &manifest])?;
    let metadata: serde_json::Value =
        serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let wanted = package["rust_version"].as_str().unwrap_or_default();
        if release_number(wanted) > release_number(rust) {
            faults.push(format!(
                "Cargo.toml states Rust {rust}, but {} {} wants {wanted}",
                package["name"].as_str().unwrap_or_default(),
                package["version"].as_str().unwrap_or_default()
            ));
        }
    }
    Ok(())
}

/// `1.89` and `1.89.0` are the same release.
fn release_number(version: &str) -> [u32; 3] {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

/// What hadolint would want and more: two stages, the stated Rust, no root, a health check, files that exist.
fn check_dockerfile(root: &Path, text: &str, rust: &str, faults: &mut Vec<String>) {
    let mut fault = |what: String| faults.push(format!("{DOCKERFILE}: {what}"));
    let stages: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("FROM ")).collect();
    if stages.len() != 2 || !stages[0].starts_with(&format!("rust:{rust}-")) {
        fault(format!("two stages, the first from rust:{rust}, are expected: {stages:?}"));
    }
    let last = text.rsplit("\nFROM ").next().unwrap_or_default();
    let user = last.lines().rev().find_map(|line| line.strip_prefix("USER ")).unwrap_or("root");
    if matches!(user, "root" | "0") {
        fault("the last stage runs as root".into());
    }
    for instruction in ["HEALTHCHECK", "EXPOSE", "VOLUME", "ENTRYPOINT"] {
        if !last.lines().any(|line| line.starts_with(instruction)) {
            fault(format!("the last stage has no {instruction}"));
        }
    }
    for line in text.lines() {
        let Some(copied) = line.strip_prefix("COPY ") else { continue };
        if copied.starts_with("--from=") {
            continue;
        }
        let words: Vec<&str> = copied.split_whitespace().collect();
        for source in words.iter().take(words.len().saturating_sub(1)) {
            if !root.join(source).exists() {
                fault(format!("{source} is copied and doesn't exist"));
            }
        }
    }
}

/// The unit as systemd sees it, where systemd is there.
fn check_service(root: &Path, service: &str, name: &str, faults: &mut Vec<String>) -> Result<(), String> {
    let text = read(root, service)?;
    if !text.lines().any(|line| line.starts_with(&format!("ExecStart={INSTALLED} "))) {
        faults.push(format!("{service}: does not start {INSTALLED}"));
    }
    // The program is not installed on the machine that checks: any other program does.
    let folder = env::temp_dir().join(format!("dejarik-unit-{}", std::process::id()));
    let copy = folder.join(name);
    let written =
        fs::create_dir_all(&folder).and_then(|()| fs::write(&copy, text.replace(INSTALLED, "/bin/true")));
    written.map_err(|error| format!("{}: {error}", copy.display()))?;
    let verified = Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&copy).output();
    let removed = fs::remove_dir_all(&folder);
    match verified {
        Err(_) if env::var_os("DEJARIK_NO_SKIP").is_some() => {
            faults.push(format!("{service}: systemd-analyze is missing, and nothing may be skipped"));
        }
        Err(_) => eprintln!("xtask: skipped: systemd's opinion of {service} (systemd-analyze is missing)"),
        Ok(done) => {
            let complaints = String::from_utf8_lossy(&done.stderr).to_string();
            let ours = complaints.lines().filter(|line| line.contains(name));
            faults.extend(ours.map(|line| format!("{service}: {line}")));
        }
    }
    removed.map_err(|error| format!("{}: {error}", folder.display()))
}

/// Every Markdown file of the project.
fn documents(root: &Path) -> Result<Vec<PathBuf>, String> {
    let listed = output("git", &["-C", &crate::shell::text(root)?, "ls-files", "*.md"]);
    // Without git (a downloaded archive) the files at the top are what people read first.
    let listed =
        listed.unwrap_or_else(|_| "README.md\nCHANGELOG.md\nCONTRIBUTING.md\nARCHITECTURE.md".into());
    Ok(listed.lines().map(|line| root.join(line)).filter(|file| file.is_file()).collect())
}

/// Links within the project lead somewhere.
fn check_links(root: &Path, file: &Path, text: &str, faults: &mut Vec<String>) {
    let folder = file.parent().unwrap_or(root);
    let name = file.strip_prefix(root).unwrap_or(file).display();
    for target in links(text) {
        let path = target.split('#').next().unwrap_or_default();
        let is_outside = path.is_empty() || path.contains("://") || path.starts_with("mailto:");
        if !is_outside && !folder.join(path).exists() {
            faults.push(format!("{name}: the link to {target} leads nowhere"));
        }
    }
}

/// The targets of `[words](target)`, outside of code.
fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if is_code || line.starts_with("    ") {
            continue;
        }
        for rest in line.split("](").skip(1) {
            found.extend(rest.split_once(')').map(|(target, _)| target));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{
        check_changelog, check_dockerfile, check_links, check_named_tests, links, release_number, setting,
    };
    use std::path::Path;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    #[test]
    fn a_test_that_a_paper_names_is_there() {
        let found = |paper: &str| {
            let mut faults = Vec::new();
            check_named_tests(paper, "fn nobody_is_lost() {} fn suite_of_all<S>() {}", &mut faults);
            faults.len()
        };
        assert_eq!(found("`nobody_is_lost`, `suite_of_all`, `cut.rs`, `--metrics`, `server_secret`"), 0);
        assert_eq!(found("`nobody_is_lost`, `nobody_is_found`"), 1);
    }

    #[test]
    fn the_newest_section_of_the_changelog_is_the_version() {
        let faults = |changelog: &str| {
            let mut faults = Vec::new();
            check_changelog("0.2.0", changelog, &mut faults);
            faults.len()
        };
        assert_eq!(faults("# Changes\n\n## 0.2.0 (2026-11-16)\n\n## 0.1.0\n"), 0);
        assert_eq!(faults("# Changes\n\n## 0.2.0\n"), 0);
        assert_eq!(faults("# Changes\n\n## 0.1.0\n## 0.2.0\n"), 1);
        assert_eq!(faults("# Changes\n\n## 0.2.01\n"), 1);
        assert_eq!(faults("# Changes\n"), 1);
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(release_number("1.100") > release_number("1.89.0"));
        assert_eq!(release_number("1.89"), release_number("1.89.0"));
        assert!(release_number("") < release_number("1.0"));
        assert_eq!(setting("[x]\nrust-version = \"1.89\"\n", "rust-version").as_deref(), Some("1.89"));
    }

    #[test]
    fn a_container_that_runs_as_root_or_copies_nothing_is_a_fault() {
        let faults = |text: &str| {
            let mut faults = Vec::new();
            check_dockerfile(root(), text, "1.89", &mut faults);
            faults
        };
        let good = "FROM rust:1.89-slim AS build\nCOPY Cargo.toml src ./\nFROM debian\nCOPY --from=build /x /y\nUSER a\n\
                    HEALTHCHECK x\nEXPOSE 1\nVOLUME x\nENTRYPOINT x\n";
        assert_eq!(faults(good), [""; 0]);
        assert_eq!(faults(&good.replace("USER a", "USER root")).len(), 1);
        assert_eq!(faults(&good.replace("USER a\n", "")).len(), 1);
        assert_eq!(faults(&good.replace("HEALTHCHECK x\n", "")).len(), 1);
        assert_eq!(faults(&good.replace(" src ", " sources ")).len(), 1);
        assert_eq!(faults(&good.replace("1.89", "1.70")).len(), 1);
    }

    #[test]
    fn links_lead_somewhere() {
        let text = "[a](src) [b](missing.md#part) [c](https://example.org/x) [d](#here)\n```\n[e](no)\n```\n    [f](no)\n";
        assert_eq!(links(text), ["src", "missing.md#part", "https://example.org/x", "#here"]);
        let mut faults = Vec::new();
        check_links(root(), &root().join("README.md"), text, &mut faults);
        assert_eq!(faults, ["README.md: the link to missing.md#part leads nowhere"]);
    }
}
