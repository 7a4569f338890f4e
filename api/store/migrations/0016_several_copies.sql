-- What the keys of the first copy look like; another copy with others does not start.
CREATE TABLE key_fingerprints (
  name        TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL
) STRICT;

-- Pictures, when they are not files beside the database.
CREATE TABLE blobs (
  name       TEXT PRIMARY KEY,             -- folder/name
  written_at INTEGER NOT NULL,
  data       BLOB NOT NULL
) STRICT;
