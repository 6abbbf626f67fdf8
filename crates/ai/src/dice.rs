//! Chances of plain dice, ready in a table: for players that look at thousands of attacks a second.

use std::sync::OnceLock;

/// More dice or hits than this are treated as this many.
const MOST: usize = 24;

/// `[sixths][dice][hits]`: the chance of at least this many hits when each die hits with this many sixths.
type Table = [[[f32; MOST + 1]; MOST + 1]; 7];

fn table() -> &'static Table {
    static TABLE: OnceLock<Box<Table>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Box::new([[[0.0; MOST + 1]; MOST + 1]; 7]);
        for (sixths, by_dice) in table.iter_mut().enumerate() {
            let hit = sixths as f32 / 6.0;
            for dice in 0..=MOST {
                by_dice[dice][0] = 1.0;
                for hits in 1..=dice {
                    // The last die hits, or the others are enough.
                    let others = by_dice[dice - 1];
                    by_dice[dice][hits] = hit * others[hits - 1] + (1.0 - hit) * others[hits];
                }
            }
        }
        table
    })
}

/// The chance of at least `hits` hits with `dice` dice that hit with `sixths` sixths each.
pub(crate) fn at_least(dice: i16, sixths: i16, hits: i16) -> f32 {
    let bounded = |n: i16| usize::try_from(n).unwrap_or(0).min(MOST);
    table()[usize::try_from(sixths).unwrap_or(0).min(6)][bounded(dice)][bounded(hits)]
}

#[cfg(test)]
mod tests {
    use super::at_least;

    #[test]
    fn the_table_is_the_binomial_distribution() {
        assert_eq!(at_least(4, 3, 0), 1.0);
        assert!((at_least(2, 3, 1) - 0.75).abs() < 1e-6);
        assert!((at_least(6, 2, 6) - (1.0_f32 / 3.0).powi(6)).abs() < 1e-6);
        assert_eq!(at_least(3, 3, 4), 0.0);
        assert_eq!(at_least(-2, 3, 1), 0.0, "no power, no dice");
        assert_eq!(at_least(3, 9, 3), 1.0);
    }
}
