package doctor

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"transom/api/backup"
	"transom/api/cli"
	"transom/api/product"
	"transom/api/store"
)

func checkAuditLog(ctx context.Context, e *product.Env, d *product.Product) Finding {
	chain, err := d.Store.CheckAuditLog(ctx)
	if err != nil {
		return bad("somebody has edited the database: compare the log with a backup (`transom activity-log "+
			"--json` there), and find out who has access", "%v", err)
	}
	anchors, place, err := CheckAuditAnchors(ctx, e, d)
	if err != nil {
		remove := "delete " + place
		if filepath.Base(place) == backup.ManifestFile { // without its manifest, a backup cannot be restored
			remove = "move the folder " + filepath.Dir(place) + " to another place, complete"
		}
		return bad("somebody has edited the database, or an older backup was restored: compare with the entry in "+place+
			" and in the morning emails. After a restore that you made yourself, "+remove, "%v", err)
	}
	saveAuditAnchor(ctx, e, d)
	if anchors == 0 && chain.Entries > 0 {
		return warn("compare the newest entry with the last daily email; from now on it is also stored in "+
			filepath.Join(e.Var, anchorFile),
			"%s; the chain is complete, but there was nothing outside the database to compare it with",
			cli.Count(chain.Entries, "entry"))
	}
	return ok("%s; the chain is complete and agrees with %s outside the database", cli.Count(chain.Entries, "entry"),
		cli.Count(anchors, "copy"))
}

// CheckAuditAnchors compares the log with the copies of entries that are stored outside the database. It returns their
// number or, if a copy does not match the log, its file and the reason.
func CheckAuditAnchors(ctx context.Context, e *product.Env, d *product.Product) (n int, place string, err error) {
	anchors := auditAnchors(ctx, e)
	for _, place := range slices.Sorted(maps.Keys(anchors)) {
		if err := d.Store.CheckAuditAnchor(ctx, anchors[place]); err != nil {
			return 0, place, err
		}
	}
	return len(anchors), "", nil
}

// anchorFile contains the entry that was the newest at the last successful check.
const anchorFile = "activity-log.anchor"

const newestBackups = 3

func auditAnchors(ctx context.Context, e *product.Env) map[string]store.AuditAnchor {
	anchors := map[string]store.AuditAnchor{}
	var last store.AuditAnchor
	file := filepath.Join(e.Var, anchorFile)
	if raw, err := os.ReadFile(file); err == nil && json.Unmarshal(raw, &last) == nil && last.N > 0 {
		anchors[file] = last
	}
	path, _, err := backup.Last(ctx, e)
	if err != nil || path == "" {
		return anchors
	}
	backups, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "transom-*"))
	for _, folder := range backups[max(0, len(backups)-newestBackups):] {
		if m, err := backup.ReadManifest(folder); err == nil && m.ActivityLog.N > 0 {
			anchors[filepath.Join(folder, backup.ManifestFile)] = m.ActivityLog
		}
	}
	return anchors
}

// saveAuditAnchor does nothing if the user may not write to the data folder.
func saveAuditAnchor(ctx context.Context, e *product.Env, d *product.Product) {
	last, err := d.Store.LastAction(ctx)
	if err != nil || last.N == 0 {
		return
	}
	raw, _ := json.Marshal(last)
	temporary := filepath.Join(e.Var, "."+anchorFile)
	if os.WriteFile(temporary, raw, 0o644) == nil { // the entry's hash is not secret, and other users may run doctor
		_ = os.Rename(temporary, filepath.Join(e.Var, anchorFile))
	}
}
