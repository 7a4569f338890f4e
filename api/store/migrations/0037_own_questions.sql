-- The answers to the conference's own questions: a JSON object by the questions' names, or ''.
ALTER TABLE bookings ADD COLUMN answers TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN answers TEXT NOT NULL DEFAULT '';
