//! The moments of a game that its player can learn from: what was chosen, apart from what was rolled.
//!
//! A decision is compared with the best other answer over the same deals of the hidden cards and the same dice, knowing only
//! what the player could see. What counts is beyond doubt with two seeds. Luck is kept apart: what an attack was worth after
//! its dice against what it was worth before them.

use crate::policy;
use crate::regret::{self, Ahead};
use crate::rolled;
use engine::{Choice, Game, Why};
use vocab::Role;

/// A smaller regret is no lesson.
pub const LEAST: f32 = 0.06;
/// A find is at least so much better than what comes to mind first.
pub const FIND: f32 = 0.10;
/// Dice that change less are no luck to speak of.
pub const LUCK: f32 = 0.10;
/// As many moments as are shown.
pub const MOST: usize = 3;

/// What a moment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lesson {
    /// Another answer was better.
    Better,
    /// The answer was much better than what comes to mind first.
    Find,
    /// The answer had nothing to do with it: that was dice.
    Luck,
}

impl Lesson {
    /// All of them, what is shown first first.
    pub const ALL: [Lesson; 3] = [Lesson::Better, Lesson::Find, Lesson::Luck];
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
    /// The place of the better choice; of the first impression, if the moment is a find; of the choice itself, if it was luck.
    pub other: usize,
    /// How much of the chance to win lies between the two; what the dice brought, if it was luck: less than nothing, if it was
    /// bad.
    pub gain: f32,
}

/// A moment with the game as it was: before the answer, and after its dice where they are what it is about.
#[derive(Clone, Debug)]
pub struct Found {
    /// The moment.
    pub moment: Moment,
    /// The game before the answer.
    pub before: Game,
    /// The game after the dice, if the moment is luck.
    pub after: Option<Game>,
}

impl Found {
    /// How sure it is with another seed: by how much the better choice is ahead, or what the dice brought.
    pub fn again(&self, seed: u64) -> Option<f32> {
        match &self.after {
            None => again(&self.before, &self.moment, seed).map(|ahead| ahead.mean),
            Some(after) => rolled::brought(&self.before, self.moment.chosen, after, seed),
        }
    }
}

/// Goes through a game with one of its players, and finds the moments.
pub struct Watch {
    who: Role,
    rounds: usize,
    /// An attack that the player has declared, until its dice have been rolled: the game before it, the number of answers,
    /// the place of the choice.
    declared: Option<(Game, usize, usize)>,
    found: Vec<Found>,
}

impl Watch {
    /// Watches a player; a search of so many rounds looks for better answers.
    pub const fn new(who: Role, rounds: usize) -> Watch {
        Watch { who, rounds, declared: None, found: Vec::new() }
    }

    /// The game after so many answers, with the place of the next one, if that is to be looked at.
    pub fn see(&mut self, game: &Game, answers: usize, next: Option<usize>) {
        if let Some((before, ..)) = &self.declared
            && rolled::is_rolled(before, game)
            && let Some((before, answers, chosen)) = self.declared.take()
        {
            let moment = lucky(&before, answers, chosen, game);
            self.found.extend(moment.map(|moment| Found { moment, before, after: Some(game.clone()) }));
        }
        let asked = game.asked().filter(|ask| ask.who == self.who);
        let (Some(ask), Some(next)) = (asked, next) else { return };
        let before = || game.clone();
        let moment = moment(game, answers, next, self.rounds);
        self.found.extend(moment.map(|moment| Found { moment, before: before(), after: None }));
        if ask.why == Why::Act && matches!(game.choices().get(next), Some(Choice::Attack(..))) {
            self.declared = Some((before(), answers, next));
        }
    }

    /// All that was found.
    pub fn found(self) -> Vec<Found> {
        self.found
    }
}

