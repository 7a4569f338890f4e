package command_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
	"transom/generator/schema"

	"github.com/xuri/excelize/v2"
)

// Swapped headings would send names to people who need the mobile numbers.
func TestExportColumnsMatchTheirHeadings(t *testing.T) {
	o := newOffice(t)
	_, b := o.server.Buy(map[string]any{"gst_no": "27AAPFU0939F1ZV", "invoice_name": "Udyog LLP",
		"invoice_address": "1 Marine Drive Mumbai 400020"})
	o.server.Exec(`UPDATE bookings SET first_name = 'Asha', last_name = 'Rao', email = 'asha@example.org',
			mobile = '9876543210', dob = '1990-05-17', gender = 'female',
		company_name = '=Rao "Works"
and others', designation = 'Partner', institute_name = 'Institute', membership_no = 'A12345',
		country = 'India', state = 'MP', city = 'Bhopal', spouse_name = 'Ravi Rao', seats = 2, net_paise = 580000,
			gst_paise = 104401, amount_paise = 684401`)
	o.server.Exec(`UPDATE payments SET refunded_paise = 12345, refunded_at = captured_at + 3600000`)
	must(t, o.server.Store.RefreshStates(t.Context()))
	ticket := o.server.Text(`SELECT id FROM tickets`)
	want := map[string]string{
		"Booking": b.ID, "Code": b.Code, "Paid by": "Online", "Registered": "2025-03-11 12:00",
		"Booking state": "Partly refunded", "Paid": "2025-03-11 12:01",
		"Payment IDs": o.server.Text(`SELECT provider_payment_id FROM payments`), "Received": "3540.00", "TDS": "0.00",
		"Refund": "123.45", "Refunded": "2025-03-11 13:01", "Ticket": ticket, "Ticket state": "valid",
		"Category": o.server.Content.CategoryName(b.CategoryType), "Seats": "2",
		"Price": "5800.00", "GST": "1044.01", "Amount": "6844.01", "Difference waived": "0.00",
		"First name": "Asha", "Last name": "Rao",
		"Email":  "asha@example.org",
		"Mobile": "9876543210", "Date of birth": "1990-05-17", "Gender": "Female", "Institute": "Institute",
		"Membership number": "A12345", "Company": "'=Rao \"Works\"\nand others",
		"Designation": "Partner", "GST number": "27AAPFU0939F1ZV", "Legal name": "Udyog LLP",
		"Address for the invoice": "1 Marine Drive Mumbai 400020",
		"City":                    "Bhopal", "State": "MP", "Country": "India",
		"Spouse": "Ravi Rao",
	}
	for _, list := range o.server.Content.Gate.Lists {
		for _, day := range o.server.Content.Event.Days {
			want["Checked in: "+list.Name+", "+day.Display] = "0"
		}
	}
	for kind, read := range map[string]func(*testing.T, string) [][]string{".csv": readCSV, ".xlsx": readXLSX} {
		path := filepath.Join(t.TempDir(), "all"+kind)
		o.must("export", path)
		o.refuses("", "export", path)
		rows := read(t, path)
		if len(rows) != 2 || len(rows[0]) != len(want) {
			t.Fatalf("%s: %v", kind, rows)
		}
		for i, heading := range rows[0] {
			check.Equal(t, strings.ReplaceAll(rows[1][i], ",", ""), want[heading], "%s: below %q", kind, heading)
		}
	}
}

func TestNothingOfAPersonIsLeftOut(t *testing.T) {
	o := newOfficeOnce(t)
	var p booking.Person
	form := &o.server.Content.Registration
	form.Fields = append(form.Fields, schema.Field{Name: "diet", Own: true, Label: "Diet", Kind: "text"})
	for _, name := range p.Names() {
		form.Fields = append(form.Fields, schema.Field{Name: name}) // even if no form of this edition asks for it
	}
	_, b := o.server.Unpaid(nil) // an invoice would replace the firm
	for i, field := range p.Fields() {
		column := map[string]string{"firstname": "first_name", "lastname": "last_name"}[field.Name]
		if column == "" {
			column = field.Name
		}
		value := fmt.Sprintf("value %d of it", i)
		if field.Name == "answers" {
			value = string(domain.AnswersOf(map[string]string{"diet": value}))
		}
		o.server.Exec(fmt.Sprintf(`UPDATE bookings SET %s = '%s'`, column, value))
	}
	path := filepath.Join(t.TempDir(), "all.csv")
	o.must("export", path)
	exported, shown := strings.Join(readCSV(t, path)[1], "\n")+"\n", o.must("show", b.ID)
	for i, field := range p.Fields() {
		if value := fmt.Sprintf("value %d of it\n", i); !strings.Contains(exported, value) ||
			!strings.Contains(shown, value) {
			t.Errorf("%s is not in both: see personColumns in desk/export.go", field.Name)
		}
	}
}

