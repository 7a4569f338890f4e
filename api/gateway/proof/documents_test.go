package proof_test

import (
	"context"
	"testing"
)

// checkDocuments checks after every history that no number is missing or used twice, and that the documents of each
// payment add up to its money.
func (w *world) checkDocuments() {
	w.t.Helper()
	w.want(0, `SELECT COUNT(*) FROM (SELECT series, year FROM invoices GROUP BY series, year
		HAVING COUNT(*) <> MAX(n) OR MIN(n) <> 1) AS gaps`)
	w.want(0, `SELECT COUNT(*) FROM invoice_series WHERE last <> (SELECT COUNT(*) FROM invoices
		WHERE invoices.series = invoice_series.series AND invoices.year = invoice_series.year)`)
	sums, err := w.store.SumDocuments(context.Background())
	w.must(err)
	if len(sums.Wrong) > 0 || sums.DifferencePaise() != 0 {
		w.t.Errorf("documents and money differ by %d paise: %+v", sums.DifferencePaise(), sums)
	}
}

// Payments that an older program settled have no documents. The next walk issues them, once.
func TestMissingDocumentsAreIssued(t *testing.T) {
	w := newWorld(t, options{})
	whole, _ := w.paid()
	part, _ := w.paid()
	w.must(w.refundPartLater(part, 100_00))
	w.settleAll()
	w.forgetDocuments()
	if audit := w.audit(); audit.Explained() || len(audit.Documents.Wrong) != 2 || audit.Documents.DifferencePaise() == 0 {
		t.Errorf("missing documents are not found: %+v", audit)
	}
	for range 2 {
		w.must(w.payments.CheckAll(t.Context()))
	}
	w.want(1, `SELECT COUNT(*) FROM invoices WHERE booking_id = ?`, whole)
	w.want(2, `SELECT COUNT(*) FROM invoices WHERE booking_id = ?`, part)
	if audit := w.audit(); !audit.Explained() || audit.Documents.DifferencePaise() != 0 {
		t.Errorf("%+v", audit)
	}
}

// forgetDocuments deletes all documents, which only a test can do.
func (w *world) forgetDocuments() {
	w.t.Helper()
	w.allowDeletion()
	w.exec(`DELETE FROM invoices`)
	w.exec(`DELETE FROM invoice_series`)
}

// allowDeletion removes the trigger that protects documents.
func (w *world) allowDeletion() {
	w.t.Helper()
	trigger := `DROP TRIGGER IF EXISTS invoices_no_delete`
	if w.store.Shared() {
		trigger = `DROP TRIGGER IF EXISTS invoices_no_update ON invoices`
	}
	w.exec(trigger)
}
