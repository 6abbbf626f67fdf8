//! A job: which games there are, with everything that is needed to play them.

use crate::Error;
use crate::kinds::{Ground, Kind, Task, Unit};
use crate::rows::Rows;
use dejarik::{Cards, Pocket};
use engine::state::{Agreement, ByHand, Options};
use engine::{Catalog, Deck};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sim::{Record, Summary};
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use vocab::{DefinitionId, Edition};

/// What this program plays by: its version, the version of the rules, and a digest of the sources that decide a game. Two
/// programs of one build play the same games.
pub const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("DEJARIK_PLAY"));

/// A deck by the titles of its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct List {
    /// Its name.
    pub name: String,
    cards: Vec<String>,
    supply: Vec<String>,
}

/// A job. Its id is a digest of all of this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// What it is for, with its games.
    pub kind: Kind,
    /// Which programs can play it.
    pub build: String,
    /// The edition of the keywords.
    pub edition: String,
    /// Whether decks may have texts that aren't enforced; nobody carries those out.
    pub by_hand: bool,
    /// The decks.
    pub decks: Vec<List>,
    /// How many games are played at a time.
    pub batch: u64,
    /// How many batches share a file.
    pub part: u64,
    /// All cards that the decks can touch, as their set files have them.
    pub pocket: String,
}

/// How many batches share a file, if nobody says otherwise.
const PART: u64 = 16;

impl Job {
    /// A job over decks of a catalog.
    pub fn new(
        kind: Kind,
        cards: &Cards,
        catalog: &Catalog,
        decks: &[(String, Deck)],
        options: Options,
    ) -> Job {
        let all = decks.iter().flat_map(|(_, deck)| deck.cards.iter().chain(&deck.supply)).copied();
        let touched = cards.touched(all, catalog);
        let title = |id: &DefinitionId| catalog.definition(*id).to_string();
        let list = |(name, deck): &(String, Deck)| List {
            name: name.clone(),
            cards: deck.cards.iter().map(title).collect(),
            supply: deck.supply.iter().map(title).collect(),
        };
        Job {
            build: BUILD.to_string(),
            edition: options.edition.name().to_string(),
            by_hand: options.by_hand != Agreement::both(ByHand::Refused),
            decks: decks.iter().map(list).collect(),
            batch: kind.spec().usual_batch(),
            kind,
            part: PART,
            pocket: cards.pocket(touched, catalog, None).text().to_string(),
        }
    }

    /// The id: the same job has the same, whoever starts it.
    pub fn id(&self) -> String {
        // A job has no maps and no floats, so its text is always the same.
        let text = serde_json::to_vec(self).unwrap_or_default();
        digest(&text)[..16].to_string()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.kind.spec().games()
    }

    /// How many batches there are.
    pub fn batches(&self) -> u64 {
        self.games().div_ceil(self.batch.max(1))
    }

    /// The games of a batch.
    pub fn games_of(&self, batch: u64) -> Range<u64> {
        let size = self.batch.max(1);
        let first = (batch * size).min(self.games());
        first..(first + size).min(self.games())
    }

    /// How many files there will be.
    pub fn parts(&self) -> u64 {
        self.batches().div_ceil(self.part.max(1))
    }

    /// The batches of a file.
    pub fn batches_of(&self, part: u64) -> Range<u64> {
        let first = part * self.part.max(1);
        first..(first + self.part.max(1)).min(self.batches())
    }

    /// In words.
    pub fn title(&self) -> String {
        let decks: Vec<&str> = self.decks.iter().map(|list| list.name.as_str()).collect();
        self.kind.spec().title(&decks)
    }

