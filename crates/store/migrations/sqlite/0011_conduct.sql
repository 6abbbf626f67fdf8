-- Whom visitors want nothing to do with, what they report about others, and what was done about it. A measure is never
-- changed: the rows of `measures` are the record of what operators did and why. A report is settled once.
CREATE TABLE blocks (
    visitor TEXT NOT NULL REFERENCES visitors(id), whom TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (visitor, whom)) WITHOUT ROWID;
CREATE TABLE reports (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, reporter TEXT NOT NULL, about TEXT NOT NULL, reason TEXT NOT NULL,
    words TEXT NOT NULL, said TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX reports_in_order ON reports(at, id);
CREATE TABLE measures (
    id TEXT PRIMARY KEY, report TEXT UNIQUE REFERENCES reports(id), about TEXT NOT NULL, measure TEXT NOT NULL,
    until INTEGER, who TEXT NOT NULL, why TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX measures_about ON measures(about, at);
