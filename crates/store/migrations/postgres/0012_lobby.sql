-- Strangers who look for a game, the games that came of it, their results, and the ratings that follow from the results.
-- What somebody wants and brings is the server's to read. A seek that has found its game keeps the game's name.
CREATE TABLE seeks (
    id TEXT COLLATE "C" PRIMARY KEY, visitor TEXT COLLATE "C" NOT NULL REFERENCES visitors(id), wants TEXT NOT NULL,
    at BIGINT NOT NULL, seen BIGINT NOT NULL, game TEXT COLLATE "C");
CREATE INDEX seeks_of ON seeks(visitor);
CREATE INDEX open_seeks ON seeks(at, id) WHERE game IS NULL;
-- `one` and `other` are the two seeks; a game is listed for those who want to watch while it goes on.
CREATE TABLE pairings (
    game TEXT COLLATE "C" PRIMARY KEY, one TEXT COLLATE "C" NOT NULL, other TEXT COLLATE "C" NOT NULL, listed BOOLEAN NOT NULL,
    at BIGINT NOT NULL);
CREATE INDEX pairings_in_order ON pairings(at);
CREATE TABLE results (
    number BIGSERIAL PRIMARY KEY, game TEXT COLLATE "C" NOT NULL UNIQUE, dark TEXT COLLATE "C" NOT NULL,
    light TEXT COLLATE "C" NOT NULL, score DOUBLE PRECISION NOT NULL, at BIGINT NOT NULL);
CREATE TABLE ratings (
    visitor TEXT COLLATE "C" PRIMARY KEY, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, at BIGINT NOT NULL);
