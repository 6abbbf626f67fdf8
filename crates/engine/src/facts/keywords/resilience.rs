//! Resilience X: a unit with X damage counters has X more power (rule 1750).

use crate::facts::game::Game;
use crate::facts::now::Now;
use crate::records::state::Slot;
use vocab::Keyword;

/// What it adds to the power of a unit with these values: the sum needs as many damage counters as it is large (rule
/// 1750.2).
pub(crate) fn power(game: &Game, unit: Slot, now: &Now) -> i16 {
    let value = now.value(Keyword::Resilience);
    if i16::from(game.state.card(unit).damage) >= value.abs() { value } else { 0 }
}
