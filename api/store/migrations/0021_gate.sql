-- Devices that admit people, and the invitations to set them up. Only hashes of secrets are stored.
CREATE TABLE gate_devices (
  id          TEXT PRIMARY KEY,
  number      INTEGER NOT NULL UNIQUE,
  name        TEXT NOT NULL,
  volunteer   TEXT NOT NULL,
  venue       TEXT NOT NULL,
  days        TEXT NOT NULL,             -- separated by spaces
  lists       TEXT NOT NULL,             -- separated by spaces
  may_search  INTEGER NOT NULL,
  token_hash  TEXT NOT NULL UNIQUE,
  enrolled_at INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL,
  revoked_at  INTEGER,
  seen_at     INTEGER NOT NULL,
  have        INTEGER NOT NULL,          -- the last number up to which all of its scans have arrived
  unsent      INTEGER NOT NULL,
  battery     INTEGER NOT NULL,
  lists_at    INTEGER NOT NULL,
  offset_ms   INTEGER NOT NULL
) STRICT;

CREATE TABLE gate_invitations (
  hash       TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  volunteer  TEXT NOT NULL,
  venue      TEXT NOT NULL,
  days       TEXT NOT NULL,
  lists      TEXT NOT NULL,
  may_search INTEGER NOT NULL,
  made_by    TEXT NOT NULL,
  made_at    INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  device     TEXT NOT NULL               -- the device that used the invitation, or ''
) STRICT;

-- What happened at the gates. Rows are never changed, except that an erasure clears what a volunteer typed.
CREATE TABLE gate_scans (
  n          INTEGER PRIMARY KEY,
  device     TEXT NOT NULL REFERENCES gate_devices (id),
  seq        INTEGER NOT NULL,
  ticket_id  TEXT NOT NULL,              -- '' if the code is not one of our tickets
  list       TEXT NOT NULL,
  day        TEXT NOT NULL,
  venue      TEXT NOT NULL,
  verdict    TEXT NOT NULL,
  reason     TEXT NOT NULL,
  why        TEXT NOT NULL,
  by_way     TEXT NOT NULL,
  offline    INTEGER NOT NULL,
  wall       INTEGER NOT NULL,
  mono       INTEGER NOT NULL,
  origin     INTEGER NOT NULL,
  offset_ms  INTEGER NOT NULL,
  list_age   INTEGER NOT NULL,
  at         INTEGER NOT NULL,           -- by the server's clock
  arrived_at INTEGER NOT NULL,
  quarantine TEXT NOT NULL,              -- why the scan does not count, or ''
  body_hash  TEXT NOT NULL,
  UNIQUE (device, seq)
) STRICT;
CREATE INDEX gate_scans_of_ticket ON gate_scans (ticket_id, list, day);

CREATE TRIGGER gate_scans_no_update BEFORE UPDATE OF n, device, seq, ticket_id, list, day, venue, verdict, reason, by_way, offline,
  wall, mono, origin, offset_ms, list_age, at, arrived_at, quarantine, body_hash ON gate_scans
BEGIN
  SELECT RAISE(ABORT, 'scans are append-only');
END;
CREATE TRIGGER gate_scans_no_delete BEFORE DELETE ON gate_scans
BEGIN
  SELECT RAISE(ABORT, 'scans are append-only');
END;

-- A number that a device used for two different scans: somebody has its token, or its storage was restored.
CREATE TABLE gate_strays (
  device     TEXT NOT NULL REFERENCES gate_devices (id),
  seq        INTEGER NOT NULL,
  body_hash  TEXT NOT NULL,
  ticket_id  TEXT NOT NULL,
  verdict    TEXT NOT NULL,
  arrived_at INTEGER NOT NULL,
  PRIMARY KEY (device, seq, body_hash)
) STRICT;

-- The result of a ticket's scans; computed again whenever a scan arrives.
CREATE TABLE gate_entries (
  ticket_id   TEXT NOT NULL,
  list        TEXT NOT NULL,
  day         TEXT NOT NULL,
  inside      INTEGER NOT NULL,
  used        INTEGER NOT NULL,
  last_at     INTEGER NOT NULL,
  last_device INTEGER NOT NULL,
  changed     INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, list, day)
) STRICT;
CREATE INDEX gate_entries_changed ON gate_entries (changed);

CREATE TABLE gate_conflicts (
  ticket_id    TEXT NOT NULL,
  list         TEXT NOT NULL,
  day          TEXT NOT NULL,
  n            INTEGER NOT NULL,         -- the number of the surplus admission: 1, 2 …
  found_at     INTEGER NOT NULL,
  explained_at INTEGER,
  PRIMARY KEY (ticket_id, list, day, n)
) STRICT;

-- How far a device's clock differed from the server's, each time that this changed.
CREATE TABLE gate_clocks (
  device    TEXT NOT NULL REFERENCES gate_devices (id),
  at        INTEGER NOT NULL,
  offset_ms INTEGER NOT NULL,
  PRIMARY KEY (device, at)
) STRICT;
