-- A name in one word now has the same name_key as in two; the step joined_names.sql computes the keys again.
SELECT 1;
