-- How many seats of a category are held. Adding up the bookings slows down registrations as more seats are sold:
-- PostgreSQL has to read each booking of the last hour, 1.7 µs a row. The database itself maintains the sums, so that
-- bookings written by an older version count too; doctor compares the sums with the bookings. A category has several
-- parts, so that simultaneous sales do not wait for one row. A single part means nothing, and may be negative.
CREATE TABLE seat_counts (
  category_type TEXT NOT NULL,
  part          INTEGER NOT NULL,
  seats         INTEGER NOT NULL,
  PRIMARY KEY (category_type, part)
) STRICT;

CREATE TRIGGER bookings_seats_added AFTER INSERT ON bookings WHEN NEW.holds_seat = 1
BEGIN
  INSERT INTO seat_counts (category_type, part, seats) VALUES (NEW.category_type, 0, NEW.seats)
  ON CONFLICT (category_type, part) DO UPDATE SET seats = seats + excluded.seats;
END;
CREATE TRIGGER bookings_seats_changed AFTER UPDATE OF category_type, seats, holds_seat ON bookings
WHEN OLD.holds_seat <> NEW.holds_seat OR OLD.seats <> NEW.seats OR OLD.category_type <> NEW.category_type
BEGIN
  INSERT INTO seat_counts (category_type, part, seats) VALUES (OLD.category_type, 0, -OLD.seats * OLD.holds_seat)
  ON CONFLICT (category_type, part) DO UPDATE SET seats = seats + excluded.seats;
  INSERT INTO seat_counts (category_type, part, seats) VALUES (NEW.category_type, 0, NEW.seats * NEW.holds_seat)
  ON CONFLICT (category_type, part) DO UPDATE SET seats = seats + excluded.seats;
END;
CREATE TRIGGER bookings_seats_removed AFTER DELETE ON bookings WHEN OLD.holds_seat = 1
BEGIN
  INSERT INTO seat_counts (category_type, part, seats) VALUES (OLD.category_type, 0, -OLD.seats)
  ON CONFLICT (category_type, part) DO UPDATE SET seats = seats + excluded.seats;
END;

INSERT INTO seat_counts (category_type, part, seats)
SELECT category_type, 0, SUM(seats) FROM bookings WHERE holds_seat = 1 GROUP BY category_type;

-- No query adds up bookings any more.
DROP INDEX bookings_seats;
