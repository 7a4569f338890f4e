-- More spellings of a name sound alike (search.SoundOf); the step of this name writes the search texts again.
SELECT 1;
