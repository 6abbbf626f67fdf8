-- The decks that visitors keep, with every version of them. A version is never changed.
CREATE TABLE decks (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL REFERENCES visitors(id), shared INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX decks_of ON decks(owner);
CREATE TABLE deck_versions (
    deck TEXT NOT NULL REFERENCES decks(id), number INTEGER NOT NULL, name TEXT NOT NULL, list TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (deck, number)) WITHOUT ROWID;
