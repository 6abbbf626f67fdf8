//! All states that a handful of dice can be in, lumped as far as no rule can tell the difference.
//!
//! A state is the number of dice on each marked face and the number of plain hits; the other dice are plain misses.
//! More dice on one marked face than can ever be rerolled away are as good as just that many and plain ones: the
//! number will be there in the end. So marked faces are counted up to a cap, which keeps the states few.

use crate::dice::{DieResult, Faces, Marked, Naturals};
use crate::mass::Mass;

/// The most marked faces.
const MARKS: usize = 3;

/// The states of this many dice and, for dice that are taken up to be rolled again, of fewer.
pub struct Lattice {
    /// The dice, none taken up.
    pub dice: usize,
    cap: usize,
    pub faces: Faces,
    pub rows: Vec<Row>,
    /// The row of every combination of counts, if it exists.
    places: Vec<Option<usize>>,
    len: usize,
}

/// All states with the same numbers of marked faces; they differ in the number of plain hits.
pub struct Row {
    counts: [u8; MARKS],
    start: usize,
    /// The dice on marked faces.
    pub marked: usize,
    up: [Step; MARKS],
    /// The row with one die less on a marked face.
    pub down: [Option<usize>; MARKS],
}

/// Where one more die on a marked face leads.
#[derive(Clone, Copy)]
enum Step {
    Row(usize),
    /// As many as count are there already: it is a plain die.
    Plain,
}

impl Lattice {
    /// The states of this many dice of which at most `rerolls` can be rolled again.
    pub fn new(dice: usize, rerolls: usize, faces: Faces) -> Lattice {
        // A face on more dice than can be rerolled stays.
        let cap = (rerolls + 1).min(dice.max(1));
        let marks = faces.marked.len();
        let side = cap + 1;
        let all: Vec<[u8; MARKS]> = (0..side.pow(marks as u32))
            .map(|code| {
                std::array::from_fn(|i| if i < marks { (code / side.pow(i as u32) % side) as u8 } else { 0 })
            })
            .collect();
        let sum = |counts: &[u8; MARKS]| counts.iter().map(|count| usize::from(*count)).sum::<usize>();
        // Rows that hold more dice than there are do not exist; `places` says where the others went.
        let mut places = vec![None; all.len()];
        for (place, (code, _)) in all.iter().enumerate().filter(|(_, counts)| sum(counts) <= dice).enumerate()
        {
            places[code] = Some(place);
        }
        let row = |code: usize| {
            let counts = all[code];
            let up = std::array::from_fn(|i| {
                let next =
                    if usize::from(counts[i]) < cap { places.get(code + side.pow(i as u32)) } else { None };
                next.copied().flatten().map_or(Step::Plain, Step::Row)
            });
            let down =
                std::array::from_fn(|i| if counts[i] > 0 { places[code - side.pow(i as u32)] } else { None });
            Row { counts, start: 0, marked: sum(&counts), up, down }
        };
        let mut rows: Vec<Row> = (0..all.len()).filter(|code| places[*code].is_some()).map(row).collect();
        // A row has a state for every number of plain hits among the dice that it leaves.
        let mut len = 0;
        for row in &mut rows {
            row.start = len;
            len += dice + 1 - row.marked;
        }
        Lattice { rows, places, len, dice, cap, faces }
    }

    /// How many places a table of all states has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The place where a row begins.
    pub fn start(&self, row: usize) -> usize {
        self.rows[row].start
    }

    /// How many states a row has when dice are taken up; 0 if it holds more dice than are left.
    pub fn plain_states(&self, row: &Row, taken: usize) -> usize {
        (self.dice + 1).saturating_sub(taken + row.marked)
    }

    /// The place of a state with these marked dice and plain hits; too many marked ones become plain.
    pub fn place(&self, counts: &[usize], plain_hits: usize) -> usize {
        let (mut hits, mut code, mut step) = (plain_hits, 0, 1);
        for (count, marked) in counts.iter().zip(&self.faces.marked) {
            code += (*count).min(self.cap) * step;
            step *= self.cap + 1;
            if marked.result == DieResult::Hit {
                hits += count.saturating_sub(self.cap);
            }
        }
        self.start(self.places[code].unwrap_or(0)) + hits
    }

