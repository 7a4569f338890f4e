CREATE TABLE payment_attempts (
  attempt_ref     TEXT PRIMARY KEY,        -- also the gateway's reference, at most 40 characters
  booking_id      TEXT NOT NULL REFERENCES bookings (id),
  n               INTEGER NOT NULL,
  provider        TEXT NOT NULL,
  provider_id     TEXT NOT NULL DEFAULT '',
  url             TEXT NOT NULL DEFAULT '',
  amount_paise    INTEGER NOT NULL,
  currency        TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('CREATING', 'OPEN', 'CLOSED', 'PAID')),
  created_at      INTEGER NOT NULL,
  expires_at      INTEGER NOT NULL,
  closed_at       INTEGER,
  last_checked_at INTEGER,
  next_check_at   INTEGER,                 -- NULL if no further check is needed
  checks          INTEGER NOT NULL DEFAULT 0,
  UNIQUE (booking_id, n)
) STRICT;
CREATE UNIQUE INDEX attempts_provider_id ON payment_attempts (provider, provider_id) WHERE provider_id <> '';
CREATE UNIQUE INDEX attempts_one_payable ON payment_attempts (booking_id) WHERE state IN ('CREATING', 'OPEN');
CREATE INDEX attempts_due ON payment_attempts (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE payment_events (
  provider      TEXT NOT NULL,
  event_id      TEXT NOT NULL,
  received_at   INTEGER NOT NULL,
  kind          TEXT NOT NULL,
  provider_id   TEXT NOT NULL,
  attempt_ref   TEXT NOT NULL,             -- '' if the event names no attempt; provider_id then identifies the attempt
  body_sha256   TEXT NOT NULL,
  body_redacted TEXT NOT NULL,
  processed_at  INTEGER,
  PRIMARY KEY (provider, event_id)
) STRICT;
CREATE INDEX events_unprocessed ON payment_events (received_at) WHERE processed_at IS NULL;

CREATE TABLE payments (
  provider            TEXT NOT NULL,
  provider_payment_id TEXT NOT NULL,
  attempt_ref         TEXT NOT NULL REFERENCES payment_attempts (attempt_ref),
  booking_id          TEXT NOT NULL REFERENCES bookings (id),
  amount_paise        INTEGER NOT NULL,
  captured_at         INTEGER NOT NULL,
  disposition         TEXT NOT NULL CHECK (disposition IN ('applied', 'duplicate_refund_due', 'no_seat_refund_due', 'organiser_refund_due', 'refunded')),
  refund_key          TEXT NOT NULL DEFAULT '',
  refund_tries        INTEGER NOT NULL DEFAULT 0,
  next_refund_at      INTEGER,             -- NULL unless a refund is due
  refunded_at         INTEGER,
  PRIMARY KEY (provider, provider_payment_id)
) STRICT;
-- Only one payment pays for a booking; any further payment is refunded.
CREATE UNIQUE INDEX payments_one_applied ON payments (booking_id) WHERE disposition = 'applied';
CREATE UNIQUE INDEX payments_one_of_attempt ON payments (attempt_ref);
CREATE INDEX payments_refund_due ON payments (next_refund_at) WHERE next_refund_at IS NOT NULL;
CREATE INDEX bookings_paid_by_person ON bookings (person_key) WHERE status = 'SUCCESS';

CREATE TABLE tasks (
  dedupe_key  TEXT PRIMARY KEY,
  kind        TEXT NOT NULL,
  booking_id  TEXT NOT NULL,
  attempt_ref TEXT NOT NULL,
  text        TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  done_at     INTEGER
) STRICT;
