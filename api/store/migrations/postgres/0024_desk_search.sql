-- As for SQLite: here, desk_figures already has an index of names by their beginning.
SELECT 1;
