-- The booking code that the giver of a ticket had: whoever takes the ticket over gets another one. The desk finds the registration by both.
ALTER TABLE transfers ADD COLUMN from_code TEXT NOT NULL DEFAULT '';
CREATE INDEX transfers_by_code ON transfers (from_code) WHERE from_code <> '';
