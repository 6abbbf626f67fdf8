-- The decks that visitors keep, with every version of them. A version is never changed.
CREATE TABLE decks (
    id TEXT COLLATE "C" PRIMARY KEY, owner TEXT COLLATE "C" NOT NULL REFERENCES visitors(id), shared BOOLEAN NOT NULL DEFAULT FALSE);
CREATE INDEX decks_of ON decks(owner);
CREATE TABLE deck_versions (
    deck TEXT COLLATE "C" NOT NULL REFERENCES decks(id), number BIGINT NOT NULL, name TEXT NOT NULL, list TEXT NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (deck, number));
