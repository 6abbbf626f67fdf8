//! Puzzles, found in games between computer players: how many positions there were, what became of them, and the puzzles as
//! files. The kind `puzzles`.

use super::games::{Match, Matches};
use super::{Ground, Spec, Task, Unit};
use crate::Error;
use crate::rows::{Cell, Column, Holds, Rows};
use dejarik::Cards;
use puzzles::mine::{Kind, Limits, Mined, Miner, Sieve};
use serde::{Deserialize, Serialize};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Which decks meet, and how much is tried for a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzles {
    /// The matches, in order.
    pub matches: Vec<Match>,
    /// How much is tried.
    pub limits: Limits,
}

impl Spec for Puzzles {
    fn games(&self) -> u64 {
        self.matches.iter().map(|one| one.games).sum()
    }

    /// A game takes some seconds.
    fn usual_batch(&self) -> u64 {
        1
    }

    fn title(&self, decks: &[&str]) -> String {
        let player = self.matches.first().map_or("nobody", |one| one.player_a.as_str());
        match decks {
            [one, other] => format!("puzzles in {one} against {other}, {player}"),
            _ => format!("puzzles in games of {} decks, {player}", decks.len()),
        }
    }

    fn open(&self, ground: Ground) -> Result<Box<dyn Task>, Error> {
        let matches = Matches::open(&self.matches, &ground, false)?;
        Ok(Box::new(Mine { matches, limits: self.limits, cards: ground.cards }))
    }
}

#[derive(Debug)]
struct Mine {
    matches: Matches,
    limits: Limits,
    cards: Arc<Cards>,
}

/// The columns before those of the sieves.
const BEFORE: usize = 5;
/// All columns: which game it was, how many questions it had, how many each sieve removed, in their order, how many puzzles of
/// each kind were left, and their files.
const COLUMNS: [Column; BEFORE + Sieve::ALL.len() + Kind::ALL.len() + 1] = [
    ("a", Holds::Text),
    ("b", Holds::Text),
    ("game", Holds::Wide),
    ("seed", Holds::Wide),
    ("positions", Holds::Wide),
    ("one_answer", Holds::Wide),
    ("early", Holds::Wide),
    ("obvious", Holds::Wide),
    ("equal", Holds::Wide),
    ("idle", Holds::Wide),
    ("level", Holds::Wide),
    ("decided", Holds::Wide),
    ("close", Holds::Wide),
    ("unclear", Holds::Wide),
    ("hidden", Holds::Wide),
    ("branching", Holds::Wide),
    ("trivial", Holds::Wide),
    ("unwritten", Holds::Wide),
    ("crowded", Holds::Wide),
    ("again", Holds::Wide),
    ("forced", Holds::Wide),
    ("exact", Holds::Wide),
    ("searched", Holds::Wide),
    ("puzzles", Holds::Texts),
];

impl Task for Mine {
    fn play(&self, game: u64, stop: &AtomicBool) -> Result<Option<Unit>, Error> {
        let failed = |error: &dyn std::fmt::Display| Error::Job(error.to_string());
        let (_, batch, number) = self.matches.of(game);
        let miner = Miner::new(&self.cards, self.limits);
        let Some(mined) = miner.game(batch, number, stop).map_err(|error| failed(&error))? else {
            return Ok(None);
        };
        let line = serde_json::to_string(&mined).map_err(|error| failed(&error))?;
        Ok(Some(Unit { line, ..Unit::default() }))
    }

    fn seed(&self, game: u64) -> u64 {
        self.matches.seed(game)
    }

    fn columns(&self) -> &'static [Column] {
        &COLUMNS
    }

    fn write(&self, game: u64, line: &str, rows: &mut Rows) -> io::Result<()> {
        let mined: Mined = serde_json::from_str(line)?;
        let (_, batch, number) = self.matches.of(game);
        let files: Vec<String> = mined.puzzles.into_iter().map(|found| found.text).collect();
        let mut cells = vec![
            Cell::Text(&batch.a.name),
            Cell::Text(&batch.b.name),
            Cell::Wide(game),
            Cell::Wide(batch.seed_of(number)),
            Cell::Wide(mined.counts.positions),
        ];
        cells.extend(mined.counts.removed.map(Cell::Wide));
        cells.extend(mined.counts.found.map(Cell::Wide));
        cells.push(Cell::Texts(&files));
        rows.write(&cells)
    }
}

