package desk

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"transom/api/apitest/check"
	"transom/api/texts"
)

// Source: security reference, row 24.
func TestSheetsContainNoFormulas(t *testing.T) {
	for _, start := range []string{"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " =", "\u00a0+",
		"\u3000@"} {
		for _, rest := range []string{"1+1", `HYPERLINK("http://x","y")`, "cmd|' /C calc'!A0", "\"\r\n,x",
			"नमस्ते"} {
			check.Equal(t, SafeCell(start+rest), "'"+start+rest, "%q", start+rest)
		}
	}
	for _, harmless := range []string{"", "Asha", "O'Neil", "a=b", "9876543210", "₹100", " x", "  "} {
		check.Equal(t, SafeCell(harmless), harmless)
	}
	nasty := "=\"a\"\r\nb,c"
	var out bytes.Buffer
	if err := WriteCSV(&out, "", Rows([][]any{{nasty, "x"}, {paise(-500)}, {day(nasty)}})); err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\ufeff")))
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil || len(rows) != 3 || rows[0][0] != strings.ReplaceAll("'"+nasty, "\r\n", "\n") ||
		rows[1][0] != "-5.00" || rows[2][0] != rows[0][0] {
		t.Errorf("%q, %v", rows, err)
	}
}

// Without the style, spreadsheet programs show the lines of a cell as one word.
func TestSheetShowsTheLinesOfACell(t *testing.T) {
	var out bytes.Buffer
	if err := WriteXLSX(&out, t.TempDir(), Rows([][]any{{"Needs"}, {"A ramp\nAn early room"}, {"None"}})); err != nil {
		t.Fatal(err)
	}
	file, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	for cell, wraps := range map[string]bool{"A2": true, "A3": false} {
		id, _ := file.GetCellStyle(texts.SheetRegistrations, cell)
		style, err := file.GetStyle(id)
		if err != nil || (style.Alignment != nil && style.Alignment.WrapText) != wraps {
			t.Errorf("%s: %+v, %v", cell, style, err)
		}
	}
}
