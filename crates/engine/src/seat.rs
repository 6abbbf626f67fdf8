//! A player's sight of a game: all that computer players and hints need.
//!
//! A seat is a [`Sight`], and what is hidden from it can be dealt anew ([`Seat::determinise`]).

use crate::facts::faces::Viewer;
use crate::facts::game::Game;
use crate::records::state::Seed;
use crate::sight::Sight;
use std::ops::Deref;
use vocab::Role;

/// What one player knows of a game.
#[derive(Clone, Copy, Debug)]
pub struct Seat<'a> {
    sight: Sight<'a>,
    who: Role,
}

impl<'a> Deref for Seat<'a> {
    type Target = Sight<'a>;

    fn deref(&self) -> &Sight<'a> {
        &self.sight
    }
}

impl Game {
    /// The game as a player sees it.
    pub const fn seat(&self, who: Role) -> Seat<'_> {
        Seat { sight: self.sight(Viewer::Seat(who)), who }
    }
}

impl Seat<'_> {
    /// Whose seat it is.
    pub const fn who(self) -> Role {
        self.who
    }

    /// A whole game that this player can't tell from the real one: what is hidden is dealt anew from the seed. Odds,
    /// rules of thumb and search work on it.
    #[must_use]
    pub fn determinise(self, seed: Seed) -> Game {
        self.sight.game.determinise(self.who, seed)
    }

    /// The same for somebody who doesn't even know their own hand: to measure what it is worth.
    #[must_use]
    pub fn determinise_blind(self, seed: Seed, other: Seed) -> Game {
        self.sight.game.determinise(self.who.other(), seed).determinise(self.who, other)
    }
}
