//! A visitor's record: how their games came out, by deck and by opponent.

use crate::computer;
use std::collections::BTreeMap;
use store::{Outcome, Side};

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won.
    pub won: usize,
    /// Drawn.
    pub drawn: usize,
    /// Lost.
    pub lost: usize,
}

impl Tally {
    fn count(&mut self, score: f64) {
        let field = if score > 0.75 {
            &mut self.won
        } else if score < 0.25 {
            &mut self.lost
        } else {
            &mut self.drawn
        };
        *field += 1;
    }

    /// All games.
    pub const fn games(self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The share of points: a draw is half a win.
    pub fn share(self) -> f64 {
        let games = self.games().max(1) as f64;
        (self.won as f64 + self.drawn as f64 / 2.0) / games
    }
}

/// Who somebody played against: a visitor, or the computer at a level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Opponent {
    Visitor(String),
    Computer(String),
}

/// A visitor's games in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// All of them.
    pub all: Tally,
    /// By the visitor's own deck, the one that was played most first.
    pub decks: Vec<(String, Tally)>,
    /// By opponent, under the name that they had last, likewise.
    pub opponents: Vec<(String, Tally)>,
}

/// What an opponent is called: the computer's name says its level.
pub fn called(side: &Side) -> String {
    match &side.level {
        Some(level) => format!("{} ({})", side.name, computer::described(level)),
        None => side.name.clone(),
    }
}

/// The most played first, then by name.
fn sorted(tallies: impl Iterator<Item = (String, Tally)>) -> Vec<(String, Tally)> {
    let mut all: Vec<(String, Tally)> = tallies.collect();
    all.sort_by(|(one, a), (other, b)| b.games().cmp(&a.games()).then_with(|| one.cmp(other)));
    all
}

impl Record {
    /// The record of somebody, from outcomes of which the last is the first.
    pub fn of(holder: &str, outcomes: &[Outcome]) -> Record {
        let (mut all, mut decks) = (Tally::default(), BTreeMap::<String, Tally>::new());
        let mut opponents = BTreeMap::<Opponent, (String, Tally)>::new();
        for outcome in outcomes {
            let Some(role) = outcome.role_of(holder) else { continue };
            let (own, other) = (outcome.side(role), outcome.side(role.other()));
            let who = match (&other.holder, &other.level) {
                (Some(visitor), _) => Opponent::Visitor(visitor.clone()),
                (None, level) => Opponent::Computer(level.clone().unwrap_or_default()),
            };
            let score = outcome.score_of(role);
            all.count(score);
            decks.entry(own.deck.clone()).or_default().count(score);
            opponents.entry(who).or_insert_with(|| (called(other), Tally::default())).1.count(score);
        }
        Record { all, decks: sorted(decks.into_iter()), opponents: sorted(opponents.into_values()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Record, Tally};
    use store::{Outcome, Side};

    fn outcome(dark: (Option<&str>, &str, &str), light: (Option<&str>, &str, &str), score: f64) -> Outcome {
        let side = |(holder, name, deck): (Option<&str>, &str, &str)| Side {
            holder: holder.map(str::to_string),
            name: name.into(),
            deck: deck.into(),
            level: holder.is_none().then(|| "casual".into()),
        };
        Outcome { game: "g".into(), at: 1, score, rated: false, dark: side(dark), light: side(light) }
    }

    #[test]
    fn games_count_for_the_deck_and_the_opponent_whatever_the_side_or_the_name() {
        let games = [
            outcome((Some("me"), "Mira", "Walkers"), (Some("gero"), "Gero II", "Pilots"), 1.0),
            outcome((Some("gero"), "Gero", "Pilots"), (Some("me"), "Guest", "Walkers"), 1.0),
            outcome((Some("me"), "Mira", "Fleet"), (None, "Wren", "Droids"), 0.5),
            // Two who are called the same are two.
            outcome((Some("me"), "Mira", "Walkers"), (Some("ida"), "Gero II", "Pilots"), 0.0),
            outcome((Some("gero"), "Gero", "Pilots"), (Some("ida"), "Ida", "Pilots"), 1.0),
        ];
        let record = Record::of("me", &games);
        let tally = |won, drawn, lost| Tally { won, drawn, lost };
        assert_eq!((record.all, record.all.games(), record.all.share()), (tally(1, 1, 2), 4, 0.375));
        let named = |name: &str, tally| (name.to_string(), tally);
        assert_eq!(record.decks, [named("Walkers", tally(1, 0, 2)), named("Fleet", tally(0, 1, 0))]);
        let opponents = [
            named("Gero II", tally(1, 0, 1)),
            named("Gero II", tally(0, 0, 1)),
            named("Wren (computer, Casual)", tally(0, 1, 0)),
        ];
        assert_eq!(record.opponents, opponents);
        assert_eq!(Record::of("nobody", &games), Record::default());
    }
}
