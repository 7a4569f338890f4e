-- Problems that were reported, so that each is reported only once. A row stays for a while after a problem has ended,
-- because some problems come and go.
CREATE TABLE alarms (
  name    TEXT PRIMARY KEY,
  told_at INTEGER NOT NULL,
  good_at INTEGER                          -- NULL until the problem has ended
) STRICT;
