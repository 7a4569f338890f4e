-- The badges that were printed, with their ticket and photo, so that a badge is printed again if one of these changes.
CREATE TABLE badges (
  booking_id  TEXT NOT NULL REFERENCES bookings (id),
  seat        INTEGER NOT NULL,
  ticket_id   TEXT NOT NULL,
  photo_asset TEXT NOT NULL,
  prints      INTEGER NOT NULL,
  printed_at  INTEGER NOT NULL,
  PRIMARY KEY (booking_id, seat)
) STRICT;
