//! Bounty: damage by this unit that gets another unit discarded earns a bonus in the next build step (rule 1712).

use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::damage::{Bounty, Instance};
use crate::records::state::Slot;
use vocab::Keyword;

/// Stores the bonus for each unit that fell, for each Bounty of each source (rule 1712.5), of one that has left as it was
/// (rule 1712.3). Whoever controls the unit now gets it (rule 1712.6); it is paid out when that player's build step starts.
pub(crate) fn check(game: &mut Game, fallen: &[Instance]) {
    let mut seen: Vec<(Slot, Slot)> = Vec::new();
    for Instance { to, from, .. } in fallen {
        if to == from || seen.contains(&(*to, *from)) {
            continue;
        }
        seen.push((*to, *from));
        let who = source::controller(game, *from);
        for (ability, giver) in source::bounties(game, *from) {
            super::note(game, *from, Keyword::Bounty, 1);
            let bounty = Bounty { who, unit: *from, giver, ability, fallen: *to };
            if game.state.bounties.push(bounty).is_err() {
                game.stop();
            }
        }
    }
}
