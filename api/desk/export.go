package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"transom/api/domain"
)

// Exported is a list as a file that nobody has yet. Whoever asked for it closes it.
type Exported struct {
	Name, Type string
	Bytes      int64
	file       *os.File
	act        domain.Act
	log        func(ctx context.Context, a domain.Act) error
}

// Close gives the room of the file back.
func (e *Exported) Close() error { return e.file.Close() }

// Send sends the file. That it was exported stands in the log of acts before its last byte leaves, so that nobody has a
// whole file that the log does not know, and none is in the log as exported whose reader went away before. That is
// logged as aborted.
func (e *Exported) Send(ctx context.Context, out io.Writer) error {
	ctx = context.WithoutCancel(ctx) // the log is written although the reader is gone
	if sent, err := io.CopyN(out, e.file, e.Bytes-1); err != nil {
		e.act.Action = domain.ActExportAborted
		e.act.After["sent"] = fmt.Sprintf("%d of %d bytes", sent, e.Bytes)
		return errors.Join(err, e.log(ctx, e.act))
	}
	if err := e.log(ctx, e.act); err != nil {
		return err
	}
	_, err := io.Copy(out, e.file)
	return err
}

// writer writes rows into a file. What does not fit into memory lies in the folder meanwhile.
type writer func(out io.Writer, folder string, rows iter.Seq2[[]any, error]) error

// formats are those of an export, by the ending of the file.
var formats = map[string]struct {
	kind  string
	write writer
}{
	"csv":  {"text/csv; charset=utf-8", WriteCSV},
	"xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", WriteXLSX},
}

// Order is what an export is asked for.
type Order struct {
	Query           Query
	Columns         []string
	Format, Purpose string
	RequestID       string
}

// errExporting is the answer while another list is made into a file. Each takes processor time and room from the sale.
var errExporting = &domain.Error{
	Code: domain.CodeNotPossible, Message: "Another export is being prepared. Please try again in a minute.",
	RetryAfterSeconds: 60,
}

// exportBatch is how many registrations are in memory at a time.
const exportBatch = mostPer

// Export is exactly what a query finds, all pages of it, as a file. It is made before anything is sent, one at a time,
// so that half a list never looks like a whole one; it lies on the disk, because 50,000 registrations would take more
// memory than the service may have.
func (r *Reads) Export(ctx context.Context, o Order, who domain.Actor, sight Sight) (*Exported, error) {
	format, known := formats[o.Format]
	wrong := map[string]string{}
	if !known {
		wrong["format"] = "Choose a kind of file: csv or xlsx."
	}
	if o.Purpose = domain.Typed(o.Purpose); o.Purpose == "" {
		wrong["purpose"] = "Write what the file is for; it stands in the log of acts."
	}
	if len(wrong) > 0 {
		return nil, domain.Invalid(wrong)
	}
	columns, err := wantedColumns(o.Columns, sight)
	if err != nil {
		return nil, err
	}
	if !r.exporting.TryLock() {
		return nil, errExporting
	}
	defer r.exporting.Unlock()
	ids, err := r.allIDs(ctx, o.Query, sight)
	if err != nil {
		return nil, err
	}
	out := &Exported{
		Name: "registrations-" + r.Clock.Now().In(r.Content.Zone).Format("2006-01-02-1504") + "." + o.Format,
		Type: format.kind,
		act:  r.exportAct(o, columns, len(ids), who), log: r.Store.LogAct,
	}
	if out.file, err = privateFile(r.Folder); err != nil {
		return nil, err
	}
	err = format.write(out.file, r.Folder, r.exportRows(ctx, ids, columns))
	if err == nil {
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

// privateFile is a file without a name, which ends with whoever holds it: what is in it is personal data.
func privateFile(folder string) (*os.File, error) {
	file, err := os.CreateTemp(cmp.Or(folder, os.TempDir()), ".export-*")
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

// exportAct is what the log says of an export.
func (r *Reads) exportAct(o Order, columns []Column, rows int, who domain.Actor) domain.Act {
	keys := make([]string, len(columns))
	for i, c := range columns {
		keys[i] = c.Key
	}
	asked := map[string]string{"columns": strings.Join(keys, " "), "rows": fmt.Sprint(rows), "format": o.Format}
	// it may be a name or a number, which nobody could take out of the log
	if o.Query.Page, o.Query.Per = 0, 0; o.Query.Text != "" {
		asked["searched"] = "yes"
	}
	o.Query.Text = ""
	asked["query"] = o.Query.String()
	return domain.Act{At: r.Clock.Now(), Actor: who, Action: domain.ActExport, Why: o.Purpose, RequestID: o.RequestID,
		After: asked}
}

// exportRows are the headings and the registrations below them, read in batches.
func (r *Reads) exportRows(ctx context.Context, ids []string, columns []Column) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		if !yield(headings(columns), nil) {
			return
		}
		for some := range slices.Chunk(ids, exportBatch) {
			people, err := r.Store.DeskBookings(ctx, some)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, b := range people {
				if !yield(rowOf(b, columns, r.Content), nil) {
					return
				}
			}
		}
	}
}
