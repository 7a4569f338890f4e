package desk

import (
	"archive/zip"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// In addition to these types, a spreadsheet can have strings, whole numbers, and times, shown in their own time zone.
type (
	paise int64
	day   = invoice.Day
)

const instantLayout = "2006-01-02 15:04"

// SafeCell makes a cell harmless in a spreadsheet program, which would run anything that begins like a formula, even
// with full-width signs or after spaces. Source: security reference, row 24 (ASVS 1.2.10).
func SafeCell(text string) string {
	if trimmed := strings.TrimLeft(text, " \u00a0\u3000\ufeff"); trimmed != "" &&
		strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(trimmed)[0]) {
		return "'" + text
	}
	return text
}

func asText(value any) string {
	switch v := value.(type) {
	case paise:
		return fmt.Sprintf("%d.%02d", v/100, v%100)
	case int:
		return fmt.Sprint(v)
	case time.Time:
		if v.IsZero() {
			return ""
		}
		return v.Format(instantLayout)
	}
	return SafeCell(fmt.Sprint(value))
}

// Shown formats a value for a command's output.
func Shown(value any) string {
	switch v := value.(type) {
	case paise:
		return schema.FormatPaise(int64(v))
	case time.Time:
		return asText(v)
	}
	return fmt.Sprint(value)
}

// A writer may create temporary files in the folder.
type writer func(out io.Writer, folder string, rows iter.Seq2[[]any, error]) error

var formats = map[string]struct {
	kind  string
	write writer
}{
	"csv":  {"text/csv; charset=utf-8", WriteCSV},
	"xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", WriteXLSX},
}

