//! Where another unit is needed: what it would add to the chance to win, by weights that are fitted to games.
//!
//! Positions at the end of a search are judged by rules of thumb instead: the fitted weights foretell results better, but
//! a search that goes by them is weaker (docs/reports/duel.md), for they know how quick players make use of a lead, not how
//! searching ones do.

use super::features::Features;
use super::net::chance;
use super::{Strength, fitted, printed};
use engine::Game;
use engine::state::Slot;
use vocab::{Arena, Role};

/// What another unit would add to a player's chance to win, arena by arena: little where an arena is safe or lost, or where
/// the other two decide.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    who: Role,
    features: Features,
    /// How likely the Dark Side is to hold each arena.
    holds: [f32; 3],
    now: f32,
}

impl Outlook {
    pub(crate) fn of(game: &Game, who: Role) -> Outlook {
        let features = Features::of(game);
        let holds = fitted::FITTED.holds(&features);
        let mut outlook = Outlook { who, features, holds, now: 0.0 };
        outlook.now = outlook.judge(holds);
        outlook
    }

    fn judge(&self, holds: [f32; 3]) -> f32 {
        let dark = chance(fitted::FITTED.odds_of(holds, &self.features));
        if self.who == Role::Dark { dark } else { 1.0 - dark }
    }

    /// What a unit of this strength would add in an arena: only that arena has to be looked at again.
    fn with_unit(&self, arena: Arena, strength: Strength, speed: i16) -> f32 {
        let mut features = self.features;
        features.add_unit(self.who, arena, strength, speed);
        let mut holds = self.holds;
        holds[arena as usize] = fitted::FITTED.holds_arena(&features.arenas[arena as usize]);
        self.judge(holds) - self.now
    }

    /// What a card would add once it is a unit in an arena.
    pub(crate) fn gain(&self, game: &Game, card: Slot, arena: Arena) -> f32 {
        let facts = game.catalog().facts(game.whole().card(card).definition);
        self.with_unit(arena, printed(facts.power, facts.health), facts.speed)
    }

    /// How much an arena needs a unit of middling strength: about 0 where it changes nothing, about 1 where it's urgent.
    pub(crate) fn needs(&self) -> [f32; 3] {
        Arena::ALL.map(|arena| 10.0 * self.with_unit(arena, Strength { attack: 1.5, health: 3.0 }, 40))
    }
}
