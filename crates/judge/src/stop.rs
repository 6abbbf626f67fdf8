//! A scenario with all its answers, each with the game before it: for whoever wants to answer otherwise from some line on.

use crate::names::Names;
use crate::offer::{self, Found};
use crate::position::{Sources, Write};
use crate::run::{Taken, trace};
use crate::scenario::Scenario;
use crate::verdict::Failure;
use engine::{Game, Why};
use vocab::Role;

/// An answer of a scenario that was played.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The line of the file that was being carried out.
    pub line: u32,
    /// Whether that line says it; otherwise it was passed on the way.
    pub named: bool,
    /// Who was asked.
    pub who: Role,
    /// The place of the choice among all choices.
    pub choice: usize,
    /// The choice in words.
    pub words: String,
    /// The dice that were laid ready for what follows it.
    pub dice: Vec<u8>,
    /// The game before it, without those dice.
    pub game: Game,
}

/// A scenario that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its answers, in order.
    pub answers: Vec<Answered>,
    names: Names,
}

/// What words say to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// This choice.
    Choice(usize),
    /// This choice, a unit out of several that could act; what it does is still to be said.
    Toward(usize),
    /// Nothing that is offered.
    Nothing,
    /// One of these choices; the words don't say which.
    Several(Vec<String>),
}

impl Played {
    /// The choice of an open question that words mean.
    pub fn said(&self, words: &str, game: &Game, write: &Write<'_>) -> Said {
        let offers = offer::offers(game, write);
        match offer::find(words, game, &offers, &self.names) {
            Found::One(choice) => return Said::Choice(choice),
            Found::Several(several) => return Said::Several(several),
            Found::None => {}
        }
        // "Hunter attacks Bunker" also says which of several tied units acts (rule 1103.3).
        let attacker = words.split_once(" attacks ").map(|(unit, _)| unit);
        let is_tie = game.asked().is_some_and(|asked| asked.why == Why::NextUnit);
        match attacker.filter(|_| is_tie).map(|unit| offer::find(unit, game, &offers, &self.names)) {
            Some(Found::One(choice)) => Said::Toward(choice),
            Some(Found::Several(several)) => Said::Several(several),
            Some(Found::None) | None => Said::Nothing,
        }
    }
}

/// The choices of the open question in the words of the notation.
pub fn choices_in_words(game: &Game, write: &Write<'_>) -> Vec<String> {
    offer::offers(game, write).into_iter().map(|offer| offer.full).collect()
}

/// Plays a scenario that holds.
pub fn played(scenario: &Scenario, sources: Sources<'_>) -> Result<Played, Vec<Failure>> {
    let alone = |message: &str| vec![Failure { line: 0, column: 0, message: message.into() }];
    let traced =
        trace(scenario, sources).ok_or_else(|| alone("it is about decks alone: nothing is played"))?;
    if !traced.verdict.holds() {
        return Err(traced.verdict.failures);
    }
    let answered = |taken: Taken| {
        let Taken { place, named, who, choice, words, dice, mut game } = taken;
        game.forget_dice();
        game.forget_events();
        let line = scenario.steps.get(place).map_or(0, |step| step.line);
        Answered { line, named, who, choice, words, dice, game }
    };
    Ok(Played { answers: traced.taken.into_iter().map(answered).collect(), names: traced.names })
}
