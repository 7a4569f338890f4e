-- Devanagari is now searched in Latin letters. The step devanagari.sql stores name_key again, and buyers.sql stores the
-- search texts.
SELECT 1;
