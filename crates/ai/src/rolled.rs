//! What the dice of an attack brought: what the attack was worth after its roll against what it was worth before.

use crate::policy;
use crate::quick::{best, seed};
use crate::regret::chance;
use crate::strike;
use crate::value::win_chance;
use engine::state::Seed;
use engine::{Game, Seat, Why};

/// Over how many deals and dice a worth is the mean.
const DEALS: usize = 120;
/// An attack is over after this many answers at the latest.
const LONGEST: usize = 60;

/// The number of the attack that goes on.
fn attack(game: &Game) -> Option<u16> {
    game.whole().attack().map(|attack| attack.number)
}

/// Whether a game goes on to something that comes after an attack.
fn is_past(game: &Game, begun: Option<u16>) -> bool {
    let is_next = |why| matches!(why, Why::Act | Why::NextUnit | Why::Retreat | Why::Build);
    (begun.is_some() && attack(game) != begun) || game.asked().is_none_or(|ask| is_next(ask.why))
}

/// Whether the dice of an attack that was declared before this game lie on the table now, or have done their work.
pub(crate) fn is_rolled(before: &Game, game: &Game) -> bool {
    let begun = game.whole().attack().filter(|own| Some(own.number) != attack(before));
    match begun {
        Some(begun) => !begun.dice.is_empty(),
        None => is_past(game, None),
    }
}

/// The chance to win at the end of an attack, in the mean over deals and dice, if both go on by first impressions.
fn worth(seat: Seat<'_>, first: Option<usize>, number: u64) -> f32 {
    let mut chance = chance(seat, number);
    let mut scores = Vec::new();
    let mut once = |dealt: Seed| {
        let mut game = seat.determinise(dealt);
        game.forget_events();
        let mut begun = if first.is_none() { attack(&game) } else { None };
        let mut next = first;
        for _ in 0..LONGEST {
            if next.is_none() && is_past(&game, begun) {
                break;
            }
            let place = match (next.take(), game.asked()) {
                (Some(place), _) => place,
                (None, Some(ask)) => {
                    policy::scores(&game, &ask, strike::near, &mut scores);
                    best(&scores)
                }
                (None, None) => break,
            };
            if game.answer(place).is_err() {
                break;
            }
            game.forget_events();
            begun = begun.or_else(|| attack(&game));
        }
        win_chance(&game, seat.who())
    };
    (0..DEALS).map(|_| once(seed(&mut chance))).sum::<f32>() / DEALS as f32
}

/// How much the dice of an attack raised the chance to win of whoever chose it. `before` asks for it, in `after` its dice
/// have been rolled.
pub(crate) fn brought(before: &Game, chosen: usize, after: &Game, seed: u64) -> Option<f32> {
    let who = before.asked()?.who;
    Some(worth(after.seat(who), None, seed) - worth(before.seat(who), Some(chosen), seed))
}
