-- The search texts now contain the sounds of names (search.SoundOf); step sounds.sql writes them again.
SELECT 1;
