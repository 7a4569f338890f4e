-- The previous holder's booking code; the new holder gets another. The desk finds the registration by both codes.
ALTER TABLE transfers ADD COLUMN from_code TEXT NOT NULL DEFAULT '';
CREATE INDEX transfers_by_code ON transfers (from_code) WHERE from_code <> '';