// Rows returns an iterator over a table's rows.
func Rows(table [][]any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, row := range table {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// WriteCSV writes CSV (RFC 4180) with a byte order mark, so that spreadsheet programs recognise UTF-8.
func WriteCSV(out io.Writer, _ string, rows iter.Seq2[[]any, error]) error {
	if _, err := io.WriteString(out, "\ufeff"); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	for row, err := range rows {
		if err != nil {
			return err
		}
		if err := w.Write(domain.Each(row, asText)); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// WriteXLSX needs a private folder for temporary files. Text is escaped, because people may save it as CSV.
func WriteXLSX(out io.Writer, folder string, rows iter.Seq2[[]any, error]) error {
	return writeSheet(out, folder, texts.SheetRegistrations, rows)
}

func writeSheet(out io.Writer, folder, name string, rows iter.Seq2[[]any, error]) (err error) {
	file := excelize.NewFile(excelize.Options{TmpDir: folder})
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := file.SetSheetName(file.GetSheetName(0), name); err != nil {
		return err
	}
	styles, err := newStyles(file)
	if err != nil {
		return err
	}
	sheet, err := file.NewStreamWriter(name)
	if err != nil {
		return err
	}
	if err := sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2",
		ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	n := 0
	for row, err := range rows {
		if err == nil && n == 0 {
			err = sheet.SetColWidth(1, len(row), 18)
		}
		if err != nil {
			return err
		}
		cells := make([]any, len(row))
		for j, value := range row {
			cells[j] = styles.cell(value, n == 0)
		}
		n++
		if err := sheet.SetRow(fmt.Sprint("A", n), cells); err != nil {
			return err
		}
	}
	if err := sheet.Flush(); err != nil {
		return err
	}
	return file.Write(out)
}

type sheetStyles struct{ head, money, day, instant, lines int }

func newStyles(file *excelize.File) (s sheetStyles, err error) {
	money, date, at := "#,##0.00", "yyyy-mm-dd", "yyyy-mm-dd hh:mm"
	for _, style := range []struct {
		into *int
		is   excelize.Style
	}{
		{&s.head, excelize.Style{Font: &excelize.Font{Bold: true}}},
		{&s.money, excelize.Style{CustomNumFmt: &money}}, {&s.day, excelize.Style{CustomNumFmt: &date}},
		{&s.instant, excelize.Style{CustomNumFmt: &at}},
		{&s.lines, excelize.Style{Alignment: &excelize.Alignment{WrapText: true}}},
	} {
		if *style.into, err = file.NewStyle(&style.is); err != nil {
			return s, err
		}
	}
	return s, nil
}

// cell keeps dates as dates and amounts as numbers, so that spreadsheets can sort and add them.
func (s sheetStyles) cell(value any, head bool) any {
	switch v := value.(type) {
	case int, float64:
		return v
	case int64:
		return s.cell(paise(v), head)
	case paise:
		return excelize.Cell{StyleID: s.money, Value: float64(v) / 100}
	case day:
		if on, err := time.Parse(time.DateOnly, string(v)); err == nil {
			return excelize.Cell{StyleID: s.day, Value: on}
		}
	case time.Time:
		if v.IsZero() {
			return nil
		}
		// Spreadsheets have no time zones, so they contain the event's local time.
		return excelize.Cell{StyleID: s.instant, Value: time.Date(v.Year(), v.Month(), v.Day(), v.Hour(), v.Minute(), 0, 0,
			time.UTC)}
	}
	text := SafeCell(fmt.Sprint(value))
	if head {
		return excelize.Cell{StyleID: s.head, Value: text}
	}
	if strings.Contains(text, "\n") {
		return excelize.Cell{StyleID: s.lines, Value: text}
	}
	return text
}

// Exported is a finished file, which the caller must close.
type Exported struct {
	Name, Type string
	Bytes      int64
	file       *os.File
	entry      domain.Action
	log        func(ctx context.Context, a domain.Action) error
}

// Close deletes the file.
func (e *Exported) Close() error { return e.file.Close() }

// Send writes the activity log entry before the file's last byte, so that nobody can get a complete file without a log
// entry. If the receiver disconnects early, the export is logged as aborted.
func (e *Exported) Send(ctx context.Context, out io.Writer) error {
	ctx = context.WithoutCancel(ctx) // the log entry is written even if the receiver has disconnected
	if sent, err := io.CopyN(out, e.file, e.Bytes-1); err != nil {
		e.entry.Name = domain.ActionExportAborted
		e.entry.After["sent"] = fmt.Sprintf("%d of %d bytes", sent, e.Bytes)
		return errors.Join(err, e.log(ctx, e.entry))
	}
	if err := e.log(ctx, e.entry); err != nil {
		return err
	}
	_, err := io.Copy(out, e.file)
	return err
}

// privateFile creates a file without a name, so that the personal data in it is deleted when the file is closed.
func privateFile(folder string) (*os.File, error) {
	file, err := os.CreateTemp(cmp.Or(folder, os.TempDir()), ".export-*")
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

// export writes the complete file before any of it is sent, so that nobody mistakes part of a list for all of it.
func (r *Reads) export(prepare func() (*Exported, func(io.Writer) error, error)) (*Exported, error) {
	if !r.exporting.TryLock() {
		return nil, errExporting
	}
	defer r.exporting.Unlock()
	out, write, err := prepare()
	if err != nil {
		return nil, err
	}
	if out.file, err = privateFile(r.Folder); err != nil {
		return nil, err
	}
	out.log = r.Store.LogAction
	if err = write(out.file); err == nil {
		out.Bytes, err = out.file.Seek(0, io.SeekCurrent)
	}
	if err == nil {
		_, err = out.file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return out, nil
}

// The government's tool reads these CSV files, so they have no byte order mark, and amounts are plain numbers.
func writeTables(out io.Writer, tables []invoice.Table) error {
	folder := zip.NewWriter(out)
	for _, table := range tables {
		file, err := folder.Create(table.Name + ".csv")
		if err != nil {
			return err
		}
		w := csv.NewWriter(file)
		for _, row := range table.Rows {
			for i, text := range row {
				if _, err := strconv.ParseFloat(text, 64); err != nil {
					row[i] = SafeCell(text)
				}
			}
			if err := w.Write(row); err != nil {
				return err
			}
		}
		if w.Flush(); w.Error() != nil {
			return w.Error()
		}
	}
	return folder.Close()
}

// ExportInvoices exports the documents of a month (2025-03) as a register, or as the tables for the GSTR-1 return.
func (r *Reads) ExportInvoices(
	ctx context.Context, in wire.DeskInvoicesRequest, who domain.Actor, request string,
) (*Exported, error) {
	wrong := map[string]string{}
	month, err := time.ParseInLocation("2006-01", in.Month, r.Content.Zone)
	if err != nil {
		wrong["month"] = texts.DeskExportMonth
	}
	if in.Format != "xlsx" && in.Format != "gstr1" {
		wrong["format"] = texts.DeskExportFormat
	}
	if in.Purpose = domain.Typed(in.Purpose); in.Purpose == "" {
		wrong["purpose"] = texts.DeskExportPurpose
	}
	if len(wrong) > 0 {
		return nil, domain.Invalid(wrong)
	}
	return r.export(func() (*Exported, func(io.Writer) error, error) {
		all, err := r.Store.DocumentsBetween(ctx, month, month.AddDate(0, 1, 0))
		out := &Exported{Name: "documents-" + in.Month + ".xlsx", Type: formats["xlsx"].kind, entry: domain.Action{
			At: r.Clock.Now(), Actor: who, Name: domain.ActionExportInvoices, Why: in.Purpose, RequestID: request,
			After: map[string]string{"month": in.Month, "format": in.Format, "rows": fmt.Sprint(len(all))},
		}}
		originals, sums, more := r.comparedWith(ctx, all)
		if in.Format == "xlsx" {
			rows := Rows(invoice.Register(all, originals, r.Content.Zone, r.Content.HasGST()))
			return out, func(to io.Writer) error { return writeSheet(to, r.Folder, texts.SheetDocuments, rows) },
				errors.Join(err, more)
		}
		out.Name, out.Type = "gstr1-"+in.Month+".zip", "application/zip"
		return out, func(to io.Writer) error {
			return writeTables(to, invoice.GSTR1(all, originals, sums, r.Content.Invoice.Supplies, r.Content.Zone))
		}, errors.Join(err, more)
	})
}

func (r *Reads) comparedWith(ctx context.Context, all []booking.Document) (originals []booking.Document,
	sums booking.DocumentSums, err error) {
	sums, err = r.Store.DocumentTotals(ctx)
	for _, d := range all {
		if d.OriginalID != "" && err == nil {
			var original booking.Document
			original, err = r.Store.FindDocument(ctx, d.OriginalID)
			originals = append(originals, original)
		}
	}
	return originals, sums, err
}
