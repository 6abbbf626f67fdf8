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
                let mut index = self.search(seat, plan.at_least(rounds_for_aims(seat)));
                if search::spends(seat.choices()[index]) && plan.is_shorter_than(SECOND_LOOK) {
                    index = self.search(seat, plan.at_least(SECOND_LOOK));
                }
                let index = null::better_aim(seat, index, &mut self.chance).unwrap_or(index);
                self.or_pass(seat, index)
            }
        }
    }

    /// What a search finds best.
    fn search(&mut self, seat: Seat<'_>, plan: Plan) -> usize {
        let known = search::search(seat, self.knowledge, (plan, Aim::Answer), &mut self.chance);
        search::most_tried(&known, seat.choices())
    }

    /// A choice, or passing if nothing would come of the choice but its cost; or the retreat without which a unit is lost.
    fn or_pass(&mut self, seat: Seat<'_>, index: usize) -> usize {
        let pass = seat.choices().iter().position(|choice| gain::is_passing(*choice));
        if pass == Some(index) {
            return null::called_for(seat, index, MOSTLY, &mut self.chance).unwrap_or(index);
        }
        match pass {
            Some(pass) if null::is_nothing(seat, index, &mut self.chance) => pass,
            _ => index,
        }
    }
}

/// A unit that won't live to act retreats if the turn ends better with that on so many of ten deals.
const MOSTLY: usize = 8;

/// So many rounds for each way of aiming what has been paid for: there are many ways, and first impressions know little of
/// them.
const ROUNDS_FOR_AN_AIM: usize = 6;

/// A short search that would spend something looks again, for so many rounds: what it promises itself from a play is
/// often luck.
const SECOND_LOOK: usize = 64;

/// How many rounds a question of aim deserves.
fn rounds_for_aims(seat: Seat<'_>) -> usize {
    let is_aim = seat.asked().is_some_and(|ask| matches!(ask.why, Why::Choose | Why::Mode | Why::Equip));
    if is_aim { ROUNDS_FOR_AN_AIM * seat.choices().len() } else { 0 }
}

/// Questions that rules of thumb answer as well as any search: dice to reroll, counters that are missing, orders, how much
/// to prevent with what has been paid for.
fn is_small(seat: Seat<'_>) -> bool {
    seat.asked().is_some_and(|ask| match ask.why {
        Why::BuildCounters
        | Why::BuildStepStart
        | Why::Order
        | Why::Untap
        | Why::ByHand
        | Why::Agree
        | Why::Mulligan
        | Why::Prevent
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
        | Why::Divide
        | Why::Equip => false,
    })
}
