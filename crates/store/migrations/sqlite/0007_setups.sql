-- Setups never change and are long; what changes with every step is short. Apart from each other, a step writes a quarter
-- of the pages.
CREATE TABLE setups (game TEXT PRIMARY KEY REFERENCES games(id), setup TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO setups (game, setup) SELECT id, setup FROM games;
ALTER TABLE games DROP COLUMN setup;
