package organiser

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Room below which the disk needs a look, and below which sales should not go on.
const (
	littleRoom = 2 << 30
	noRoom     = 200 << 20
)

func checkSettings(_ context.Context, e *Env) finding {
	if e.Facts.Fault != nil {
		return bad("put them right; .env.example explains each", "%s", strings.ReplaceAll(e.Facts.Fault.Error(), "\n", "; "))
	}
	if e.Facts.Rehearsal {
		return look("set TRANSOM_REHEARSAL=0 for the public", "this is a rehearsal")
	}
	return ok("all are fine")
}

func checkPermissions(_ context.Context, e *Env) finding {
	if _, err := os.Stat(filepath.Join(e.Var, "keys", identityFile)); err == nil {
		return bad("move "+identityFile+" off this machine, to two safe places", "the key that opens identity papers lies beside them")
	}
	open := []string{}
	err := filepath.WalkDir(filepath.Join(e.Var, "keys"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			open = append(open, path)
		}
		return err
	})
	if err != nil {
		return bad("run the program as the owner of "+e.Var, "%v", err)
	}
	if len(open) > 0 {
		return bad("chmod -R go= "+filepath.Join(e.Var, "keys"), "others can read %s", strings.Join(open, ", "))
	}
	return ok("keys are private")
}

func checkDisk(_ context.Context, e *Env) finding {
	var room syscall.Statfs_t
	if err := syscall.Statfs(e.Var, &room); err != nil {
		return bad("make the folder of TRANSOM_VAR", "%v", err)
	}
	free := room.Bavail * uint64(room.Bsize)
	found := fmt.Sprintf("%d MiB free", free>>20)
	switch {
	case free < noRoom:
		return bad("free space now; registrations are refused when it is used up", "%s", found)
	case free < littleRoom:
		return look("free space: a registration with two pictures takes about 1 MiB", "%s", found)
	}
	return ok("%s", found)
}

func checkDatabase(ctx context.Context, e *Env) finding {
	d, err := e.Open(ctx)
	if err == nil {
		err = d.Store.Verify(ctx)
	}
	if err != nil {
		return bad("stop the server, keep a copy of the folder, restore the last backup", "%v", err)
	}
	tasks, err := d.Store.OpenTasks(ctx)
	if err != nil {
		return bad("see the message", "%v", err)
	}
	if len(tasks) > 0 {
		return look("transom tasks", "whole; %d tasks wait for a person", len(tasks))
	}
	return ok("whole; no open tasks")
}

func checkContent(ctx context.Context, e *Env) finding {
	info, err := os.Stat(filepath.Join(e.Facts.Content, "event.json"))
	if err != nil {
		return bad("run `make gen`, or copy data/site from the machine that built the site", "%v", err)
	}
	d, err := e.Open(ctx)
	if err != nil {
		return bad("see the database", "%v", err)
	}
	age := time.Since(info.ModTime()).Round(time.Hour)
	if end, err := time.Parse(time.DateOnly, string(d.Content.Event.EndDate)); err == nil && d.Clock.Now().After(end.AddDate(0, 0, 1)) {
		return look("replace content/ for the next edition, or take the server down after the last purge", "%s is over; generated %v ago", d.Content.Event.Name, age)
	}
	return ok("%s, generated %v ago", d.Content.Event.Name, age)
}
