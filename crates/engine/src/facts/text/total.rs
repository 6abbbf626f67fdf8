//! "With combined build cost 7 or more": what the chosen cards must come to together (rule 1311.7).

use super::Scope;
use crate::facts::text::amount::{amount, in_range, measure};
use crate::records::state::Slot;
use vocab::ability::{Choice, Quantity, Range, Together};

/// Whether the sum of what is chosen can still come out as the text demands, if more of the rest is chosen.
pub(crate) fn can_be_reached(scope: Scope, choice: &Choice, chosen: &[Slot], rest: &[Slot]) -> bool {
    let Some(Together::Total(what, range)) = &choice.together else { return true };
    let worth = |card: &Slot| measure(scope, *what, *card);
    let have = chosen.iter().map(worth).fold(0, i16::saturating_add);
    let room = usize::try_from(wanted(scope, choice).1).unwrap_or(0).saturating_sub(chosen.len());
    let mut more: Vec<i16> = rest.iter().map(worth).filter(|worth| *worth > 0).collect();
    more.sort_unstable_by(|one, other| other.cmp(one));
    let most = more.into_iter().take(room).fold(have, i16::saturating_add);
    match range {
        Range::AtLeast(_) | Range::MoreThan(_) => in_range(scope, most, range),
        Range::AtMost(_) | Range::LessThan(_) => in_range(scope, have, range),
        Range::Exactly(of) => (have..=most).contains(&amount(scope, of)),
        Range::OneOf(_) | Range::Odd | Range::Even => true,
    }
}

/// Whether what is chosen comes to what the text demands.
pub(crate) fn is_reached(scope: Scope, choice: &Choice, chosen: &[Slot]) -> bool {
    let Some(Together::Total(what, range)) = &choice.together else { return true };
    let have = chosen.iter().map(|card| measure(scope, *what, *card)).fold(0, i16::saturating_add);
    in_range(scope, have, range)
}

/// The least and the most that are chosen; `All` and "any number" have no bound (rule 1311.7).
pub(crate) fn wanted(scope: Scope, choice: &Choice) -> (i16, i16) {
    let n = |of| amount(scope, of).max(0);
    match &choice.quantity {
        Quantity::Exactly(of) => (n(of), n(of)),
        Quantity::UpTo(of) => (0, n(of)),
        Quantity::Between(least, most) => (*least, *most),
        Quantity::AnyNumber => (0, i16::MAX),
        Quantity::All => (i16::MAX, i16::MAX),
    }
}
