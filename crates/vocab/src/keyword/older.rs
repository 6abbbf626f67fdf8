//! What of a keyword's row and rulings does not hold in the older edition (table 1802).

use super::{Edition, Keyword, Limit, rule};
use crate::RuleNumber;

/// Rulings of chapter 17 that the older sheets have otherwise, and the row of table 1802 that says how.
const OTHERWISE: [(RuleNumber, RuleNumber); 25] = [
    (rule(1711, 3), rule(1802, 2)),
    (rule(1711, 4), rule(1802, 3)),
    (rule(1711, 8), rule(1802, 31)),
    (rule(1717, 4), rule(1802, 7)),
    (rule(1717, 9), rule(1802, 7)),
    (rule(1720, 1), rule(1802, 8)),
    (rule(1722, 3), rule(1802, 11)),
    (rule(1723, 1), rule(1802, 12)),
    (rule(1723, 6), rule(1802, 12)),
    (rule(1731, 1), rule(1802, 14)),
    (rule(1731, 4), rule(1802, 14)),
    (rule(1731, 12), rule(1802, 13)),
    (rule(1733, 2), rule(1802, 19)),
    (rule(1733, 5), rule(1802, 19)),
    (rule(1736, 3), rule(1802, 5)),
    (rule(1736, 4), rule(1802, 31)),
    (rule(1736, 5), rule(1802, 4)),
    (rule(1742, 1), rule(1802, 21)),
    (rule(1742, 9), rule(1802, 21)),
    (rule(1744, 1), rule(1802, 22)),
    (rule(1744, 3), rule(1802, 23)),
    (rule(1745, 2), rule(1802, 9)),
    (rule(1754, 7), rule(1802, 25)),
    (rule(1754, 9), rule(1802, 25)),
    (rule(1755, 4), rule(1802, 26)),
];

impl Keyword {
    /// Which cards can have it in an edition.
    pub fn limits(self, edition: Edition) -> impl Iterator<Item = Limit> {
        // 1802.19: on the sheets any unit can have Inspiration.
        let is_lifted = edition == Edition::Sheets && self == Keyword::Inspiration;
        self.row().limits.iter().copied().filter(move |_| !is_lifted)
    }

    /// The row of table 1802 that replaces one of its rulings in an edition, if one does.
    pub fn replaced(self, ruling: RuleNumber, edition: Edition) -> Option<RuleNumber> {
        let found = OTHERWISE.iter().find(|(own, _)| *own == ruling);
        found.filter(|_| edition == Edition::Sheets).map(|(_, row)| *row)
    }
}

#[cfg(test)]
mod tests {
    use super::OTHERWISE;
    use crate::{Edition, Keyword};

    #[test]
    fn a_ruling_is_replaced_by_a_difference_of_its_own_keyword() {
        for (ruling, row) in OTHERWISE {
            let keyword =
                Keyword::all().find(|keyword| keyword.rulings().iter().any(|own| own.number == ruling));
            let keyword = keyword.unwrap_or_else(|| panic!("{ruling} is no ruling of a keyword"));
            let has_row = keyword.differences().iter().any(|difference| difference.rule == row);
            assert!(has_row, "{ruling} of {keyword} is replaced by {row}, which is not about it");
        }
    }

    #[test]
    fn a_difference_that_changes_play_replaces_a_ruling_or_says_why_not() {
        // Reduced Cost and INSERT: the current wording is clearer, and no ruling says anything else.
        let clearer = ["1802.24", "1802.29"];
        for keyword in Keyword::all() {
            for difference in keyword.differences() {
                let row = difference.rule.to_string();
                let is_named = OTHERWISE.iter().any(|(_, named)| *named == difference.rule);
                let changes_nothing =
                    difference.in_play.starts_with("Nothing") || clearer.contains(&row.as_str());
                assert!(is_named || changes_nothing, "{row}: {} ({keyword})", difference.in_play);
            }
        }
    }

    #[test]
    fn inspiration_is_for_every_unit_on_the_sheets() {
        assert_eq!(Keyword::Inspiration.limits(Edition::Sheets).count(), 0);
        assert_eq!(Keyword::Inspiration.limits(Edition::Current).count(), 1);
    }
}
