//! What both players will do with their Lucky, for every state of the dice.

use crate::damage::place;
use crate::lattice::Lattice;
use crate::mass::Mass;
use crate::reroll::{Choices, Number};
use crate::unit::{Aim, Reroll, Roller};

/// What every result of the final dice is worth, by aim; the places are those of [`place`].
#[derive(Clone, Debug)]
pub struct Worth {
    /// For [`Aim::Damage`].
    pub damage: Vec<f64>,
    /// For [`Aim::Destruction`].
    pub destruction: Vec<f64>,
}

impl Worth {
    /// For an aim.
    pub fn of(&self, aim: Aim) -> &[f64] {
        match aim {
            Aim::Damage => &self.damage,
            Aim::Destruction => &self.destruction,
        }
    }
}

/// A player at the dice.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    pub roller: Roller,
    pub reroll: Reroll,
    pub number: Number,
}

/// The choices of both players, in their order.
pub struct Plan {
    first: Choices,
    second: Choices,
    /// The states that the second player can tell apart; fewer, since fewer dice will be rerolled.
    later: Lattice,
}

impl Plan {
    /// The first player to reroll knows how the second will answer (rule 1738.5).
    ///
    /// On demand also what every state is then worth for an aim.
    pub fn new(
        lattice: &Lattice,
        [first, second]: [Player; 2],
        worth: &Worth,
        valued: Option<Aim>,
    ) -> (Plan, Option<Vec<f64>>) {
        let later = Lattice::new(lattice.dice, second.number.most(), lattice.faces.clone());
        let final_values = |aim: Aim| final_values(&later, worth.of(aim));
        let (answer, answered) = match second.reroll {
            Reroll::Best(aim) => {
                let (choices, value) =
                    Choices::best(&later, second.roller, second.number, &final_values(aim));
                (choices, Some((aim, value)))
            }
            Reroll::Simple => (Choices::simple(&later, second.roller, second.number), None),
            Reroll::None => (Choices::simple(&later, second.roller, Number::UpTo(0)), None),
        };
        let after_answer = |aim: Aim| {
            let value = match &answered {
                Some((same, value)) if *same == aim => value,
                Some(_) | None => &answer.worth(&later, &final_values(aim)),
            };
            let mut values = vec![0.0; lattice.len()];
            for (start, states, there) in lattice.folded(&later) {
                values[start..start + states].copy_from_slice(&value[there..there + states]);
            }
            values
        };
        let (opening, opened) = match first.reroll {
            Reroll::Best(aim) => {
                let (choices, value) = Choices::best(lattice, first.roller, first.number, &after_answer(aim));
                (choices, Some((aim, value)))
            }
            Reroll::Simple => (Choices::simple(lattice, first.roller, first.number), None),
            Reroll::None => (Choices::simple(lattice, first.roller, Number::UpTo(0)), None),
        };
        let value = valued.map(|aim| match opened {
            Some((same, value)) if same == aim => value,
            Some(_) | None => opening.worth(lattice, &after_answer(aim)),
        });
        (Plan { first: opening, second: answer, later }, value)
    }

    /// The weights of all results of the final dice, added to those that are there.
    pub fn play<M: Mass>(&self, lattice: &Lattice, rolled: Vec<M>, results: &mut [M]) {
        let opened = self.first.play(lattice, rolled);
        let mut weights = vec![M::ZERO; self.later.len()];
        for (start, states, there) in lattice.folded(&self.later) {
            for (weight, opened) in weights[there..].iter_mut().zip(&opened[start..start + states]) {
                *weight = weight.plus(*opened);
            }
        }
        read(&self.later, &self.second.play(&self.later, weights), results);
    }
}

fn final_values(lattice: &Lattice, worth: &[f64]) -> Vec<f64> {
    let mut values = vec![0.0; lattice.len()];
    for (row, start, states) in lattice.rows_with(0) {
        let (naturals, marked_hits) = lattice.reading(&lattice.rows[row]);
        for hits in 0..states {
            values[start + hits] = worth[place(marked_hits + hits, naturals)];
        }
    }
    values
}

/// The weights of all results of the final dice.
fn read<M: Mass>(lattice: &Lattice, weights: &[M], results: &mut [M]) {
    for (row, start, states) in lattice.rows_with(0) {
        let (naturals, marked_hits) = lattice.reading(&lattice.rows[row]);
        for hits in 0..states {
            let result = &mut results[place(marked_hits + hits, naturals)];
            *result = result.plus(weights[start + hits]);
        }
    }
}
