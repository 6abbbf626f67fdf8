//! The card language from outside: made-up texts, wordings, round trips, random texts, laws, truth, noise, the ledger.

mod forgetting;
mod laws;
mod laws_of_steps;
mod ledger;
mod model;
mod moments;
mod noise;
mod other_readings;
mod plays;
mod properties;
mod round_trip;
mod truth;
mod wordings;
