//! The numbers by which records point into the catalog.

/// The number of an ability in the catalog; abilities within abilities have numbers of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AbilityId(pub u16);

/// The number of a name: two cards have the same number if their names are the same (rule 202.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameId(pub u16);

/// The number of an effect, or of a part of one, in the catalog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u16);

/// The number of an action in the catalog, be it part of an effect or of a cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ActionId(pub u16);

/// The number of a list of costs in the catalog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CostId(pub u16);

/// The number of a selector in the catalog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SelectorId(pub u16);
