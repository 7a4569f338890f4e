UPDATE tasks SET kind = 'manual_refund' WHERE kind = 'refund_by_hand';
