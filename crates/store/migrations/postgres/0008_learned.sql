-- What visitors have learned: lessons taken, keywords in their boxes, ratings. One row for each thing, in a word of its own.
CREATE TABLE learned (
    visitor TEXT COLLATE "C" NOT NULL REFERENCES visitors(id), what TEXT COLLATE "C" NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (visitor, what));
