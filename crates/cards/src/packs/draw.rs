//! Opening a pack: pools of cards, what makes a pack impossible, drawing without repetition.

use super::{Chance, Criterion, Eval, Field, Kind, Pack};
use crate::collection::{Collection, PrintingId};
use std::fmt;
use thiserror::Error;

/// Why a pack can't be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the pack `{title}` can't be opened: {}", list(.problems))]
pub struct PackError {
    /// The title of the pack.
    pub title: String,
    /// All reasons.
    pub problems: Vec<Problem>,
}

/// What makes a pack impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It has no `<chance>`, or one without a `<kind>`.
    NoContent,
    /// A kind with no number of cards.
    NoQuantity,
    /// A criterion on a column that packs don't have.
    UnknownField(String),
    /// A comparison that packs don't have.
    UnknownEval(String),
    /// A set with no cards loaded.
    UnknownSet(String),
    /// Not enough cards meet the criteria of a kind.
    SmallPool {
        /// The criteria, in words.
        criteria: String,
        /// How many cards the pack needs.
        needs: u32,
        /// How many there are.
        has: usize,
    },
}

impl Problem {
    /// The stable word of its finding.
    pub const fn code(&self) -> &'static str {
        match self {
            Problem::NoContent => "pack-content",
            Problem::NoQuantity => "pack-quantity",
            Problem::UnknownField(_) => "pack-field",
            Problem::UnknownEval(_) => "pack-eval",
            Problem::UnknownSet(_) => "unknown-set",
            Problem::SmallPool { has: 0, .. } => "empty-pool",
            Problem::SmallPool { .. } => "small-pool",
        }
    }

    /// What to do about it.
    pub const fn cure(&self) -> &'static str {
        match self {
            Problem::NoContent => "write <chance><kind>...</kind></chance>",
            Problem::NoQuantity => "write <qty>, at least 1",
            Problem::UnknownField(_) => "one of Set, Rarity, Type, Classification, DraftRarity",
            Problem::UnknownEval(_) => "one of IS, CONTAINS, DOESNTCONTAIN",
            Problem::UnknownSet(_) => "write the code of a set file, or load that set",
            Problem::SmallPool { .. } => "change the criteria or the quantity",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoContent => f.write_str("it doesn't say what's in it"),
            Problem::NoQuantity => f.write_str("it doesn't say how many cards of a kind"),
            Problem::UnknownField(field) => write!(f, "`{field}` isn't a column"),
            Problem::UnknownEval(eval) => write!(f, "`{eval}` isn't a comparison"),
            Problem::UnknownSet(set) => write!(f, "no card of the set `{set}` is loaded"),
            Problem::SmallPool { criteria, needs, has: 0 } => {
                write!(f, "it needs {needs} with {criteria}, and there are none")
            }
            Problem::SmallPool { criteria, needs, has } => {
                write!(f, "it needs {needs} with {criteria}, and there are only {has}")
            }
        }
    }
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl Kind {
    /// The cards of a base that meet all criteria of the kind.
    fn pool(&self, cards: &Collection, base: &[PrintingId]) -> Vec<PrintingId> {
        let fits = |id: &PrintingId| self.criteria.iter().all(|criterion| criterion.holds(cards.get(*id)));
        base.iter().copied().filter(fits).collect()
    }
}

impl Pack {
    /// The cards that meet the common criteria.
    pub fn base(&self, cards: &Collection) -> Vec<PrintingId> {
        let fits =
            |(_, card): &(PrintingId, &crate::Printing)| self.common.iter().all(|crit| crit.holds(card));
        cards.printings().filter(fits).map(|(id, _)| id).collect()
    }

    /// The cards from which a kind of the pack is drawn.
    pub fn pool(&self, kind: &Kind, cards: &Collection) -> Vec<PrintingId> {
        kind.pool(cards, &self.base(cards))
    }

    /// Everything that makes the pack impossible, each thing once.
    pub fn problems(&self, cards: &Collection) -> Vec<Problem> {
        let mut problems: Vec<Problem> = Vec::new();
        let mut add = |problem: Problem| {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        };
        if self.chances.is_empty() || self.chances.iter().any(|chance| chance.kinds.is_empty()) {
            add(Problem::NoContent);
        }
        let kinds = || self.chances.iter().flat_map(|chance| &chance.kinds);
        let mut understood = true;
        for criterion in self.common.iter().chain(kinds().flat_map(|kind| &kind.criteria)) {
            for problem in unknown_words(criterion, cards) {
                understood = false;
                add(problem);
            }
        }
        // The pools of a pack that isn't understood are empty for that reason alone.
        let base = if understood { self.base(cards) } else { Vec::new() };
        for kind in kinds() {
            if kind.quantity == 0 {
                add(Problem::NoQuantity);
            } else if understood {
                let has = kind.pool(cards, &base).len();
                if has < kind.quantity as usize {
                    add(Problem::SmallPool { criteria: self.words(kind), needs: kind.quantity, has });
                }
            }
        }
        problems
    }

    /// Opens the pack. `draw(n)` chooses a number below `n`; it is asked for the chance only if there are several.
    pub fn open(
        &self,
        cards: &Collection,
        draw: &mut impl FnMut(usize) -> usize,
    ) -> Result<Vec<PrintingId>, PackError> {
        let problems = self.problems(cards);
        if !problems.is_empty() {
            return Err(PackError { title: self.title.clone(), problems });
        }
        // A draw out of range mustn't end the program.
        let mut below = |n: usize| draw(n) % n;
        let chance: &Chance = match &self.chances[..] {
            [only] => only,
            several => &several[below(several.len())],
        };
        let base = self.base(cards);
        let mut drawn = Vec::new();
        for kind in &chance.kinds {
            let mut pool = kind.pool(cards, &base);
            for _ in 0..kind.quantity {
                drawn.push(pool.swap_remove(below(pool.len())));
            }
        }
        Ok(drawn)
    }

    fn words(&self, kind: &Kind) -> String {
        let criteria = self.common.iter().chain(&kind.criteria).map(ToString::to_string);
        criteria.collect::<Vec<_>>().join(" and ")
    }
}

fn unknown_words(criterion: &Criterion, cards: &Collection) -> Vec<Problem> {
    let mut problems = Vec::new();
    match &criterion.field {
        Field::Unknown(field) => problems.push(Problem::UnknownField(field.clone())),
        Field::Set
            if criterion.eval == Eval::Is && !cards.printings().any(|(_, card)| criterion.holds(card)) =>
        {
            problems.push(Problem::UnknownSet(criterion.data.clone()));
        }
        Field::Set | Field::Rarity | Field::Type | Field::Classification | Field::DraftRarity => {}
    }
    match &criterion.eval {
        Eval::Unknown(eval) => problems.push(Problem::UnknownEval(eval.clone())),
        Eval::Is | Eval::Contains | Eval::DoesntContain => {}
    }
    problems
}
