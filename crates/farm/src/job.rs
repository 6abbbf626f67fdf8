//! A job: which games there are, with everything that is needed to play them.

use crate::Error;
use ai::{Knowledge, Level};
use dejarik::{Cards, Pocket};
use engine::state::{Agreement, ByHand, Options};
use engine::{Catalog, Deck, Game};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sim::{Batch, Entrant, Record, Seats};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use vocab::{DefinitionId, Edition};

/// What this program plays by: its version, the version of the rules, and a digest of the sources that decide a game. Two
/// programs of one build play the same games.
pub const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("DEJARIK_PLAY"));

/// What a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Decks against each other.
    Sim,
    /// Computer players against each other.
    Ladder,
}

impl Kind {
    /// Its name in the queue.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Sim => "sim",
            Kind::Ladder => "ladder",
        }
    }
}

/// A deck by the titles of its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct List {
    /// Its name.
    pub name: String,
    cards: Vec<String>,
    supply: Vec<String>,
}

/// Games between two decks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The first deck, by its place among the decks of the job.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// Who plays the first deck.
    pub player_a: String,
    /// Who plays the second.
    pub player_b: String,
    /// Whether the first player knows nothing of its own hand, and whether the second does.
    pub blind: [bool; 2],
    /// Whether the first deck has the Dark Side role in every game.
    pub fixed: bool,
    /// How many games.
    pub games: u64,
    /// What their chance comes from.
    pub seed: u64,
}

/// A job. Its id is a digest of all of this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// What it is for.
    pub kind: Kind,
    /// Which programs can play it.
    pub build: String,
    /// The edition of the keywords.
    pub edition: String,
    /// Whether decks may have texts that aren't enforced; nobody carries those out.
    pub by_hand: bool,
    /// The decks.
    pub decks: Vec<List>,
    /// Which meet.
    pub matches: Vec<Match>,
    /// How many games are played at a time.
    pub batch: u64,
    /// How many batches share a file.
    pub part: u64,
    /// All cards that the decks can touch, as their set files have them.
    pub pocket: String,
}

/// How many games take some seconds: what one worker does at a time.
pub const fn usual_batch(slower: Level) -> u64 {
    match slower {
        Level::Learner => 1_000,
        Level::Gentle | Level::Casual | Level::Skilled => 400,
        Level::Strong => 40,
        Level::Master => 4,
    }
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
        matches: Vec<Match>,
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
            kind,
            build: BUILD.to_string(),
            edition: options.edition.name().to_string(),
            by_hand: options.by_hand != Agreement::both(ByHand::Refused),
            decks: decks.iter().map(list).collect(),
            batch: matches.iter().filter_map(|one| usual(one).ok()).min().unwrap_or(1),
            matches,
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
        self.matches.iter().map(|one| one.games).sum()
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
        let players = |one: &Match| format!("{} and {}", one.player_a, one.player_b);
        match &self.matches[..] {
            [one] => format!("{} against {}, {}", self.name(one.a), self.name(one.b), players(one)),
            [one, ..] => format!("{} decks, {}", self.decks.len(), players(one)),
            [] => "nothing".into(),
        }
    }

    fn name(&self, deck: usize) -> &str {
        self.decks.get(deck).map_or("?", |list| &list.name)
    }

    /// Compiles the cards and puts the decks together.
    pub fn open(&self) -> Result<Matches, Error> {
        let refused = |reason: String| Error::Job(reason);
        if self.build != BUILD {
            return Err(refused(format!("the job is for programs of build {}, this is {BUILD}", self.build)));
        }
        let pocket = Pocket::read(&self.pocket).map_err(|error| refused(error.to_string()))?;
        let catalog = pocket.open().catalog().map_err(|error| refused(error.to_string()))?;
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
        let mut matches = Vec::new();
        for (first, one) in self.firsts().zip(&self.matches) {
            let batch = one.open(&catalog, &decks, options)?;
            matches.push((first, batch));
        }
        if let Some((_, batch)) = matches.first() {
            // A deck that can't be played is refused before the first game.
            Game::new(catalog.clone(), &batch.setup(0)).map_err(|error| refused(error.to_string()))?;
        }
        Ok(Matches { matches })
    }

    /// The number of the first game of each match.
    fn firsts(&self) -> impl Iterator<Item = u64> + '_ {
        self.matches.iter().scan(0, |next, one| {
            let first = *next;
            *next += one.games;
            Some(first)
        })
    }
}

fn usual(one: &Match) -> Result<u64, Error> {
    let [a, b] = one.levels()?;
    Ok(usual_batch(a).min(usual_batch(b)))
}

