-- Who is asked in a game, and when a game that nobody opens is to be opened because somebody's time runs out.
ALTER TABLE games ADD COLUMN asks TEXT;
ALTER TABLE games ADD COLUMN wakes INTEGER;
CREATE INDEX waking ON games(wakes) WHERE wakes IS NOT NULL;
