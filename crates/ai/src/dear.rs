//! What a choice in a fight comes to: each is compared with another one over the same deals and dice, to the end of the fight.
//!
//! Only what the judgement of a position counts is weighed: units, what they can take and deal, and Force. A play that brings
//! anything else (a card, a look at a hand, a unit that is tapped, something that waits) is its player's own business.

use crate::gain::{Change, Scene, is_passing};
use crate::policy;
use crate::quick::{best, seed};
use crate::strike;
use crate::value::win_chance;
use engine::state::{Chance, Seed};
use engine::{Choice, Game, Seat, Why};
use vocab::Role;

/// On how many deals choices are compared.
const DEALS: usize = 5;
/// More plays than these are their player's choice.
const PLAYS: usize = 3;
/// How many answers are followed for one question.
const ANSWERS: usize = 160;
/// So much chance to win is a difference.
const DIFFERENCE: f32 = 0.003;

/// Whether each of these plays costs more than it brings, in the attack or the damage that goes on. `pass` is the choice to
/// leave them all.
pub(crate) fn are_dear(seat: Seat<'_>, pass: usize, plays: &[usize]) -> bool {
    !plays.is_empty() && plays.len() <= PLAYS && is_always_better(seat, pass, plays, Others::LetItHappen)
}

/// Whether an attack is better than none, whatever the other player does about it.
pub(crate) fn is_worth_it(seat: Seat<'_>, attack: usize, pass: usize) -> bool {
    is_always_better(seat, attack, &[pass], Others::StepIn)
}

/// What those do who can step in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    /// Nothing.
    LetItHappen,
    /// What the other player would do at first sight.
    StepIn,
}

/// Whether one choice is better than each of the others on every deal.
fn is_always_better(seat: Seat<'_>, one: usize, others: &[usize], mood: Others) -> bool {
    let mut chance = Chance::new(Seed([u64::from(seat.turn()), 0xDEA]));
    let mut fight = Fight { who: seat.who(), mood, answers: ANSWERS, scores: Vec::new() };
    (0..DEALS).all(|_| {
        let mut game = seat.determinise(seed(&mut chance));
        game.forget_events();
        let Some(own) = fight.after(&game, one) else { return false };
        others.iter().all(|other| fight.after(&game, *other).is_some_and(|other| own > other + DIFFERENCE))
    })
}

/// A fight that is followed to its end.
struct Fight {
    who: Role,
    mood: Others,
    /// How many answers may still be followed.
    answers: usize,
    scores: Vec<f32>,
}

impl Fight {
    /// The chance to win when the fight is over, if this choice is made, aimed as well as possible, and nothing further is
    /// played; nothing where that doesn't say what the choice is worth.
    fn after(&mut self, before: &Game, index: usize) -> Option<f32> {
        let mut game = before.clone();
        game.answer(index).ok()?;
        let is_play = !is_passing(before.choices()[index]) && before.asked()?.why == Why::PlayOrPass;
        self.follow(before, game, is_play)
    }

    fn follow(&mut self, before: &Game, mut game: Game, mut is_play: bool) -> Option<f32> {
        let scene = Scene::of(before);
        while let Some(ask) = game.asked() {
            if is_play && scene.is_over(&game, &ask) {
                is_play = false;
                let events = game.take_events();
                if Change::between(before, &game, &events, self.who).beyond {
                    return None;
                }
            }
            let is_fight = game.whole().attack().is_some() || !game.whole().instances().is_empty();
            if ask.why.is_of_step() || !is_fight {
                break;
            }
            self.answers = self.answers.checked_sub(1)?;
            let choices = game.choices();
            let lets = ask.who == self.who || self.mood == Others::LetItHappen;
            let next = match choices.iter().position(|choice| *choice == Choice::Pass) {
                Some(pass) if ask.why == Why::PlayOrPass && lets => pass,
                _ if is_play && ask.who == self.who => {
                    let aims = (0..choices.len()).filter(|aim| choices[*aim] != Choice::Back);
                    let mut most = f32::MIN;
                    for aim in aims {
                        let mut aimed = game.clone();
                        aimed.answer(aim).ok()?;
                        most = most.max(self.follow(before, aimed, true)?);
                    }
                    return Some(most);
                }
                _ => {
                    policy::scores(&game, &ask, strike::near, &mut self.scores);
                    best(&self.scores)
                }
            };
            game.answer(next).ok()?;
        }
        Some(win_chance(&game, self.who))
    }
}
