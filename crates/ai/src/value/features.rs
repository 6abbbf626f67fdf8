//! A position as numbers: what each side has in each arena, and what it has besides.

use super::{Strength, of_unit, printed};
use engine::Game;
use engine::state::{ByRole, Where};
use vocab::{Arena, Role};

/// How many numbers describe a side in an arena.
pub const IN_ARENA: usize = 9;
/// How many numbers describe what a side has besides.
pub const BESIDES: usize = 6;

/// A position as numbers of about the same size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// By arena and side, the Dark Side first: units, hits they deal, hits they take, the product of both, the fastest
    /// one's speed; hits dealt and taken by what is being built; the same of the units in hand.
    pub arenas: [[[f32; IN_ARENA]; 2]; 3],
    /// By side, the Dark Side first: Force, the first few points of it, cards in hand, units among them, build points,
    /// and counters on what is being built.
    pub besides: [[f32; BESIDES]; 2],
}

impl Features {
    /// What the whole position says. It looks at all cards, so players ask it about determinisations.
    pub fn of(game: &Game) -> Features {
        let mut sides = ByRole::from_fn(|_| Side::default());
        let state = game.whole();
        for slot in state.slots() {
            let card = state.card(slot);
            let side = &mut sides[card.controller];
            match card.place {
                Where::Arena(arena) if game.is_unit(slot) => {
                    let here = &mut side.arenas[arena as usize];
                    let now = game.now(slot);
                    here.units += 1.0;
                    here.fastest = here.fastest.max(f32::from(now.speed));
                    here.now.add(super::strength(&now, card.damage), 1.0);
                }
                Where::BuildZone if card.is_face_down() => {
                    let facts = game.catalog().facts(card.definition);
                    let done = f32::from(card.build) / f32::from(facts.cost.max(1));
                    side.counters += f32::from(card.build);
                    let strength = printed(facts.power, facts.health);
                    side.promise(game, slot, |here| here.built.add(strength, done.min(1.0)));
                }
                Where::BuildZone if game.is_unit(slot) => {
                    let strength = of_unit(game, slot);
                    side.promise(game, slot, |here| here.built.add(strength, 1.0));
                }
                Where::Hand => {
                    side.cards += 1.0;
                    if game.catalog().card_type(card.definition).is_deck_unit() {
                        let facts = game.catalog().facts(card.definition);
                        let strength = printed(facts.power, facts.health);
                        side.units += 1.0;
                        side.promise(game, slot, |here| here.held.add(strength, 1.0));
                    }
                }
                Where::Nowhere
                | Where::Deck
                | Where::DiscardPile
                | Where::Removed
                | Where::Supply
                | Where::EventZone
                | Where::BuildZone
                | Where::Arena(_)
                | Where::Stacked(_)
                | Where::Piloting(_)
                | Where::Attached(_)
                | Where::Beneath(_) => {}
            }
        }
        let numbers = |who: Role| {
            let player = &state.players[who];
            let (side, force) = (&sides[who], f32::from(player.force));
            [
                force.min(15.0) / 8.0,
                force.min(4.0) / 4.0,
                side.cards / 6.0,
                side.units / 4.0,
                f32::from(player.build) / 8.0,
                side.counters / 8.0,
            ]
        };
        Features {
            arenas: Arena::ALL.map(|arena| Role::ALL.map(|who| sides[who].arenas[arena as usize].numbers())),
            besides: Role::ALL.map(numbers),
        }
    }
}

impl Features {
    /// The same position with one more unit in an arena.
    pub(super) fn add_unit(
        &mut self,
        who: Role,
        arena: Arena,
        Strength { attack, health }: Strength,
        speed: i16,
    ) {
        let [units, hits, takes, both, fastest, ..] = &mut self.arenas[arena as usize][who as usize];
        *units += 1.0 / 3.0;
        *hits += attack / 5.0;
        *takes += health / 8.0;
        *both = (*hits * 5.0 * *takes * 8.0).sqrt() / 6.0;
        *fastest = fastest.max(f32::from(speed) / 50.0);
    }
}

/// What a side has in one arena.
#[derive(Clone, Copy, Debug, Default)]
struct Here {
    units: f32,
    fastest: f32,
    now: Strength,
    built: Strength,
    held: Strength,
}

impl Here {
    fn numbers(&self) -> [f32; IN_ARENA] {
        let Strength { attack, health } = self.now;
        [
            self.units / 3.0,
            attack / 5.0,
            health / 8.0,
            (attack * health).sqrt() / 6.0,
            self.fastest / 50.0,
            self.built.attack / 4.0,
            self.built.health / 6.0,
            self.held.attack / 4.0,
            self.held.health / 6.0,
        ]
    }
}

/// What a side has.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    arenas: [Here; 3],
    cards: f32,
    units: f32,
    counters: f32,
}

impl Side {
    /// A unit that is to come counts in the arenas it can be in.
    fn promise(&mut self, game: &Game, slot: engine::state::Slot, mut count: impl FnMut(&mut Here)) {
        let arenas = game.catalog().arenas(game.whole().card(slot).definition);
        for arena in arenas.iter().flat_map(vocab::Arenas::iter) {
            count(&mut self.arenas[arena as usize]);
        }
    }
}
