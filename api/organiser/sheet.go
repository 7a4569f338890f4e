package organiser

import (
	"archive/zip"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// safeCell makes a text harmless in a spreadsheet, which would run what begins like a formula. Source: security reference,
// row 24 (ASVS 1.2.10). Full-width signs count, and so does a sign behind blanks.
func safeCell(text string) string {
	if trimmed := strings.TrimLeft(text, " \u00a0\u3000\ufeff"); trimmed != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(trimmed)[0]) {
		return "'" + text
	}
	return text
}

// cell is a text or a number; a number is written as one, so that sheets can add it up.
type cell struct {
	text   string
	number bool
}

func texts(values ...string) []cell {
	cells := make([]cell, len(values))
	for i, v := range values {
		cells[i] = cell{text: v}
	}
	return cells
}

// writeCSV writes RFC 4180 with a mark by which spreadsheets recognise UTF-8.
func writeCSV(out io.Writer, rows [][]cell) error {
	if _, err := io.WriteString(out, "\ufeff"); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	for _, row := range rows {
		fields := make([]string, len(row))
		for i, c := range row {
			if fields[i] = c.text; !c.number {
				fields[i] = safeCell(c.text)
			}
		}
		if err := w.Write(fields); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// The parts of the smallest workbook that Office Open XML (ECMA-376) allows.
var workbookParts = []struct{ name, text string }{
	{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
	{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Registrations" sheetId="1" r:id="r1"/></sheets></workbook>`},
	{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
}

// writeXLSX writes one sheet. Texts are inline strings, which are never run; they get the same mark as in CSV because
// people save sheets as CSV.
func writeXLSX(out io.Writer, rows [][]cell) error {
	archive := zip.NewWriter(out)
	for _, part := range workbookParts {
		w, err := archive.Create(part.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, xml.Header+part.text); err != nil {
			return err
		}
	}
	w, err := archive.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return err
	}
	fmt.Fprint(w, xml.Header, `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	for _, row := range rows {
		fmt.Fprint(w, "<row>")
		for _, c := range row {
			if c.number {
				fmt.Fprintf(w, "<c><v>%s</v></c>", c.text)
				continue
			}
			fmt.Fprint(w, `<c t="inlineStr"><is><t xml:space="preserve">`)
			if err := xml.EscapeText(w, []byte(safeCell(c.text))); err != nil {
				return err
			}
			fmt.Fprint(w, `</t></is></c>`)
		}
		fmt.Fprint(w, "</row>")
	}
	if _, err := fmt.Fprint(w, `</sheetData></worksheet>`); err != nil {
		return err
	}
	return archive.Close()
}
