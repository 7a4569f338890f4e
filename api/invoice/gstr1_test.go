package invoice_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/domain"
)

// The supplier is in another State, so that large invoices to people without a GSTIN are inter-State.
func TestGoldenReturn(t *testing.T) {
	s := apitest.Start(t, apitest.Options{Content: func(c *domain.Content) { c.Invoice.GSTIN = "27ABCDE1234F1Z0" },
		Now: time.Date(2025, 2, 28, 17, 0, 0, 0, time.UTC)}) // 22:30 in India
	s.Buy(nil) // in February
	s.Clock.Set(time.Date(2025, 2, 28, 18, 30, 0, 0, time.UTC))
	person := map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "gst_no": "", "company_name": "Lime",
		"designation": "Partner", "membership_no": "", "institute_name": "", "spouse": true, "spouseName": "Ravi Rao",
		"amount": 147500}
	_, member := s.Buy(map[string]any{"firstname": "Asha"})
	_, large := s.Buy(person)
	_, firm := s.Buy(associate)
	refundPart(s, member, 590_00)
	refundPart(s, large, 1_180_00)
	refundPart(s, firm, 1_770_00)
	correct(s, firm, map[string]any{"gstin": "29ABCDE5678G1Z6", "name": "=Glass, Brick"})
	treasurer := s.DeskAs(domain.RoleTreasurer)
	order := map[string]any{"month": "2025-03", "format": "gstr1", "purpose": "return of March"}
	files := unzipped(t, treasurer.Must("invoices/export", order).Raw)
	got := regexp.MustCompile(`(?m)Asha [A-Z][a-z]*`).ReplaceAllString(files, "Asha")
	golden(t, "gstr1.csv", got)
	for _, row := range strings.Split(files[strings.Index(files, "control.csv"):], "\n")[2:] {
		if fields := strings.Split(strings.TrimSpace(row), ","); len(fields) > 1 {
			if n, err := strconv.ParseFloat(fields[len(fields)-1], 64); err != nil || n != 0 {
				t.Errorf("the control sheet has a difference: %s", row)
			}
		}
	}
	order["format"] = "xlsx"
	march, rows := registered(t, treasurer, order)
	if want := 3540 + 147500 + 88500 - 590 - 1180 - 1770; rows != 8 || march != float64(want) {
		t.Errorf("%d rows add up to %.2f, want %d", rows, march, want)
	}
	order["month"] = "2025-02"
	february, _ := registered(t, treasurer, order)
	documents := treasurer.Must("overview", nil).Body["documents"].(map[string]any)
	check.Equal(t, documents["invoices_paise"].(float64)-documents["credits_paise"].(float64), 100*(february+march),
		"the sum of the documents")
	s.WantCount(3, `SELECT COUNT(*) FROM audit_log WHERE action = 'export_invoices'`)
	for _, role := range []string{domain.RoleRegistrar, domain.RoleViewer, domain.RoleGate} {
		s.DeskAs(role).Call("invoices/export", order).Want(403, role)
	}
	for field, wrong := range map[string]string{"month": "March", "format": "pdf", "purpose": " "} {
		asked := map[string]any{"month": "2025-03", "format": "xlsx", "purpose": "return"}
		asked[field] = wrong
		if s.DeskAs(domain.RoleTreasurer).Call("invoices/export", asked).Want(422, field).Field(field) == "" {
			t.Errorf("%s is not named", field)
		}
	}
}

func registered(t *testing.T, d *apitest.Desk, order map[string]any) (total float64, n int) {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(d.Must("invoices/export", order).Raw))
	must(t, err)
	rows, err := book.GetRows(book.GetSheetName(0), excelize.Options{RawCellValue: true})
	must(t, err)
	for _, row := range rows[1:] {
		paid, _ := strconv.ParseFloat(row[19], 64)
		total += paid
	}
	return total, len(rows) - 1
}

// unzipped returns an archive's files as one string, and checks that all rows of a file have equally many fields.
func unzipped(t *testing.T, raw []byte) string {
	t.Helper()
	folder, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	must(t, err)
	var out strings.Builder
	for _, file := range folder.File {
		in, err := file.Open()
		must(t, err)
		text, err := io.ReadAll(in)
		must(t, err)
		if _, err := csv.NewReader(bytes.NewReader(text)).ReadAll(); err != nil {
			t.Errorf("%s: %v", file.Name, err)
		}
		fmt.Fprintf(&out, "%s\n%s\n", file.Name, text)
	}
	return out.String()
}
