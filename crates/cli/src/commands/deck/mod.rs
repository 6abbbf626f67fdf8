//! `dejarik deck`: check, sheet, statistics, conversion.

pub mod check;
pub mod convert;
pub mod list;
pub mod sheet;
pub mod stats;