impl Match {
    fn levels(&self) -> Result<[Level; 2], Error> {
        let level = |name: &str| name.parse::<Level>().map_err(|error| Error::Job(error.to_string()));
        Ok([level(&self.player_a)?, level(&self.player_b)?])
    }

    fn open(
        &self,
        catalog: &Arc<Catalog>,
        decks: &[(String, Deck)],
        options: Options,
    ) -> Result<Batch, Error> {
        let players = self.levels()?;
        let entrant = |of: usize, deck: usize| {
            let missing = || Error::Job(format!("the job has no deck {deck}"));
            let (name, deck) = decks.get(deck).cloned().ok_or_else(missing)?;
            let knowledge = if self.blind[of] { Knowledge::Blind } else { Knowledge::Hand };
            Ok::<Entrant, Error>(Entrant { name, deck, player: players[of], knowledge })
        };
        Ok(Batch {
            catalog: catalog.clone(),
            a: entrant(0, self.a)?,
            b: entrant(1, self.b)?,
            seats: if self.fixed { Seats::Fixed } else { Seats::Swap },
            games: self.games,
            seed: self.seed,
            options,
        })
    }
}

/// The games of a job, ready to be played.
#[derive(Debug)]
pub struct Matches {
    /// Each with the number of its first game.
    matches: Vec<(u64, Batch)>,
}

/// Games of a job that were played, in order, and how long the players thought in each, in milliseconds. How long they
/// thought isn't part of what can be compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The games.
    pub records: Vec<Record>,
    /// How long A and B thought.
    pub thought: Vec<[u64; 2]>,
}

impl Played {
    /// A digest of the games.
    pub fn digest(&self) -> String {
        digest(&serde_json::to_vec(&self.records).unwrap_or_default())
    }
}

impl Matches {
    /// The match that a game of the job belongs to, and the match's place.
    pub fn of(&self, game: u64) -> (usize, &Batch) {
        let place = self.matches.partition_point(|(first, _)| *first <= game).saturating_sub(1);
        (place, &self.matches[place].1)
    }

    /// The number that a game of the job has in its match.
    pub fn number_of(&self, game: u64) -> u64 {
        let (place, _) = self.of(game);
        game - self.matches[place].0
    }

    /// The matches.
    pub fn all(&self) -> impl Iterator<Item = &Batch> {
        self.matches.iter().map(|(_, batch)| batch)
    }

    /// Plays games of the job; nothing if `stop` became true meanwhile.
    pub fn play(&self, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Played>, Error> {
        let mut played = Played::default();
        for game in games {
            let (_, batch) = self.of(game);
            match batch.play(self.number_of(game), stop).map_err(|error| Error::Job(error.to_string()))? {
                Some(record) => {
                    played.thought.push(record.thought);
                    played.records.push(record);
                }
                None => return Ok(None),
            }
        }
        Ok(Some(played))
    }
}

/// SHA-256 in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
pub mod tests {
    use super::{Job, Kind, Match};
    use dejarik::Cards;
    use engine::Deck;
    use engine::state::Options;
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
            Job::new(Kind::Sim, &cards, &catalog, &decks, vec![against(1), against(0)], Options::default());
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
    fn a_job_is_what_is_in_it_and_a_changed_one_is_another() {
        let job = some_job(3);
        let again: Job = serde_json::from_str(&serde_json::to_string(&job).expect("text")).expect("a job");
        assert_eq!((again.id(), &again), (job.id(), &job));
        let mut other = job.clone();
        other.matches[0].seed += 1;
        assert_ne!(other.id(), job.id());
        other.build = "0.1".into();
        assert!(other.open().unwrap_err().to_string().contains("build 0.1"));
    }

    #[test]
    fn games_of_a_job_are_those_that_the_cards_themselves_give() {
        let job = some_job(4);
        let matches = job.open().expect("a job");
        let never = AtomicBool::new(false);
        let played = matches.play(0..8, &never).expect("played").expect("all of it");
        let cards = Cards::core();
        let catalog = cards.catalog().expect("a catalog");
        let deck =
            |name: &str| cards.playable(&cards.deck(name).expect("a deck").list, &catalog).expect("a deck");
        let (_, mut batch) = {
            let (place, batch) = matches.of(1);
            (place, batch.clone())
        };
        batch.catalog = catalog.clone();
        (batch.a.deck, batch.b.deck) = (deck("Droid Army"), deck("Diplomats"));
        for number in 0..4 {
            let mut record = batch.play(number, &never).expect("played").expect("a game");
            record.thought = played.thought[number as usize];
            assert_eq!(record, played.records[number as usize], "the pocket plays as the whole catalog does");
        }
        assert_eq!(played.records[4].game, 0, "the second match counts anew");
    }
}
