-- What visitors have learned: lessons taken, keywords in their boxes, ratings. One row for each thing, in a word of its own.
CREATE TABLE learned (
    visitor TEXT NOT NULL REFERENCES visitors(id), what TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (visitor, what)) WITHOUT ROWID;