/// What the dice of an attack brought, if that is worth a word: the same with two seeds.
fn lucky(before: &Game, answers: usize, chosen: usize, after: &Game) -> Option<Moment> {
    let brought = |seed| rolled::brought(before, chosen, after, seed).filter(|brought| brought.abs() >= LUCK);
    let (one, other) = (brought(1)?, brought(2)?);
    let gain = if one.abs() < other.abs() { one } else { other };
    let ask = before.asked().filter(|_| (one > 0.0) == (other > 0.0))?;
    let turn = before.whole().turn;
    Some(Moment { answers, turn, why: ask.why, lesson: Lesson::Luck, chosen, other: chosen, gain })
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

/// How sure it is, with another seed, that the better choice of a moment is better; nothing of luck, which is no choice.
pub fn again(game: &Game, moment: &Moment, seed: u64) -> Option<Ahead> {
    let seat = game.seat(game.asked()?.who);
    let (better, worse) = match moment.lesson {
        Lesson::Better => (moment.other, moment.chosen),
        Lesson::Find => (moment.chosen, moment.other),
        Lesson::Luck => return None,
    };
    Some(regret::ahead(seat, better, worse, seed))
}

/// What sort of idea a moment is about: one of each is enough.
fn idea(moment: &Moment) -> u8 {
    if moment.lesson == Lesson::Luck {
        return 7;
    }
    match moment.why {
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
/// of each idea; then finds, then luck.
pub fn best(found: Vec<Found>) -> Vec<Found> {
    let moments: Vec<Moment> = found.iter().map(|found| found.moment.clone()).collect();
    let mut found: Vec<Option<Found>> = found.into_iter().map(Some).collect();
    shown(&moments).into_iter().filter_map(|place| found[place].take()).collect()
}

/// The places of those.
fn shown(moments: &[Moment]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..moments.len()).collect();
    order.sort_by(|one, other| {
        let (one, other) = (&moments[*one], &moments[*other]);
        one.lesson.cmp(&other.lesson).then(other.gain.abs().total_cmp(&one.gain.abs()))
    });
    let mut shown: Vec<usize> = Vec::new();
    for place in order {
        let new = &moments[place];
        let is_new = |other: &usize| {
            let other = &moments[*other];
            other.turn != new.turn && idea(other) != idea(new)
        };
        if shown.len() < MOST && shown.iter().all(is_new) {
            shown.push(place);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{Lesson, Moment, shown};
    use engine::Why;

    fn of(turn: u16, why: Why, lesson: Lesson, gain: f32) -> Moment {
        Moment { answers: 0, turn, why, lesson, chosen: 0, other: 1, gain }
    }

    fn gains(found: &[Moment]) -> Vec<f32> {
        shown(found).into_iter().map(|place| found[place].gain).collect()
    }

    #[test]
    fn three_moments_of_different_turns_and_ideas_are_shown_what_was_given_away_first() {
        let found = [
            of(2, Why::Act, Lesson::Better, 0.10),
            of(3, Why::Act, Lesson::Better, 0.30),
            of(3, Why::Retreat, Lesson::Better, 0.20),
            of(4, Why::Retreat, Lesson::Better, 0.07),
            of(5, Why::Build, Lesson::Find, 0.50),
            of(6, Why::Prevent, Lesson::Find, 0.12),
        ];
        assert_eq!(gains(&found), [0.30, 0.07, 0.50]);
        assert!(shown(&[]).is_empty());
    }

    #[test]
    fn luck_comes_last_good_or_bad_and_once() {
        let found = [
            of(2, Why::Act, Lesson::Luck, 0.20),
            of(4, Why::Act, Lesson::Luck, -0.40),
            of(3, Why::Act, Lesson::Better, 0.08),
            of(4, Why::Build, Lesson::Find, 0.11),
        ];
        // The larger luck fell in the turn of the find, which goes first.
        assert_eq!(gains(&found), [0.08, 0.11, 0.20]);
        assert_eq!(gains(&found[..2]), [-0.40]);
    }
}
