-- Strangers who look for a game, the games that came of it, their results, and the ratings that follow from the results.
-- What somebody wants and brings is the server's to read. A seek that has found its game keeps the game's name.
CREATE TABLE seeks (
    id TEXT PRIMARY KEY, visitor TEXT NOT NULL REFERENCES visitors(id), wants TEXT NOT NULL, at INTEGER NOT NULL,
    seen INTEGER NOT NULL, game TEXT) WITHOUT ROWID;
CREATE INDEX seeks_of ON seeks(visitor);
CREATE INDEX open_seeks ON seeks(at, id) WHERE game IS NULL;
-- `one` and `other` are the two seeks; a game is listed for those who want to watch while it goes on.
CREATE TABLE pairings (
    game TEXT PRIMARY KEY, one TEXT NOT NULL, other TEXT NOT NULL, listed INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX pairings_in_order ON pairings(at);
CREATE TABLE results (
    number INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL UNIQUE, dark TEXT NOT NULL, light TEXT NOT NULL,
    score REAL NOT NULL, at INTEGER NOT NULL);
CREATE TABLE ratings (
    visitor TEXT PRIMARY KEY, rating REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL, games INTEGER NOT NULL,
    at INTEGER NOT NULL) WITHOUT ROWID;
