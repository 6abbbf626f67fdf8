//! The command line: what can be asked, and how.

pub mod balance;
pub mod cards;
pub mod deck;
mod lesson;
pub mod odds;
pub mod packs;
pub mod puzzles;
pub mod sim;
pub mod store;

pub use cards::Cards;
pub use deck::{Deck, SheetForm};
pub use lesson::Lessons;
pub use packs::{OpenPacks, Packs};
pub use puzzles::Puzzles;

use crate::commands::play::{self, Opponent};

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use std::env;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use vocab::{Edition, Role};

/// Plays the Star Wars Trading Card Game by its rules, and answers questions about cards, decks and dice.
///
/// Without a command it opens the table in the browser.
#[derive(Debug, Parser)]
#[command(name = "dejarik", version, about)]
#[command(after_help = "Exit status: 0 done, 1 the answer is no, 2 bad input.\n\
                        `dejarik tour` shows examples; docs/COMMANDS.md has the configuration file.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    pub source: Source,

    #[command(flatten)]
    pub serve: Serve,
}

/// Where the table in the browser is served, and where its games are kept. Goes before or after `serve`.
#[derive(Debug, Clone, Args)]
pub struct Serve {
    /// Where to listen; other computers can reach it only if this isn't a loopback address [default: 127.0.0.1:7777]
    #[arg(long, value_name = "ADDRESS:PORT")]
    addr: Option<SocketAddr>,

    /// Where to keep games [default: dejarik-data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Keep games in a PostgreSQL database that several servers share, instead of a folder: postgres://user@host/database
    /// [default: DEJARIK_STORE, if it is set]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    store: Option<String>,

    /// With several servers on one database: tell each other of steps over this NATS server, nats://host:4222, instead of
    /// the database [default: DEJARIK_BUS, if it is set]
    #[arg(long, value_name = "URL")]
    bus: Option<String>,

    /// The address people open the table at: https://table.example.org
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,

    /// The header in which your proxy names the visitor's address: X-Forwarded-For
    #[arg(long, value_name = "NAME")]
    proxy_header: Option<String>,

    /// Asked to stop, let games go on for so long (30s, 10m, 2h), but take no new ones [default: stop at once]
    #[arg(long, value_name = "TIME", value_parser = store::time)]
    drain: Option<Duration>,

    /// Open the table to strangers: a lobby, ratings, games to watch, and reports to you
    #[arg(long)]
    site: bool,

    /// Let visitors bring a deck by its address on another server: the only requests that this one ever sends
    #[arg(long)]
    fetch: bool,

    /// A file with your key in its first line, 20 letters or more: whoever has it sees reports at /operator
    #[arg(long, value_name = "FILE")]
    operator_key: Option<PathBuf>,

    /// Serve counts for Prometheus on an address of their own: 127.0.0.1:9777
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
}

impl Serve {
    /// These options, or else the earlier ones.
    pub fn or(self, before: Serve) -> Serve {
        Serve {
            addr: self.addr.or(before.addr),
            data: self.data.or(before.data),
            store: self.store.or(before.store),
            bus: self.bus.or(before.bus),
            public_url: self.public_url.or(before.public_url),
            proxy_header: self.proxy_header.or(before.proxy_header),
            drain: self.drain.or(before.drain),
            metrics: self.metrics.or(before.metrics),
            site: self.site || before.site,
            fetch: self.fetch || before.fetch,
            operator_key: self.operator_key.or(before.operator_key),
        }
    }

    /// The option that was given, if any.
    pub fn given(&self) -> Option<&'static str> {
        self.addr
            .map(|_| "--addr")
            .or(self.data.as_ref().map(|_| "--data"))
            .or(self.store.as_ref().map(|_| "--store"))
            .or(self.bus.as_ref().map(|_| "--bus"))
            .or(self.public_url.as_ref().map(|_| "--public-url"))
            .or(self.proxy_header.as_ref().map(|_| "--proxy-header"))
            .or(self.drain.map(|_| "--drain"))
            .or(self.metrics.map(|_| "--metrics"))
            .or(self.site.then_some("--site"))
            .or(self.fetch.then_some("--fetch"))
            .or(self.operator_key.as_ref().map(|_| "--operator-key"))
    }

    /// How long games may go on after the server was asked to stop.
    pub fn drain(&self) -> Duration {
        self.drain.unwrap_or_default()
    }

    /// Over what servers tell each other of steps.
    pub fn bus(&self) -> Option<String> {
        self.bus.clone().or_else(|| env::var("DEJARIK_BUS").ok().filter(|url| !url.is_empty()))
    }

    /// Where counts are served.
    pub const fn metrics(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Whether decks may come from addresses elsewhere.
    pub fn fetch(&self) -> Result<server::Fetch, String> {
        if self.fetch { server::Fetch::on() } else { Ok(server::Fetch::default()) }
    }

    /// What is switched on for the public.
    pub fn site(&self) -> Result<server::Site, String> {
        let site = server::Site { public: self.site, operator: None };
        match &self.operator_key {
            Some(file) => site.with_operator(file),
            None => Ok(site),
        }
    }

    /// How the table is reached from outside.
    pub fn door(&self) -> server::Door {
        let proxy_header = self.proxy_header.as_ref().map(|name| name.to_lowercase());
        server::Door { public_url: self.public_url.clone(), proxy_header }
    }

    /// Where to listen.
    pub fn addr(&self) -> SocketAddr {
        self.addr.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 7777)))
    }

    /// Where to keep games.
    pub fn store(&self) -> Result<::store::Address, ::store::StoreError> {
        store::address(self.data.as_deref(), self.store.as_deref())
    }
}

