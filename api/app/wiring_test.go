package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/config"
	"transom/api/domain"
	"transom/api/store"
)

// A provider's name is stored with its payments and is part of its webhook's address.
func TestProvidersAreNamedAsTheyNameThemselves(t *testing.T) {
	read, _ := config.Read(apitest.Environment(t))
	c := settings{read}
	for _, name := range config.Providers() {
		c.Provider = name
		provider, err := c.openProvider(t.Context(), domain.SystemClock{})
		must(t, err)
		check.Equal(t, provider.Name(), name, "the name of the provider")
	}
}

func TestTogether(t *testing.T) {
	failed := errors.New("failed")
	fail := func(context.Context) error { return failed }
	untilStopped := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	if err := together(t.Context(), []func(context.Context) error{untilStopped, fail}); !errors.Is(err, failed) {
		t.Errorf("one fails: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := together(ctx, []func(context.Context) error{untilStopped, untilStopped}); err != nil {
		t.Errorf("the request to stop: %v", err)
	}
}

// A rehearsal's clock continues after the latest stored time, unless that is weeks later.
func TestRehearsalContinues(t *testing.T) {
	read, _ := config.Read(apitest.Environment(t))
	c := settings{read}
	c.Rehearsal = true
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	start := func() (*parts, time.Time) {
		o, err := c.openParts(t.Context(), log, func(ctx context.Context) (*store.Store, error) {
			return c.openOwn(ctx, log)
		})
		must(t, err)
		return o, o.Clock.Now()
	}
	mailed := func(o *parts, key string, at time.Time) {
		must(t, o.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.EnqueueMail(t.Context(), domain.OutgoingMail{DedupeKey: key, Template: "code", To: "a@example.org"}, at)
		}))
		o.close(log)
	}
	first, begun := start()
	must(t, first.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.AddAction(t.Context(), domain.Action{At: begun.Add(4 * time.Hour), Name: domain.ActionNumbers})
	}))
	mailed(first, "later", begun.Add(3*time.Hour))
	second, again := start()
	if !again.After(begun.Add(4 * time.Hour)) {
		t.Errorf("the clock was set back to %v", again)
	}
	mailed(second, "much later", begun.Add(30*24*time.Hour))
	third, rebuilt := start()
	third.close(log)
	if rebuilt.After(begun.Add(time.Hour)) {
		t.Errorf("after a month it is %v: nothing can be tried", rebuilt)
	}
}

// Anyone who can reach a rehearsal can become an organiser with one click.
func TestAnOpenRehearsalWarns(t *testing.T) {
	read, _ := config.Read(apitest.Environment(t))
	c := settings{read}
	for _, test := range []struct {
		rehearsal bool
		site      string
		warns     bool
	}{
		{true, "https://example.org", true}, {true, "http://192.168.1.7:8080", true}, {true, "http://0.0.0.0:8080", true},
		{true, "http://localhost:8080", false}, {true, "http://127.0.0.1:8080", false}, {true, "http://[::1]:8080", false},
		{false, "https://example.org", false},
	} {
		var log bytes.Buffer
		c.Rehearsal, c.SiteURL = test.rehearsal, test.site
		for range 2 {
			log.Reset()
			must(t, c.warnOfTheOpen(slog.New(slog.NewTextHandler(&log, nil))))
		}
		if warned := strings.Contains(log.String(), "OPEN TO EVERYBODY"); warned != test.warns ||
			c.facts(nil).OpenToAll != test.warns {
			t.Errorf("%+v: %s", test, log.String())
		}
	}
}
