//! Ambush X: dice of damage against a unit that the opponent brings into this arena (rule 1705).

use crate::facts::game::Game;
use crate::records::arrival::{Arrival, Entering};
use crate::records::frame;
use crate::records::id::AbilityId;
use crate::records::list::List;
use crate::records::pop::Chance;
use crate::records::state::{Moment, Slot};
use crate::rules::{damage, pop};
use vocab::{Keyword, Role};

/// A unit has come into an arena: by deploying, moving or putting, but not in setup (rules 1705.1, 1705.7).
pub(crate) fn arrived(game: &mut Game, unit: Slot, who: Role) {
    let is_setup = matches!(game.state.moment, Moment::Preparation | Moment::Setup);
    if !is_setup {
        wait_for(game, unit, who);
    }
}

/// The chance to ambush a unit begins to wait.
pub(crate) fn wait_for(game: &mut Game, unit: Slot, who: Role) {
    if game.state.arrivals.push(Arrival { unit, who }).is_err() {
        game.stop();
    }
}

/// After everything that the entering triggered: whoever wants ambushes the unit, if it is still there, DS first
/// (rules 1705.3, 1705.4).
pub(crate) fn chance(game: &mut Game) -> Option<frame::Frame> {
    // Within a damage sequence it waits for the end of it (rule 1202.3).
    while !game.state.arrivals.is_empty() && game.state.sequences.is_empty() {
        let Arrival { unit, who } = game.state.arrivals.remove(0);
        if super::is_in_arena(game, unit) {
            if game.state.entering.push(Entering { unit, who, used: List::default() }).is_err() {
                game.stop();
            }
            return Some(pop::Frame::new(Chance::Entered).into());
        }
    }
    None
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

/// The ability has been used for this entering (rule 1705.2).
pub(crate) fn spend(game: &mut Game, unit: Slot, ability: AbilityId) {
    let entering = game.state.entering.last_mut();
    if entering.is_some_and(|entering| entering.used.push((unit, ability)).is_err()) {
        game.stop();
    }
}

/// The dice; this unit is the source.
pub(crate) fn begin(game: &mut Game, unit: Slot, value: u8, ability: AbilityId) -> Option<frame::Frame> {
    let newcomer = game.state.entering.last()?.unit;
    spend(game, unit, ability);
    super::note(game, unit, Keyword::Ambush, i16::from(value));
    let using = Some(Keyword::Ambush);
    Some(damage::dice_by(game, unit, &[newcomer], value, damage::Preventability::YES, using))
}
