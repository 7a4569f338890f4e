CREATE TABLE accounts (
  id             TEXT PRIMARY KEY,
  email          TEXT NOT NULL,
  email_key      TEXT NOT NULL UNIQUE,
  created_at     INTEGER NOT NULL,
  first_name     TEXT NOT NULL DEFAULT '',
  last_name      TEXT NOT NULL DEFAULT '',
  mobile         TEXT NOT NULL DEFAULT '',
  dob            TEXT NOT NULL DEFAULT '',
  gender         TEXT NOT NULL DEFAULT '',
  company_name   TEXT NOT NULL DEFAULT '',
  designation    TEXT NOT NULL DEFAULT '',
  institute_name TEXT NOT NULL DEFAULT '',
  membership_no  TEXT NOT NULL DEFAULT '',
  gst_no         TEXT NOT NULL DEFAULT '',
  country        TEXT NOT NULL DEFAULT '',
  state          TEXT NOT NULL DEFAULT '',
  city           TEXT NOT NULL DEFAULT '',
  photo_asset    TEXT NOT NULL DEFAULT '',
  edited_at      INTEGER                   -- by the person; until then, the newest booking fills the profile
) STRICT;

-- A session with scope 'account' may do everything for its person. Scope 'booking' is limited to one booking, because
-- nobody has verified the mailbox.
CREATE TABLE sessions (
  token_hash      TEXT PRIMARY KEY,        -- SHA-256 of the token; the token itself is not stored
  scope           TEXT NOT NULL CHECK (scope IN ('account', 'booking')),
  account_id      TEXT REFERENCES accounts (id),
  booking_id      TEXT REFERENCES bookings (id),
  created_at      INTEGER NOT NULL,
  last_used_at    INTEGER NOT NULL,
  expires_at      INTEGER NOT NULL,
  revoked_at      INTEGER,
  user_agent_hash TEXT NOT NULL,
  CHECK ((scope = 'account') = (account_id IS NOT NULL)),
  CHECK ((scope = 'booking') = (booking_id IS NOT NULL))
) STRICT;
CREATE INDEX sessions_by_account ON sessions (account_id) WHERE revoked_at IS NULL;

CREATE TABLE code_challenges (
  id          TEXT PRIMARY KEY,
  email_key   TEXT NOT NULL,
  code_hash   TEXT NOT NULL,
  salt        TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL,
  tries       INTEGER NOT NULL DEFAULT 0,
  used_at     INTEGER,
  killed_at   INTEGER
) STRICT;
CREATE UNIQUE INDEX challenges_one_live ON code_challenges (email_key) WHERE used_at IS NULL AND killed_at IS NULL;
CREATE INDEX challenges_by_email ON code_challenges (email_key, created_at);
CREATE INDEX challenges_by_time ON code_challenges (created_at);

CREATE TABLE signin_misses (
  email_key    TEXT PRIMARY KEY,
  misses       INTEGER NOT NULL,           -- in a row
  closed_until INTEGER
) STRICT;
