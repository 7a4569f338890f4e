-- What somebody answered to the conference's own questions: a JSON object by the names of the questions, '' for none.
ALTER TABLE bookings ADD COLUMN answers TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN answers TEXT NOT NULL DEFAULT '';
