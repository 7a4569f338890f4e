package command_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/domain"
	"transom/api/gateway/cashfree"
	"transom/api/gateway/fakecashfree"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/fakerazorpay"
	"transom/api/gateway/razorpay"
	"transom/api/payment"
	"transom/api/product"
	"transom/api/store/engine"
	"transom/api/version"
)

type peers struct {
	site, gateway *httptest.Server
	mail, silent  string // host:port; the server at `silent` accepts connections but never answers
	names         *net.Resolver
	skew          time.Duration // how far the gateway's clock is ahead
	webhook       int           // the status that the webhook's address returns
	provider      string
}

const mailPassword = "right"

func newPeers(t *testing.T, o *office) *peers { return newPeersOf(t, o, "razorpay") }

func newPeersOf(t *testing.T, o *office, provider string) *peers {
	t.Helper()
	p := &peers{webhook: http.StatusBadRequest, provider: provider}
	p.site = newSite(t, p, time.Now().Add(90*24*time.Hour))
	var fake http.Handler = fakerazorpay.New(o.server.Clock, 1, fakegateway.Kind())
	if provider == "cashfree" {
		fake = fakecashfree.New(o.server.Clock, 1, fakegateway.Kind())
	}
	p.gateway = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(p.skew).UTC().Format(http.TimeFormat))
		fake.ServeHTTP(w, r)
	}))
	t.Cleanup(p.gateway.Close)
	secure, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: p.site.TLS.Certificates})
	must(t, err)
	p.mail = serve(t, secure, greet)
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	p.silent = serve(t, plain, func(conn net.Conn) {
		io.Copy(io.Discard, conn)
		conn.Close()
	})
	p.names = newNames(t)
	return p
}

func serve(t *testing.T, l net.Listener, handle func(net.Conn)) (address string) {
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go handle(conn)
		}
	}()
	return l.Addr().String()
}

func newSite(t *testing.T, p *peers, notAfter time.Time) *httptest.Server {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-100 * 24 * time.Hour), NotAfter: notAfter,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, &template, &template, key.Public(), key)
	must(t, err)
	site := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/webhook") {
			w.WriteHeader(p.webhook)
		}
	}))
	site.Config.ErrorLog = log.New(io.Discard, "", 0)
	site.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}}
	site.StartTLS()
	t.Cleanup(site.Close)
	return site
}

// greet implements as much of SMTP as sign-in needs.
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

func (p *peers) facts(t *testing.T, keySecret string) product.Facts {
	t.Helper()
	content := t.TempDir()
	must(t, os.WriteFile(filepath.Join(content, "event.json"), []byte("{}"), 0o600))
	age(t, filepath.Join(content, "event.json"), -time.Hour)
	var provider payment.Provider = razorpay.New(razorpay.Config{BaseURL: p.gateway.URL, KeyID: fakerazorpay.KeyID,
		KeySecret: keySecret, MinPause: time.Millisecond})
	if p.provider == "cashfree" {
		provider = cashfree.New(cashfree.Config{BaseURL: p.gateway.URL, ClientID: fakecashfree.ClientID,
			ClientSecrets: []string{keySecret}, MinPause: time.Millisecond})
	}
	client := p.site.Client()
	return product.Facts{
		SiteURL: p.site.URL, Content: content, Provider: p.provider, GatewayURL: p.gateway.URL, Mail: "smtps://user:" +
			mailPassword + "@" + p.mail,
		MailFrom: "Desk <desk@good.example>", AlarmMail: "duty@good.example", Names: p.names,
		MailTLS: client.Transport.(*http.Transport).TLSClientConfig, Client: client,
		AskGateway: func(ctx context.Context) error {
			_, err := provider.Fetch(ctx, "", "doctor-"+domain.NewID(80))
			return err
		},
	}
}

