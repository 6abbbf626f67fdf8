//! The gentle player: sensible, never sharp. It takes one of its three best answers, and lets a beginner live.

use crate::policy;
use crate::strike;
use engine::state::{Chance, Slot, Stream, Where};
use engine::{Ask, Choice, Game, Spot, Why};
use vocab::{CardType, Role};

/// How often the best, the second and the third answer are taken.
const WEIGHTS: [usize; 3] = [2, 1, 1];
/// Battle cards are held back up to this turn.
const HELD_BACK: u16 = 2;

/// The choice of a gentle player. `game` is a determinisation of what the seat sees.
pub(crate) fn choose(game: &Game, chance: &mut Chance) -> usize {
    let Some(ask) = game.asked() else { return 0 };
    let mut scores = Vec::new();
    policy::scores(game, &ask, strike::near, &mut scores);
    let mut order: Vec<usize> =
        (0..scores.len()).filter(|index| scores[*index] > f32::NEG_INFINITY).collect();
    let is_gentle = |index: &usize| !is_rough(game, &ask, game.choices()[*index]);
    if order.iter().any(is_gentle) {
        order.retain(is_gentle);
    }
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
    let weights = &WEIGHTS[..order.len().min(WEIGHTS.len())];
    let mut drawn = chance.below(Stream::Choice, weights.iter().sum::<usize>().max(1));
    for (index, weight) in order.iter().zip(weights) {
        if drawn < *weight {
            return *index;
        }
        drawn -= weight;
    }
    0
}

/// Whether a gentle player doesn't do that: retreat a healthy unit, leave an arena empty, play a Battle card early, or
/// join in a third time where two have fought.
fn is_rough(game: &Game, ask: &Ask, choice: Choice) -> bool {
    let state = game.whole();
    let card_type = |card: Slot| game.catalog().card_type(state.card(card).definition);
    match (ask.why, choice) {
        (Why::Retreat, Choice::Card(unit)) => state.card(unit).damage == 0 || is_alone(game, ask.who, unit),
        (Why::Build, Choice::Put(unit, Spot::Arena(_))) => is_alone(game, ask.who, unit),
        (_, Choice::Play(card)) => state.turn <= HELD_BACK && card_type(card) == CardType::Battle,
        (Why::Act, Choice::Attack(target, _)) => {
            let Where::Arena(arena) = state.card(target).place else { return false };
            let acted = game.units_of(ask.who, arena).filter(|unit| state.card(*unit).is_tapped()).count();
            // Nobody notes who attacked whom: a damaged unit may have been attacked by all that have acted.
            acted >= 2 && state.card(target).damage > 0
        }
        _ => false,
    }
}

/// Whether a unit is the only one of its player's in an arena.
fn is_alone(game: &Game, who: Role, unit: Slot) -> bool {
    match game.whole().card(unit).place {
        Where::Arena(arena) => game.units_of(who, arena).count() == 1,
        _ => false,
    }
}
