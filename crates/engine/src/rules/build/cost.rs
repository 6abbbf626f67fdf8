//! What a card costs: its build cost, as a part of a stack, with what makes it cheaper or dearer (rules 703, 803).

use crate::facts::catalog::discount;
use crate::facts::game::Game;
use crate::facts::now::gather::Rules;
use crate::facts::now::permission;
use crate::facts::now::permission::Charges;
use crate::records::decision::Spot;
use crate::records::state::{Slot, Text, Where};
use crate::records::topics::Topics;
use crate::rules::keywords::reduced_cost;
use vocab::ability::Charge;
use vocab::{Arena, Role};

/// The cost of a card there, as printed: what setup asks for (rule 503.6).
pub(crate) fn printed(game: &Game, card: Slot, spot: Spot) -> u8 {
    there(game, own(game, card), spot)
}

/// The current cost of completing a card there (rules 703.1, 703.5, 803.4).
pub(crate) fn current(game: &Game, who: Role, card: Slot, spot: Spot) -> u8 {
    Current::of(game, who, card, &permission::charging(game)).at(game, spot)
}

/// The current cost of a card, wherever it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Current {
    base: u8,
    change: Charges,
    /// What is added for deploying it to each arena.
    there: [Charges; Arena::ALL.len()],
}

impl Current {
    /// The printed or reduced cost, with what texts add to it (rules 703.1, 703.6).
    pub fn of(game: &Game, who: Role, card: Slot, charging: &Rules) -> Current {
        let base = reduced_cost::cost(game, who, card).unwrap_or(u8::MAX).min(own(game, card));
        let is_unit = game.catalog.card_type(game.state.card(card).definition).is_unit();
        let (mut change, mut there) = (Charges::default(), [Charges::default(); Arena::ALL.len()]);
        permission::each_charge(charging, card, &mut |charge, scope, more| match charge {
            Charge::Complete => change = change.and(more),
            Charge::Deploy if is_unit => change = change.and(more),
            Charge::DeployTo(named) if is_unit => {
                for arena in Arena::ALL.into_iter().filter(|arena| scope.is_arena(*named, *arena)) {
                    there[arena as usize] = there[arena as usize].and(more);
                }
            }
            Charge::Deploy | Charge::DeployTo(_) | Charge::Play | Charge::Activate(_) | Charge::Equip(..) => {
            }
        });
        Current { base, change, there }
    }

    /// What it comes to there.
    pub fn at(self, game: &Game, spot: Spot) -> u8 {
        let more = arena_of_spot(game, spot).map(|arena| self.there[arena as usize]);
        self.sum(there(game, self.base, spot), more.unwrap_or_default())
    }

    /// What it comes to at least: 1 counter is enough under another card (rule 803.2), if it may join one.
    pub fn least(self, may_join: bool) -> u8 {
        let base = if may_join { self.base.min(1) } else { self.base };
        let anywhere = self.sum(base, Charges::default());
        self.there.into_iter().map(|more| self.sum(base, more)).fold(anywhere, u8::min)
    }

    fn sum(self, cost: u8, more: Charges) -> u8 {
        u8::try_from(self.change.and(more).on(i16::from(cost))).unwrap_or(u8::MAX)
    }
}

/// The arena into which a card comes that is deployed there, also into a stack (rule 802.7).
fn arena_of_spot(game: &Game, spot: Spot) -> Option<Arena> {
    match spot {
        Spot::Arena(arena) => Some(arena),
        Spot::OnTop(unit) | Spot::Under(unit) => match game.state.card(unit).place {
            Where::Arena(arena) => Some(arena),
            _ => None,
        },
        Spot::BuildZone | Spot::Pilot(_) | Spot::Attach(_) => None,
    }
}

/// The most by which texts on the table make a card cheaper, whichever it is; its own text left aside.
pub(super) fn most_discount(game: &Game) -> u8 {
    let state = &game.state;
    let active = state.on_the_table().or(state.places.with(Text::Elsewhere));
    let rules = state.places.ruling(Topics::COSTS).and(active).into_iter();
    let of_rules = rules.map(|card| game.catalog.facts(state.card(card).definition).discount);
    let of_lasting = state.lasting.iter().map(|record| {
        let node = game.catalog.node(record.node);
        discount::of_effect(&node.effect, node.topics)
    });
    of_rules.chain(of_lasting).fold(0, u8::saturating_add)
}

/// The total build cost of a unit: its top card's and 1 for each card under it (rule 804.4).
pub(crate) fn total(game: &Game, unit: Slot) -> u16 {
    let under = game.state.at(Where::Stacked(unit)).count() as u16;
    u16::from(own(game, unit)) + under
}

/// What it costs to put another card of its stack on top of a unit (rule 805.1).
pub(crate) fn reorganising(game: &Game, unit: Slot, top: Slot) -> u16 {
    u16::from(own(game, top).saturating_sub(own(game, unit)))
}

/// A card's printed cost.
fn own(game: &Game, card: Slot) -> u8 {
    game.catalog.facts(game.state.card(card).definition).cost
}

/// The cost in a stack: 1 under the top card, the difference but at least 1 on top (rules 803.1 to 803.3).
fn there(game: &Game, base: u8, spot: Spot) -> u8 {
    match spot {
        Spot::Under(_) => 1,
        Spot::OnTop(unit) => base.saturating_sub(own(game, unit)).max(1),
        Spot::Arena(_) | Spot::BuildZone | Spot::Pilot(_) | Spot::Attach(_) => base,
    }
}
