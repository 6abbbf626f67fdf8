//! From a log to a table: the fold over all steps.

use crate::{GameSetup, Misfit, Row, RowError, Step, Table};
use engine::{Catalog, ReplayError};
use std::sync::Arc;
use thiserror::Error;

/// Why a stored game can't be opened.
#[derive(Debug, Error)]
pub enum FoldError {
    /// The game itself can't start.
    #[error(transparent)]
    Start(#[from] ReplayError),
    /// A row isn't a step.
    #[error("step {number}: {error}")]
    Row {
        /// Its place in the log.
        number: usize,
        /// What is wrong with it.
        error: RowError,
    },
    /// A step or an answer doesn't fit the position: the cards or the rules have changed.
    #[error("step {number}: {error}")]
    Misfit {
        /// Its place in the log, or among the answers.
        number: usize,
        /// Why it doesn't fit.
        error: Misfit,
    },
}

/// Opens a game from its setup and its log.
pub fn fold(catalog: Arc<Catalog>, setup: GameSetup, rows: &[Row]) -> Result<Table, FoldError> {
    match fold_as_far(catalog, setup, rows)? {
        (table, None) => Ok(table),
        (table, Some(error)) => Err(FoldError::Misfit { number: table.answers.len(), error }),
    }
}

/// Opens a game as far as its answers fit the cards and rules of today, and says why the rest doesn't. Answers that
/// were taken back are never played: whether they fit doesn't matter.
pub fn fold_as_far(
    catalog: Arc<Catalog>,
    setup: GameSetup,
    rows: &[Row],
) -> Result<(Table, Option<Misfit>), FoldError> {
    let mut table = Table::new(catalog, setup, &[])?;
    let (mut answers, mut asks_back) = (Vec::new(), None);
    for (number, row) in rows.iter().enumerate() {
        let misfit = |error| FoldError::Misfit { number, error };
        let step = row.step().map_err(|error| FoldError::Row { number, error })?;
        match step {
            Step::Sit { .. } => table.apply(&step).map_err(misfit)?,
            Step::Answer { choice, .. } => {
                answers.push(choice);
                asks_back = None;
            }
            Step::AskBack { role, to } => asks_back = Some((role, to as usize)),
            Step::DeclineBack { .. } => asks_back = None,
            Step::Back { to } if (to as usize) < answers.len() => {
                answers.truncate(to as usize);
                asks_back = None;
            }
            Step::Back { .. } => return Err(misfit(Misfit::NothingBack)),
        }
    }
    let mut stopped = None;
    for (place, choice) in answers.iter().enumerate() {
        let before = table.clone();
        if let Err(refused) = table.answer(*choice) {
            table = before;
            table.beyond = answers.len() - place;
            stopped = Some(Misfit::Refused(refused));
            break;
        }
    }
    table.take_back = asks_back;
    table.number = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    Ok((table, stopped))
}

#[cfg(test)]
mod tests {
    use super::{fold, fold_as_far};
    use crate::setup::{GameSetup, Kind, Pace, Passing, Player, Undo};
    use crate::{By, Row, Step};
    use engine::state::Seed;
    use engine::{Catalog, Names};
    use std::sync::Arc;
    use vocab::ability::Uniqueness;
    use vocab::{Arena, Arenas, CardType, Completeness, Cost, Definition, Library, Role, Side, Stat};

    fn catalog() -> Arc<Catalog> {
        let unit = |name: &str, side: Side| Definition {
            name: name.into(),
            version: None,
            uniqueness: Uniqueness::NonUnique,
            side,
            card_type: CardType::Unit(Arenas::one(Arena::Ground)),
            subtypes: "".into(),
            cost: Cost::Points(3),
            speed: Stat::Value(30),
            power: Stat::Value(3),
            health: Stat::Value(3),
            expansion: Box::default(),
            words: "".into(),
            abilities: Vec::new(),
            completeness: Completeness::of(Vec::new()),
        };
        let library = Library::new(vec![unit("Dark Walker", Side::Dark), unit("Light Walker", Side::Light)]);
        Arc::new(Catalog::new(library.expect("a library")).expect("a catalog"))
    }

    fn setup() -> GameSetup {
        let player = |name: &str| Player {
            name: name.into(),
            kind: Kind::Person,
            deck: name.into(),
            cards: Names { cards: vec![name.to_string(); 60], supply: Vec::new() },
        };
        GameSetup {
            edition: "current".into(),
            seed: Seed::from(4),
            dark: player("Dark Walker"),
            light: player("Light Walker"),
            pace: Pace::Instant,
            undo: Undo::Agreed,
            passing: Passing::AtOnce,
            from: None,
            scratch: None,
        }
    }

    fn answer(choice: u16) -> Row {
        Step::Answer { choice, by: By::Person }.to_row(0, 1)
    }

    #[test]
    fn a_log_that_no_longer_fits_is_opened_as_far_as_it_does_and_goes_on_from_there() {
        let sit = Step::Sit { seat: Role::Dark, holder: "a".into(), name: Some("Mira".into()) }.to_row(0, 0);
        let mut rows = vec![sit, answer(0), answer(0), answer(999), answer(0)];
        assert!(fold(catalog(), setup(), &rows).is_err());
        let (mut table, misfit) = fold_as_far(catalog(), setup(), &rows).expect("opened");
        assert!(misfit.is_some());
        assert_eq!((table.answers.len(), table.beyond, table.number), (2, 2, 5));
        assert_eq!(table.setup.dark.name, "Mira");
        assert_eq!(table.back_to(Role::Light), Some(2), "everybody may go back to where it fits");
        let back = Step::Back { to: 2 };
        table.apply(&back).expect("back");
        rows.push(back.to_row(0, 2));
        // From then on the log fits as a whole: what was taken back is never played.
        let again = fold(catalog(), setup(), &rows).expect("it fits");
        assert_eq!((again.number, again.beyond, again.answers.len()), (6, 0, 2));
        assert_eq!(again.game.whole().stable_hash(), table.game.whole().stable_hash());
        assert!(fold(catalog(), setup(), &[answer(0), Step::Back { to: 1 }.to_row(0, 1)]).is_err());
    }
}
