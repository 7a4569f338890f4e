-- Devanagari is now searched in Latin letters; the step devanagari.sql stores the search texts and name_key again.
SELECT 1;
