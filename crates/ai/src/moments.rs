//! The moments of a game that its player can learn from: what was chosen, apart from what was rolled.
//!
//! A decision is compared with the best other answer over the same deals of the hidden cards and the same dice, knowing only
//! what the player could see. What counts is beyond doubt with two seeds.

use crate::policy;
use crate::regret::{self, Ahead};
use engine::{Choice, Game, Why};
use vocab::Role;

/// A smaller regret is no lesson.
pub const LEAST: f32 = 0.06;
/// A find is at least so much better than what comes to mind first.
pub const FIND: f32 = 0.10;
/// As many moments as are shown.
pub const MOST: usize = 3;

/// What a moment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lesson {
    /// Another answer was better.
    Better,
    /// The answer was much better than what comes to mind first.
    Find,
}

/// A moment of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The number of answers before it.
    pub answers: usize,
    /// The turn.
    pub turn: u16,
    /// What was asked.
    pub why: Why,
    /// What it is about.
    pub lesson: Lesson,
    /// The place of the choice that was made.
    pub chosen: usize,
    /// The place of the better choice; of the first impression, if the moment is a find.
    pub other: usize,
    /// How much of the chance to win lies between the two.
    pub gain: f32,
}

/// Whether a question is one that something can be learned from.
fn is_a_choice(game: &Game, who: Role) -> bool {
    let choices = game.choices();
    let (Some(first), true) = (choices.first(), choices.len() > 1) else { return false };
    choices[1..].iter().any(|other| !crate::are_alike(game, who, *first, *other))
        && crate::obvious(game.seat(who)).is_none()
}

/// What an answer that was given teaches; nothing if it was as good as any, or as anybody would have answered. A search of so
/// many rounds looks for a better one.
pub fn moment(game: &Game, answers: usize, chosen: usize, rounds: usize) -> Option<Moment> {
    let ask = game.asked()?;
    if chosen >= game.choices().len() || !is_a_choice(game, ask.who) {
        return None;
    }
    let seat = game.seat(ask.who);
    let alike = |one: usize, other: usize| {
        crate::are_alike(game, ask.who, game.choices()[one], game.choices()[other])
    };
    let told = |lesson, other, gain| Moment {
        answers,
        turn: game.whole().turn,
        why: ask.why,
        lesson,
        chosen,
        other,
        gain,
    };
    let sure = |better: usize, worse: usize, least: f32| {
        let once = |seed| regret::ahead(seat, better, worse, seed).sure().filter(|gain| *gain >= least);
        Some(once(1)?.min(once(2)?))
    };
    match regret::rival(seat, chosen, rounds, 0) {
        Some(rival) if !alike(rival, chosen) => {
            let gain = sure(rival, chosen, LEAST)?;
            Some(told(Lesson::Better, rival, gain))
        }
        _ => {
            // What comes to mind first, judged without the cards that the player couldn't see.
            let first = policy::first(seat)?;
            if alike(first, chosen) || game.choices()[first] == Choice::Back {
                return None;
            }
            let gain = sure(chosen, first, FIND)?;
            Some(told(Lesson::Find, first, gain))
        }
    }
}

/// How sure it is, with another seed, that the better choice of a moment is better.
pub fn again(game: &Game, moment: &Moment, seed: u64) -> Option<Ahead> {
    let seat = game.seat(game.asked()?.who);
    let (better, worse) = match moment.lesson {
        Lesson::Better => (moment.other, moment.chosen),
        Lesson::Find => (moment.chosen, moment.other),
    };
    Some(regret::ahead(seat, better, worse, seed))
}

/// What sort of idea a question is about: one of each is enough.
const fn idea(why: Why) -> u8 {
    match why {
        Why::Act | Why::NextUnit => 0,
        Why::Retreat => 1,
        Why::PlayOrPass | Why::Prevent | Why::PayOrNot | Why::Pay | Why::X | Why::Optional => 2,
        Why::Build | Why::BuildCounters | Why::BuildStepStart | Why::Destination | Why::Equip => 3,
        Why::SetupBuild | Why::SetupPartial | Why::Mulligan | Why::PlayEvent | Why::PullResource => 4,
        Why::Keyword(_) => 5,
        Why::Order
        | Why::Choose
        | Why::Mode
        | Why::Divide
        | Why::Bid
        | Why::Untap
        | Why::ByHand
        | Why::Agree => 6,
    }
}

/// The moments to show: those in which something was given away first, the largest first, at most one of each turn and one
/// of each idea; then finds.
pub fn best(mut found: Vec<Moment>) -> Vec<Moment> {
    found.sort_by(|one, other| one.lesson.cmp(&other.lesson).then(other.gain.total_cmp(&one.gain)));
    let mut shown: Vec<Moment> = Vec::new();
    for moment in found {
        let is_new = |other: &Moment| other.turn != moment.turn && idea(other.why) != idea(moment.why);
        if shown.len() < MOST && shown.iter().all(is_new) {
            shown.push(moment);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{Lesson, Moment, best};
    use engine::Why;

    fn of(turn: u16, why: Why, lesson: Lesson, gain: f32) -> Moment {
        Moment { answers: 0, turn, why, lesson, chosen: 0, other: 1, gain }
    }

    #[test]
    fn three_moments_of_different_turns_and_ideas_are_shown_what_was_given_away_first() {
        let found = vec![
            of(2, Why::Act, Lesson::Better, 0.10),
            of(3, Why::Act, Lesson::Better, 0.30),
            of(3, Why::Retreat, Lesson::Better, 0.20),
            of(4, Why::Retreat, Lesson::Better, 0.07),
            of(5, Why::Build, Lesson::Find, 0.50),
            of(6, Why::Prevent, Lesson::Find, 0.12),
        ];
        let gains: Vec<f32> = best(found).iter().map(|moment| moment.gain).collect();
        assert_eq!(gains, [0.30, 0.07, 0.50]);
        assert!(best(Vec::new()).is_empty());
    }
}
