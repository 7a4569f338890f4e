-- What the keys of the first copy look like; another copy with others does not start.
CREATE TABLE key_fingerprints (
  name        TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL
) STRICT;
