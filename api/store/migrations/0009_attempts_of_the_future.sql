-- For finding attempts that were checked or created at a future time: every second, so without reading all attempts.
CREATE INDEX attempts_seen ON payment_attempts (COALESCE(last_checked_at, created_at)) WHERE next_check_at IS NOT NULL;
