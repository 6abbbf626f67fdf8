//! The folder with the results of a job: Parquet files of whole batches, and a manifest that says which are there.
//!
//! A file is written under another name, then renamed, then named in the manifest. The manifest is the truth: a file that
//! it doesn't name isn't there, and whoever begins again goes on from it.

use crate::Error;
use crate::job::{Job, Opened, Played, digest};
use serde::{Deserialize, Serialize};
use sim::Summary;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is in the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The id of the job.
    pub job: String,
    /// What it is for.
    pub kind: String,
    /// The programs that play it.
    pub build: String,
    /// What it is, in words.
    pub title: String,
    /// How many games it has.
    pub games: u64,
    /// How many games a batch has.
    pub batch: u64,
    /// The files that are there, in order.
    pub parts: Vec<Part>,
    /// The batches that nobody could play.
    pub poison: Vec<Poison>,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its number.
    pub number: u64,
    /// Its name.
    pub file: String,
    /// How many games are in it.
    pub games: u64,
    /// The digest of the file.
    pub digest: String,
    /// Its batches: number, and the digest of its games; nothing if nobody could play it.
    pub batches: BTreeMap<u64, Option<String>>,
    /// What its games add up to, match by match.
    pub counts: BTreeMap<usize, Summary>,
}

/// A batch that nobody could play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Poison {
    /// Its number.
    pub batch: u64,
    /// Its first game.
    pub first: u64,
    /// How many games it has.
    pub games: u64,
    /// The seeds of its games, which is what is needed to look into it.
    pub seeds: Vec<u64>,
    /// Who tried it last.
    pub worker: String,
    /// What went wrong then.
    pub error: String,
}

/// The folder of a job.
pub struct Parts {
    folder: PathBuf,
    job: Job,
    opened: Arc<Opened>,
    manifest: Manifest,
    /// Batches whose file isn't whole yet.
    waiting: BTreeMap<u64, (String, Played)>,
    /// Held as long as somebody writes here.
    _lock: File,
}

const MANIFEST: &str = "manifest.json";

