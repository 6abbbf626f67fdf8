//! `dejarik` and `dejarik serve`: the table in the browser.

use super::{Answer, Done, bad_input};
use crate::cli::{Serve, Source};
use crate::output::{BOLD, FAINT, Out, paint};
use crate::source::Cards;
use server::{Config, Limits};
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Serves until it is stopped.
pub fn run(out: &mut Out, source: &Source, serve: &Serve) -> Done {
    let filter = EnvFilter::try_from_env("DEJARIK_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    // A second subscriber would mean that somebody else logs already.
    let colours = std::io::stderr().is_terminal();
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(colours)
        .with_writer(std::io::stderr)
        .try_init();
    let cards = Cards::for_table(&source.folders, source.playtest)?;
    let (plugin, decks) = cards.into_parts()?;
    let config = Config {
        addr: serve.addr(),
        data: serve.data(),
        plugin,
        decks,
        folders: source.folders.clone(),
        limits: Limits::default(),
    };
    let mut told = Ok(());
    server::serve(config, |addr| {
        told = out.line(format!("{} http://{addr}", paint(BOLD, "The table is open:"))).and_then(|()| {
            if addr.ip().is_loopback() {
                out.line(paint(FAINT, "Only this computer reaches it. Ctrl-C stops it; no game is lost."))
            } else {
                out.line(paint(FAINT, "Everybody who reaches this address can play. Ctrl-C stops it."))
            }
        });
    })
    .map_err(bad_input)?;
    told?;
    Ok(Answer::Yes)
}
