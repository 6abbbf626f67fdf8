//! The decks that visitors keep, with every version of them.

use crate::StoreError;
use crate::people::VisitorId;
use async_trait::async_trait;

/// A deck as it was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckVersion {
    /// What it was called.
    pub name: String,
    /// Its list, as text.
    pub list: String,
    /// When it was saved: milliseconds since 1970.
    pub at: i64,
    /// The cards that it was saved with: a line for each, its name and a digest of what its file said then. A store keeps
    /// them and doesn't read them; of versions from before that nothing is known.
    pub cards: String,
}

/// A deck that somebody keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptDeck {
    /// Whose it is.
    pub owner: VisitorId,
    /// Whether others who have its address see it.
    pub shared: bool,
    /// Its versions, the oldest first. There is at least one.
    pub versions: Vec<DeckVersion>,
}

/// A deck in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedDeck {
    /// Its address.
    pub id: String,
    /// Whether others who have its address see it.
    pub shared: bool,
    /// How many versions it has.
    pub versions: u32,
    /// The last of them.
    pub last: DeckVersion,
}

/// The decks of a server's visitors.
#[async_trait]
pub trait Decks: Send + Sync {
    /// Keeps another version of a deck; the first makes the deck. Says how many there are now. An owner who isn't known,
    /// or a deck of somebody else, is missing.
    async fn save_deck(&self, owner: &VisitorId, deck: &str, version: DeckVersion)
    -> Result<u32, StoreError>;

    /// A deck with all its versions.
    async fn deck(&self, deck: &str) -> Result<Option<KeptDeck>, StoreError>;

    /// The decks of somebody, the last saved first.
    async fn decks_of(&self, owner: &VisitorId) -> Result<Vec<ListedDeck>, StoreError>;

    /// Shows a deck to others, or no longer. A deck of somebody else is missing.
    async fn share_deck(&self, owner: &VisitorId, deck: &str, shared: bool) -> Result<(), StoreError>;

    /// Forgets a deck with all its versions. A deck of somebody else is missing.
    async fn forget_deck(&self, owner: &VisitorId, deck: &str) -> Result<(), StoreError>;
}
