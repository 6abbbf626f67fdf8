//! The archive of a release: the program, its papers, completions and manual page, and checksums beside it.

use crate::papers;
use crate::shell::{cargo, output, run, step, text};
use std::fs;
use std::path::{Path, PathBuf};

const PAPERS: [&str; 5] =
    ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "packaging/dejarik.service"];
const COMPLETIONS: [(&str, &str); 3] =
    [("bash", "dejarik.bash"), ("zsh", "_dejarik"), ("fish", "dejarik.fish")];

/// Builds the program and packs it; `--check` packs the test build instead, to see that packing works.
pub fn run_command(root: &Path, options: &[String]) -> Result<(), String> {
    match options {
        [] => release(root),
        [only] if only == "--check" => check(root),
        _ => Err("cargo xtask release takes no options but --check".into()),
    }
}

fn release(root: &Path) -> Result<(), String> {
    let version = papers::version(root)?;
    let tag = format!("v{version}");
    if !output("git", &["status", "--porcelain"])?.is_empty() {
        return Err("there are uncommitted changes: a release is made from a commit".into());
    }
    if !output("git", &["tag", "--list", &tag])?.is_empty() {
        return Err(format!("{tag} exists already: raise the version in Cargo.toml"));
    }
    papers::check(root)?;
    // Whoever reports a crash of a release can't build it again: its stack traces name lines.
    let lines = "profile.release.debug=\"line-tables-only\"";
    let build = [
        "build",
        "--release",
        "--locked",
        "--package",
        "dejarik-cli",
        "--features",
        "farm,fetch,parquet,postgres",
    ];
    cargo(&[&["--config", lines][..], &build[..]].concat())?;
    let folder = target(root).join(format!("release-{version}"));
    let archive = pack(root, &target(root).join("release/dejarik"), &folder)?;
    eprintln!("\nxtask: {} and SHA256SUMS are ready. When you are content:", archive.display());
    eprintln!("  git tag --annotate {tag} --message 'Dejarik {version}' && git push origin {tag}");
    Ok(())
}

/// Packs the test build, so that the day of a release brings no surprise.
pub fn check(root: &Path) -> Result<(), String> {
    step("packaging");
    let folder = target(root).join("packaging-check");
    let archive = pack(root, &target(root).join("debug/dejarik"), &folder)?;
    let listed = output("tar", &["--list", "--file", &text(&archive)?])?;
    let wanted = ["/dejarik", "/README.md", "/man/dejarik.1", "/completions/_dejarik"];
    match wanted.iter().find(|name| !listed.lines().any(|line| line.ends_with(*name))) {
        Some(missing) => Err(format!("{missing} is missing in {}:\n{listed}", archive.display())),
        None => fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display())),
    }
}

/// Puts everything into `folder` and returns the archive.
fn pack(root: &Path, program: &Path, folder: &Path) -> Result<PathBuf, String> {
    let name = format!("dejarik-{}-{}", papers::version(root)?, host()?);
    let content = folder.join(&name);
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    for part in ["completions", "man"] {
        let part = content.join(part);
        fs::create_dir_all(&part).map_err(|error| format!("{}: {error}", part.display()))?;
    }
    copy(program, &content.join("dejarik"))?;
    for paper in PAPERS {
        let file = root.join(paper);
        copy(&file, &content.join(file.file_name().unwrap_or_default()))?;
    }
    let program = text(program)?;
    for (shell, file) in COMPLETIONS {
        write(&content.join("completions").join(file), &output(&program, &["completions", shell])?)?;
    }
    write(&content.join("man/dejarik.1"), &output(&program, &["man"])?)?;

    let archive = folder.join(format!("{name}.tar.gz"));
    // The same content gives the same bytes, whoever packs it and when.
    let time = output("git", &["log", "-1", "--format=@%ct"]).unwrap_or_else(|_| "@0".into());
    let (archive_text, folder_text) = (text(&archive)?, text(folder)?);
    run(
        "tar",
        &[
            "--create",
            "--gzip",
            "--sort=name",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
            &format!("--mtime={time}"),
            "--file",
            &archive_text,
            "--directory",
            &folder_text,
            &name,
        ],
    )?;
    let sum = output("sha256sum", &[&archive_text])?;
    let sum = sum.split_whitespace().next().unwrap_or_default();
    write(&folder.join("SHA256SUMS"), &format!("{sum}  {name}.tar.gz"))?;
    Ok(archive)
}

/// The machine that this toolchain builds for.
fn host() -> Result<String, String> {
    let version = output("rustc", &["--version", "--verbose"])?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| "rustc doesn't say which host it builds for".into())
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

fn write(file: &Path, content: &str) -> Result<(), String> {
    fs::write(file, format!("{content}\n")).map_err(|error| format!("{}: {error}", file.display()))
}
