//! Determinisation: a full state that agrees with what one seat sees, for players that search.

use crate::facts::faces::Viewer;
use crate::facts::game::Game;
use crate::records::attack::Fact;
use crate::records::state::{Chance, Seed, Slot, Where};
use vocab::{DefinitionId, Role};

impl Game {
    /// A game that this seat cannot tell from the present one: hidden cards are dealt anew, chance is another.
    ///
    /// The result depends on what the seat sees, on which cards are hidden (not where they are), and on the seed.
    #[must_use]
    pub fn determinise(&self, seat: Role, seed: Seed) -> Game {
        let mut game = self.clone();
        // What happens there is told to nobody.
        game.told = None;
        // Nor is it taken back: the table as it was knows the real cards.
        game.kept.clear();
        let mut chance = Chance::new(seed);
        let opponent = seat.other();
        let (down, up): (Vec<Slot>, Vec<Slot>) = self
            .hidden_from(seat)
            .into_iter()
            .partition(|slot| self.state().card(*slot).place == Where::BuildZone);
        let of = |slots: &[Slot], who: Role| -> Vec<Slot> {
            slots.iter().copied().filter(|slot| self.state().card(*slot).owner == who).collect()
        };
        for who in [seat, opponent] {
            let (down, up) = (of(&down, who), of(&up, who));
            let mut cards: Vec<DefinitionId> =
                down.iter().chain(&up).map(|slot| self.state().card(*slot).definition).collect();
            // In an order that does not depend on where the cards are.
            cards.sort_unstable();
            chance.shuffle(&mut cards);
            // What lies face-down in a build zone is a card that can be built (rule 702.6), and hardly one that its
            // counters would have paid for.
            for slot in down {
                let counters = self.state().card(slot).build;
                let buildable = |id: &DefinitionId| self.catalog().card_type(*id).is_built();
                let is_unpaid = |id: &DefinitionId| self.catalog().facts(*id).cost >= counters;
                let likely = cards.iter().position(|id| buildable(id) && is_unpaid(id));
                let place = likely.or_else(|| cards.iter().position(buildable)).unwrap_or(0);
                game.define(slot, cards.swap_remove(place));
            }
            for (slot, definition) in up.into_iter().zip(cards) {
                game.define(slot, definition);
            }
        }
        // 1715.1: dice that the attacker has not shown.
        for attack in game.state.attacks.iter_mut() {
            let is_own = self.state().card(attack.attacker).controller == seat;
            if attack.facts.has(Fact::Hidden) && !is_own {
                attack.dice.iter_mut().for_each(|die| *die = chance.die());
                let first = attack.dice.iter().take(usize::from(attack.first_dice));
                attack.first = first.fold(0, |naturals, natural| naturals | 1 << natural);
            }
        }
        game.state.chance = chance;
        // What was promised is not for players that search: they would know the dice.
        game.sealed = None;
        // What the seat is offered it has seen: of a deck that it looks through no more than that.
        if self.asked().is_some_and(|ask| ask.who != seat) {
            game.refresh();
        }
        game
    }

    /// The slots whose cards a seat does not know: the opponent's hand and face-down cards, and both decks; but for
    /// cards that its question or a text shows it.
    fn hidden_from(&self, seat: Role) -> Vec<Slot> {
        let can_be_hidden = |slot: &Slot| match self.state().card(*slot).place {
            Where::Deck | Where::Hand | Where::BuildZone | Where::Beneath(_) => true,
            Where::Nowhere
            | Where::DiscardPile
            | Where::Removed
            | Where::Supply
            | Where::EventZone
            | Where::Arena(_)
            | Where::Stacked(_)
            | Where::Piloting(_)
            | Where::Attached(_) => false,
        };
        let is_unknown = |slot: &Slot| self.known_to(*slot, Viewer::Seat(seat)).is_none();
        self.state().slots().filter(can_be_hidden).filter(is_unknown).collect()
    }
}
