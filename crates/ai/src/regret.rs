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

/// How far one answer is ahead of another: the mean over deals and dice, and how far that may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ahead {
    /// The mean difference.
    pub mean: f32,
    /// Half the width of its interval of 95 %.
    pub error: f32,
}

impl Ahead {
    /// The difference, if it is beyond doubt.
    pub fn sure(self) -> Option<f32> {
        (self.mean > self.error).then_some(self.mean)
    }
}

/// What chance comes from in a comparison; 0 is the usual seed.
pub(crate) fn chance(seat: Seat<'_>, seed: u64) -> Chance {
    Chance::new(Seed([u64::from(seat.turn()), 0x2E6_u64.wrapping_add(seed << 12)]))
}

/// How much chance to win an answer gives away against the best one: 0 if none is better beyond doubt. A search of so
/// many rounds looks for a better one; the two are then compared with the same hidden cards and dice to the end of the
/// battle step, or of the turn outside battles.
pub fn regret(seat: Seat<'_>, index: usize, rounds: usize) -> Option<f32> {
    seat.asked()?;
    let mut chance = chance(seat, 0);
    let (other, slight) = match rivals(seat, index, rounds, &mut chance)? {
        Rivals::None => return Some(0.0),
        Rivals::One(other, slight) => (other, slight),
    };
    if let Some(slight) = slight {
        return Some(slight);
    }
    let ahead = compared(seat, other, index, &mut chance);
    Some(ahead.sure().unwrap_or(0.0))
}

/// What a search finds besides an answer.
enum Rivals {
    /// Nothing that looks better.
    None,
    /// This one; and by how much, if that is next to nothing.
    One(usize, Option<f32>),
}

fn rivals(seat: Seat<'_>, index: usize, rounds: usize, chance: &mut Chance) -> Option<Rivals> {
    let known = search::search(seat, Knowledge::Hand, (Plan::rounds(rounds), Aim::All), chance);
    let own = known.get(index)?;
    let better = known.iter().enumerate().filter(|(place, other)| {
        *place != index
            && other.visits >= TRIED
            && (own.visits == 0 || other.win_chance > own.win_chance)
            && seat.choices()[*place] != Choice::Back
    });
    let Some((other, found)) = better.max_by(|(_, a), (_, b)| a.win_chance.total_cmp(&b.win_chance)) else {
        return Some(Rivals::None);
    };
    let slight = found.win_chance - own.win_chance;
    Some(Rivals::One(other, (own.visits >= TRIED && slight <= 0.01).then_some(slight)))
}

/// The answer that a search of so many rounds finds clearly better than another one, if it finds one.
pub(crate) fn rival(seat: Seat<'_>, index: usize, rounds: usize, seed: u64) -> Option<usize> {
    match rivals(seat, index, rounds, &mut chance(seat, seed))? {
        Rivals::One(other, None) => Some(other),
        Rivals::One(_, Some(_)) | Rivals::None => None,
    }
}

/// How far one answer is ahead of another, on the deals and dice of a seed.
pub(crate) fn ahead(seat: Seat<'_>, better: usize, worse: usize, seed: u64) -> Ahead {
    compared(seat, better, worse, &mut chance(seat, seed))
}

fn compared(seat: Seat<'_>, better: usize, worse: usize, chance: &mut Chance) -> Ahead {
    let seeds = (0..DEALS).map(|_| seed(chance));
    let differences: Vec<f32> =
        seeds.map(|seed| outcome(seat, better, seed) - outcome(seat, worse, seed)).collect();
    let mean = differences.iter().sum::<f32>() / DEALS as f32;
    let spread = differences.iter().map(|one| (one - mean).powi(2)).sum::<f32>() / DEALS as f32;
    Ahead { mean, error: 1.96 * (spread / DEALS as f32).sqrt() }
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
