-- Games become logs of steps. A data folder of version 0.1 is turned into logs; a new one starts empty.

CREATE TABLE IF NOT EXISTS games (
    name TEXT PRIMARY KEY, setup TEXT NOT NULL, note TEXT NOT NULL DEFAULT '',
    over INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT (unixepoch()));
CREATE TABLE IF NOT EXISTS answers (
    game TEXT NOT NULL, number INTEGER NOT NULL, answer INTEGER NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    game TEXT NOT NULL, role TEXT NOT NULL, holder TEXT NOT NULL, PRIMARY KEY (game, role)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS invitations (
    secret TEXT PRIMARY KEY, game TEXT NOT NULL, role TEXT NOT NULL) WITHOUT ROWID;
DROP INDEX IF EXISTS seats_of_holder;
ALTER TABLE games RENAME TO old_games;
ALTER TABLE answers RENAME TO old_answers;
ALTER TABLE seats RENAME TO old_seats;
ALTER TABLE invitations RENAME TO old_invitations;

-- Times are milliseconds since 1970. `steps` counts the rows of a game's log, which is how appends stay without gaps.
CREATE TABLE games (
    id TEXT PRIMARY KEY, made INTEGER NOT NULL, setup TEXT NOT NULL, steps INTEGER NOT NULL,
    note TEXT NOT NULL, over INTEGER NOT NULL, due INTEGER NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX games_due ON games(changed) WHERE due = 1;
CREATE TABLE steps (
    game TEXT NOT NULL REFERENCES games(id), number INTEGER NOT NULL, kind TEXT NOT NULL, role TEXT,
    value INTEGER NOT NULL, extra TEXT, at INTEGER NOT NULL, request INTEGER NOT NULL,
    PRIMARY KEY (game, number)) WITHOUT ROWID;
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games(id), seat TEXT NOT NULL, holder TEXT NOT NULL,
    PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE INDEX seats_of_holder ON seats(holder);
CREATE TABLE invitations (
    digest TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games(id), seat TEXT NOT NULL, secret TEXT) WITHOUT ROWID;
CREATE INDEX invitations_of_game ON invitations(game);
CREATE TABLE probe (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), at INTEGER NOT NULL);

-- Of a game of version 0.1 it isn't known whether the computer is asked: every game that isn't over is looked at once.
INSERT INTO games (id, made, setup, steps, note, over, due, changed)
    SELECT name, changed * 1000, setup,
           (SELECT count(*) FROM old_seats WHERE game = name) + (SELECT count(*) FROM old_answers WHERE game = name),
           note, over, 1 - over, changed * 1000
    FROM old_games;
INSERT INTO seats (game, seat, holder) SELECT game, role, holder FROM old_seats;
INSERT INTO steps (game, number, kind, role, value, extra, at, request)
    SELECT game, row_number() OVER (PARTITION BY game ORDER BY role) - 1, 'sit', role, 0, holder,
           (SELECT changed * 1000 FROM old_games WHERE name = game), 0
    FROM old_seats;
INSERT INTO steps (game, number, kind, role, value, extra, at, request)
    SELECT game, number + (SELECT count(*) FROM old_seats WHERE old_seats.game = old_answers.game), 'answer', NULL,
           answer, NULL, (SELECT changed * 1000 FROM old_games WHERE name = game), 0
    FROM old_answers;
INSERT INTO invitations (digest, game, seat, secret) SELECT secret, game, role, NULL FROM old_invitations;

DROP TABLE old_invitations;
DROP TABLE old_seats;
DROP TABLE old_answers;
DROP TABLE old_games;
