package app

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/server"
)

func behindCaddy(t *testing.T, programs ...string) (address string, output *apitest.Log) {
	t.Helper()
	if _, err := exec.LookPath("caddy"); err != nil {
		t.Fatal("Caddy is not installed: `make tools` brings it")
	}
	address, output = apitest.FreeAddress(t), new(apitest.Log)
	text := caddyfile(t)
	for old, changed := range map[string]string{
		"\n{\n\tlog {":           "\n{\n\tadmin off\n\tauto_https off\n\tlog {",
		"\nnatcon.example.org {": "\nhttp://" + address + " {\n\tbind 127.0.0.1",
		"\tto 127.0.0.1:8080\n":  "\tto " + strings.Join(programs, " ") + "\n",
	} {
		if strings.Count(text, old) != 1 {
			t.Fatalf("the Caddyfile says %q not once", old)
		}
		text = strings.Replace(text, old, changed, 1)
	}
	file := filepath.Join(t.TempDir(), "Caddyfile")
	must(t, os.WriteFile(file, []byte(text), 0o600))
	program := exec.Command("caddy", "run", "--config", file, "--adapter", "caddyfile")
	program.Stdout, program.Stderr = output, output
	program.Env = append(os.Environ(), "HOME="+t.TempDir())
	must(t, program.Start())
	t.Cleanup(func() {
		program.Process.Kill()
		program.Wait()
		for line := range strings.Lines(output.String()) {
			if t.Failed() && (!strings.Contains(line, `"msg":"handled request"`) || strings.Contains(line, `"status":5`)) {
				t.Log(line)
			}
		}
	})
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		line, err := net.Dial("tcp", address)
		if err == nil {
			line.Close()
			return address, output
		}
		if time.Since(began) > time.Minute { // the limit is only for a program that hangs
			t.Fatalf("Caddy never listened: %v\n%s", err, output.String())
		}
	}
}

func caddyfile(t *testing.T) string { return string(readFile(t, "../../deploy/Caddyfile")) }

// A request has one id in Caddy's log, the program's log and the response. It counts for the network that Caddy saw,
// whatever the visitor claims.
func TestCaddyNamesTheRequest(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.Options{Settings: func(s *server.Settings) {
		s.TrustedProxies = []string{"127.0.0.1/32"}
	}})
	address, output := behindCaddy(t, strings.TrimPrefix(s.URL, "http://"))
	const invented, elsewhere = "00000000-0000-4000-8000-000000000000", "198.51.100.7"
	var networks []string
	for _, claimed := range []string{"", elsewhere} {
		r, err := http.NewRequest("POST", "http://"+address+"/api/nothing", nil)
		must(t, err)
		r.Header.Set("X-Request-Id", invented)
		r.Header.Set("X-Forwarded-For", claimed)
		answer, err := http.DefaultClient.Do(r)
		must(t, err)
		answer.Body.Close()
		id := answer.Header.Get("X-Request-Id")
		if len(id) != len(invented) || id == invented {
			t.Fatalf("the response has the id %q", id)
		}
		logged(t, output, `"user_id":"`+id+`"`)
		networks = append(networks, logged(t, s.Log, `msg=request request_id=`+id+` .* network=(\S+)`)[1])
	}
	check.Equal(t, networks[0], networks[1], "one visitor has the networks %v", networks)
}

// logged waits for a match in the log, because a log line may come after the response.
func logged(t *testing.T, log *apitest.Log, pattern string) []string {
	t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(time.Millisecond) {
		if found := regexp.MustCompile(pattern).FindStringSubmatch(log.String()); found != nil {
			return found
		}
	}
	t.Fatalf("%s is not in the log:\n%s", pattern, log.String())
	return nil
}

func TestCaddyfileHasNoWarnings(t *testing.T) {
	check := exec.CommandContext(t.Context(), "caddy", "validate", "--config", "../../deploy/Caddyfile", "--adapter",
		"caddyfile")
	check.Env = append(os.Environ(), "HOME="+t.TempDir())
	if out, err := check.CombinedOutput(); err != nil || strings.Contains(string(out), `"level":"warn"`) {
		t.Errorf("%v: %s", err, out)
	}
}

// While the only instance restarts, Caddy must hold a POST with its body. Debian's Caddy would otherwise refuse the
// request, or lose the body when a connection fails.
func TestPostWaitsForARestart(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	leaving := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		http.Error(w, "leaving", http.StatusServiceUnavailable)
	}))
	at := leaving.Listener.Addr().String()
	address, _ := behindCaddy(t, at)
	for asked.Load() < 3 { // when the third request arrives, Caddy has counted the response to the first
		time.Sleep(10 * time.Millisecond)
	}
	leaving.Close()
	back := make(chan *http.Server, 1)
	time.AfterFunc(time.Second/2, func() { // half a second is long enough for one connection to fail
		listener, err := net.Listen("tcp", at)
		if err != nil {
			t.Error(err)
		}
		program := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.Copy(w, r.Body)
		})}
		back <- program
		program.Serve(listener)
	})
	defer func() { (<-back).Close() }()
	answer, err := http.Post("http://"+address+"/api/registration", "application/json", strings.NewReader("the form"))
	must(t, err)
	defer answer.Body.Close()
	if raw, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != http.StatusOK ||
		string(raw) != "the form" {
		t.Errorf("%d %q %v", answer.StatusCode, raw, err)
	}
}

// If the program closed idle connections first, a request sent at that moment would be lost and not repeated.
func TestCaddyHangsUpFirst(t *testing.T) {
	keeps := regexp.MustCompile(`\n\t\tkeepalive (\d+s)\n`).FindStringSubmatch(caddyfile(t))
	if keeps == nil {
		t.Fatal("the Caddyfile does not say how long Caddy keeps idle connections")
	}
	caddy, err := time.ParseDuration(keeps[1])
	if program := server.NewHTTPServer(nil, slog.Default()).IdleTimeout; err != nil || caddy >= program {
		t.Errorf("Caddy keeps an idle connection for %v (%v), the program for %v", caddy, err, program)
	}
}

// Instances behind the guide's Caddyfile stop and restart one after another, under load. Every response comes from the
// program, which may ask clients to try again.
func TestRollingUpdate(t *testing.T) {
	t.Parallel()
	f := newFleet(t, 2)
	f.start(f.copies...)
	behind := f.copies
	address, _ := behindCaddy(t, behind[0].addr, behind[1].addr)
	f.visited = []*copyOf{{addr: address}}
	f.patient = 5 * time.Minute // no instance is frozen or killed; on a busy machine a response may take long
	var updated atomic.Bool
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for !f.failed() && (!updated.Load() || f.paidSoFar() < fleetSize()) {
				f.buy()
			}
		})
	}
	for _, c := range behind {
		c.program.Process.Signal(syscall.SIGTERM)
		if err := <-c.ended; err != nil {
			t.Errorf("it ended with %v\n%s", err, c.output.String())
		}
		f.start(c)
	}
	updated.Store(true)
	all.Wait()
	t.Logf("%d requests were asked to try again", f.tries.Load())
	for _, lost := range f.lost {
		t.Errorf("failed in a rolling update: %s", lost)
	}
	f.check()
}
