package desk

import (
	"context"
	"fmt"
	"io"
	"strings"

	"transom/api/domain"
)

// Exported is a list as a file that is about to be written.
type Exported struct {
	Name, Type string
	Rows       int
	write      func(out io.Writer, folder string, rows [][]any) error
	table      [][]any
}

// Write writes the file. What does not fit into memory lies in the folder meanwhile.
func (e Exported) Write(out io.Writer, folder string) error { return e.write(out, folder, e.table) }

// formats are those of an export, by the ending of the file.
var formats = map[string]struct {
	kind  string
	write func(out io.Writer, folder string, rows [][]any) error
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

// Export is exactly what a query finds, all pages of it, as a file. That it was made, by whom and for what stands in the log of
// acts before anybody has it.
func (r *Reads) Export(ctx context.Context, o Order, who domain.Actor, sight Sight) (out Exported, err error) {
	format, known := formats[o.Format]
	wrong := map[string]string{}
	if !known {
		wrong["format"] = "Choose a kind of file: csv or xlsx."
	}
	if o.Purpose = domain.Typed(o.Purpose); o.Purpose == "" {
		wrong["purpose"] = "Write what the file is for; it stands in the log of acts."
	}
	if len(wrong) > 0 {
		return out, domain.Invalid(wrong)
	}
	columns, err := wantedColumns(o.Columns, sight)
	if err != nil {
		return out, err
	}
	people, err := r.All(ctx, o.Query, sight)
	if err != nil {
		return out, err
	}
	now := r.Clock.Now()
	keys := make([]string, len(columns))
	for i, c := range columns {
		keys[i] = c.Key
	}
	asked := map[string]string{"columns": strings.Join(keys, " "), "rows": fmt.Sprint(len(people)), "format": o.Format}
	if o.Query.Page, o.Query.Per = 0, 0; o.Query.Text != "" { // it may be a name or a number, which nobody could take out of the log
		asked["searched"] = "yes"
	}
	o.Query.Text = ""
	asked["query"] = o.Query.String()
	err = r.Store.LogAct(ctx, domain.Act{
		At: now, Actor: who, Action: domain.ActExport, Why: o.Purpose, RequestID: o.RequestID, After: asked,
	})
	return Exported{
		Name: "registrations-" + now.In(r.Content.Zone).Format("2006-01-02-1504") + "." + o.Format, Type: format.kind, Rows: len(people),
		write: format.write, table: Table(people, columns, r.Content),
	}, err
}
