-- As for SQLite: this database has names by their beginning already (desk_figures).
SELECT 1;
