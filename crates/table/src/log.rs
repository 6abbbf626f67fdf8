//! From a log to a table: the fold over all steps.

use crate::{GameSetup, Misfit, Row, RowError, Table};
use engine::{Catalog, ReplayError};
use std::sync::Arc;
use thiserror::Error;

/// Why a stored game can't be opened.
#[derive(Debug, Error)]
pub enum FoldError {
    /// The game itself can't start.
    #[error(transparent)]
    Start(#[from] ReplayError),
    /// A row isn't a step.
    #[error("step {number}: {error}")]
    Row {
        /// Its place in the log.
        number: usize,
        /// What is wrong with it.
        error: RowError,
    },
    /// A step doesn't fit the position: the cards or the rules have changed.
    #[error("step {number}: {error}")]
    Misfit {
        /// Its place in the log.
        number: usize,
        /// Why it doesn't fit.
        error: Misfit,
    },
}

/// Opens a game from its setup and its log.
pub fn fold(catalog: Arc<Catalog>, setup: GameSetup, rows: &[Row]) -> Result<Table, FoldError> {
    let mut table = Table::new(catalog, setup, &[])?;
    for (number, row) in rows.iter().enumerate() {
        let step = row.step().map_err(|error| FoldError::Row { number, error })?;
        table.apply(&step).map_err(|error| FoldError::Misfit { number, error })?;
    }
    Ok(table)
}
