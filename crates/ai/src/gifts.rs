//! Gifts: what a player gave away for nothing, found in a game that has been played.
//!
//! The null test asks before a choice whether it can bring anything. Here the game is known, so it's asked of
//! what was really done, aimed as it was aimed: has anything changed but the cost, at once or by the end of the turn?
//! Over other deals and dice too, for bad luck is no gift. A unit that was left to die is judged by how the turn ends with
//! its retreat. Four more kinds of waste need no such comparison. Nothing here knows a card by name.

use crate::gain::{self, Change, Scene};
use crate::null::{self, Play};
use crate::waste;
use engine::state::{Chance, Seed};
use engine::{Ask, Choice, Game, Why};
use vocab::Role;

/// On so many of ten deals a turn ends better without a unit that was left to die.
const ALL_BUT_ALWAYS: usize = 9;

/// How something was given away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A cost was paid, and nothing else came of it.
    Nothing,
    /// A damaged unit stayed, though enemies that act before it were all but certain to destroy it.
    Doomed,
    /// An unharmed unit went to the build zone from an arena where nobody could have destroyed it.
    Retreat,
    /// Build points went into a unit for an arena that the opponent has left, while others are being lost.
    Uncontested,
    /// An Equipment was completed that fits nothing of its player's.
    Idle,
    /// In setup, a unit was put where its player was far ahead, and not where it was needed.
    Setup,
}

impl Kind {
    /// All.
    pub const ALL: [Kind; 6] =
        [Kind::Nothing, Kind::Retreat, Kind::Doomed, Kind::Uncontested, Kind::Idle, Kind::Setup];

    /// In a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Kind::Nothing => "paid for nothing",
            Kind::Retreat => "retreat of an unharmed unit",
            Kind::Doomed => "left where it can't survive",
            Kind::Uncontested => "built where nobody fights",
            Kind::Idle => "Equipment for nobody",
            Kind::Setup => "setup where it isn't needed",
        }
    }
}

/// Something that a player gave away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gift {
    /// The number of answers before it.
    pub answers: usize,
    /// The turn.
    pub turn: u16,
    /// Who gave it.
    pub who: Role,
    /// How.
    pub kind: Kind,
    /// The choice in words.
    pub words: String,
}

/// The gifts of a game, from a position on, in which these answers are given.
pub fn gifts(start: &Game, answers: &[usize]) -> Vec<Gift> {
    let mut found = Vec::new();
    let mut game = start.clone();
    game.forget_events();
    // Answers up to here belong to a play that has been judged.
    let mut settled = 0;
    for (place, answer) in answers.iter().enumerate() {
        let (Some(ask), Some(choice)) = (game.asked(), game.choices().get(*answer).copied()) else { break };
        let mut kind = waste::of(&game, &ask, choice);
        if kind.is_none() && is_retreat_missed(&game, &ask, *answer) {
            kind = Some(Kind::Doomed);
        }
        // Whoever answers a play with another one has a choice of its own.
        let is_own = place >= settled || ask.why == Why::PlayOrPass;
        if kind.is_none() && is_own && is_paid(&game, &ask, choice) {
            let played = Played::follow(&game, &answers[place..], ask.who);
            settled = settled.max(place + played.answers);
            if played.is_nothing(&game) {
                kind = Some(Kind::Nothing);
            }
        }
        if let Some(kind) = kind {
            let (turn, who, words) = (game.whole().turn, ask.who, game.label(choice));
            found.push(Gift { answers: place, turn, who, kind, words });
        }
        if game.answer(*answer).is_err() {
            break;
        }
        game.forget_events();
    }
    found
}

/// Whether a choice may have cost something that could as well have been kept.
fn is_paid(game: &Game, ask: &Ask, choice: Choice) -> bool {
    gain::can_be_left(ask, game.choices()) && gain::is_tried(ask, choice)
}

/// Whether a unit stayed where it couldn't live to act, and the turn would all but always have ended better without it.
fn is_retreat_missed(game: &Game, ask: &Ask, answer: usize) -> bool {
    let mut chance = Chance::new(Seed([u64::from(game.whole().turn), 0x61F8]));
    null::called_for(game.seat(ask.who), answer, ALL_BUT_ALWAYS, &mut chance).is_some()
}

/// A play of the game: how it was aimed, and what came of it.
struct Played {
    /// How many answers it took, with those of the opponent.
    answers: usize,
    play: Play,
    after: Game,
    /// Something was seen, or disrupted: no position shows that.
    told: bool,
}

impl Played {
    fn follow(before: &Game, answers: &[usize], who: Role) -> Played {
        let scene = Scene::of(before);
        let mut game = before.clone();
        let mut aims = Vec::new();
        let mut number = 0;
        for answer in answers {
            let Some(ask) = game.asked() else { break };
            if number > 0 && scene.is_over(&game, &ask) {
                break;
            }
            if ask.who == who
                && let Some(choice) = game.choices().get(*answer)
            {
                aims.push(*choice);
            }
            if game.answer(*answer).is_err() {
                break;
            }
            number += 1;
        }
        // A record that ends in the middle of it: the rest happens by itself.
        null::finish(&mut game, scene, &mut [].iter(), who);
        let told = null::tells(&mut game, who);
        Played { answers: number, play: Play { who, aims }, after: game, told }
    }

    /// Whether the play brought nothing but its cost, and could have brought nothing with other luck.
    fn is_nothing(&self, before: &Game) -> bool {
        let paid = Change::between(before, &self.after, &[], self.play.who).paid;
        let mut chance = Chance::new(Seed([u64::from(before.whole().turn), 0x61F7]));
        paid && !self.told && self.play.comes_to_nothing(before.seat(self.play.who), 1, &mut chance)
    }
}