    /// Compiles the cards and puts the decks together.
    pub fn open(&self) -> Result<Opened, Error> {
        let refused = |reason: String| Error::Job(reason);
        if self.build != BUILD {
            return Err(refused(format!("the job is for programs of build {}, this is {BUILD}", self.build)));
        }
        let pocket = Pocket::read(&self.pocket).map_err(|error| refused(error.to_string()))?;
        let cards = Arc::new(pocket.open());
        let catalog = cards.catalog().map_err(|error| refused(error.to_string()))?;
        let find = |title: &String| {
            let found = catalog.library().find_by_title(title);
            found.ok_or_else(|| refused(format!("the job has no card called `{title}`")))
        };
        let mut decks = Vec::new();
        for list in &self.decks {
            let cards = list.cards.iter().map(find).collect::<Result<_, _>>()?;
            let supply = list.supply.iter().map(find).collect::<Result<_, _>>()?;
            decks.push((list.name.clone(), Deck { cards, supply }));
        }
        let edition: Edition =
            self.edition.parse().map_err(|_| refused(format!("there's no edition `{}`", self.edition)))?;
        let by_hand = if self.by_hand { ByHand::Unused } else { ByHand::Refused };
        let options = Options { edition, by_hand: Agreement::both(by_hand), ..Options::default() };
        let task = self.kind.spec().open(Ground { cards, catalog, decks, options })?;
        Ok(Opened { task })
    }
}

/// The games of a job, ready to be played.
#[derive(Debug)]
pub struct Opened {
    task: Box<dyn Task>,
}

/// Games of a job that were played, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The games.
    pub units: Vec<Unit>,
}

impl Played {
    /// A digest of the games; how long players thought isn't part of it.
    pub fn digest(&self) -> String {
        let mut digest = Sha256::new();
        for unit in &self.units {
            digest.update(&unit.line);
            digest.update("\n");
        }
        hexadecimal(&digest.finalize())
    }

    /// The games of a kind that keeps a record of each.
    pub fn records(&self) -> Result<Vec<Record>, Error> {
        let record = |unit: &Unit| {
            let record: Record = serde_json::from_str(&unit.line)?;
            Ok(Record { thought: unit.thought, ..record })
        };
        let all: Result<_, serde_json::Error> = self.units.iter().map(record).collect();
        all.map_err(|error| Error::Job(format!("a game of the job can't be read: {error}")))
    }
}

impl Opened {
    /// Plays games of the job; nothing if `stop` became true meanwhile.
    pub fn play(&self, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
        let mut played = Played::default();
        for game in games {
            match self.task.play(game, stop)? {
                Some(unit) => played.units.push(unit),
                None => return Ok(None),
            }
        }
        Ok(Some(played))
    }

    /// What the chance of a game comes from.
    pub fn seed(&self, game: u64) -> u64 {
        self.task.seed(game)
    }

    /// An empty file for games of the job.
    pub fn rows(&self, file: std::fs::File) -> io::Result<Rows> {
        Rows::new(file, self.task.columns())
    }

    /// Whether these are games of the job: as many as there are in the range, each of which can be written and counted. What
    /// comes from elsewhere is tried before anything is done with it.
    pub fn can_be_read(&self, games: Range<u64>, played: &Played) -> bool {
        if games.end.saturating_sub(games.start) != played.units.len() as u64 {
            return false;
        }
        let tried = panic::catch_unwind(AssertUnwindSafe(|| {
            let (mut rows, mut counts) = (Rows::trial(self.task.columns()), BTreeMap::new());
            games
                .zip(&played.units)
                .all(|(game, unit)| self.write(game, unit, &mut rows, &mut counts).is_ok())
        }));
        tried.unwrap_or(false)
    }

    /// Writes and counts a game.
    pub fn write(
        &self,
        game: u64,
        unit: &Unit,
        rows: &mut Rows,
        counts: &mut BTreeMap<usize, Summary>,
    ) -> io::Result<()> {
        self.task.write(game, &unit.line, rows)?;
        self.task.count(game, &unit.line, counts)
    }
}

/// SHA-256 in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
pub mod tests {
    use super::{Job, Kind};
    use crate::kinds::games::Match;
    use ai::{Knowledge, Level};
    use dejarik::Cards;
    use engine::Deck;
    use engine::state::Options;
    use sim::{Batch, Entrant, Seats};
    use std::sync::atomic::AtomicBool;

