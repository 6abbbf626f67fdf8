//! `dejarik deck`: check, sheet, statistics, differences, conversion.

pub mod check;
pub mod convert;
pub mod diff;
pub mod list;
pub mod sheet;
pub mod stats;
