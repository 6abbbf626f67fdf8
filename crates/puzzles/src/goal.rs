//! Goals: what a puzzle asks for, in words and as a question to the events of a game.

use engine::Game;
use engine::state::{Moment, Outcome, Slot, Where};
use engine::{Event, What};
use vocab::Role;

/// What a puzzle asks for, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What.
    pub what: Wish,
    /// Until when.
    pub until: Until,
}

/// What is wished for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// `win this turn`
    Win,
    /// `do not lose this turn`
    DoNotLose,
    /// `keep NAME`
    Keep(String),
    /// `destroy NAME`
    Destroy(String),
}

/// When it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When the turn is over.
    Turn,
    /// When the step is over in which it is asked.
    Step,
}

/// The words of a goal, for errors.
pub const WORDS: &str = "`win this turn`, `do not lose this turn`, `keep NAME this turn` or `destroy NAME this turn` (or `this step`)";

impl Wanted {
    /// Reads a goal; nothing if it is none.
    pub fn read(text: &str) -> Option<Wanted> {
        let text = text.trim();
        let (rest, until) = match text.strip_suffix(" this step") {
            Some(rest) => (rest, Until::Step),
            None => (text.strip_suffix(" this turn").unwrap_or(text), Until::Turn),
        };
        let what = match (rest, rest.split_once(' ')) {
            ("win", _) => Wish::Win,
            ("do not lose", _) => Wish::DoNotLose,
            (_, Some(("keep", name))) => Wish::Keep(name.trim().into()),
            (_, Some(("destroy", name))) => Wish::Destroy(name.trim().into()),
            (_, _) => return None,
        };
        let of_game = matches!(what, Wish::Win | Wish::DoNotLose);
        (!of_game || until == Until::Turn).then_some(Wanted { what, until })
    }

    /// The goal in a game: a name becomes the unit that it means, or the error says which units there are.
    pub fn in_game(&self, game: &Game, who: Role) -> Result<Goal, String> {
        let unit = |name: &String| unit(game, name);
        let aim = match &self.what {
            Wish::Win => Aim::Win,
            Wish::DoNotLose => Aim::DoNotLose,
            Wish::Keep(name) => Aim::Keep(unit(name)?),
            Wish::Destroy(name) => Aim::Destroy(unit(name)?),
        };
        let state = game.whole();
        Ok(Goal { who, aim, until: self.until, turn: state.turn, moment: state.moment })
    }
}

impl std::fmt::Display for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.what {
            Wish::Win => f.write_str("win")?,
            Wish::DoNotLose => f.write_str("do not lose")?,
            Wish::Keep(name) => write!(f, "keep {name}")?,
            Wish::Destroy(name) => write!(f, "destroy {name}")?,
        }
        f.write_str(match self.until {
            Until::Turn => " this turn",
            Until::Step => " this step",
        })
    }
}

/// The only unit in an arena whose name has these words.
fn unit(game: &Game, name: &str) -> Result<Slot, String> {
    let wanted = name.strip_prefix("the ").unwrap_or(name).to_lowercase();
    let state = game.whole();
    let units: Vec<Slot> = state
        .slots()
        .filter(|slot| matches!(state.card(*slot).place, Where::Arena(_)) && game.is_unit(*slot))
        .collect();
    let called = |whole: bool| -> Vec<Slot> {
        let is = |slot: &Slot| {
            let own = game.name_of(*slot).to_lowercase();
            if whole { own == wanted } else { own.contains(&wanted) }
        };
        units.iter().copied().filter(is).collect()
    };
    for found in [called(true), called(false)] {
        match found[..] {
            [] => {}
            [only] => return Ok(only),
            [..] => return Err(format!("`{name}` could be {} units: write its whole name", found.len())),
        }
    }
    let all: Vec<String> = units.iter().map(|slot| format!("`{}`", game.name_of(*slot))).collect();
    Err(format!("no unit in an arena is called `{name}`; there are {}", all.join(", ")))
}

/// A goal in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Whose goal it is.
    pub who: Role,
    /// What.
    pub aim: Aim,
    /// Until when.
    pub until: Until,
    /// The turn in which it is asked.
    pub turn: u16,
    /// The step in which it is asked.
    pub moment: Moment,
}

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The game is won.
    Win,
    /// The game isn't lost.
    DoNotLose,
    /// This unit doesn't leave play.
    Keep(Slot),
    /// This unit leaves play.
    Destroy(Slot),
}

/// Whether a goal was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It was.
    Yes,
    /// It wasn't, and can't be any more.
    No,
    /// The referee stopped the game: nobody knows.
    Unknown,
}

