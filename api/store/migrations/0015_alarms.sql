-- What is bad and was told, so that it is told once. A row stays for a while after it is good again, because some things come and go.
CREATE TABLE alarms (
  name    TEXT PRIMARY KEY,
  told_at INTEGER NOT NULL,
  good_at INTEGER                          -- NULL while it is bad
) STRICT;
