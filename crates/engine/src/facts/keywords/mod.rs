//! What is true by keywords; what keywords do is in `rules::keywords`.

pub(crate) mod adapt;
pub(crate) mod barrage;
pub(crate) mod bombard;
pub(crate) mod consume;
pub(crate) mod elude;
pub(crate) mod insert;
pub(crate) mod inspiration;
pub(crate) mod intimidation;
pub(crate) mod ion_cannon;
pub(crate) mod meditate;
pub(crate) mod pilot;
pub(crate) mod reduced_cost;
pub(crate) mod reserves;
pub(crate) mod resilience;
pub(crate) mod stealth;
pub(crate) mod switch;
