//! A player's sight of a game: all that computer players and hints need.
//!
//! A seat is a [`Sight`], and what is hidden from it can be dealt anew ([`Seat::determinise`]).

use crate::facts::faces::Viewer;
use crate::facts::game::Game;
use crate::records::state::Seed;
use crate::sight::Sight;
use std::ops::Deref;
use vocab::Role;

/// Whether the players know each other's lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lists {
    /// They do, as if each had looked through the other's deck before the game.
    #[default]
    Open,
    /// They know no more of them than they have seen.
    Closed,
}

/// What one player knows of a game.
#[derive(Clone, Copy, Debug)]
pub struct Seat<'a> {
    sight: Sight<'a>,
    who: Role,
    lists: Lists,
}

impl<'a> Deref for Seat<'a> {
    type Target = Sight<'a>;

    fn deref(&self) -> &Sight<'a> {
        &self.sight
    }
}

impl Game {
    /// The game as a player sees it who knows the opponent's list.
    pub const fn seat(&self, who: Role) -> Seat<'_> {
        Seat { sight: self.sight(Viewer::Seat(who)), who, lists: Lists::Open }
    }
}

impl Seat<'_> {
    /// The same seat, of a player who knows as much of the opponent's list.
    #[must_use]
    pub const fn with(mut self, lists: Lists) -> Self {
        self.lists = lists;
        self
    }

    /// Whose seat it is.
    pub const fn who(self) -> Role {
        self.who
    }

    /// A whole game that this player can't tell from the real one: what is hidden is dealt anew from the seed. Odds,
    /// rules of thumb and search work on it.
    #[must_use]
    pub fn determinise(self, seed: Seed) -> Game {
        self.sight.game.deal_anew(self.who, self.lists, seed)
    }

    /// The same for somebody who doesn't even know their own hand: to measure what it is worth.
    #[must_use]
    pub fn determinise_blind(self, seed: Seed, other: Seed) -> Game {
        let seen = self.sight.game.determinise(self.who.other(), seed);
        seen.deal_anew(self.who, self.lists, other)
    }
}
