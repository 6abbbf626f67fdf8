//! Dejarik on the command line.

mod board;
mod cli;
mod commands;
mod files;
mod output;
mod settings;
mod source;

use clap::Parser;
use cli::{Cards, Cli, Command, Deck, Lessons, Packs, Puzzles};
use commands::explain::Form;
use commands::lint::Extent;
use commands::{Answer, Done, Failure};
use output::Out;
use settings::Settings;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse_from(cli::arguments());
    match run(cli, &mut Out::stdout()) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // Whoever read our answer has gone (`| head`), so there's nobody left to tell.
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
        return Err(commands::bad_input(format!("only `dejarik serve` takes {option}")));
    }
    // Even a command that needs no cards would be wrong to pass over a folder that isn't there.
    if let Some(missing) = cli.source.folders.iter().find(|folder| !folder.is_dir()) {
        return Err(commands::bad_input(format!("{}: no such folder", missing.display())));
    }
    let source = || Settings::load().map(|settings| settings.source(&cli.source));
    let cards = || source::open(&source()?);
    match cli.command {
        None => commands::serve::run(out, &source()?, &cli.serve),
        Some(Command::Serve(serve)) => commands::serve::run(out, &source()?, &serve.or(cli.serve)),
        Some(Command::Store(store)) => commands::store::run(out, &store),
        Some(Command::Tour) => commands::tour::run(out),
        Some(Command::Verify { file, promise, computer, json }) => {
            let wanted = commands::verify::Wanted { promises: promise, computer, json: json.json };
            commands::verify::run(out, &cards()?, &file, &wanted)
        }
        Some(Command::Replay { file, verify, at, json }) => {
            let wanted = commands::replay::Wanted { verify, at, json: json.json };
            commands::replay::run(out, &cards()?, &file, &wanted)
        }
        Some(Command::Keyword { name, edition, json }) => {
            commands::keyword::run(out, &name, edition, json.json)
        }
        Some(Command::Balance(flags)) => commands::balance::run(out, &cards()?, &flags),
        Some(Command::Sim(flags)) => commands::sim::run(out, &cards()?, &flags),
        Some(Command::Analyse(flags)) => commands::analyse::run(out, &cards()?, &flags),
        Some(Command::Selfplay(flags)) => commands::selfplay::run(out, &cards()?, &flags),
        Some(Command::Worker(flags)) => commands::farm::work(out, &flags),
        Some(Command::Farm(flags)) => commands::farm::jobs(out, &flags),
        Some(Command::Odds(flags)) => commands::odds::run(out, &cards, &flags),
        Some(Command::Rule { what, limit, json }) => commands::rule::run(out, &what, limit, json.json),
        Some(Command::Health { address }) => commands::health::run(out, &address),
        Some(Command::Completions { shell }) => commands::shell::completions(out, shell),
        Some(Command::Man { out: folder }) => commands::shell::man(out, folder.as_deref()),
        Some(Command::Formats { name, json }) => {
            commands::formats::run(out, &cards()?, name.as_deref(), json.json)
        }
        Some(Command::Packs(Packs::List { json })) => commands::packs::list(out, &cards()?, json.json),
        Some(Command::Packs(Packs::Open(flags))) => commands::packs::open(out, &cards()?, &flags),
        Some(Command::Lesson(Lessons::List { json })) => commands::lesson::list(out, json.json),
        Some(Command::Lesson(Lessons::Check { paths, json })) => {
            commands::lesson::check(out, &cards()?, &paths, json.json)
        }
        Some(Command::Puzzles(Puzzles::List { json })) => commands::puzzles::list(out, json.json),
        Some(Command::Puzzles(Puzzles::Show { id, answer, json })) => {
            commands::puzzles::show(out, &cards()?, &id, answer, json.json)
        }
        Some(Command::Puzzles(Puzzles::Check { paths, nodes, json })) => {
            commands::puzzles::check(out, &cards()?, &paths, nodes, json.json)
        }
        Some(Command::Puzzles(Puzzles::Mine(flags))) => commands::puzzles::mine(out, &cards()?, &flags),
        Some(Command::Judge { paths, timeline, json }) => {
            let show = commands::judge::Show { timeline, json: json.json };
            commands::judge::run(out, &cards()?, &paths, show)
        }
        Some(Command::Play { dark, light, side, opponent, seed, edition, plain, ask_all, by_hand }) => {
            let wanted = commands::play::Wanted {
                dark,
                light,
                side,
                opponent,
                seed,
                edition,
                plain,
                ask_all,
                by_hand,
            };
            commands::play::run(out, &cards()?, &wanted)
        }
        Some(Command::Card { name, json }) => commands::card::run(out, &cards()?, &name, json.json),
        Some(Command::Search { query, limit, json }) => {
            commands::search::run(out, &cards()?, &query, limit, json.json)
        }
        Some(Command::Deck(Deck::List { json })) => commands::deck::list::run(out, &cards()?, json.json),
        Some(Command::Deck(Deck::Check { files, format, json })) => {
            let format = match format {
                Some(format) => format,
                None => Settings::load()?.format.unwrap_or_else(|| "Open".to_string()),
            };
            commands::deck::check::run(out, &cards()?, &files, &format, json.json)
        }
        Some(Command::Deck(Deck::Sheet { file, edition, form, keywords, out: target })) => {
            let wanted = commands::deck::sheet::Wanted { edition, form, keywords, target };
            commands::deck::sheet::run(out, &cards()?, &file, &wanted)
        }
        Some(Command::Deck(Deck::Stats { file, json })) => {
            commands::deck::stats::run(out, &cards()?, &file, json.json)
        }
        Some(Command::Deck(Deck::Diff { older, newer, json })) => {
            commands::deck::diff::run(out, &cards()?, [&older, &newer], json.json)
        }
        Some(Command::Deck(Deck::Convert { input, output, force })) => {
            commands::deck::convert::run(out, &cards()?, &input, &output, force)
        }
        Some(Command::Cards(Cards::Lint { dir, all, fix, json })) => {
            let extent = if all { Extent::All } else { Extent::Few };
            commands::lint::run(out, &dir, extent, fix, json.json)
        }
        Some(Command::Cards(Cards::Release { dir, date, url, write, json })) => {
            commands::release::run(out, &dir, date.as_deref(), url.as_deref(), write, json.json)
        }
        Some(Command::Cards(Cards::Ledger { dir, file, write, json })) => {
            commands::ledger::run(out, &dir, &file, write, json.json)
        }
        Some(Command::Cards(Cards::Coverage { dir, sets, stopped_at, json })) => {
            commands::coverage::run(out, &dir, &sets, stopped_at.as_deref(), json.json)
        }
        Some(Command::Cards(Cards::Explain { name, text, card_type, of, tree, json })) => {
            let form = if json.json { Form::Json } else { Form::Text { tree } };
            match (text, of) {
                (Some(text), Some(of)) => commands::explain::text_as(out, &cards()?, &text, &of, form),
                (Some(text), None) => commands::explain::text(out, &cards()?, &text, &card_type, form),
                (None, _) => commands::explain::card(out, &cards()?, &name, form),
            }
        }
        Some(Command::Cards(Cards::Reading { name, check })) => match check {
            Some(file) => commands::reading::check(out, &cards()?, &file),
            None => commands::reading::begin(out, &cards()?, &name),
        },
    }
}