    /// The places in a lattice of as many dice with a lower cap: where each row begins there.
    pub fn folded<'a>(&'a self, lower: &'a Lattice) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
        self.rows.iter().enumerate().map(|(index, row)| {
            let counts: [usize; MARKS] = row.counts.map(usize::from);
            (self.start(index), self.plain_states(row, 0), lower.place(&counts[..self.faces.marked.len()], 0))
        })
    }

    /// The marked dice of a row.
    fn marked_dice<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = (&'a Marked, usize)> {
        self.faces.marked.iter().zip(row.counts.iter().map(|count| usize::from(*count)))
    }

    /// The natural numbers and the hits that the marked dice of a row stand for.
    pub fn reading(&self, row: &Row) -> (Naturals, usize) {
        let mut naturals = Naturals::default();
        let mut hits = 0;
        for (marked, count) in self.marked_dice(row).filter(|(_, count)| *count > 0) {
            naturals.insert(marked.natural);
            if marked.result == DieResult::Hit {
                hits += count;
            }
        }
        (naturals, hits)
    }

    /// Rolls one of the dice that are taken up: all weights, with `taken` dice in the hand, go on to `taken - 1`.
    pub fn roll_on<M: Mass>(&self, taken: usize, from: &[M], to: &mut [M]) {
        let (hit_faces, miss_faces) = (self.faces.plain(DieResult::Hit), self.faces.plain(DieResult::Miss));
        for (index, row) in self.rows.iter().enumerate() {
            let (start, states) = (self.start(index), self.plain_states(row, taken));
            let (mut hit, mut miss) = (hit_faces, miss_faces);
            for (i, marked) in self.faces.marked.iter().enumerate() {
                match row.up[i] {
                    Step::Row(up) => pour(&from[start..], &mut to[self.start(up)..], states, 1),
                    Step::Plain if marked.result == DieResult::Hit => hit += 1,
                    Step::Plain => miss += 1,
                }
            }
            pour(&from[start..], &mut to[start..], states, miss);
            if states > 0 {
                pour(&from[start..], &mut to[start + 1..], states, hit);
            }
        }
    }

    /// The mean of the values after one of the dice that are taken up is rolled: from `taken - 1` back to `taken`.
    pub fn roll_back(&self, taken: usize, after: &[f64]) -> Vec<f64> {
        let (hit_faces, miss_faces) = (self.faces.plain(DieResult::Hit), self.faces.plain(DieResult::Miss));
        let mut before = vec![0.0; self.len()];
        for (index, row) in self.rows.iter().enumerate() {
            let (start, states) = (self.start(index), self.plain_states(row, taken));
            if states == 0 {
                continue;
            }
            let (mut hit, mut miss) = (hit_faces, miss_faces);
            let mean = &mut before[start..start + states];
            for (i, marked) in self.faces.marked.iter().enumerate() {
                match row.up[i] {
                    Step::Row(up) => pour(&after[self.start(up)..], mean, states, 1),
                    Step::Plain if marked.result == DieResult::Hit => hit += 1,
                    Step::Plain => miss += 1,
                }
            }
            pour(&after[start..], mean, states, miss);
            pour(&after[start + 1..], mean, states, hit);
        }
        before
    }
}

/// Adds this many sixths of the first weights to the others.
fn pour<M: Mass>(from: &[M], to: &mut [M], states: usize, faces: u32) {
    if faces == 0 || states == 0 {
        return;
    }
    for (source, target) in from[..states].iter().zip(&mut to[..states]) {
        *target = target.plus(source.sixths(faces));
    }
}

#[cfg(test)]
mod tests {
    use super::Lattice;
    use crate::dice::Faces;
    use crate::unit::{Attacker, Defender};

    fn faces() -> Faces {
        Faces::of(&Attacker::default(), &Defender { riposte: 1, ..Defender::default() })
    }

    #[test]
    fn a_die_that_is_rolled_keeps_all_its_chance() {
        let lattice = Lattice::new(5, 2, faces());
        let mut weights = vec![0.0; lattice.len()];
        weights[lattice.place(&[0, 0, 0], 0)] = 1.0;
        for taken in (1..=5).rev() {
            let mut next = vec![0.0; lattice.len()];
            lattice.roll_on(taken, &weights, &mut next);
            weights = next;
        }
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn rolling_on_and_rolling_back_agree() {
        let lattice = Lattice::new(4, 1, faces());
        let values: Vec<f64> = (0..lattice.len()).map(|i| (i * i % 17) as f64).collect();
        let mut weights = vec![0.0; lattice.len()];
        let place = lattice.place(&[1, 0, 1], 1);
        weights[place] = 1.0;
        let mut rolled = vec![0.0; lattice.len()];
        lattice.roll_on(1, &weights, &mut rolled);
        let mean: f64 = rolled.iter().zip(&values).map(|(weight, value)| weight * value).sum();
        assert!((mean - lattice.roll_back(1, &values)[place]).abs() < 1e-12);
    }
}
