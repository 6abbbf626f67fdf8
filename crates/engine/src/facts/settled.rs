//! For what everything was last put right (rule 1315); it follows from the state and is kept beside it.

use super::game::Game;
use crate::records::state::Moment;

/// What everything was put right for. Whatever happens is noted (`change.rs`), and what merely ends is counted: as long
/// as all of this is the same, everything is as it was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    noted: u32,
    lasting: usize,
    attacks: usize,
    changes_of_power: usize,
    is_after_damage: bool,
    moment: Moment,
}

impl Settled {
    #[inline]
    pub(crate) fn now(game: &Game) -> Settled {
        let state = &game.state;
        Settled {
            noted: game.noted,
            lasting: state.lasting.len(),
            attacks: state.attacks.len(),
            changes_of_power: state.battle_power.len() + state.next_attack.len(),
            is_after_damage: state.sequences.is_empty(),
            moment: state.moment,
        }
    }
}

/// The layouts of the table, or of the arenas, for which something was looked at and found to be in order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Looked {
    /// No unique name was there twice.
    pub names: Option<u32>,
    /// Who controls the arenas was noted, and no text spoke of it.
    pub control: Option<u32>,
    /// No unit in the arenas was contested.
    pub rivals: Option<u32>,
}
