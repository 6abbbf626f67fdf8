//! A player at the table.

use crate::gain;
use crate::gentle;
use crate::hands;
use crate::level::{Level, Way};
use crate::null;
use crate::quick;
use crate::search::{self, Aim, Knowledge, Plan};
use engine::state::{Chance, Seed, Stream};
use engine::{Seat, Why};
use vocab::Keyword;

/// A computer player. The same seed and the same questions give the same answers.
#[derive(Clone, Debug)]
pub struct Player {
    way: Way,
    knowledge: Knowledge,
    chance: Chance,
}

impl Player {
    /// A player of a level; its chance is its own, not the game's.
    pub fn new(level: Level, seed: u64) -> Player {
        Player::with(level.way(), Knowledge::Hand, seed)
    }

    /// A player who searches by a plan of one's own.
    pub fn searching(plan: Plan, knowledge: Knowledge, seed: u64) -> Player {
        Player::with(Way::Search(plan), knowledge, seed)
    }

    /// The same player with other knowledge.
    #[must_use]
    pub const fn knowing(mut self, knowledge: Knowledge) -> Player {
        self.knowledge = knowledge;
        self
    }

    fn with(way: Way, knowledge: Knowledge, seed: u64) -> Player {
        Player { way, knowledge, chance: Chance::new(Seed([seed, 0x0DE5_A41C])) }
    }

    /// Answers the question that waits for this seat: an index into the offered choices; 0 if there is no question.
    /// A seat is all that it gets: what the player can't see isn't there.
    pub fn choose(&mut self, seat: Seat<'_>) -> usize {
        let choices = seat.choices().len();
        if choices < 2 {
            return 0;
        }
        match self.way {
            Way::Random => hands::any(*seat, &mut self.chance),
            Way::Gentle => {
                let mut seen = seat.determinise(quick::seed(&mut self.chance));
                seen.forget_events();
                gentle::choose(&seen, &mut self.chance)
            }
            Way::Quick { slips } => {
                if self.chance.below(Stream::Choice, 100) < slips {
                    return hands::any(*seat, &mut self.chance);
                }
                let mut seen = seat.determinise(quick::seed(&mut self.chance));
                seen.forget_events();
                let index = quick::choose(seat, &seen, &mut self.chance);
                self.or_pass(seat, index)
            }
            Way::Search(_) if is_small(seat) => {
                let mut seen = seat.determinise(quick::seed(&mut self.chance));
                seen.forget_events();
                quick::choose(seat, &seen, &mut self.chance)
            }
            Way::Search(plan) => {
                let known = search::search(seat, self.knowledge, (plan, Aim::Answer), &mut self.chance);
                let index = search::most_tried(&known, seat.choices());
                self.or_pass(seat, index)
            }
        }
    }

    /// A choice, or passing if nothing would come of the choice but its cost.
    fn or_pass(&mut self, seat: Seat<'_>, index: usize) -> usize {
        let pass = seat.choices().iter().position(|choice| gain::is_passing(*choice));
        match pass {
            Some(pass) if null::is_nothing(seat, index, &mut self.chance) => pass,
            _ => index,
        }
    }
}

/// Questions that rules of thumb answer as well as any search: dice to reroll, counters that are missing, orders.
fn is_small(seat: Seat<'_>) -> bool {
    seat.asked().is_some_and(|ask| match ask.why {
        Why::BuildCounters
        | Why::BuildStepStart
        | Why::Order
        | Why::Untap
        | Why::ByHand
        | Why::Agree
        | Why::Mulligan
        | Why::Keyword(Keyword::Lucky) => true,
        Why::PlayEvent
        | Why::PullResource
        | Why::SetupBuild
        | Why::SetupPartial
        | Why::Build
        | Why::Destination
        | Why::Retreat
        | Why::PlayOrPass
        | Why::NextUnit
        | Why::Act
        | Why::Bid
        | Why::Optional
        | Why::PayOrNot
        | Why::Keyword(_)
        | Why::Choose
        | Why::Mode
        | Why::X
        | Why::Pay
        | Why::Prevent
        | Why::Divide
        | Why::Equip => false,
    })
}
