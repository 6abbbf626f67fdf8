//! Evade X: prevents up to X damage to this unit (rule 1724), the plainest of the activated preventions.

use crate::records::decision::Choice;

/// "Up to X": any number from 0 (rules 1204.6, 1724.3).
pub(crate) fn amounts(most: u8, choices: &mut Vec<Choice>) {
    choices.extend((0..=most).map(Choice::Number));
}
