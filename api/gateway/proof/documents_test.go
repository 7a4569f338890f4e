package proof_test

import "context"

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
