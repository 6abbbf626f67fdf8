//! Changes of the attack that is going on.

use crate::facts::game::Game;
use crate::records::attack::Stage;

/// "It does 1 more damage": the attack that is going on (rule 1603.3).
pub(crate) fn add_damage(game: &mut Game, more: i16) -> bool {
    let more = u8::try_from(more.clamp(0, 100)).unwrap_or(0);
    match game.state.attacks.last_mut().filter(|attack| attack.is_on()) {
        Some(attack) => {
            attack.more = attack.more.saturating_add(more);
            true
        }
        None => false,
    }
}

/// "Roll only 1 die": the number of dice of the attack, before they are rolled (rule 1107.3).
pub(crate) fn set_dice(game: &mut Game, dice: u8) -> bool {
    let open = game.state.attacks.last_mut().filter(|attack| attack.stage <= Stage::Attacking);
    open.map(|attack| attack.dice_set = Some(dice)).is_some()
}

/// "Add 1 to each attack die": to the final dice, as Accuracy is (rules 1107.9, 1702.7).
pub(crate) fn modify_dice(game: &mut Game, by: i16) -> bool {
    let open = game.state.attacks.last_mut().filter(|attack| attack.stage <= Stage::Rerolling);
    open.map(|attack| attack.modifier = attack.modifier.saturating_add(by)).is_some()
}
