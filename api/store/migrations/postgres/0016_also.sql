
-- Pictures and sealed papers do not become smaller.
ALTER TABLE blobs ALTER COLUMN data SET STORAGE EXTERNAL;
