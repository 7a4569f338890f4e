-- Fingerprints of the first instance's keys; an instance with different keys does not start.
CREATE TABLE key_fingerprints (
  name        TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL
) STRICT;

-- Pictures, if they are not stored as files beside the database.
CREATE TABLE blobs (
  name       TEXT PRIMARY KEY,             -- folder/name
  written_at INTEGER NOT NULL,
  data       BLOB NOT NULL
) STRICT;
