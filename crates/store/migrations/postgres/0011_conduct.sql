-- Whom visitors want nothing to do with, what they report about others, and what was done about it. A measure is never
-- changed: the rows of `measures` are the record of what operators did and why. A report is settled once.
CREATE TABLE blocks (
    visitor TEXT COLLATE "C" NOT NULL REFERENCES visitors(id), whom TEXT COLLATE "C" NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (visitor, whom));
CREATE TABLE reports (
    id TEXT COLLATE "C" PRIMARY KEY, game TEXT COLLATE "C" NOT NULL, reporter TEXT COLLATE "C" NOT NULL,
    about TEXT COLLATE "C" NOT NULL, reason TEXT NOT NULL, words TEXT NOT NULL, said TEXT NOT NULL, at BIGINT NOT NULL);
CREATE INDEX reports_in_order ON reports(at, id);
CREATE TABLE measures (
    id TEXT COLLATE "C" PRIMARY KEY, report TEXT COLLATE "C" UNIQUE REFERENCES reports(id), about TEXT COLLATE "C" NOT NULL,
    measure TEXT NOT NULL, until BIGINT, who TEXT NOT NULL, why TEXT NOT NULL, at BIGINT NOT NULL);
CREATE INDEX measures_about ON measures(about, at);
