-- Times are unix milliseconds in UTC, amounts are paise, flags are 0 or 1.
CREATE TABLE assets (
  id            TEXT PRIMARY KEY,          -- 128 random bits; the name of the file in the blob store
  kind          TEXT NOT NULL CHECK (kind IN ('photo', 'aadhar')),
  created_at    INTEGER NOT NULL,
  uploader_hash TEXT NOT NULL,             -- keyed hash of the client's network address, only for quotas
  size_bytes    INTEGER NOT NULL,
  width         INTEGER NOT NULL,
  height        INTEGER NOT NULL,
  sha256        TEXT NOT NULL,
  session_hash  TEXT NOT NULL,             -- keyed hash of the browser's upload session, '' for none
  claimed_at    INTEGER,                   -- used by a registration or profile; otherwise deleted after 24 hours
  released_at   INTEGER,                   -- no longer needed; the file is deleted at the next cleaning
  deleted_at    INTEGER                    -- the file is deleted; the row remains as a record
) STRICT;
CREATE INDEX assets_unclaimed ON assets (created_at) WHERE claimed_at IS NULL AND deleted_at IS NULL;
CREATE INDEX assets_released ON assets (released_at) WHERE released_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX assets_by_uploader ON assets (uploader_hash, created_at) WHERE claimed_at IS NULL AND deleted_at IS NULL;

CREATE TABLE bookings (
  id              TEXT PRIMARY KEY,
  created_at      INTEGER NOT NULL,
  email           TEXT NOT NULL,
  email_key       TEXT NOT NULL,
  first_name      TEXT NOT NULL,
  last_name       TEXT NOT NULL,
  mobile          TEXT NOT NULL,
  dob             TEXT NOT NULL,
  gender          TEXT NOT NULL,
  company_name    TEXT NOT NULL,
  designation     TEXT NOT NULL,
  institute_name  TEXT NOT NULL,
  membership_no   TEXT NOT NULL,
  gst_no          TEXT NOT NULL,
  country         TEXT NOT NULL,
  state           TEXT NOT NULL,
  city            TEXT NOT NULL,
  spouse          INTEGER NOT NULL CHECK (spouse IN (0, 1)),
  spouse_name     TEXT NOT NULL,
  category_type   TEXT NOT NULL,
  seats           INTEGER NOT NULL CHECK (seats IN (1, 2)),
  net_paise       INTEGER NOT NULL CHECK (net_paise > 0),
  gst_paise       INTEGER NOT NULL CHECK (gst_paise >= 0),
  amount_paise    INTEGER NOT NULL CHECK (amount_paise = net_paise + gst_paise),
  currency        TEXT NOT NULL CHECK (currency = 'INR'),
  photo_asset     TEXT NOT NULL,
  id_asset        TEXT NOT NULL,           -- '' if documents are not collected, or if this one was destroyed
  status          TEXT NOT NULL CHECK (status IN ('INITIATED', 'SUCCESS', 'FAILED')),
  holds_seat      INTEGER NOT NULL CHECK (holds_seat IN (0, 1)),
  paid_at         INTEGER,
  person_key      TEXT NOT NULL,           -- hash of what identifies the person and the ticket
  id_verified_at  INTEGER,                 -- when the desk checked the identity document
  withdrawn_at    INTEGER                  -- when consent was withdrawn
) STRICT;
-- A person can have only one unpaid booking at a time, even if two tabs or a retry send the form twice.
CREATE UNIQUE INDEX bookings_one_under_way ON bookings (person_key) WHERE status = 'INITIATED';
CREATE INDEX bookings_by_email ON bookings (email_key);
CREATE INDEX bookings_seats ON bookings (category_type) WHERE holds_seat = 1;
CREATE INDEX bookings_by_membership ON bookings (institute_name, membership_no) WHERE status = 'SUCCESS';

CREATE TABLE consents (
  booking_id     TEXT NOT NULL REFERENCES bookings (id),
  notice_version TEXT NOT NULL,
  language       TEXT NOT NULL,
  given_at       INTEGER NOT NULL,
  address_hash   TEXT NOT NULL,
  ticked         TEXT NOT NULL,            -- the label of the checkbox
  PRIMARY KEY (booking_id, notice_version)
) STRICT;

CREATE TABLE idempotency_keys (
  key_hash    TEXT PRIMARY KEY,
  body_hash   TEXT NOT NULL,
  booking_id  TEXT NOT NULL REFERENCES bookings (id),
  created_at  INTEGER NOT NULL
) STRICT;
