//! A match: the same two players play with the same decks until one has won most of so many games.

use crate::live::Table;
use crate::seen::Seen;
use engine::state::Outcome;
use serde::{Deserialize, Serialize};
use vocab::Role;

/// The lengths of a match to choose from.
pub const LENGTHS: [u8; 2] = [3, 5];

/// A match as the setup of one of its games has it: decks, rules and conditions are the same in all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// Who has won more than half of so many games has won the match.
    pub best_of: u8,
    /// How many games each player has won before this one, by role: Dark's first.
    pub won: [u8; 2],
    /// The games before this one.
    pub games: Vec<String>,
}

impl Series {
    /// A match of which nothing has been played.
    pub const fn new(best_of: u8) -> Series {
        Series { best_of, won: [0, 0], games: Vec::new() }
    }

    /// Whether somebody who has won so many games has won the match.
    const fn is_enough(&self, won: u8) -> bool {
        won > self.best_of / 2
    }

    /// The match in words.
    pub fn in_words(&self) -> String {
        match self.best_of {
            3 => "Best of three".into(),
            5 => "Best of five".into(),
            other => format!("Best of {other}"),
        }
    }
}

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stands {
    /// How many games each has won, this one included, by role: Dark's first.
    pub won: [u8; 2],
    /// Which game of the match this is, from 1 on.
    pub number: usize,
    /// Who has won it.
    pub winner: Option<Role>,
}

impl Table {
    /// How the match stands, if the game is part of one. A drawn game counts for nobody.
    pub fn stands(&self) -> Option<Stands> {
        let series = self.setup.conditions.series.as_ref()?;
        let mut won = series.won;
        if let Some(Outcome::Won(role, _)) = self.game.outcome() {
            won[role as usize] += 1;
        }
        let winner = match self.gave_up {
            Some(role) => Some(role.other()),
            None => Role::ALL.into_iter().find(|role| series.is_enough(won[*role as usize])),
        };
        Some(Stands { won, number: series.games.len() + 1, winner })
    }

    /// Whether the game is over and its match isn't.
    pub fn match_goes_on(&self) -> bool {
        self.game.outcome().is_some() && self.stands().is_some_and(|stands| stands.winner.is_none())
    }

    /// Whether the game is part of a match of which something has been played: what was agreed to can't be called off.
    pub fn is_within_match(&self) -> bool {
        self.setup.conditions.series.as_ref().is_some_and(|series| !series.games.is_empty())
    }

    /// The match in the setup of the next game of the same players: it goes on, or begins anew.
    pub fn next_series(&self, game: &str) -> Option<Series> {
        let series = self.setup.conditions.series.as_ref()?;
        let stands = self.stands()?;
        if !self.match_goes_on() {
            return Some(Series::new(series.best_of));
        }
        let mut games = series.games.clone();
        games.push(game.to_string());
        Some(Series { best_of: series.best_of, won: stands.won, games })
    }
}

impl Series {
    /// The players change roles: each keeps what they have won.
    pub(crate) const fn exchange(&mut self) {
        let [dark, light] = self.won;
        self.won = [light, dark];
    }
}

impl<'a> Seen<'a> {
    /// The match that the game is part of, and how it stands.
    pub fn series(self) -> Option<(&'a Series, Stands)> {
        Some((self.conditions().series.as_ref()?, self.stands()?))
    }
}

#[cfg(test)]
mod tests {
    use super::{Series, Stands};
    use crate::conditions::Conditions;
    use crate::log::tests::{begun, catalog, promised, sealed};
    use crate::{GameSetup, Step, Table, fold};
    use vocab::Role;

    fn setup(won: [u8; 2], games: usize) -> GameSetup {
        let games = (0..games).map(|number| format!("g{number}")).collect();
        let series = Some(Series { best_of: 3, won, games });
        GameSetup { conditions: Conditions { series, ..Conditions::default() }, ..sealed() }
    }

    fn table(setup: GameSetup, steps: &[Step]) -> Table {
        let (mut rows, _) = begun(&setup);
        rows.extend(steps.iter().map(|step| step.to_row(0, 1)));
        fold(catalog(), setup, Some(promised()), &rows).expect("it fits")
    }

    const CONCEDED: Step = Step::Concede { role: Role::Light };

    #[test]
    fn a_match_ends_as_soon_as_one_has_won_most_of_it() {
        let stands = |won, games, steps: &[Step]| table(setup(won, games), steps).stands().expect("a match");
        let none = |won, number| Stands { won, number, winner: None };
        assert_eq!(stands([0, 0], 0, &[]), none([0, 0], 1));
        assert_eq!(stands([0, 0], 0, &[CONCEDED]), none([1, 0], 1));
        assert_eq!(stands([0, 1], 1, &[CONCEDED]), none([1, 1], 2));
        let won = Stands { won: [2, 0], number: 2, winner: Some(Role::Dark) };
        assert_eq!(stands([1, 0], 1, &[CONCEDED]), won);
        // A draw counts for nobody.
        assert_eq!(stands([1, 1], 2, &[Step::AgreeDraw { role: Role::Light }]), none([1, 1], 3));
        assert!(table(sealed(), &[CONCEDED]).stands().is_none());
    }

    #[test]
    fn the_next_game_keeps_the_score_and_after_the_last_a_new_match_begins() {
        let first = table(setup([0, 0], 0), &[CONCEDED]);
        assert!(first.match_goes_on());
        let next = first.next_series("abc").expect("a match");
        assert_eq!((next.won, next.games), ([1, 0], vec!["abc".to_string()]));
        let last = table(setup([1, 0], 1), &[CONCEDED]);
        assert!(!last.match_goes_on());
        assert_eq!(last.next_series("abc"), Some(Series::new(3)));
        assert_eq!(table(sealed(), &[CONCEDED]).next_series("abc"), None);
        // One player is enough to go on with a match, and none may call off what was agreed to.
        let asks = Step::AskAgain { role: Role::Dark, game: "next".into() };
        assert_eq!(table(setup([0, 0], 0), &[CONCEDED, asks.clone()]).agreed_again(), Some("next"));
        assert_eq!(table(setup([1, 0], 1), &[CONCEDED, asks]).agreed_again(), None);
        assert!(table(setup([0, 0], 0), &[]).may_abort() && !table(setup([1, 0], 1), &[]).may_abort());
    }

    #[test]
    fn who_gives_a_match_up_has_lost_it_whatever_the_score() {
        let up = Step::GiveUp { role: Role::Dark };
        let given = table(setup([1, 0], 1), &[CONCEDED.clone(), up.clone()]);
        assert_eq!(given.stands().expect("a match").winner, Some(Role::Light));
        // In the middle of a game it goes with the game.
        let both = [Step::Concede { role: Role::Dark }, up.clone()];
        let given = table(setup([1, 0], 1), &both);
        let stands = given.stands().expect("a match");
        assert_eq!((stands.won, stands.winner), ([1, 1], Some(Role::Light)));
        assert!(!given.match_goes_on());
        let (mut rows, _) = begun(&sealed());
        rows.push(up.to_row(0, 1));
        assert!(fold(catalog(), sealed(), Some(promised()), &rows).is_err(), "there is no match");
    }
}
