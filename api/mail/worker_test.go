package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	netmail "net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/domain"
	"transom/api/store"
	"transom/generator/schema"
)

type post struct {
	t      *testing.T
	dir    string
	store  *store.Store
	worker *Worker
	now    *time.Time
}

type standing struct{ at *time.Time }

func (s standing) Now() time.Time { return *s.at }

func newPost(t *testing.T, sender Sender) *post {
	t.Helper()
	dir := t.TempDir()
	db := testdb.Open(t, dir)
	content := &domain.Content{
		Event: schema.Event{Name: "Transom", Language: "en", Organiser: schema.Organiser{SupportEmail: "help@example.org"}},
		Mails: schema.Mails{Mails: []schema.Mail{
			{Name: "confirmation", Subject: "For {{first_name}}", Text: "Hello {{first_name}}\n",
				HTML: "<p>Hello {{first_name}}</p>"},
			{Name: domain.CodeTemplate, Subject: "Your code", Text: "{{code}}", HTML: "<p>{{code}}</p>"},
		}},
	}
	composer, err := NewComposer(content, "")
	must(t, err)
	now := time.Date(2025, 3, 11, 6, 30, 0, 0, time.UTC)
	p := &post{t: t, dir: dir, store: db, now: &now}
	p.worker = NewWorker(db, composer, sender, standing{&now}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	return p
}

func (p *post) enqueue(n int, template string) {
	p.t.Helper()
	ctx := context.Background()
	err := p.store.Write(ctx, func(tx *store.Tx) error {
		for i := range n {
			err := tx.EnqueueMail(ctx, domain.OutgoingMail{
				Template: template, To: fmt.Sprintf("person%d@example.org", i), ToName: "Asha", DedupeKey: fmt.Sprint(template, i),
				Data: map[string]string{"first_name": "Asha", "code": "123456", "minutes": "30"},
			}, *p.now)
			if err != nil {
				return err
			}
		}
		return nil
	})
	must(p.t, err)
}

func (p *post) round() (down bool) {
	p.t.Helper()
	down, err := p.worker.Round(context.Background())
	must(p.t, err)
	return down
}

func (p *post) count(state string) int {
	p.t.Helper()
	n := 0
	must(p.t, p.store.QueryOne(context.Background(), &n, `SELECT COUNT(*) FROM outbox WHERE state = '`+state+`'`))
	return n
}

func (p *post) tasks() int {
	p.t.Helper()
	n := 0
	must(p.t, p.store.QueryOne(context.Background(), &n, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`))
	return n
}

func sender(t *testing.T, address string, o SMTPOptions) *SMTP {
	t.Helper()
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	s, err := NewSMTP(address, o)
	must(t, err)
	return s
}

func TestDelivery(t *testing.T) {
	server := startServer(t, nil)
	p := newPost(t, sender(t, "smtp://127.0.0.1:"+server.port(), SMTPOptions{}))
	p.enqueue(1, "confirmation")
	p.round()
	mails := server.received()
	if len(mails) != 1 || p.count("sent") != 1 {
		t.Fatalf("%d received, %d sent", len(mails), p.count("sent"))
	}
	m, err := netmail.ReadMessage(strings.NewReader(mails[0].data))
	must(t, err)
	for name, want := range map[string]string{
		"Subject": "For Asha", "To": `"Asha" <person0@example.org>`, "From": `"Transom" <help@example.org>`,
		"Auto-Submitted": "auto-generated", "Date": "Tue, 11 Mar 2025 06:30:00 +0000",
	} {
		check.Equal(t, m.Header.Get(name), want, "%s", name)
	}
	for _, foreign := range []string{"http://", "https://", "src=", "@import", "url("} {
		if strings.Contains(mails[0].data, foreign) {
			t.Errorf("the email makes the reader download something: %s", foreign)
		}
	}
}

// Source: security reference, row 12.
func TestServersThatFail(t *testing.T) {
	for _, c := range []struct {
		does                  behaviour
		down, dead, goesTwice bool
	}{
		{does: greetsNever, down: true},
		{does: hangsAfter, down: true},
		{does: busy},
		{does: full},
		{does: noSuchSender, down: true},
		{does: dropsWithText, down: true},
		{does: dropsAfter, down: true, goesTwice: true},
		{does: noSuchBox, dead: true},
		{does: refusesText, dead: true},
	} {
		t.Run(string(c.does), func(t *testing.T) {
			server := startServer(t, nil)
			patient := sender(t, "smtp://127.0.0.1:"+server.port(), SMTPOptions{})
			p := newPost(t, patient)
			if c.does == greetsNever || c.does == hangsAfter {
				p.worker.sender = sender(t, "smtp://127.0.0.1:"+server.port(), SMTPOptions{Timeout: 300 * time.Millisecond})
			}
			p.enqueue(1, "confirmation")
			server.set(c.does)
			if down := p.round(); down != c.down {
				t.Errorf("down: %v", down)
			}
			if c.dead {
				if reasons, err := p.store.DeadMails(context.Background()); err != nil || len(reasons) != 1 ||
					!IsForGood(slices.Collect(maps.Keys(reasons))[0]) {
					t.Errorf("sending was stopped because of %v (%v), which is not a permanent refusal", reasons, err)
				}
				if p.count("dead") != 1 || p.tasks() != 1 {
					t.Errorf("%d dead, %d tasks", p.count("dead"), p.tasks())
				}
				server.set(works)
				if n, err := p.store.RequeueDead(context.Background(), *p.now); n != 1 || err != nil {
					t.Fatalf("requeued %d, %v", n, err)
				}
			} else if p.count("pending") != 1 || p.tasks() != 0 {
				t.Fatalf("%d pending, %d tasks", p.count("pending"), p.tasks())
			}
			server.set(works)
			p.worker.sender = patient
			if p.round(); !c.dead && p.count("sent") != 0 {
				t.Error("tried again at once")
			}
			*p.now = p.now.Add(firstBackOff)
			p.round()
			mails := server.received()
			want := 1
			if c.goesTwice {
				want = 2
			}
			if p.count("sent") != 1 || len(mails) != want {
				t.Errorf("%d sent, %d received", p.count("sent"), len(mails))
			}
			if c.goesTwice && messageID(t, mails[0]) != messageID(t, mails[1]) {
				t.Error("the repetition has another Message-ID")
			}
		})
	}
}

func TestServerThatHangsUpAfterItTookTheMessage(t *testing.T) {
	server := startServer(t, nil)
	p := newPost(t, sender(t, "smtp://127.0.0.1:"+server.port(), SMTPOptions{}))
	p.enqueue(1, "confirmation")
	server.set(dropsOnReset)
	p.round()
	*p.now = p.now.Add(time.Hour)
	p.round()
	if p.count("sent") != 1 || len(server.received()) != 1 {
		t.Errorf("%d sent, %d received", p.count("sent"), len(server.received()))
	}
}

func messageID(t *testing.T, m received) string {
	t.Helper()
	parsed, err := netmail.ReadMessage(strings.NewReader(m.data))
	must(t, err)
	return parsed.Header.Get("Message-ID")
}

// After an hour without a mail server, all 500 emails are sent. Source: security reference, row 12.
func TestOutageOfAnHour(t *testing.T) {
	p := newPost(t, sender(t, "smtp://127.0.0.1:1", SMTPOptions{})) // no server listens on this port
	p.enqueue(500, "confirmation")
	for range 60 {
		if !p.round() {
			t.Fatal("an unreachable server is not treated as down")
		}
		*p.now = p.now.Add(time.Minute)
	}
	if p.count("pending") != 500 || p.tasks() != 0 {
		t.Fatalf("%d pending, %d tasks", p.count("pending"), p.tasks())
	}
	server := startServer(t, nil)
	p.worker.sender = sender(t, "smtp://127.0.0.1:"+server.port(), SMTPOptions{})
	*p.now = p.now.Add(lastBackOff)
	for rounds := 0; p.count("pending") > 0 && rounds < 20; rounds++ {
		p.round()
	}
	ids := map[string]int{}
	for _, m := range server.received() {
		ids[messageID(t, m)]++
	}
	if p.count("sent") != 500 || len(ids) != 500 || len(server.received()) != 500 {
		t.Errorf("%d sent, %d received, %d different", p.count("sent"), len(server.received()), len(ids))
	}
}

func TestCodeIsNeverLate(t *testing.T) {
	server := startServer(t, nil)
	p := newPost(t, sender(t, "smtp://127.0.0.1:"+server.port(), SMTPOptions{}))
	for _, age := range []time.Duration{29 * time.Minute, 30 * time.Minute} {
		p.enqueue(1, domain.CodeTemplate)
		*p.now = p.now.Add(age)
		p.round()
		if _, err := p.store.Exec(t.Context(), `UPDATE outbox SET dedupe_key = id`); err != nil {
			t.Fatal(err)
		}
	}
	if len(server.received()) != 1 || p.count("dead") != 1 || p.tasks() != 0 {
		t.Errorf("%d received, %d dead, %d tasks", len(server.received()), p.count("dead"), p.tasks())
	}
}

func TestEncryptionAndSignIn(t *testing.T) {
	forServer, forClient := certificate(t)
	for _, c := range []struct {
		name, scheme string
		change       func(*testServer)
		client       *tls.Config
		works        bool
	}{
		{"STARTTLS with a password", "smtp", func(s *testServer) { s.tls, s.password = forServer, "user:p@ss word" },
			forClient, true},
		{"smtps with a password", "smtps", func(s *testServer) {
			s.tls, s.password, s.implicit = forServer, "user:p@ss word", true
		}, forClient, true},
		{"wrong password", "smtps", func(s *testServer) { s.tls, s.password, s.implicit = forServer, "user:other", true },
			forClient, false},
		{"certificate of nobody", "smtps", func(s *testServer) {
			s.tls, s.password, s.implicit = forServer, "user:p@ss word", true
		}, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := startServer(t, c.change)
			smtp := sender(t, c.scheme+"://user:p%40ss%20word@127.0.0.1:"+server.port(), SMTPOptions{TLS: c.client})
			p := newPost(t, smtp)
			p.enqueue(1, "confirmation")
			p.round()
			check.Equal(t, len(server.received()) == 1, c.works, "delivered")
			if !c.works && p.count("pending") != 1 {
				t.Error("an error in the settings made the email fail for good")
			}
		})
	}
	// Nothing is sent to a remote server without STARTTLS.
	plain := startServer(t, nil)
	remote := sender(t, "smtp://mail.example.org:"+plain.port(), SMTPOptions{})
	check.Equal(t, remote.client.TLSPolicy(), "TLSMandatory", "a server elsewhere")
}

func TestWorkerRuns(t *testing.T) {
	server := startServer(t, nil)
	p := newPost(t, sender(t, "smtp://127.0.0.1:"+server.port(), SMTPOptions{}))
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := p.worker.Run(ctx); err != nil {
			t.Errorf("run: %v", err)
		}
	})
	p.enqueue(100, "confirmation")
	for p.count("pending") > 0 { // if an email is never sent, the test's time limit ends the loop
		time.Sleep(10 * time.Millisecond) // the result does not depend on this duration
	}
	stop()
	wg.Wait()
	check.Equal(t, len(server.received()), 100, "received")
}

func TestPasswordStaysOutOfErrors(t *testing.T) {
	for _, address := range []string{"http://user:secret@host", "smtp://user:sec%ret@", "smtp://user:secret@host:port",
		"user:secret"} {
		_, err := NewSMTP(address, SMTPOptions{})
		if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "sec%ret") {
			t.Errorf("%q: %v", address, err)
		}
	}
	server := startServer(t, func(s *testServer) { s.does = noSuchBox })
	m := Message{ID: "a@b", From: netmail.Address{Address: "a@example.org"},
		To: netmail.Address{Address: "private@example.org"}, Text: "t", HTML: "h"}
	err := sender(t, "smtp://127.0.0.1:"+server.port(), SMTPOptions{}).Send(context.Background(), m)
	var failure *Failure
	if !errors.As(err, &failure) || strings.Contains(failure.Reason, "private") {
		t.Errorf("%v", err)
	}
}
