//! The flags of `dejarik store`.

use super::Json;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::{Address, StoreError};

/// The folder in which games are kept unless something else is said.
const USUAL: &str = "dejarik-data";

/// The variable that names a database: other users of a machine don't see it, as they see arguments.
const VARIABLE: &str = "DEJARIK_STORE";

/// Where games are kept: a folder, a database, or what the environment says.
pub fn address(folder: Option<&Path>, database: Option<&str>) -> Result<Address, StoreError> {
    match (folder, database) {
        (Some(folder), _) => Ok(Address::Folder(folder.to_path_buf())),
        (None, Some(database)) => Address::of(database),
        (None, None) => match std::env::var(VARIABLE) {
            Ok(database) if !database.is_empty() => Address::of(&database),
            _ => Ok(Address::Folder(USUAL.into())),
        },
    }
}

/// A time as people write it: 30s, 10m, 2h.
pub fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text}: expected a number of seconds, minutes or hours: 30s, 10m, 2h");
    let split = text.len().saturating_sub(1);
    let (number, unit) = (text.get(..split).ok_or_else(wrong)?, text.get(split..).ok_or_else(wrong)?);
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "s" => Some(number),
        "m" => number.checked_mul(60),
        "h" => number.checked_mul(3600),
        _ => None,
    };
    seconds.map(Duration::from_secs).ok_or_else(wrong)
}

/// Where games are kept.
#[derive(Debug, Clone, Args)]
pub struct Data {
    /// The data folder [default: dejarik-data]
    #[arg(long = "data", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Data {
    /// The folder.
    pub fn folder(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(|| USUAL.into())
    }
}

/// Where games are kept: in a folder or in a database.
#[derive(Debug, Clone, Args)]
pub struct Kept {
    /// The data folder [default: dejarik-data]
    #[arg(long = "data", value_name = "DIR")]
    folder: Option<PathBuf>,
    /// A PostgreSQL database instead of a folder: postgres://user@host/database [default: DEJARIK_STORE, if it is set]
    #[arg(long = "store", value_name = "URL", conflicts_with = "folder")]
    database: Option<String>,
}

impl Kept {
    /// The folder or database.
    pub fn address(&self) -> Result<Address, StoreError> {
        address(self.folder.as_deref(), self.database.as_deref())
    }
}

/// What can be done with the games of a table.
#[derive(Debug, Subcommand)]
pub enum Store {
    /// Look through all games without changing anything
    Check {
        #[command(flatten)]
        kept: Kept,
        #[command(flatten)]
        json: Json,
    },
    /// Copy all games of a data folder into a file, even while the table is open
    Backup {
        /// The file to write; it must not exist yet
        file: PathBuf,
        #[command(flatten)]
        data: Data,
    },
    /// Make a data folder from a backup
    Restore {
        /// The file that `store backup` wrote
        file: PathBuf,
        #[command(flatten)]
        data: Data,
    },
    /// Show what players have reported about each other and nobody has settled, the oldest first
    Reports {
        /// Show those that are settled, too
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        kept: Kept,
        #[command(flatten)]
        json: Json,
    },
    /// Show what was done about reports, by whom and why, the last first
    Measures {
        #[command(flatten)]
        kept: Kept,
        #[command(flatten)]
        json: Json,
    },
    /// Work the ratings out anew from the results of all rated games
    Ratings {
        /// Yes, replace the ratings that are kept
        #[arg(long, required = true)]
        rebuild: bool,
        #[command(flatten)]
        kept: Kept,
    },
    /// Copy all games into another data folder or database
    Move {
        /// The folder or database to copy them to; games that are there already stay as they are
        #[arg(long, value_name = "DIR|URL")]
        to: String,
        #[command(flatten)]
        kept: Kept,
    },
}

#[cfg(test)]
mod tests {
    use super::time;
    use std::time::Duration;

    #[test]
    fn times_are_numbers_with_a_unit() {
        assert_eq!(time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(time("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(time("2h"), Ok(Duration::from_secs(7200)));
        for wrong in ["", "s", "10", "-3m", "1.5h", "99999999999999999999h", "9999999999999999999h", "5é"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
