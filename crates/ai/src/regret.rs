//! What an answer costs against the best one: a search, and where it finds a better one, both again on the same deals.

use crate::policy;
use crate::quick::{best, seed};
use crate::search::{self, Aim, Knowledge, Plan};
use crate::strike;
use crate::value::win_chance;
use engine::state::{Chance, Moment, Seed};
use engine::{Choice, Game, Seat};

/// A choice that a search has tried less often than this is a guess.
const TRIED: u32 = 12;
/// On how many deals two answers are compared.
const DEALS: usize = 200;
/// A game is followed for at most this many answers.
const LONGEST: usize = 400;

/// How much chance to win an answer gives away against the best one: 0 if none is better beyond doubt. A search of so
/// many rounds looks for a better one; the two are then compared with the same hidden cards and dice to the end of the
/// battle step, or of the turn outside battles.
pub fn regret(seat: Seat<'_>, index: usize, rounds: usize) -> Option<f32> {
    seat.asked()?;
    let mut chance = Chance::new(Seed([u64::from(seat.turn()), 0x2E6]));
    let known = search::search(seat, Knowledge::Hand, (Plan::rounds(rounds), Aim::All), &mut chance);
    let own = known.get(index)?;
    let better = known.iter().enumerate().filter(|(place, other)| {
        *place != index
            && other.visits >= TRIED
            && (own.visits == 0 || other.win_chance > own.win_chance)
            && seat.choices()[*place] != Choice::Back
    });
    let (other, found) = match better.max_by(|(_, a), (_, b)| a.win_chance.total_cmp(&b.win_chance)) {
        Some(found) => found,
        None => return Some(0.0),
    };
    if own.visits >= TRIED && found.win_chance - own.win_chance <= 0.01 {
        return Some(found.win_chance - own.win_chance);
    }
    let seeds = (0..DEALS).map(|_| seed(&mut chance));
    let differences: Vec<f32> =
        seeds.map(|seed| outcome(seat, other, seed) - outcome(seat, index, seed)).collect();
    let mean = differences.iter().sum::<f32>() / DEALS as f32;
    let spread = differences.iter().map(|one| (one - mean).powi(2)).sum::<f32>() / DEALS as f32;
    let error = 1.96 * (spread / DEALS as f32).sqrt();
    Some(if mean > error { mean } else { 0.0 })
}

/// The chance to win at the end of the battle step or turn, if the game goes on by first impressions.
fn outcome(seat: Seat<'_>, index: usize, seed: Seed) -> f32 {
    let mut game: Game = seat.determinise(seed);
    game.forget_events();
    let (turn, moment) = (game.whole().turn.max(1), game.whole().moment);
    let goes_on = |game: &Game| match moment {
        Moment::BattleStep(_) => game.whole().moment == moment,
        _ => game.whole().turn <= turn,
    };
    let mut scores = Vec::new();
    let mut next = index;
    for _ in 0..LONGEST {
        if game.answer(next).is_err() {
            break;
        }
        game.forget_events();
        let Some(ask) = game.asked().filter(|_| goes_on(&game)) else { break };
        policy::scores(&game, &ask, strike::near, &mut scores);
        next = best(&scores);
    }
    win_chance(&game, seat.who())
}
