//! Determinisation: a full state that agrees with what one seat sees, for players that search.

use crate::facts::faces::Viewer;
use crate::facts::game::Game;
use crate::records::attack::Fact;
use crate::records::state::{Chance, Seed, Slot, Stream, Where};
use crate::seat::Lists;
use vocab::{DefinitionId, Role, Side};

/// How many copies of a card a deck may have (401.5).
const COPIES: u8 = 4;

impl Game {
    /// A game that this seat cannot tell from the present one: hidden cards are dealt anew, chance is another.
    ///
    /// The result depends on what the seat sees, on which cards are hidden (not where they are), and on the seed.
    #[must_use]
    pub fn determinise(&self, seat: Role, seed: Seed) -> Game {
        self.deal_anew(seat, Lists::Open, seed)
    }

    /// The same for a seat that may not know which cards the opponent brought: the result then depends on how many of
    /// them are hidden, and not on which.
    pub(crate) fn deal_anew(&self, seat: Role, lists: Lists, seed: Seed) -> Game {
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
            let hidden: Vec<Slot> = down.iter().chain(&up).copied().collect();
            let mut cards: Vec<DefinitionId> = match lists {
                Lists::Closed if who == opponent => self.guess(who, &hidden, &mut chance),
                Lists::Open | Lists::Closed => {
                    hidden.iter().map(|slot| self.state().card(*slot).definition).collect()
                }
            };
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

    /// As many cards as are hidden of a player whose list nobody knows: of the sides that the deck is of, which is no
    /// secret (103.3), and no more than four of each (401.5). Half of them are further copies of what has been seen, for
    /// decks bring most cards more than once.
    fn guess(&self, who: Role, hidden: &[Slot], chance: &mut Chance) -> Vec<DefinitionId> {
        let library = self.catalog().library();
        let side = |id: DefinitionId| self.catalog().definition(id).side;
        let own: Vec<Slot> =
            self.state().slots().filter(|slot| self.state().card(*slot).owner == who).collect();
        let definition = |slot: &Slot| self.state().card(*slot).definition;
        let sides: Vec<Side> = Side::ALL
            .into_iter()
            .filter(|one| *one == Side::Neutral || own.iter().any(|slot| side(definition(slot)) == *one))
            .collect();
        let is_likely = |id: &DefinitionId| {
            self.catalog().card_type(*id).may_be_in_deck()
                && sides.contains(&side(*id))
                && self.catalog().by_hand(*id).is_empty()
        };
        let all: Vec<DefinitionId> = library.iter().map(|(id, _)| id).filter(is_likely).collect();
        let mut seen: Vec<DefinitionId> =
            own.iter().filter(|slot| !hidden.contains(slot)).map(definition).filter(is_likely).collect();
        let mut left = vec![COPIES; library.len()];
        let place = |DefinitionId(id): DefinitionId| usize::from(id);
        for id in &seen {
            left[place(*id)] = left[place(*id)].saturating_sub(1);
        }
        seen.sort_unstable();
        seen.dedup();
        let mut cards = Vec::with_capacity(hidden.len());
        while cards.len() < hidden.len() {
            seen.retain(|id| left[place(*id)] > 0);
            let from = if seen.is_empty() || chance.below(Stream::Choice, 2) == 0 { &all } else { &seen };
            // A library of few cards is used up, and then has more of each.
            let Some(id) = from.get(chance.below(Stream::Choice, from.len().max(1))).copied() else {
                return hidden.iter().map(definition).collect();
            };
            let is_left = left[place(id)] > 0;
            if is_left || all.iter().all(|id| left[place(*id)] == 0) {
                left[place(id)] = left[place(id)].saturating_sub(1);
                cards.push(id);
            }
        }
        cards
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
