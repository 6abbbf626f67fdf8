//! Kinds of play-or-pass chances, and which of them a player wants to be asked about.

use engine::Chance;

/// A kind of play-or-pass chance as players set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Between attacks and at the start and end of steps (rule 1307.3).
    General,
    /// When an attack is declared (rule 1106.1).
    Attack,
    /// After dice were rolled (rule 1107.7).
    Dice,
    /// Before damage is placed (rule 1109.1).
    Prevention,
    /// At the end of an attack (rule 1112.6).
    AttackEnd,
    /// When something can be disrupted (rule 1308.1).
    Disrupt,
}

impl Stop {
    /// All kinds.
    pub const ALL: [Stop; 6] =
        [Stop::General, Stop::Attack, Stop::Dice, Stop::Prevention, Stop::AttackEnd, Stop::Disrupt];

    /// The kind of a chance.
    pub const fn of(chance: Chance) -> Stop {
        match chance {
            Chance::General
            | Chance::At(..)
            | Chance::Just
            | Chance::BuildStep
            | Chance::WouldAttack(_)
            | Chance::Entered => Stop::General,
            Chance::Attack => Stop::Attack,
            Chance::AddDice | Chance::Reroll | Chance::ChangeDice => Stop::Dice,
            Chance::Prevention | Chance::WouldBeDiscarded => Stop::Prevention,
            Chance::AttackEnd => Stop::AttackEnd,
            Chance::Disrupt => Stop::Disrupt,
        }
    }

    /// Its word in settings.
    pub const fn word(self) -> &'static str {
        match self {
            Stop::General => "general",
            Stop::Attack => "attack",
            Stop::Dice => "dice",
            Stop::Prevention => "prevention",
            Stop::AttackEnd => "attack-end",
            Stop::Disrupt => "disrupt",
        }
    }

    /// What it is, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Stop::General => "Between attacks, and at the start and end of steps",
            Stop::Attack => "When an attack is declared",
            Stop::Dice => "After dice are rolled",
            Stop::Prevention => "Before damage lands",
            Stop::AttackEnd => "At the end of an attack",
            Stop::Disrupt => "When I can disrupt something",
        }
    }
}

/// What one player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// Kinds of chances that are passed for the player, one bit each.
    passed: u8,
    /// All chances are passed as long as this many attacks have been made.
    pub until: Option<u16>,
    /// Whether new kinds of decisions are explained.
    pub coach: bool,
    /// Whether the player has not said anything yet.
    fresh: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes { passed: 0, until: None, coach: true, fresh: true }
    }
}

impl Wishes {
    /// Wishes that a browser has kept.
    pub const fn kept(passed: u8, coach: bool) -> Wishes {
        Wishes { passed, until: None, coach, fresh: false }
    }

    /// Wishes for all games, with what holds for the next attack alone.
    pub const fn new(all: Wishes, until: Option<u16>) -> Wishes {
        Wishes { until, ..all }
    }

    /// The kinds of chances that are passed, one bit each.
    pub const fn passed(self) -> u8 {
        self.passed
    }

    /// Whether the player has not said anything yet.
    pub const fn is_fresh(self) -> bool {
        self.fresh
    }

    /// The same without what holds for the next attack alone; from now on the player has said it.
    pub fn for_all_games(&mut self) -> Wishes {
        self.fresh = false;
        Wishes { until: None, ..*self }
    }

    /// Whether the player wants to be asked at this kind of chance.
    pub const fn stops_at(self, stop: Stop) -> bool {
        self.passed & (1 << stop as u8) == 0
    }

    /// Asks at this kind of chance, or passes it.
    pub fn set(&mut self, stop: Stop, asked: bool) {
        let bit = 1 << stop as u8;
        self.fresh = false;
        self.passed = if asked { self.passed & !bit } else { self.passed | bit };
    }
}

#[cfg(test)]
mod tests {
    use super::{Stop, Wishes};

    #[test]
    fn a_player_is_asked_until_that_kind_of_chance_is_switched_off() {
        let mut wishes = Wishes::default();
        assert!(Stop::ALL.into_iter().all(|stop| wishes.stops_at(stop)));
        wishes.set(Stop::Dice, false);
        assert!(!wishes.stops_at(Stop::Dice) && wishes.stops_at(Stop::Attack));
        wishes.set(Stop::Dice, true);
        assert!(wishes.stops_at(Stop::Dice));
    }
}
