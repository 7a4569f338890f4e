-- The people who work at the desk.
CREATE TABLE staff (
  id         TEXT PRIMARY KEY,
  email      TEXT NOT NULL,
  email_key  TEXT NOT NULL UNIQUE,
  name       TEXT NOT NULL,
  role       TEXT NOT NULL CHECK (role IN ('organiser', 'treasurer', 'registrar', 'gate', 'viewer')),
  handle     TEXT NOT NULL UNIQUE,         -- a random user handle for authenticators
  created_at INTEGER NOT NULL,
  ended_at   INTEGER                       -- NULL while they have access
) STRICT;

-- An invitation lets a member who has verified the mailbox create one passkey.
CREATE TABLE staff_invitations (
  token_hash TEXT PRIMARY KEY,
  staff_id   TEXT NOT NULL REFERENCES staff (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at    INTEGER
) STRICT;
CREATE INDEX staff_invitations_by_staff ON staff_invitations (staff_id);

CREATE TABLE staff_passkeys (
  id           TEXT PRIMARY KEY,           -- the credential's id, base64url
  staff_id     TEXT NOT NULL REFERENCES staff (id),
  name         TEXT NOT NULL,
  record       TEXT NOT NULL,              -- the whole credential, JSON
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT;
CREATE INDEX staff_passkeys_by_staff ON staff_passkeys (staff_id);

-- kind 'code': has verified the mailbox and may only continue to the passkey; 'rehearsal': signed in with one click.
CREATE TABLE staff_sessions (
  token_hash      TEXT PRIMARY KEY,
  staff_id        TEXT NOT NULL REFERENCES staff (id),
  kind            TEXT NOT NULL CHECK (kind IN ('code', 'passkey', 'rehearsal')),
  invitation_hash TEXT NOT NULL DEFAULT '',
  created_at      INTEGER NOT NULL,
  last_used_at    INTEGER NOT NULL,
  expires_at      INTEGER NOT NULL,
  touched_at      INTEGER,                 -- when the passkey was last confirmed
  ended_at        INTEGER
) STRICT;
CREATE INDEX staff_sessions_by_staff ON staff_sessions (staff_id) WHERE ended_at IS NULL;

-- Challenges for authenticators. A row is deleted by the first response, whether it is correct or not.
CREATE TABLE staff_ceremonies (
  id           TEXT PRIMARY KEY,
  session_hash TEXT NOT NULL REFERENCES staff_sessions (token_hash),
  purpose      TEXT NOT NULL CHECK (purpose IN ('make', 'sign_in', 'touch')),
  data         TEXT NOT NULL,
  expires_at   INTEGER NOT NULL
) STRICT;

-- Sign-in codes for staff, separate from those for visitors, so that neither can use up the other's limits.
CREATE TABLE staff_codes (
  id             TEXT PRIMARY KEY,
  email_key      TEXT NOT NULL,
  device_hash    TEXT NOT NULL,            -- '' for a device that has never signed in to this mailbox
  code_hash      TEXT NOT NULL,
  salt           TEXT NOT NULL,
  created_at     INTEGER NOT NULL,
  expires_at     INTEGER NOT NULL,
  boot           TEXT NOT NULL,
  boot_ms        INTEGER NOT NULL,
  network_narrow TEXT NOT NULL,
  network_middle TEXT NOT NULL,
  network_wide   TEXT NOT NULL,
  tries          INTEGER NOT NULL DEFAULT 0,
  used_at        INTEGER,
  killed_at      INTEGER
) STRICT;
CREATE INDEX staff_codes_by_email ON staff_codes (email_key, created_at);
CREATE INDEX staff_codes_by_time ON staff_codes (created_at);

CREATE TABLE staff_code_tries (
  id          INTEGER PRIMARY KEY,
  email_key   TEXT NOT NULL,
  device_hash TEXT NOT NULL,
  tried_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX staff_code_tries_by_email ON staff_code_tries (email_key, tried_at);

CREATE TABLE staff_devices (
  device_hash TEXT NOT NULL,
  email_key   TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL,
  PRIMARY KEY (device_hash, email_key)
) STRICT;

-- Who did what. Rows are only added; each contains the hash of the previous row.
CREATE TABLE acts (
  n            INTEGER PRIMARY KEY,
  at           INTEGER NOT NULL,
  actor_id     TEXT NOT NULL,
  actor_name   TEXT NOT NULL,
  actor_role   TEXT NOT NULL,
  action       TEXT NOT NULL,
  booking_id   TEXT NOT NULL,
  object       TEXT NOT NULL,
  request_id   TEXT NOT NULL,
  details_hash TEXT NOT NULL,              -- SHA-256 of salt and details
  prev_hash    TEXT NOT NULL,
  hash         TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX acts_by_booking ON acts (booking_id, n);
CREATE INDEX acts_by_actor ON acts (actor_id, n);
CREATE INDEX acts_by_action ON acts (action, n);
CREATE INDEX acts_by_time ON acts (at, n);
CREATE TRIGGER acts_no_update BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, 'the log of acts is append-only'); END;
CREATE TRIGGER acts_no_delete BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'the log of acts is append-only'); END;

-- Reasons, and values before and after: personal data. An erasure empties the row; the chain still verifies.
CREATE TABLE act_details (
  n       INTEGER PRIMARY KEY REFERENCES acts (n),
  salt    TEXT NOT NULL,
  details TEXT NOT NULL
) STRICT;
CREATE TRIGGER act_details_only_emptied BEFORE UPDATE ON act_details WHEN NEW.n <> OLD.n OR NEW.salt <> '' OR NEW.details <> ''
BEGIN SELECT RAISE(ABORT, 'the log of acts is append-only'); END;
CREATE TRIGGER act_details_no_delete BEFORE DELETE ON act_details BEGIN SELECT RAISE(ABORT, 'the log of acts is append-only'); END;

-- Categories whose sales are paused; '' means all.
CREATE TABLE sales_pauses (
  category  TEXT PRIMARY KEY,
  sentence  TEXT NOT NULL,
  paused_at INTEGER NOT NULL,
  actor     TEXT NOT NULL
) STRICT;
