-- What was promised before a table was shown, and the secret behind it, which lists and exports never touch.
ALTER TABLE games ADD COLUMN promise TEXT;
CREATE TABLE secrets (
    game TEXT PRIMARY KEY REFERENCES games(id), server_secret TEXT NOT NULL) WITHOUT ROWID;
