//! The null test: the same turn with a play and without it, over the same deals and dice.
//!
//! A play after which only its cost has changed, at once or by the end of the turn, is worse than passing. Players ask it
//! of a choice before they make it, and `gifts` of what was done in a recorded game.

use crate::gain::{self, Change, Scene};
use crate::policy;
use crate::quick::{best, seed};
use crate::strike;
use crate::value::win_chance;
use crate::waste;
use engine::state::{Chance, Seed};
use engine::{Choice, Game, Seat, What};
use vocab::Role;

/// On how many deals, with their dice, a play is tried.
const DEALS: usize = 10;
/// On how many of them a player wants to have something from it.
const WANTED: usize = 3;
/// How many other ways of aiming a play are tried, the likely ones first.
const AIMS: usize = 6;
/// A line ends at the latest after this many answers.
const LONGEST: usize = 400;

/// Whether the seat would have nothing from a choice but its cost, as far as it can know.
pub(crate) fn is_nothing(seat: Seat<'_>, index: usize, chance: &mut Chance) -> bool {
    let (Some(ask), Some(choice)) = (seat.asked(), seat.choices().get(index)) else { return false };
    if !gain::can_be_left(&ask, seat.choices()) || !gain::is_tried(&ask, *choice) {
        return false;
    }
    let play = Play { who: seat.who(), aims: vec![*choice] };
    play.comes_to_nothing(seat, WANTED, chance)
}

/// A play: what is chosen, and how it is aimed, as far as that is known.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub who: Role,
    /// What its player chooses, the play itself first.
    pub aims: Vec<Choice>,
}

impl Play {
    /// Whether the play brings something beyond its cost on fewer than the wanted number of deals.
    pub(crate) fn comes_to_nothing(&self, seat: Seat<'_>, wanted: usize, chance: &mut Chance) -> bool {
        let Some(pass) = seat.choices().iter().position(|choice| gain::is_passing(*choice)) else {
            return false;
        };
        let mut gains = 0;
        for _ in 0..DEALS {
            let mut game = seat.determinise(seed(chance));
            game.forget_events();
            gains += usize::from(!self.is_nothing_in(&game, pass));
            if gains >= wanted {
                return false;
            }
        }
        true
    }

    /// The same of one deal.
    fn is_nothing_in(&self, before: &Game, pass: usize) -> bool {
        let mut with = before.clone();
        if !self.repeat(&mut with) || tells(&mut with, self.who) {
            return false;
        }
        let mut without = before.clone();
        if without.answer(pass).is_err() {
            return false;
        }
        // Whoever passes may find that damage has been done meanwhile, and whoever plays that it hasn't been yet.
        for other in [before, &without] {
            let at_once = Change::between(other, &with, &[], self.who);
            if !at_once.gained {
                return at_once.paid;
            }
        }
        play_on(&mut without, self.aims.first().map(|choice| (self.who, *choice)));
        play_on(&mut with, None);
        let change = Change::between(&without, &with, &[], self.who);
        without.outcome() == with.outcome() && change.paid && !change.gained
    }

    /// Plays it, aimed as it is.
    fn repeat(&self, game: &mut Game) -> bool {
        let scene = Scene::of(game);
        let mut aims = self.aims.iter();
        let first = aims.next();
        let Some(index) = game.choices().iter().position(|choice| Some(choice) == first) else {
            return false;
        };
        if game.answer(index).is_err() {
            return false;
        }
        finish(game, scene, &mut aims, self.who);
        true
    }
}

/// Answers until what was begun has happened: as it was aimed, else by first impressions; whoever could step in doesn't.
pub(crate) fn finish<'a>(
    game: &mut Game,
    scene: Scene,
    aims: &mut impl Iterator<Item = &'a Choice>,
    who: Role,
) {
    let mut scores = Vec::new();
    for _ in 0..LONGEST {
        let Some(ask) = game.asked() else { break };
        if scene.is_over(game, &ask) {
            break;
        }
        let aimed = if ask.who == who { aims.next() } else { None };
        let choices = game.choices();
        let aimed = aimed.and_then(|aim| choices.iter().position(|choice| choice == aim));
        let pass = choices.iter().position(|choice| gain::is_passing(*choice));
        let index = match (aimed, pass) {
            (Some(aimed), _) => aimed,
            (None, Some(pass)) if gain::lets_happen(&ask, who) => pass,
            (None, _) => {
                policy::scores(game, &ask, strike::near, &mut scores);
                best(&scores)
            }
        };
        if game.answer(index).is_err() {
            break;
        }
    }
}