    /// A job of quick games between two decks of the CORE set, and between one of them and itself.
    pub fn some_job(games: u64) -> Job {
        let cards = Cards::core();
        let catalog = cards.catalog().expect("a catalog");
        let decks: Vec<(String, Deck)> = ["Droid Army", "Diplomats"]
            .map(|name| {
                let list = cards.deck(name).expect("a deck").list;
                (name.to_string(), cards.playable(&list, &catalog).expect("a playable deck"))
            })
            .into();
        let against = |b: usize| Match {
            a: 0,
            b,
            player_a: "learner".into(),
            player_b: "learner".into(),
            blind: [false; 2],
            fixed: false,
            games,
            seed: 7,
        };
        let mut job =
            Job::new(Kind::sim(vec![against(1), against(0)]), &cards, &catalog, &decks, Options::default());
        (job.batch, job.part) = (5, 3);
        job
    }

    #[test]
    fn batches_and_parts_hold_every_game_once() {
        let job = some_job(17);
        assert_eq!((job.games(), job.batches(), job.parts()), (34, 7, 3));
        let games: Vec<u64> = (0..job.parts())
            .flat_map(|part| job.batches_of(part))
            .flat_map(|batch| job.games_of(batch))
            .collect();
        assert_eq!(games, (0..34).collect::<Vec<_>>());
    }

    #[test]
    fn what_comes_from_elsewhere_can_be_read_or_is_refused() {
        let opened = some_job(4).open().expect("a job");
        let played = opened.play(0..4, &AtomicBool::new(false)).expect("played").expect("all of it");
        assert!(opened.can_be_read(0..4, &played));
        assert!(!opened.can_be_read(0..5, &played) && !opened.can_be_read(0..3, &played));
        let with = |line: &str| {
            let mut other = played.clone();
            other.units[2].line = line.into();
            other
        };
        for line in ["", "{}", "nonsense", "[1, 2]", "{\"game\": -1}"] {
            assert!(!opened.can_be_read(0..4, &with(line)), "{line}");
        }
        // Every field is needed.
        let fields = |line: &str| match serde_json::from_str(line).expect("JSON") {
            serde_json::Value::Object(fields) => fields,
            other => panic!("{other}"),
        };
        let mut dark = fields(&played.units[2].line);
        dark.insert("dark".into(), 7.into());
        assert!(!opened.can_be_read(0..4, &with(&serde_json::Value::Object(dark).to_string())));
    }

    #[test]
    fn a_job_is_what_is_in_it_and_a_changed_one_is_another() {
        let job = some_job(3);
        let again: Job = serde_json::from_str(&serde_json::to_string(&job).expect("text")).expect("a job");
        assert_eq!((again.id(), &again), (job.id(), &job));
        let mut other = job.clone();
        other.kind = some_job(4).kind;
        assert_ne!(other.id(), job.id());
        other.build = "0.1".into();
        assert!(other.open().unwrap_err().to_string().contains("build 0.1"));
    }

    #[test]
    fn games_of_a_job_are_those_that_the_cards_themselves_give() {
        let job = some_job(4);
        let never = AtomicBool::new(false);
        let played = job.open().expect("a job").play(0..8, &never).expect("played").expect("all of it");
        let records = played.records().expect("records");
        let cards = Cards::core();
        let catalog = cards.catalog().expect("a catalog");
        let entrant = |name: &str| Entrant {
            name: name.into(),
            deck: cards.playable(&cards.deck(name).expect("a deck").list, &catalog).expect("a deck"),
            player: Level::Learner,
            knowledge: Knowledge::Hand,
        };
        let batch = Batch {
            catalog: catalog.clone(),
            a: entrant("Droid Army"),
            b: entrant("Diplomats"),
            seats: Seats::Swap,
            games: 4,
            seed: 7,
            options: Options::default(),
        };
        for number in 0..4 {
            let mut record = batch.play(number, &never).expect("played").expect("a game");
            record.thought = records[number as usize].thought;
            assert_eq!(record, records[number as usize], "the pocket plays as the whole catalog does");
        }
        assert_eq!(records[4].game, 0, "the second match counts anew");
    }
}
