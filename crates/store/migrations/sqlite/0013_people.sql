-- What kept visitors are called: no two have names that look alike, which is what the key says. And how games between two
-- came out, for those who played them: who brought what, and what the Dark Side scored. Nobody's holder is a computer's.
ALTER TABLE visitors ADD COLUMN name TEXT;
ALTER TABLE visitors ADD COLUMN name_key TEXT;
CREATE UNIQUE INDEX visitors_by_name ON visitors(name_key) WHERE name_key IS NOT NULL;
CREATE TABLE outcomes (
    game TEXT PRIMARY KEY, at INTEGER NOT NULL, score REAL NOT NULL, rated INTEGER NOT NULL,
    dark_holder TEXT, dark_name TEXT NOT NULL, dark_deck TEXT NOT NULL, dark_level TEXT,
    light_holder TEXT, light_name TEXT NOT NULL, light_deck TEXT NOT NULL, light_level TEXT) WITHOUT ROWID;
CREATE INDEX outcomes_of_dark ON outcomes(dark_holder, at, game) WHERE dark_holder IS NOT NULL;
CREATE INDEX outcomes_of_light ON outcomes(light_holder, at, game) WHERE light_holder IS NOT NULL;
