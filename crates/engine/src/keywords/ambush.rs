//! Ambush X: dice of damage against a unit that the opponent brings into this arena (rule 1705).

use crate::catalog::AbilityId;
use crate::game::Game;
use crate::list::List;
use crate::pop::{self, Chance};
use crate::state::Slot;
use crate::{damage, frame};
use vocab::{Keyword, Role};

/// A unit that has come into an arena, and who may still ambush it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entering {
    /// The unit.
    pub unit: Slot,
    /// Who brought it in (rule 1705.9).
    pub who: Role,
    /// Ambushes that were used on this entering (rule 1705.2).
    pub used: List<(Slot, AbilityId), 6>,
}

impl Default for Entering {
    fn default() -> Entering {
        Entering { unit: Slot::default(), who: Role::Dark, used: List::default() }
    }
}

/// A unit has come into an arena, after everything that its deploying triggered: whoever wants ambushes it, DS first
/// (rules 1705.3, 1705.4).
pub(crate) fn chance(game: &mut Game, unit: Slot, who: Role) -> frame::Frame {
    if game.state.entering.push(Entering { unit, who, used: List::default() }).is_err() {
        game.stop();
    }
    pop::Frame::new(Chance::Entered).into()
}

/// The chance to ambush is over.
pub(crate) fn over(game: &mut Game) {
    game.state.entering.pop();
}

/// Whether a unit can ambush the newcomer: an opposing unit that the opponent brought into this arena (rule 1705.1).
pub(crate) fn is_possible(game: &Game, unit: Slot, ability: AbilityId) -> bool {
    let Some(entering) = game.state.entering.last() else { return false };
    let (own, newcomer) = (game.state.card(unit), game.state.card(entering.unit));
    let is_used = entering.used.contains(&(unit, ability));
    own.controller != entering.who
        && newcomer.controller != own.controller
        && own.place == newcomer.place
        && super::is_in_arena(game, unit)
        && !is_used
}

/// The dice; this unit is the source.
pub(crate) fn begin(game: &mut Game, unit: Slot, value: u8, ability: AbilityId) -> Option<frame::Frame> {
    let entering = game.state.entering.last_mut()?;
    let newcomer = entering.unit;
    if entering.used.push((unit, ability)).is_err() {
        game.stop();
    }
    super::note(game, unit, Keyword::Ambush, i16::from(value));
    let using = Some(Keyword::Ambush);
    Some(damage::dice_by(game, unit, &[newcomer], value, damage::Preventability::Yes, using))
}