func (o *office) examine(facts product.Facts) (map[string]examined, string, error) {
	o.t.Helper()
	var out bytes.Buffer
	env := &product.Env{Var: o.dir, Database: testdb.Address(o.t, o.dir), Out: &out, Progress: io.Discard, Facts: facts,
		Open: func(context.Context) (*product.Product, error) { return o.rooms(), nil }}
	err := commandNamed("doctor").Run(o.t.Context(), env, []string{"--json"})
	var list []examined
	if jsonErr := json.Unmarshal(out.Bytes(), &list); jsonErr != nil {
		o.t.Fatalf("%v: %s", jsonErr, out.String())
	}
	results := map[string]examined{}
	for _, f := range list {
		results[f.Check] = f
		if f.Result != "ok" && f.Do == "" {
			o.t.Errorf("%s: says nothing about what to do", f.Check)
		}
	}
	return results, out.String(), err
}

type examined struct{ Check, Result, Found, Do string }

func TestDoctor(t *testing.T) {
	type harm = func(t *testing.T, o *office, p *peers, f *product.Facts)
	mailIs := func(address func(p *peers) string) harm {
		return func(_ *testing.T, _ *office, p *peers, f *product.Facts) { f.Mail = address(p) }
	}
	siteWith := func(left time.Duration) harm {
		return func(t *testing.T, _ *office, p *peers, f *product.Facts) {
			site := newSite(t, p, time.Now().Add(left))
			f.SiteURL, f.Client = site.URL, site.Client()
		}
	}
	healthy := newOffice(t)
	healthy.settle()
	for _, test := range []struct {
		name, check, result, says string // the check that finds the problem; "" if all is well
		harm                      harm
	}{
		{"well", "", "", "", func(*testing.T, *office, *peers, *product.Facts) {}},
		{"settings", "settings", "bad", "TRANSOM_X", func(_ *testing.T, _ *office, _ *peers, f *product.Facts) {
			f.Fault = errors.New("TRANSOM_X: none")
		}},
		{"rehearsal", "settings", "look", "rehearsal", func(_ *testing.T, _ *office, _ *peers, f *product.Facts) {
			f.Rehearsal = true
		}},
		{"rehearsal for all", "settings", "bad", "with one click",
			func(_ *testing.T, _ *office, _ *peers, f *product.Facts) { f.Rehearsal, f.OpenToAll = true, true }},
		{"mail password", "mail", "bad", "refuses our user name or password (535)",
			mailIs(func(p *peers) string { return "smtps://user:wrong@" + p.mail })},
		{"mail certificate", "mail", "bad", "certificate is not trusted",
			func(_ *testing.T, _ *office, _ *peers, f *product.Facts) { f.MailTLS = nil }},
		{"no mail server", "mail", "bad", "nothing listens on this port",
			mailIs(func(*peers) string { return "smtps://user:x@127.0.0.1:1" })},
		{"mail server says nothing", "mail", "bad", "it does not respond",
			func(_ *testing.T, _ *office, p *peers, f *product.Facts) {
				f.Mail, f.Patience = "smtp://user:x@"+p.silent, 200*time.Millisecond
			}},
		{"mail port without TLS", "mail", "bad", "", mailIs(func(p *peers) string {
			return "smtps://user:x@" + strings.TrimPrefix(p.gateway.URL, "http://")
		})},
		{"mail to files", "mail", "look", "files", mailIs(func(*peers) string { return "outbox" })},
		{"sender without a domain", "mail sender", "bad", "nowhere.example does not accept mail",
			func(_ *testing.T, _ *office, _ *peers, f *product.Facts) { f.MailFrom = "desk@nowhere.example" }},
		{"no name server", "mail sender", "look", "lookup good.example",
			func(_ *testing.T, _ *office, _ *peers, f *product.Facts) {
				f.Names = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
					return nil, errors.New("no way")
				}}
			}},
		{"sender without SPF", "mail sender", "look", "no SPF",
			func(_ *testing.T, _ *office, _ *peers, f *product.Facts) { f.MailFrom = "desk@bare.example" }},
		{"gateway keys", "gateway keys", "bad", "401", func(t *testing.T, _ *office, p *peers, f *product.Facts) {
			f.AskGateway = p.facts(t, "wrong").AskGateway
		}},
		{"no gateway", "gateway keys", "bad", "did not respond",
			func(_ *testing.T, _ *office, p *peers, _ *product.Facts) { p.gateway.Close() }},
		{"sandbox", "gateway keys", "look", "sandbox", func(_ *testing.T, _ *office, _ *peers, f *product.Facts) {
			f.AskGateway = nil
		}},
		{"webhook not passed on", "webhook", "bad", "answers 404",
			func(_ *testing.T, _ *office, p *peers, _ *product.Facts) { p.webhook = http.StatusNotFound }},
		{"clock", "clock", "bad", " differ by ", func(_ *testing.T, _ *office, p *peers, _ *product.Facts) {
			p.skew = time.Minute
		}},
		{"certificate unknown", "site and TLS", "bad", "", func(_ *testing.T, _ *office, _ *peers, f *product.Facts) {
			f.Client = nil
		}},
		{"certificate expired", "site and TLS", "bad", "expired", siteWith(-time.Hour)},
		{"certificate ends soon", "site and TLS", "bad", "valid for 12 days", siteWith(13 * 24 * time.Hour)},
		{"no TLS", "site and TLS", "bad", "answers 4", func(_ *testing.T, _ *office, p *peers, f *product.Facts) {
			f.SiteURL = p.gateway.URL
		}},
		{"no content", "content", "bad", "event.json", func(_ *testing.T, _ *office, _ *peers, f *product.Facts) {
			f.Content += "/none"
		}},
		{"samples for the public", "content", "bad", "invented entries that visitors see: 2 entries",
			func(t *testing.T, _ *office, _ *peers, f *product.Facts) {
				must(t, os.WriteFile(filepath.Join(f.Content, "faqs.json"),
					[]byte(`{"a": {"sample": true}, "b": "\"sample\": true", "c": {"sample":true}}`), 0o600))
			}},
		{"content newer than the server", "server", "look", "newer than what the server has read",
			func(t *testing.T, _ *office, _ *peers, f *product.Facts) {
				age(t, filepath.Join(f.Content, "event.json"), time.Hour)
			}},
		{"open keys", "permissions", "bad", "keys/open", func(t *testing.T, o *office, _ *peers, _ *product.Facts) {
			must(t, os.WriteFile(filepath.Join(o.dir, "keys", "open"), nil, 0o644))
		}},
		{"open folder", "permissions", "bad", "other users", func(t *testing.T, o *office, _ *peers, _ *product.Facts) {
			must(t, os.Chmod(o.dir, 0o755))
		}},
		{"key of the documents on the machine", "permissions", "bad", "stored with them",
			func(t *testing.T, o *office, _ *peers, _ *product.Facts) {
				must(t, os.WriteFile(filepath.Join(o.dir, "keys", "identity-papers.identity"), nil, 0o600))
			}},
		{"old backup", "backup", "bad", "27 hours old", func(t *testing.T, o *office, _ *peers, _ *product.Facts) {
			o.backedUp(27 * time.Hour)
		}},
		{"no backup", "backup", "look", "there is no backup", func(t *testing.T, o *office, _ *peers, _ *product.Facts) {
			if testdb.OnPostgres(t) {
				o.server.Exec(`DELETE FROM marks`)
			} else if err := os.Remove(filepath.Join(o.dir, ".last-backup")); err != nil {
				t.Fatal(err)
			}
		}},
		{"deleted backup", "backup", "bad", "no longer exists",
			func(t *testing.T, o *office, _ *peers, _ *product.Facts) {
				must(t, os.RemoveAll(o.madeBackup()))
			}},
		{"damaged backup", "backup", "bad", "does not contain 1 file, keys/",
			func(t *testing.T, o *office, _ *peers, _ *product.Facts) {
				keys, err := filepath.Glob(filepath.Join(o.madeBackup(), "keys", "*"))
				if err != nil || len(keys) == 0 {
					t.Fatalf("no keys in the backup: %v", err)
				}
				must(t, os.Remove(keys[0]))
			}},
		{"backup of another machine", "backup", "ok", "0 hours old",
			func(t *testing.T, o *office, _ *peers, _ *product.Facts) {
				if testdb.OnPostgres(t) {
					o.server.Exec(`UPDATE marks SET value = 'elsewhere:' || value WHERE name = 'backup'`)
				}
			}},
		{"no folder", "disk", "bad", "no such file", func(_ *testing.T, o *office, _ *peers, _ *product.Facts) {
			o.dir += "/none"
		}},
	} {
		for _, provider := range []string{"razorpay", "cashfree"} {
			if provider == "cashfree" && test.check != "gateway keys" && test.check != "webhook" && test.check != "" {
				continue
			}
			t.Run(test.name+" "+provider, func(t *testing.T) {
				if test.check != "" && test.check != "backup" {
					testdb.Once(t)
				}
				o := &office{t: t, server: healthy.server, dir: healthy.dir}
				o.makePrivate()
				if slices.Contains([]string{"permissions", "backup", "disk"}, test.check) { // they alter files
					o = newOffice(t)
					o.settle()
				}
				p := newPeersOf(t, o, provider)
				facts := p.facts(t, map[string]string{"razorpay": fakerazorpay.KeySecret,
					"cashfree": fakecashfree.ClientSecret}[provider])
				test.harm(t, o, p, &facts)
				results, out, err := o.examine(facts)
				check.Equal(t, err != nil, test.result == "bad", "%v\n%s", err, out)
				if test.check == "" {
					for _, f := range results {
						testsServer := f.Check == "database server" && testdb.OnPostgres(t) // runs without fsync
						if f.Result != "ok" && f.Check != "webhook seen" && !testsServer {
							t.Errorf("%+v", f)
						}
					}
				} else if f := results[test.check]; f.Result != test.result || !strings.Contains(f.Found, test.says) {
					t.Errorf("%+v", f)
				}
				if strings.Contains(out, mailPassword+"@") || strings.Contains(out, fakerazorpay.KeySecret) ||
					strings.Contains(out, fakecashfree.ClientSecret) {
					t.Error("a secret is revealed")
				}
			})
		}
	}
}

