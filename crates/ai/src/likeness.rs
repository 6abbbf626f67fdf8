//! Choices and questions by what they are, not by where their cards lie in the state.
//!
//! Every deal of a search puts other cards into the same slots, and two copies of a card are the same to whoever has to
//! choose. So a tree that is shared by many deals joins choices by the card's definition, its counters and what lies on
//! it, and questions by who is asked, why, and whether somebody is about to be destroyed.

use engine::state::{Slot, Where};
use engine::{Ask, Choice, Game, Spot};
use std::hash::{Hash, Hasher};
use vocab::Role;

/// What a choice or a question comes to: equal for those that come to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Likeness(u64);

/// A quick hash of a few small numbers, the same in every run.
#[derive(Default)]
struct Mix(u64);

impl Mix {
    fn add(&mut self, number: u64) {
        let mut z = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.0 = z ^ (z >> 32);
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add(u64::from(*byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_isize(&mut self, number: isize) {
        self.add(number.cast_unsigned() as u64);
    }
}

/// What a choice comes to for the player who is asked.
pub fn of_choice(game: &Game, who: Role, choice: Choice) -> Likeness {
    let mut mix = Mix::default();
    std::mem::discriminant(&choice).hash(&mut mix);
    let card = |mix: &mut Mix, slot: Slot| add_card(mix, game, who, slot);
    match choice {
        Choice::Pass | Choice::Done | Choice::Yes | Choice::No | Choice::Back => {}
        Choice::Card(slot) | Choice::Play(slot) => card(&mut mix, slot),
        Choice::Put(slot, spot) => {
            card(&mut mix, slot);
            std::mem::discriminant(&spot).hash(&mut mix);
            match spot {
                Spot::Arena(arena) => mix.add(arena as u64),
                Spot::BuildZone => {}
                Spot::OnTop(host) | Spot::Under(host) | Spot::Pilot(host) | Spot::Attach(host) => {
                    card(&mut mix, host);
                }
            }
        }
        Choice::Use(slot, ability) | Choice::Ability(slot, ability) => {
            card(&mut mix, slot);
            ability.hash(&mut mix);
        }
        Choice::PlayBy(slot, keyword) | Choice::Keyword(slot, keyword) => {
            card(&mut mix, slot);
            mix.add(keyword as u64);
        }
        Choice::Attack(slot, mode) => {
            card(&mut mix, slot);
            mode.hash(&mut mix);
        }
        Choice::Die(number) | Choice::Number(number) | Choice::Option(number) => mix.add(u64::from(number)),
        Choice::Arena(arena) => mix.add(arena as u64),
        Choice::Counter(counter) => counter.hash(&mut mix),
        Choice::Word(word) => word.hash(&mut mix),
    }
    Likeness(mix.0)
}

/// Whether two choices of a player come to the same: about cards that nobody could tell apart.
pub fn are_alike(game: &Game, who: Role, one: Choice, other: Choice) -> bool {
    of_choice(game, who, one) == of_choice(game, who, other)
}

/// What a question comes to: who is asked, why and about what, and who is about to be destroyed.
pub(crate) fn of_question(game: &Game, ask: &Ask) -> Likeness {
    let mut mix = Mix::default();
    mix.add(ask.who as u64);
    ask.why.hash(&mut mix);
    if let Some(source) = ask.source {
        add_card(&mut mix, game, ask.who, source);
    }
    let state = game.whole();
    for instance in state.instances() {
        if instance.amount > 0 {
            let left = game.now(instance.to).health - i16::from(state.card(instance.to).damage);
            mix.add(state.card(instance.to).controller as u64);
            mix.add(u64::from(i16::from(instance.amount) >= left));
        }
    }
    Likeness(mix.0)
}

/// A card as the player knows it. One that the player can't see is told apart by its slot alone.
fn add_card(mix: &mut Mix, game: &Game, who: Role, slot: Slot) {
    let state = game.whole();
    let card = state.card(slot);
    let is_hidden = match card.place {
        Where::Hand | Where::Deck => card.owner != who,
        Where::BuildZone | Where::Beneath(_) => card.is_face_down() && card.controller != who,
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
    if is_hidden {
        slot.hash(mix);
        return;
    }
    card.definition.hash(mix);
    mix.add(card.controller as u64);
    std::mem::discriminant(&card.place).hash(mix);
    if let Where::Arena(arena) = card.place {
        mix.add(arena as u64);
    }
    if let Some(host) = card.place.host() {
        state.card(host).definition.hash(mix);
    }
    mix.add(u64::from(card.damage) << 16 | u64::from(card.build) << 8 | u64::from(card.is_tapped()));
    // What lies on it, in any order.
    let on: u64 = state.on(slot).map(|card| u64::from(state.card(card).definition.0) + 1).sum();
    mix.add(on);
}
