-- The surplus of a manual payment is refunded by staff. Nothing asks the gateway for it.
UPDATE payments
SET next_refund_at = NULL
WHERE provider IN ('bank', 'cheque', 'cash');
