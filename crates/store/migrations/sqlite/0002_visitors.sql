-- Visitors, and the tokens that the server has issued to them. Whoever holds a seat already becomes a visitor whose
-- cookie is the token: the digest of that cookie is the visitor's id and the token's digest, so no step changes.

CREATE TABLE visitors (
    id TEXT PRIMARY KEY, made INTEGER NOT NULL, kind TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tokens (
    digest TEXT PRIMARY KEY, visitor TEXT NOT NULL REFERENCES visitors(id), kind TEXT NOT NULL,
    made INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX tokens_of_visitor ON tokens(visitor);

INSERT INTO visitors (id, made, kind)
    SELECT holder, min(made), 'guest' FROM seats JOIN games ON id = game GROUP BY holder;
INSERT INTO tokens (digest, visitor, kind, made) SELECT id, id, 'cookie', made FROM visitors;

-- An invitation that was used stays, so that the guest whose request was cut off finds the way back to the seat.
ALTER TABLE invitations ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
