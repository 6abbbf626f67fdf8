//! The card language from outside: made-up texts, wordings, round trips, random texts, laws, truth, noise, the ledger.

mod laws;
mod ledger;
mod model;
mod noise;
mod properties;
mod readings;
mod round_trip;
mod truth;
mod wordings;
