//! The ability model by hand, and the keyword table against others' glossaries.

mod ability_model;
mod seeds;