/// Stands for the `-` of a negated term while clap looks for options.
pub const MINUS: char = '\u{2212}';

/// The arguments of the process. In a search, `-sub:sith` is a term, not an option.
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
    /// Add a card folder (the one that holds `sets`) to the CORE set; may be repeated
    #[arg(long = "cards", value_name = "DIR", global = true)]
    pub folders: Vec<PathBuf>,

    /// Also load playtest sets, which neither the list of files nor a format names
    #[arg(long, global = true)]
    pub playtest: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the table in the browser (the same as no command)
    Serve(Serve),
    /// Check, back up, restore or move the games of a table
    #[command(subcommand)]
    Store(store::Store),
    /// Show what the program can do
    Tour,
    /// Play a recorded game again, and check that its dice follow from its seed
    Replay {
        /// The file, as downloaded from the table
        file: PathBuf,
        /// Check the promised seed and every recorded state
        #[arg(long)]
        verify: bool,
        /// Stop after this many answers, and show the table
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        #[command(flatten)]
        json: Json,
    },
    /// Check that a finished game kept what was promised before it
    Verify {
        /// The file, as downloaded from the table
        file: PathBuf,
        /// A promise file that a player's browser kept; may be given for both
        #[arg(long, value_name = "FILE")]
        promise: Vec<PathBuf>,
        /// Compute every answer of the computer again
        #[arg(long)]
        computer: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Explain a keyword, or list them all
    Keyword {
        /// The keyword, the way you'd say it: `evade`, `crit`, `Evade 2`
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
    /// Find cards: `t:character side:dark power>=6 kw:evade order:cost`
    Search {
        /// The query (docs/SEARCH.md has the whole language)
        #[arg(required = true)]
        query: Vec<String>,
        /// Show at most this many; 0 shows all [default: 40, with --json all]
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
        #[command(flatten)]
        json: Json,
    },
    /// Check, describe and convert decks
    #[command(subcommand)]
    Deck(Deck),
    /// List the formats and what they allow, or show one
    Formats {
        /// The format, by its name or its short code
        name: Option<String>,
        #[command(flatten)]
        json: Json,
    },
    /// List booster packs, and open them
    #[command(subcommand)]
    Packs(Packs),
    /// Check, fix and release a folder of cards, and see how its texts are read
    #[command(subcommand)]
    Cards(Cards),
    /// Ask what happens in a position, or check what should: files, or folders of them (docs/SCENARIOS.md has the
    /// notation)
    Judge {
        /// Scenario files and folders
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Show the timeline of every scenario
        #[arg(long)]
        timeline: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Check lessons: scenarios with a coach's lines (docs/SCENARIOS.md has the notation)
    #[command(subcommand)]
    Lesson(Lessons),
    /// Show puzzles, solve them again, and find new ones in games (docs/PUZZLES.md)
    #[command(subcommand)]
    Puzzles(Puzzles),
    /// Play a game in the terminal, by numbers
    Play {
        /// The deck in the Dark Side role
        dark: String,
        /// The deck in the Light Side role
        light: String,
        /// Which side is yours
        #[arg(long, default_value = "light", value_name = "light|dark", value_parser = play::side)]
        side: Role,
        /// Who plays the other side: learner, gentle, casual, skilled, strong, master, or person for two at one keyboard
        #[arg(long, default_value = "skilled", value_name = "WHO")]
        opponent: Opponent,
        /// The seed of all shuffles and dice [default: a new one each time]
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
        /// Which keyword wordings to play by
        #[arg(long, default_value = "current", value_name = "current|sheets")]
        edition: Edition,
        /// Plain lines instead of a screen, as for a screen reader; pipes always get them
        #[arg(long)]
        plain: bool,
        /// Ask even where no answer makes a difference, as where you can only pass
        #[arg(long)]
        ask_all: bool,
        /// Bring cards with texts that can't be enforced, and carry those out yourself (the computer doesn't)
        #[arg(long)]
        by_hand: bool,
    },
    /// Play many games between two decks, or all pairs of several, and count
    Sim(sim::Sim),
    /// Look at recorded games answer by answer: the chance to win at each, and where the game turned
    Analyse(sim::Analyse),
    /// Play games and write down their positions as numbers, to learn from
    Selfplay(sim::Selfplay),
    /// Work for others: whatever `--farm` asks for, until you stop it
    Worker(sim::Worker),
    /// See how far the jobs of a farm are, or stop one
    Farm(sim::Farm),
    /// See whether decks are a fair fight: all pairs, the cards that stand out, and what another cost would change
    Balance(balance::Balance),
    /// The exact odds of an attack: `--power 6 --crit 3 --armor`, or attacker and defender by name
    Odds(Box<odds::Odds>),
    /// Show a rule by its number (`1107.9`, `1740`), or find rules by words
    Rule {
        /// A number or words
        #[arg(required = true)]
        what: Vec<String>,
        /// Show at most this many rules found by words; 0 shows all
        #[arg(long, default_value_t = 12, value_name = "N")]
        limit: usize,
        #[command(flatten)]
        json: Json,
    },
    /// Ask a running table whether it's healthy: status 0 if it is, 1 if not
    Health {
        /// Where it runs
        #[arg(default_value = "http://127.0.0.1:7777")]
        address: String,
    },
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man {
        /// Write the pages of all commands into this folder instead
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// Output for programs.
#[derive(Debug, Clone, Copy, Args)]
pub struct Json {
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}