func (o *office) madeBackup() string {
	o.t.Helper()
	found, err := filepath.Glob(filepath.Join(o.backups, "transom-*"))
	if err != nil || len(found) != 1 {
		o.t.Fatalf("%v, %v", found, err)
	}
	return found[0]
}

func (o *office) settle() {
	o.t.Helper()
	unlock, err := engine.Lock(o.dir)
	must(o.t, err)
	o.t.Cleanup(func() { unlock() })
	o.lead()
	must(o.t, os.MkdirAll(filepath.Join(o.dir, "keys"), 0o700))
	must(o.t, os.WriteFile(filepath.Join(o.dir, "keys", "mark"), nil, 0o600))
	o.backups = o.t.TempDir()
	o.must("backup", o.backups)
	o.makePrivate()
}

func (o *office) makePrivate() {
	o.t.Helper()
	must(o.t, filepath.WalkDir(o.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == filepath.Join(o.dir, "identity-papers.identity") {
			return err
		}
		if entry.IsDir() {
			return os.Chmod(path, 0o700)
		}
		return os.Chmod(path, 0o600)
	}))
}

func (o *office) lead() {
	leads, ended := make(chan bool, 1), make(chan error)
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		ended <- o.server.Store.Lead(ctx, func(ctx context.Context) error {
			select {
			case leads <- true:
			default: // this instance has become leader before
			}
			<-ctx.Done()
			return nil
		})
	}()
	<-leads
	o.t.Cleanup(func() { stop(); <-ended })
}

func age(t *testing.T, path string, from time.Duration) {
	t.Helper()
	at := time.Now().Add(from)
	must(t, os.Chtimes(path, at, at))
}

func TestDoctorReportsAMissingServer(t *testing.T) {
	o := newOfficeOnce(t)
	p := newPeers(t, o)
	if results, out, err := o.examine(p.facts(t, fakerazorpay.KeySecret)); err == nil ||
		results["server"].Result != "bad" {
		t.Error(out)
	}
}

func TestDoctorNoticesAnOldEdition(t *testing.T) {
	o := newOfficeOnce(t)
	p := newPeers(t, o)
	o.server.Clock.Add(365 * 24 * time.Hour)
	results, out, _ := o.examine(p.facts(t, fakerazorpay.KeySecret))
	if results["content"].Result != "look" || !strings.Contains(out, "the next edition needs its own data folder") ||
		!strings.Contains(out, "release "+version.Release) {
		t.Error(out)
	}
}