/// Plays by first impressions to the end of the turn, without one play of one player.
fn play_on(game: &mut Game, without: Option<(Role, Choice)>) {
    let turn = game.whole().turn;
    let mut scores = Vec::new();
    for _ in 0..LONGEST {
        let Some(ask) = game.asked().filter(|_| game.whole().turn <= turn) else { break };
        policy::scores(game, &ask, strike::near, &mut scores);
        for (score, choice) in scores.iter_mut().zip(game.choices()) {
            if without == Some((ask.who, *choice)) {
                *score = f32::NEG_INFINITY;
            }
        }
        if game.answer(best(&scores)).is_err() {
            break;
        }
        game.forget_events();
    }
}

/// The retreat that is called for where a seat would let a unit stay that won't live to act, if the turn ends better with
/// it on so many of ten deals, with their dice.
pub(crate) fn called_for(seat: Seat<'_>, stay: usize, often: usize, chance: &mut Chance) -> Option<usize> {
    let (ask, choice) = (seat.asked()?, *seat.choices().get(stay)?);
    // Units in arenas are open to everybody.
    let seen = seat.determinise(seed(chance));
    let is_worse = |retreat: &usize, chance: &mut Chance| is_worse(seat, stay, *retreat, chance) >= often;
    waste::left_out(&seen, &ask, choice).into_iter().find(|retreat| is_worse(retreat, chance))
}

/// How the turn ends on a deal after a choice.
fn end(seat: Seat<'_>, deal: Seed, index: usize) -> Option<Game> {
    let mut game = seat.determinise(deal);
    game.forget_events();
    game.answer(index).ok()?;
    play_on(&mut game, None);
    Some(game)
}

/// On how many deals the turn ends worse for a seat with one choice than with another.
fn is_worse(seat: Seat<'_>, one: usize, other: usize, chance: &mut Chance) -> usize {
    let deals: Vec<Seed> = (0..DEALS).map(|_| seed(chance)).collect();
    let worth = |deal: Seed, index: usize| end(seat, deal, index).map(|game| win_chance(&game, seat.who()));
    let is_worse = |deal: &&Seed| match (worth(**deal, one), worth(**deal, other)) {
        (Some(one), Some(other)) => one < other,
        _ => false,
    };
    deals.iter().filter(is_worse).count()
}

/// Another way to aim what has been paid for, if by the end of the turn it brings more on some deals, and this one brings
/// more on none, with the same dice: an attack's power for a unit that doesn't attack is aimed badly.
pub(crate) fn better_aim(seat: Seat<'_>, index: usize, chance: &mut Chance) -> Option<usize> {
    let ask = seat.asked()?;
    if !gain::is_aim(&ask) || seat.choices().len() < 2 {
        return None;
    }
    let mut seen = seat.determinise(seed(chance));
    seen.forget_events();
    let mut scores = Vec::new();
    policy::scores(&seen, &ask, strike::near, &mut scores);
    let is_other = |place: &usize| *place != index && seat.choices()[*place] != Choice::Back;
    let mut others: Vec<usize> = (0..scores.len()).filter(is_other).collect();
    others.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    let deals: Vec<Seed> = (0..DEALS).map(|_| seed(chance)).collect();
    let ends: Vec<Game> = deals.iter().map(|deal| end(seat, *deal, index)).collect::<Option<_>>()?;
    others.into_iter().take(AIMS).find(|other| {
        let mut more = 0;
        for (deal, one) in deals.iter().zip(&ends) {
            let Some(other) = end(seat, *deal, *other) else { return false };
            if Change::between(&other, one, &[], seat.who()).gained {
                return false;
            }
            more += usize::from(Change::between(one, &other, &[], seat.who()).gained);
        }
        more >= WANTED
    })
}

/// Whether something happened that a player has from, and that no position shows.
pub(crate) fn tells(game: &mut Game, who: Role) -> bool {
    let events = game.take_events();
    events.iter().any(|event| match event.what {
        What::LookedAt { who: looker, .. } | What::Searched(looker) => looker == who,
        What::Revealed(card) | What::Disrupted(card) => game.whole().card(card).owner != who,
        _ => false,
    })
}
