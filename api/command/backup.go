package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"transom/api/backup"
	"transom/api/cli"
	"transom/api/product"
	"transom/generator/schema"
)

var backupCommand = Command{
	Name: "backup", Usage: "FOLDER",
	Help: "Copy the database, uploads and keys into a new folder in FOLDER; the server may be running. " +
		"Pictures from the last backup there are linked",
	Example: "backup /var/backups/transom",
	run: func(ctx context.Context, d *product.Product, c *call) error {
		path, files, err := backup.Make(ctx, c.env, d, c.args[0])
		if err != nil {
			return err
		}
		return c.say(map[string]any{"folder": path, "files": files},
			"%s: %s. It does not contain the key that opens identity documents; keep that key elsewhere.\n", path,
			cli.Count(files, "file"))
	},
}

var restoreCommand = Command{
	needs: aClosedDatabase, Name: "restore", Usage: "BACKUP",
	Help:    "Restore a backup into the empty folder TRANSOM_VAR; the server must be stopped",
	Example: "restore /var/backups/transom/transom-20250301-210000.000",
	Found:   "restored, but the gateway has payments that are not in the backup",
	run: func(ctx context.Context, d *product.Product, c *call) error {
		m, err := backup.Restore(ctx, c.env, c.args[0])
		if err != nil {
			return err
		}
		result, err := auditRestored(ctx, c)
		if err != nil {
			result = restored{Unread: true}
			fmt.Fprintf(c.env.Progress, "the payments could not be compared with the gateway: %v\n", err)
		}
		result.Folder, result.Files, result.MadeAt = c.env.Var, len(m.Files), m.MadeAt
		if err := c.print(result, result.print); err != nil {
			return err
		}
		if result.Unexplained > 0 {
			return errUnexplained
		}
		return nil
	},
}

var errUnexplained = errors.New("restored, but the gateway has payments that are not in the backup: run " +
	"`transom reconcile --fix`, then `transom list --tasks`")

type restored struct {
	Folder       string    `json:"folder"`
	Files        int       `json:"files"`
	MadeAt       time.Time `json:"made_at"`
	Unread       bool      `json:"gateway_not_read"`
	Unexplained  int       `json:"unexplained"`
	UnknownPaise int64     `json:"unexplained_paise"`
}

func (r restored) print(out io.Writer) error {
	fmt.Fprintf(out, "Restored %s as of %s.\n", cli.Count(r.Files, "file"), r.MadeAt.Format("2006-01-02 15:04Z"))
	switch {
	case r.Unread:
		fmt.Fprintln(out, "The payments were not compared with the gateway. Run `transom reconcile --fix` now, "+
			"because there may be new payments.")
	case r.Unexplained > 0:
		fmt.Fprintf(out, "The gateway has payments that are not in the backup: %s, %s.\n",
			cli.Count(r.Unexplained, "payment"), schema.FormatPaise(r.UnknownPaise))
	default:
		fmt.Fprintln(out, "All payments at the gateway are recorded.")
	}
	return nil
}

// The gateway may have newer payments, even for registrations that were lost.
func auditRestored(ctx context.Context, c *call) (out restored, err error) {
	d, err := c.open(ctx)
	if err != nil {
		return out, err
	}
	audit, err := d.Payments.Audit(ctx, func(done, all int) { c.env.Step("compare with the gateway", done, all) })
	if err != nil {
		return out, err
	}
	out.Unread, out.Unexplained = len(audit.Unread) > 0, len(audit.Findings)
	for _, f := range audit.Findings {
		out.UnknownPaise += max(f.GatewayPaise-f.OurPaise, 0)
	}
	return out, nil
}

const toPostgres, toSQLite = "to-postgres", "to-sqlite"

var moveCommand = Command{
	needs: aClosedDatabase, Name: "move-database", Usage: toPostgres + "|" + toSQLite,
	Help: "Move all data from the SQLite file in TRANSOM_VAR to the PostgreSQL database in TRANSOM_DATABASE, " +
		"or back; no server may be running",
	Example: "move-database " + toPostgres,
	run: func(ctx context.Context, d *product.Product, c *call) error {
		direction := c.args[0]
		if direction != toPostgres && direction != toSQLite {
			return misuse{"give the direction: " + toPostgres + " or " + toSQLite}
		}
		if c.env.Database == "" {
			return misuse{"set TRANSOM_DATABASE to PostgreSQL's address, for either direction"}
		}
		m, err := backup.Move(ctx, c.env, direction == toPostgres)
		if err != nil {
			return err
		}
		return c.print(m, func(out io.Writer) error { return printMoved(out, m) })
	},
}

func printMoved(out io.Writer, m backup.Moved) error {
	rows, paise := 0, int64(0)
	for _, t := range m.Tables {
		rows += t.Rows
		if t.Name == "payments" {
			paise = t.Paise
		}
		if t.Rows > 0 {
			fmt.Fprintf(out, "%-20s %s\n", t.Name, cli.Count(t.Rows, "row"))
		}
	}
	_, err := fmt.Fprintf(out,
		"%s in %s and %s moved from %s to %s; all rows were read again and compared. Payments are %s.\n%s\n",
		cli.Count(rows, "row"), cli.Count(len(m.Tables), "table"), cli.Count(m.Pictures, "picture"), m.From, m.To,
		schema.FormatPaise(paise), m.Next)
	return err
}
