-- More spellings of a name now sound alike (search.SoundOf); step spellings.sql writes the search texts again.
SELECT 1;
