//! The four sides of a card and the two roles of a game (rules 103.1 to 103.7).

use serde::Serialize;
use std::fmt;

/// The side printed on a card (rule 103.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Side {
    /// `L` in the set files.
    Light,
    /// `D` in the set files.
    Dark,
    /// `N` in the set files; fits every deck (rule 401.7).
    Neutral,
    /// `Y` in the set files.
    #[serde(rename = "Yuuzhan Vong")]
    YuuzhanVong,
}

impl Side {
    /// All sides, in the order of the set files' counts.
    pub const ALL: [Side; 4] = [Side::Light, Side::Dark, Side::Neutral, Side::YuuzhanVong];

    /// The side written as one letter in a set file.
    pub fn from_letter(letter: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.letter() == letter)
    }

    /// The letter of a set file.
    pub const fn letter(self) -> &'static str {
        match self {
            Side::Light => "L",
            Side::Dark => "D",
            Side::Neutral => "N",
            Side::YuuzhanVong => "Y",
        }
    }

    /// The name that players use.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Light => "Light",
            Side::Dark => "Dark",
            Side::Neutral => "Neutral",
            Side::YuuzhanVong => "Yuuzhan Vong",
        }
    }

    /// Rank for the Dark Side role: the deck with the higher rank takes it (rule 103.3: D > Y > N > L).
    pub const fn role_rank(self) -> u8 {
        match self {
            Side::Dark => 3,
            Side::YuuzhanVong => 2,
            Side::Neutral => 1,
            Side::Light => 0,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The part a player has in a game; every ordering rule uses it (rule 103.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Role {
    /// Goes first in, and wins, every tie (rule 102.1).
    Dark,
    /// The other player.
    Light,
}

impl Role {
    /// Both roles, in playing order.
    pub const ALL: [Role; 2] = [Role::Dark, Role::Light];

    /// The opponent's role.
    pub const fn other(self) -> Role {
        match self {
            Role::Dark => Role::Light,
            Role::Light => Role::Dark,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Side;

    #[test]
    fn letters_round_trip() {
        for side in Side::ALL {
            assert_eq!(Side::from_letter(side.letter()), Some(side));
        }
        assert_eq!(Side::from_letter("l"), None);
        assert_eq!(Side::from_letter(""), None);
    }

    #[test]
    fn dark_takes_the_dark_role_before_all_others() {
        // 103.3: D > Y > N > L.
        let mut sides = Side::ALL;
        sides.sort_by_key(|side| std::cmp::Reverse(side.role_rank()));
        assert_eq!(sides, [Side::Dark, Side::YuuzhanVong, Side::Neutral, Side::Light]);
    }
}
