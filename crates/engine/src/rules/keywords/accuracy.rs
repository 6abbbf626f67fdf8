//! Accuracy X: each attack die of this unit counts as X higher, or lower, than it shows (rule 1702).

/// The dice that hit: what they show and Accuracy together reach the number needed (rules 1107.9, 1702.3).
pub(crate) fn hits(dice: &[u8], accuracy: i16, needed: i16) -> u8 {
    dice.iter().filter(|natural| i16::from(**natural) + accuracy >= needed).count() as u8
}
