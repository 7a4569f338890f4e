-- Finds the attempts that were last looked at, or made, later than now: once a second, so it must not read all that wait.
CREATE INDEX attempts_seen ON payment_attempts (COALESCE(last_checked_at, created_at)) WHERE next_check_at IS NOT NULL;
