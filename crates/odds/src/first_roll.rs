//! The first roll: which dice fall, and whether a 3, a 4 or a 5 is among them (rule 1107.4).

use crate::dice::DieResult;
use crate::lattice::Lattice;
use crate::mass::Mass;

/// A natural number that a rule looks for in the first roll only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// 1709.1: a natural 3.
    Backfire,
    /// 1730.1: a natural 4.
    Fury,
    /// 1726.1: a natural 5.
    Focus,
}

impl Trigger {
    pub const fn face(self) -> i32 {
        match self {
            Trigger::Backfire => 3,
            Trigger::Fury => 4,
            Trigger::Focus => 5,
        }
    }
}

/// The weights of all states of the first roll, for each set of triggers that it sets off.
///
/// The set is the index: bit i stands for trigger i. `taken` dice of the lattice are not in this roll, and `absent` is
/// a trigger that it does not set off.
pub fn first_roll<M: Mass>(
    lattice: &Lattice,
    taken: usize,
    triggers: &[Trigger],
    absent: Option<Trigger>,
) -> Vec<Vec<M>> {
    let dice = lattice.dice - taken;
    let sets = 1 << triggers.len();
    let one_roll = M::one_roll(dice as u32);
    let choose = pascal::<M>(dice);
    // Rolls that avoid the faces of some triggers are easy to count...
    let plain: Vec<Vec<Vec<M>>> = (0..sets)
        .map(|avoided: usize| {
            let avoids =
                |face: i32| (0..triggers.len()).any(|i| avoided >> i & 1 == 1 && triggers[i].face() == face);
            let forbidden = |face: i32| avoids(face) || absent.is_some_and(|absent| absent.face() == face);
            let faces = |result| powers::<M>(lattice.faces.plain_without(result, forbidden), dice);
            plain_rolls(&choose, &faces(DieResult::Hit), &faces(DieResult::Miss))
        })
        .collect();
    let mut rolls = vec![vec![M::ZERO; lattice.len()]; sets];
    for_all_counts(lattice.faces.marked.len(), dice, &mut |counts| {
        let mut left = dice;
        let mut ways = one_roll;
        for count in counts {
            ways = ways.times(choose[left][*count]);
            left -= count;
        }
        let first = lattice.place(counts, 0);
        for (roll, plain) in rolls.iter_mut().zip(&plain) {
            for (place, plain) in roll[first..=first + left].iter_mut().zip(&plain[left]) {
                *place = place.plus(ways.times(*plain));
            }
        }
    });
    // ... and what does not avoid a face has it.
    for trigger in 0..triggers.len() {
        for set in (0..sets).filter(|set| set >> trigger & 1 == 0) {
            let with = set | 1 << trigger;
            let (lower, upper) = rolls.split_at_mut(with);
            for (all, without) in lower[set].iter_mut().zip(&mut upper[0]) {
                (*all, *without) = (*without, all.minus(*without));
            }
        }
    }
    rolls
}

/// How often this many plain dice show 0, 1, 2... hits.
fn plain_rolls<M: Mass>(choose: &[Vec<M>], hit: &[M], miss: &[M]) -> Vec<Vec<M>> {
    let rolls = |(dice, row): (usize, &Vec<M>)| {
        (0..=dice).map(|hits| row[hits].times(hit[hits].times(miss[dice - hits]))).collect()
    };
    choose.iter().enumerate().map(rolls).collect()
}

fn powers<M: Mass>(base: u32, highest: usize) -> Vec<M> {
    let mut all = vec![M::whole(1)];
    for i in 0..highest {
        all.push(all[i].times(M::whole(base)));
    }
    all
}

/// The binomials.
fn pascal<M: Mass>(dice: usize) -> Vec<Vec<M>> {
    let mut rows: Vec<Vec<M>> = vec![vec![M::whole(1)]];
    for n in 1..=dice {
        let above = &rows[n - 1];
        let at = |k: usize| above.get(k).copied().unwrap_or(M::ZERO);
        let row = (0..=n).map(|k| if k == 0 { M::whole(1) } else { at(k - 1).plus(at(k)) }).collect();
        rows.push(row);
    }
    rows
}

/// All ways to have this many marked numbers on at most this many dice.
fn for_all_counts(marks: usize, dice: usize, visit: &mut dyn FnMut(&[usize])) {
    fn fill(counts: &mut Vec<usize>, marks: usize, left: usize, visit: &mut dyn FnMut(&[usize])) {
        if counts.len() == marks {
            visit(counts);
            return;
        }
        for count in 0..=left {
            counts.push(count);
            fill(counts, marks, left - count, visit);
            counts.pop();
        }
    }
    fill(&mut Vec::with_capacity(marks), marks, dice, visit);
}

#[cfg(test)]
mod tests {
    use super::{Trigger, first_roll};
    use crate::dice::Faces;
    use crate::lattice::Lattice;
    use crate::mass::{EXACT_DICE, Rolls};
    use crate::unit::{Attacker, Defender};

    fn total(weights: &[Rolls]) -> u128 {
        weights.iter().map(|weight| weight.0).sum()
    }

    #[test]
    fn fury_focus_and_backfire_look_at_the_first_roll() {
        // 1107.4. Of the 36 rolls of two dice 11 have a 4; 2 have both a 4 and a 5.
        let faces = Faces::of(&Attacker::default(), &Defender::default());
        let lattice = Lattice::new(2, 1, faces);
        let rolls = first_roll::<Rolls>(&lattice, 0, &[Trigger::Fury, Trigger::Focus], None);
        let unit = 6_u128.pow(EXACT_DICE - 2);
        let counted: Vec<u128> = rolls.iter().map(|weights| total(weights) / unit).collect();
        assert_eq!(counted, [16, 9, 9, 2]);
        let rolls = first_roll::<Rolls>(&lattice, 0, &[Trigger::Focus], Some(Trigger::Fury));
        let counted: Vec<u128> = rolls.iter().map(|weights| total(weights) / unit).collect();
        assert_eq!(counted, [16, 9]);
    }
}
