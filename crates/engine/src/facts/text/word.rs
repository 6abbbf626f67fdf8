//! Which cards a chosen word means, and what a chosen ability means on another card.

use super::Scope;
use crate::facts::game::Game;
use crate::facts::now::identity;
use crate::records::state::Slot;
use crate::records::word::{TypeWord, Word, Words};
use vocab::CardType;
use vocab::ability::Wrapper;

impl TypeWord {
    fn is_of(self, game: &Game, card: Slot, depth: u8) -> bool {
        let own = game.catalog.card_type(game.state.card(card).definition);
        match self {
            TypeWord::Unit(arena) => own.is_unit() && identity::arenas(game, card, depth).has(arena),
            TypeWord::Battle => matches!(own, CardType::Battle),
            TypeWord::Mission => own.is_mission(),
            TypeWord::Location => matches!(own, CardType::Location(_)),
            TypeWord::Equipment => matches!(own, CardType::Equipment(_)),
            TypeWord::Resource => matches!(own, CardType::Resource),
            TypeWord::Event => matches!(own, CardType::Event),
        }
    }
}

/// Whether a card is what was chosen: of the chosen subtype, of the chosen type.
pub(crate) fn is_chosen(scope: Scope, words: Words, card: Slot) -> bool {
    scope.game.state.words(words).iter().any(|word| match word {
        Word::Subtype(number) => {
            identity::has_subtype(scope.game, card, scope.game.catalog.subtype(*number), scope.depth)
        }
        Word::Type(word) => word.is_of(scope.game, card, scope.depth),
        Word::Name(named) => {
            let name = |id| scope.game.catalog.facts(id).name;
            name(scope.game.state.card(card).definition) == name(*named)
        }
        Word::Ability(_) => false,
    })
}

/// What a wrapper means on another card than that on which it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elsewhere {
    /// It works there as it is.
    Works,
    /// What it wraps is handed out there.
    Unwraps,
    /// It says what a unit gets that the card pilots (rule 902.8).
    Pilots,
    /// It says how its own card is built, stacked or played: nothing to a unit that is in play.
    Silent,
}

impl Elsewhere {
    /// What a wrapper means on another card.
    pub const fn of(wrapper: &Wrapper) -> Elsewhere {
        match wrapper {
            Wrapper::Bounty(_)
            | Wrapper::Deploy(_)
            | Wrapper::Foresight(_)
            | Wrapper::Forewarning(_)
            | Wrapper::LastStand(_)
            | Wrapper::Upkeep(_) => Elsewhere::Works,
            Wrapper::Adapt(_) | Wrapper::Insert(_) | Wrapper::Reserves(_) | Wrapper::Switch(_) => {
                Elsewhere::Unwraps
            }
            Wrapper::Pilot(_) => Elsewhere::Pilots,
            Wrapper::AlternativeCost(_)
            | Wrapper::Enhance(_)
            | Wrapper::ReducedCost(..)
            | Wrapper::Stack(_) => Elsewhere::Silent,
        }
    }
}
