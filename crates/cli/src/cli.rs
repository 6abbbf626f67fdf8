//! The command line: what can be asked, and how.

use crate::commands::play::Opponent;
pub mod odds;
pub mod sim;

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::env;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use vocab::Edition;

/// The Star Wars Trading Card Game: cards, decks, keywords and rules.
#[derive(Debug, Parser)]
#[command(name = "dejarik", version, about, disable_help_subcommand = true)]
#[command(after_help = "Exit status: 0 done, 1 the answer is no, 2 bad input.")]
pub struct Cli {
    /// What to do; without it, the table in the browser.
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    pub source: Source,

    #[command(flatten)]
    pub serve: Serve,
}

/// Where the table in the browser is served, and where its games are kept. It may stand before or behind `serve`.
#[derive(Debug, Clone, Args)]
pub struct Serve {
    /// Where to listen; other computers reach it only if this is not a loopback address [default: 127.0.0.1:7777]
    #[arg(long, value_name = "ADDRESS:PORT")]
    addr: Option<SocketAddr>,

    /// The folder in which games are kept [default: dejarik-data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Serve {
    /// What is said here, otherwise what was said before.
    pub fn or(self, before: Serve) -> Serve {
        Serve { addr: self.addr.or(before.addr), data: self.data.or(before.data) }
    }

    /// The option that is given, if one is.
    pub fn given(&self) -> Option<&'static str> {
        self.addr.map(|_| "--addr").or(self.data.as_ref().map(|_| "--data"))
    }

    /// Where to listen.
    pub fn addr(&self) -> SocketAddr {
        self.addr.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 7777)))
    }

    /// The folder in which games are kept.
    pub fn data(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(|| PathBuf::from("dejarik-data"))
    }
}

/// The sign that stands for the `-` of a negated term while clap looks for options.
pub const MINUS: char = '\u{2212}';

/// The arguments of the process. In a search, `-sub:sith` is a term and not an option.
pub fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = env::args_os().collect();
    if let Some(search) = arguments.iter().position(|argument| argument == "search") {
        for argument in &mut arguments[search + 1..] {
            let text = argument.to_string_lossy();
            if let Some(term) = text.strip_prefix('-').filter(|term| term.len() > 1 && !term.starts_with('-'))
            {
                *argument = format!("{MINUS}{term}").into();
            }
        }
    }
    arguments
}

/// Where the cards come from.
#[derive(Debug, Clone, Args)]
pub struct Source {
    /// A plugin folder of the players (the one that holds `sets`); may be repeated. Default: the built-in CORE set
    #[arg(long = "cards", value_name = "DIR", global = true)]
    pub folders: Vec<PathBuf>,

