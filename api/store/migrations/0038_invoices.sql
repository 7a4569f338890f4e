-- The last number of a series in a financial year. Issuing a document locks this row until the transaction ends.
CREATE TABLE invoice_series (
  series TEXT NOT NULL,
  year   TEXT NOT NULL,
  last   INTEGER NOT NULL,
  PRIMARY KEY (series, year)
) STRICT;

-- Tax invoices, credit notes and receipts, as issued. `document` has all that is printed; the columns are for queries.
CREATE TABLE invoices (
  id           TEXT NOT NULL PRIMARY KEY,
  kind         TEXT NOT NULL,
  number       TEXT NOT NULL UNIQUE,
  series       TEXT NOT NULL,
  year         TEXT NOT NULL,
  n            INTEGER NOT NULL,
  issued_at    INTEGER NOT NULL,
  booking_id   TEXT NOT NULL REFERENCES bookings (id),
  attempt_ref  TEXT NOT NULL REFERENCES payment_attempts (attempt_ref),
  signed_paise INTEGER NOT NULL,
  document     TEXT NOT NULL,
  UNIQUE (series, year, n)
) STRICT;

CREATE INDEX invoices_of_booking ON invoices (booking_id);
CREATE INDEX invoices_of_payment ON invoices (attempt_ref, signed_paise);
CREATE INDEX invoices_issued ON invoices (issued_at);

CREATE TRIGGER invoices_no_update BEFORE UPDATE ON invoices BEGIN SELECT RAISE(ABORT, 'an issued document is never changed'); END;
CREATE TRIGGER invoices_no_delete BEFORE DELETE ON invoices BEGIN SELECT RAISE(ABORT, 'an issued document is never deleted'); END;
