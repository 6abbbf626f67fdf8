-- The trail of some answers: what happened up to there, as one number, so that a change of the rules is noticed.
ALTER TABLE steps ADD COLUMN trail INTEGER;
