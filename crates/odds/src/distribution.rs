//! Distributions of a number: the chance of 0, 1, 2...

/// The chances of 0, 1, 2...; they sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution(Vec<f64>);

impl Distribution {
    /// Certainly this number.
    pub fn certain(number: usize) -> Distribution {
        let mut chances = vec![0.0; number + 1];
        chances[number] = 1.0;
        Distribution(chances)
    }

    /// This many independent trials, each with this chance.
    pub(crate) fn of_trials(trials: u32, chance: f64) -> Distribution {
        let mut all = Distribution::certain(0);
        for _ in 0..trials {
            all = all.plus(&Distribution(vec![1.0 - chance, chance]));
        }
        all
    }

    pub(crate) fn none_yet() -> Distribution {
        Distribution(Vec::new())
    }

    pub(crate) fn add(&mut self, number: usize, chance: f64) {
        if chance == 0.0 {
            return;
        }
        if self.0.len() <= number {
            self.0.resize(number + 1, 0.0);
        }
        self.0[number] += chance;
    }

    /// The distribution of the sum with an independent number.
    #[must_use]
    pub fn plus(&self, other: &Distribution) -> Distribution {
        let mut sum = vec![0.0; (self.0.len() + other.0.len()).saturating_sub(1)];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                sum[i + j] += a * b;
            }
        }
        Distribution(sum)
    }

    /// The chances of 0, 1, 2... up to the largest number that is possible.
    pub fn chances(&self) -> &[f64] {
        &self.0
    }

    /// The chance of exactly this number.
    pub fn chance(&self, number: usize) -> f64 {
        self.0.get(number).copied().unwrap_or(0.0)
    }

    /// The chance of at least this number.
    pub fn at_least(&self, number: usize) -> f64 {
        self.0.iter().skip(number).sum()
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.0.iter().enumerate().map(|(number, chance)| number as f64 * chance).sum()
    }

    /// The sum of all chances: 1, up to rounding.
    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::Distribution;

    #[test]
    fn trials_are_binomial() {
        let two = Distribution::of_trials(2, 0.5);
        assert_eq!(two.chances(), [0.25, 0.5, 0.25]);
        assert_eq!((two.mean(), two.at_least(1), two.chance(7)), (1.0, 0.75, 0.0));
        assert_eq!(two.plus(&Distribution::certain(3)).mean(), 4.0);
    }
}
