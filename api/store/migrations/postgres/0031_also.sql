
-- The row of a part is held until its transaction ends; a connection has its own, as long as there are no more than parts. A statement
-- adds up what it has inserted, so that a move of everything does not change one row many thousand times.
CREATE FUNCTION add_seats(category TEXT, added BIGINT) RETURNS void LANGUAGE sql AS $$
  INSERT INTO seat_counts AS held (category_type, part, seats) VALUES (category, pg_backend_pid() % 64, added)
  ON CONFLICT (category_type, part) DO UPDATE SET seats = held.seats + excluded.seats
$$;
CREATE FUNCTION bookings_seats_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_seats(category_type, CAST(SUM(seats) AS BIGINT)) FROM fresh WHERE holds_seat = 1 GROUP BY category_type ORDER BY category_type;
  RETURN NULL;
END $$;
CREATE FUNCTION bookings_seats_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_seats(NEW.category_type, NEW.seats * NEW.holds_seat);
  END IF;
  PERFORM add_seats(OLD.category_type, -OLD.seats * OLD.holds_seat);
  RETURN NULL;
END $$;
-- From here nobody else writes bookings until this is committed, so nothing is missed between the sums and the triggers.
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
