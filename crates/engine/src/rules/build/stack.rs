//! Stacks: which cards belong together, joining and reorganising (rules 801 to 805 and 1754).

use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::records::id::NameId;
use crate::records::state::{Slot, Text, Where};
use crate::rules::change::By;
use crate::rules::keywords::stack as keyword;
use vocab::{CardType, Role};

/// Whether two cards are versions of the same unique unit (rule 802.1).
pub(crate) fn is_same_unit(game: &Game, a: Slot, b: Slot) -> bool {
    let [a, b] = [a, b].map(|card| game.catalog.facts(game.state.card(card).definition).unit);
    a.is_some() && a == b
}

/// A sieve of the names of unique units: it never says wrongly that a name is not there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Names([u64; 4]);

impl Names {
    const fn place(name: NameId) -> (usize, u64) {
        ((name.0 / 64 % 4) as usize, 1 << (name.0 % 64))
    }

    /// Whether a name may be there.
    pub const fn may_have(self, name: NameId) -> bool {
        let (word, bit) = Names::place(name);
        self.0[word] & bit != 0
    }

    /// Adds a name; whether it may have been there.
    pub const fn insert(&mut self, name: NameId) -> bool {
        let was_there = self.may_have(name);
        let (word, bit) = Names::place(name);
        self.0[word] |= bit;
        was_there
    }
}

impl FromIterator<NameId> for Names {
    fn from_iter<I: IntoIterator<Item = NameId>>(names: I) -> Names {
        let mut all = Names::default();
        for name in names {
            all.insert(name);
        }
        all
    }
}

/// The cards of a unit's stack, the top card first (rule 804.5).
pub(crate) fn cards(game: &Game, unit: Slot) -> impl Iterator<Item = Slot> + '_ {
    std::iter::once(unit).chain(game.state.at(Where::Stacked(unit)))
}

/// The unit, or Pilot, of the same unique name that a player has in play (rule 801.1).
pub(crate) fn unit_of_same_name(game: &Game, who: Role, card: Slot) -> Option<Slot> {
    let is_in_play =
        |other: Slot| game.is_unit(other) || matches!(game.state.card(other).place, Where::Piloting(_));
    let unique = game.state.on_the_table().and(game.state.places.with(Text::Unique));
    let mut own = unique.and(game.state.controlled_by(who)).into_iter();
    own.find(|other| *other != card && is_same_unit(game, *other, card) && is_in_play(*other))
}

/// Whether another version of a unique unit can join its stack: not full, and not the same version (802.1, 802.2).
pub(crate) fn has_room_for_version(game: &Game, card: Slot, unit: Slot) -> bool {
    let version = |slot: Slot| game.state.card(slot).definition;
    game.is_unit(unit)
        && is_same_unit(game, card, unit)
        && has_room(game, unit)
        && cards(game, unit).all(|other| version(other) != version(card))
}

/// Whether a card under a unit belongs there (rule 1754.7). A Subordinate does: only a text has put it there (rule 215.6).
pub(crate) fn belongs(game: &Game, card: Slot, unit: Slot) -> bool {
    let kind = game.catalog.card_type(game.state.card(card).definition);
    matches!(kind, CardType::Subordinate(_))
        || is_same_unit(game, card, unit)
        || keyword::may_lie_under(game, card, unit)
}

/// Whether a stack may have one more card (rule 802.2).
pub(crate) fn has_room(game: &Game, unit: Slot) -> bool {
    cards(game, unit).count() < permission::stack_limit(game, unit)
}

/// The cards of a stack that its controller may put on top: other versions of the unit (rules 805.5, 1754.2).
pub(crate) fn possible_tops(game: &Game, unit: Slot) -> impl Iterator<Item = Slot> + '_ {
    let may = move |card: &Slot| {
        is_same_unit(game, *card, unit) && fits_there(game, *card, unit) && can_be_on_top(game, *card, unit)
    };
    game.state.at(Where::Stacked(unit)).filter(may)
}

/// Whether a card can be the top card of a unit's stack (rule 805.5). One that can't is meant to lie under somebody else:
/// among its own versions it can.
pub(crate) fn can_be_on_top(game: &Game, card: Slot, unit: Slot) -> bool {
    let name = |slot: Slot| &game.catalog.definition(game.state.card(slot).definition).name;
    permission::can_be_on_top(game, card) || cards(game, unit).all(|other| name(other) == name(card))
}

/// Whether a card can be the top card where a unit is: in an arena only if that is one of its own (rule 204.4).
pub(crate) fn fits_there(game: &Game, card: Slot, unit: Slot) -> bool {
    match game.state.card(unit).place {
        Where::Arena(arena) => {
            let arenas = game.catalog.arenas(game.state.card(card).definition);
            arenas.is_none_or(|arenas| arenas.contains(arena))
        }
        _ => true,
    }
}

/// Puts another card of its stack on top of a unit; cards that no longer belong there go (rules 805.1, 805.7).
pub(crate) fn reorganise(game: &mut Game, unit: Slot, top: Slot) {
    game.new_top(unit, top, By::card(top, 805, 1));
}
