//! A lesson that was taken, as a file: position, script and log. Nothing in it was left to the server's chance without being
//! written down, so whoever has it can play it again.

use crate::live::Table;
use crate::log::fold;
use crate::record::Broken;
use crate::setup::GameSetup;
use crate::step::{Row, RowError, Step};
use engine::Catalog;
use fair::Entry;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The version of the file, next to those of games ([`crate::FORMAT`]).
pub const LESSON_FORMAT: u32 = 3;

/// A lesson that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonFile {
    /// The version of the file.
    pub format: u32,
    /// The position, the script, the seed, and who learned.
    pub setup: GameSetup,
    /// What was done.
    pub log: Vec<Entry>,
    /// What had happened after some of the steps, as one number: the step, and sixteen hexadecimal digits.
    #[serde(default)]
    pub trail: Vec<(u32, String)>,
    /// The cards as they were.
    #[serde(default)]
    pub cards: Option<String>,
}

impl LessonFile {
    /// The file of a lesson, from what is stored of it.
    pub fn of(setup: GameSetup, rows: &[Row], cards: Option<String>) -> Result<LessonFile, RowError> {
        let (mut log, mut trail) = (Vec::with_capacity(rows.len()), Vec::new());
        for (number, row) in (0_u32..).zip(rows) {
            log.push(row.step()?.entry());
            trail.extend(row.trail.map(|hash| (number, format!("{hash:016x}"))));
        }
        Ok(LessonFile { format: LESSON_FORMAT, setup, log, trail, cards })
    }

    /// Plays it again: every answer is legal, everything that happened is what was noted, and it comes to its end.
    pub fn verify(&self, catalog: Arc<Catalog>) -> Result<Table, Broken> {
        if self.format != LESSON_FORMAT || self.setup.lesson.is_none() {
            return Err(Broken::Format(self.format));
        }
        let mut rows = Vec::with_capacity(self.log.len());
        for (number, entry) in self.log.iter().enumerate() {
            let step = Step::of_entry(entry).map_err(|error| Broken::Row(number, error))?;
            rows.push(step.to_row(0, 0));
        }
        for (number, hash) in &self.trail {
            if let Some(row) = rows.get_mut(*number as usize) {
                row.trail = Some(u64::from_str_radix(hash, 16).map_err(|_| Broken::Trail)?);
            }
        }
        let table = fold(catalog, self.setup.clone(), None, &rows)?;
        if table.is_over() { Ok(table) } else { Err(Broken::NotOver) }
    }
}
