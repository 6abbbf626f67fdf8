//! One step ahead: rules of thumb with exact odds, and for effects a look at the table once they have happened.

use crate::gain;
use crate::policy;
use crate::strike;
use crate::value::win_chance;
use crate::waste;
use engine::state::{Chance, Seed, Stream};
use engine::{Ask, Choice, Game, Seat, Why};
use vocab::Role;

/// How often a choice is tried, each time with other hidden cards and dice.
const TRIES: u64 = 4;
/// How many answers an effect may take until it has happened.
const STEPS: usize = 14;
/// What the table afterwards counts against the first impression.
const WEIGHT: f32 = 8.0;

/// The choice of a player who looks one step ahead. `game` is a determinisation of what the seat sees.
pub(crate) fn choose(view: Seat<'_>, game: &Game, chance: &mut Chance) -> usize {
    let Some(ask) = game.asked() else { return 0 };
    let seat = view.who();
    let mut scores = Vec::new();
    policy::scores(game, &ask, strike::exact, &mut scores);
    if is_effect(&ask, game.choices()) {
        let seeds: Vec<Seed> = (0..TRIES).map(|_| seed(chance)).collect();
        for (index, score) in scores.iter_mut().enumerate() {
            let total: f32 = seeds.iter().map(|seed| outcome(game, seat, index, *seed)).sum();
            *score += WEIGHT * total / TRIES as f32;
        }
    }
    let useless = gain::useless(view);
    for ((score, useless), choice) in scores.iter_mut().zip(useless).zip(game.choices()) {
        if useless || waste::of(game, &ask, *choice).is_some() {
            *score = f32::NEG_INFINITY;
        }
    }
    best(&scores)
}

/// A new seed from a generator.
pub(crate) fn seed(chance: &mut Chance) -> Seed {
    let mut half = || chance.below(Stream::Choice, 1 << 62) as u64;
    Seed([half(), half()])
}

/// The first of the best.
pub(crate) fn best(scores: &[f32]) -> usize {
    let better =
        |best: usize, (index, score): (usize, &f32)| if *score > scores[best] { index } else { best };
    scores.iter().enumerate().fold(0, better)
}

/// Whether the question is about an effect that only the table can judge.
fn is_effect(ask: &Ask, choices: &[Choice]) -> bool {
    match ask.why {
        Why::PlayOrPass | Why::Act | Why::Build => {
            choices
                .iter()
                .any(|choice| matches!(choice, Choice::Use(..) | Choice::Play(_) | Choice::PlayBy(..)))
                && ask.why == Why::PlayOrPass
        }
        Why::Choose
        | Why::Mode
        | Why::X
        | Why::Optional
        | Why::PayOrNot
        | Why::Pay
        | Why::Divide
        | Why::Equip
        | Why::Prevent
        | Why::Retreat
        | Why::Destination
        | Why::Bid => true,
        Why::Keyword(keyword) => keyword != vocab::Keyword::Lucky,
        Why::PlayEvent
        | Why::PullResource
        | Why::Mulligan
        | Why::SetupBuild
        | Why::SetupPartial
        | Why::BuildCounters
        | Why::BuildStepStart
        | Why::NextUnit
        | Why::Order
        | Why::Untap
        | Why::ByHand
        | Why::Agree => false,
    }
}

/// The table after a choice, once its effect has happened.
fn outcome(game: &Game, seat: Role, index: usize, seed: Seed) -> f32 {
    let wanted = game.choices().get(index).copied();
    let depth = game.whole().frames.len();
    let mut game = game.determinise(seat, seed);
    // Hidden cards may offer other things; the same choice is meant.
    let Some(index) = game.choices().iter().position(|choice| Some(*choice) == wanted) else {
        return win_chance(&game, seat);
    };
    let mut scores = Vec::new();
    let mut next = index;
    for _ in 0..STEPS {
        if game.answer(next).is_err() {
            break;
        }
        match game.asked() {
            Some(ask) if game.whole().frames.len() > depth => {
                policy::scores(&game, &ask, strike::near, &mut scores);
                next = best(&scores);
            }
            Some(_) | None => break,
        }
    }
    win_chance(&game, seat)
}
