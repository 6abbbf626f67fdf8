//! `dejarik` and `dejarik serve`: the table in the browser.

use super::{Answer, Done, Failure, bad_input};
use crate::cli::{Serve, Source};
use crate::output::{BOLD, FAINT, Out, paint};
use crate::source::open;
use server::{Config, Limits};
use std::env;
use std::io::IsTerminal;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Serves until it is stopped.
pub fn run(out: &mut Out, source: &Source, serve: &Serve) -> Done {
    log()?;
    let config = Config {
        addr: serve.addr(),
        store: serve.store().map_err(bad_input)?,
        bus: serve.bus(),
        cards: open(source)?,
        folders: source.folders.clone(),
        limits: Limits::default(),
        door: serve.door(),
        site: serve.site().map_err(bad_input)?,
        fetch: serve.fetch().map_err(bad_input)?,
        metrics: serve.metrics(),
        drain: serve.drain(),
    };
    let mut told = Ok(());
    server::serve(config, |addr| {
        told = out.line(format!("{} http://{addr}", paint(BOLD, "The table is open:"))).and_then(|()| {
            if addr.ip().is_loopback() {
                out.line(paint(FAINT, "Only this computer can reach it. Ctrl-C stops it; no game is lost."))
            } else {
                out.line(paint(FAINT, "Anyone who can reach this address can play. Ctrl-C stops it."))
            }
        });
    })
    .map_err(bad_input)?;
    told?;
    Ok(Answer::Yes)
}

/// Writes what happens to standard error, as `DEJARIK_LOG` asks for.
pub(super) fn log() -> Result<(), Failure> {
    let colours = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_ansi(colours).with_writer(std::io::stderr);
    // It fails only if something else logs already.
    let _ = tracing_subscriber::registry().with(lines).with(log_filter()?).try_init();
    Ok(())
}

/// What `DEJARIK_LOG` asks for: a level (`warn`), or levels by module (`server=debug,info`).
fn log_filter() -> Result<Targets, Failure> {
    match env::var("DEJARIK_LOG") {
        Err(_) => Ok(Targets::new().with_default(LevelFilter::INFO)),
        Ok(text) => text.parse().map_err(|_| {
            bad_input(format!("DEJARIK_LOG is `{text}`; use off, error, warn, info, debug or trace"))
        }),
    }
}
