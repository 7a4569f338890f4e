-- Several codes of a mailbox are valid at once, so that a stranger's request does not make the owner's code useless.
DROP INDEX challenges_one_live;
ALTER TABLE code_challenges ADD COLUMN device_hash TEXT NOT NULL DEFAULT '';     -- the requesting device if it is known
ALTER TABLE code_challenges ADD COLUMN leaves INTEGER NOT NULL DEFAULT 0;        -- 1 if the email is really sent
ALTER TABLE code_challenges ADD COLUMN paid INTEGER NOT NULL DEFAULT 0;          -- 1 if the mailbox has a paid booking
ALTER TABLE code_challenges ADD COLUMN network_narrow TEXT NOT NULL DEFAULT '';  -- keyed hashes of the requesting network
ALTER TABLE code_challenges ADD COLUMN network_middle TEXT NOT NULL DEFAULT '';
ALTER TABLE code_challenges ADD COLUMN network_wide TEXT NOT NULL DEFAULT '';
CREATE INDEX challenges_by_network ON code_challenges (network_wide, created_at);
CREATE INDEX challenges_that_leave ON code_challenges (created_at) WHERE leaves = 1;

-- Every attempt to enter a code; it is counted before the code is compared.
CREATE TABLE code_tries (
  id          INTEGER PRIMARY KEY,
  email_key   TEXT NOT NULL,
  device_hash TEXT NOT NULL,               -- '' for all unknown devices
  tried_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX code_tries_by_email ON code_tries (email_key, device_hash, tried_at);
CREATE INDEX code_tries_by_time ON code_tries (tried_at);

-- Browsers that have signed in to a mailbox. They have their own limits, which strangers cannot use up.
CREATE TABLE known_devices (
  device_hash  TEXT NOT NULL,              -- SHA-256 of a random id that the browser stores
  email_key    TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,
  PRIMARY KEY (device_hash, email_key)
) STRICT;
CREATE INDEX known_devices_by_email ON known_devices (email_key);
