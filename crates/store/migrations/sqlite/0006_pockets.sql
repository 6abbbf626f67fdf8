-- The cards of games as they were when their tables were laid: the rows of the set files, and how they were read. Games
-- with the same cards share one pocket.
CREATE TABLE pockets (
    id TEXT PRIMARY KEY, digest TEXT NOT NULL, source BLOB NOT NULL, readings BLOB NOT NULL);
ALTER TABLE games ADD COLUMN pocket TEXT REFERENCES pockets(id);