impl Goal {
    /// What becomes of the goal with an event, if that decides it.
    pub fn decided_by(&self, event: &Event) -> Option<Reached> {
        match event.what {
            What::Over(outcome) => Some(self.at_end(outcome)),
            What::Started(moment) if self.is_over(moment) => Some(match self.aim {
                Aim::Win | Aim::Destroy(_) => Reached::No,
                Aim::DoNotLose | Aim::Keep(_) => Reached::Yes,
            }),
            What::Discarded { card, .. }
            | What::Moved { card, to: Where::DiscardPile | Where::Removed | Where::Beneath(_), .. } => {
                self.gone(card)
            }
            // Back in a hand or a deck it is neither kept nor destroyed.
            What::Moved { card, to: Where::Hand | Where::Deck, .. } if self.aim == Aim::Keep(card) => {
                Some(Reached::No)
            }
            _ => None,
        }
    }

    /// What becomes of it when the game ends.
    fn at_end(&self, outcome: Outcome) -> Reached {
        let yes = |is: bool| if is { Reached::Yes } else { Reached::No };
        match (self.aim, outcome) {
            (_, Outcome::Stopped) => Reached::Unknown,
            (Aim::Win, Outcome::Won(winner, _)) => yes(winner == self.who),
            (Aim::DoNotLose, Outcome::Won(winner, _)) => yes(winner == self.who),
            (Aim::Win, Outcome::Draw(_)) => Reached::No,
            (Aim::DoNotLose, Outcome::Draw(_)) => Reached::Yes,
            (Aim::Keep(_), Outcome::Won(..) | Outcome::Draw(_)) => Reached::Yes,
            (Aim::Destroy(_), Outcome::Won(..) | Outcome::Draw(_)) => Reached::No,
        }
    }

    /// Whether its time is over when this stage starts.
    fn is_over(&self, moment: Moment) -> bool {
        match self.until {
            Until::Turn => moment == Moment::Ready,
            Until::Step => moment != self.moment,
        }
    }

    /// Whether it is still open at a question of a game that went on from where it was asked.
    pub fn is_open(&self, game: &Game) -> bool {
        let state = game.whole();
        let is_there = |unit: Slot| {
            let place = state.card(unit).place;
            place.is_on_the_table() && !matches!(place, Where::Beneath(_))
        };
        let in_time = match self.until {
            Until::Turn => state.turn == self.turn,
            Until::Step => (state.turn, state.moment) == (self.turn, self.moment),
        };
        in_time
            && state.outcome.is_none()
            && match self.aim {
                Aim::Win | Aim::DoNotLose => true,
                Aim::Keep(unit) | Aim::Destroy(unit) => is_there(unit),
            }
    }

    fn gone(&self, card: Slot) -> Option<Reached> {
        match self.aim {
            Aim::Keep(unit) if unit == card => Some(Reached::No),
            Aim::Destroy(unit) if unit == card => Some(Reached::Yes),
            Aim::Keep(_) | Aim::Destroy(_) | Aim::Win | Aim::DoNotLose => None,
        }
    }

    /// Whether it has been reached in a game that went on until its time was over: for searches, which look at games and
    /// not at events.
    pub fn in_the_end(&self, game: &Game) -> bool {
        let state = game.whole();
        if let (Aim::Win | Aim::DoNotLose, Some(outcome)) = (self.aim, state.outcome) {
            return self.at_end(outcome) == Reached::Yes;
        }
        match self.aim {
            Aim::Win => false,
            Aim::DoNotLose => true,
            Aim::Keep(unit) => {
                let place = state.card(unit).place;
                place.is_on_the_table() && !matches!(place, Where::Beneath(_))
            }
            Aim::Destroy(unit) => {
                matches!(state.card(unit).place, Where::DiscardPile | Where::Removed | Where::Beneath(_))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Until, Wanted, Wish};

    #[test]
    fn goals_are_read_as_they_are_written() {
        for text in
            ["win this turn", "do not lose this turn", "keep Taro this turn", "destroy Ash Raiders this step"]
        {
            assert_eq!(Wanted::read(text).expect(text).to_string(), text);
        }
        let keep = Wanted { what: Wish::Keep("the Delegation".into()), until: Until::Turn };
        assert_eq!(Wanted::read("keep the Delegation"), Some(keep));
        for wrong in ["lose this turn", "win this step", "do not lose this step", "keep", "draw this turn"] {
            assert_eq!(Wanted::read(wrong), None, "{wrong}");
        }
    }
}
