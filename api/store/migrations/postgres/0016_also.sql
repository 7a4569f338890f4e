
-- Pictures and encrypted documents cannot be compressed further.
ALTER TABLE blobs ALTER COLUMN data SET STORAGE EXTERNAL;