    /// Load playtest sets too: files that neither the list of files nor a format names
    #[arg(long, global = true)]
    pub playtest: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the table in the browser (the same as no command)
    Serve(Serve),
    /// Show a short tour of the commands
    Tour,
    /// Play a recorded game again, and check that its dice follow from its seed
    Replay {
        /// The file, as the table offers it for download
        file: PathBuf,
        /// Check the promise of the seed and every recorded state
        #[arg(long)]
        verify: bool,
        /// Show the table after so many answers
        #[arg(long, value_name = "N")]
        at: Option<usize>,
    },
    /// Look up a keyword, or list them all
    Keyword {
        /// The keyword, as you would say it: `evade`, `crit`, `Evade 2`
        name: Vec<String>,
        /// Which glossary
        #[arg(long, default_value = "current", value_name = "current|sheets")]
        edition: Edition,
        #[command(flatten)]
        json: Json,
    },
    /// Show a card
    Card {
        /// Its name, or part of it: `nola brask b`
        #[arg(required = true)]
        name: Vec<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Search cards with a query: `t:character side:dark power>=6 kw:evade order:cost`
    Search {
        /// The query (docs/SEARCH.md has the whole language)
        #[arg(required = true)]
        query: Vec<String>,
        /// Show at most this many (0: all)
        #[arg(long, default_value_t = 40, value_name = "N")]
        limit: usize,
        #[command(flatten)]
        json: Json,
    },
    /// Check, describe and convert decks
    #[command(subcommand)]
    Deck(Deck),
    /// Work on a folder of cards
    #[command(subcommand)]
    Cards(Cards),
    /// Run scenarios: files, or folders of them (docs/SCENARIOS.md has the notation)
    Judge {
        /// Scenario files and folders
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Show the timeline of every scenario
        #[arg(long)]
        timeline: bool,
    },
    /// Play a game in the terminal, by numbers
    Play {
        /// The deck in the Dark Side role
        dark: String,
        /// The deck in the Light Side role (yours)
        light: String,
        /// Who plays the Dark Side: random, careless, quick, steady, search, or person for two at one keyboard
        #[arg(long, default_value = "quick", value_name = "WHO")]
        opponent: Opponent,
        /// What chance comes from
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,
        /// Whose keyword wordings are played
        #[arg(long, default_value = "current", value_name = "current|sheets")]
        edition: Edition,
    },
    /// Play many games between two decks, or all pairs of several, and count
    Sim(sim::Sim),
    /// The exact odds of an attack: `--power 6 --crit 3 --armor`, or attacker and defender by name
    Odds(Box<odds::Odds>),
    /// Show a rule by its number (`1107.9`, `1740`) or find rules by words
    Rule {
        /// A number or words
        #[arg(required = true)]
        what: Vec<String>,
        #[command(flatten)]
        json: Json,
    },
}

/// Commands for decks. FILE is a .dek or .txt file, or the name of a built-in deck such as `Diplomats`.
#[derive(Debug, Subcommand)]
pub enum Deck {
    /// List the decks of the card source
    List {
        #[command(flatten)]
        json: Json,
    },
    /// Is the deck legal? If not: what is wrong, by which rule, and the cure
    Check {
        /// The deck
        file: String,
        /// The format to check for
        #[arg(long, default_value = "Open")]
        format: String,
        #[command(flatten)]
        json: Json,
    },
    /// The keyword reference of a deck
    Sheet {
        /// The deck
        file: String,
        /// Which glossary
        #[arg(long, default_value = "current", value_name = "current|sheets")]
        edition: Edition,
        /// The form of the sheet
        #[arg(long = "as", default_value = "text", value_name = "FORM")]
        form: SheetForm,
        /// Take the definitions from the community's keyword file
        #[arg(long, value_name = "FILE")]
        keywords: Option<PathBuf>,
        /// Write to a file instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Numbers: arenas, costs, keywords, opening hands
    Stats {
        /// The deck
        file: String,
        #[command(flatten)]
        json: Json,
    },
    /// Convert between .dek, .txt and .json, by the endings of the names
    Convert {
        /// The deck to read
        input: String,
        /// The file to write
        output: PathBuf,
        /// Replace the file if it exists
        #[arg(long)]
        force: bool,
    },
}

/// Commands for folders of cards.
#[derive(Debug, Subcommand)]
pub enum Cards {
    /// Explain how a card's text, or a text of your own, is read: clause by clause, or where and why not
    Explain {
        /// The name of the card, or part of it
        name: Vec<String>,
        /// Explain this text instead
        #[arg(long, value_name = "TEXT", conflicts_with = "name")]
        text: Option<String>,
        /// The type of the card that the text is on: `Character`, `Battle`, `Mission - Trap`, `Equipment`...
        #[arg(long = "type", value_name = "TYPE", default_value = "Character")]
        card_type: String,
        #[command(flatten)]
        json: Json,
    },
    /// How much of a folder the card language reads and the referee carries out, and what stops the rest
    Coverage {
        /// The plugin folder (the one that holds `sets`)
        dir: PathBuf,
        /// Only this set; may be repeated
        #[arg(long = "set", value_name = "CODE")]
        sets: Vec<String>,
        /// List the clauses whose reading stops at these words
        #[arg(long, value_name = "WORDS")]
        stopped_at: Option<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Which cards are understood, one line each: what has changed since the file was written
    Ledger {
        /// The plugin folder (the one that holds `sets`)
        dir: PathBuf,
        /// The ledger file
        file: PathBuf,
        /// Write the file anew
        #[arg(long)]
        write: bool,
    },
    /// Find faults in a card folder, with file, line and cure
    Lint {
        /// The plugin folder (the one that holds `sets`)
        dir: PathBuf,
        /// Show every finding, not only the first of each kind
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        json: Json,
    },
}

/// Output for programs.
#[derive(Debug, Clone, Copy, Args)]
pub struct Json {
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

/// The forms of a keyword sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SheetForm {
    /// Plain text
    Text,
    /// Markdown
    Md,
    /// A self-contained page that prints cleanly
    Html,
}