func TestWorkbookHasDatesAndNumbers(t *testing.T) {
	o := newOfficeOnce(t)
	o.buy()
	o.buy()
	o.server.Exec(`UPDATE bookings SET company_name = '=HYPERLINK("x")', dob = '1990-05-17', amount_paise = 684401,
			net_paise = 684401, gst_paise = 0`)
	path := filepath.Join(t.TempDir(), "all.xlsx")
	o.must("export", path)
	book, err := excelize.OpenFile(path)
	must(t, err)
	defer book.Close()
	sheet := book.GetSheetName(0)
	if panes, err := book.GetPanes(sheet); err != nil || !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("the header row is not frozen: %+v, %v", panes, err)
	}
	heads := readXLSX(t, path)[0]
	for heading, want := range map[string]struct{ raw, shown string }{
		"Date of birth": {"33010", "1990-05-17"}, "Registered": {"45727.5", "2025-03-11 12:00"}, "Amount": {"6844.01",
			"6,844.01"},
		"Seats": {"1", "1"}, "Refunded": {"", ""}, "Company": {`'=HYPERLINK("x")`, `'=HYPERLINK("x")`},
	} {
		column := 0
		for i, h := range heads {
			if h == heading {
				column = i + 1
			}
		}
		name, err := excelize.CoordinatesToCellName(column, 2)
		if err != nil {
			t.Fatal(heading, err)
		}
		raw, _ := book.GetCellValue(sheet, name, excelize.Options{RawCellValue: true})
		shown, _ := book.GetCellValue(sheet, name)
		formula, _ := book.GetCellFormula(sheet, name)
		if want.raw != "" && raw != want.raw || shown != want.shown || formula != "" {
			t.Errorf("%s: %q shown as %q, formula %q", heading, raw, shown, formula)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func readCSV(t *testing.T, path string) [][]string {
	t.Helper()
	raw, err := os.ReadFile(path)
	must(t, err)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(raw), "\ufeff"))).ReadAll()
	must(t, err)
	return rows
}

func readXLSX(t *testing.T, path string) [][]string {
	t.Helper()
	book, err := excelize.OpenFile(path)
	must(t, err)
	defer book.Close()
	rows, err := book.GetRows(book.GetSheetName(0))
	must(t, err)
	return rows
}

func TestRefundedNeverLooksPaid(t *testing.T) {
	o := newOfficeOnce(t)
	_, paid := o.buy()
	_, back := o.buy()
	form, gone := o.buy()
	o.refund(back)
	o.must("person", "erase", form["email"].(string), "--yes")
	want := map[string]string{paid.ID: "paid", back.ID: "refunded", gone.ID: "erased"}

	var list []struct {
		BookingID   string `json:"booking_id"`
		Status      string `json:"status"`
		OnTheWire   string `json:"payment_status"`
		RefundPaise int64  `json:"refund_paise"`
		Refunded    string `json:"refunded"`
	}
	if err := json.Unmarshal([]byte(o.must("list", "--json")), &list); err != nil || len(list) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, one := range list {
		if one.Status != want[one.BookingID] || one.OnTheWire != "SUCCESS" {
			t.Errorf("list: %+v", one)
		}
		check.Equal(t, one.BookingID == back.ID, one.RefundPaise == back.AmountPaise && one.Refunded == "2025-03-11 12:03",
			"list: %+v", one)
		o.says(desk.StateName(booking.BookingState(want[one.BookingID]))+"\n", "show", one.BookingID)
		o.says("₹3,540\n", "show", one.BookingID)
		o.says(" 2025-03-11 12:0", "show", one.BookingID)
	}
	apitest.Says(t, o.must("list", "--status", "refunded"), back.ID, "\n1 registration\n")
	sheet := filepath.Join(t.TempDir(), "all.csv")
	o.must("export", sheet)
	for _, row := range readCSV(t, sheet)[1:] {
		apitest.Says(t, strings.Join(row, "|"), "|"+desk.StateName(booking.BookingState(want[row[0]]))+"|")
	}
	o.refuses("must end in .csv or .xlsx", "export", "all.txt")
	o.refuses("cancelled", "action", "resend", back.ID, "--what", "ticket")
	for id, state := range want {
		a := o.server.Post("/verify-payment", map[string]any{"bookingId": id})
		status, _ := a.Body["transaction_status"].(map[string]any)
		refund, _ := status["refund"].(map[string]any)
		if status["state"] != state || status["paymentStatus"] != "SUCCESS" || (refund != nil) != (id == back.ID) {
			t.Errorf("%s: %s", state, a.Raw)
		}
		if id == back.ID && (refund["at"] != "2025-03-11T06:33:00Z" || refund["ticket"] != "void" ||
			refund["amount"] != float64(back.AmountPaise)/100) {
			t.Errorf("%s", a.Raw)
		}
	}
}
