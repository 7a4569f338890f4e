
-- Changing a part's row locks it until the transaction ends. Each connection uses its own part, as long as there are
-- enough parts. A statement adds up what it has inserted, so that a move does not change one row thousands of times.
-- The functions are in PL/pgSQL, which plans once for each connection; functions in SQL are planned at each call.
CREATE FUNCTION bookings_seats_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seat_counts AS held (category_type, part, seats)
  SELECT category_type, pg_backend_pid() % 64, SUM(seats) FROM fresh WHERE holds_seat = 1 GROUP BY category_type ORDER BY category_type
  ON CONFLICT (category_type, part) DO UPDATE SET seats = held.seats + excluded.seats;
  RETURN NULL;
END $$;
CREATE FUNCTION bookings_seats_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seat_counts AS held (category_type, part, seats)
  SELECT category_type, pg_backend_pid() % 64, SUM(added)
  FROM (VALUES (OLD.category_type, -OLD.seats * OLD.holds_seat), (NEW.category_type, NEW.seats * NEW.holds_seat)) AS change (category_type, added)
  WHERE category_type IS NOT NULL -- NEW is null when a booking is deleted
  GROUP BY category_type ORDER BY category_type
  ON CONFLICT (category_type, part) DO UPDATE SET seats = held.seats + excluded.seats;
  RETURN NULL;
END $$;
-- From here on, nobody else can write bookings until the commit, so none is missed between the sums and the triggers.
CREATE TRIGGER bookings_seats_added AFTER INSERT ON bookings
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION bookings_seats_added();
CREATE TRIGGER bookings_seats_changed AFTER UPDATE OF category_type, seats, holds_seat ON bookings FOR EACH ROW
  WHEN (OLD.holds_seat <> NEW.holds_seat OR OLD.seats <> NEW.seats OR OLD.category_type <> NEW.category_type)
  EXECUTE FUNCTION bookings_seats_changed();
CREATE TRIGGER bookings_seats_removed AFTER DELETE ON bookings FOR EACH ROW
  WHEN (OLD.holds_seat = 1) EXECUTE FUNCTION bookings_seats_changed();
DELETE FROM seat_counts;
INSERT INTO seat_counts (category_type, part, seats)
SELECT category_type, 0, SUM(seats) FROM bookings WHERE holds_seat = 1 GROUP BY category_type;
