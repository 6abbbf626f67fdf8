-- Finished games as they were told and seen, for when the rules can no longer play them again.
CREATE TABLE films (
    game TEXT PRIMARY KEY REFERENCES games(id), film TEXT NOT NULL) WITHOUT ROWID;
