package organiser_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/fakerazorpay"
	"transom/api/gateway/razorpay"
	"transom/api/organiser"
)

// peers are what a server on the internet talks to, on loopback.
type peers struct {
	site, gateway *httptest.Server
	mail          string // host:port
	skew          time.Duration
	webhook       int // what the webhook's address answers
}

const mailPassword = "right"

func newPeers(t *testing.T, o *office) *peers {
	t.Helper()
	p := &peers{webhook: http.StatusBadRequest}
	p.site = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(p.skew).UTC().Format(http.TimeFormat))
		if strings.HasSuffix(r.URL.Path, "/webhook") {
			w.WriteHeader(p.webhook)
		}
	}))
	t.Cleanup(p.site.Close)
	p.gateway = httptest.NewServer(fakerazorpay.New(o.server.Clock, 1, fakegateway.Kind()))
	t.Cleanup(p.gateway.Close)
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: p.site.TLS.Certificates})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	p.mail = listener.Addr().String()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go greet(conn)
		}
	}()
	return p
}

// greet speaks as much SMTP as signing in needs.
func greet(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	io.WriteString(conn, "220 test\r\n")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		answer := "250 ok"
		switch words := strings.Fields(line); {
		case strings.HasPrefix(line, "EHLO"):
			answer = "250-test\r\n250 AUTH PLAIN"
		case strings.HasPrefix(line, "AUTH PLAIN") && len(words) == 3:
			raw, _ := base64.StdEncoding.DecodeString(words[2])
			if answer = "535 no"; strings.HasSuffix(string(raw), "\x00"+mailPassword) {
				answer = "235 welcome"
			}
		case strings.HasPrefix(line, "QUIT"):
			answer = "221 bye"
		}
		io.WriteString(conn, answer+"\r\n")
	}
}

// facts are the settings of a server that is well.
func (p *peers) facts(t *testing.T, keySecret string) organiser.Facts {
	t.Helper()
	content := t.TempDir()
	if err := os.WriteFile(filepath.Join(content, "event.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	provider := razorpay.New(razorpay.Config{BaseURL: p.gateway.URL, KeyID: fakerazorpay.KeyID, KeySecret: keySecret, LeastPause: time.Millisecond})
	client := p.site.Client()
	return organiser.Facts{
		SiteURL: p.site.URL, Content: content, Provider: "razorpay", Mail: "smtps://user:" + mailPassword + "@" + p.mail,
		MailTLS: client.Transport.(*http.Transport).TLSClientConfig, Client: client,
		AskGateway: func(ctx context.Context) error {
			_, err := provider.Fetch(ctx, "", "doctor-"+domain.NewID(80))
			return err
		},
	}
}

// examine runs doctor and returns the result of each check.
func (o *office) examine(facts organiser.Facts) (map[string]string, string, error) {
	o.t.Helper()
	var out bytes.Buffer
	env := &organiser.Env{Var: o.dir, Out: &out, Progress: io.Discard, Facts: facts, Open: func(context.Context) (*organiser.Desk, error) {
		s := o.server
		return &organiser.Desk{Store: s.Store, Blobs: s.Blobs, Content: s.Content, Clock: s.Clock, Payments: s.Payments}, nil
	}}
	for _, c := range organiser.Commands() {
		if c.Name != "doctor" {
			continue
		}
		err := c.Run(o.t.Context(), env, []string{"--json"})
		var list []struct{ Check, Result, Do string }
		if jsonErr := json.Unmarshal(out.Bytes(), &list); jsonErr != nil {
			o.t.Fatalf("%v: %s", jsonErr, out.String())
		}
		results := map[string]string{}
		for _, f := range list {
			results[f.Check] = f.Result
			if f.Result != "ok" && f.Do == "" {
				o.t.Errorf("%s: says nothing about what to do", f.Check)
			}
		}
		return results, out.String(), err
	}
	return nil, "", errors.New("no doctor")
}

func TestDoctor(t *testing.T) {
	for _, test := range []struct {
		name, check string // the check that finds it; "" when all is well
		harm        func(t *testing.T, o *office, p *peers, f *organiser.Facts)
	}{
		{"well", "", func(*testing.T, *office, *peers, *organiser.Facts) {}},
		{"settings", "settings", func(_ *testing.T, _ *office, _ *peers, f *organiser.Facts) { f.Fault = errors.New("TRANSOM_X: none") }},
		{"mail password", "mail", func(_ *testing.T, _ *office, p *peers, f *organiser.Facts) { f.Mail = "smtps://user:wrong@" + p.mail }},
		{"mail certificate", "mail", func(_ *testing.T, _ *office, _ *peers, f *organiser.Facts) { f.MailTLS = nil }},
		{"no mail server", "mail", func(_ *testing.T, _ *office, _ *peers, f *organiser.Facts) { f.Mail = "smtps://user:x@127.0.0.1:1" }},
		{"gateway keys", "gateway keys", func(t *testing.T, _ *office, p *peers, f *organiser.Facts) {
			f.AskGateway = p.facts(t, "wrong").AskGateway
		}},
		{"no gateway", "gateway keys", func(_ *testing.T, _ *office, p *peers, _ *organiser.Facts) { p.gateway.Close() }},
		{"webhook not passed on", "webhook", func(_ *testing.T, _ *office, p *peers, _ *organiser.Facts) { p.webhook = http.StatusNotFound }},
		{"clock", "site and TLS", func(_ *testing.T, _ *office, p *peers, _ *organiser.Facts) { p.skew = time.Minute }},
		{"certificate", "site and TLS", func(_ *testing.T, _ *office, _ *peers, f *organiser.Facts) { f.Client = nil }},
		{"no content", "content", func(_ *testing.T, _ *office, _ *peers, f *organiser.Facts) { f.Content += "/none" }},
		{"open keys", "permissions", func(t *testing.T, o *office, _ *peers, _ *organiser.Facts) {
			if err := os.WriteFile(filepath.Join(o.dir, "keys", "open"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}},
		{"no folder", "disk", func(_ *testing.T, o *office, _ *peers, _ *organiser.Facts) { o.dir += "/none" }},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t)
			if err := os.MkdirAll(filepath.Join(o.dir, "keys"), 0o700); err != nil {
				t.Fatal(err)
			}
			p := newPeers(t, o)
			facts := p.facts(t, fakerazorpay.KeySecret)
			test.harm(t, o, p, &facts)
			results, out, err := o.examine(facts)
			if (err != nil) != (test.check != "") || test.check != "" && results[test.check] != "bad" {
				t.Errorf("%v\n%s", err, out)
			}
			if strings.Contains(out, mailPassword+"@") || strings.Contains(out, fakerazorpay.KeySecret) {
				t.Error("a secret is told")
			}
		})
	}
}

// An edition that is over needs a look: nothing is broken, but somebody has forgotten something.
func TestDoctorNoticesAnOldEdition(t *testing.T) {
	o := newOffice(t)
	p := newPeers(t, o)
	o.server.Clock.Add(365 * 24 * time.Hour)
	if results, out, _ := o.examine(p.facts(t, fakerazorpay.KeySecret)); results["content"] != "look" {
		t.Error(out)
	}
}
