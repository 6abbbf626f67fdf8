//! The card language from outside: made-up texts, wordings, round trips, random texts, the ledger.

mod ledger;
mod model;
mod properties;
mod round_trip;
mod wordings;
