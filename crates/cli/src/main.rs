//! Dejarik on the command line.

mod cli;
mod commands;
mod output;
mod source;
mod table;

use clap::Parser;
use cli::{Cards, Cli, Command, Deck};
use commands::{Answer, Done, Failure};
use output::Out;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse_from(cli::arguments());
    match run(cli, &mut Out::stdout()) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // The reader of our answer has gone (`| head`): nobody is left to be told.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            anstream::eprintln!("{} {failure}", output::paint(output::BAD, "error:"));
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli, out: &mut Out) -> Done {
    if let (Some(command), Some(option)) = (&cli.command, cli.serve.given())
        && !matches!(command, Command::Serve(_))
    {
        return Err(commands::bad_input(format!("{option} is an option of `dejarik serve` alone")));
    }
    let cards = || source::Cards::open(&cli.source.folders, cli.source.playtest);
    match cli.command {
        None => commands::serve::run(out, &cli.source, &cli.serve),
        Some(Command::Serve(serve)) => commands::serve::run(out, &cli.source, &serve.or(cli.serve)),
        Some(Command::Tour) => commands::tour::run(out),
        Some(Command::Replay { file, verify, at }) => {
            commands::replay::run(out, &cli.source, &file, verify, at)
        }
        Some(Command::Keyword { name, edition, json }) => {
            commands::keyword::run(out, &name, edition, json.json)
        }
        Some(Command::Sim(flags)) => commands::sim::run(out, cards()?, &flags),
        Some(Command::Odds(flags)) => commands::odds::run(out, &cards, &flags),
        Some(Command::Rule { what, json }) => commands::rule::run(out, &what, json.json),
        Some(Command::Judge { paths, timeline }) => commands::judge::run(out, &cards()?, &paths, timeline),
        Some(Command::Play { dark, light, opponent, seed, edition }) => {
            let wanted = commands::play::Wanted { dark, light, opponent, seed, edition };
            commands::play::run(out, cards()?, &wanted)
        }
        Some(Command::Card { name, json }) => commands::card::run(out, &cards()?, &name, json.json),
        Some(Command::Search { query, limit, json }) => {
            commands::search::run(out, &cards()?, &query, limit, json.json)
        }
        Some(Command::Deck(Deck::List { json })) => commands::deck::list::run(out, &cards()?, json.json),
        Some(Command::Deck(Deck::Check { file, format, json })) => {
            commands::deck::check::run(out, cards()?, &file, &format, json.json)
        }
        Some(Command::Deck(Deck::Sheet { file, edition, form, keywords, out: target })) => {
            let wanted = commands::deck::sheet::Wanted { edition, form, keywords, target };
            commands::deck::sheet::run(out, cards()?, &file, &wanted)
        }
        Some(Command::Deck(Deck::Stats { file, json })) => {
            commands::deck::stats::run(out, cards()?, &file, json.json)
        }
        Some(Command::Deck(Deck::Convert { input, output, force })) => {
            commands::deck::convert::run(out, cards()?, &input, &output, force)
        }
        Some(Command::Cards(Cards::Lint { dir, all, json })) => {
            commands::lint::run(out, &dir, all, json.json)
        }
        Some(Command::Cards(Cards::Ledger { dir, file, write })) => {
            commands::ledger::run(out, &dir, &file, write)
        }
        Some(Command::Cards(Cards::Coverage { dir, sets, stopped_at, json })) => {
            commands::coverage::run(out, &dir, &sets, stopped_at.as_deref(), json.json)
        }
        Some(Command::Cards(Cards::Explain { name, text, card_type, json })) => match text {
            Some(text) => commands::explain::text(out, &cards()?, &text, &card_type, json.json),
            None => commands::explain::card(out, &cards()?, &name, json.json),
        },
    }
}
