//! The numbers by which records point into the catalog.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU8;

/// The number of an ability in the catalog; abilities within abilities have numbers of their own.
///
/// It takes two bytes wherever it stands, and no more where there may be none: a state holds a hundred of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AbilityId {
    // One more than the upper half of the number, so that zero is free to mean that there is none.
    high: NonZeroU8,
    low: u8,
}

impl AbilityId {
    /// The ability with this number; the last 256 numbers are none.
    pub(crate) const fn new(number: u16) -> Option<AbilityId> {
        let [high, low] = number.to_be_bytes();
        match NonZeroU8::MIN.checked_add(high) {
            Some(high) => Some(AbilityId { high, low }),
            None => None,
        }
    }

    /// The number.
    pub const fn number(self) -> u16 {
        u16::from_be_bytes([self.high.get() - 1, self.low])
    }

    /// The number as a place in a table.
    pub(crate) fn place(self) -> usize {
        usize::from(self.number())
    }
}

impl Default for AbilityId {
    fn default() -> AbilityId {
        AbilityId { high: NonZeroU8::MIN, low: 0 }
    }
}

impl fmt::Debug for AbilityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AbilityId({})", self.number())
    }
}

impl Hash for AbilityId {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.number().hash(hasher);
    }
}

/// The number of a name: two cards have the same number if their names are the same (rule 202.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameId(pub u16);

/// Numbers of two bytes that lie anywhere: records with them have no gaps.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name([u8; 2]);

        impl $name {
            /// The one with this number.
            pub(crate) const fn new(number: u16) -> $name {
                $name(number.to_be_bytes())
            }

            /// The number as a place in a table.
            pub(crate) fn place(self) -> usize {
                usize::from(u16::from_be_bytes(self.0))
            }
        }
    )*};
}

numbers! {
    /// The number of an effect, or of a part of one, in the catalog.
    NodeId;
    /// The number of an action in the catalog, be it part of an effect or of a cost.
    ActionId;
    /// The number of a list of costs in the catalog.
    CostId;
    /// The number of a selector in the catalog.
    SelectorId;
}

#[cfg(test)]
mod tests {
    use super::AbilityId;

    #[test]
    fn numbers_of_abilities_come_back_in_order_and_none_takes_no_room() {
        let ids: Vec<AbilityId> = (0..=u16::MAX).map_while(AbilityId::new).collect();
        assert_eq!(ids.len(), 0xFF00);
        assert!(ids.iter().zip(0..).all(|(id, number)| id.number() == number) && ids.is_sorted());
        assert_eq!(ids[0], AbilityId::default());
        assert_eq!((size_of::<Option<AbilityId>>(), align_of::<AbilityId>()), (2, 1));
    }
}