impl Parts {
    /// Opens the folder of a job, or makes it. What another job has left there isn't touched.
    pub fn open(folder: &Path, job: Job) -> Result<Parts, Error> {
        let failed = |error: &dyn std::fmt::Display| Error::Folder(format!("{}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let lock = File::options().create(true).append(true).open(folder.join("farm.lock"));
        let lock = lock.map_err(|error| failed(&error))?;
        lock.try_lock().map_err(|_| failed(&"another process is writing here"))?;
        let path = folder.join(MANIFEST);
        let id = job.id();
        let mut manifest = match fs::read(&path) {
            Ok(bytes) => {
                serde_json::from_slice(&bytes).map_err(|error| failed(&format!("{MANIFEST}: {error}")))?
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Manifest {
                job: id.clone(),
                kind: job.kind.name().to_string(),
                build: job.build.clone(),
                title: job.title(),
                games: job.games(),
                batch: job.batch,
                parts: Vec::new(),
                poison: Vec::new(),
            },
            Err(error) => return Err(failed(&error)),
        };
        if manifest.job != id {
            return Err(failed(&format!(
                "here are the games of another job ({}: {}); choose another folder",
                manifest.job, manifest.title
            )));
        }
        // What couldn't be played is tried again, and the files that lack it are written anew.
        manifest.parts.retain(Part::is_whole);
        manifest.poison.clear();
        for part in &manifest.parts {
            let bytes = fs::read(folder.join(&part.file))
                .map_err(|error| failed(&format!("{}: {error}", part.file)))?;
            if digest(&bytes) != part.digest {
                return Err(failed(&format!("{} isn't what {MANIFEST} says", part.file)));
            }
        }
        let opened = Arc::new(job.open()?);
        let parts = Parts {
            folder: folder.to_path_buf(),
            job,
            opened,
            manifest,
            waiting: BTreeMap::new(),
            _lock: lock,
        };
        parts.write_manifest()?;
        Ok(parts)
    }

    /// The job.
    pub const fn job(&self) -> &Job {
        &self.job
    }

    /// Its games.
    pub const fn opened(&self) -> &Arc<Opened> {
        &self.opened
    }

    /// What is there.
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The batches that are missing.
    pub fn missing(&self) -> BTreeSet<u64> {
        let written: BTreeSet<u64> =
            self.manifest.parts.iter().flat_map(|part| part.batches.keys().copied()).collect();
        (0..self.job.batches())
            .filter(|batch| {
                !(written.contains(batch) || self.waiting.contains_key(batch) || self.is_poison(*batch))
            })
            .collect()
    }

    /// Whether a batch waits for the rest of its file.
    pub fn waits(&self, batch: u64) -> bool {
        self.waiting.contains_key(&batch)
    }

    /// The digest of a batch that is settled.
    pub fn digest_of(&self, batch: u64) -> Option<&str> {
        if let Some((digest, _)) = self.waiting.get(&batch) {
            return Some(digest);
        }
        let part = self.manifest.parts.iter().find(|part| part.batches.contains_key(&batch))?;
        part.batches.get(&batch)?.as_deref()
    }

    /// How many batches are settled: written, waiting for the rest of their file, or given up.
    pub fn settled(&self) -> u64 {
        self.job.batches() - self.missing().len() as u64
    }

    /// Takes a batch in; what comes back are the batches of files that are whole now and written.
    pub fn take(&mut self, batch: u64, played: Played) -> Result<Vec<u64>, Error> {
        self.waiting.insert(batch, (played.digest(), played));
        self.manifest.poison.retain(|poison| poison.batch != batch);
        self.write(batch / self.job.part.max(1))
    }

    /// Gives a batch up: its file is written without it.
    pub fn give_up(&mut self, batch: u64, worker: String, error: String) -> Result<Vec<u64>, Error> {
        let games = self.job.games_of(batch);
        let poison = Poison {
            batch,
            first: games.start,
            games: games.end - games.start,
            seeds: games.map(|game| self.opened.seed(game)).collect(),
            worker,
            error,
        };
        self.manifest.poison.push(poison);
        self.write(batch / self.job.part.max(1))
    }

    /// Strikes out a batch that is in doubt, and the file that has it: its batches are missing again.
    pub fn strike_out(&mut self, batch: u64) -> Result<(), Error> {
        if self.waiting.remove(&batch).is_some() {
            return Ok(());
        }
        self.manifest.parts.retain(|part| !part.batches.contains_key(&batch));
        self.write_manifest()
    }

    fn is_poison(&self, batch: u64) -> bool {
        self.manifest.poison.iter().any(|poison| poison.batch == batch)
    }

    /// Writes a file if all of its batches are there or given up.
    fn write(&mut self, number: u64) -> Result<Vec<u64>, Error> {
        let range = self.job.batches_of(number);
        if !range.clone().all(|batch| self.waiting.contains_key(&batch) || self.is_poison(batch)) {
            return Ok(Vec::new());
        }
        let failed =
            |error: &dyn std::fmt::Display| Error::Folder(format!("{}: {error}", self.folder.display()));
        let file = format!("part-{number:05}.parquet");
        let (path, unfinished) = (self.folder.join(&file), self.folder.join(format!("{file}.unfinished")));
        let handle = File::create(&unfinished).map_err(|error| failed(&error))?;
        let own = handle.try_clone().map_err(|error| failed(&error))?;
        let mut rows = self.opened.rows(handle).map_err(|error| failed(&error))?;
        let mut part = Part {
            number,
            file,
            games: 0,
            digest: String::new(),
            batches: BTreeMap::new(),
            counts: BTreeMap::new(),
        };
        for batch in range.clone() {
            let Some((digest, played)) = self.waiting.get(&batch) else {
                part.batches.insert(batch, None);
                continue;
            };
            for (game, unit) in self.job.games_of(batch).zip(&played.units) {
                self.opened.write(game, unit, &mut rows, &mut part.counts).map_err(|error| failed(&error))?;
                part.games += 1;
            }
            part.batches.insert(batch, Some(digest.clone()));
        }
        rows.close().map_err(|error| failed(&error))?;
        own.sync_all().map_err(|error| failed(&error))?;
        part.digest = digest(&fs::read(&unfinished).map_err(|error| failed(&error))?);
        fs::rename(&unfinished, &path).map_err(|error| failed(&error))?;
        self.manifest.parts.push(part);
        self.manifest.parts.sort_by_key(|part| part.number);
        self.write_manifest()?;
        self.waiting.retain(|batch, _| !range.contains(batch));
        Ok(range.collect())
    }

    fn write_manifest(&self) -> Result<(), Error> {
        let failed =
            |error: &dyn std::fmt::Display| Error::Folder(format!("{}: {error}", self.folder.display()));
        let (path, unfinished) = (self.folder.join(MANIFEST), self.folder.join("manifest.unfinished"));
        let mut text = serde_json::to_vec_pretty(&self.manifest).map_err(|error| failed(&error))?;
        text.push(b'\n');
        let mut file = File::create(&unfinished).map_err(|error| failed(&error))?;
        file.write_all(&text).and_then(|()| file.sync_all()).map_err(|error| failed(&error))?;
        fs::rename(&unfinished, &path).map_err(|error| failed(&error))?;
        // The new names are on the disk too.
        File::open(&self.folder).and_then(|folder| folder.sync_all()).map_err(|error| failed(&error))
    }

    /// What all games of each match add up to, where games are counted.
    pub fn counts(&self) -> BTreeMap<usize, Summary> {
        let mut counts: BTreeMap<usize, Summary> = BTreeMap::new();
        for (place, more) in self.manifest.parts.iter().flat_map(|part| &part.counts) {
            counts.entry(*place).or_default().add(more);
        }
        counts
    }
}

impl Part {
    fn is_whole(&self) -> bool {
        self.batches.values().all(Option::is_some)
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;
    use crate::job::Played;
    use crate::job::tests::some_job;
    use sim::Summary;
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::AtomicBool;

    fn batch(parts: &Parts, number: u64) -> Played {
        let games = parts.job().games_of(number);
        parts.opened().play(games, &AtomicBool::new(false)).expect("played").expect("all of it")
    }

    fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        entries
            .map(|entry| {
                (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("bytes"))
            })
            .collect()
    }

    #[test]
    fn a_folder_is_the_same_in_whatever_order_batches_come_and_however_often_somebody_begins_again() {
        let job = some_job(11);
        let [one, two] = [0, 1].map(|_| tempfile::tempdir().expect("a folder"));
        let mut parts = Parts::open(one.path(), job.clone()).expect("a folder");
        let mut all = Summary::default();
        for number in 0..job.batches() {
            let played = batch(&parts, number);
            job.games_of(number)
                .zip(played.records().expect("records"))
                .filter(|(game, _)| *game < 11)
                .for_each(|(_, record)| all.count(&record));
            parts.take(number, played).expect("taken");
        }
        assert_eq!(parts.counts()[&0], all);
        assert!(parts.missing().is_empty());
        drop(parts);
        for number in [4, 2, 0] {
            let mut parts = Parts::open(two.path(), job.clone()).expect("a folder");
            assert!(
                Parts::open(two.path(), job.clone())
                    .is_err_and(|error| error.to_string().contains("another process"))
            );
            let played = batch(&parts, number);
            parts.take(number, played).expect("taken");
        }
        let mut parts = Parts::open(two.path(), job.clone()).expect("a folder");
        for number in parts.missing().into_iter().rev() {
            let played = batch(&parts, number);
            parts.take(number, played).expect("taken");
        }
        drop(parts);
        assert_eq!(files(one.path()), files(two.path()));
        assert_eq!(files(one.path()).len(), 4, "two files, the manifest and the lock");
    }

    #[test]
    fn what_nobody_can_play_is_named_with_its_seeds_and_tried_again() {
        let job = some_job(11);
        let folder = tempfile::tempdir().expect("a folder");
        let mut parts = Parts::open(folder.path(), job.clone()).expect("a folder");
        assert!(parts.give_up(1, "w".into(), "it broke".into()).expect("given up").is_empty());
        for number in [0, 2] {
            let played = batch(&parts, number);
            parts.take(number, played).expect("taken");
        }
        let manifest = parts.manifest();
        assert_eq!((manifest.parts.len(), manifest.parts[0].games), (1, 10));
        assert_eq!((manifest.poison[0].first, manifest.poison[0].seeds.len()), (5, 5));
        drop(parts);
        let parts = Parts::open(folder.path(), job).expect("a folder");
        assert!(parts.missing().contains(&1) && parts.missing().contains(&0));
    }

    #[test]
    fn other_games_and_changed_files_are_refused() {
        let job = some_job(8);
        let folder = tempfile::tempdir().expect("a folder");
        let mut parts = Parts::open(folder.path(), job.clone()).expect("a folder");
        for number in 0..3 {
            let played = batch(&parts, number);
            parts.take(number, played).expect("taken");
        }
        parts.strike_out(1).expect("struck out");
        assert_eq!(parts.missing().len() as u64, job.batches());
        for number in 0..3 {
            let played = batch(&parts, number);
            parts.take(number, played).expect("taken");
        }
        drop(parts);
        let refused = |job| Parts::open(folder.path(), job).map(drop).unwrap_err().to_string();
        assert!(refused(some_job(9)).contains("another job"));
        fs::write(folder.path().join("part-00000.parquet"), "x").expect("written");
        assert!(refused(job).contains("isn't what manifest.json says"));
    }
}
