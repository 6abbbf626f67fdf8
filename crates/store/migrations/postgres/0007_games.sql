-- Everything that a data folder has at schema 7, under the same names. Times are milliseconds since 1970.
-- Texts are compared byte by byte, as SQLite does: lists have the same order in both.

CREATE TABLE pockets (
    id TEXT COLLATE "C" PRIMARY KEY, digest TEXT NOT NULL, source BYTEA NOT NULL, readings BYTEA NOT NULL);

-- `steps` counts the rows of a game's log, which is how appends stay without gaps. Which server goes on with a game that
-- waits for the computer, and until when, saves work and decides nothing. No index has what every step changes, and a
-- page has room for the next version of a row: a step changes no index unless the game begins or ceases to wait.
CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY, made BIGINT NOT NULL, steps INTEGER NOT NULL, note TEXT NOT NULL,
    over BOOLEAN NOT NULL, due BOOLEAN NOT NULL, changed BIGINT NOT NULL, promise TEXT,
    pocket TEXT COLLATE "C" REFERENCES pockets(id), driver TEXT, driver_until TIMESTAMPTZ) WITH (fillfactor = 70);
CREATE INDEX games_due ON games(id) WHERE due;

CREATE TABLE setups (game TEXT COLLATE "C" PRIMARY KEY REFERENCES games(id), setup TEXT NOT NULL);
CREATE TABLE secrets (game TEXT COLLATE "C" PRIMARY KEY REFERENCES games(id), server_secret TEXT NOT NULL);
CREATE TABLE films (game TEXT COLLATE "C" PRIMARY KEY REFERENCES games(id), film BYTEA NOT NULL);

-- A step is written in the statement that counts it for its game, so there's no need to look the game up for every row.
CREATE TABLE steps (
    game TEXT COLLATE "C" NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, role TEXT, value BIGINT NOT NULL,
    extra TEXT, at BIGINT NOT NULL, request BIGINT NOT NULL, trail BIGINT, PRIMARY KEY (game, number));
CREATE TABLE seats (
    game TEXT COLLATE "C" NOT NULL REFERENCES games(id), seat TEXT NOT NULL, holder TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, seat));
CREATE INDEX seats_of_holder ON seats(holder);
CREATE TABLE invitations (
    digest TEXT COLLATE "C" PRIMARY KEY, game TEXT COLLATE "C" NOT NULL REFERENCES games(id), seat TEXT NOT NULL,
    secret TEXT, used BOOLEAN NOT NULL DEFAULT false);
CREATE INDEX invitations_of_game ON invitations(game);

CREATE TABLE visitors (id TEXT COLLATE "C" PRIMARY KEY, made BIGINT NOT NULL, kind TEXT NOT NULL);
CREATE TABLE tokens (
    digest TEXT COLLATE "C" PRIMARY KEY, visitor TEXT COLLATE "C" NOT NULL REFERENCES visitors(id), kind TEXT NOT NULL,
    made BIGINT NOT NULL);
CREATE INDEX tokens_of_visitor ON tokens(visitor);

CREATE TABLE probe (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), at BIGINT NOT NULL);

-- The servers that use the database: when each was last seen, by the clock of the database, and under which rules it plays.
CREATE TABLE nodes (node TEXT PRIMARY KEY, seen TIMESTAMPTZ NOT NULL, rules INTEGER NOT NULL);
