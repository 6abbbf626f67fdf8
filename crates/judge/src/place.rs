//! Where cards lie, in words.

use crate::scenario::Spot;
use engine::Game;
use engine::state::{Moment, Where};

use crate::verdict::role;

/// Where a card is: `in the Space arena`, `under Mara (B)`.
pub(crate) fn place_in_words(game: &Game, place: Where) -> String {
    match place {
        Where::Nowhere => "nowhere".into(),
        Where::Deck => "in the deck".into(),
        Where::Hand => "in the hand".into(),
        Where::DiscardPile => "in the discard pile".into(),
        Where::Removed => "removed from the game".into(),
        Where::Supply => "in the supply".into(),
        Where::EventZone => "in the Event zone".into(),
        Where::BuildZone => "in the build zone".into(),
        Where::Arena(arena) => format!("in the {arena} arena"),
        Where::Stacked(unit) => format!("under {}", game.name_of(unit)),
        Where::Piloting(unit) => format!("piloting {}", game.name_of(unit)),
        Where::Attached(host) => format!("on {}", game.name_of(host)),
        Where::Beneath(host) => format!("beneath {}", game.name_of(host)),
    }
}

/// Where a card is expected to be, in the same words.
pub(crate) fn spot_in_words(spot: &Spot) -> String {
    match spot {
        Spot::Arena(arena) => format!("in the {arena} arena"),
        Spot::BuildZone | Spot::Building => "in the build zone".into(),
        Spot::Hand => "in the hand".into(),
        Spot::Deck => "in the deck".into(),
        Spot::DiscardPile => "in the discard pile".into(),
        Spot::Supply => "in the supply".into(),
        Spot::Removed => "removed from the game".into(),
        Spot::EventZone => "in the Event zone".into(),
        Spot::Under(host) => format!("under {host}"),
        Spot::Pilot(host) => format!("piloting {host}"),
        Spot::On(host) => format!("on {host}"),
        Spot::Beneath(host) => format!("beneath {host}"),
    }
}

/// A step of the game in words: `Dark's build step`.
pub(crate) fn step_in_words(moment: Moment) -> String {
    match moment {
        Moment::Preparation => "the preparation".into(),
        Moment::Setup => "setup".into(),
        Moment::Ready => "the ready phase".into(),
        Moment::BuildStep(who) => format!("{}'s build step", role(who)),
        Moment::RetreatStep(who) => format!("{}'s retreat step", role(who)),
        Moment::BattlePhase => "the battle phase".into(),
        Moment::BattleStep(arena) => format!("the {arena} battle step"),
        Moment::TurnEnd => "the turn".into(),
    }
}
