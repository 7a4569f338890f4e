-- The birth date and the sounds of the name (Person.NameKey); the step fills it.
ALTER TABLE bookings ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
