CREATE TABLE outbox (
  id          INTEGER PRIMARY KEY,
  dedupe_key  TEXT NOT NULL UNIQUE,
  template    TEXT NOT NULL,
  to_address  TEXT NOT NULL,
  to_name     TEXT NOT NULL,
  data        TEXT NOT NULL,               -- JSON; '{}' once the email is sent, because the data may contain a code
  message_id  TEXT NOT NULL UNIQUE,        -- the same for every attempt
  discard     INTEGER NOT NULL DEFAULT 0,  -- 1: never sent; hides that the address is unknown
  created_at  INTEGER NOT NULL,
  next_try_at INTEGER NOT NULL,
  tries       INTEGER NOT NULL DEFAULT 0,
  state       TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'dead')),
  sent_at     INTEGER,
  last_error  TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX outbox_due ON outbox (next_try_at) WHERE state = 'pending';
