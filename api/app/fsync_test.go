package app

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Source: security reference, row 3. Even a few registrations reveal a program that syncs too rarely.
func acknowledgements() int {
	if soak {
		return 2000
	}
	return 200
}

// TestEveryAnswerIsSynced counts how often the database's log is synced while people register. Killing the program
// cannot show whether data is on the disk or still in the kernel's memory.
func TestEveryAnswerIsSynced(t *testing.T) {
	t.Parallel()
	c := newCrash(t)
	wanted := acknowledgements()
	answered, synced := c.accountForSyncs(wanted)
	t.Logf("%d registrations acknowledged, %d syncs of the database's log", answered, synced)
	if answered < wanted {
		t.Errorf("%d of %d were acknowledged", answered, wanted)
	}
	if synced < answered {
		t.Errorf("%d answers, but only %d syncs: a power cut could lose confirmed data", answered, synced)
	}
}

// With one word of its database settings changed, the program confirms data that is not durable.
func TestControlRelaxedDatabaseIsNoticed(t *testing.T) {
	t.Parallel()
	c := newCrashOf(t, unprotected)
	answered, synced := c.accountForSyncs(acknowledgements() / 2)
	t.Logf("%d registrations acknowledged, %d syncs of the database's log", answered, synced)
	if synced >= answered {
		t.Error("a database that does not wait for the disk passes: the accounting proves nothing")
	}
}

// accountForSyncs registers n people. It uploads the pictures beforehand, so that their syncs are not counted.
func (c *crash) accountForSyncs(n int) (answered, synced int) {
	c.t.Helper()
	trace, stop := c.startTraced("-y", "-ttt", "--seccomp-bpf", "-e", "trace=fsync,fdatasync")
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 8}}
	var (
		mu      sync.Mutex
		waiting []submission
	)
	inParallel(8, n, func() {
		if s, ok := c.newSubmission(client); ok {
			mu.Lock()
			waiting = append(waiting, s)
			mu.Unlock()
		}
	})
	began := time.Now()
	inParallel(8, len(waiting), func() {
		mu.Lock()
		s := waiting[0]
		waiting = waiting[1:]
		mu.Unlock()
		raw, err := json.Marshal(s.form)
		if err != nil {
			c.t.Error(err)
			return
		}
		if status, _ := c.call(client, "/api/registration", "application/json", raw, "Idempotency-Key",
			s.key); status == http.StatusOK {
			mu.Lock()
			answered++
			mu.Unlock()
		}
	})
	ended := time.Now()
	stop()
	return answered, c.countSyncs(trace, began, ended)
}

func inParallel(workers, n int, f func()) {
	work := make(chan struct{}, n)
	for range n {
		work <- struct{}{}
	}
	close(work)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for range work {
				f()
			}
		})
	}
	all.Wait()
}

// startTraced runs the program under strace, which writes a line for each system call that the flags select; `stop`
// ends both.
func (c *crash) startTraced(flags ...string) (trace string, stop func()) {
	c.t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		c.t.Fatal("this test counts calls with strace, which is not here: `make test` installs it, or `apt-get install " +
			"strace`")
	}
	folder := c.t.TempDir()
	trace, pidFile := filepath.Join(folder, "calls"), filepath.Join(folder, "pid")
	c.launch(strace, append([]string{"-f", "-qq", "-e", "signal=none", "-o", trace}, append(flags,
		"sh", "-c", `echo $$ > "$0"; exec "$1" serve`, pidFile, c.binary)...)...)
	raw, err := os.ReadFile(pidFile)
	must(c.t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	must(c.t, err)
	c.t.Cleanup(func() { syscall.Kill(pid, syscall.SIGKILL) }) // killing strace alone would leave the program running
	return trace, func() {
		c.t.Helper()
		must(c.t, syscall.Kill(pid, syscall.SIGTERM))
		if err := c.program.Wait(); err != nil {
			c.t.Fatalf("%v\n%s", err, c.output.String())
		}
	}
}

// syncLine matches a line like `123 1700000000.123456 fsync(7</var/transom.db-wal>) = 0`.
var syncLine = regexp.MustCompile(`^\d+ +(\d+)\.(\d{6}) f(?:data)?sync\(\d+<[^>]*/transom\.db-wal>`)

func (c *crash) countSyncs(trace string, began, ended time.Time) (n int) {
	c.t.Helper()
	file, err := os.Open(trace)
	must(c.t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		parts := syncLine.FindStringSubmatch(lines.Text())
		if parts == nil {
			continue
		}
		micros, err := strconv.ParseInt(fmt.Sprint(parts[1], parts[2]), 10, 64)
		must(c.t, err)
		if at := time.UnixMicro(micros); !at.Before(began) && !at.After(ended) {
			n++
		}
	}
	must(c.t, lines.Err())
	return n
}
