//! Critical Hit X: a natural 6 among the final attack dice adds X damage, once (rule 1714).

use crate::records::attack::Attack;

/// The damage that it adds; it isn't a hit (rule 1714.8).
pub(crate) fn damage(attack: &Attack) -> u8 {
    if attack.shows(6) { attack.values.critical_hit.clamp(0, 100) as u8 } else { 0 }
}
