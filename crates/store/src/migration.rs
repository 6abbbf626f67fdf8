//! Migrations: numbered files, applied once, in order. How they are told apart is the same for every database.

use crate::game::StoreError;
use sha2::{Digest as _, Sha256};

/// A migration: its number, its name, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// Its number; databases have the same numbers, and may begin later than with 1.
    pub number: u32,
    /// Its name.
    pub name: &'static str,
    /// The statements.
    pub text: &'static str,
}

impl Migration {
    /// The digest of the statements: it is compared at every start.
    pub fn digest(&self) -> String {
        fair::hex(&Sha256::digest(self.text.as_bytes()))
    }

    /// Whether this is the migration that was applied under its number.
    pub fn was(&self, applied: &str) -> Result<(), StoreError> {
        if applied == self.digest() { Ok(()) } else { Err(StoreError::Migration(self.number)) }
    }
}

/// The newest schema of a list.
pub fn newest(all: &[Migration]) -> u32 {
    all.last().map_or(0, |migration| migration.number)
}

/// Whether the program knows a schema that was found.
pub fn is_known(all: &[Migration], found: u32) -> Result<(), StoreError> {
    let known = newest(all);
    if found > known { Err(StoreError::Newer { found, known }) } else { Ok(()) }
}
