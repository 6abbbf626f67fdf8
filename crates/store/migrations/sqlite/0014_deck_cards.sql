-- Which cards a version of a deck was saved with: a line for each, its name and a digest of what its file said then.
-- Nothing is known of versions from before.
ALTER TABLE deck_versions ADD COLUMN cards TEXT NOT NULL DEFAULT '';