#[cfg(test)]
mod tests {
    use super::{BEFORE, COLUMNS, Puzzles};
    use crate::alone::play_alone;
    use crate::job::{Job, tests::some_job};
    use crate::kinds::Kind;
    use crate::kinds::games::Match;
    use crate::parts::Parts;
    use dejarik::Cards;
    use engine::state::Options;
    use puzzles::mine::{Collected, Limits, Miner, Sieve, mine};
    use sim::{Batch, Entrant, Seats};
    use std::fs;
    use std::sync::atomic::AtomicBool;

    /// Few rounds and nodes: what is compared is whether results are equal, not whether they are good.
    const LIMITS: Limits = Limits { nodes: 150, rounds: 0 };

    fn job(games: u64) -> Job {
        let matches = vec![Match {
            a: 0,
            b: 1,
            player_a: "skilled".into(),
            player_b: "skilled".into(),
            blind: [false; 2],
            fixed: false,
            games,
            seed: 11,
        }];
        let mut job = some_job(1);
        job.kind = Kind::Puzzles(Puzzles { matches, limits: LIMITS });
        (job.batch, job.part) = (1, 1);
        job
    }

    #[test]
    fn columns_are_the_sieves_in_their_order() {
        for (sieve, (name, _)) in Sieve::ALL.into_iter().zip(&COLUMNS[BEFORE..]) {
            assert_eq!(serde_json::to_value(sieve).expect("a word"), *name);
        }
    }

    #[test]
    fn threads_change_no_byte_and_a_job_finds_what_the_cards_themselves_give() {
        let [one, two] = [0, 1].map(|_| tempfile::tempdir().expect("a folder"));
        let never = AtomicBool::new(false);
        for (folder, threads) in [(&one, 1), (&two, 2)] {
            let mut parts = Parts::open(folder.path(), job(2)).expect("a folder");
            play_alone(&mut parts, threads, &never, &|_| {}).expect("played");
            assert!(parts.missing().is_empty());
        }
        for name in ["part-00000.parquet", "part-00001.parquet"] {
            let bytes = |folder: &tempfile::TempDir| fs::read(folder.path().join(name)).expect("a file");
            assert_eq!(bytes(&one), bytes(&two), "{name}");
        }
        let never = AtomicBool::new(false);
        let played = job(2).open().expect("a job").play(0..2, &never).expect("played").expect("all of it");
        let cards = Cards::core();
        let catalog = cards.catalog().expect("a catalog");
        let entrant = |name: &str| Entrant {
            name: name.into(),
            deck: cards.playable(&cards.deck(name).expect("a deck").list, &catalog).expect("a deck"),
            player: ai::Level::Skilled,
            knowledge: ai::Knowledge::Hand,
        };
        let batch = Batch {
            catalog: catalog.clone(),
            a: entrant("Droid Army"),
            b: entrant("Diplomats"),
            seats: Seats::Swap,
            games: 2,
            seed: 11,
            options: Options::default(),
        };
        let games: Vec<(&Batch, u64)> = (0..2).map(|number| (&batch, number)).collect();
        let (mut lines, mut collected) = (Vec::new(), Collected::from(100));
        let whole = mine(&Miner::new(&cards, LIMITS), &games, 2, &never, |mined| {
            collected.take(&mined);
            lines.push(serde_json::to_string(&mined).expect("a line"));
        });
        assert_eq!(whole, Ok(true));
        let of_job: Vec<String> = played.units.into_iter().map(|unit| unit.line).collect();
        assert_eq!(of_job, lines, "the cards that travel with a job give the same puzzles");
        let counts = collected.counts;
        assert!(counts.games == 2 && counts.positions > 200, "{counts:?}");
        assert_eq!(
            counts.removed.iter().sum::<u64>() + counts.puzzles(),
            counts.positions,
            "each falls through one"
        );
    }
}
