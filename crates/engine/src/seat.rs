//! A seat's sight of a game: all that a player may know, and all that computer players, hints and pages need.
//!
//! Nothing here hands out the state. What the seat can't see is either left out ([`View`]), put in words that don't
//! tell it ([`Seat::tell`]), or dealt anew ([`Seat::determinise`]).

use crate::facts::catalog::Catalog;
use crate::facts::game::Game;
use crate::meaning::Meaning;
use crate::records::decision::{Ask, Choice};
use crate::records::event::Event;
use crate::records::state::{Moment, Outcome, Seed, Slot};
use crate::view::{Face, View, Viewer};
use vocab::{DefinitionId, Role};

/// What one player knows of a game.
#[derive(Clone, Copy, Debug)]
pub struct Seat<'a> {
    game: &'a Game,
    who: Role,
}

impl Game {
    /// The game as a player sees it.
    pub const fn seat(&self, who: Role) -> Seat<'_> {
        Seat { game: self, who }
    }
}

impl<'a> Seat<'a> {
    /// Whose seat it is.
    pub const fn who(self) -> Role {
        self.who
    }

    /// The definitions; both players know what cards say.
    pub fn catalog(self) -> &'a Catalog {
        self.game.catalog()
    }

    /// The table as the player sees it.
    pub fn view(self) -> View {
        self.game.view(Viewer::Seat(self.who))
    }

    /// The turn.
    pub const fn turn(self) -> u16 {
        self.game.state().turn
    }

    /// The step.
    pub const fn moment(self) -> Moment {
        self.game.state().moment
    }

    /// How the game ended, if it has.
    pub const fn outcome(self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The question that waits for this player; `None` while the other one is asked.
    pub fn asked(self) -> Option<Ask> {
        self.game.asked().filter(|ask| ask.who == self.who)
    }

    /// The choices of that question; none while the other player is asked.
    pub fn choices(self) -> &'a [Choice] {
        if self.asked().is_some() { self.game.choices() } else { &[] }
    }

    /// A choice of this player's question in words; `None` for any other.
    pub fn label(self, choice: Choice) -> Option<String> {
        self.choices().contains(&choice).then(|| self.game.label(choice))
    }

    /// What an option of this player's question stands for.
    pub fn option(self, option: u8) -> Option<Meaning> {
        self.asked()?;
        self.game.option(option)
    }

    /// Which card lies there, if the player knows.
    pub fn card(self, slot: Slot) -> Option<DefinitionId> {
        match self.game.face_of(slot, Viewer::Seat(self.who)) {
            Some(Face::Known(definition)) => Some(definition),
            Some(Face::Unknown) | None => None,
        }
    }

    /// What happened, in a sentence for this player; `None` for what another event tells already.
    pub fn tell(self, event: &Event) -> Option<String> {
        self.game.tell_to(event, Viewer::Seat(self.who))
    }

    /// A whole game that this player can't tell from the real one: what is hidden is dealt anew from the seed. Odds,
    /// rules of thumb and search work on it.
    #[must_use]
    pub fn determinise(self, seed: Seed) -> Game {
        self.game.determinise(self.who, seed)
    }

    /// The same for somebody who doesn't even know the own hand: to measure what it is worth.
    #[must_use]
    pub fn determinise_blind(self, seed: Seed, other: Seed) -> Game {
        self.game.determinise(self.who.other(), seed).determinise(self.who, other)
    }
}
