//! `dejarik completions` and `dejarik man`: what a shell and `man` want to know of the commands.

use super::{Answer, Done, bad_input};
use crate::cli::Cli;
use crate::output::{FAINT, Out, count, paint};
use clap::CommandFactory;
use clap_complete::Shell;
use std::fs;
use std::path::Path;

/// Prints the completions for a shell.
pub fn completions(out: &mut Out, shell: Shell) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "dejarik", &mut script);
    out.raw(&String::from_utf8_lossy(&script))?;
    Ok(Answer::Yes)
}

/// Prints the manual page, or writes it and those of all commands into a folder.
pub fn man(out: &mut Out, folder: Option<&Path>) -> Done {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        out.raw(&String::from_utf8_lossy(&page))?;
        return Ok(Answer::Yes);
    };
    let wrong = |error: std::io::Error| bad_input(format!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(wrong)?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(wrong)?;
    let pages = fs::read_dir(folder).map_err(wrong)?.count();
    out.line(paint(FAINT, &format!("{} in {}", count(pages, "page", "pages"), folder.display())))?;
    Ok(Answer::Yes)
}
