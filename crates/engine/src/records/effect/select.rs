//! How far a selector is.

/// How far a selector is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// What is known already is filled in.
    Known,
    /// The player chooses.
    Choosing,
}
