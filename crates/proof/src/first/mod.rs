//! The `search` player of version 0.1, kept to be measured against. What it thinks is as it was, and stays so.

mod dice;
mod policy;
mod quick;
mod search;
mod strike;
mod value;

use engine::state::{Chance, Seed};
use engine::{Seat, Why};
use vocab::Keyword;

/// A player who searches as version 0.1 did.
#[derive(Clone, Debug)]
pub struct First {
    rounds: usize,
    chance: Chance,
}

impl First {
    /// A player who searches so many rounds: 400 for the `search` of version 0.1, 16 for its `steady`.
    pub fn new(rounds: usize, seed: u64) -> First {
        First { rounds, chance: Chance::new(Seed([seed, 0x0DE5_A41C])) }
    }

    /// Answers the question that waits for this seat.
    pub fn choose(&mut self, seat: Seat<'_>) -> usize {
        if seat.choices().len() < 2 {
            return 0;
        }
        if is_small(seat) {
            let mut seen = seat.determinise(quick::seed(&mut self.chance));
            seen.forget_events();
            return quick::choose(&seen, seat.who(), &mut self.chance);
        }
        let known = search::search(seat, self.rounds, &mut self.chance);
        search::most_tried(&known)
    }
}

/// Questions that it left to rules of thumb.
fn is_small(seat: Seat<'_>) -> bool {
    let is = |why: Why| {
        matches!(
            why,
            Why::BuildCounters
                | Why::BuildStepStart
                | Why::Order
                | Why::Untap
                | Why::ByHand
                | Why::Agree
                | Why::Mulligan
                | Why::Keyword(Keyword::Lucky)
        )
    };
    seat.asked().is_some_and(|ask| is(ask.why))
}
